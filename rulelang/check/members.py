"""Fields, tracks, places for things, settings, happenings and orders: declared by name first, then worked out.

Names come first everywhere, so that a range may speak of a define and a define of a track.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Attr, Decl, Ident, TypeRef
from rulelang.check import dice
from rulelang.check import types as t
from rulelang.check.entities import pool_die, titled
from rulelang.check.holding import Holding, who_sees
from rulelang.check.scope import Scope, member_scope
from rulelang.check.symbols import (
    Bend,
    ContainerSym,
    DefineSym,
    EntitySym,
    Happening,
    KindInfo,
    OrderSym,
    ParamInfo,
    SettingSym,
    VariableSym,
)
from rulelang.check.world import World
from rulelang.diagnostics import codes, did_you_mean
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex
from rulelang.program.tables import SettingTable, Variable
from rulelang.source import NOWHERE, Span

if TYPE_CHECKING:
    from rulelang.check.expressions import Elaborator


@dataclass
class Members:
    """The pass: `declare` the names, then `work_out` types, ranges and first values."""

    world: World
    el: Elaborator
    pending: list[tuple[VariableSym, d.Field | d.Track]] = field(default_factory=list)
    containers: list[tuple[ContainerSym, d.Things]] = field(default_factory=list)
    triggers: dict[str, Span] = field(default_factory=dict)  # where each named trigger is declared

    # --- names -------------------------------------------------------------------------------------------

    def declare(self) -> None:
        """Every name of the game, of its kinds and of its cards."""
        self._settings()
        for decl in self.world.declarations:
            self._declare(decl, None, (), None)
        for decl in self.world.declarations:
            if isinstance(decl, d.Kind) and self.world.kinds.get(decl.name.name, None) is not None:
                kind = self.world.kinds[decl.name.name]
                for member in decl.members:
                    self._declare(member, kind, kind.entities, kind)
        for decl in self.world.declarations:
            if isinstance(decl, d.Cards):
                self._cards(decl)
        self._standing()
        dice.declare_fields(self.world)

    def _standing(self) -> None:
        """Where a player stands, in a game with a board whose players have no `at` of their own."""
        player = self.world.player
        if self.world.board is not None and player.member("at") is None:
            at = Ident(name="at", span=player.span)
            place = x.NamedType(names=(Ident(name="place", span=player.span),), optional=True, span=player.span)
            self._variable(at, d.Field(names=(at,), type=place, attrs=(), default=None, span=player.span), player)
            player.members["at"].used = True

    def _cards(self, decl: d.Cards) -> None:
        for card in decl.cards:
            entity = self.world.values.get(card.name.name)
            if isinstance(entity, EntitySym):
                for member in card.members:
                    self._card_member(member, entity)

    def _card_member(self, member: Decl, card: EntitySym) -> None:
        if isinstance(member, d.Rule):
            rule = card.kind.happening(member.name.name)
            if rule is None or rule.kind is None:
                self.el._no_rule(card.kind, member.name)
                return
            filled = member if member.params else replace_params(member, rule.decl)
            self.world.fills.setdefault((rule.kind.name, rule.name), []).append((card.copies, filled))
        elif isinstance(member, d.Define):
            own = card.kind.member(member.name.name)
            if not isinstance(own, DefineSym) or own.owner is None:
                close = did_you_mean(member.name.name, card.kind.all_members())
                self.world.findings.report(
                    codes.NO_MEMBER, member.name.span, f"a `{card.kind.name}` has no value `{member.name}` to fill",
                    help=f"did you mean `{close}`?" if close else None,
                )
                return
            self.world.define_fills.setdefault((own.owner.name, own.name), []).append((card.copies, member))
        elif isinstance(member, d.Trigger | d.Modify | d.Offer):
            self._bend(member, card.copies, card.kind)
        else:
            self.world.findings.report(codes.NOT_YET, member.span, "a card of its own fields or places is not played yet")

    def _declare(self, decl: Decl, kind: KindInfo | None, ids: tuple[int, ...], owner: KindInfo | None) -> None:
        match decl:
            case d.Field():
                for name in decl.names:
                    self._variable(name, decl, owner)
            case d.Track():
                self._track(decl, owner)
            case d.Things():
                self._things(decl, owner)
            case d.Define():
                self._define(decl, owner)
            case d.Phase() | d.Rule() | d.Choice() | d.Table():
                self._happening(decl, owner)
            case d.Order():
                symbol = OrderSym(decl.name.name, decl.name.span, decl, told="order")
                if decl.name.name in self.world.orders:
                    self.world.twice(decl.name.name, decl.name.span, self.world.orders[decl.name.name].span)
                self.world.orders[decl.name.name] = symbol
            case d.Trigger() | d.Modify() | d.Offer():
                self._bend(decl, ids if kind is not None else (), kind)
            case d.EndingWhen():
                self.world.endings.append(decl)
            case d.Invariant():
                self.world.invariants.append(decl)
            case d.Test():
                self.world.tests.append(decl)

    def _bend(self, decl: Decl, ids: tuple[int, ...], kind: KindInfo | None) -> None:
        lists: dict[type[Decl], list[Bend]] = {
            d.Trigger: self.world.triggers, d.Modify: self.world.modifies, d.Offer: self.world.offers,
        }
        lists[type(decl)].append(Bend(decl, ids, kind, decl.span))
        if isinstance(decl, d.Trigger) and decl.name is not None and kind is None:
            old = self.triggers.setdefault(decl.name.name, decl.name.span)
            if old is not decl.name.span:
                self.world.twice(decl.name.name, decl.name.span, old)

    def _add(self, symbol: Any, owner: KindInfo | None) -> bool:
        if owner is None:
            return self.world.add_value(symbol)
        old = owner.member(symbol.name)
        if old is not None and (symbol.name in owner.members or not isinstance(old, DefineSym)):
            self.world.twice(symbol.name, symbol.span, old.span)
            return False
        owner.members[symbol.name] = symbol
        if isinstance(old, DefineSym) and old.owner is not None:
            self._fill_by_field(symbol, old, owner)
        return True

    def _fill_by_field(self, symbol: Any, old: DefineSym, owner: KindInfo) -> None:
        """A field of a kind stands for a value that an ancestor leaves to be filled."""
        name = Ident(name=symbol.name, span=symbol.span)
        value = x.Member(owner=x.Name(name="this", span=symbol.span), name=name, span=symbol.span)
        filled = d.Define(name=name, params=(), type=None, value=value, rows=(), span=symbol.span)
        assert old.owner is not None
        self.world.define_fills.setdefault((old.owner.name, old.name), []).append((owner.entities, filled))

    def _variable(self, name: Ident, decl: d.Field | d.Track, owner: KindInfo | None, plural: Ident | None = None) -> None:
        id = len(self.world.variables)
        symbol = VariableSym(
            name.name, name.span, id, t.NUMBER, owner, isinstance(decl, d.Track), owner_var=self.world.fresh_var(),
            told="track" if isinstance(decl, d.Track) else "field",
        )
        if not self._add(symbol, owner):
            return
        if plural is not None:
            if owner is None:
                self.world.values.setdefault(plural.name, symbol)
            else:
                owner.members.setdefault(plural.name, symbol)
        title = decl.title if isinstance(decl, d.Track) and decl.title else titled(name.name, None)
        made = Variable(
            name.name, title, "number", owner.entities if owner else None, symbol.owner_var, None, None,
            t.LEAST, t.MOST, None, None, False, isinstance(decl, d.Track), plural=plural.name if plural else "", span=name.span,
        )
        self.world.new_variable(made, symbol)
        self.pending.append((symbol, decl))

    def _track(self, decl: d.Track, owner: KindInfo | None) -> None:
        if decl.range is None:
            self.world.findings.report(codes.NOT_YET, decl.span, "a track with spaces and markers is not played yet")
            return
        for name in decl.names:
            self._variable(name.name, decl, owner, name.plural)

    def _things(self, decl: d.Things, owner: KindInfo | None) -> None:
        of = self.el.kind(decl.of)
        if of is None:
            self.world.silenced.add(decl.name.name)
            return
        symbol = ContainerSym(
            decl.name.name, decl.name.span, len(self.world.container_syms), decl.word, of, owner, told=decl.word
        )
        symbol.seen_by = "none" if decl.word in ("deck", "bag") else "all"
        if self._add(symbol, owner):
            self.world.container_syms.append(symbol)
            self.containers.append((symbol, decl))

    def _define(self, decl: d.Define, owner: KindInfo | None) -> None:
        old = owner.member(decl.name.name) if owner is not None else None
        if owner is not None and isinstance(old, DefineSym) and old.owner is not owner and old.owner is not None:
            self.world.define_fills.setdefault((old.owner.name, old.name), []).append((owner.entities, decl))
            return
        symbol = DefineSym(decl.name.name, decl.name.span, len(self.world.defines), decl, owner, told="value")
        symbol.you_var, symbol.this_var = self.world.fresh_var(), self.world.fresh_var()
        if self._add(symbol, owner):
            self.world.defines.append(symbol)

    def _happening(self, decl: d.Phase | d.Rule | d.Choice | d.Table, owner: KindInfo | None) -> None:
        names = self.world.happenings if owner is None else owner.happenings
        name = decl.name.name
        base = owner.happening(name) if owner is not None else None
        if owner is not None and base is not None and base.kind is not owner and isinstance(decl, d.Rule) and base.kind is not None:
            filled = decl if decl.params else replace_params(decl, base.decl)
            self.world.fills.setdefault((base.kind.name, name), []).append((owner.entities, filled))
            return
        made = Happening(len(self.world.every_happening), name, type(decl).__name__.lower(), decl, owner, span=decl.name.span)
        if name in names:
            self.world.twice(name, decl.name.span, names[name].span)
            return
        names[name] = made
        self.world.every_happening.append(made)

    # --- settings ----------------------------------------------------------------------------------------

    def _settings(self) -> None:
        for decl in self.world.declarations:
            if isinstance(decl, d.Setting):
                self._setting(decl)

    def _setting(self, decl: d.Setting) -> None:
        type_ = self.type(decl.type)
        scope = Scope(self.world)
        ex, given = self.el.value(decl.default, scope, t.Hint(type_))
        name = decl.name.name
        if not t.fits(given, type_) or not isinstance(ex, Const):
            self.world.findings.report(
                codes.SETTING_RANGE, decl.default.span, f"the setting `{name}` stands at something it cannot be",
                help=f"it is {t.describe(type_)}",
            )
            ex = Const(0)
        elif isinstance(type_, t.NumberT) and not type_.low <= ex.value <= type_.high:
            self.world.findings.report(
                codes.SETTING_RANGE, decl.default.span,
                f"the setting `{name}` stands at {ex.value}, outside {type_.low}..{type_.high}",
            )
        if isinstance(type_, t.NumberT):
            type_ = t.NumberT(ex.value, ex.value)
        low, high, told = 0, 0, str(ex.value)
        choices: tuple[str, ...] = ()
        if isinstance(decl.type, x.RangeType):
            full = self.type(decl.type)
            assert isinstance(full, t.NumberT)
            low, high = full.low, full.high
        elif isinstance(type_, t.SymbolT):
            choices = type_.words
            told = type_.words[type_.ids.index(ex.value)] if ex.value in type_.ids else ""
        else:
            choices, told = ("no", "yes"), "yes" if ex.value else "no"
        self.world.settings.append(SettingTable(name, decl.title, told, told, low, high, choices))
        self.world.add_value(SettingSym(name, decl.name.span, decl, type_, ex, told="setting"))

    # --- types -------------------------------------------------------------------------------------------

    def type(self, ref: TypeRef, scope: Scope | None = None) -> t.Type:
        """The type that is written; unknown names are findings."""
        scope = scope or Scope(self.world)
        match ref:
            case x.RangeType():
                low, a = self.el.number(ref.low, scope)
                high, b = self.el.number(ref.high, scope)
                if isinstance(low, Const) and isinstance(high, Const) and low.value > high.value:
                    self.world.findings.report(
                        codes.OUT_OF_RANGE, ref.span, f"the range {low.value}..{high.value} is empty",
                        help=f"did you mean {high.value}..{low.value}?",
                    )
                    return t.NumberT(high.value, low.value)
                return t.NumberT(a.low, max(a.low, b.high))
            case x.SetType():
                return t.SetT(self.type(ref.of, scope))
            case x.NamedType() if len(ref.names) > 1:
                words = tuple(name.name for name in ref.names)
                return t.SymbolT(None, words, tuple(self.world.word(name.name, name.span) for name in ref.names), ref.optional)
            case x.NamedType():
                return self._named(ref.names[0], ref.optional)
        return t.ANY

    def _named(self, name: Ident, optional: bool) -> t.Type:
        simple = {"flag": t.FLAG, "amount": t.AMOUNT, "bundle": t.BUNDLE, "text": t.TEXT}
        if name.name in simple:
            return simple[name.name]
        if name.name == "pool":
            die = pool_die(self.world)
            return t.PoolT(die) if die >= 0 else t.ANY
        found = self.by_name(name.name, optional)
        if found is not None:
            return found
        if name.name == "drawing":
            self.world.findings.report(codes.NOT_YET, name.span, "drawings of tiles are not played yet")
            return t.ANY
        known = [*self.world.kinds, *self.world.lists, *(die.name for die in self.world.dice), *simple, "pool"]
        close = did_you_mean(name.name, known)
        self.world.findings.report(
            codes.UNKNOWN_NAME, name.span, f"unknown type `{name.name}`",
            help=f"did you mean `{close}`?" if close else "a type is a range, `flag`, a kind or a list of symbols",
        )
        return t.ANY

    def by_name(self, name: str, optional: bool = False) -> t.Type | None:
        """The kind, list of symbols or die of that name, as a type."""
        if name in self.world.kinds:
            return t.EntityT(self.world.kinds[name], optional)
        if name in self.world.lists:
            if name in self.world.values:
                self.world.values[name].used = True
            return replace(self.world.lists[name], optional=optional)
        for id, die in enumerate(self.world.dice):
            if die.name == name:
                return self.el.face_type(id)
        return None

    def params(self, params: Iterable[x.Param]) -> list[ParamInfo]:
        """A declaration's parameters; one without a type has the kind or symbols of its name."""
        made: list[ParamInfo] = []
        for param in params:
            type_ = self.type(param.type) if param.type is not None else self.by_name(param.name.name)
            if type_ is None:
                self.world.findings.report(
                    codes.UNKNOWN_NAME, param.name.span, f"the parameter `{param.name}` has no type",
                    help=f"write `{param.name}: TYPE`; only a kind's or list's own name needs none",
                )
                type_ = t.ANY
            if any(other.name == param.name.name for other in made):
                self.world.twice(param.name.name, param.name.span, NOWHERE)
                continue
            default = self.el.value(param.default, Scope(self.world), type_)[0] if param.default is not None else None
            made.append(ParamInfo(param.name.name, type_, param, default, self.world.fresh_var()))
        return made

    # --- working out -------------------------------------------------------------------------------------

    def work_out(self, values: dict[int, dict[int, int]]) -> None:
        """Ranges and first values, once all names and cells are known."""
        for symbol, decl in self.pending:
            self._first(symbol, decl, values.get(symbol.id, {}))
        for container, things in self.containers:
            self.world.containers.append(Holding(self.world, self.el).container(container, things))

    def work_out_types(self) -> None:
        """The types of all fields and tracks; those with plain ranges first."""
        for plain in (True, False):
            for symbol, decl in self.pending:
                ref = decl.type if isinstance(decl, d.Field) else decl.range
                if ref is not None and _plain(ref) is plain:
                    self._type(symbol, ref)
        for happening in self.world.every_happening:
            happening.params = self.params(happening.decl.params)
            if isinstance(happening.decl, d.Rule) and happening.decl.doer is not None:
                happening.doer_kind = self.el.kind(happening.decl.doer)
        for order in self.world.orders.values():
            order.params = self.params(order.decl.params)
        for define in self.world.defines:
            define.params = self.params(define.decl.params)

    def _type(self, symbol: VariableSym, ref: TypeRef) -> None:
        scope = member_scope(self.world, symbol.owner, symbol.owner_var)
        symbol.type = self.type(ref, scope)
        if isinstance(symbol.type, t.PoolT):
            self.world.findings.report(codes.NOT_YET, ref.span, "a field that holds several values is not played yet")
        if isinstance(ref, x.RangeType):
            symbol.low = self.el.number(ref.low, scope)[0]
            symbol.high = self.el.number(ref.high, scope)[0]

    def _first(self, symbol: VariableSym, decl: d.Field | d.Track, cells: dict[int, int]) -> None:
        scope = member_scope(self.world, symbol.owner, symbol.owner_var)
        first: Ex = Const(self._natural(symbol.type))
        filled: int | None = None
        if decl.default is not None:
            hint = t.Hint(symbol.type)
            first, given = self.el.value(decl.default, scope, hint)
            first, _ = self.el.fit(first, given, symbol.type, decl.default.span)
            filled = reads_slot(first, symbol.owner_var, self.world)
        elif symbol.low is not None and reads_slot(symbol.low, symbol.owner_var, self.world) is None:
            first = symbol.low
        if isinstance(symbol.type, t.BundleT) and isinstance(first, e.Boxes) and symbol.owner is not None:
            for id in symbol.owner.entities:
                symbol.groups.setdefault(id, first.boxes)
        if isinstance(symbol.type, t.SetT | t.BundleT):
            return
        least, most = (symbol.type.low, symbol.type.high) if isinstance(symbol.type, t.NumberT) else _span_of(symbol.type)
        owners = symbol.owner.entities if symbol.owner else None
        first_of = tuple(cells.get(id, self._constant_first(first)) for id in owners) if owners is not None and cells else None
        for attr in decl.attrs:
            self._variable_attr(attr, symbol)
        old = self.world.variables[symbol.id]
        self.world.variables[symbol.id] = old.but(
            sort=t.sort_of(symbol.type), owners=owners, low=symbol.low, high=symbol.high, least=least, most=most,
            first=first, first_of=first_of, when_filled=filled, seen_by=symbol.seen_by, hidden=symbol.quiet,
            place_of=symbol.name == "at" and symbol.owner is not None and symbol.owner.is_player
            and isinstance(symbol.type, t.EntityT) and symbol.type.kind.is_place,
        )

    def _constant_first(self, first: Ex) -> int:
        return first.value if isinstance(first, Const) else 0

    def _natural(self, type_: t.Type) -> int:
        """What a field without a first value starts at: the low end, no, the first word, none."""
        match type_:
            case t.NumberT(low, high):
                return low if low > t.LEAST else min(0, high)
            case t.SymbolT(ids=ids, optional=False) if ids:
                return ids[0]
            case _:
                return 0

    def _variable_attr(self, attr: object, symbol: VariableSym) -> None:
        match attr:
            case x.Each(phase=phase):
                self.world.resets.setdefault(phase.name, []).append(symbol.id)
                if phase.name not in self.world.happenings:
                    close = did_you_mean(phase.name, self.world.happenings)
                    self.world.findings.report(
                        codes.UNKNOWN_NAME, phase.span, f"unknown phase `{phase}`",
                        help=f"did you mean `{close}`?" if close else None,
                    )
            case x.SeenBy(who=who):
                symbol.seen_by = who_sees(self.world, who)
            case x.Quiet():
                symbol.quiet = True
            case Attr():
                self.world.findings.report(codes.MISPLACED, attr.span, "this says nothing of a field or track")


