"""Links a Program for a number of players: its instructions and values become Python functions, made once and kept.

The functions are compiled from text that this package writes; no text of a rule file gets into it.
"""

from __future__ import annotations

import builtins
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import interpreter.code_asks
import interpreter.code_chance
import interpreter.code_change
import interpreter.code_course
import interpreter.code_picks
import interpreter.expr_conditions
import interpreter.expr_values  # noqa: F401 - they register their writers
from interpreter.asks import Asks
from interpreter.board import Board
from interpreter.chances import Chances
from interpreter.layout import Layout
from interpreter.link_code import BlockWriter, leaders_of
from interpreter.link_defines import write_defines
from interpreter.link_expr import ExprWriter, Scope, Source
from interpreter.moves import Moves
from interpreter.picks import Picks
from interpreter.reads import Reads
from interpreter.runs import Runs
from interpreter.sharing import Shares
from rulelang.program.code import Instr
from rulelang.program.expr import Ex
from rulelang.program.tables import Program
from rulelang.source import NOWHERE, Span

FILE = "<rules>"
Op = Callable[[Any, list[int], int], int]
KEPT = 32  # linked programs kept; a table of few games needs few


class Linked:
    """A Program ready to run: `ops[pc]` for every address a run may be entered at, `instrs[pc]` its instruction."""

    def __init__(self, program: Program, players: int) -> None:
        self.program, self.players = program, players
        self.layout = Layout(program, players)
        self.board = Board(program.board, len(program.entities))
        self.reads = Reads(program, self.layout, self.board)
        self.moves = Moves(program, self.layout)
        self.chances = Chances(program, self.layout)
        self.starts: list[int] = []
        self.instrs: list[Instr] = []
        self.routine_at: list[int] = []
        for index, routine in enumerate(program.routines):
            self.starts.append(len(self.instrs))
            self.instrs += routine.code
            self.routine_at += [index] * len(routine.code)
        self.runs = Runs(program, self.starts)
        self.asks = Asks(self)
        self.picks = Picks(self)
        self.shares = Shares(self)
        self._compile()

    def _compile(self) -> None:
        out = Source()
        w = ExprWriter(self.program, self.layout, self.board, out)
        w.starts = self.starts
        write_defines(w)
        entries = []
        for index, routine in enumerate(self.program.routines):
            leaders = leaders_of(routine)
            for at in sorted(leaders):
                if at < len(routine.code):
                    BlockWriter(w, index, self.starts[index]).write(routine.code, at, leaders)
                    entries.append(self.starts[index] + at)
        self._values(w)
        self.origins = out.origin
        names: dict[str, Any] = {
            **self.reads.names(), **self.moves.names(), **self.chances.names(), **self.runs.names(),
            **self.asks.names(), **self.picks.names(), **self.shares.names(), "ASKS": self.asks.made, "sum": sum, "min": min, "max": max, "len": len,
            "__builtins__": {name: getattr(builtins, name) for name in ALLOWED},
        }  # fmt: skip
        names.update(out.constants)
        names["TABLES"] = Tables(out.constants)
        exec(compile("\n".join(out.lines), FILE, "exec"), names)
        self.ops: list[Op | None] = [None] * len(self.instrs)
        for pc in entries:
            self.ops[pc] = names[f"b{pc}"]
        self._collect(names)

    def _function(self, w: ExprWriter, name: str, params: str, e: Ex, scope: Scope) -> None:
        w.out.function(f"def {name}({params}):", [("fp = 0", -1), (f"return {w.val(e, scope)}", -1)])

    def _values(self, w: ExprWriter) -> None:
        """First values, ranges, activity, visibility, laws, the speaker: functions of the state and an owner."""
        scope = Scope("0", "0")
        for index, row in enumerate(self.program.variables):
            own = scope.bind(f"v{row.owner_var}")
            for word, e in (("first", row.first), ("low", row.low), ("high", row.high)):
                if e is not None:
                    self._function(w, f"{word}_{index}", f"S, v{row.owner_var}", e, own)
        for index, place in enumerate(self.program.containers):
            own = scope.bind(f"v{place.owner_var}")
            for word, e in (("active", place.active), ("seen", place.seen_when)):
                if e is not None:
                    self._function(w, f"{word}_{index}", f"S, v{place.owner_var}", e, own)
        for index, law in enumerate(self.program.laws):
            self._function(w, f"law_{index}", "S", law.condition, scope)
        if self.program.speaker is not None:
            self._function(w, "speaker", "S", self.program.speaker, scope)

    def _collect(self, names: dict[str, Any]) -> None:
        self.lows = {i: names[f"low_{i}"] for i in range(len(self.program.variables)) if f"low_{i}" in names}
        self.highs = {i: names[f"high_{i}"] for i in range(len(self.program.variables)) if f"high_{i}" in names}
        self.seen_tests = {i: names[f"seen_{i}"] for i in range(len(self.program.containers)) if f"seen_{i}" in names}
        self.laws = [names[f"law_{i}"] for i in range(len(self.program.laws))]
        self.speaker = names.get("speaker")
        for i in range(len(self.program.containers)):
            if f"active_{i}" in names:
                self.reads.active_tests[i] = names[f"active_{i}"]
        for i, row in enumerate(self.program.variables):
            self.moves.firsts[i] = self._first(i, row.first_of, row.owners, names.get(f"first_{i}"))

    def _first(
        self, index: int, given: tuple[int, ...] | None, owners: tuple[int, ...] | None, made: Any
    ) -> Callable[[list[int], int], int]:
        if given is not None:
            table = dict(zip(owners or (0,), given, strict=False))
            return lambda state, owner: table.get(owner, 0)
        if made is None:
            return lambda state, owner: 0
        return made  # type: ignore[no-any-return]

    # --- where things are --------------------------------------------------------------------------------

    def span(self, pc: int) -> Span:
        """The statement an address belongs to."""
        return self.instrs[pc].span if 0 <= pc < len(self.instrs) else NOWHERE

    def routine_name(self, pc: int) -> str:
        """The routine an address lies in."""
        return self.program.routines[self.routine_at[pc]].name if 0 <= pc < len(self.routine_at) else ""

    def origin(self, line: int) -> Span:
        """The statement, or the define, that a line of the compiled text was written for."""
        origin = self.origins[line - 1] if 0 < line <= len(self.origins) else -(10**9)
        if origin >= 0:
            return self.span(origin)
        index = -1 - origin
        return self.program.defines[index].span if 0 <= index < len(self.program.defines) else NOWHERE


class Tables(dict[str, dict[Any, int]]):
    """Constants that are rows (key, value), as dicts, each made when it is first asked for."""

    def __init__(self, constants: dict[str, Any]) -> None:
        super().__init__()
        self.constants = constants

    def __missing__(self, name: str) -> dict[Any, int]:
        made = self[name] = dict(self.constants[name])
        return made


ALLOWED = ("len", "sum", "min", "max", "range", "any", "all", "list", "tuple", "dict", "int", "next", "sorted", "set", "abs", "enumerate", "reversed", "zip", "iter", "bool", "map", "frozenset")
_linked: OrderedDict[tuple[int, int], tuple[Program, Linked]] = OrderedDict()


def link(program: Program, players: int) -> Linked:
    """The linked Program; made once for each (Program, players)."""
    key = (id(program), players)
    kept = _linked.get(key)
    if kept is not None and kept[0] is program:
        _linked.move_to_end(key)
        return kept[1]
    made = Linked(program, players)
    _linked[key] = (program, made)
    while len(_linked) > KEPT:
        _linked.popitem(last=False)
    return made
