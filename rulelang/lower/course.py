"""Statements of course: branches, loops, other doers, leaving, and the game's end."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast.node import Expr
from rulelang.check import types as t
from rulelang.check.symbols import KindInfo
from rulelang.diagnostics import codes, did_you_mean
from rulelang.lower.bends import each_member
from rulelang.lower.block import Block
from rulelang.lower.body import lower_block, lower_body, lowers
from rulelang.lower.endless import check_repeat
from rulelang.lower.frame import unless
from rulelang.lower.lowering import ONE, ZERO
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex, Local, LocalSet
from rulelang.source import Span

# --- branches --------------------------------------------------------------------------------------------


@lowers(s.If)
def lower_if(block: Block, stmt: s.If) -> None:
    end = block.frame.label()
    for branch in stmt.branches:
        condition = block.low.elab.condition(branch.condition, block.scope)
        past = unless(block.frame, condition, branch.condition.span)
        lower_block(block, branch.body)
        block.jump(end, branch.span)
        block.frame.mark(past)
    lower_block(block, stmt.otherwise)
    block.frame.mark(end)


@lowers(s.Match)
def lower_match(block: Block, stmt: s.Match) -> None:
    value, type_ = block.low.elab.value(stmt.value, block.scope)
    if isinstance(type_, t.SetT | t.PoolT | t.AmountT | t.TextT):
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.value.span, f"{t.describe(type_)} has no cases to match",
            help="match a number, a word or a thing",
        )
        value, type_ = ZERO, t.ANY
    kept = block.frame.cell()
    block.emit(c.Let(kept, value, span=stmt.span))
    switch(block, Local(kept), type_, stmt.arms, stmt.span)
    if not isinstance(type_, t.AnyT):
        _check_cases(block, stmt, type_)


def switch(block: Block, value: Ex, type_: t.Type, arms: Sequence[s.Arm], span: Span) -> None:
    """Go to the arm whose keys have the value; keys are constants, tried in their order."""
    frame = block.frame
    end, otherwise = frame.label(), frame.label()
    labels = [frame.label() for _ in arms]
    cases: list[tuple[int, int, int]] = []
    for arm, label in zip(arms, labels, strict=True):
        for key in arm.keys:
            span_of = key_span(block, key, type_)
            if span_of is not None:
                cases.append((*span_of, label))
    block.emit(c.Switch(value, tuple(cases), otherwise, span=span))
    for arm, label in zip(arms, labels, strict=True):
        frame.mark(label)
        if not arm.keys:
            frame.mark(otherwise)
        lower_block(block, arm.body)
        block.jump(end, arm.span)
    if otherwise not in frame.marks:
        frame.mark(otherwise)
    frame.mark(end)


def key_span(block: Block, key: Expr, type_: t.Type) -> tuple[int, int] | None:
    """The values a key of an arm stands for, lowest and highest; None after a finding."""
    elab = block.low.elab
    if isinstance(key, x.Range):
        low, high = elab.number(key.low, block.scope)[0], elab.number(key.high, block.scope)[0]
        if isinstance(low, Const) and isinstance(high, Const):
            return low.value, high.value
    else:
        ex, given = elab.value(key, block.scope, type_)
        if isinstance(ex, Const):
            return ex.value, ex.value
        if isinstance(given, t.AnyT):
            return None
    block.low.findings.report(
        codes.WRONG_TYPE, key.span, "an arm's key is a number, a word or a thing by name",
        help="use `if` for values that change",
    )
    return None


def _check_cases(block: Block, stmt: s.Match, type_: t.Type) -> None:
    if any(not arm.keys for arm in stmt.arms):
        return
    quiet = len(block.low.findings.items)
    keys = [key for arm in stmt.arms for key in arm.keys]
    spans = [key_span(block, key, type_) for key in keys]
    del block.low.findings.items[quiet:]
    _check_twice(block, keys, spans)
    if None in spans:
        return  # one is misspelt: which are missing is not known
    known = [span for span in spans if span is not None]
    missing = [name for value, name in _cases(block, type_) if not any(low <= value <= high for low, high in known)]
    if missing:
        told = ", ".join(f"`{name}`" for name in missing[:6]) + (" …" if len(missing) > 6 else "")
        block.low.findings.report(
            codes.MISSING_CASE, stmt.value.span, f"no arm for {told}", help="add an arm for each, or an `else:`"
        )


def _check_twice(block: Block, keys: list[Expr], spans: list[tuple[int, int] | None]) -> None:
    """Report an arm for what an arm above is for already."""
    seen: list[tuple[tuple[int, int], Expr]] = []
    for key, span in zip(keys, spans, strict=True):
        if span is None:
            continue
        for (low, high), other in seen:
            if low <= span[1] and span[0] <= high:
                block.low.findings.report(
                    codes.DUPLICATE_ENTRY, key.span, "there is an arm for this already", help="remove one of the two",
                    related=[(other.span, "here")],
                )
                break
        seen.append((span, key))


def _cases(block: Block, type_: t.Type) -> list[tuple[int, str]]:
    """Every value of a type, with its name; where there are too many or no end, one that no arm has."""
    match type_:
        case t.SymbolT(words=words, ids=ids, optional=optional):
            return [*zip(ids, words, strict=True), *([(0, "none")] if optional else [])]
        case t.FaceT(values=values, labels=labels):
            return list(zip(values, labels, strict=True))
        case t.FlagT():
            return [(1, "yes"), (0, "no")]
        case t.NumberT(low=low, high=high) if high - low <= 1000:
            return [(value, str(value)) for value in range(low, high + 1)]
        case t.EntityT(kind=kind, optional=optional):
            names = [(id, block.low.world.entities[id - 1].name) for id in kind.entities]
            return [*names, *([(0, "none")] if optional else [])]
    return [(-(2**31), "else")]


# --- loops -----------------------------------------------------------------------------------------------


@lowers(s.Repeat)
def lower_repeat(block: Block, stmt: s.Repeat) -> None:
    frame, elab = block.frame, block.low.elab
    check_repeat(block, stmt)
    end = frame.label()
    counter = -1
    if stmt.times is not None:
        counter = frame.cell()
        times = elab.number(stmt.times, block.scope)[0]
        block.emit(c.Let(counter, times, span=stmt.span))
    top = frame.here()
    if counter >= 0:
        block.emit(c.Unless(e.Compare(">", Local(counter), ZERO), end, span=stmt.span))
        block.emit(c.Let(counter, e.Arith("-", Local(counter), ONE), span=stmt.span))
    if stmt.until is not None:
        condition = elab.condition(stmt.until, block.scope)
        block.emit(c.Unless(e.Not(condition), end, span=stmt.until.span))
    lower_block(block, stmt.body)
    block.jump(top, stmt.span)
    frame.mark(end)


@lowers(s.EachIn)
def lower_each(block: Block, stmt: s.EachIn) -> None:
    group, type_ = block.low.elab.group(stmt.group, block.scope)
    inner = block.inner()
    if stmt.order is not None:
        member = _by_order(block, group, type_, stmt.order, stmt.name.name)
        inner.scope.bind(stmt.name.name, type_.of, member.local, stmt.name.span, quiet=True)
        lower_body(inner, stmt.body)
        member.close(block)
        return
    with each_member(block.frame, group, t.capacity(type_), stmt.span) as local:
        inner.scope.bind(stmt.name.name, type_.of, local, stmt.name.span, quiet=True)
        lower_body(inner, stmt.body)


class _Ordered:
    """An open loop over a set by an order."""

    def __init__(self, local: Local, top: int, end: int) -> None:
        self.local, self.top, self.end = local, top, end

    def close(self, block: Block) -> None:
        block.emit(c.Jump(self.top))
        block.frame.mark(self.end)


def _by_order(block: Block, group: Ex, type_: t.SetT, order: Expr, name: str) -> _Ordered:
    """Begin a loop that asks the order anew after each pass, among those who have not had theirs."""
    frame, capacity = block.frame, t.capacity(type_)
    kept, member = frame.set_cells(capacity), frame.cell()
    var, lines = block.low.elab.order(order, type_.of, block.scope)
    block.emit(c.LetSet(kept, group, capacity, span=order.span))
    top = frame.here()
    end = unless(frame, Local(kept), order.span)
    block.emit(c.PickBy(
        member, LocalSet(kept), var, lines, None, t.sort_of(type_.of), name, block.you, span=order.span
    ))
    block.emit(c.TakeOut(kept, Local(member), span=order.span))
    return _Ordered(Local(member), top, end)


@lowers(s.EachPlayer)
def lower_each_player(block: Block, stmt: s.EachPlayer) -> None:
    """Each is the doer in turn; who is meant is fixed on entry."""
    kind = _doers(block, stmt)
    if stmt.at_once:
        block.low.unsupported(stmt.span, "`at once`, all players deciding together,")
    if kind is None:
        return
    group = _players(block, stmt, kind)
    type_ = t.SetT(t.EntityT(kind))
    if stmt.order is not None:
        member = _by_order(block, group, type_, stmt.order, stmt.kind.name)
        lower_body(block.inner(you=member.local, you_kind=kind), stmt.body)
        member.close(block)
        return
    with each_member(block.frame, group, t.capacity(type_), stmt.span) as local:
        lower_body(block.inner(you=local, you_kind=kind), stmt.body)


def _doers(block: Block, stmt: s.EachPlayer) -> KindInfo | None:
    world = block.low.world
    kind = world.kinds.get(stmt.kind.name)
    if kind is None:
        near = did_you_mean(stmt.kind.name, world.kinds)
        block.low.findings.report(
            codes.UNKNOWN_NAME, stmt.kind.span, f"there is no kind `{stmt.kind.name}`",
            help=f"did you mean `{near}`?" if near else None,
        )
    elif kind.is_player:
        return world.player
    return kind


def _players(block: Block, stmt: s.EachPlayer, kind: KindInfo) -> Ex:
    elab, world = block.low.elab, block.low.world
    start: Ex | None = None
    if stmt.start is not None:
        start, _ = elab.value(stmt.start, block.scope, t.EntityT(kind))
    group: Ex = e.Players(start) if kind.is_player else e.Entities(kind.entities)
    if stmt.where is None:
        return group
    var = world.fresh_var()
    scope = block.scope.child()
    scope.bind("it", t.EntityT(kind), e.Var(var), stmt.where.span, quiet=True)
    return e.Filter(group, var, elab.condition(stmt.where, scope))


@lowers(s.For)
def lower_for(block: Block, stmt: s.For) -> None:
    who, type_ = block.low.elab.value(stmt.who, block.scope)
    kind = type_.kind if isinstance(type_, t.EntityT) else None
    if kind is None and not isinstance(type_, t.AnyT):
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.who.span, f"a player or thing should stand here, not {t.describe(type_)}",
            help="`each player where …:` is for several" if isinstance(type_, t.SetT) else None,
        )
    cell = block.frame.cell()
    block.emit(c.Let(cell, who, span=stmt.span))
    past = unless(block.frame, Local(cell), stmt.span)
    lower_body(block.inner(you=Local(cell), you_kind=kind), stmt.body)
    block.frame.mark(past)


# --- leaving ---------------------------------------------------------------------------------------------


@lowers(s.Let)
def lower_let(block: Block, stmt: s.Let) -> None:
    ex, type_ = block.low.elab.value(stmt.value, block.scope)
    if isinstance(type_, t.SetT):
        capacity = t.capacity(type_)
        slot = block.frame.set_cells(capacity)
        block.emit(c.LetSet(slot, ex, capacity, span=stmt.span))
        block.scope.bind(stmt.name.name, type_, LocalSet(slot), stmt.name.span)
        return
    slot = block.frame.cell()
    block.emit(c.Let(slot, ex, span=stmt.span))
    block.scope.bind(stmt.name.name, type_, Local(slot), stmt.name.span)


@lowers(s.Nothing)
def lower_nothing(block: Block, stmt: s.Nothing) -> None:
    return


@lowers(s.Stop)
def lower_stop(block: Block, stmt: s.Stop) -> None:
    block.jump(block.stop, stmt.span)


@lowers(s.End)
def lower_end(block: Block, stmt: s.End) -> None:
    world = block.low.world
    found = world.happenings.get(stmt.phase.name)
    if found is None:
        kind = block.scope.you_kind
        found = kind.happening(stmt.phase.name) if kind else None
    if found is None or found.sort != "phase":
        phases = [name for name, item in world.happenings.items() if item.sort == "phase"]
        near = did_you_mean(stmt.phase.name, phases)
        told = f"`{stmt.phase.name}` is a {found.sort}: only a phase can be ended" if found else f"unknown phase `{stmt.phase.name}`"
        block.low.findings.report(
            codes.MISPLACED if found else codes.UNKNOWN_NAME, stmt.phase.span, told,
            help=f"did you mean `{near}`?" if near else None,
        )
        return
    block.emit(c.End(found.id, span=stmt.span))


@lowers(s.Give)
def lower_give(block: Block, stmt: s.Give) -> None:
    ex, type_ = block.low.elab.value(stmt.value, block.scope, block.gives)
    if block.low.given is not None:
        block.low.given.append(type_)
    if block.gives is None:
        block.low.findings.report(
            codes.MISPLACED, stmt.span, "`give` stands only in a rule", help="`stop` leaves without a value"
        )
        return
    if isinstance(type_, t.SetT):
        block.low.unsupported(stmt.value.span, "a rule that gives a set")
        return
    block.emit(c.Let(block.frame.giving(), ex, span=stmt.span))
    block.jump(block.leave, stmt.span)


@lowers(s.Proceed)
def lower_proceed(block: Block, stmt: s.Proceed) -> None:
    if block.proceed is None:
        block.low.findings.report(
            codes.MISPLACED, stmt.span, "`proceed` stands only in a trigger `instead of` something",
            help="leave it out: a `before` or `after` changes nothing of what it is said of",
        )
        return
    result = block.frame.giving() if block.gives is not None else -1
    block.emit(c.Call(block.proceed.routine, block.proceed.args, block.you, e.This(), result, span=stmt.span))


@lowers(s.Cancel)
def lower_cancel(block: Block, stmt: s.Cancel) -> None:
    if not block.cancel and block.happening is not None and block.happening.id in block.low.cancellers:
        block.emit(c.Assign(c.Ref(block.low.cancelled, None, None, None), ONE, span=stmt.span))
        return
    if not block.cancel:
        block.low.findings.report(
            codes.MISPLACED, stmt.span, "`cancel` stands only in a trigger `before` something",
            help="`stop` leaves a rule; an `instead of` without `proceed` leaves undone what it is said of",
        )
        return
    block.emit(c.Let(block.frame.giving(), ONE, span=stmt.span))


@lowers(s.Ending)
def lower_ending(block: Block, stmt: s.Ending) -> None:
    seat: Ex | None = None
    if stmt.seat is not None:
        seat, _ = block.low.elab.value(stmt.seat, block.scope, t.EntityT(block.low.world.player))
    text = block.low.elab.template(stmt.text, block.scope, stmt.span) if stmt.text is not None else None
    block.emit(c.Finish(stmt.result, seat, text, span=stmt.span))


