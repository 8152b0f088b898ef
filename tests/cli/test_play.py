"""Games played through a pipe, as a process: answers, undo, saves that survive a kill, and the same game again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cli

ROOT = Path(cli.__file__).parents[1]
GAME = """game dice_town "Dice Town":
    players: 1..3
die fate: clue, move, fight
kind player:
    track gold: 0..9 = 3
phase game:
    repeat 3 times: each player: turn
    win "Home"
phase turn:
    roll 2 fate as dice
    choose work(dice)
    choose n from 0..2 "How much to spend"
    lose n gold
choice work(dice: pool) "What now":
    dig "Dig for gold" when dice.clue > 0 or dice.move > 0 or dice.fight > 0: gain 1 gold
    rest "Rest": nothing
    risk "Risk it": set gold to gold + 9
"""
START = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "town.rules").write_text(GAME, "utf-8")
    return tmp_path


def environment(here: Path) -> dict[str, str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "RULES_DEBUG")}
    return {**clean, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "XDG_STATE_HOME": str(here / "state")}


def play(here: Path, *args: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*START, "play", *args],
        input=answers,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=here,
        env=environment(here),
        timeout=120,
    )


def test_a_whole_game_by_number_and_by_name(here: Path) -> None:
    done = play(here, "town.rules", "--players", "1", "--name", "Ann", "--seed", "4", answers="1\n0\nrest\n2\nDIG\n1\n")
    assert done.returncode == 0, done.stderr
    assert "over: Won: Home" in done.stdout
    assert "ask: Ann: What now" in done.stdout
    assert "option: 1. Dig for gold" in done.stdout
    assert "\x1b" not in done.stdout
    assert "╭" not in done.stdout


def test_slips_are_asked_again(here: Path) -> None:
    done = play(here, "town.rules", "--seed", "4", answers="\n9\nxyz\nr\n?\n? gold\nl\nb\nu\nq\n")
    assert done.returncode == 0
    for words in (
        "type an option",
        "there is no option 9",
        "no option begins with",
        "`r` could be",
        "nothing to take back",
    ):
        assert words in done.stdout
    assert "resume" in done.stderr


def test_a_fault_of_the_rules_leaves_the_game_standing(here: Path) -> None:
    done = play(here, "town.rules", "--seed", "4", answers="risk\nrest\n0\n")
    assert "note: fault:" in done.stdout
    assert "town.rules:17" in done.stdout
    assert "ask: Player 1: How much to spend" in done.stdout


def test_undo(here: Path) -> None:
    done = play(here, "town.rules", "--seed", "4", answers="dig\nu\nrest\n0\n")
    assert "note: Taken back." in done.stdout
    again = play(here, "town.rules", "--seed", "4", "--undo", "locked", answers="dig\n0\nu\n")
    assert "cannot be taken back" in again.stdout


def test_resume_goes_on_where_it_stopped(here: Path) -> None:
    whole = play(here, "town.rules", "--seed", "7", answers="1\n0\n2\n1\n1\n2\n").stdout
    play(here, "town.rules", "--seed", "7", answers="1\n0\n2\n")
    rest = play(here, "town.rules", "--resume", answers="1\n1\n2\n")
    assert rest.returncode == 0, rest.stderr
    assert ends_of(rest.stdout) == ends_of(whole) == ["over: Won: Home"]


def ends_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("over:")]


def test_a_killed_game_loses_nothing(here: Path) -> None:
    save = here / "one.replay"
    process = subprocess.Popen(
        [*START, "play", "town.rules", "--seed", "7", "--save", str(save)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=here,
        env=environment(here),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n0\n")
    process.stdin.flush()
    asked = 0
    while asked < 3:
        asked += process.stdout.readline().startswith("ask:")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    lines = [json.loads(line) for line in save.read_text("utf-8").splitlines()]
    assert len(lines) == 3
    assert lines[1]["option"] == "dig"
    done = play(here, "--resume", str(save), answers="2\n1\n1\n2\n")
    assert "over: Won" in done.stdout


def test_interrupt(here: Path) -> None:
    process = subprocess.Popen(
        [*START, "play", "town.rules", "--seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=here,
        env=environment(here),
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith("option: 3"):
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Saved in" in errors
    assert "Traceback" not in errors


def test_changed_rules_are_not_guessed_at(here: Path) -> None:
    play(here, "town.rules", "--seed", "7", answers="1\n0\n2\n")
    (here / "town.rules").write_text(GAME.replace("    rest ", "    doze "), "utf-8")
    done = play(here, "town.rules", "--resume", answers="doze\n1\n1\n2\n")
    assert "rules have changed" in done.stdout
    assert "over: Won" in done.stdout


def test_bots(here: Path) -> None:
    (here / "town.rules").write_text(GAME.replace("set gold to gold + 9", "lose 1 gold"), "utf-8")
    mixed = play(here, "town.rules", "--players", "2", "--bots", "2", answers="1\n0\n" * 3)
    assert "ask: Player 2" not in mixed.stdout
    assert "over: Won" in mixed.stdout
    done = play(here, "town.rules", "--players", "3", "--bots", "all")
    assert "over: Won: Home" in done.stdout
    assert play(here, "town.rules", "--bots", "9").returncode == 2


def test_real_dice(here: Path) -> None:
    done = play(here, "town.rules", "--dice", "ask", answers="clue\nclue, 3\ndig\n0\n")
    assert "Throw 2 fate" in done.stdout
    assert "that cannot be" in done.stdout
    assert "dice: Player 1: clue, fight" in done.stdout


def test_simulate_is_the_same_for_any_jobs(here: Path) -> None:
    def figures(jobs: str) -> str:
        return subprocess.run(
            [*START, "simulate", "town.rules", "--games", "12", "--jobs", jobs, "--json"],
            capture_output=True,
            text=True,
            cwd=here,
            env=environment(here),
            timeout=120,
        ).stdout

    one = figures("1")
    assert json.loads(one)["games"] == 12
    assert one == figures("2")


def test_in_file_tests(here: Path) -> None:
    text = GAME + '\ntest "three to begin with":\n    players ann\n    expect ann.gold is 3\n'
    (here / "town.rules").write_text(text + 'test "wrong":\n    players ann\n    expect ann.gold is 4\n', "utf-8")
    done = subprocess.run(
        [*START, "test", "town.rules"], capture_output=True, text=True, cwd=here, env=environment(here), timeout=120
    )
    assert done.returncode == 1
    assert done.stderr == "1 passed, 1 failed\n"
    assert done.stdout.startswith("town.rules:24: failed: wrong: ")


HUSH = """game hush "Hush":
    players: 2
