"""Players made of code: one that picks at random, one that tries each option out in worlds it cannot tell apart.

A bot is asked for an index into the options of its own decision. It draws from a generator of its own, so it never
touches the game's chance, and a game it played is replayed from its decisions alone.
"""

from __future__ import annotations

from typing import Protocol

from interpreter.faults import Fault
from interpreter.game import Game, GameError
from interpreter.rng import Generator, derive
from interpreter.waiting import Asking
from interpreter.worlds import redeal
from rulelang.messages.words import say

WIN, DEFEAT, OPEN = 1.0, 0.0, 0.5
HORIZON = 60  # decisions of a playout before it counts as open
BUDGET = 200  # playouts for one decision


class Bot(Protocol):
    """Something that decides for a seat."""

    def choose(self, game: Game, seat: int) -> int:
        """An index into `game.decision.options`; the decision is `seat`'s."""


class RandomBot:
    """Every option is equally likely."""

    def __init__(self, seed: int) -> None:
        self._generator = Generator(seed)

    def choose(self, game: Game, seat: int) -> int:
        """An index, by chance."""
        decision = game.decision
        if decision is None:
            raise GameError(say("no player is asked anything now"))
        return self._generator.below(len(decision.options))


class SamplingBot:
    """Looks one decision ahead. Again and again it deals what its seat has not seen anew, takes each option in that
    world, plays on at random to the end or a horizon, and in the end takes the option that did best on average. A playout
    that lasts counts for more the longer it held out, so that the bot has something to go by in games chance loses."""

    def __init__(self, seed: int, budget: int = BUDGET, horizon: int = HORIZON) -> None:
        self._generator = Generator(seed)
        self.budget = max(1, budget)
        self.horizon = max(1, horizon)

    def choose(self, game: Game, seat: int) -> int:
        """The index of the option with the best average; of equals the first."""
        decision = game.decision
        if decision is None:
            raise GameError(say("no player is asked anything now"))
        count = len(decision.options)
        if count == 1:
            return 0
        scores = [0.0] * count
        for _ in range(max(1, self.budget // count)):
            world = self._world(game, seat, count)
            seed = self._generator.seed()
            for index in range(count):
                scores[index] += self._try(world, seat, index, Generator(seed))
        return max(range(count), key=lambda index: (scores[index], -index))

    def _world(self, game: Game, seat: int, count: int) -> Game:
        world = game.copy()
        try:
            redeal(world, seat, self._generator)
        except Fault:
            return game.copy()
        asked = world.machine.waiting
        if isinstance(asked, Asking) and asked.seat == seat and asked.count == count:
            return world
        # What is hidden bears on the decision itself, against the language's promise; its own options still hold.
        plain = game.copy()
        plain.machine.state[plain.machine.layout.rng] = world.machine.state[world.machine.layout.rng]
        return plain

    def _try(self, world: Game, seat: int, index: int, generator: Generator) -> float:
        game = world.copy()
        try:
            game.machine.answer(index)
            for step in range(self.horizon):
                waiting = game.machine.waiting
                if not isinstance(waiting, Asking):
                    # a defeat far off is better than one at hand, a win at hand better than one far off
                    far = step / self.horizon
                    ended = score(game, seat)
                    return ended * (1 - far / 4) if ended > OPEN else ended + (OPEN - ended) * far
                game.machine.answer(generator.below(waiting.count))
        except Fault:
            return DEFEAT
        return score(game, seat)


def score(game: Game, seat: int) -> float:
    """1 for a seat that has won, 0 for one that has lost, a half while it is open."""
    result = game.result
    if result is None:
        return OPEN
    won = result.won
    if won is None and 0 < seat <= len(result.seats):
        won = result.seats[seat - 1]
    if won is None:
        return OPEN
    return WIN if won else DEFEAT


def make(spec: str, seed: int) -> Bot:
    """A bot by name: `random`, `sampling`, or `sampling:BUDGET`. ValueError for anything else."""
    name, _, budget = spec.partition(":")
    if name == "random" and not budget:
        return RandomBot(seed)
    counted = budget.isascii() and budget.isdigit() and 0 < int(budget[:7]) <= 100_000
    if name == "sampling" and (counted or not budget):
        return SamplingBot(seed, int(budget) if budget else BUDGET)
    raise ValueError(
        say("no bot is called `{bot}`; there are `random`, `sampling` and `sampling:BUDGET` (1 to 100000)", bot=spec)
    )


def team(specs: tuple[str, ...], players: int, seed: int) -> list[Bot]:
    """A bot for each seat; the last spec serves the seats that have none of their own."""
    chosen = [specs[min(seat, len(specs) - 1)] for seat in range(players)] if specs else ["random"] * players
    return [make(spec, derive(seed, seat)) for seat, spec in enumerate(chosen)]
