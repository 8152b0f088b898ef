"""Writes the instructions of a Program as Python functions, one for each run of them that is always entered at its top.

`b12(m, S, fp)`: the machine, the state, the running frame; gives the address of the next instruction, or -1 when the
game waits or is over. Instructions that may wait begin a run, so a waiting game can be entered again from its state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.layout import HEADER, THIS, YOU
from interpreter.link_expr import ExprWriter, Scope
from rulelang.program import code as c
from rulelang.program import expr as x
from rulelang.program.code import Instr, Routine

WAITING = (
    c.Ask, c.PickOne, c.PickBy, c.RollPool, c.RollOne, c.RollAmount, c.Reroll, c.Lock, c.Draw,
    c.Throw, c.PickSome, c.PickCover, c.PickShares,
)  # fmt: skip
TESTING = (c.Queue, c.Quiet, c.Expect)


class BlockWriter:
    """The run being written. `pc` is the absolute address of the instruction at hand."""

    def __init__(self, w: ExprWriter, routine: int, base: int) -> None:
        self.w, self.routine, self.base = w, routine, base
        self.pc = base
        self.scope = Scope("y", "t")
        self.lines: list[tuple[str, int]] = []
        self.ended = False

    def emit(self, *lines: str) -> None:
        """Add lines of the instruction at hand."""
        self.lines.extend((line, self.pc) for line in lines)

    def end(self, line: str) -> None:
        """Add the last line of the run."""
        self.emit(line)
        self.ended = True

    def val(self, e: x.Ex) -> str:
        """A value in this run's scope."""
        return self.w.val(e, self.scope)

    def cond(self, e: x.Ex) -> str:
        """A condition in this run's scope."""
        return self.w.cond(e, self.scope)

    def local(self, slot: int) -> str:
        """A local cell."""
        return f"S[fp+{HEADER + slot}]"

    def write(self, code: tuple[Instr, ...], at: int, leaders: set[int]) -> None:
        """Write the run that begins at `code[at]` into a function."""
        first = self.base + at
        while not self.ended:
            if at >= len(code):
                self.pc = self.base + max(0, len(code) - 1)
                self.end("return leave(m, S, fp, 0)")
                break
            self.pc = self.w.origin = self.base + at
            writer(type(code[at]))(self, code[at])
            at += 1
            if not self.ended and at in leaders:
                self.end(f"return {self.base + at}")
        head = [(f"y = S[fp+{YOU}]", first), (f"t = S[fp+{THIS}]", first)]
        text = "\n".join(line for line, _ in self.lines)
        body = [line for line in head if _mentions(text, line[0][0])] + self.lines
        self.w.out.function(f"def b{first}(m, S, fp):", body)


def _mentions(text: str, name: str) -> bool:
    """Whether a one-letter name stands in the text as a word of its own."""
    return any(
        text[i] == name and not _wordy(text, i - 1) and not _wordy(text, i + 1) for i in range(len(text))
    ) if name in text else False


def _wordy(text: str, i: int) -> bool:
    return 0 <= i < len(text) and (text[i].isalnum() or text[i] == "_")


def leaders_of(routine: Routine) -> set[int]:
    """Where runs begin: the start, every label, and around every instruction after which the run may be left."""
    found = {0}
    if routine.after >= 0:
        found.add(routine.after)
    for index, instr in enumerate(routine.code):
        found.update(_labels(instr))
        if isinstance(instr, (*WAITING, *TESTING, c.Rest)):
            found.update((index, index + 1))
        elif isinstance(instr, (c.Call, c.End, c.Finish)):
            found.add(index + 1)
    return {i for i in found if 0 <= i <= len(routine.code)}


def _labels(instr: Instr) -> list[int]:
    if isinstance(instr, (c.Jump, c.Unless)):
        return [instr.to]
    if isinstance(instr, c.Switch):
        return [instr.otherwise, *(to for _, _, to in instr.cases)]
    if isinstance(instr, c.Ask):
        return [instr.otherwise, *(option.to for option in instr.options)]
    return []


Emit = Callable[[BlockWriter, Any], None]
_WRITERS: dict[type[Instr], Emit] = {}


def instruction(*sorts: type[Instr]) -> Callable[[Emit], Emit]:
    """Registers how an instruction is written."""

    def register(write: Emit) -> Emit:
        _WRITERS.update(dict.fromkeys(sorts, write))
        return write

    return register


def writer(sort: type[Instr]) -> Emit:
    """How instructions of a class are written."""
    return _WRITERS[sort]


def written_instructions() -> frozenset[type[Instr]]:
    """Every instruction class that has a writer."""
    return frozenset(_WRITERS)