kind sheet:
    luck: 1..6
cards sheets of sheet:
    | name           | luck |
    | rose "A Rose"  | 4    |
    | fool "[bold]F" | 1    |
kind player:
    pile hand of sheet (seen by holder)
deck heap of sheet = sheets
phase game:
    each player: draw 1 from heap to hand
    each player: turn
    win "Morning"
phase turn:
    may:
        "Wait": nothing
"""


def test_a_drawn_table_keeps_secrets_from_the_next_player(here: Path) -> None:
    pty = pytest.importorskip("pty")
    (here / "hush.rules").write_text(HUSH, "utf-8")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*START, "play", "hush.rules", "--name", "Ann", "--name", "Bob", "--seed", "1"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=here,
        env={**environment(here), "TERM": "xterm-256color", "COLUMNS": "80"},
    )
    os.close(theirs)
    screens = [read_until(ours, b"> ")]
    for answer in (b"\n", b"1\n", b"\n"):
        os.write(ours, answer)
        screens.append(read_until(ours, b"> "))
    os.write(ours, b"1\n")
    end = read_until(ours, b"Won: Morning")
    assert process.wait(timeout=20) == 0
    os.close(ours)
    cards = ["A Rose" in text or "[bold]F" in text for text in screens]
    assert cards == [False, True, False, True]
    assert "nobody else looks" in screens[0]
    assert "nobody else looks" in screens[2]
    assert "Won" in end


def read_until(terminal: int, end: bytes) -> str:
    data = b""
    while end not in data[-4:] and not (len(end) > 4 and end in data):
        data += os.read(terminal, 4096)
    return data.decode("utf-8", "replace")
