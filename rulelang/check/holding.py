"""Places for things: what a slot, pile, deck or bag holds at first, who sees it, and what its attributes say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Attr, Ident
from rulelang.check import dice
from rulelang.check import types as t
from rulelang.check.constants import NotConstant, evaluate
from rulelang.check.entities import titled
from rulelang.check.scope import Scope, member_scope
from rulelang.check.symbols import ContainerSym, KindInfo
from rulelang.check.world import World
from rulelang.diagnostics import codes
from rulelang.program.expr import Const
from rulelang.program.tables import Container
from rulelang.source import NOWHERE, Span

if TYPE_CHECKING:
    from rulelang.check.expressions import Elaborator

Seen = Literal["all", "holder", "none"]


@dataclass
class Holding:
    """Works the places of a game out, once all names, cells and types are known."""

    world: World
    el: Elaborator

    def container(self, symbol: ContainerSym, decl: d.Things) -> Container:
        """The table of a place; what it says of itself that cannot be is a finding."""
        owners = symbol.owner.entities if symbol.owner else None
        var = self.world.fresh_var()
        scope = member_scope(self.world, symbol.owner, var)
        made = Container(
            symbol.name, titled(symbol.name, None), decl.word, symbol.of.id, owners, var,
            1 if decl.word == "slot" else max(1, len(symbol.of.entities)), self._content(symbol, decl, var, scope),
            symbol.seen_by, None, None, None, None, symbol.span,
        )
        words: set[type] = set()
        for attr in decl.attrs:
            if type(attr) in words and not isinstance(attr, x.SeenBy):
                self.world.findings.report(
                    codes.DUPLICATE_ENTRY, attr.span, f"this is said of `{symbol.name}` already", help="remove one of the two"
                )
            words.add(type(attr))
            made = self._attribute(attr, made, symbol, scope)
        symbol.capacity = made.capacity
        return made

    def _attribute(self, attr: object, made: Container, symbol: ContainerSym, scope: Scope) -> Container:
        match attr:
            case x.SeenBy(who=who, when=when):
                symbol.seen_by = who_sees(self.world, who)
                seen_when = self.el.condition(when, self._with_it(scope)) if when is not None else None
                return made.but(seen_by=symbol.seen_by, seen_when=seen_when)
            case x.Active(when=when):
                return made.but(active=Const(1) if when is None else self.el.condition(when, scope))
            case x.Holds(size=size):
                high = size.high if isinstance(size, x.Range) else size
                if isinstance(high, x.Number):
                    return made.but(capacity=high.value)
                self.world.findings.report(codes.WRONG_TYPE, size.span, "a number of things should stand here")
            case x.RefillFrom(place=place):
                found = self.el.source(place, scope)
                if found is not None:
                    self._takes(symbol, found[1].of, place.span)
                return made.but(refill=found[0].container) if found else made
            case x.DiscardsTo(place=place):
                target = self.el.target(place, scope, symbol.of)
                if target is not None and target.place is not None:
                    if target.of is not None:
                        self._takes(symbol, target.of, place.span)
                    return made.but(discards=(target.place.container, target.place.bottom))
                return made
            case Attr():
                self.world.findings.report(codes.MISPLACED, attr.span, f"this says nothing of a {made.word}")
        return made

    def _takes(self, symbol: ContainerSym, of: KindInfo, span: Span) -> None:
        """Report a place that things go to or come from which holds things of another kind."""
        if not t.related(of, symbol.of):
            self.world.findings.report(
                codes.WRONG_TYPE, span, f"things of `{symbol.name}` are `{symbol.of.name}`, but here lie things of `{of.name}`"
            )

    def _with_it(self, scope: Scope) -> Scope:
        inner = scope.child()
        if scope.this is not None and scope.this_kind is not None:
            inner.bind("it", t.EntityT(scope.this_kind), scope.this, NOWHERE, quiet=True)
        return inner

    def _content(self, symbol: ContainerSym, decl: d.Things, var: int, scope: Scope) -> tuple[tuple[int, ...], ...]:
        owners = symbol.owner.entities if symbol.owner else (0,)
        if decl.content is None:
            return tuple(self.world.inner.get((symbol.name, owner), ()) for owner in owners)
        if decl.span in self.world.first_dice:
            return (self.world.first_dice[decl.span],)
        if symbol.of.base == dice.DIE and isinstance(decl.content, x.Formula | x.Join):  # see dice: said already
            return tuple(() for _ in owners)
        group, of = self.el.group(decl.content, scope)
        if isinstance(of.of, t.EntityT) and not t.related(of.of.kind, symbol.of):
            self.world.findings.report(
                codes.WRONG_TYPE, decl.content.span, f"`{symbol.name}` holds {symbol.of.plural}, not {of.of.kind.plural}"
            )
        try:
            content = tuple(tuple(evaluate(group, {var: owner}, self.world)) for owner in owners)
            if decl.word == "slot" and any(len(things) > 1 for things in content):
                self.world.findings.report(
                    codes.OUT_OF_RANGE, decl.content.span, f"the slot `{symbol.name}` holds one thing, and this is more",
                    help=f"make it a pile: `pile {symbol.name} of {symbol.of.name}`",
                )
            return content
        except NotConstant:
            self.world.findings.report(
                codes.WRONG_TYPE, decl.content.span, "what lies here at first must be known before play",
                help="name a table of cards, or put them here in a setup phase",
            )
            return tuple(() for _ in owners)


def who_sees(world: World, who: Ident) -> Seen:
    """`seen by WHO`; anybody else than all, the holder and none is a finding."""
    match who.name:
        case "all" | "holder" | "none" as known:
            return known
    world.findings.report(
        codes.WRONG_TYPE, who.span, f"nobody is called `{who}` here", help="things are seen by `all`, `holder` or `none`"
    )
    return "all"
