"""Every game that comes with the language is sound, passes its own examples, and keeps its promises in random games."""

from __future__ import annotations

import pytest

import rulelang
from interpreter import conform
from interpreter.examples import run_test
from rulelang import games

NAMES = games.names()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_sound(name: str) -> None:
    path = games.find(name)
    assert path is not None
    loaded = rulelang.check_all(path)
    assert [item.message for item in loaded.diagnostics] == []
    assert loaded.program is not None
    for index, test in enumerate(loaded.program.tests):
        result = run_test(loaded.program, index)
        assert result.ok, f"{test.text}: {result.message}"


@pytest.mark.parametrize("name", NAMES)
def test_it_keeps_its_promises(name: str) -> None:
    path = games.find(name)
    assert path is not None
    program = rulelang.load(path).program
    assert program is not None
    least, most = program.players
    for players in {least, most}:
        game = rulelang.load(path, players=players).program
        assert game is not None
        assert conform(game, players, games=1, most_decisions=200, views_every=40).problems == ()
