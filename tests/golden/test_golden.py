"""Whole games told in words, with their decisions: what changes in them is to be read in a review.

A golden file begins with `key: value` lines, the set-up. Each decision stands after it as `> id | Name: prompt: label`,
with what came of it indented below. `pytest --update-golden` plays the ids again and writes the words anew; a new game is a file
with its first lines only, which a random bot then plays.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.bots import make
from interpreter.game import Game
from interpreter.telling import story
from interpreter.wording import Teller
from rulelang import games, load

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
MOST_ANSWERS = 500


def setup(text: str) -> tuple[Game, list[str]]:
    """The game at its start, and the first lines."""
    head = [line for line in text.split("\n\n")[0].splitlines() if line]
    told = dict(line.split(": ", 1) for line in head)
    pairs = told.get("settings", "").split()
    settings = dict(pair.split("=") for pair in pairs)
    loaded = load(str(games.find(told["game"])), settings=settings)
    assert loaded.program is not None, loaded.diagnostics
    names = tuple(told["names"].split(", "))
    return Game(loaded.program, len(names), int(told["seed"]), names=names), head


def retold(text: str) -> str:
    """The file as it should read."""
    game, head = setup(text)
    ids = [line[2:].split(" | ")[0] for line in text.splitlines() if line.startswith("> ")]
    bot = make("random", game.seed)
    lines = [*head, "", *told(game, 0)]
    for at in range(MOST_ANSWERS):
        decision = game.decision
        if decision is None or (ids and at >= len(ids)):
            break
        option = decision.options[bot.choose(game, decision.seat)]
        if ids:
            option = next((row for row in decision.options if row.id == ids[at]), option)
            assert option.id == ids[at], f"answer {at + 1}: {ids[at]} is not offered for {decision.choice}"
        since = len(game.events)
        lines.append(f"> {option.id} | {game.names[decision.seat - 1]}: {decision.prompt}: {option.label}")
        echo = f"    {game.names[decision.seat - 1]} chooses: {option.label}"  # the line above says so
        game.choose(option)
        lines += [line for line in told(game, since) if line != echo]
    assert game.result is not None, "the game does not end with the decisions of the file"
    return "\n".join((*lines, "", f"over: {game.result.text}", ""))


def told(game: Game, since: int) -> list[str]:
    teller = Teller(game.program, game.names)
    return [f"    {sentence}" for sentence in story(teller, game.events, game.events[since:])]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_game_is_told_as_before(file: Path, request: pytest.FixtureRequest) -> None:
    text = file.read_text("utf-8")
    words = retold(text)
    if request.config.getoption("--update-golden"):
        file.write_text(words, "utf-8")
    assert words == file.read_text("utf-8")
