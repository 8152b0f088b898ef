"""The homebrew that comes with the project: it checks clean, its example holds, and it plays to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from interpreter.conformance import conform
from interpreter.examples import run_test

FILE = Path(__file__).parents[2] / "rules" / "homebrew" / "library_night.rules"
PAGE = Path(__file__).parents[2] / "docs" / "homebrew.md"


def test_it_checks_clean_and_is_short() -> None:
    assert rulelang.check_all(FILE).diagnostics == ()
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 40


def test_its_example() -> None:
    program = rulelang.load(FILE).program
    assert program is not None
    own = [i for i, test in enumerate(program.tests) if test.text == "the library lends a clue"]
    assert [run_test(program, i).message for i in own] == [""]


def test_what_it_changes() -> None:
    program = rulelang.load(FILE).program
    assert program is not None
    names = [entity.name for entity in program.entities]
    assert {"library", "gleb", "vera"} <= set(names)
    assert names.count("whisperer") == 2
    assert program.board is not None
    assert len(program.board.paths) == 20
    strength = next(v for v in program.variables if v.name == "strength" and v.owners and names.index("zombie") + 1 in v.owners)
    assert strength.owners is not None
    assert strength.first_of is not None
    assert strength.first_of[strength.owners.index(names.index("zombie") + 1)] == 3


@pytest.mark.parametrize("players", [1, 2, 4])
def test_random_games(players: int) -> None:
    program = rulelang.load(FILE, players=players).program
    assert program is not None
    report = conform(program, players)
    assert report.problems == ()


def test_the_page_shows_the_file() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for line in FILE.read_text(encoding="utf-8").splitlines():
        assert line.strip() in page
