"""What can be said of statements without lowering them: whether they leave, and whether a drawn thing is put away."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast import walk
from rulelang.ast.node import Node, Stmt
from rulelang.diagnostics import Findings, codes


def leaves(stmt: Stmt) -> bool:
    """Whether nothing behind a statement in its block can ever run."""
    match stmt:
        case s.Stop() | s.Give():
            return True
        case s.Ending(seat=seat):
            return seat is None
        case s.If(branches=branches, otherwise=otherwise):
            return bool(otherwise) and all(body_leaves(branch.body) for branch in branches) and body_leaves(otherwise)
        case s.Match(arms=arms):
            return any(not arm.keys for arm in arms) and all(body_leaves(arm.body) for arm in arms)
        case s.Repeat(times=times, until=until):
            return times is None and until is None
    return False


def body_leaves(body: Sequence[Stmt]) -> bool:
    return any(leaves(stmt) for stmt in body)


def mentions(node: Node, name: str) -> bool:
    """Whether a name stands somewhere in a node."""
    return any(isinstance(part, x.Name) and part.name == name for part in walk(node))


# --- what is drawn must be put somewhere -----------------------------------------------------------------


def check_drawn(findings: Findings, draw: s.Draw, rest: Sequence[Stmt]) -> None:
    """Report a drawn thing that some way through the rest of its block leaves on the table."""
    if not isinstance(draw.what, x.Name):
        return
    name = draw.what.name
    if not _placed(rest, name):
        findings.report(
            codes.LEFT_ON_TABLE, draw.span, f"`{name}` may be left lying on the table",
            help=f"move or discard `{name}` on every way through this block",
        )


def _placed(body: Sequence[Stmt], name: str) -> bool:
    """Whether every way through the statements puts the thing away, hands it on, or ends the game."""
    for stmt in body:
        if _puts(stmt, name):
            return True
        if isinstance(stmt, s.Stop | s.Give | s.End):
            return False
        if any(isinstance(part, s.Stop | s.Give) for part in walk(stmt)) and not _asks_for_nothing(stmt, name):
            return False
    return False


def _asks_for_nothing(stmt: Stmt, name: str) -> bool:
    """`if foe is none: stop`: nothing was drawn."""
    return isinstance(stmt, s.If) and any(
        isinstance(node, x.Compare) and mentions(node.left, name) and mentions(node.right, "none")
        for branch in stmt.branches for node in walk(branch.condition)
    )


def _puts(stmt: Stmt, name: str) -> bool:
    match stmt:
        case s.Move(what=what) | s.Discard(what=what):
            return mentions(what, name)
        case s.Do(args=args):
            return any(mentions(arg, name) for arg in args)
        case s.RunChoice(args=args):
            return any(mentions(arg, name) for arg in args)
        case s.Ending():
            return True
        case s.If(branches=branches, otherwise=otherwise):
            placed = [_placed(branch.body, name) for branch in branches]
            if _asks_for_nothing(stmt, name):
                return any(placed) or _placed(otherwise, name)
            return bool(otherwise) and all(placed) and _placed(otherwise, name)
        case s.Match(arms=arms):
            return all(_placed(arm.body, name) for arm in arms)
        case s.InlineChoice(options=options, otherwise=otherwise, mode=mode):
            placed = [_placed(option.body, name) for option in options]
            return all(placed) and (mode == "choose" or _placed(otherwise, name))
        case s.For(body=body) | s.EachIn(body=body) | s.EachPlayer(body=body) | s.Repeat(body=body):
            return _placed(body, name)
    return False
