"""The tutorials are run: blocks of rules make files, and what the commands of `console` blocks answer stands below them.

A block headed `rules NAME` is put behind what NAME holds already, after an empty line, or right behind it with a `+`. In a
`console` block lines of `$ ` are commands; what is answered in `rules play` stands there as `answer: `.
`pytest --update-golden` writes the answers anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cli

ROOT = Path(cli.__file__).parents[1]
PAGES = ("first-game", "variant")
BLOCK = re.compile(r"^```(rules|console)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHIFTING = re.compile(r"^(.* games a second|\d+ of \d+ games)$")  # how long it took is no two times the same
START = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]


def retold(page: str, here: Path) -> str:
    """The page with what the program says today."""

    def block(found: re.Match[str]) -> str:
        kind, about, body = found.groups()
        if kind == "console":
            return f"```console{about}\n{session(body, here)}```"
        name, *joined = about.split()
        file = here / name
        before = file.read_text("utf-8") if file.exists() else ""
        file.write_text(before + ("\n" if before and not joined else "") + body, "utf-8")
        return found[0]

    return BLOCK.sub(block, page)


def session(body: str, here: Path) -> str:
    lines = body.splitlines()
    commands = [at for at, line in enumerate(lines) if line.startswith("$ rules ")]
    assert commands[:1] == [0]
    told = []
    for at, end in zip(commands, [*commands[1:], len(lines)], strict=True):
        answers = [line.removeprefix("answer: ") for line in lines[at:end] if line.startswith("answer: ")]
        done = subprocess.run(
            [*START, *lines[at].split()[2:]],
            input="".join(f"{answer}\n" for answer in answers),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            cwd=here,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "NO_COLOR": "1", "COLUMNS": "100"},
            timeout=300,
        )
        assert done.returncode in (0, 1), done.stdout
        told += [lines[at], *(line for line in done.stdout.splitlines() if not SHIFTING.match(line))]
    return "".join(f"{line}\n" for line in told)


@pytest.mark.parametrize("name", PAGES)
def test_a_tutorial_does_what_it_says(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    page = ROOT / "docs" / f"{name}.md"
    text = retold(page.read_text("utf-8"), tmp_path)
    if request.config.getoption("--update-golden"):
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8")


def test_the_first_game_is_the_one_that_is_shipped(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "first-game.md").read_text("utf-8")
    parts = [body for kind, _, body in BLOCK.findall(page) if kind == "rules"]
    assert "\n".join(parts) == (ROOT / "rules" / "ferry.rules").read_text("utf-8")
