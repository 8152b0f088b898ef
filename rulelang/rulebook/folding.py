"""Reads a game's settings as what they stand at: a rulebook says "3 rerolls", and leaves out what is switched off."""

from __future__ import annotations

from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as s
from rulelang.ast.node import Expr, Node, walk
from rulelang.program.tables import Program

YES, NO = e.Name(name="yes"), e.Name(name="no")


def fold(file: d.File, program: Program) -> d.File:
    """The game with its settings put in and what follows from them worked out."""
    taken = {name for node in walk(file) for name in _bound(node)}
    values = {row.name: _value(row.value) for row in program.settings if row.name not in taken}
    folded = _Folder(values).node(file)
    assert isinstance(folded, d.File)
    return folded


def _bound(node: Node) -> tuple[str, ...]:
    """The names that a node gives to something of its own."""
    if isinstance(node, e.Param | s.Generator | s.ChooseFrom | s.Pick | s.Let | s.EachIn | s.Divide):
        return (node.name.name,)
    if isinstance(node, s.Roll | s.Do) and node.name is not None:
        return (node.name.name,)
    if isinstance(node, s.Draw) and isinstance(node.what, e.Name):
        return (node.what.name,)
    return ()


def _value(text: str) -> Expr:
    return e.Number(value=int(text)) if text.lstrip("-").isdecimal() else e.Name(name=text)


class _Folder:
    def __init__(self, values: dict[str, Expr]) -> None:
        self.values = values

    def node(self, node: Node) -> Node:
        if isinstance(node, d.Change | d.Setting):
            return node  # they speak of the settings themselves
        changed: dict[str, Any] = {}
        for part in node.parts:
            old = getattr(node, part)
            new = self._part(old)
            if new is not old:
                changed[part] = new
        return self._simple(node.model_copy(update=changed) if changed else node)

    def _part(self, value: Any) -> Any:
        if isinstance(value, Node):
            return self.node(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Node):
            new = tuple(kept for item in value for kept in self._kept(self.node(item)))
            return value if len(new) == len(value) and all(a is b for a, b in zip(new, value, strict=True)) else new
        return value

    def _kept(self, node: Node) -> tuple[Node, ...]:
        """A statement, option or bend without what can never be."""
        if isinstance(node, s.Option | d.Trigger | d.Modify):
            if node.when == NO:
                return ()
            return (node.model_copy(update={"when": None}),) if node.when == YES else (node,)
        if isinstance(node, s.If):
            return _branches(node)
        return (node,)

    def _simple(self, node: Node) -> Node:
        if isinstance(node, e.Name):
            return self.values.get(node.name, node)
        if isinstance(node, e.Not):
            return _flag(node.value == NO) if node.value in (YES, NO) else node
        if isinstance(node, e.Logic):
            return _logic(node)
        if isinstance(node, e.Compare):
            return _compare(node, self.values)
        if isinstance(node, e.IfElse) and node.condition in (YES, NO):
            return node.then if node.condition == YES else node.otherwise
        if isinstance(node, e.Where) and node.condition == YES:
            return node.group
        if isinstance(node, s.EachPlayer) and node.where == YES:
            return node.model_copy(update={"where": None})
        if isinstance(node, e.Arith) and node.op in "*/" and node.right == e.Number(value=1):
            return node.left
        if isinstance(node, e.Apply) and _is_rounding(node) and not isinstance(node.args[0], e.Arith):
            return node.args[0]
        return node


def _is_rounding(node: e.Apply) -> bool:
    return isinstance(node.target, e.Name) and node.target.name in ("down", "up") and len(node.args) == 1


def _flag(value: bool) -> e.Name:
    return YES if value else NO


def _logic(node: e.Logic) -> Node:
    absorbing, neutral = (NO, YES) if node.op == "and" else (YES, NO)
    if absorbing in (node.left, node.right):
        return absorbing
    if node.left == neutral:
        return node.right
    return node.left if node.right == neutral else node


def _compare(node: e.Compare, values: dict[str, Expr]) -> Node:
    left, right = node.left, node.right
    if isinstance(left, e.Number) and isinstance(right, e.Number):
        a, b = left.value, right.value
        return _flag({"is": a == b, "is not": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[node.op])
    words = {value.name for value in values.values() if isinstance(value, e.Name)}
    if isinstance(left, e.Name) and isinstance(right, e.Name) and left.name in words and node.op in ("is", "is not"):
        return _flag((left.name == right.name) is (node.op == "is"))
    return node


def _branches(node: s.If) -> tuple[Node, ...]:
    kept: list[s.Branch] = []
    for branch in node.branches:
        if branch.condition == NO:
            continue
        if branch.condition == YES:
            if not kept:
                return branch.body
            return (node.model_copy(update={"branches": tuple(kept), "otherwise": branch.body}),)
        kept.append(branch)
    if not kept:
        return node.otherwise
    return (node.model_copy(update={"branches": tuple(kept)}),)
