"""What every game must hold to, tried on random games of a Program: the one test that all bundled games pass.

Given a Program, `conform` plays and gives the promises found broken, each as a sentence with the seed and the decision
that shows it. It says nothing about whether the rules are those of the game in the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.faults import Fault
from interpreter.game import Decision, Game, GameError
from interpreter.rng import Generator, derive
from interpreter.views import owners
from interpreter.worlds import redeal
from rulelang.program.tables import Program

MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Conformance:
    """How many games and decisions were tried, how many games ended, and what was found broken."""

    games: int
    decisions: int
    ended: int
    problems: tuple[str, ...]


Check = Callable[[Game, Generator], list[str]]


def conform(
    program: Program, players: int, games: int = 3, seed: int = 0, most_decisions: int = 400, views_every: int = 5
) -> Conformance:
    """Play `games` random games of at most `most_decisions` decisions each. `views_every`: at each so manyth decision
    views are compared, which costs more than all the rest."""
    problems: list[str] = []
    decisions = ended = 0
    for index in range(games):
        own = derive(seed, index)
        trial = _Trial(program, players, own, most_decisions, views_every)
        trial.run()
        decisions += trial.decisions
        ended += trial.ended
        problems += [f"{players} players, seed {own}: {text}" for text in trial.problems]
        if len(problems) >= MOST_PROBLEMS:
            break
    return Conformance(games, decisions, ended, tuple(problems[:MOST_PROBLEMS]))


class _Trial:
    """One random game, looked at from all sides at each decision."""

    def __init__(self, program: Program, players: int, seed: int, most: int, views_every: int) -> None:
        self.program = program
        self.players = players
        self.seed = seed
        self.most = most
        self.views_every = views_every
        self.generator = Generator(derive(seed, 1))
        self.answers: list[str] = []
        self.problems: list[str] = []
        self.decisions = 0
        self.ended = False

    def run(self) -> None:
        try:
            game = Game(self.program, self.players, self.seed)
            while (decision := game.decision) is not None and self.decisions < self.most and not self.problems:
                self._look(game, decision)
                self._step(game, decision)
                self.decisions += 1
            self.ended = game.result is not None
            if not self.problems:
                self._again(game)
        except Fault as fault:
            self._note(f"the rules ran into a fault: {fault}")
        except GameError as error:
            self._note(f"what was legal no longer is: {error}")

    def _note(self, text: str) -> None:
        self.problems.append(f"decision {self.decisions}: {text}")

    def _look(self, game: Game, decision: Decision) -> None:
        checks: list[Check] = [options_stand, things_lie_once, variables_in_range, laws_hold]
        if self.decisions % self.views_every == 0:
            checks.append(views_keep_secrets)
        for check in checks:
            for text in check(game, self.generator):
                self._note(text)

    def _step(self, game: Game, decision: Decision) -> None:
        """One random answer: taken in a copy, taken, taken back and taken again."""
        if not decision.options:
            return
        option = decision.options[self.generator.below(len(decision.options))]
        before, twin = game.state, game.copy()
        twin.choose(option.id)
        if game.state != before:
            self._note("playing on in a copy changed the game it was made from")
        game.choose(option.index)
        after, events = game.state, list(game.events)
        if twin.state != after:
            self._note(f"after `{option.id}` a copy stands elsewhere than the game")
        game.undo()
        if game.state != before or game.decision != decision:
            self._note(f"undo of `{option.id}` does not lead back")
        game.choose(option.id)
        if game.state != after or game.events != events:
            self._note(f"`{option.id}`, taken back and taken again, leads elsewhere")
        self.answers.append(option.id)

    def _again(self, game: Game) -> None:
        """The whole game from its answers, in a game that keeps no record."""
        twin = Game(self.program, self.players, self.seed, record=False)
        for answer in self.answers:
            twin.choose(answer)
        if twin.state != game.state or twin.result != game.result:
            self._note("played again from its decisions the game stands elsewhere")


def options_stand(game: Game, _: Generator) -> list[str]:
    """There is a legal option, ids are one of a kind, and the seat is one at the table."""
    decision = game.decision
    if decision is None:
        return []
    found = []
    if not decision.options:
        found.append(f"`{decision.choice}` has no legal option")
    if len({option.id for option in decision.options}) != len(decision.options):
        found.append(f"two options of `{decision.choice}` have one id")
    if not 1 <= decision.seat <= game.players:
        found.append(f"`{decision.choice}` is asked of seat {decision.seat}, where nobody sits")
    return found


def things_lie_once(game: Game, _: Generator) -> list[str]:
    """No thing lies in two places."""
    program, machine = game.program, game.machine
    lying: Counter[int] = Counter()
    for index, row in enumerate(program.containers):
        for owner in owners(row, game.players, program.players[1]):
            things = machine.contents(index, owner)
            lying.update(things)
            if len(things) > row.capacity >= 0:
                return [f"`{row.name}` holds {len(things)} things and may hold {row.capacity}"]
    return [f"`{program.entities[thing - 1].name}` lies in {n} places" for thing, n in lying.items() if n > 1]


def variables_in_range(game: Game, _: Generator) -> list[str]:
    """Every variable is within the ends it can ever have."""
    program, machine = game.program, game.machine
    found = []
    for index, row in enumerate(program.variables):
        for owner in owners(row, game.players, program.players[1]):
            value = machine.read(index, owner)
            if not row.least <= value <= row.most:
                found.append(f"`{row.name}` is {value}, out of {row.least}..{row.most}")
    return found


def laws_hold(game: Game, _: Generator) -> list[str]:
    """Every invariant is true."""
    return [f"the law {law.text!r} does not hold" for index, law in enumerate(game.program.laws) if not game.machine.holds(index)]


def views_keep_secrets(game: Game, generator: Generator) -> list[str]:
    """No seat, and no onlooker, can tell the game from one whose hidden things lie otherwise."""
    found = []
    for seat in range(game.players + 1):
        other = game.copy()
        redeal(other, seat, generator)
        if other.view(seat) != game.view(seat):
            found.append(f"seat {seat} sees what it should not" if seat else "an onlooker sees what it should not")
    return found
