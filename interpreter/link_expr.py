"""Writes an expression of a Program as Python source text.

Names in the text come from integers in the tables only, never from a rule file. A condition is written to be tested
(`cond`), everything else to be a value (`val`): an int, or a sequence of ints for a set. Order of evaluation is left to
right, and nothing an expression does changes the game, so what is not needed is not evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.board import Board
from interpreter.layout import HEADER, THIS, YOU, Layout
from interpreter.link_weight import HEAVY, Weights
from interpreter.program_walk import circular_defines
from rulelang.program import expr as x
from rulelang.program.tables import Program

DEEPEST = 24  # levels of nesting in one Python expression; below them a function of its own is written

SETS = (
    x.LocalSet, x.Contents, x.ContentsOf, x.Players, x.Entities, x.ActiveOf, x.Neighbours, x.Reach, x.Ends, x.Filter,
    x.Map, x.Union, x.Single, x.Numbers, x.PoolFaces, x.PoolWhere, x.Boxes, x.BoxOf, x.Concat,
)  # fmt: skip
CONDITIONS = (x.Lies, x.Boxed, x.IsOneOf, x.Compare, x.And, x.Or, x.Not, x.InSpan, x.InSet, x.AnyOf)


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean where an expression stands: the doer, the thing, locals that live in Python names, bound vars."""

    you: str = f"S[fp+{YOU}]"
    this: str = f"S[fp+{THIS}]"
    locals: dict[int, str] = field(default_factory=dict)
    bound: tuple[str, ...] = ()

    def bind(self, *names: str) -> Scope:
        """The scope with more names bound."""
        return replace(self, bound=self.bound + names)


