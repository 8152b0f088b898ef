"""What lowering shares while it runs: the checked game, the routines made so far, and who listens to what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import Happening, KindInfo, ParamInfo
from rulelang.check.world import World
from rulelang.diagnostics import Findings, codes
from rulelang.lower.frame import Frame
from rulelang.program.code import Routine
from rulelang.program.expr import Const, Ex, Local, LocalSet, Template, This, You
from rulelang.source import NOWHERE, Span

if TYPE_CHECKING:
    from rulelang.check.expressions import Elaborator
    from rulelang.lower.listeners import Listeners


@dataclass(frozen=True)
class Bound:
    """A name a routine is given: a parameter of a happening, or a local an option's body may read."""

    name: str
    type: t.Type
    span: Span = NOWHERE


@dataclass(eq=False)
class Lowering:
    """One game being lowered."""

    world: World
    elab: Elaborator
    findings: Findings
    listeners: Listeners = field(init=False)
    routines: list[Routine | None] = field(default_factory=list)
    texts: list[Template] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)  # happening id -> routine
    events: dict[object, int] = field(default_factory=dict)  # what is listened for -> event routine
    needs_you: dict[int, bool] = field(default_factory=dict)  # routine -> its own code reads the doer
    doer_read: dict[int, Span] = field(default_factory=dict)  # identity of a body's scopes -> the statement that first does
    needs_you_at: dict[int, Span] = field(default_factory=dict)  # routine -> that statement
    resets: list[tuple[int, str]] = field(default_factory=list)  # routines that begin with a Reset, and their phase
    options: set[str] = field(default_factory=set)  # every option's name or id, for tests
    cancellers: set[int] = field(default_factory=set)  # happenings run from a `before` in which `cancel` is said
    cancelled: int = -1  # the hidden variable in which they say it
    once_phases: set[str] | None = None
    busy: set[int] = field(default_factory=set)  # happenings whose type is being worked out
    given: list[t.Type] | None = None  # the types of the `give` statements met, while one is worked out
    bends_ways_out: tuple[bool, set[str]] | None = None  # see endless: what triggers and offers end
    rests: bool = False  # something is looked at when the game is at rest

    def reserve(self) -> int:
        """The id of a routine to be made."""
        self.routines.append(None)
        return len(self.routines) - 1

    def finish(self, id: int, frame: Frame, scope: Scope) -> int:
        """Put a finished routine in its place, and report what it never read."""
        self.routines[id] = frame.routine()
        self.needs_you[id] = scope.uses_you[0]
        self.needs_you_at[id] = self.doer_read.pop(_identity(scope.uses_you), frame.span)
        report_unread(self.findings, scope)
        return id

    def make(self, frame: Frame, scope: Scope) -> int:
        return self.finish(self.reserve(), frame, scope)

    def text(self, template: Template) -> int:
        """The index of a text that is handed on."""
        if template in self.texts:
            return self.texts.index(template)
        self.texts.append(template)
        return len(self.texts) - 1

    def entry(self, happening: Happening) -> int:
        """The routine of a happening."""
        return self.entries[happening.id]

    def scope(self, happening: Happening) -> Scope:
        """The outermost scope of a happening's body. In a player's kind the thing is the doer."""
        kind = happening.kind
        if kind is None:
            return Scope(self.world, You(), happening.doer_kind or self.world.player)
        if kind.is_player:
            return Scope(self.world, You(), kind, You(), kind, kind.entities)
        return Scope(self.world, You(), happening.doer_kind or self.world.player, This(), kind, kind.entities)

    def unsupported(self, span: Span, what: str) -> None:
        """Report something of the language that this version does not play."""
        self.findings.report(codes.NOT_YET, span, f"{what} cannot be played yet")

    def things(self, ids: Sequence[int]) -> bool:
        """Whether entities are components, which are active only in an active place."""
        return bool(ids) and self.world.entities[ids[0] - 1].sort == "thing"


def _identity(item: object) -> int:
    return id(item)


def bounds(params: Sequence[ParamInfo]) -> list[Bound]:
    return [Bound(param.name, param.type, param.decl.span) for param in params]


def receive(frame: Frame, scope: Scope, names: Sequence[Bound]) -> tuple[Ex, ...]:
    """Make parameters of a routine and bind their names; the expressions that hand them on as they are."""
    found: list[Ex] = []
    for name in names:
        ex = parameter(frame, name.type)
        scope.bind(name.name, name.type, ex, name.span, quiet=True)
        found.append(ex)
    return tuple(found)


def parameter(frame: Frame, type: t.Type) -> Ex:
    if isinstance(type, t.SetT):
        return LocalSet(frame.parameter(t.capacity(type)))
    return Local(frame.parameter())


def owners_kind(world: World, variable: int) -> KindInfo | None:
    """The kind a variable is a member of; None for the game's."""
    return world.variable_syms[variable].owner


def report_unread(findings: Findings, scope: Scope) -> None:
    for symbol in scope.unread():
        findings.report(
            codes.UNREAD_LOCAL, symbol.span, f"`{symbol.name}` is never read",
            help="leave it out, or begin its name with `_`",
        )


ZERO, ONE = Const(0), Const(1)
