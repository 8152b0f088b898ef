"""`divide`: one question where the ways are few, member by member where they are many; all of it, within the rooms."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter import Game, conform
from interpreter.examples import run_test
from interpreter.sharing import MOST_WAYS, ways_to_share
from rulelang import load_text
from rulelang.program.tables import Program

GAME = """
game divider "Divider":
    players: 1..4
kind player:
    track health: 0..9 = 5
    track gold: 0..99
track damage: 0..40 = 5
phase game:
    each player: work
    win
rule work:
    divide damage among players as wounds up to it.health: lose wounds health
    divide 2 among players as coins: gain coins gold

test "one question where the ways are few":
    players ann, bob
    answers "ann 2, bob 3", "ann 2"
    for ann: work
    expect ann.health is 3 and bob.health is 2 and ann.gold is 2 and bob.gold is 0

test "nobody gets more than they have room for, and what nobody can take is lost":
    players ann, bob
    given:
        set ann.health to 1
        set bob.health to 3
    answers "bob 2"
    for ann: work
    expect ann.health is 0 and bob.health is 0 and bob.gold is 2 and ann.gold is 0

test "what can be shared in one way only is not asked":
    players ann, bob
    given: set ann.health to 0
    answers "ann 1, bob 1"
    for ann: work
    expect ann.health is 0 and bob.health is 0 and ann.gold is 1 and bob.gold is 1

test "one by one where they are many, until they are few":
    players ann, bob, cal, dee
    given: set damage to 10
    answers 3, "cal 4, dee 3", "dee 2"
    for ann: work
    expect ann.health is 2 and bob.health is 5 and cal.health is 1 and dee.health is 2 and dee.gold is 2

test "the second time as the first":
    players ann, bob
    given: set damage to 1
    answers "ann 1", "ann 2"
    for ann: work
    answers "bob 1", "bob 2"
    for ann: work
    expect ann.health is 4 and bob.health is 4 and ann.gold is 2 and bob.gold is 2

test "nothing is asked where there is nothing to share":
    players ann, bob
    given: set damage to 0
    answers "bob 2"
    for ann: work
    expect ann.health is 5 and bob.health is 5
"""


def program() -> Program:
    loaded = load_text(GAME, "divider.rules")
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


@pytest.mark.parametrize("index", range(GAME.count("\ntest ")))
def test_example(index: int) -> None:
    result = run_test(program(), index)
    assert result.ok, result.message


def test_the_question_says_how_much_there_is() -> None:
    game = Game(program(), 2, names=("Ann", "Bob"))
    assert game.decision is not None
    assert game.decision.prompt == "Wounds to share out: 5"
    assert [option.id for option in game.decision.options] == [f"shares:{n},{5 - n}" for n in range(6)]
    assert [option.label for option in game.decision.options][:2] == ["Bob 5", "Ann 1, Bob 4"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_promises(players: int) -> None:
    assert conform(program(), players, games=5).problems == ()


@pytest.mark.parametrize("rooms", [(5,), (0, 0), (2, 3), (1, 0, 4), (2, 2, 2), (5, 5, 5), (1, 1, 1, 1)])
@pytest.mark.parametrize("total", range(8))
def test_the_ways_are_all_there_are(rooms: tuple[int, ...], total: int) -> None:
    total = min(total, sum(rooms))
    wanted = [way for way in product(*(range(room + 1) for room in rooms)) if sum(way) == total]
    assert ways_to_share(rooms, total) == (wanted if len(wanted) <= MOST_WAYS else None)


def test_many_ways_are_not_listed() -> None:
    assert ways_to_share((9_999,) * 50, 9_999) is None
    assert len(ways_to_share((29, 29), 29) or ()) == 30
    assert ways_to_share((30, 30), 30) is None
    assert ways_to_share((1,) * 5_000, 3) is None
    assert ways_to_share((0,) * 5_000 + (2, 2), 2) == [(0,) * 5_000 + way for way in ((0, 2), (1, 1), (2, 0))]