class Source:
    """The text being written: finished functions, and the constants its names stand for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origin: list[int] = []  # for each line the pc it belongs to; -1 - define; NO_ORIGIN for none
        self.constants: dict[str, object] = {}
        self._names: dict[object, str] = {}

    def constant(self, value: object) -> str:
        """The name of a constant; equal tuples and frozensets share one."""
        key = (type(value).__name__, value)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"K{len(self._names)}"
            self.constants[name] = value
        return name

    def function(self, head: str, body: Iterable[tuple[str, int]]) -> None:
        """Add a function: its head and its lines, each with its origin."""
        self.add(head, NO_ORIGIN)
        for line, origin in body:
            self.add("    " + line, origin)

    def add(self, line: str, origin: int) -> None:
        """Add a line."""
        self.lines.append(line)
        self.origin.append(origin)


NO_ORIGIN = -(10**9)


class ExprWriter:
    """Writes expressions for one (Program, number of players)."""

    def __init__(self, program: Program, layout: Layout, board: Board, out: Source) -> None:
        self.program = program
        self.layout = layout
        self.board = board
        self.out = out
        self.depth = 0
        self.helpers = 0
        self.origin = NO_ORIGIN
        self.weights = Weights(program, circular_defines(program))
        self.turns = 1  # of the loops around what is being written
        self.starts: list[int] = []  # the address of each routine's first instruction

    # --- the two ways to write -------------------------------------------------------------------------

    def val(self, e: x.Ex, scope: Scope) -> str:
        """The expression as a value; conditions come out as 1 or 0."""
        if isinstance(e, CONDITIONS):
            return f"(1 if {self.cond(e, scope)} else 0)"
        return self._nested(e, scope, _VALUES[type(e)])

    def cond(self, e: x.Ex, scope: Scope) -> str:
        """The expression as something to be tested for truth."""
        write = _CONDITIONS.get(type(e))
        return self.val(e, scope) if write is None else self._nested(e, scope, write)

    def _nested(self, e: x.Ex, scope: Scope, write: Callable[[ExprWriter, x.Ex, Scope], str]) -> str:
        if self.depth >= DEEPEST:
            return self._apart(e, scope, write)
        self.depth += 1
        try:
            return write(self, e, scope)
        finally:
            self.depth -= 1

    def _apart(self, e: x.Ex, scope: Scope, write: Callable[[ExprWriter, x.Ex, Scope], str]) -> str:
        """The same in a function of its own, since Python refuses expressions nested too deep."""
        name = self.fresh()
        inner = Scope("y", "t", scope.locals, scope.bound)
        passed = ["S", "fp", *dict.fromkeys((*scope.bound, *scope.locals.values()))]
        depth, self.depth = self.depth, 0
        text = write(self, e, inner)
        self.depth = depth
        self.out.function(f"def {name}({', '.join((*passed, 'y', 't'))}):", [(f"return {text}", self.origin)])
        return f"{name}({', '.join((*passed, scope.you, scope.this))})"

    def inside(self, group: x.Ex, write: Callable[[], str]) -> str:
        """What is done for each member of a set, counted where that may be very often."""
        around = self.turns
        self.turns = around * max(1, self.weights.size(group))
        try:
            return f"(spend() or {write()})" if self.turns > HEAVY else write()
        finally:
            self.turns = around

    def fresh(self) -> str:
        """A name for a function of our own."""
        self.helpers += 1
        return f"h{self.helpers}"

    # --- addresses ---------------------------------------------------------------------------------------

    def slot(self, slot: int) -> str:
        """The address of a local cell."""
        return f"fp+{HEADER + slot}"

    def address(self, container: int, owner: x.Ex | None, scope: Scope) -> str:
        """The address of a container; 0 for nothing's."""
        if owner is None:
            return str(self.layout.game_containers[container])
        table = self.layout.containers[container]
        if isinstance(owner, x.Const):
            return str(table[owner.value] if table else 0)
        if not table:
            return str(self.layout.game_containers[container])
        return f"{self.out.constant(table)}[{self.val(owner, scope)}]"

    def cell(self, variable: int, owner: x.Ex | None, scope: Scope) -> str:
        """The address of a variable that is not constant; 0 for nothing's."""
        table = self.layout.variables[variable]
        if owner is None or not table:
            return str(self.layout.game_variables[variable])
        if isinstance(owner, x.Const):
            return str(table[owner.value])
        return f"{self.out.constant(table)}[{self.val(owner, scope)}]"

    def is_set(self, e: x.Ex) -> bool:
        """Whether an expression gives a set."""
        if isinstance(e, x.If):
            return self.is_set(e.then) or self.is_set(e.otherwise)
        if isinstance(e, x.Case):
            return any(self.is_set(value) for _, value in e.rows)
        if isinstance(e, x.Value):
            return self.program.defines[e.define].is_set
        return isinstance(e, SETS)


def grows(e: object) -> bool:
    """Whether a value may be larger than every value it is made of, so that it has to be checked when kept."""
    if isinstance(e, (x.Arith, x.Value)) or (isinstance(e, x.Fold) and e.op == "sum"):
        return True
    if isinstance(e, x.If):
        return grows(e.then) or grows(e.otherwise)
    if isinstance(e, x.Case):
        return any(grows(value) for _, value in e.rows)
    if isinstance(e, x.Fold):
        return grows(e.value)
    return isinstance(e, (x.Map, x.First, x.Single, x.Union, x.Filter, x.Numbers))


Writer = Callable[[ExprWriter, Any, Scope], str]
_VALUES: dict[type[x.Ex], Writer] = {}
_CONDITIONS: dict[type[x.Ex], Writer] = {}


def value_of(*sorts: type[x.Ex]) -> Callable[[Writer], Writer]:
    """Registers how an expression is written as a value."""

    def register(write: Writer) -> Writer:
        _VALUES.update(dict.fromkeys(sorts, write))
        return write

    return register


def condition_of(*sorts: type[x.Ex]) -> Callable[[Writer], Writer]:
    """Registers how an expression is written to be tested."""

    def register(write: Writer) -> Writer:
        _CONDITIONS.update(dict.fromkeys(sorts, write))
        return write

    return register


def written() -> frozenset[type[x.Ex]]:
    """Every expression class that has a writer."""
    return frozenset(_VALUES) | frozenset(_CONDITIONS)
