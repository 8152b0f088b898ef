"""A routine under construction: its cells, its labels and its instructions.

Labels are numbers above every index of code while a routine is made; `routine` puts the indexes in their place.
"""

from __future__ import annotations

from rulelang.program import code as c
from rulelang.program.code import Instr, OptionCode, Routine
from rulelang.program.expr import Ex, Local
from rulelang.source import NOWHERE, Span

FIRST_LABEL = 1_000_000


class Frame:
    """Instructions and cells of one routine. `done` is the label of its end, where what it gives is handed back."""

    def __init__(self, name: str, sort: str, span: Span = NOWHERE, *, happening: int = -1, rests: bool = False) -> None:
        self.name = name
        self.sort = sort
        self.span = span
        self.happening = happening
        self.rests = rests
        self.code: list[Instr] = []
        self.size = 0
        self.params: list[int] = []
        self.marks: dict[int, int] = {}
        self.labels = FIRST_LABEL
        self.done = self.label()
        self.after = -1
        self.given = -1

    # --- cells -------------------------------------------------------------------------------------------

    def cell(self, count: int = 1) -> int:
        """The first of `count` new cells."""
        self.size += count
        return self.size - count

    def set_cells(self, capacity: int) -> int:
        """Room for a set or a pool: its length and `capacity` members."""
        return self.cell(1 + capacity)

    def parameter(self, capacity: int = -1) -> int:
        """A parameter: one cell, or a set of `capacity`."""
        self.params.append(capacity)
        return self.cell() if capacity < 0 else self.set_cells(capacity)

    def giving(self) -> int:
        """The cell of what the routine gives; 0 until it is written."""
        if self.given < 0:
            self.given = self.cell()
        return self.given

    # --- code --------------------------------------------------------------------------------------------

    def label(self) -> int:
        self.labels += 1
        return self.labels

    def mark(self, label: int) -> None:
        """The next instruction stands at `label`."""
        self.marks[label] = len(self.code)

    def here(self) -> int:
        """A label at the next instruction."""
        label = self.label()
        self.mark(label)
        return label

    def emit(self, instr: Instr) -> None:
        self.code.append(instr)

    def routine(self) -> Routine:
        """The finished routine; whoever made it has marked `done`."""
        if self.marks.get(self.done) is None:
            self.mark(self.done)
        self.emit(c.Return(Local(self.given) if self.given >= 0 else None, span=self.span))
        code = tuple(self._resolved(instr) for instr in self.code)
        after = self.marks[self.after] if self.after >= 0 else -1
        return Routine(
            self.name, self.sort, tuple(self.params), self.size, code,  # type: ignore[arg-type]
            self.happening, after, self.rests, self.span,
        )

    def _to(self, label: int) -> int:
        return self.marks[label] if label >= FIRST_LABEL else label

    def _resolved(self, instr: Instr) -> Instr:
        match instr:
            case c.Jump() | c.Unless():
                return instr.but(to=self._to(instr.to))
            case c.Switch():
                cases = tuple((low, high, self._to(label)) for low, high, label in instr.cases)
                return instr.but(cases=cases, otherwise=self._to(instr.otherwise))
            case c.Ask():
                options = tuple(self._option(option) for option in instr.options)
                return instr.but(options=options, otherwise=self._to(instr.otherwise))
        return instr

    def _option(self, option: OptionCode) -> OptionCode:
        return option.but(to=self._to(option.to))


def unless(frame: Frame, condition: Ex, span: Span = NOWHERE) -> int:
    """Go past what follows if the condition is 0; the label to be marked where that ends."""
    label = frame.label()
    frame.emit(c.Unless(condition, label, span=span))
    return label
