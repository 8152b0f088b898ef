"""How fast games are played, and what copying and taking back cost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import perf_counter

import rulelang
from interpreter import Game, simulate
from rulelang.program.tables import Program
from tests.bench.figure import Figure, best, each
from tests.bench.startup import GAME

PLAYERS = 2
GAMES = 100


def figures() -> Iterator[Figure]:
    """Random games of two players."""
    program = rulelang.load(GAME).program
    if program is None:
        raise RuntimeError(f"{GAME} does not check")
    simulate(program, 3, PLAYERS)
    yield Figure("start a game", best(lambda: Game(program, PLAYERS, 1)) * 1000, "ms")
    report = simulate(program, GAMES, PLAYERS, seed=1)
    yield Figure(f"random games of {PLAYERS}", report.games_per_second, "games/s", 100, at_least=True)
    yield Figure("  decisions", report.games_per_second * report.mean_decisions, "a second")
    yield Figure("  decisions a game", report.mean_decisions, "")
    yield from _copies(program)
    yield from _undo(program)


def _copies(program: Program) -> Iterator[Figure]:
    game = played(program, 50)
    state = game.machine.state
    yield Figure("cells of the state", len(state), "")
    yield Figure("copy the state", each(state.copy, 10_000) * 1e6, "us", 5)
    yield Figure("copy the game", each(game.copy, 2_000) * 1e6, "us")


def _undo(program: Program) -> Iterator[Figure]:
    early = _undo_at(program, 10)
    late = _undo_at(program, 1_000)
    yield Figure("undo at move 10", early * 1e6, "us")
    yield Figure("undo at move 1,000", late * 1e6, "us")
    yield Figure("  against move 10", late / early, "x", 3)


def _undo_at(program: Program, move: int) -> float:
    game = played(program, move)
    fastest = float("inf")
    for _ in range(200):
        game.choose(0)
        begun = perf_counter()
        game.undo()
        fastest = min(fastest, perf_counter() - begun)
    return fastest


def played(program: Program, moves: int) -> Game:
    """A game that stands at its so manyth decision: the first seed whose random game goes on as long. Whoever comes to
    the lodge stays there, where nothing ever happens: else no random game would be long."""
    for seed in range(500):
        game = Game(program, PLAYERS, seed)
        chooser = random.Random(seed)
        for _ in range(moves):
            if game.decision is None:
                break
            stay = [option.index for option in game.decision.options if option.id == "rest"]
            game.choose(stay[0] if stay else chooser.randrange(len(game.decision.options)))
        if game.decision is not None:
            return game
    raise RuntimeError(f"no random game goes on for {moves} moves")
