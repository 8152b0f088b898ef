"""The functions the language brings: what each takes and what it makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from rulelang.ast import expressions as x
from rulelang.ast.node import Expr
from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.types import Type
from rulelang.diagnostics import codes
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex

if TYPE_CHECKING:
    from rulelang.check.expressions import Elaborator

Typed = tuple[Ex, Type]
Maker = Callable[["Elaborator", tuple[Expr, ...], Scope, x.Apply], Typed]


def builtin(el: Elaborator, node: x.Apply, scope: Scope) -> Typed:
    """A call of a built-in function."""
    assert isinstance(node.target, x.Name)
    low, high, maker = BUILTINS[node.target.name]
    if not low <= len(node.args) <= high:
        many = str(low) if low == high else f"{low} to {high}"
        el.findings.report(
            codes.ARGUMENTS, node.span, f"`{node.target.name}` takes {many} argument{'' if many == '1' else 's'}, not {len(node.args)}"
        )
        return Const(0), t.ANY
    return maker(el, node.args, scope, node)


def _count(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    group, of = el.group(args[0], scope)
    return e.Count(group), t.NumberT(0, max(t.capacity(of), 99))


def _any(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    return e.AnyOf(el.group(args[0], scope)[0]), t.FLAG


def _none(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    return e.Not(e.AnyOf(el.group(args[0], scope)[0])), t.FLAG


def _first(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    group, of = el.group(args[0], scope)
    inner = of.of
    return e.First(group), t.EntityT(inner.kind, True) if isinstance(inner, t.EntityT) else inner


def _fold(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    assert isinstance(node.target, x.Name)
    group, of = el.group(args[0], scope)
    var = el.world.fresh_var()
    inner = scope.child()
    inner.bind("it", of.of, e.Var(var), args[0].span, quiet=True)
    value, type_ = el.number(args[1], inner)
    op: Literal["sum", "least", "most"] = "sum" if node.target.name == "sum" else "least"
    if node.target.name == "most":
        op = "most"
    if op == "sum":
        many = t.capacity(of)
        type_ = t.interval("*", type_, t.NumberT(0, many))
    else:
        type_ = t.NumberT(min(0, type_.low), max(0, type_.high))
    return e.Fold(op, group, var, value), type_


def _divide(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    assert isinstance(node.target, x.Name)
    quotient = args[0]
    if not (isinstance(quotient, x.Arith) and quotient.op == "/"):
        return el.number(quotient, scope)
    left, a = el.number(quotient.left, scope)
    right, b = el.number(quotient.right, scope)
    if isinstance(right, Const) and right.value == 0:
        el.findings.report(codes.OUT_OF_RANGE, quotient.right.span, "nothing can be divided by 0")
    op: Literal["down", "up"] = "down" if node.target.name == "down" else "up"
    low = min(0, a.low) if a.low < 0 or b.low <= 0 else a.low // max(1, b.high)
    high = a.high if b.low <= 0 else -(-a.high // b.low)
    return e.Arith(op, left, right), t.NumberT(low, high)


def _place(el: Elaborator, node: Expr, scope: Scope) -> Ex:
    return el.value(node, scope, t.EntityT(el.world.kinds["place"], True))[0]


def _neighbours(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    return e.Neighbours(_place(el, args[0], scope)), t.SetT(t.EntityT(el.place_kind()))


def _distance(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    return e.Distance(_place(el, args[0], scope), _place(el, args[1], scope)), t.NumberT(0, 9999)


def _reach(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    kind = t.EntityT(el.place_kind())
    var = el.world.fresh_var()
    inner = scope.child()
    inner.bind("it", kind, e.Var(var), node.span, quiet=True)
    steps = el.number(args[1], scope)[0]
    condition = el.condition(args[2], inner) if len(args) > 2 else None
    return e.Reach(_place(el, args[0], scope), steps, var, condition), t.SetT(kind)


def _next(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    kind = t.EntityT(el.world.player)
    return e.NextPlayer(el.value(args[0], scope, kind)[0]), kind


def _board(el: Elaborator, args: tuple[Expr, ...], scope: Scope, node: x.Apply) -> Typed:
    assert isinstance(node.target, x.Name)
    el.findings.report(codes.NOT_YET, node.span, f"`{node.target.name}` needs a laid board, which is not played yet")
    return Const(0), t.ANY


BUILTINS: dict[str, tuple[int, int, Maker]] = {
    "count": (1, 1, _count),
    "any": (1, 1, _any),
    "none": (1, 1, _none),
    "first": (1, 1, _first),
    "one": (1, 1, _first),
    "sum": (2, 2, _fold),
    "least": (2, 2, _fold),
    "most": (2, 2, _fold),
    "down": (1, 1, _divide),
    "up": (1, 1, _divide),
    "neighbours": (1, 1, _neighbours),
    "distance": (2, 2, _distance),
    "reach": (2, 3, _reach),
    "next": (1, 1, _next),
    "in_line": (2, 2, _board),
    "row": (2, 2, _board),
    "column": (2, 2, _board),
    "fits": (2, 2, _board),
}
