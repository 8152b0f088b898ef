"""Statements in which a player picks a member of a set: `choose x from`, `pick x from`, `divide`."""

from __future__ import annotations

from rulelang.ast import statements as s
from rulelang.check import types as t
from rulelang.lower.bends import each_member
from rulelang.lower.block import Block
from rulelang.lower.body import lower_body, lowers
from rulelang.lower.lowering import ONE, ZERO
from rulelang.lower.secrecy import check_guard
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.expr import Local, LocalAt, LocalSet, Shown, Template


@lowers(s.ChooseFrom)
def lower_choose_from(block: Block, stmt: s.ChooseFrom) -> None:
    group, type_ = block.low.elab.group(stmt.group, block.scope)
    prompt = block.low.elab.template(stmt.prompt, block.scope, stmt.span) if stmt.prompt is not None else None
    slot = block.frame.cell()
    name = stmt.name
    secret = check_guard(block.low, group, block.you, stmt.group.span)
    block.emit(c.PickOne(slot, group, prompt, t.sort_of(type_.of), name.name, block.you, secret, span=stmt.span))
    block.scope.bind(name.name, type_.of, Local(slot), name.span)


@lowers(s.Pick)
def lower_pick(block: Block, stmt: s.Pick) -> None:
    group, type_ = block.low.elab.group(stmt.group, block.scope)
    var, lines = block.low.elab.order(stmt.order, type_.of, block.scope)
    slot = block.frame.cell()
    name = stmt.name
    block.emit(c.PickBy(slot, group, var, lines, None, t.sort_of(type_.of), name.name, block.you, span=stmt.span))
    block.scope.bind(name.name, type_.of, Local(slot), name.span)


@lowers(s.Divide)
def lower_divide(block: Block, stmt: s.Divide) -> None:
    """All shares are known before any of them takes effect."""
    elab, frame, name = block.low.elab, block.frame, stmt.name.name
    amount, _ = elab.number(stmt.amount, block.scope)
    group, type_ = elab.group(stmt.group, block.scope)
    capacity, sort = t.capacity(type_), t.sort_of(type_.of)
    left, member, members, shares = frame.cell(), frame.cell(), frame.set_cells(capacity), frame.cell(capacity + 1)
    block.emit(c.Let(left, amount, span=stmt.span))
    block.emit(c.LetSet(members, group, capacity, span=stmt.span))
    block.emit(c.Let(shares, ZERO))
    var = block.low.world.fresh_var()
    room = None
    if stmt.limit is not None:
        scope = block.scope.child()
        scope.bind("it", type_.of, e.Var(var), stmt.limit.span, quiet=True)
        room = elab.number(stmt.limit, scope)[0]
    prompt = Template(stmt.question, (stmt.question.removesuffix("{n}"), Shown(Local(left), "number")))
    one = Template(stmt.question_for_one, (Shown(Local(member), sort), stmt.question_for_one.removeprefix("{it}")))
    block.emit(c.PickShares(
        shares, left, member, LocalSet(members), var, room, prompt, one, sort, name, block.you, span=stmt.span
    ))
    _take_shares(block, stmt, type_, members, shares, capacity)


def _take_shares(block: Block, stmt: s.Divide, type_: t.SetT, members: int, shares: int, capacity: int) -> None:
    """The body for each member, who is the doer where it is a player; else it is called `it`."""
    index = block.frame.cell()
    block.emit(c.Let(index, ZERO))
    kind = type_.of.kind if isinstance(type_.of, t.EntityT) else None
    with each_member(block.frame, LocalSet(members), capacity, stmt.span) as member:
        block.emit(c.Let(index, e.Arith("+", Local(index), ONE)))
        share = block.frame.cell()
        block.emit(c.Let(share, LocalAt(shares, Local(index)), span=stmt.span))
        unknown = isinstance(type_.of, t.AnyT)  # a mistake told already: what follows is taken for a player's
        plays = unknown or (kind is not None and kind.is_player)
        inner = block.inner(you=member, you_kind=kind or block.low.world.player) if plays else block.inner()
        inner.scope.bind("it", type_.of, member, stmt.name.span, quiet=True)
        inner.scope.bind(stmt.name.name, t.NumberT(0, 9999), Local(share), stmt.name.span)
        lower_body(inner, stmt.body)


