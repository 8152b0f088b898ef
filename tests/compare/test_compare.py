"""What differs in meaning between two games."""

from __future__ import annotations

import pytest

from rulelang import load_text
from rulelang.compare import compare

BASE = """game tiny "Tiny":
    players: 1..4
setting rerolls: 0..9 = 3 "Rerolls"
kind ghost:
    worth: 1..3
cards ghosts of ghost:
    | name | worth |
    | boo  | 2     |
    | woo  | 1     |
pile crypt of ghost = ghosts
choice act:
    wait "Wait": win
    leave "Leave": defeat
define worth_of(ghost) = ghost.worth
phase game:
    for first(players): choose act
"""


def differences(new: str, old: str = BASE) -> list[str]:
    one, other = load_text(old).composed, load_text(new).composed
    assert one is not None
    assert other is not None
    return [str(row) for row in compare(one, other)]


def test_nothing() -> None:
    assert differences(BASE) == []
    assert differences(BASE.replace("| boo  | 2     |", "| boo | 2 |").replace("players: 1..4", "players:   1..4  # few")) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("= 3", "= 1", "setting rerolls: 3 -> 1"),
        ("| boo  | 2     |", "| boo  | 3     |", "card boo.worth: 2 -> 3"),
        ("    | woo  | 1     |\n", "", "card woo: removed"),
        ("    | woo  | 1     |\n", "    | woo  | 1     |\n    | moo  | 1     |\n", "card moo: added"),
        ("players: 1..4", "players: 1..3", "game players: 1..4 -> 1..3"),
        ("phase game", "rule idle: nothing\nphase game", "rule idle: added"),
        ('    leave "Leave": defeat\n', "", "choice act, option leave: removed"),
        ('"Wait": win', '"Wait": defeat', "choice act, option wait: changed"),
        ("    worth: 1..3", "    worth: 1..4", "kind ghost, field worth: worth: 1..3 -> worth: 1..4"),
        ("= ghost.worth", "= ghost.worth + 1", "define worth_of: define worth_of(ghost) = ghost.worth -> "),
    ],
)
def test_one_change(old: str, new: str, said: str) -> None:
    assert BASE.replace(old, new) != BASE
    found = differences(BASE.replace(old, new))
    assert len(found) == 1
    assert found[0].startswith(said)
