"""Expressions: names are resolved, types worked out, and an Ex of the Program made.

Every method reports its own findings and then returns something harmless, so that one run finds them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.ast import expressions as x
from rulelang.ast.node import Expr, Ident
from rulelang.check import bundles
from rulelang.check import types as t
from rulelang.check.builtins import BUILTINS, builtin
from rulelang.check.calls import Calls
from rulelang.check.names import Names
from rulelang.check.scope import Scope
from rulelang.check.types import Type
from rulelang.diagnostics import codes
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex
from rulelang.source import Span

Typed = tuple[Ex, Type]
UNKNOWN = e.Var(-1)  # a value after a finding: no constant, so that nothing is concluded from it
NOUGHT: Typed = (UNKNOWN, t.ANY)


class Elaborator(Names, Calls):
    """Makes typed Ex of the tree's expressions. One for a whole game."""

    # --- entries -----------------------------------------------------------------------------------------

    def value(self, node: Expr, scope: Scope, want: Type | None = None) -> Typed:
        """An expression's Ex and type. With `want` a type that does not fit is reported."""
        maker = FORMS.get(type(node))
        if maker is None:
            self.findings.report(codes.WRONG_TYPE, node.span, "this cannot stand in an expression")
            return NOUGHT
        ex, type_ = maker(self, node, scope, want)
        if want is not None:
            return self.fit(ex, type_, want, node.span)
        return ex, type_

    def fit(self, ex: Ex, given: Type, want: Type, span: Span) -> Typed:
        """Hold a value against the type that is asked for."""
        boxes = self._as_bundle(ex, given, want)
        if boxes is not None:
            return boxes, want
        if not t.fits(given, want):
            if isinstance(want, t.FlagT):
                self._no_condition(given, span)
            elif isinstance(want, t.SetT) and t.fits(given, want.of):
                return e.Single(ex), want
            else:
                self.findings.report(
                    codes.WRONG_TYPE, span, f"{t.describe(want)} should stand here, not {t.describe(given)}"
                )
            return UNKNOWN, want
        if isinstance(given, t.NumberT) and isinstance(want, t.NumberT):
            self.check_range(given, want, span)
        if isinstance(want, t.AmountT) and isinstance(given, t.DieT):
            return Const(1 + 65536 * (given.die + 1)), want
        return ex, given

    def _as_bundle(self, ex: Ex, given: Type, want: Type) -> Ex | None:
        """A bare word, or a die, where a bundle is asked for: the box of it."""
        if not isinstance(want, t.BundleT):
            return None
        if isinstance(given, t.SymbolT) and isinstance(ex, Const):
            return bundles.of_word(ex.value, Const(1))
        if isinstance(given, t.DieT):
            return bundles.of_word(bundles.box_word(self.world, given.name), Const(1))
        return None

    def check_range(self, given: t.NumberT, want: t.NumberT, span: Span) -> None:
        """Report a number that can never lie in the range asked for."""
        if given.low > want.high or given.high < want.low:
            told = str(given.low) if given.low == given.high else f"{given.low}..{given.high}"
            self.findings.report(
                codes.OUT_OF_RANGE, span, f"{told} lies outside {want.low}..{want.high}",
                help=f"use a number from {want.low} to {want.high}, or widen the range where it is declared",
            )

    def _no_condition(self, given: Type, span: Span) -> None:
        help = None
        if isinstance(given, t.SetT):
            help = "say `any(…)` or `none(…)` of a set"
        elif isinstance(given, t.EntityT):
            help = "say `is none` or `is not none`"
        elif isinstance(given, t.NumberT):
            help = "compare the number: `> 0`"
        self.findings.report(
            codes.NOT_A_CONDITION, span, f"a condition should stand here, not {t.describe(given)}", help=help
        )

    def condition(self, node: Expr, scope: Scope) -> Ex:
        """An expression that is yes or no."""
        return self.value(node, scope, t.FLAG)[0]

    def number(self, node: Expr, scope: Scope) -> tuple[Ex, t.NumberT]:
        """An expression that is a number."""
        ex, type_ = self.value(node, scope)
        if isinstance(type_, t.FaceT) and type_.numeric:
            return ex, t.NumberT(min(type_.values), max(type_.values))
        if isinstance(type_, t.NumberT):
            return ex, type_
        if not isinstance(type_, t.AnyT):
            help = "count a set with `count(…)`" if isinstance(type_, t.SetT) else None
            self.findings.report(
                codes.WRONG_TYPE, node.span, f"a number should stand here, not {t.describe(type_)}", help=help
            )
        return Const(0), t.NUMBER

    def group(self, node: Expr, scope: Scope) -> tuple[Ex, t.SetT]:
        """An expression that is a set; a single thing is the set of it."""
        ex, type_ = self.value(node, scope)
        return self.as_group(ex, type_, node.span)

    def as_group(self, ex: Ex, type_: Type, span: Span) -> tuple[Ex, t.SetT]:
        """A value as a set: a thing or symbol is the set of itself, nothing the empty set."""
        match type_:
            case t.SetT():
                return ex, type_
            case t.EntityT(kind):
                return e.Single(ex), t.SetT(t.EntityT(kind))
            case t.SymbolT() | t.NoneT():
                return e.Single(ex), t.SetT(type_)
            case t.PoolT(die) if die >= 0:
                return e.PoolFaces(ex, die), t.SetT(self.face_type(die))
            case t.BundleT():
                return ex, t.SetT(t.NUMBER)
            case t.AnyT():
                return e.Union(()), t.SetT(t.ANY)
            case _:
                self.findings.report(codes.WRONG_TYPE, span, f"a set should stand here, not {t.describe(type_)}")
                return e.Union(()), t.SetT(t.ANY)

    # --- leaves ------------------------------------------------------------------------------------------

    def _number(self, node: x.Number, scope: Scope, want: Type | None) -> Typed:
        return Const(node.value), t.NumberT(node.value, node.value)

    def _text(self, node: x.Text, scope: Scope, want: Type | None) -> Typed:
        return self.template(node.value, scope, node.span), t.TEXT

    # --- logic -------------------------------------------------------------------------------------------

    def _not(self, node: x.Not, scope: Scope, want: Type | None) -> Typed:
        return e.Not(self.condition(node.value, scope)), t.FLAG

    def _logic(self, node: x.Logic, scope: Scope, want: Type | None) -> Typed:
        left, right = self.condition(node.left, scope), self.condition(node.right, scope)
        return (e.And if node.op == "and" else e.Or)(left, right), t.FLAG

    def _compare(self, node: x.Compare, scope: Scope, want: Type | None) -> Typed:
        if node.op != "is" and node.op != "is not":
            low, high = self.number(node.left, scope)[0], self.number(node.right, scope)[0]
            return e.Compare(node.op, low, high), t.FLAG
        left_ex, left = self.value(node.left, scope)
        right_ex, right = self.value(node.right, scope, None if isinstance(left, t.AnyT) else _hint(left))
        op: Any = "==" if node.op == "is" else "!="
        copies = self.copies(node.right, scope)
        if copies and isinstance(left, t.EntityT) and t.fits(right, left):
            same: Ex = e.IsOneOf(left_ex, copies)
            return (same if op == "==" else e.Not(same)), t.FLAG
        if isinstance(left, t.SetT) or isinstance(right, t.SetT):
            self.findings.report(
                codes.WRONG_TYPE, node.span, "a set is compared with `is`", help="say `x in S`, `none(S)` or `count(S) is n`"
            )
            return UNKNOWN, t.FLAG
        if not t.fits(right, left) and not t.fits(left, right):
            self.findings.report(
                codes.WRONG_TYPE, node.right.span,
                f"{t.describe(left)} is compared with {t.describe(right)}, which it can never be",
            )
            return UNKNOWN, t.FLAG
        if isinstance(left, t.NumberT) and isinstance(right, t.NumberT):
            self.check_range(right, left, node.right.span)
        return e.Compare(op, left_ex, right_ex), t.FLAG

    def _is_a(self, node: x.IsA, scope: Scope, want: Type | None) -> Typed:
        ex, type_ = self.value(node.value, scope)
        kind = self.kind(node.kind)
        if kind is None:
            return UNKNOWN, t.FLAG
        if isinstance(type_, t.EntityT) and not t.related(type_.kind, kind):
            self.findings.report(
                codes.WRONG_TYPE, node.span, f"{t.describe(type_)} can never be a `{kind.name}`"
            )
        elif not isinstance(type_, t.EntityT | t.AnyT):
            self.findings.report(codes.WRONG_TYPE, node.value.span, f"only a thing can be a `{kind.name}`")
        found: Ex = e.IsOneOf(ex, kind.entities)
        return (e.Not(found) if node.negated else found), t.FLAG

    def _within(self, node: x.Within, scope: Scope, want: Type | None) -> Typed:
        if isinstance(node.group, x.Range):
            number = self.number(node.value, scope)[0]
            low, high = self.number(node.group.low, scope)[0], self.number(node.group.high, scope)[0]
            return e.InSpan(number, low, high), t.FLAG
        ex, type_ = self.value(node.value, scope)
        if isinstance(node.group, x.Name) and node.group.name == "box" and scope.local("box") is None:
            if not isinstance(type_, t.EntityT | t.AnyT):
                self.findings.report(codes.WRONG_TYPE, node.value.span, f"only things lie in the box, not {t.describe(type_)}")
            return e.Boxed(ex), t.FLAG
        group, of = self.value(node.group, scope, None)
        if isinstance(of, t.NumberT):
            return e.Compare("==", ex, group), t.FLAG
        group, of = self.as_group(group, of, node.group.span)
        if not t.fits(type_, of.of) and not t.fits(of.of, type_):
            self.findings.report(
                codes.WRONG_TYPE, node.span, f"{t.describe(type_)} can never be in {t.describe(of)}"
            )
        return e.InSet(ex, group), t.FLAG

    # --- numbers and sets --------------------------------------------------------------------------------

    def _negate(self, node: x.Negate, scope: Scope, want: Type | None) -> Typed:
        ex, type_ = self.number(node.value, scope)
        if isinstance(ex, Const):
            return Const(-ex.value), t.NumberT(-ex.value, -ex.value)
        return e.Arith("-", Const(0), ex), t.NumberT(-type_.high, -type_.low)

    def _arith(self, node: x.Arith, scope: Scope, want: Type | None) -> Typed:
        if node.op == "/":
            self.findings.report(
                codes.WRONG_TYPE, node.span, "a division must say which way it rounds",
                help="write `down(a / b)` or `up(a / b)`",
            )
            return Const(0), t.NUMBER
        left, left_type = self.value(node.left, scope, None)
        right, right_type = self.value(node.right, scope, None)
        if node.op == "+" and (isinstance(left_type, t.BundleT) or isinstance(right_type, t.BundleT)):
            return self._bundles(node, (left, left_type), (right, right_type))
        grouped = isinstance(left_type, t.SetT | t.EntityT | t.SymbolT | t.NoneT) or isinstance(right_type, t.SetT | t.EntityT)
        if node.op == "+" and grouped:
            return self._union(node, (left, left_type), (right, right_type))
        a = self._as_number(left_type, node.left.span)
        b = self._as_number(right_type, node.right.span)
        if isinstance(left, Const) and isinstance(right, Const) and a == t.NumberT(left.value, left.value):
            done = {"+": left.value + right.value, "-": left.value - right.value, "*": left.value * right.value}[node.op]
            return Const(done), t.NumberT(done, done)
        return e.Arith(node.op, left, right), t.interval(node.op, a, b)

    def _bundles(self, node: x.Arith, left: Typed, right: Typed) -> Typed:
        parts = [self.fit(*value, t.BUNDLE, part.span)[0] for value, part in ((left, node.left), (right, node.right))]
        first = parts[0].parts if isinstance(parts[0], e.Concat) else (parts[0],)
        return e.Concat((*first, parts[1])), t.BUNDLE

    def _as_number(self, type_: Type, span: Span) -> t.NumberT:
        if isinstance(type_, t.NumberT):
            return type_
        if isinstance(type_, t.FaceT) and type_.numeric:
            return t.NumberT(min(type_.values), max(type_.values))
        if not isinstance(type_, t.AnyT):
            help = "count a set with `count(…)`" if isinstance(type_, t.SetT) else None
            self.findings.report(codes.WRONG_TYPE, span, f"a number should stand here, not {t.describe(type_)}", help=help)
        return t.NUMBER

    def _union(self, node: x.Arith, left: Typed, right: Typed) -> Typed:
        a, a_type = self.as_group(*left, node.left.span)
        b, b_type = self.as_group(*right, node.right.span)
        of = t.join(a_type.of, b_type.of)
        if of is None:
            self.findings.report(
                codes.WRONG_TYPE, node.span, f"{t.describe(a_type)} and {t.describe(b_type)} have nothing in common"
            )
            of = t.ANY
        parts = (*a.parts, b) if isinstance(a, e.Union) else (a, b)
        return e.Union(parts), t.SetT(of)

    def _if_else(self, node: x.IfElse, scope: Scope, want: Type | None) -> Typed:
        condition = self.condition(node.condition, scope)
        then, a = self.value(node.then, scope, None)
        other, b = self.value(node.otherwise, scope, _hint(a))
        if isinstance(a, t.SetT) != isinstance(b, t.SetT):
            then, a = self.as_group(then, a, node.then.span)
            other, b = self.as_group(other, b, node.otherwise.span)
        of = t.join(a, b)
        if of is None:
            self.findings.report(
                codes.WRONG_TYPE, node.span, f"the two values differ: {t.describe(a)} and {t.describe(b)}"
            )
            of = t.ANY
        return e.If(condition, then, other), of

    def _where(self, node: x.Where, scope: Scope, want: Type | None) -> Typed:
        group, of = self.value(node.group, scope, None)
        if isinstance(of, t.PoolT) and of.die >= 0:
            return self._pool_where(node, group, of, scope)
        group, of = self.as_group(group, of, node.group.span)
        var = self.world.fresh_var()
        inner = scope.child()
        inner.bind("it", of.of, e.Var(var), node.span, quiet=True)
        return e.Filter(group, var, self.condition(node.condition, inner)), of

    def _pool_where(self, node: x.Where, pool: Ex, of: t.PoolT, scope: Scope) -> Typed:
        ex, plain = self.pool_filter(node.condition, pool, of, scope)
        face = t.SetT(self.face_type(of.die))
        if plain and ex.condition is not None:
            return e.Filter(e.PoolFaces(pool, of.die), ex.var, ex.condition), face
        return ex, face

    def pool_filter(self, condition: Expr | None, pool: Ex, of: t.PoolT, scope: Scope) -> tuple[e.PoolWhere, bool]:
        """The positions of the dice that fit a condition, and whether it asks only what they show."""
        var, locked, rerolled = (self.world.fresh_var() for _ in range(3))
        if condition is None:
            return e.PoolWhere(pool, of.die, var, locked, rerolled, None), True
        inner = scope.child()
        it = inner.bind("it", self.face_type(of.die), e.Var(var), condition.span, quiet=True)
        inner.bind("it locked", t.FLAG, e.Var(locked), condition.span, quiet=True)
        inner.bind("it rerolled", t.FLAG, e.Var(rerolled), condition.span, quiet=True)
        made = self.condition(condition, inner)
        del it
        flags = (inner.locals["it locked"], inner.locals["it rerolled"])
        return e.PoolWhere(pool, of.die, var, locked, rerolled, made), not any(flag.used for flag in flags)

    def pool(self, node: Expr, scope: Scope) -> tuple[Ex, int, Ex]:
        """Dice to be thrown again or locked: the pool, its die, and the positions meant."""
        group, condition = (node.group, node.condition) if isinstance(node, x.Where) else (node, None)
        ex, type_ = self.value(group, scope, None)
        if isinstance(type_, t.PoolT) and type_.die >= 0:
            return ex, type_.die, self.pool_filter(condition, ex, type_, scope)[0]
        if not isinstance(type_, t.AnyT):
            self.findings.report(codes.WRONG_TYPE, node.span, f"rolled dice should stand here, not {t.describe(type_)}")
        return Const(0), 0, e.PoolWhere(Const(0), 0, 0, 0, 0, None)

    def _range(self, node: x.Range, scope: Scope, want: Type | None) -> Typed:
        low, a = self.number(node.low, scope)
        high, b = self.number(node.high, scope)
        return e.Numbers(low, high), t.SetT(t.NumberT(a.low, b.high))

    def _formula(self, node: x.Formula, scope: Scope, want: Type | None) -> Typed:
        count, _ = self.number(node.count, scope)
        die = self.die_named(node.name)
        if isinstance(node.name, x.Name) and bundles.is_written(self.world, node) and (die is None or isinstance(want, t.BundleT)):
            return bundles.of_word(bundles.box_word(self.world, node.name.name), count), t.BUNDLE
        if die is None:
            self.findings.report(
                codes.WRONG_TYPE, node.span, "a count stands beside something that is no die",
                help="an amount is a number, or a count and a die: `2 d6`",
            )
            return NOUGHT
        if isinstance(count, Const):
            return Const(count.value + 65536 * (die + 1)), t.AMOUNT
        return e.Arith("+", count, Const(65536 * (die + 1))), t.AMOUNT

    def _bundle(self, node: Expr, scope: Scope, want: Type | None) -> Typed:
        return bundles.of_group(bundles.boxes(self.world, node)), t.BUNDLE

    def _of(self, node: x.Of, scope: Scope, want: Type | None) -> Typed:
        if isinstance(node.field, x.Name) and node.field.name == "bottom":
            return self.value(node.owners, scope, None)
        owners, of = self.group(node.owners, scope)
        if not isinstance(node.field, x.Name):
            self.findings.report(codes.WRONG_TYPE, node.field.span, "a member's name should stand before `of`")
            return NOUGHT
        name = Ident(name=node.field.name, span=node.field.span)
        return self.members_of(owners, of, name, scope)

    def _apply(self, node: x.Apply, scope: Scope, want: Type | None) -> Typed:
        if isinstance(node.target, x.Name) and node.target.name in BUILTINS and scope.local(node.target.name) is None:
            return builtin(self, node, scope)
        return self.call_value(node, scope)

    def args_of(self, nodes: Sequence[Expr], scope: Scope) -> list[Typed]:
        return [self.value(node, scope, None) for node in nodes]


def _hint(type_: Type) -> Type | None:
    """What a bare word beside a value of this type may mean: only words are looked up by it."""
    return t.Hint(type_) if isinstance(type_, t.SymbolT | t.FaceT) else None


Maker = Callable[[Elaborator, Any, Scope, Type | None], Typed]
FORMS: dict[type[Expr], Maker] = {
    x.Number: Elaborator._number, x.Text: Elaborator._text, x.Name: Elaborator.name, x.Member: Elaborator.member,
    x.Apply: Elaborator._apply, x.Of: Elaborator._of, x.Not: Elaborator._not, x.Negate: Elaborator._negate,
    x.Logic: Elaborator._logic, x.Compare: Elaborator._compare, x.IsA: Elaborator._is_a,
    x.Within: Elaborator._within, x.Arith: Elaborator._arith, x.IfElse: Elaborator._if_else,
    x.Where: Elaborator._where, x.Range: Elaborator._range, x.Formula: Elaborator._formula,
    x.Join: Elaborator._bundle, x.Either: Elaborator._bundle,
}
