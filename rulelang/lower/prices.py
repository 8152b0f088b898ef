"""What an option costs: numbers that must be there and things that must lie somewhere, and the code that pays them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast.node import Expr
from rulelang.check import types as t
from rulelang.check.calls import Target
from rulelang.check.symbols import KindInfo
from rulelang.diagnostics import codes
from rulelang.lower.block import Block
from rulelang.lower.changing import discard, move
from rulelang.lower.events import change
from rulelang.lower.frame import unless
from rulelang.lower.lowering import ONE, ZERO
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.code import Price
from rulelang.program.expr import Ex, Local
from rulelang.source import Span


@dataclass
class Things:
    """`2 cards from hand to box`: some of a set, picked by who pays; `count` None: all of it (`this`)."""

    count: Ex | None
    group: Ex
    type: t.SetT
    target: Target | None
    name: str
    span: Span


@dataclass
class Prices:
    """A whole price: what is looked at before the option is offered, and what is paid once it is picked."""

    numbers: list[Price] = field(default_factory=list)
    things: list[Things] = field(default_factory=list)
    guards: list[Ex] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)


def price(block: Block, needs: tuple[s.Need, ...]) -> Prices:
    """Read a price. `from` and `to` belong to the need they follow; a need without them takes the next one's."""
    found = Prices()
    source: Expr | None = None
    target: Expr | None = None
    for need in reversed(needs):
        source, target = need.source or source, need.target or target
        _need(block, need, source, target, found)
    found.numbers.reverse()
    found.things.reverse()
    return found


def _need(block: Block, need: s.Need, source: Expr | None, target: Expr | None, found: Prices) -> None:
    match need.what:
        case x.Name(name="this"):
            ex, type_ = block.low.elab.group(need.what, block.scope)
            to = _target(block, target if need.target else None, type_)
            found.things.append(Things(None, ex, type_, to, "this", need.span))
        case x.Formula(count=count, name=name):
            kind = _kind(block, name)
            if kind is not None:
                _some(block, need, count, kind, source, target, found)
            else:
                _track(block, need, count, name, found)
        case _:
            block.low.unsupported(need.span, "this kind of price")


def _kind(block: Block, name: Expr) -> KindInfo | None:
    if not isinstance(name, x.Name):
        return None
    return block.low.world.plurals.get(name.name) or block.low.world.kinds.get(name.name)


def _track(block: Block, need: s.Need, count: Expr, name: Expr, found: Prices) -> None:
    quiet = len(block.low.findings.items)
    ref = block.low.elab.ref(name, block.scope)
    if ref is None:
        if need.source is not None or (isinstance(name, x.Name) and name.name in block.low.world.words):
            del block.low.findings.items[quiet:]
            block.low.unsupported(need.span, "a price in symbols or dice")
        return
    amount, _ = block.low.elab.number(count, block.scope)
    if not isinstance(ref[1], t.NumberT | t.AnyT):
        block.low.findings.report(codes.WRONG_TYPE, name.span, f"a number pays a price, not {t.describe(ref[1])}")
        return
    found.numbers.append(Price(ref[0], amount))
    found.spans.append(need.span)


def _some(
    block: Block, need: s.Need, count: Expr, kind: KindInfo, source: Expr | None, target: Expr | None, found: Prices
) -> None:
    if source is None:
        block.low.findings.report(
            codes.WRONG_TYPE, need.span, "a price in things must say where they lie", help="add `from PLACE`"
        )
        return
    number, type_ = block.low.elab.number(count, block.scope)
    group, of = block.low.elab.group(source, block.scope)
    if not isinstance(of.of, t.EntityT):
        block.low.unsupported(need.span, "a price in symbols or dice")
        return
    if not of.of.kind.is_a(kind):
        var = block.low.world.fresh_var()
        group = e.Filter(group, var, e.IsOneOf(e.Var(var), kind.entities))
    found.guards.append(e.Compare(">=", e.Count(group), number))
    found.things.append(Things(number, group, of, _target(block, target, of), kind.name, need.span))
    del type_


def _target(block: Block, target: Expr | None, of: t.SetT) -> Target | None:
    if target is None:
        return None
    kind = of.of.kind if isinstance(of.of, t.EntityT) else None
    return block.low.elab.target(target, block.scope, kind)


# --- paying ----------------------------------------------------------------------------------------------


def pay(block: Block, prices: Prices) -> None:
    """The code that pays a price, at the start of the option's body."""
    for part in prices.numbers:
        change(block, part.ref, part.amount, -1, prices.spans[0])
    for things in prices.things:
        _pay_things(block, things)


def _pay_things(block: Block, things: Things) -> None:
    if not isinstance(things.type.of, t.EntityT):
        return
    if things.count is None:
        _put(block, things.group, things)
        return
    frame = block.frame
    left, one = frame.cell(), frame.cell()
    block.emit(c.Let(left, things.count, span=things.span))
    top = frame.here()
    end = unless(frame, e.Compare(">", Local(left), ZERO), things.span)
    block.emit(c.Let(left, e.Arith("-", Local(left), ONE), span=things.span))
    block.emit(c.PickOne(one, things.group, None, "entity", things.name, block.you, span=things.span))
    _put(block, e.Single(Local(one)), things)
    block.jump(top, things.span)
    frame.mark(end)


def _put(block: Block, group: Ex, things: Things) -> None:
    if things.target is None:
        discard(block, group, things.type, things.span)
    else:
        move(block, group, things.type, things.target.place, things.span)
