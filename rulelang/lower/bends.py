"""Happenings with the triggers round them: before, the body or what stands instead of it, after.

What nobody listens to costs nothing: its body is its routine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from rulelang.ast import walk
from rulelang.ast.declarations import Trigger
from rulelang.ast.statements import Cancel
from rulelang.check.scope import Scope
from rulelang.check.symbols import Bend, Happening, KindInfo
from rulelang.check.types import PoolT, Type
from rulelang.lower.block import Block, Proceed
from rulelang.lower.body import lower_body
from rulelang.lower.frame import Frame, unless
from rulelang.lower.listeners import Bends, bend_scope
from rulelang.lower.lowering import ONE, ZERO, Bound, Lowering, receive
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.expr import Ex, Local, This, You
from rulelang.source import NOWHERE, Span

Role = Literal["before", "instead", "after", "event"]


@dataclass(frozen=True)
class Heard:
    """A trigger's routine, and where the trigger is written."""

    routine: int
    bend: Bend
    own: bool = False


# --- one trigger -----------------------------------------------------------------------------------------


def trigger(
    low: Lowering, bend: Bend, names: Sequence[Bound], you_kind: KindInfo | None, role: Role,
    proceed: int = -1, gives: Type | None = None,
) -> int:
    """The routine of a trigger: its guard (but of an `instead of`, whose guard the chain tests), then its body."""
    decl = bend.decl
    assert isinstance(decl, Trigger)
    frame = Frame(_name(low, bend), "trigger", decl.span)
    scope = bend_scope(low, bend, you_kind)
    args = receive(frame, scope, names)
    if role != "instead":
        _own_doer(frame, bend)
        if decl.when is not None:
            frame.emit(c.Unless(low.elab.condition(decl.when, scope), frame.done, span=decl.when.span))
    block = Block(
        low, frame, scope, frame.done, frame.done, cancel=role == "before", gives=gives if role == "instead" else None,
        proceed=Proceed(proceed, args, isinstance(gives, PoolT)) if role == "instead" else None,
    )
    lower_body(block.inner(), decl.body)
    return low.make(frame, scope)


def _name(low: Lowering, bend: Bend) -> str:
    """A trigger's own name, else that of the card or kind it is written on."""
    name = getattr(bend.decl, "name", None)
    if name is not None:
        return str(name)
    if bend.ids and low.things(bend.ids):
        return low.world.entities[bend.ids[0] - 1].name
    return bend.kind.name if bend.kind is not None else "trigger"


def _own_doer(frame: Frame, bend: Bend) -> None:
    """A trigger written in a player's kind is about the doers that are of it."""
    if bend.kind is not None and bend.kind.is_player and bend.ids:
        frame.emit(c.Unless(e.IsOneOf(You(), bend.ids), frame.done))


# --- a list of triggers, in their order ------------------------------------------------------------------


def always(bend: Bend) -> bool:
    """Whether a trigger speaks wherever things lie: at top level, in a variant, or in a player's kind."""
    return not bend.ids or (bend.kind is not None and bend.kind.is_player)


def speak(
    low: Lowering, frame: Frame, heard: Sequence[Heard], args: tuple[Ex, ...], you: Ex, cancel: int | None = None
) -> None:
    """Call triggers one after another: those that always hold, then cards by arrival. With `cancel` a label to go to
    once one of them gives 1."""
    for item in heard:
        if always(item.bend):
            _call(low, frame, item, args, you, None, cancel)
        elif item.own:
            past = unless(frame, e.IsOneOf(This(), item.bend.ids))
            _call(low, frame, item, args, you, This(), cancel)
            frame.mark(past)
    cards = [item for item in heard if not always(item.bend) and not item.own]
    if cards:
        _speak_cards(low, frame, cards, args, you, cancel)


def _speak_cards(
    low: Lowering, frame: Frame, cards: Sequence[Heard], args: tuple[Ex, ...], you: Ex, cancel: int | None
) -> None:
    ids = tuple(sorted({id for item in cards for id in item.bend.ids}))
    with each_member(frame, in_force(low, ids), len(ids)) as card:
        for item in cards:
            own = e.IsOneOf(card, item.bend.ids)
            past = unless(frame, e.And(own, e.InSet(card, in_force(low, item.bend.ids))))
            _call(low, frame, item, args, you, card, cancel)
            frame.mark(past)


def in_force(low: Lowering, ids: tuple[int, ...]) -> Ex:
    """Those of some entities whose rules are in force: things in an active place; places always."""
    return e.ActiveOf(ids) if low.things(ids) else e.Entities(ids)


def _call(low: Lowering, frame: Frame, item: Heard, args: tuple[Ex, ...], you: Ex, this: Ex | None, cancel: int | None) -> None:
    if low.cancelled < 0 and not any(isinstance(node, Cancel) for node in walk(item.bend.decl)):
        cancel = None
    result = frame.cell() if cancel is not None else -1
    call = c.Call(item.routine, args, you, this, result, span=item.bend.span)
    if cancel is None:
        frame.emit(call)
        return
    if low.cancelled < 0:
        frame.emit(call)
    else:
        _call_heeding(low.cancelled, frame, call)
    past = unless(frame, Local(result))
    frame.emit(c.Jump(cancel))
    frame.mark(past)


def _call_heeding(cancelled: int, frame: Frame, call: c.Call) -> None:
    """Call a `before` in whose course, also in a choice it runs, `cancel` may be said. What was said before stays."""
    kept, said = frame.cell(), e.Read(cancelled, None)
    ref = c.Ref(cancelled, None, None, None)
    frame.emit(c.Let(kept, said))
    frame.emit(c.Assign(ref, ZERO))
    frame.emit(call)
    frame.emit(c.Let(call.result, e.Or(Local(call.result), said)))
    frame.emit(c.Assign(ref, Local(kept)))


