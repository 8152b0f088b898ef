"""How much work an expression may be, so that only heavy ones have to count what they do.

The numbers are steps, roughly, and upper bounds only of their order: sets whose size nothing tells count as long.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.program import expr as x
from rulelang.program.tables import DefineCode, Program

LONG = 1_000  # members of a span of numbers whose ends are not constant
HEAVY = 100_000  # turns of nested loops from which on each turn is counted
HEAVY_DEFINE = 40  # steps from which on each reading of a define is counted
MOST = 10**12

_LOOPS = (x.Filter, x.Map, x.Fold, x.Reach)


class Weights:
    """Weights of one Program's expressions. Defines that read themselves weigh MOST."""

    def __init__(self, program: Program, circular: set[int]) -> None:
        self.program, self.circular = program, circular
        self._defines: dict[int, int] = {}

    def size(self, e: x.Ex) -> int:
        """About how many members a set has at most."""
        if isinstance(e, x.Numbers):
            known = isinstance(e.low, x.Const) and isinstance(e.high, x.Const)
            return max(1, e.high.value - e.low.value + 1) if known else LONG  # type: ignore[attr-defined]
        if isinstance(e, x.Filter | x.Map):
            return self.size(e.group)
        if isinstance(e, x.Entities | x.ActiveOf):
            return len(e.ids)
        if isinstance(e, x.Players | x.Neighbours):
            return 8
        if isinstance(e, x.Union):
            return sum(self.size(part) for part in e.parts)
        if isinstance(e, x.If):
            return max(self.size(e.then), self.size(e.otherwise))
        return 2 if isinstance(e, x.Single | x.Ends) else len(self.program.entities) + 1

    def of(self, e: x.Ex) -> int:
        """The steps of an expression."""
        total = 1 + sum(self.of(part) for part in parts(e))
        if isinstance(e, _LOOPS):
            inner = e.value if isinstance(e, x.Map | x.Fold) else e.condition
            turns = self.size(e.group) if not isinstance(e, x.Reach) else len(self.program.entities)
            total += turns * (self.of(inner) if inner is not None else 1)
        elif isinstance(e, x.Value):
            total += self.define(e.define)
        return min(MOST, total)

    def define(self, index: int) -> int:
        """The steps of reading a define once."""
        if index in self.circular:
            return MOST
        if index not in self._defines:
            self._defines[index] = MOST  # until it is known
            self._defines[index] = min(MOST, 1 + sum(self.of(e) for e in _of_define(self.program.defines[index])))
        return self._defines[index]

    def counted(self, index: int) -> bool:
        """Whether each reading of a define is counted."""
        return self.define(index) > HEAVY_DEFINE


def parts(e: x.Ex) -> Iterator[x.Ex]:
    """The expressions directly inside one."""
    stack = [getattr(e, name) for name in e.fields if name != "span"]
    while stack:
        part = stack.pop()
        if isinstance(part, x.Ex):
            yield part
        elif isinstance(part, tuple):
            stack.extend(part)


def _of_define(define: DefineCode) -> Iterator[x.Ex]:
    bends = [e for bend in define.bends for e in (bend.value, bend.when)]
    fills = [e for _, e in define.fills]
    for e in (define.value, define.low, define.high, *fills, *bends):
        if e is not None:
            yield e
