"""`rules replay`, `rules new`, `rules check --watch` and `rules --version --json`, as processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cli

ROOT = Path(cli.__file__).parents[1]
START = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]


def environment(here: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "XDG_STATE_HOME": str(here / "state")}


def rules(here: Path, *args: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*START, *args], input=answers, capture_output=True, text=True, cwd=here, env=environment(here), timeout=120
    )


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with a new game `town.rules` and a finished save of it."""
    assert rules(tmp_path, "new", "town").returncode == 0
    answers = "dig\nu\nsleep\n" + "sleep\n" * 30
    done = rules(tmp_path, "play", "town.rules", "--seed", "1", "--save", "one.replay", answers=answers)
    assert "over: Lost: Night falls" in done.stdout, done.stdout + done.stderr
    return tmp_path


def test_a_new_game_checks_clean_and_its_test_passes(game: Path) -> None:
    assert rules(game, "check", "--strict", "town.rules").returncode == 0
    assert rules(game, "test", "town.rules").stderr == "1 passed, 0 failed\n"
    again = rules(game, "new", "town")
    assert (again.returncode, "there already" in again.stderr) == (2, True)
    assert rules(game, "new", "My-Game").returncode == 2


def test_a_copy_of_a_bundled_game(tmp_path: Path) -> None:
    assert rules(tmp_path, "new", "mine", "--from", "arkham").returncode == 0
    assert "\ngame mine " in (tmp_path / "mine.rules").read_text("utf-8")
    assert rules(tmp_path, "check", "mine.rules").returncode == 0
    assert rules(tmp_path, "new", "more", "--from", "arkam").returncode == 2


def test_a_replay_is_told_turn_by_turn(game: Path) -> None:
    done = rules(game, "replay", "one.replay")
    assert done.returncode == 0, done.stderr
    assert "\n\nPlayer 1's turn\n  Player 1 chooses: Sleep" in done.stdout
    assert done.stdout.endswith("Over after 10 answers.\n")


def test_verify(game: Path) -> None:
    done = rules(game, "replay", "one.replay", "--verify")
    assert done.returncode == 0
    assert "verified: 10 answers, end state " in done.stdout
    assert done.stdout == rules(game, "replay", "one.replay", "--verify").stdout
    changed = (game / "town.rules").read_text("utf-8").replace("sleep ", "doze ")
    (game / "town.rules").write_text(changed, "utf-8")
    done = rules(game, "replay", "one.replay", "--verify")
    assert done.returncode == 1
    assert "not verified" in done.stdout
    assert "line 4" in done.stderr


def test_step_and_branch(game: Path) -> None:
    done = rules(game, "replay", "one.replay", "--step", "0")
    assert "Goes on after 0 answers: Player 1: Your day\noption: 1. Dig" in done.stdout
    assert rules(game, "replay", "one.replay", "--branch", "4", "-o", "two.replay").returncode == 0
    whole, part = (Path(game / name).read_bytes().splitlines() for name in ("one.replay", "two.replay"))
    assert part == whole[:5]
    assert "over:" in rules(game, "play", "--resume", "two.replay", answers="sleep\n" * 8).stdout
    assert rules(game, "replay", "one.replay", "--branch", "4", "-o", "two.replay").returncode == 2
    assert rules(game, "replay", "one.replay", "--branch", "4").returncode == 2
    assert rules(game, "replay", "one.replay", "--step", "99").returncode == 2
    assert rules(game, "replay", "town.rules").returncode == 2
    assert rules(game, "replay", "none.replay").returncode == 2


def test_version_for_programs(tmp_path: Path) -> None:
    data = json.loads(rules(tmp_path, "--version", "--json").stdout)
    assert data["version"] == cli.__version__
    assert "arkham" in data["games"]
    assert rules(tmp_path, "--version").stdout == f"rules {cli.__version__}\n"


def test_watch_checks_again_when_a_file_changes(game: Path) -> None:
    process = subprocess.Popen(
        [*START, "check", "--watch", "--format", "concise", "town.rules"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=game,
        env=environment(game),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stderr.readline() == "no findings in 1 file\n"
    file = game / "town.rules"
    file.write_text(file.read_text("utf-8").replace("gain 1 health", "gain 1 helth"), "utf-8")
    assert process.stderr.readline().startswith("---")
    assert "error" in process.stderr.readline()
    time.sleep(0.5)  # the run that said so ends a moment later
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 1
    assert "helth" in process.stdout.read()
    process.stdout.close()
    process.stderr.close()
