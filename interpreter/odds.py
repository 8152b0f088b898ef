"""Exact odds that a game is won: every decision and every chance is walked, with the best answer at each decision.

    Odds(program, players=1).of(machine)        # from where a machine waits, 0 to 1

Only small games, or small parts of games, end in reasonable time: it grows with the number of different states. States that
differ in nothing but which of several dice lies where, or in what was drawn by chance before, are one. Whoever decides is
taken to want the players to win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod

from interpreter.layout import CHANCES, RESULT, RNG, STAMPS, WON
from interpreter.link import link
from interpreter.machine import Machine
from interpreter.nature import Manual
from interpreter.waiting import Asking, Throwing
from rulelang.program.tables import Program

Key = tuple[object, ...]
MOST_OUTCOMES = 200_000


class TooMany(Exception):
    """More states, or outcomes of one chance, than were allowed."""


class Odds:
    """Odds of one (Program, number of players), kept by state. `forget`: names of places where it does not matter what a
    die shows. `most`: states that may be looked at."""

    def __init__(self, program: Program, players: int = 1, forget: Iterable[str] = (), most: int = 1_000_000) -> None:
        self.program, self.linked, self.most = program, link(program, players), most
        self.known: dict[Key, float] = {}
        layout = self.linked.layout
        self.sorts = dict(program.things_dice)
        self.face = (layout.variables[program.face] or ()) if program.face >= 0 else ()
        skip = {RNG, STAMPS, CHANCES}
        for die in self.sorts:
            skip |= {layout.next + die, layout.prev + die, layout.loc + die, layout.known + die, self.face[die]}
            skip.add(layout.stamp_of[die])
        self.blind = {0}
        for address, (container, _) in layout.container_at.items():
            row = program.containers[container]
            if self.sorts.keys() & set(program.kinds[row.of].members):
                skip |= {address, address + 1, address + 2}
            if row.name in forget:
                self.blind.add(address)
        self.kept = tuple(index for index in range(layout.size) if index not in skip)

    def start(self, seed: int = 0) -> Machine:
        """A new game, at its first wait."""
        machine = Machine(self.linked, Manual(), seed, record=False)
        machine.run()
        return machine

    def of(self, machine: Machine) -> float:
        """The odds that the game is won from here with best play. Raises TooMany, and Fault as the game does."""
        while not machine.state[RESULT] and isinstance(machine.waiting, Asking) and machine.waiting.count == 1:
            machine.answer(0)
        if machine.state[RESULT]:
            return 1.0 if machine.state[RESULT] == WON else 0.0
        key = self._key(machine)
        odds = self.known.get(key)
        if odds is None:
            if len(self.known) >= self.most:
                raise TooMany(f"more than {self.most:,} states")
            waits = machine.waiting
            odds = self._chance(machine, waits) if isinstance(waits, Throwing) else self._best(machine)
            self.known[key] = odds
        return odds

    def _best(self, machine: Machine) -> float:
        waits, best = machine.waiting, 0.0
        for answer in range(waits.count if waits is not None else 0):
            twin = machine.copy()
            twin.answer(answer)
            best = max(best, self.of(twin))
            if best >= 1.0:
                break
        return best

    def _chance(self, machine: Machine, waits: Throwing) -> float:
        total = 0.0
        for answer, share in _outcomes(waits):
            twin = machine.copy()
            twin.answer_chance(answer)
            total += share * self.of(twin)
        return total

    def _key(self, machine: Machine) -> Key:
        state, layout = machine.state, self.linked.layout
        dice = []
        for die, sort in self.sorts.items():
            place = state[layout.loc + die]
            dice.append((sort, place, 0 if place in self.blind else state[self.face[die]]))
        dice.sort()
        return (tuple(dice), tuple([state[index] for index in self.kept]), tuple(state[layout.size :]))


def _outcomes(waits: Throwing) -> Iterator[tuple[tuple[int, ...], float]]:
    """What may fall or be drawn, each with its share; dice that fall alike once."""
    size = waits.faces if waits.kind == "dice" else len(waits.things)
    if waits.kind == "pick":
        if waits.count > 1 and comb(size, waits.count) > MOST_OUTCOMES:
            raise TooMany(f"more than {MOST_OUTCOMES:,} ways to draw")
        picks = [(index,) for index in range(size)] if waits.count == 1 else list(combinations(range(size), waits.count))
        yield from ((pick, 1 / len(picks)) for pick in picks)
        return
    if comb(size + waits.count - 1, waits.count) > MOST_OUTCOMES:
        raise TooMany(f"more than {MOST_OUTCOMES:,} ways for {waits.count} dice to fall")
    whole = size**waits.count
    for faces in combinations_with_replacement(range(size), waits.count):
        ways = factorial(waits.count) // prod(factorial(n) for n in Counter(faces).values())
        yield faces, ways / whole

