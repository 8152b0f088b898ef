"""Statements of a block, one after another: each class of statement has one lowering, registered here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.ast import statements as s
from rulelang.ast.node import Stmt
from rulelang.diagnostics import codes
from rulelang.lower.block import Block
from rulelang.lower.flow import check_drawn, leaves
from rulelang.program import code as c

Lower = Callable[[Block, Any], None]
LOWERS: dict[type[Stmt], Lower] = {}
UNSETTLED = (
    s.Let, s.If, s.Match, s.Repeat, s.EachIn, s.EachPlayer, s.For, s.Nothing, s.Stop, s.Give, s.End, s.Ending,
    s.Cancel, s.Proceed, s.ChooseFrom, s.Pick, s.Roll,
)


def lowers(cls: type[Stmt]) -> Callable[[Lower], Lower]:
    """Register the lowering of a class of statements."""

    def register(function: Lower) -> Lower:
        assert cls not in LOWERS, cls
        LOWERS[cls] = function
        return function

    return register


def lower_body(block: Block, body: Sequence[Stmt]) -> None:
    """The statements of a block, in its scope. What stands behind a statement that leaves is reported, and lowered."""
    told = False
    left = False
    for index, stmt in enumerate(body):
        if left and not told:
            block.low.findings.report(
                codes.UNREACHED, stmt.span, "this is never reached: the statement above leaves",
                related=[(body[index - 1].span, "it leaves here")],
            )
            told = True
        lower_statement(block, stmt)
        if isinstance(stmt, s.Draw) and stmt.target is None:
            check_drawn(block.low.findings, stmt, body[index + 1 :])
        left = left or leaves(stmt) or _ends_itself(block, stmt)


def _ends_itself(block: Block, stmt: Stmt) -> bool:
    """Whether a phase ends itself by name: elsewhere `end` may find nothing to end."""
    return isinstance(stmt, s.End) and block.happening is not None and block.happening.name == stmt.phase.name


def lower_statement(block: Block, stmt: Stmt) -> None:
    lower = LOWERS.get(type(stmt))
    if lower is None:
        block.low.unsupported(stmt.span, f"`{type(stmt).__name__.lower()}`")
        return
    told = block.scope.uses_you[0]
    lower(block, stmt)
    if not told and block.scope.uses_you[0]:
        block.low.doer_read.setdefault(id(block.scope.uses_you), stmt.span)
    if block.rests and block.low.rests and not isinstance(stmt, UNSETTLED):
        block.emit(c.Rest(span=stmt.span))
    if block.quiet is not None:
        block.emit(c.Quiet(block.quiet, span=stmt.span))


def lower_block(block: Block, body: Sequence[Stmt]) -> None:
    """A block inside another: its locals end with it."""
    lower_body(block.inner(), body)
