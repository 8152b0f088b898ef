"""Expressions as text, with parentheses where what binds looser stands inside what binds closer, and no others but those kept.

A level is how closely an expression binds, as the grammar's rules nest; SPAN is a sum, or a range without parentheses. Each
printer gives its text and its level. `kept` are the spans that stood in parentheses: those round an operand stay, for they
help its reader; those round a whole value, a single word, or twice round the same go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ast import expressions as e
from rulelang.ast.node import Expr

GROUP, EXPR, EITHER, BOTH, NOT, COMPARISON, SPAN, SUM, PRODUCT, SIGNED, OF, POST, CHAIN = range(13)
LEVELS = {
    "group": GROUP,
    "value": GROUP,
    "expr": EXPR,
    "either": EITHER,
    "span": SPAN,
    "sum": SUM,
    "field": OF,
    "post": POST,
}
LOOSE = (e.Formula, e.Join, e.Either)  # stand only where no parentheses may

Kept = frozenset[tuple[int, int]]
Printer = Callable[[Any, Kept], tuple[str, int]]


def said(expr: Expr, kept: Kept, level: int = GROUP) -> str:
    """An expression's text where at least `level` must bind; in parentheses if it binds looser."""
    text, own = EXPRESSIONS[type(expr)](expr, kept)
    if own >= level or isinstance(expr, LOOSE) or (level == SPAN and isinstance(expr, e.Range)):
        return text
    return f"({text})"


def inner(expr: Expr, kept: Kept, level: int) -> str:
    """An operand's text: in parentheses also where its author set them, though it would bind the same without."""
    text, own = EXPRESSIONS[type(expr)](expr, kept)
    if own < POST and (expr.span.start, expr.span.end) in kept:
        return f"({text})"
    return said(expr, kept, level)


def listed(items: tuple[Expr, ...], kept: Kept, level: int = GROUP, between: str = ", ") -> str:
    """Several expressions with `between` between them."""
    return between.join(said(item, kept, level) for item in items)


def _member(node: e.Member, kept: Kept) -> tuple[str, int]:
    owner, level = EXPRESSIONS[type(node.owner)](node.owner, kept)
    text = owner if level >= POST else f"({owner})"
    return f"{text}.{node.name}", CHAIN if level >= CHAIN else POST


def _apply(node: e.Apply, kept: Kept) -> tuple[str, int]:
    level = POST if node.target == e.Name(name="up") else CHAIN
    return f"{inner(node.target, kept, POST)}({listed(node.args, kept)})", level


def _of(node: e.Of, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.field, kept, CHAIN)} of {inner(node.owners, kept, OF)}", OF


def _not(node: e.Not, kept: Kept) -> tuple[str, int]:
    return f"not {inner(node.value, kept, NOT)}", NOT


def _negate(node: e.Negate, kept: Kept) -> tuple[str, int]:
    value = inner(node.value, kept, SIGNED)
    return (f"- {value}" if value.startswith("-") else f"-{value}"), SIGNED  # `--` is a sign of its own


def _two(left: Expr, op: str, right: Expr, level: int, kept: Kept) -> tuple[str, int]:
    """An operator with what stands at its sides; of equals the left ones bind first."""
    return f"{inner(left, kept, level)} {op} {inner(right, kept, level + 1)}", level


def _logic(node: e.Logic, kept: Kept) -> tuple[str, int]:
    return _two(node.left, node.op, node.right, EITHER if node.op == "or" else BOTH, kept)


def _compare(node: e.Compare, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.left, kept, SUM)} {node.op} {inner(node.right, kept, SUM)}", COMPARISON


def _is_a(node: e.IsA, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.value, kept, SUM)} is {'not ' if node.negated else ''}a {node.kind}", COMPARISON


def _within(node: e.Within, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.value, kept, SUM)} in {inner(node.group, kept, SPAN)}", COMPARISON


def _arith(node: e.Arith, kept: Kept) -> tuple[str, int]:
    return _two(node.left, node.op, node.right, SUM if node.op in "+-" else PRODUCT, kept)


def _if_else(node: e.IfElse, kept: Kept) -> tuple[str, int]:
    return (
        f"{inner(node.then, kept, EITHER)} if {inner(node.condition, kept, EITHER)} else {inner(node.otherwise, kept, EXPR)}",
        EXPR,
    )


def _where(node: e.Where, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.group, kept, EXPR)} where {inner(node.condition, kept, EITHER)}", GROUP


def _range(node: e.Range, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.low, kept, SUM)}..{inner(node.high, kept, SUM)}", GROUP


def _formula(node: e.Formula, kept: Kept) -> tuple[str, int]:
    return f"{inner(node.count, kept, SUM)} {inner(node.name, kept, POST)}", GROUP


EXPRESSIONS: dict[type[Expr], Printer] = {
    e.Number: lambda node, kept: (str(node.value), POST),
    e.Text: lambda node, kept: (f'"{node.value}"', POST),
    e.Name: lambda node, kept: (node.name, CHAIN),
    e.Member: _member,
    e.Apply: _apply,
    e.Of: _of,
    e.Not: _not,
    e.Negate: _negate,
    e.Logic: _logic,
    e.Compare: _compare,
    e.IsA: _is_a,
    e.Within: _within,
    e.Arith: _arith,
    e.IfElse: _if_else,
    e.Where: _where,
    e.Range: _range,
    e.Formula: _formula,
    e.Join: lambda node, kept: (listed(node.items, kept, SUM, " and "), GROUP),
    e.Either: lambda node, kept: (listed(node.items, kept, SUM, " or "), GROUP),
}