def replace_params(filled: d.Rule, base: object) -> d.Rule:
    """A card's rule with the parameters of the kind's rule that it fills."""
    return filled.model_copy(update={"params": base.params}) if isinstance(base, d.Rule) else filled


def _plain(ref: TypeRef) -> bool:
    return not isinstance(ref, x.RangeType) or (isinstance(ref.low, x.Number) and isinstance(ref.high, x.Number))


def _span_of(type_: t.Type) -> tuple[int, int]:
    """The least and most integer a value of the type is."""
    match type_:
        case t.FlagT():
            return 0, 1
        case t.SymbolT(ids=ids, optional=optional):
            return (0 if optional else min(ids, default=0)), max(ids, default=0)
        case t.FaceT(values=values):
            return min(0, *values), max(values)
        case t.EntityT(kind=kind):
            return 0, max(kind.entities, default=0)
        case _:
            return t.LEAST, t.MOST


def reads_slot(ex: Ex, var: int, world: World, seen: frozenset[int] = frozenset()) -> int | None:
    """The slot of the owner whose content a first value reads, if it does, itself or through values of the owner."""
    if isinstance(ex, e.Held) and ex.owner == e.Var(var):
        return ex.container
    if isinstance(ex, e.Value) and ex.define not in seen:
        symbol = world.defines[ex.define]
        own = symbol.you_var if ex.you == e.Var(var) else symbol.this_var if ex.this == e.Var(var) else None
        if own is not None and symbol.value is not None:
            found = reads_slot(symbol.value, own, world, seen | {ex.define})
            if found is not None:
                return found
    for name in ex.fields:
        part = getattr(ex, name)
        for item in part if isinstance(part, tuple) else (part,):
            if isinstance(item, Ex):
                found = reads_slot(item, var, world, seen)
                if found is not None:
                    return found
    return None


def span_of(item: object) -> Span:
    return getattr(item, "span", NOWHERE)
