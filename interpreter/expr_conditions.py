"""How each condition is written as Python, so that it need not become 1 or 0 before it is tested."""

from __future__ import annotations

from interpreter.link_expr import ExprWriter, Scope, condition_of
from rulelang.program import expr as x


@condition_of(x.Const)
def _const(w: ExprWriter, e: x.Const, s: Scope) -> str:
    return "True" if e.value else "False"


@condition_of(x.Compare)
def _compare(w: ExprWriter, e: x.Compare, s: Scope) -> str:
    left, right = w.val(e.left, s), w.val(e.right, s)
    if w.is_set(e.left) or w.is_set(e.right):
        return f"(tuple({left}) {e.op} tuple({right}))"
    return f"({left} {e.op} {right})"


@condition_of(x.And)
def _and(w: ExprWriter, e: x.And, s: Scope) -> str:
    return f"({w.cond(e.left, s)} and {w.cond(e.right, s)})"


@condition_of(x.Or)
def _or(w: ExprWriter, e: x.Or, s: Scope) -> str:
    return f"({w.cond(e.left, s)} or {w.cond(e.right, s)})"


@condition_of(x.Not)
def _not(w: ExprWriter, e: x.Not, s: Scope) -> str:
    return f"(not {w.cond(e.value, s)})"


@condition_of(x.InSpan)
def _in_span(w: ExprWriter, e: x.InSpan, s: Scope) -> str:
    return f"({w.val(e.low, s)} <= {w.val(e.value, s)} <= {w.val(e.high, s)})"


@condition_of(x.Lies)
def _lies(w: ExprWriter, e: x.Lies, s: Scope) -> str:
    return lies(w, w.val(e.thing, s), w.address(e.container, e.owner, s))


@condition_of(x.Boxed)
def _boxed(w: ExprWriter, e: x.Boxed, s: Scope) -> str:
    return f"(S[{w.out.constant(w.layout.loc_of)}[{w.val(e.thing, s)}]] == 0)"


def lies(w: ExprWriter, thing: str, address: str) -> str:
    """Whether a thing lies at an address that may be 0, the container of nothing, where nothing lies."""
    at = f"S[{w.out.constant(w.layout.loc_of)}[{thing}]]"
    return f"({at} == {address})" if address.isdigit() and int(address) else f"(0 != {at} == {address})"


@condition_of(x.IsOneOf)
def _is_one_of(w: ExprWriter, e: x.IsOneOf, s: Scope) -> str:
    return one_of(w, w.val(e.value, s), e.ids)


def one_of(w: ExprWriter, value: str, ids: tuple[int, ...]) -> str:
    """Whether a value is one of fixed ids; a range where they have no gap."""
    if not ids:
        return "False"
    if len(ids) == 1:
        return f"({value} == {int(ids[0])})"
    if ids[-1] - ids[0] + 1 == len(ids):
        return f"({int(ids[0])} <= {value} <= {int(ids[-1])})"
    return f"({value} in {w.out.constant(frozenset(ids))})"


@condition_of(x.InSet)
def _in_set(w: ExprWriter, e: x.InSet, s: Scope) -> str:
    group = e.group
    if isinstance(group, x.Contents):
        return lies(w, w.val(e.value, s), w.address(group.container, group.owner, s))
    if isinstance(group, x.Entities):
        return one_of(w, w.val(e.value, s), tuple(i for i in group.ids if i not in w.layout.unseated))
    return f"({w.val(e.value, s)} in {w.val(group, s)})"


@condition_of(x.AnyOf)
def _any(w: ExprWriter, e: x.AnyOf, s: Scope) -> str:
    group = e.group
    if isinstance(group, x.Contents):
        return f"S[{w.address(group.container, group.owner, s)}]"
    if isinstance(group, x.ContentsOf) and w.layout.containers[group.container]:
        table = w.out.constant(w.layout.containers[group.container])
        return f"any([S[{table}[e]] for e in {w.val(group.owners, s)}])"
    if isinstance(group, x.Union):
        parts = [w.cond(x.AnyOf(part), s) for part in group.parts]
        return f"({' or '.join(parts)})" if parts else "False"
    if isinstance(group, x.Single):
        return w.val(group.value, s)
    if isinstance(group, x.Filter):
        v = f"v{group.var}"
        return f"any({w.inside(group.group, lambda: w.cond(group.condition, s.bind(v)))} for {v} in {w.val(group.group, s)})"
    return w.val(group, s)
