"""A view shows what its seat may know and nothing else."""

from __future__ import annotations

import json

from little_game import little

from interpreter import Game
from interpreter.rng import Generator
from interpreter.views import Waited
from interpreter.worlds import redeal


def test_a_hand_is_its_holders() -> None:
    game = Game(little(), 2, 4)
    assert len(game.view(1).things("hand", 1)) == 2
    assert game.view(1).things("hand", 2) == ()
    assert game.view(0).things("hand", 1) == ()
    counts = [(row.owner, row.size) for row in game.view(1).containers if row.name == "hand"]
    assert counts == [(1, 2), (2, 2)]


def test_a_secret_field_is_its_holders() -> None:
    game = Game(little(), 2, 4)
    assert game.view(1).value("secret", 1) == 3
    assert game.view(1).value("secret", 2) is None


def test_another_decides() -> None:
    game = Game(little(), 2, 4)
    assert game.view(2).decision == Waited(1, "deed")
    assert game.view(1).decision == game.decision


def test_a_deck_is_only_counted() -> None:
    game = Game(little(), 2, 4)
    stock = next(row for row in game.view(1).containers if row.name == "stock")
    assert (stock.size, stock.things, stock.open) == (8, (), False)


def test_worlds_a_seat_cannot_tell_apart() -> None:
    game = Game(little(), 3, 4)
    differ = 0
    for seed in range(20):
        other = game.copy()
        redeal(other, 2, Generator(seed))
        assert other.view(2) == game.view(2)
        assert other.machine.contents(hand(), 2) == game.machine.contents(hand(), 2)
        differ += other.machine.contents(hand(), 1) != game.machine.contents(hand(), 1)
    assert differ > 10


def test_a_redealt_world_plays_on() -> None:
    for seed in range(10):
        game = Game(little(), 2, seed).copy()
        redeal(game, 1, Generator(seed))
        draw = Generator(seed).below
        while game.decision is not None:
            game.choose(draw(len(game.decision.options)))
        assert game.result is not None


def test_hidden_cards_are_hidden_in_events() -> None:
    game = Game(little(), 2, 4)
    mine = [event for event in game.events_for(1) if event.kind == "moved"]
    assert sum(event.thing == 0 for event in mine) == 2  # type: ignore[attr-defined]
    assert sum(event.thing != 0 for event in mine) == 2  # type: ignore[attr-defined]
    assert not any(event.kind == "changed" and event.owner == 2 for event in game.events_for(1))  # type: ignore[attr-defined]


def test_a_view_is_json() -> None:
    game = Game(little(), 2, 4)
    data = json.loads(json.dumps(game.view(1).to_json()))
    assert data["decision"]["options"][0]["id"] == "cast"
    assert "options" not in game.view(2).to_json()["decision"]


def hand() -> int:
    return next(index for index, row in enumerate(little().containers) if row.name == "hand")


def test_what_a_secret_choice_was_is_not_told() -> None:
    game = Game(little(), 2, 4)
    since = len(game.events)
    game.choose(1)
    assert any(line.startswith("Player 1 chooses: Play") for line in game.sentences(1, since))
    assert "Player 1 has chosen" in game.sentences(2, since)
