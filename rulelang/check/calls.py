"""Calls, things written to, places for things, texts and orders: the parts of statements that are more than a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.ast import expressions as x
from rulelang.ast.node import Expr, Ident
from rulelang.check import types as t
from rulelang.check.resolving import Resolving
from rulelang.check.scope import Scope
from rulelang.check.symbols import (
    ContainerSym,
    DefineSym,
    Happening,
    KindInfo,
    OrderSym,
    ParamInfo,
    Symbol,
    VariableSym,
)
from rulelang.check.types import Type
from rulelang.diagnostics import codes, did_you_mean
from rulelang.program import expr as e
from rulelang.program.code import OrderLineCode, PlaceRef, Ref
from rulelang.program.expr import Const, Ex, Shown, Template
from rulelang.source import Span

Typed = tuple[Ex, Type]
NOUGHT: Typed = (e.Var(-1), t.ANY)


@dataclass(frozen=True)
class Target:
    """Where things are put: a container that takes `of`, a place of the board, or (both None) the box."""

    place: PlaceRef | None
    of: KindInfo | None
    walk: Ex | None = None
    symbol: ContainerSym | None = None


class Calls(Resolving):
    """The half of the Elaborator that deals with calls and targets."""

    # --- defines -----------------------------------------------------------------------------------------

    def call_value(self, node: x.Apply, scope: Scope) -> Typed:
        """`might(foe)`, `goal.met(it)`: a define with its arguments."""
        symbol, owner = self._callee(node.target, scope)
        if symbol is None:
            return NOUGHT
        if not isinstance(symbol, DefineSym):
            self.findings.report(codes.WRONG_TYPE, node.target.span, f"`{symbol.name}` takes no arguments")
            return NOUGHT
        return self.call_define(symbol, owner, node.args, node.span, scope)

    def _callee(self, target: Expr, scope: Scope) -> tuple[Symbol | None, Ex | None]:
        if isinstance(target, x.Name):
            symbol, owner = self.find(target, scope)
            if symbol is None:
                happening = self.world.happenings.get(target.name)
                if happening is not None:
                    self.findings.report(
                        codes.MISPLACED, target.span, f"`{target.name}` is a {happening.sort}: it is run, and has no value",
                        help=f"run it as a statement: `{target.name}(…) as x`",
                    )
                else:
                    self._unknown_call(target, scope)
            return symbol, owner
        if isinstance(target, x.Member):
            owner, type_ = self.value(target.owner, scope, None)
            if isinstance(type_, t.EntityT):
                symbol = type_.kind.member(target.name.name)
                if symbol is None:
                    self.member_of(owner, type_, target.name, target.span, scope)
                return symbol, owner
            if not isinstance(type_, t.AnyT):
                self.findings.report(codes.NO_MEMBER, target.span, f"{t.describe(type_)} has no `{target.name}`")
            return None, None
        self.findings.report(codes.WRONG_TYPE, target.span, "this cannot be called")
        return None, None

    def _unknown_call(self, target: x.Name, scope: Scope) -> None:
        from rulelang.check.builtins import BUILTINS

        names = [name for name, symbol in self.world.values.items() if isinstance(symbol, DefineSym)]
        close = did_you_mean(target.name, [*names, *BUILTINS])
        self.findings.report(
            codes.UNKNOWN_NAME, target.span, f"unknown value `{target.name}`",
            help=f"did you mean `{close}`?" if close else f"declare it: `define {target.name}(…) = …`",
        )

    def call_define(
        self, symbol: DefineSym, owner: Ex | None, args: Sequence[Expr], span: Span, scope: Scope
    ) -> Typed:
        """A define's value; its own type is worked out at its first use."""
        symbol.used = True
        type_ = self.define_type(symbol, span)
        given = self.args(symbol.params, args, scope, span, symbol.name)
        you: Ex = Const(0)
        this: Ex | None = None
        if symbol.owner is not None and symbol.owner.is_player:
            you = owner if owner is not None else Const(0)
        else:
            this = owner
            if symbol.busy and scope.you is not None:
                you = scope.you  # a value that reads itself: whether it needs the doer its other parts say
            elif symbol.needs_you:
                doer = scope.doer()
                if doer is None and symbol.needs_you:
                    self.findings.report(
                        codes.NO_DOER, span, f"`{symbol.name}` reads a player's own values, and nobody is doing this",
                        help="say who: `for P:` or `each player:` around it", related=[(symbol.span, "declared here")],
                    )
                you = doer if doer is not None else Const(0)
            elif scope.you is not None:
                you = scope.you  # the value does not read the doer, but what bends it may
        return e.Value(symbol.id, you, this, tuple(given), span=span), type_

    def args(
        self, params: Sequence[ParamInfo], args: Sequence[Expr], scope: Scope, span: Span, name: str = "it"
    ) -> list[Ex]:
        """Arguments held against parameters; missing ones take their defaults."""
        least = sum(1 for param in params if param.default is None)
        if not least <= len(args) <= len(params):
            many = str(len(params)) if least == len(params) else f"{least} to {len(params)}"
            told = ", ".join(f"`{param.name}`" for param in params)
            self.findings.report(
                codes.ARGUMENTS, span,
                f"`{name}` takes {many} argument{'s' if many != '1' else ''}{f' ({told})' if told else ''}, not {len(args)}",
            )
        given = [self.argument(param.type, arg, scope) for param, arg in zip(params, args, strict=False)]
        given += [param.default if param.default is not None else Const(0) for param in params[len(given) :]]
        return given

    def argument(self, want: Type, arg: Expr, scope: Scope) -> Ex:
        """One argument; a set parameter takes a single thing too."""
        if isinstance(want, t.SetT):
            group, of = self.group(arg, scope)
            if not t.fits(of, want):
                self.findings.report(
                    codes.WRONG_TYPE, arg.span, f"{t.describe(want)} should stand here, not {t.describe(of)}"
                )
            return group
        return self.value(arg, scope, want)[0]

    # --- happenings --------------------------------------------------------------------------------------

    def call(
        self, what: Expr, args: Sequence[Expr], scope: Scope
    ) -> tuple[Happening, Ex | None, list[Ex]] | None:
        """A rule, phase or choice that is run: which, of which thing, with what; None after a finding."""
        found, this = self._happening(what, scope)
        if found is None:
            return None
        found.used = True
        return found, this, self.args(found.params, args, scope, what.span, found.name)

    def _happening(self, what: Expr, scope: Scope) -> tuple[Happening | None, Ex | None]:
        if isinstance(what, x.Name):
            kind = scope.you_kind if scope.you is not None else None
            mine = kind.happening(what.name) if kind else None
            if mine is not None:
                return mine, None
            own = self.world.happenings.get(what.name)
            if own is None:
                self._unknown_happening(what, scope)
            return own, None
        if isinstance(what, x.Member):
            owner, type_ = self.value(what.owner, scope, None)
            if isinstance(type_, t.EntityT):
                found = type_.kind.happening(what.name.name)
                if found is None:
                    self._no_rule(type_.kind, what.name)
                return found, owner
            if not isinstance(type_, t.AnyT):
                self.findings.report(codes.NO_MEMBER, what.span, f"{t.describe(type_)} has no rule `{what.name}`")
            return None, None
        self.findings.report(codes.WRONG_TYPE, what.span, "this cannot be run", help="a rule's or phase's name stands here")
        return None, None

    def _unknown_happening(self, what: x.Name, scope: Scope) -> None:
        close = did_you_mean(what.name, self.world.happenings)
        value = what.name in self.world.values or scope.local(what.name) is not None
        message = f"`{what.name}` is a value: it cannot be run" if value else f"unknown rule or phase `{what.name}`"
        self.findings.report(
            codes.UNKNOWN_NAME, what.span, message,
            help=f"did you mean `{close}`?" if close else f"declare it: `rule {what.name}: …`",
        )

    def _no_rule(self, kind: KindInfo, name: Ident) -> None:
        names = [rule for parent in kind.ancestors for rule in parent.happenings]
        close = did_you_mean(name.name, names)
        self.findings.report(
            codes.NO_MEMBER, name.span, f"a `{kind.name}` has no rule `{name.name}`",
            help=f"did you mean `{close}`?" if close else None, related=[(kind.span, f"`{kind.name}` is declared here")],
        )

    # --- what is written to ------------------------------------------------------------------------------

    def ref(self, node: Expr, scope: Scope) -> tuple[Ref, Type, Ex | None] | None:
        """A field or track to be set, gained or lost: the Ref, its type, its owner; None after a finding."""
        found = self.symbol_of(node, scope)
        if found is None:
            return None
        symbol, owner = found
        if isinstance(symbol, VariableSym) and not isinstance(symbol.type, t.SetT):
            symbol.used = True
            self.world.written.add(symbol.id)
            low, high = self.bounds(symbol, owner)
            return Ref(symbol.id, owner, low, high), symbol.type, owner
        why = {
            "DefineSym": ("a value that is worked out", "bend it with `modify`"),
            "ContainerSym": ("a place for things", "use `move … to …`"),
            "SettingSym": ("a setting", "it stays as it is while a game runs"),
        }.get(type(symbol).__name__, ("nothing that holds a value", None))
        self.findings.report(
            codes.CANNOT_CHANGE, node.span, f"`{symbol.name}` is {why[0]}: it cannot be set", help=why[1],
            related=[(symbol.span, "declared here")],
        )
        return None

    def bounds(self, symbol: VariableSym, owner: Ex | None) -> tuple[Ex | None, Ex | None]:
        """The ends of a variable's range, for this owner."""
        return _for_owner(symbol.low, symbol.owner_var, owner), _for_owner(symbol.high, symbol.owner_var, owner)

    def symbol_of(self, node: Expr, scope: Scope) -> tuple[Symbol, Ex | None] | None:
        """What a name or `x.name` is, not what it reads as."""
        if isinstance(node, x.Name):
            local = scope.local(node.name)
            if local is not None:
                local.used = True
                return local, None
            symbol, owner = self.find(node, scope)
            if symbol is None:
                self.unknown(node.name, node.span, scope)
                return None
            return symbol, owner
        if isinstance(node, x.Member):
            owner, type_ = self.value(node.owner, scope, None)
            if isinstance(type_, t.EntityT):
                member = type_.kind.member(node.name.name) or self.member_below(type_.kind, node.name.name)
                if member is not None:
                    return member, owner
            self.member_of(owner, type_, node.name, node.span, scope)
            return None
        if isinstance(node, x.Of) and isinstance(node.field, x.Name) and node.field.name == "bottom":
            return self.symbol_of(node.owners, scope)
        self.findings.report(codes.CANNOT_CHANGE, node.span, "this is nothing that can be changed", help="a field or track stands here")
        return None

    # --- places for things -------------------------------------------------------------------------------

    def target(self, node: Expr, scope: Scope, of: KindInfo | None = None) -> Target | None:
        """Where something is moved to; None after a finding. `of`: the kind of what is moved, where known."""
        if isinstance(node, x.Name) and node.name == "box" and scope.local("box") is None:
            return Target(None, None)
        bottom = isinstance(node, x.Of) and isinstance(node.field, x.Name) and node.field.name == "bottom"
        found = self._container(node, scope)
        if found is not None:
            symbol, owner = found
            symbol.used = True
            return Target(PlaceRef(symbol.id, owner, bottom), symbol.of, symbol=symbol)
        ex, type_ = self.value(node, scope, None)
        if isinstance(type_, t.EntityT):
            return self._entity_target(ex, type_, of, node.span)
        if not isinstance(type_, t.AnyT):
            self.findings.report(codes.WRONG_TYPE, node.span, f"a place should stand here, not {t.describe(type_)}")
        return None

    def _entity_target(self, ex: Ex, type_: t.EntityT, of: KindInfo | None, span: Span) -> Target | None:
        if type_.kind.is_place and (of is None or of.is_player):
            return Target(None, None, walk=ex)
        holding = [
            symbol for symbol in self.world.container_syms
            if symbol.owner is not None and type_.kind.is_a(symbol.owner) and (of is None or of.is_a(symbol.of))
        ]
        if len(holding) == 1:
            return Target(PlaceRef(holding[0].id, ex), holding[0].of, symbol=holding[0])
        told = f"a `{of.name}`" if of else "a thing"
        self.findings.report(
            codes.WRONG_TYPE, span, f"a `{type_.kind.name}` has {'no place' if not holding else 'several places'} for {told}",
            help="name the slot or pile" if holding else None,
        )
        return None

    def _container(self, node: Expr, scope: Scope) -> tuple[ContainerSym, Ex | None] | None:
        """The slot, pile, deck or bag a path names, quietly None if it names none."""
        if isinstance(node, x.Of) and isinstance(node.field, x.Name) and node.field.name == "bottom":
            return self._container(node.owners, scope)
        if isinstance(node, x.Name) and scope.local(node.name) is None:
            member = scope.member(node.name)
            if isinstance(member, ContainerSym):
                return member, scope.doer()
            own = self.world.values.get(node.name)
            return (own, None) if isinstance(own, ContainerSym) else None
        if isinstance(node, x.Member):
            quiet = len(self.findings.items)
            owner, type_ = self.value(node.owner, scope, None)
            if isinstance(type_, t.EntityT):
                symbol = type_.kind.member(node.name.name) or self.member_below(type_.kind, node.name.name)
                if isinstance(symbol, ContainerSym):
                    return symbol, owner
            del self.findings.items[quiet:]
        return None

    def source(self, node: Expr, scope: Scope) -> tuple[PlaceRef, ContainerSym] | None:
        """A container that things are drawn from or that is shuffled; None after a finding."""
        found = self._container(node, scope)
        if found is None:
            type_ = self.value(node, scope, None)[1]
            if not isinstance(type_, t.AnyT):
                self.findings.report(
                    codes.WRONG_TYPE, node.span, f"a slot, pile, deck or bag should stand here, not {t.describe(type_)}"
                )
            return None
        symbol, owner = found
        symbol.used = True
        return PlaceRef(symbol.id, owner), symbol

    # --- texts and orders --------------------------------------------------------------------------------

    def template(self, text: str, scope: Scope, span: Span) -> Template:
        """A text with its holes: `{foe}`, `{beyond(way, at)}`."""
        from rulelang.parse import parse_cell

        parts: list[str | Shown] = []
        at = 0
        while at < len(text):
            open_ = text.find("{", at)
            close = text.find("}", open_) if open_ >= 0 else -1
            if close < 0:
                break
            if open_ > at:
                parts.append(text[at:open_])
            node, found = parse_cell(text[open_ + 1 : close], span, "expr")
            if found or not isinstance(node, Expr):
                self.findings.report(codes.SYNTAX, span, f"`{{{text[open_ + 1 : close]}}}` in the text is no value")
            else:
                ex, type_ = self.value(node, scope, None)
                parts.append(Shown(ex, t.sort_of(t.element(type_))))
            at = close + 1
        if at < len(text):
            parts.append(text[at:])
        return Template(text, tuple(parts))

    def order(self, node: Expr, of: Type, scope: Scope) -> tuple[int, tuple[OrderLineCode, ...]]:
        """An order named in `by`: the var of the member that is weighed, and the lines."""
        name, args = (node.target, node.args) if isinstance(node, x.Apply) else (node, ())
        var = self.world.fresh_var()
        if isinstance(name, x.Name) and name.name in ("chance", "choice") and name.name not in self.world.orders:
            return var, (OrderLineCode("chance" if name.name == "chance" else "choice", None, None),)
        symbol = self.world.orders.get(name.name) if isinstance(name, x.Name) else None
        if symbol is None:
            told = name.name if isinstance(name, x.Name) else "this"
            close = did_you_mean(told, [*self.world.orders, "chance", "choice"])
            self.findings.report(
                codes.UNKNOWN_NAME, node.span, f"unknown order `{told}`", help=f"did you mean `{close}`?" if close else None
            )
            return var, ()
        return var, self._order_lines(symbol, var, of, args, node.span, scope)

    def _order_lines(
        self, symbol: OrderSym, var: int, of: Type, args: Sequence[Expr], span: Span, scope: Scope
    ) -> tuple[OrderLineCode, ...]:
        symbol.used = True
        inner = Scope(self.world, scope.you, scope.you_kind, scope.this, scope.this_kind, uses_you=scope.uses_you)
        rest = symbol.params
        if symbol.params:
            inner.bind(symbol.params[0].name, of, e.Var(var), span, quiet=True)
            rest = symbol.params[1:]
        inner.bind("it", of, e.Var(var), span, quiet=True)
        given = self.args(rest, args, scope, span, symbol.name)
        for param, ex in zip(rest, given, strict=True):
            inner.bind(param.name, param.type, ex, span, quiet=True)
        lines = []
        for line in symbol.decl.lines:
            value: Ex | None = None
            if line.value is not None:
                if line.word == "first":
                    value = self.condition(line.value, inner)
                elif line.word == "seats":
                    value = self.value(line.value, inner, t.EntityT(self.world.player))[0]
                else:
                    value = self.number(line.value, inner)[0]
            when = self.condition(line.when, inner) if line.when is not None else None
            lines.append(OrderLineCode(line.word, value, when))
        return tuple(lines)

    def place_kind(self) -> KindInfo:
        """The kind of the board's places: the only one they all are of, else `place`."""
        if self.world.board is None:
            return self.world.kinds["place"]
        kinds = {self.world.kind_of(place) for place in self.world.board.places}
        return kinds.pop() if len(kinds) == 1 else self.world.kinds["place"]


def _for_owner(bound: Ex | None, var: int, owner: Ex | None) -> Ex | None:
    """A range's end with the owner put in for its var."""
    if bound is None or isinstance(bound, Const) or owner is None:
        return bound
    return substitute(bound, var, owner)


def substitute(ex: Ex, var: int, by: Ex) -> Ex:
    """An expression with one var replaced."""
    if isinstance(ex, e.Var):
        return by if ex.id == var else ex
    changed = {}
    for name in ex.fields:
        old = getattr(ex, name)
        if isinstance(old, Ex):
            new: object = substitute(old, var, by)
        elif isinstance(old, tuple) and any(isinstance(item, Ex) for item in old):
            new = tuple(substitute(item, var, by) if isinstance(item, Ex) else item for item in old)
        else:
            continue
        if new is not old:
            changed[name] = new
    return ex.but(**changed) if changed else ex
