"""The layout of the state vector: which cell holds what, for one Program and number of players.

Cells 0, 1 and 2 always hold 0: they are the variable, and the empty container, of nothing. So every table here is
indexed by entity id with 0 at [0], and reading a member of nothing needs no guard. docs/machine.md describes the rest.
"""

from __future__ import annotations

from interpreter.program_walk import acting_things
from rulelang.program.expr import Const
from rulelang.program.tables import Container, Program, Variable

FP, PC, RNG, RESULT, RESULT_PC, STAMPS, CHANCES, QUIET, STAGE, TABLE = range(3, 13)
ENGINE_CELLS = (
    "nothing", "nothing", "nothing", "frame", "instruction", "generator", "result", "result from",
    "arrivals", "chances", "quiet", "stage", "table",
)  # fmt: skip
FIRST_FREE = len(ENGINE_CELLS)

# The header of a frame: offsets from the frame's address. The locals follow.
RETURN, CALLER, ROUTINE, YOU, THIS, PENDING, AFTER, GIVES, DEPTH = range(9)
HEADER = 9
HEADER_CELLS = ("return", "caller", "routine", "you", "this", "leaving", "after begun", "gives to", "depth")

WON, LOST, OVER = 1, 2, 3
MAX_DEPTH = 200
MAX_CELLS = 20_000
MAX_STEPS = 200_000
LIMIT = 2**31


class Layout:
    """Addresses. `size` is the length of the state without frames.

    `variables[v]` is an address by entity id, or None where v is constant; `game_variables[v]` the game's address or 0.
    `containers[c]` likewise by owner, `game_containers[c]`; a container is three cells: head, tail, count.
    `next`, `prev`, `loc`, `known`: add an entity id of a thing (never 0) to get its cell; `loc_of[e]` and `stamp_of[e]`
    are safe for any entity. A thing's loc is the address of its container, TABLE (drawn, not yet put) or 0 (the box).
    """

    fp, pc, rng, result, chances = FP, PC, RNG, RESULT, CHANCES

    def __init__(self, program: Program, players: int) -> None:
        self.program = program
        self.players = players
        self.names: list[str] = list(ENGINE_CELLS)
        self.seats = tuple(range(1, players + 1))
        ids = range(1, len(program.entities) + 1)
        self.things = tuple(e for e in ids if program.entities[e - 1].sort == "thing")
        self.unseated = frozenset(e for e in ids if program.entities[e - 1].sort == "player" and e > players)
        self.seat_result = self._block("result of", self.seats) - 1
        self.seat_result_pc = self._block("result from, of", self.seats) - 1
        self.variables: list[tuple[int, ...] | None] = []
        self.game_variables: list[int] = []
        self.constants: dict[int, tuple[int, ...]] = {}
        self.game_constants: dict[int, int] = {}
        for index, variable in enumerate(program.variables):
            self._place_variable(index, variable)
        self.containers: list[tuple[int, ...]] = []
        self.game_containers: list[int] = []
        self.container_at: dict[int, tuple[int, int]] = {}
        self.filled: dict[int, int] = {}
        watched = {v.when_filled for v in program.variables if v.when_filled is not None}
        for index, container in enumerate(program.containers):
            self._place_container(index, container, index in watched)
        self._place_things()
        self.size = len(self.names)

    def _entity(self, e: int) -> str:
        return self.program.entities[e - 1].name

    def _block(self, what: str, owners: tuple[int, ...]) -> int:
        at = len(self.names)
        self.names.extend(f"{what} {self._entity(e)}" for e in owners)
        return at

    def _by_owner(self, owners: tuple[int, ...], at: int, width: int) -> tuple[int, ...]:
        table = [0] * (len(self.program.entities) + 1)
        for position, owner in enumerate(owners):
            table[owner] = at + position * width
        return tuple(table)

    def _place_variable(self, index: int, variable: Variable) -> None:
        if variable.fixed and (variable.first_of is not None or isinstance(variable.first, Const)):
            self._place_constant(index, variable)
        elif variable.owners is None:
            self.game_variables.append(len(self.names))
            self.variables.append(())
            self.names.append(variable.name)
        else:
            owners = tuple(o for o in variable.owners if o not in self.unseated)
            at = len(self.names)
            self.names.extend(f"{self._entity(o)}.{variable.name}" for o in owners)
            self.game_variables.append(0)
            self.variables.append(self._by_owner(owners, at, 1))

    def _place_constant(self, index: int, variable: Variable) -> None:
        table = [0] * (len(self.program.entities) + 1)
        owners = variable.owners or (0,)
        values = variable.first_of or ((variable.first.value,) * len(owners) if isinstance(variable.first, Const) else ())
        if variable.owners is None:
            self.game_constants[index] = values[0] if values else 0
        else:
            for owner, value in zip(owners, values, strict=False):
                table[owner] = value
        self.constants[index] = tuple(table)
        self.game_variables.append(0)
        self.variables.append(None)

    def _place_container(self, index: int, container: Container, watched: bool) -> None:
        owners = (0,) if container.owners is None else tuple(o for o in container.owners if o not in self.unseated)
        at = len(self.names)
        for position, owner in enumerate(owners):
            name = f"{self._entity(owner)}.{container.name}" if owner else container.name
            self.names.extend(f"{name}: {part}" for part in ("first", "last", "count"))
            self.container_at[at + 3 * position] = (index, owner)
        if container.owners is None:
            self.game_containers.append(at)
            self.containers.append(())
        else:
            self.game_containers.append(0)
            self.containers.append(self._by_owner(owners, at, 3))
        if watched:
            for position, owner in enumerate(owners):
                self.filled[at + 3 * position] = len(self.names)
                name = f"{self._entity(owner)}.{container.name}" if owner else container.name
                self.names.append(f"{name}: was filled")

    def _place_things(self) -> None:
        things, first = self.things, self.things[0] if self.things else 0
        self.first_thing = first
        self.next = self._block("next after", things) - first
        self.prev = self._block("next before", things) - first
        self.loc = self._block("place of", things) - first
        self.known = self._block("known to, of", things) - first
        acting = tuple(sorted(acting_things(self.program) & set(things)))
        stamps = self._block("arrival of", acting)
        self.loc_of = self._by_owner(things, self.loc + first, 1)
        self.stamp_of = self._by_owner(acting, stamps, 1)

    def describe(self, index: int) -> str:
        """What a cell of the state without frames holds; cells from `size` on belong to frames."""
        return self.names[index] if 0 <= index < self.size else f"frame cell {index - self.size}"

    def address(self, container: int, owner: int) -> int:
        """A container's address; 0 for the container of nothing or of who is not seated."""
        if self.program.containers[container].owners is None:
            return self.game_containers[container]
        return self.containers[container][owner]
