"""Statements that change what is: `set`, `gain`, `lose`, `move`, `discard`, `draw`, `shuffle`, `show`."""

from __future__ import annotations

from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.check import dice
from rulelang.check import types as t
from rulelang.check.symbols import KindInfo
from rulelang.diagnostics import codes
from rulelang.lower.bends import each_member
from rulelang.lower.block import Block
from rulelang.lower.body import lowers
from rulelang.lower.events import Running, assign, change, tell_drawn, tell_moved, watched
from rulelang.lower.frame import unless
from rulelang.lower.lowering import ONE, ZERO
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.code import PlaceRef
from rulelang.program.expr import Ex, Local, LocalSet
from rulelang.source import Span

# --- numbers and fields ----------------------------------------------------------------------------------


@lowers(s.Set)
def lower_set(block: Block, stmt: s.Set) -> None:
    if _turn(block, stmt):
        return
    found = block.low.elab.ref(stmt.target, block.scope)
    value, given = block.low.elab.value(stmt.value, block.scope, found[1] if found else None)
    if found is None:
        return
    ref, type_, _ = found
    if block.low.world.variables[ref.variable].place_of:
        block.low.findings.report(
            codes.CANNOT_CHANGE, stmt.target.span, "where a player stands is not set: players are moved", help="say `move you to …`"
        )
        return
    if isinstance(type_, t.SetT):
        block.low.unsupported(stmt.span, "a field that holds a set")
        return
    if isinstance(type_, t.EntityT) and not type_.optional and isinstance(given, t.NoneT):
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.value.span, f"{t.describe(type_)} should stand here, not none",
            help="declare it with a `?` to let it be none",
        )
    assign(block, ref, value, stmt.span)


def _turn(block: Block, stmt: s.Set) -> bool:
    """`set die.search to 2`: a die that is a thing is turned to that face."""
    target, elab = stmt.target, block.low.elab
    if not isinstance(target, x.Member) or not block.low.world.first_dice:
        return False
    quiet = len(block.low.findings.items)
    die, type_ = elab.value(target.owner, block.scope)
    if not dice.is_die(type_) or dice.shown(block.low.world, die, type_, target.name) is None:
        del block.low.findings.items[quiet:]
        return False
    amount = elab.number(stmt.value, block.scope)[0]
    block.emit(c.Turn(die, block.low.world.word(target.name.name), amount, span=stmt.span))
    return True


@lowers(s.Gain)
def lower_gain(block: Block, stmt: s.Gain) -> None:
    _change(block, stmt, 1)


@lowers(s.Lose)
def lower_lose(block: Block, stmt: s.Lose) -> None:
    _change(block, stmt, -1)


def _change(block: Block, stmt: s.Gain | s.Lose, sign: int) -> None:
    elab = block.low.elab
    amount, type_ = elab.value(stmt.amount, block.scope, t.AMOUNT)
    found = elab.ref(stmt.track, block.scope)
    if found is None:
        return
    ref, track, _ = found
    if not isinstance(track, t.NumberT | t.AnyT):
        block.low.findings.report(
            codes.CANNOT_CHANGE, stmt.track.span, f"{t.describe(track)} cannot be gained or lost", help="use `set`"
        )
        return
    if isinstance(type_, t.AmountT | t.DieT):
        cell = block.frame.cell()
        block.emit(c.RollAmount(cell, amount, span=stmt.amount.span))
        amount = Local(cell)
    change(block, ref, amount, sign, stmt.span)


# --- things ----------------------------------------------------------------------------------------------


@lowers(s.Move)
def lower_move(block: Block, stmt: s.Move) -> None:
    elab = block.low.elab
    things, type_ = elab.group(stmt.what, block.scope)
    kind = type_.of.kind if isinstance(type_.of, t.EntityT) else None
    target = elab.target(stmt.place, block.scope, kind)
    if kind is None:
        if not isinstance(type_.of, t.AnyT):
            block.low.findings.report(
                codes.WRONG_TYPE, stmt.what.span, f"only things and players are moved, not {t.describe(type_)}"
            )
        return
    if target is None:
        return
    if kind.is_player or target.walk is not None:
        _walk(block, stmt, things, kind, target.walk)
        return
    if not block.low.world.lies(kind):
        block.low.findings.report(codes.CANNOT_CHANGE, stmt.what.span, f"{t.describe(t.EntityT(kind))} cannot be moved")
        return
    if target.of is not None and not t.related(kind, target.of):
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.place.span, f"this takes {target.of.plural or target.of.name}, not {t.describe(t.EntityT(kind))}"
        )
        return
    move(block, things, type_, target.place, stmt.span)