@contextmanager
def each_member(frame: Frame, group: Ex, capacity: int, span: Span = NOWHERE) -> Iterator[Local]:
    """A loop over a set as it is now: what is emitted inside runs for each member, which the given local holds.

    A set that a local keeps is walked where it lies: locals that hold sets never change.
    """
    if isinstance(group, e.Single):
        only = frame.cell()
        frame.emit(c.Let(only, group.value, span=span))
        past = unless(frame, Local(only), span)
        yield Local(only)
        frame.mark(past)
        return
    kept = group.slot if isinstance(group, e.LocalSet) else frame.set_cells(capacity)
    index, member = frame.cell(), frame.cell()
    if not isinstance(group, e.LocalSet):
        frame.emit(c.LetSet(kept, group, capacity, span=span))
    frame.emit(c.Let(index, ZERO))
    top = frame.here()
    end = unless(frame, e.Compare("<", Local(index), Local(kept)))
    frame.emit(c.Let(index, e.Arith("+", Local(index), ONE)))
    frame.emit(c.Let(member, e.LocalAt(kept, Local(index))))
    yield Local(member)
    frame.emit(c.Jump(top))
    frame.mark(end)


# --- a bent routine --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bent:
    """A happening or option as it is to be made: `body` lowers what it does without its bends."""

    low: Lowering
    name: str
    sort: str
    span: Span
    names: Sequence[Bound]
    scope: Callable[[], Scope]
    body: Callable[[Block], None]
    bends: Bends
    happening: Happening | None = None
    within: Happening | None = None  # the choice an option is of
    you_kind: KindInfo | None = None
    gives: Type | None = None
    reset: str | None = None  # the phase whose fields go back to their first values


def build(bent: Bent, id: int) -> int:
    """Make the routine `id` of a happening or option, with its bends round it."""
    low, happening = bent.low, bent.happening
    frame = _frame(bent, happening.id if happening else -1)
    scope = bent.scope()
    args = receive(frame, scope, bent.names)
    if bent.reset is not None:
        frame.emit(c.Reset(()))
        low.resets.append((id, bent.reset))
    plain_end = frame.done
    if bent.bends.before:
        speak(low, frame, _heard(bent, bent.bends.before, "before"), args, You(), plain_end)
    stop = frame.label() if bent.bends.after else plain_end
    if bent.bends.instead:
        inner = _chain(bent)
        result = frame.giving() if bent.gives is not None else -1
        frame.emit(c.Call(inner, args, You(), This(), result, span=bent.span))
    else:
        bent.body(_block(bent, frame, scope, stop))
    if bent.bends.after:
        frame.mark(stop)
        frame.after = stop
        frame.emit(c.BeginAfter(span=bent.span))
        speak(low, frame, _heard(bent, bent.bends.after, "after"), args, You())
    return low.finish(id, frame, scope)


def _frame(bent: Bent, happening: int) -> Frame:
    return Frame(bent.name, bent.sort, bent.span, happening=happening, rests=bent.sort == "phase")


def _block(bent: Bent, frame: Frame, scope: Scope, stop: int) -> Block:
    return Block(
        bent.low, frame, scope, stop, stop, bent.happening or bent.within, bent.gives, rests=bent.sort == "phase",
    )


def _heard(bent: Bent, bends: Sequence[Bend], role: Role) -> list[Heard]:
    return [Heard(trigger(bent.low, bend, bent.names, bent.you_kind, role), bend) for bend in _in_order(bends)]


def _in_order(bends: Sequence[Bend]) -> list[Bend]:
    return sorted(bends, key=lambda bend: not always(bend))


def _chain(bent: Bent) -> int:
    """The body inside its `instead of` triggers, the last outermost: the routine to call."""
    low = bent.low
    frame, scope = _frame(bent, -1), bent.scope()
    receive(frame, scope, bent.names)
    bent.body(_block(bent, frame, scope, frame.done))
    inner = low.make(frame, scope)
    for bend in _in_order(bent.bends.instead):
        inner = _link(bent, bend, inner)
    return inner


def _link(bent: Bent, bend: Bend, inner: int) -> int:
    """One `instead of`: its trigger where its guard holds, else what is inside it."""
    low, decl = bent.low, bend.decl
    assert isinstance(decl, Trigger)
    routine = trigger(low, bend, bent.names, bent.you_kind, "instead", inner, bent.gives)
    frame = _frame(bent, -1)
    scope = bend_scope(low, bend, bent.you_kind)
    args = receive(frame, scope, bent.names)
    result = frame.giving() if bent.gives is not None else -1
    this: Ex = This()
    otherwise = frame.label()
    if always(bend):
        if bend.ids:
            frame.emit(c.Unless(e.IsOneOf(You(), bend.ids), otherwise))
        if decl.when is not None:
            frame.emit(c.Unless(low.elab.condition(decl.when, scope), otherwise, span=decl.when.span))
    else:
        var = low.world.fresh_var()
        scope.this = e.Var(var)
        group: Ex = in_force(low, bend.ids)
        if decl.when is not None:
            group = e.Filter(group, var, low.elab.condition(decl.when, scope))
        card = frame.cell()
        frame.emit(c.Let(card, e.First(group)))
        frame.emit(c.Unless(Local(card), otherwise))
        this = Local(card)
    frame.emit(c.Call(routine, args, You(), this, result, span=decl.span))
    frame.emit(c.Jump(frame.done))
    frame.mark(otherwise)
    frame.emit(c.Call(inner, args, You(), This(), result, span=bent.span))
    return low.make(frame, scope)
