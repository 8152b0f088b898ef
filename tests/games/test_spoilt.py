"""A real game, spoilt at random: the checker only finds, what still loads only plays or faults, and soon."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from interpreter import Fault, Game
from rulelang import load_text
from rulelang.loading import Loaded

TEXT = (Path(__file__).parents[2] / "rules" / "arkham.rules").read_text(encoding="utf-8")
TOKEN = re.compile(r"\w+|\"[^\"\n]*\"|[^\w\s]")
RULES = TEXT[: TEXT.index("# --- Examples that are tested")]
LONGEST = 3.0  # seconds for one text, on a busy machine; most take a tenth of one


def spoil(text: str, chance: random.Random) -> str:
    """The text with a token or a line deleted, doubled, or put in another's place."""
    what = chance.choice(["delete", "double", "swap", "replace"])
    if chance.random() < 0.3:
        lines = text.split("\n")
        a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
        edit(lines, a, b, what)
        return "\n".join(lines)
    found = list(TOKEN.finditer(text))
    near = chance.randrange(len(found))
    far = chance.randrange(max(0, near - 200), min(len(found), near + 200))
    a, b = found[min(near, far)], found[max(near, far)]
    match what:
        case "delete":
            return text[: a.start()] + text[a.end() :]
        case "double":
            return text[: a.end()] + " " + text[a.start() :]
        case "replace":
            return text[: a.start()] + b.group() + text[a.end() :]
    if a is b:
        return text
    return text[: a.start()] + b.group() + text[a.end() : b.start()] + a.group() + text[b.end() :]


def edit(lines: list[str], a: int, b: int, what: str) -> None:
    match what:
        case "delete":
            del lines[a]
        case "double":
            lines.insert(b, lines[a])
        case "swap":
            lines[a], lines[b] = lines[b], lines[a]
        case "replace":
            lines[a] = lines[b]


def play(loaded: Loaded, chance: random.Random) -> None:
    """Twenty decisions of a game. A fault is an answer, any other exception is not."""
    if loaded.program is None:
        return
    try:
        game = Game(loaded.program, players=2, seed=chance.randrange(1000))
        for _ in range(20):
            if game.decision is None:
                return
            game.choose(chance.randrange(len(game.decision.options)))
    except Fault:
        return


@pytest.mark.parametrize("seed", range(60))
def test_a_spoilt_game_is_found_out_or_plays(seed: int) -> None:
    chance = random.Random(seed)
    text = RULES
    for _ in range(chance.choice([1, 1, 2, 4])):
        text = spoil(text, chance)
    begun = time.perf_counter()
    loaded = load_text(text)
    assert all(0 <= item.span.start <= item.span.end <= len(text) for item in loaded.diagnostics)
    assert all(item.message for item in loaded.diagnostics)
    play(loaded, chance)
    assert time.perf_counter() - begun < LONGEST