def move(block: Block, things: Ex, type_: t.SetT, place: PlaceRef | None, span: Span) -> None:
    """Things go to a place, and whoever listens is told. `place` None: the box."""
    assert isinstance(type_.of, t.EntityT)
    kind = type_.of.kind
    tell = [where for where in ("leaves", "enters") if watched(block.low, kind, where)]
    running = Running(block, kind, span)
    if not tell:
        block.emit(c.Move(things, place, span=span))
        running.tell()
        return
    capacity = t.capacity(type_)
    kept = block.frame.set_cells(capacity)
    if place is None:
        block.emit(c.LetSet(kept, things, capacity, span=span))
        block.emit(c.Move(LocalSet(kept), place, span=span))
    else:  # what lies there already is put in its place anew, but does not enter
        every, var = block.frame.set_cells(capacity), block.low.world.fresh_var()
        block.emit(c.LetSet(every, things, capacity, span=span))
        new = e.Filter(LocalSet(every), var, e.Not(e.Lies(e.Var(var), place.container, place.owner)))
        block.emit(c.LetSet(kept, new, capacity, span=span))
        block.emit(c.Move(LocalSet(every), place, span=span))
    running.tell()
    _tell_each(block, kind, LocalSet(kept), capacity, tell, span)


def _tell_each(block: Block, kind: KindInfo, things: Ex, capacity: int, tell: list[str], span: Span) -> None:
    with each_member(block.frame, things, capacity, span) as thing:
        for where in tell:
            tell_moved(block, kind, thing, where, block.you, span)


def _walk(block: Block, stmt: s.Move, who: Ex, kind: KindInfo, place: Ex | None) -> None:
    """Players (or others that stand on the board) go to a place."""
    variable = _standing(block, kind)
    if place is None or variable < 0:
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.place.span,
            "a player moves to a place of the board" if place is None else f"a `{kind.name}` has no field that says where it stands",
            help=None if place is None else "declare `at: place` in the kind",
        )
        return
    moved = block.frame.cell()
    with each_member(block.frame, who, max(1, len(kind.entities)), stmt.span) as one:
        block.emit(c.Walk(one, variable, place, moved, span=stmt.span))
        tell = [where for where in ("leaves", "enters") if watched(block.low, kind, where)]
        if tell:
            past = unless(block.frame, Local(moved), stmt.span)
            for where in tell:
                tell_moved(block, kind, one, where, one if kind.is_player else block.you, stmt.span)
            block.frame.mark(past)


def _standing(block: Block, kind: KindInfo) -> int:
    for parent in kind.ancestors:
        for id, symbol in enumerate(block.low.world.variable_syms):
            if symbol.owner is parent and block.low.world.variables[id].place_of:
                return id
    return -1


@lowers(s.Discard)
def lower_discard(block: Block, stmt: s.Discard) -> None:
    things, type_ = block.low.elab.group(stmt.what, block.scope)
    if isinstance(type_.of, t.AnyT | t.NoneT):
        return
    kind = type_.of.kind if isinstance(type_.of, t.EntityT) else None
    if kind is None or not block.low.world.lies(kind):
        block.low.findings.report(codes.WRONG_TYPE, stmt.what.span, f"only things are discarded, not {t.describe(type_)}")
        return
    discard(block, things, type_, stmt.span)


def discard(block: Block, things: Ex, type_: t.SetT, span: Span) -> None:
    """Things go where their places say, and whoever listens is told."""
    assert isinstance(type_.of, t.EntityT)
    kind = type_.of.kind
    tell = [where for where in ("leaves", "enters") if watched(block.low, kind, where)]
    running = Running(block, kind, span)
    if tell:
        capacity = t.capacity(type_)
        kept = block.frame.set_cells(capacity)
        block.emit(c.LetSet(kept, things, capacity, span=span))
        things = LocalSet(kept)
    block.emit(c.Discard(things, span=span))
    running.tell()
    if tell:
        _tell_each(block, kind, things, capacity, tell, span)


