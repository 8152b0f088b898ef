"""The conformance test finds what it is there to find."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from little_game import TEXT, little

from interpreter import Fault, Game, Scripted, conform, views
from interpreter.machine import Machine


def test_a_view_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = views._containers

    def leaky(machine: Machine, players: int, seat: int) -> Iterator[views.SeenContainer]:
        for row in honest(machine, players, seat):
            yield row._replace(things=tuple(machine.contents(row.container, row.owner)))

    monkeypatch.setattr(views, "_containers", leaky)
    assert "sees what it should not" in conform(little(), 2, games=1).problems[0]


def test_a_secret_value_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "sees_variable", lambda *_: True)
    text = TEXT.replace("set secret to 3", "draw x from stock\n        set secret to x.worth\n        move x to hand")
    assert "sees what it should not" in conform(little(text), 3, games=1, views_every=1).problems[0]


def test_a_copy_that_is_no_copy_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "copy", lambda self, record=False: self)
    assert conform(little(), 2, games=1).problems


def test_a_broken_law_is_found() -> None:
    program = little(TEXT + '\ninvariant "Nobody scores": sum(players, it.score) < 5\n')
    assert "this no longer holds" in conform(program, 2, games=1).problems[0]
    quiet = Game(program, 2, 1, record=False)
    while quiet.decision is not None:
        quiet.choose(0)

    def loud() -> None:
        game = Game(program, 2, 1)
        while game.decision is not None:
            game.choose(0)

    with pytest.raises(Fault, match="Nobody scores"):
        loud()


def test_after_a_fault_the_game_stands_as_before() -> None:
    program = little(TEXT.replace("gain n score", "set score to 28 + n"))
    game = Game(program, 1, 1, nature=Scripted(faces=[6], program=program))
    before, events = game.state, list(game.events)
    with pytest.raises(Fault):
        game.choose("cast")
    assert game.state == before
    assert game.events == events
    assert game.decision is not None
    game.choose(1)
