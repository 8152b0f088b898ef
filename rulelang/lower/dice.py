"""Statements of chance: dice rolled, rolled again, locked; tables rolled on."""

from __future__ import annotations

from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast.node import Expr
from rulelang.check import dice
from rulelang.check import types as t
from rulelang.diagnostics import codes
from rulelang.lower.block import Block
from rulelang.lower.body import lower_block, lowers
from rulelang.lower.calls import call
from rulelang.lower.course import key_span, switch
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex, Local, LocalPool, LocalSet
from rulelang.source import Span

MOST_DICE = 99


@lowers(s.Roll)
def lower_roll(block: Block, stmt: s.Roll) -> None:
    elab = block.low.elab
    name = stmt.name
    if name is None:
        _roll_things(block, stmt)
        return
    die = elab.die_named(stmt.what)
    if stmt.count is not None:
        count, type_ = elab.number(stmt.count, block.scope)
        if die is None:
            _no_die(block, stmt.what)
            block.scope.bind(name.name, t.ANY, Const(0), name.span)
            return
        capacity = max(1, min(MOST_DICE, type_.high))
        slot = block.frame.set_cells(capacity)
        block.emit(c.RollPool(slot, count, die, capacity, span=stmt.span))
        block.scope.bind(name.name, t.PoolT(die), LocalPool(slot), name.span)
    elif die is not None:
        slot = block.frame.cell()
        block.emit(c.RollOne(slot, die, span=stmt.span))
        block.scope.bind(name.name, elab.face_type(die), Local(slot), name.span)
    else:
        amount, _ = elab.value(stmt.what, block.scope, t.AMOUNT)
        slot = block.frame.cell()
        block.emit(c.RollAmount(slot, amount, span=stmt.span))
        block.scope.bind(name.name, t.NumberT(0, 9999), Local(slot), name.span)
    if stmt.where is not None:
        block.low.unsupported(stmt.where.span, "rolling until the dice please")


def _roll_things(block: Block, stmt: s.Roll) -> None:
    """All dice of a place, or of another set, are thrown."""
    group, type_ = block.low.elab.group(stmt.what, block.scope)
    if not dice.is_die(type_.of):
        if not isinstance(type_.of, t.AnyT):
            block.low.findings.report(
                codes.WRONG_TYPE, stmt.what.span, f"dice should stand here, not {t.describe(type_)}",
                help="loose dice need a name: `roll 5 fate as dice`",
            )
        return
    throw(block, group, stmt.span, again=False)


def throw(block: Block, group: Ex, span: Span, *, again: bool) -> None:
    """Dice that are things show new faces: die by die, since each kind has faces of its own."""
    for number, die in enumerate(sorted(block.low.world.first_of_die)):
        block.emit(c.Throw(group, die, again, number == 0, span=span))


def _again_things(block: Block, stmt: s.Reroll, group: Ex, type_: t.SetT) -> None:
    capacity = t.capacity(type_)
    picked = block.frame.set_cells(capacity)
    count = block.low.elab.number(stmt.quantity.count, block.scope)[0] if stmt.quantity.count is not None else None
    block.emit(c.PickSome(picked, group, capacity, stmt.quantity.word, count, "reroll", block.you, span=stmt.span))
    throw(block, LocalSet(picked), stmt.span, again=True)


def _dice_things(block: Block, node: Expr) -> tuple[Ex, t.SetT] | None:
    """The dice that are things which an expression means; None where it means loose ones."""
    quiet = len(block.low.findings.items)
    ex, type_ = block.low.elab.value(node, block.scope)
    if isinstance(type_, t.SetT) and dice.is_die(type_.of):
        return ex, type_
    del block.low.findings.items[quiet:]
    return None


def _no_die(block: Block, what: Expr) -> None:
    if isinstance(what, x.Name) and what.name not in block.low.world.values:
        block.low.elab.value(what, block.scope)
        return
    block.low.findings.report(codes.WRONG_TYPE, what.span, "a die should stand here")


def _again(block: Block, stmt: s.Reroll | s.Lock, make: Any) -> None:
    pool, die, positions = block.low.elab.pool(stmt.dice, block.scope)
    count: Ex | None = None
    if stmt.quantity.count is not None:
        count, _ = block.low.elab.number(stmt.quantity.count, block.scope)
    block.emit(make(pool, die, positions, stmt.quantity.word, count, block.you, span=stmt.span))


@lowers(s.Reroll)
def lower_reroll(block: Block, stmt: s.Reroll) -> None:
    things = _dice_things(block, stmt.dice)
    if things is not None:
        _again_things(block, stmt, *things)
        return
    _again(block, stmt, c.Reroll)


@lowers(s.Lock)
def lower_lock(block: Block, stmt: s.Lock) -> None:
    if _dice_things(block, stmt.dice) is not None:
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.dice.span, "dice that lie in a place are not locked",
            help="move them to a place that is not rolled",
        )
        return
    _again(block, stmt, c.Lock)


# --- tables ----------------------------------------------------------------------------------------------


@lowers(s.RollTable)
def lower_roll_table(block: Block, stmt: s.RollTable) -> None:
    what, args = (stmt.table.target, stmt.table.args) if isinstance(stmt.table, x.Apply) else (stmt.table, ())
    found = block.low.elab.call(what, args, block.scope)
    if found is None:
        return
    if found[0].sort != "table":
        block.low.findings.report(codes.WRONG_TYPE, stmt.table.span, f"`{found[0].name}` is a {found[0].sort}, not a table")
        return
    call(block, found, stmt.span)


def table_body(block: Block, decl: d.Table) -> None:
    """Roll what the head says and go to the arm of the result."""
    values: list[tuple[Ex, t.Type]] = [_thrown(block, dice) for dice in decl.dice]
    if len(values) == 1:
        switch(block, values[0][0], values[0][1], decl.arms, decl.span)
        return
    _pairs(block, values, decl)


def _thrown(block: Block, dice: d.Dice) -> tuple[Ex, t.Type]:
    elab = block.low.elab
    slot = block.frame.cell()
    die = elab.die_named(dice.die)
    if die is not None and dice.count is None:
        block.emit(c.RollOne(slot, die, span=dice.span))
        return Local(slot), elab.face_type(die)
    what: Expr = dice.die if dice.count is None else x.Formula(count=dice.count, name=dice.die, span=dice.span)
    amount, _ = elab.value(what, block.scope, t.AMOUNT)
    block.emit(c.RollAmount(slot, amount, span=dice.span))
    return Local(slot), t.NumberT(0, 9999)


def _pairs(block: Block, values: list[tuple[Ex, t.Type]], decl: d.Table) -> None:
    frame = block.frame
    end = frame.label()
    for arm in decl.arms:
        past = frame.label()
        if arm.keys and len(arm.keys) != len(values):
            block.low.findings.report(
                codes.ARGUMENTS, arm.span, f"an arm of this table has {len(values)} keys, one for each die"
            )
        for key, (value, type_) in zip(arm.keys, values, strict=False):
            span = key_span(block, key, type_)
            if span is not None:
                block.emit(c.Unless(e.InSpan(value, Const(span[0]), Const(span[1])), past, span=key.span))
        lower_block(block, arm.body)
        block.jump(end, arm.span)
        frame.mark(past)
    frame.mark(end)