# --- draws -----------------------------------------------------------------------------------------------


@lowers(s.Draw)
def lower_draw(block: Block, stmt: s.Draw) -> None:
    elab = block.low.elab
    found = elab.source(stmt.source, block.scope)
    if stmt.target is None:
        _draw_one(block, stmt, found[0] if found else None)
        return
    count, _ = elab.number(stmt.what, block.scope)
    of = found[1].of if found else None
    target = elab.target(stmt.target, block.scope, of)
    if found is None or target is None or of is None:
        return
    if target.walk is not None or (target.of is not None and not t.related(of, target.of)):
        block.low.findings.report(codes.WRONG_TYPE, stmt.target.span, f"this takes no {of.plural or of.name}")
        return
    if target.place is None:
        block.low.unsupported(stmt.target.span, "drawing straight into the box")
        return
    _draw_many(block, stmt, count, found[0], of, target.place)


def _draw_one(block: Block, stmt: s.Draw, source: PlaceRef | None) -> None:
    if not isinstance(stmt.what, x.Name):
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.what.span, "a name for the drawn thing should stand here",
            help="`draw x from P` draws one; `draw 2 from P to Q` draws several",
        )
        return
    if source is None:
        block.scope.bind(stmt.what.name, t.ANY, ZERO, stmt.what.span)
        return
    of = block.low.world.container_syms[source.container].of
    cell = block.frame.cell()
    running = Running(block, of, stmt.span)
    block.emit(c.Draw(None, source, None, cell, span=stmt.span))
    running.tell()
    block.scope.bind(stmt.what.name, t.EntityT(of), Local(cell), stmt.what.span)
    tell_drawn(block, source, Local(cell), stmt.span)


def _draw_many(block: Block, stmt: s.Draw, count: Ex, source: PlaceRef, of: KindInfo, place: PlaceRef) -> None:
    heard = block.low.listeners
    listened = source.container in heard.draws or source.container in heard.runs_out
    listened = listened or any(watched(block.low, of, where) for where in ("leaves", "enters"))
    if not listened:
        running = Running(block, of, stmt.span)
        block.emit(c.Draw(count, source, place, span=stmt.span))
        running.tell()
        return
    frame = block.frame
    left, one = frame.cell(), frame.cell()
    block.emit(c.Let(left, count, span=stmt.span))
    top = frame.here()
    end = unless(frame, e.Compare(">", Local(left), ZERO), stmt.span)
    block.emit(c.Let(left, e.Arith("-", Local(left), ONE), span=stmt.span))
    running = Running(block, of, stmt.span)
    block.emit(c.Draw(None, source, None, one, span=stmt.span))
    block.emit(c.Unless(Local(one), end, span=stmt.span))
    move(block, e.Single(Local(one)), t.SetT(t.EntityT(of)), place, stmt.span)
    running.tell()
    tell_drawn(block, source, Local(one), stmt.span)
    block.jump(top, stmt.span)
    frame.mark(end)


@lowers(s.Shuffle)
def lower_shuffle(block: Block, stmt: s.Shuffle) -> None:
    found = block.low.elab.source(stmt.place, block.scope)
    if found is not None:
        block.emit(c.Shuffle(found[0], span=stmt.span))


@lowers(s.Show)
def lower_show(block: Block, stmt: s.Show) -> None:
    things, _ = block.low.elab.group(stmt.what, block.scope)
    if isinstance(stmt.who, x.Name) and stmt.who.name == "all" and block.scope.local("all") is None:
        seats: Ex = e.Players()
    else:
        seats, type_ = block.low.elab.group(stmt.who, block.scope)
        if isinstance(type_.of, t.EntityT) and not type_.of.kind.is_player:
            block.low.findings.report(codes.WRONG_TYPE, stmt.who.span, "things are shown to players")
    block.emit(c.Show(things, seats, span=stmt.span))


