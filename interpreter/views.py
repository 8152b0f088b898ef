"""What a seat may know: made here, by `view_of`, from where things lie, who sees the place, and what was shown.

A count is never hidden; what lies in a container is hidden unless the container is seen or the thing is known; the order
of a deck, and of anything that is not seen, is never given. Of another's decision a seat learns who decides and what
the choice is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.program.tables import Container, Variable

if TYPE_CHECKING:
    from interpreter.game import Chance, Decision, Game, Result
    from interpreter.machine import Machine


class SeenVariable(NamedTuple):
    """A variable of the game (`owner` 0) or of an entity, with its value; None: not for this seat."""

    variable: int
    name: str
    owner: int
    value: int | None


class SeenContainer(NamedTuple):
    """A container with how many things lie in it (`size`), and those of them that the seat knows. They stand in their order if
    the container is seen and no deck, else by id. `open`: the seat sees all of them."""

    container: int
    name: str
    owner: int
    size: int
    things: tuple[int, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Waited:
    """Another seat decides; nothing of its options is told."""

    seat: int
    choice: str


@dataclass(frozen=True, slots=True)
class View:
    """All a seat may know now (`seat` 0: an onlooker)."""

    seat: int
    variables: tuple[SeenVariable, ...]
    containers: tuple[SeenContainer, ...]
    decision: Decision | Waited | None
    chance: Chance | None
    result: Result | None

    def value(self, name: str, owner: int = 0) -> int | None:
        """A variable by name; None if it is hidden. KeyError if there is none."""
        for row in self.variables:
            if row.name == name and row.owner == owner:
                return row.value
        raise KeyError(name)

    def things(self, name: str, owner: int = 0) -> tuple[int, ...]:
        """The things known in a container. KeyError if there is no such container."""
        for row in self.containers:
            if row.name == name and row.owner == owner:
                return row.things
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        """Plain data: entity ids as in the Program, None for what is hidden."""
        return {
            "seat": self.seat,
            "variables": [{"name": row.name, "owner": row.owner, "value": row.value} for row in self.variables],
            "containers": [
                {"name": row.name, "owner": row.owner, "count": row.size, "things": list(row.things), "open": row.open}
                for row in self.containers
            ],
            "decision": _decision_json(self.decision),
            "over": self.result is not None,
        }


def _decision_json(decision: Decision | Waited | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    data: dict[str, Any] = {"seat": decision.seat, "choice": decision.choice}
    if not isinstance(decision, Waited):
        data["prompt"] = decision.prompt
        data["kind"] = decision.kind
        data["options"] = [{"id": option.id, "label": option.label} for option in decision.options]
    return data


def view_of(game: Game, seat: int) -> View:
    """What a seat may know of a game as it stands."""
    decision = game.decision
    own: Decision | Waited | None = decision
    if decision is not None and decision.seat != seat:
        own = Waited(decision.seat, decision.choice)
    return View(
        seat,
        tuple(_variables(game.machine, game.players, seat)),
        tuple(_containers(game.machine, game.players, seat)),
        own,
        game.chance,
        game.result,
    )


def owners(row: Variable | Container, players: int, most: int) -> tuple[int, ...]:
    """Who has one of a variable or container: 0 for the game; empty seats (players + 1 .. most) are left out."""
    if row.owners is None:
        return (0,)
    return tuple(owner for owner in row.owners if not players < owner <= most)


def _variables(machine: Machine, players: int, seat: int) -> Iterator[SeenVariable]:
    program = machine.program
    for index, row in enumerate(program.variables):
        if row.hidden or row.fixed:
            continue
        for owner in owners(row, players, program.players[1]):
            seen = sees_variable(machine, row, owner, seat)
            yield SeenVariable(index, row.name, owner, machine.read(index, owner) if seen else None)


def sees_variable(machine: Machine, row: Variable, owner: int, seat: int) -> bool:
    """Whether a seat may know a variable's value. A hidden thing's own values are hidden with it."""
    if row.seen_by == "none":
        return False
    if owner == 0 or row.seen_by == "all":
        return owner == 0 or _identified(machine, owner, seat)
    return holder_of(machine, owner) == seat


def _identified(machine: Machine, entity: int, seat: int) -> bool:
    if machine.program.entities[entity - 1].sort != "thing":
        return True
    lies = machine.place_of(entity)
    return (lies is not None and machine.seen(*lies, seat)) or machine.knows(seat, entity)


def holder_of(machine: Machine, entity: int) -> int:
    """The seat an entity is or lies with, going from holder to holder; 0 if none."""
    for _ in range(len(machine.program.entities)):
        if entity == 0 or machine.program.entities[entity - 1].sort == "player":
            return entity
        lies = machine.place_of(entity)
        if lies is None:
            return 0
        entity = lies[1]
    return 0


def _containers(machine: Machine, players: int, seat: int) -> Iterator[SeenContainer]:
    program = machine.program
    for index, row in enumerate(program.containers):
        for owner in owners(row, players, program.players[1]):
            if owner and not _identified(machine, owner, seat):
                continue  # what lies on a hidden thing is hidden with it
            things = list(machine.contents(index, owner))
            seen = machine.seen(index, owner, seat)
            known = [thing for thing in things if seen or machine.knows(seat, thing)]
            if not seen or row.word in ("deck", "bag"):
                known.sort()
            yield SeenContainer(index, row.name, owner, len(things), tuple(known), seen)
