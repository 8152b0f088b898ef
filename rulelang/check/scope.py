"""Where a name is looked for: the locals of a block, who the doer is, and which thing's rule it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.check.symbols import KindInfo, LocalSym, Symbol
from rulelang.check.types import EntityT, Type
from rulelang.check.world import World
from rulelang.diagnostics import codes
from rulelang.program.expr import Ex, Holder, Var
from rulelang.source import Span


@dataclass(eq=False)
class Scope:
    """One block's names; a child sees its parent's.

    `you` is None where nobody is the doer. `this` is the thing whose rule or bend it is, of `this_kind`; `ids` are
    the entities that may be `this`. `uses_you` collects in the outermost scope whether the doer was read.
    """

    world: World
    you: Ex | None = None
    you_kind: KindInfo | None = None
    this: Ex | None = None
    this_kind: KindInfo | None = None
    ids: tuple[int, ...] = ()
    parent: Scope | None = None
    locals: dict[str, LocalSym] = field(default_factory=dict)
    uses_you: list[bool] = field(default_factory=lambda: [False])
    seen: list[LocalSym] = field(default_factory=list)

    def child(self, *, you: Ex | None = None, you_kind: KindInfo | None = None) -> Scope:
        """A block inside this one; with `you` the doer is another."""
        inner = Scope(
            self.world, self.you, self.you_kind, self.this, self.this_kind, self.ids, self,
            uses_you=self.uses_you, seen=self.seen,
        )
        if you is not None:
            inner.you, inner.you_kind = you, you_kind or self.world.player
            inner.uses_you = [False]
        return inner

    def bind(self, name: str, type: Type, ex: Ex, span: Span, *, quiet: bool = False) -> LocalSym:
        """A local from here on. `quiet`: a parameter, or bound by the language: it may go unread."""
        old = self.local(name)
        if old is not None and not old.quiet and not quiet:
            self.world.findings.report(
                codes.SHADOW, span, f"`{name}` hides another local of that name",
                help="give one of them another name", related=[(old.span, "declared here")],
            )
        symbol = LocalSym(name, span, type, ex, quiet, told="local")
        self.locals[name] = symbol
        self.seen.append(symbol)
        return symbol

    def local(self, name: str) -> LocalSym | None:
        """The innermost local of that name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.locals:
                return scope.locals[name]
            scope = scope.parent
        return None

    def doer(self) -> Ex | None:
        """The doer, noting that it is needed."""
        self.uses_you[0] = True
        return self.you

    def member(self, name: str) -> Symbol | None:
        """A member of the doer."""
        kind = self.you_kind if self.you is not None else None
        return kind.member(name) if kind else None

    def holder(self) -> tuple[Ex, Type] | None:
        """The entity that `this` lies with, of the kind that may hold such things."""
        if self.this is None or self.this_kind is None:
            return None
        return Holder(self.this), EntityT(self.world.holder_kind(self.this_kind), True)

    def unread(self) -> list[LocalSym]:
        """The locals bound so far in this routine that nothing read."""
        return [symbol for symbol in self.seen if not symbol.used and not symbol.quiet and not symbol.name.startswith("_")]


def member_scope(world: World, owner: KindInfo | None, var: int) -> Scope:
    """Where a member's own expressions look names up: a player's own are bare, of others `this.x`. `var` is the owner."""
    scope = Scope(world)
    if owner is not None and owner.is_player:
        scope.you, scope.you_kind = Var(var), owner
    if owner is not None:
        scope.this, scope.this_kind, scope.ids = Var(var), owner, owner.entities
    return scope
