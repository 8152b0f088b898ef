"""Events from the machine's tuples, as a seat may know them, and in words."""

from __future__ import annotations

import pickle

import pytest
from little_game import little

from interpreter import events as ev
from interpreter.wording import PHRASES, Teller, sentence, tell

NAMES = ("Ash", "Bea")


def container(name: str) -> int:
    return next(index for index, row in enumerate(little().containers) if row.name == name)


def variable(name: str) -> int:
    return next(index for index, row in enumerate(little().variables) if row.name == name)


def thing(name: str) -> int:
    return next(index for index, row in enumerate(little().entities, 1) if row.title == name or row.name == name)


def event(kind: str, *fields: object, seen: int = -1) -> ev.Event:
    return ev.event_of(little(), 0, (kind, seen, -1, 0, 0, *fields))


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("changed", (variable("score"), 1, 2, 5), "Ash gains 3 score: 5 now"),
        ("changed", (variable("score"), 2, 5, 3), "Bea loses 2 score: 3 left"),
        ("changed", (variable("rounds"), 0, 0, 1), "Rounds: up by 1 to 1"),
        ("changed", (variable("secret"), 1, 0, 3), "Ash's secret: 3"),
        ("rolled", (1, 0, (5, 0, 2)), "Ash rolls 6, 1, 3"),
        ("rolled", (0, 0, (5,)), "The dice show 6"),
        ("rolled", (1, 0, ()), "Ash has no dice to roll"),
        ("rerolled", (1, 0, (0, 2), (5, 0, 2)), "Ash throws 2 dice again: 6, 1, 3"),
        ("locked", (1, 0, (1,), (5, 0, 2)), "Ash locks 1 die: 6, 1, 3"),
        ("chosen", (1, "deed", "cast", "Roll a die"), "Ash chooses: Roll a die"),
        ("moved", (thing("high"), -1, 0, -1, 0), "High leaves the game"),
        ("moved", (thing("high"), container("stock"), 0, container("hand"), 2), "High goes from the stock to Bea's hand"),
        ("moved", (thing("high"), container("stock"), 0, -2, 0), "High is drawn from the stock"),
        ("moved", (thing("high"), -2, 0, container("spent"), 0), "High goes to the spent"),
        ("shown", ((thing("high"),), (1, 2)), "Ash and Bea may look at High"),
        ("shuffled", (container("stock"), 0), "The stock is shuffled"),
        ("finished", ("win", 0, "Enough"), "The players win: Enough"),
        ("finished", ("defeat", 2, ""), "Bea loses"),
        ("walked", (1, 0, 2), "Ash moves to Bea"),
    ],
)
def test_sentences(kind: str, fields: tuple[object, ...], words: str) -> None:
    assert sentence(event(kind, *fields), little(), NAMES) == words


def test_what_a_seat_may_not_know_is_left_out() -> None:
    moved = event("moved", thing("high"), container("stock"), 0, container("hand"), 2, seen=1 << 2)
    assert ev.for_seat(moved, little(), 2) == moved
    other = ev.for_seat(moved, little(), 1)
    assert isinstance(other, ev.Moved)
    assert (other.thing, other.target_owner) == (0, 2)
    assert sentence(other, little(), NAMES) == "Something unseen goes from the stock to Bea's hand"


def test_a_secret_choice_is_only_told_of() -> None:
    other = ev.for_seat(event("chosen", 1, "deed", "cast", "Roll a die", seen=1 << 1), little(), 2)
    assert other is not None
    assert sentence(other, little(), NAMES) == "Ash has chosen"


def test_a_hidden_value_changes_unheard() -> None:
    assert ev.for_seat(event("changed", variable("secret"), 1, 0, 3, seen=1 << 1), little(), 2) is None


def test_events_are_plain_data_and_travel() -> None:
    rolled = event("rolled", 1, 0, (5, 0))
    assert rolled.to_json()["faces"] == [5, 0]
    assert rolled.to_json()["event"] == "rolled"
    assert pickle.loads(pickle.dumps(rolled)) == rolled


def test_every_kind_has_a_voice() -> None:
    from interpreter.wording import _TELL

    assert set(_TELL) == set(ev.KINDS.values())


def test_another_language_is_another_table() -> None:
    teller = Teller(little(), NAMES, {**PHRASES, "rolled": "{who} бросает: {faces}"})
    assert tell(teller, event("rolled", 1, 0, (5,))) == "Ash бросает: 6"


def test_names_cannot_reach_into_a_phrase() -> None:
    assert sentence(event("rolled", 1, 0, (5,)), little(), ("{faces.__class__}",)) == "{faces.__class__} rolls 6"
