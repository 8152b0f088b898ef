"""What players may ask at the table, and a game at a real terminal that is killed and taken up again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cli

ROOT = Path(cli.__file__).parents[1]
START = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]


def environment(here: Path) -> dict[str, str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "RULES_DEBUG")}
    more = {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "XDG_STATE_HOME": str(here / "state"), "TERM": "xterm-256color"}
    return {**clean, **more}


def arkham(here: Path, *answers: str) -> str:
    done = subprocess.run(
        [*START, "play", "arkham", "--name", "Ann", "--name", "Bob", "--seed", "5"],
        input="\n".join((*answers, "q")) + "\n",
        capture_output=True,
        text=True,
        cwd=here,
        env=environment(here),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


BEGUN = ("Amanda Sharpe", "Carolyn Fern", "Ithaqua")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("? 1", r'arkham.rules:\d+\nnote:   \| again "Reroll"'),
        ("? keep", "note: Keep them"),
        ("? 9", "there is no option 9"),
        ("? clue", "Reroll for a clue` is not offered"),
        ("why", r"Bob rolls fight.*by cast \(arkham.rules:\d+: roll 5"),
        ("why", r"for Bob chooses: Roll the dice, at opening"),
        ("why dhole", r"Dhole .*by \w+ \(arkham.rules:\d+"),
        ("why xyzzy", "nothing with `xyzzy` has happened"),
        ("why not clue", r"not offered: .*\nnote:   arkham.rules:\d+: with_clue"),
        ("why not", "why not what"),
        ("map", "note: Woods -- Uptown"),
        ("cards", "Ithaqua [(]strength 6, terror 3[)]"),
        ("log 1", "earlier; log"),
        ("help", "[?] 2 "),
        ("xyzzy", "no option begins with `xyzzy`"),
    ],
)
def test_a_question_is_answered(tmp_path: Path, question: str, said: str) -> None:
    assert re.search(said, arkham(tmp_path, *BEGUN, question))


def test_the_story_has_no_engine_words(tmp_path: Path) -> None:
    text = arkham(tmp_path, *BEGUN)
    assert "log: Dhole is drawn from the stack and comes to Unvisited Isle as guard" in text
    assert "log: Bob's turn" in text
    for words in ("begins", "cast", "goes from", "Who of", "Strength 0", "State"):
        assert words not in text


def read_until(terminal: int, end: bytes) -> str:
    data = b""
    while end not in data:
        data += os.read(terminal, 65536)
    return data.decode("utf-8", "replace")


def test_killed_at_a_terminal_and_taken_up_again(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    save = tmp_path / "one.replay"

    def seat(*args: str) -> tuple[subprocess.Popen[bytes], int]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*START, "play", *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=tmp_path,
            env={**environment(tmp_path), "COLUMNS": "80"},
        )
        os.close(theirs)
        return process, ours

    process, ours = seat("arkham", "--name", "Ann", "--name", "Bob", "--seed", "5", "--save", str(save))
    read_until(ours, b"Ann> ")
    for answer, next_up in ((b"Amanda Sharpe\n", b"Bob> "), (b"Carolyn Fern\n", b"Ann> "), (b"Ithaqua\n", b"Bob> ")):
        os.write(ours, answer)
        last = read_until(ours, next_up)
    assert "Keep or reroll" in last
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=20)
    os.close(ours)
    assert [json.loads(line).get("option") for line in save.read_text("utf-8").splitlines()[1:]] == [
        "amanda_sharpe",
        "carolyn_fern",
        "ithaqua",
    ]
    process, ours = seat("--resume", str(save))
    again = read_until(ours, b"Bob> ")
    assert "Keep or reroll" in again
    assert "Dhole" in again
    os.write(ours, b"q\n")
    assert process.wait(timeout=20) == 0
    os.close(ours)
