"""Where a statement stands: the routine it becomes part of, the names it may use, and where `stop` leads."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulelang.check.scope import Scope
from rulelang.check.symbols import Happening, KindInfo
from rulelang.check.types import Type
from rulelang.lower.frame import Frame
from rulelang.program import code as c
from rulelang.program.code import Instr
from rulelang.program.expr import Ex, You
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.lower.lowering import Lowering


@dataclass(frozen=True)
class Proceed:
    """What `proceed` runs: the routine inside an `instead of`, with the same arguments."""

    routine: int
    args: tuple[Ex, ...]
    pool: bool = False


@dataclass(frozen=True)
class Block:
    """A block of statements being lowered.

    `stop`: the label `stop` leads to; `leave`: where the whole routine is left, its after-triggers to come. `happening`: whose body it is. `proceed` and `cancel` say which of the two words
    mean something here, `gives` whether `give` does. `rests`: the game is at rest after each of its statements. `quiet`: in a test, for its own
    statements only, whether triggers are passed over; said again behind each, where the test goes on if it waits.
    """

    low: Lowering
    frame: Frame
    scope: Scope
    stop: int
    leave: int
    happening: Happening | None = None
    gives: Type | None = None
    proceed: Proceed | None = None
    cancel: bool = False
    rests: bool = False
    quiet: bool | None = None
    counters: dict[str, int] = field(default_factory=dict)

    def emit(self, instr: Instr) -> None:
        self.frame.emit(instr)

    def inner(self, *, you: Ex | None = None, you_kind: KindInfo | None = None, stop: int | None = None) -> Block:
        """A block inside this one: names of its own, perhaps another doer."""
        scope = self.scope.child(you=you, you_kind=you_kind)
        return replace(self, scope=scope, stop=self.stop if stop is None else stop, quiet=None)

    @property
    def you(self) -> Ex:
        """The doer, as passed on to what is called."""
        return self.scope.you or You()

    def jump(self, label: int, span: Span) -> None:
        self.emit(c.Jump(label, span=span))
