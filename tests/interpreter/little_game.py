"""A small game with dice, a deck, hidden hands and a secret, for tests of the engine's surface."""

from __future__ import annotations

from functools import cache

import rulelang
from rulelang.program.tables import Program

TEXT = '''game little "Little":
    players: 1..4
    speaker: first(players)

die d6: 1..6

kind token / tokens:
    worth: 1..3
kind player:
    pile hand of token (seen by holder, discards to spent)
    track score: 0..30
    secret: 0..9 (seen by holder)

cards tiles of token:
    | name | copies | worth |
    | low  | 5      | 1     |
    | mid  | 4      | 2     |
    | high | 3      | 3     |

deck stock of token (discards to spent, refill from spent) = tiles
pile spent of token
track rounds: 0..12

phase game:
    each player:
        draw 2 from stock to hand
        set secret to 3
    repeat: round
phase round:
    gain 1 rounds
    if rounds >= 12: defeat "Time is up"
    each player: turn
phase turn:
    choose deed
    if sum(players, it.score) >= 24: win "Enough"
choice deed "Your turn":
    cast "Roll a die":
        roll d6 as n
        gain n score
    play "Play {c}" for each c in hand:
        gain c.worth score
        discard c
        draw 1 from stock to hand
    idle "Do nothing" when score > 3: nothing
'''


@cache
def little(text: str = TEXT) -> Program:
    """The game as a Program."""
    loaded = rulelang.load_text(text, "little.rules")
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program
