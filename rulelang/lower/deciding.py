"""Statements in which a player picks a member of a set: `choose x from`, `pick x from`, `divide`."""

from __future__ import annotations

from rulelang.ast import statements as s
from rulelang.ast.node import Expr
from rulelang.check import types as t
from rulelang.lower.bends import each_member
from rulelang.lower.block import Block
from rulelang.lower.body import lower_body, lowers
from rulelang.lower.lowering import ONE, ZERO
from rulelang.lower.secrecy import check_guard
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.expr import Ex, Local, LocalAt, LocalSet, Shown, Template


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
    """Everyone's share is asked before any of them takes effect."""
    elab, frame = block.low.elab, block.frame
    amount, _ = elab.number(stmt.amount, block.scope)
    group, type_ = elab.group(stmt.group, block.scope)
    capacity = t.capacity(type_)
    left, members, rest, shares = frame.cell(), frame.set_cells(capacity), frame.set_cells(capacity), frame.cell(capacity + 1)
    block.emit(c.Let(left, amount, span=stmt.span))
    block.emit(c.LetSet(members, group, capacity, span=stmt.span))
    block.emit(c.LetSet(rest, LocalSet(members), capacity, span=stmt.span))
    _ask_shares(block, stmt, type_, (left, members, rest, shares), capacity)
    _take_shares(block, stmt, type_, members, shares, capacity)


def _ask_shares(block: Block, stmt: s.Divide, type_: t.SetT, cells: tuple[int, int, int, int], capacity: int) -> None:
    left, members, rest, shares = cells
    frame = block.frame
    index, share, low, high = (frame.cell() for _ in range(4))
    block.emit(c.Let(index, ZERO))
    with each_member(frame, LocalSet(members), capacity, stmt.span) as member:
        block.emit(c.TakeOut(rest, member, span=stmt.span))
        block.emit(c.Let(index, e.Arith("+", Local(index), ONE)))
        block.emit(c.Let(high, Local(left), span=stmt.span))
        if stmt.limit is None:
            block.emit(c.Let(low, e.If(Local(rest), ZERO, Local(left)), span=stmt.span))
        else:
            _ends(block, stmt.limit, type_, member, (left, rest, low, high))
        prompt = Template(f"{{it}}: {stmt.name.name}", (Shown(member, t.sort_of(type_.of)), f": {stmt.name.name}"))
        block.emit(c.PickOne(
            share, e.Numbers(Local(low), Local(high)), prompt, "number", stmt.name.name, block.you, span=stmt.span
        ))
        block.emit(c.LetAt(shares, Local(index), Local(share), span=stmt.span))
        block.emit(c.Let(left, e.Arith("-", Local(left), Local(share)), span=stmt.span))


def _ends(block: Block, limit: Expr, type_: t.SetT, member: Ex, cells: tuple[int, int, int, int]) -> None:
    """From what the rest cannot take to what this one can."""
    left, rest, low, high = cells
    var = block.low.world.fresh_var()
    own, others = block.scope.child(), block.scope.child()
    own.bind("it", type_.of, member, limit.span, quiet=True)
    others.bind("it", type_.of, e.Var(var), limit.span, quiet=True)
    most = block.low.elab.number(limit, own)[0]
    room = e.Fold("sum", LocalSet(rest), var, block.low.elab.number(limit, others)[0])
    block.emit(c.Let(high, _least(Local(left), most), span=limit.span))
    short = e.Arith("-", Local(left), room)
    block.emit(c.Let(low, e.If(e.Compare(">", short, ZERO), _least(short, Local(high)), ZERO), span=limit.span))


def _least(a: Ex, b: Ex) -> Ex:
    return e.If(e.Compare("<", a, b), a, b)


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


