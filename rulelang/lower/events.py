"""Events and who hears them: a value reached, a thing that enters or leaves, a place run out, a draw.

For each thing someone listens for there is one routine that calls its triggers; where nobody listens nothing is emitted.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import Bend, KindInfo
from rulelang.lower.bends import Heard, each_member, speak, trigger
from rulelang.lower.block import Block
from rulelang.lower.frame import Frame, unless
from rulelang.lower.listeners import Watcher
from rulelang.lower.lowering import ZERO, Bound, Lowering, owners_kind
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.code import PlaceRef, Ref
from rulelang.program.expr import Const, Ex, Local, You
from rulelang.source import Span

# --- a number reaches a value ----------------------------------------------------------------------------


def change(block: Block, ref: Ref, amount: Ex, sign: int, span: Span) -> None:
    """A track goes up or down; space by space past those someone listens for, each settled before the next."""
    low, frame = block.low, block.frame
    stops = low.listeners.stops(ref.variable)
    if not stops:
        block.emit(c.Add(ref, amount, sign, span=span))
        return
    owner = _fixed(block, ref.owner, span)
    ref = ref.but(owner=owner)
    left, hit = frame.cell(), frame.cell()
    block.emit(c.Let(left, amount, span=span))
    top = frame.here()
    end = unless(frame, e.Compare(">", Local(left), ZERO), span)
    block.emit(c.Step(ref, left, sign, stops, hit, span=span))
    frame.emit(c.Unless(Local(hit), end, span=span))
    _tell_reached(block, ref, span)
    block.jump(top, span)
    frame.mark(end)


def assign(block: Block, ref: Ref, value: Ex, span: Span) -> None:
    """A field or track is set; it passes no space, but may arrive where someone listens."""
    stops = block.low.listeners.stops(ref.variable)
    if not stops:
        block.emit(c.Assign(ref, value, span=span))
        return
    owner = _fixed(block, ref.owner, span)
    ref = ref.but(owner=owner)
    now = e.Read(ref.variable, owner)
    was = block.frame.cell()
    block.emit(c.Let(was, now, span=span))
    block.emit(c.Assign(ref, value, span=span))
    past = unless(block.frame, e.Compare("!=", Local(was), now), span)
    _tell_reached(block, ref, span)
    block.frame.mark(past)


def _fixed(block: Block, owner: Ex | None, span: Span) -> Ex | None:
    """The owner in a cell, so that it stays the same whatever the triggers do."""
    if owner is None:
        return None
    cell = block.frame.cell()
    block.emit(c.Let(cell, owner, span=span))
    return Local(cell)


def _tell_reached(block: Block, ref: Ref, span: Span) -> None:
    kind = owners_kind(block.low.world, ref.variable)
    you = ref.owner if kind is not None and kind.is_player and ref.owner is not None else block.you
    value = e.Read(ref.variable, ref.owner)
    block.emit(c.Call(_reached(block.low, ref.variable), (value,), you, ref.owner, span=span))


def _reached(low: Lowering, variable: int) -> int:
    """The routine that tells those who listen for a variable: its parameter is the value it now has."""
    key = ("reaches", variable)
    if key in low.events:
        return low.events[key]
    id = low.events[key] = low.reserve()
    name = low.world.variable_syms[variable].name
    frame, scope = Frame(f"{name} reaches", "event"), Scope(low.world, You())
    frame.parameter()
    kind = owners_kind(low.world, variable)
    doer = kind if kind is not None and kind.is_player else None
    for value, bend, own in low.listeners.reaches[variable]:
        past = unless(frame, e.Compare("==", Local(0), Const(value)), bend.span)
        speak(low, frame, [Heard(trigger(low, bend, (), doer, "event"), bend, own)], (), You())
        frame.mark(past)
    return low.finish(id, frame, scope)


# --- things enter and leave ------------------------------------------------------------------------------


def watched(low: Lowering, kind: KindInfo, where: str) -> bool:
    """Whether someone listens for things of a kind entering or leaving."""
    watchers: list[Watcher] = getattr(low.listeners, where)
    return any(t.related(item.kind, kind) for item in watchers)


def tell_moved(block: Block, kind: KindInfo, thing: Ex, where: str, you: Ex, span: Span) -> None:
    """Call those who listen for a thing of a kind that entered or left."""
    block.emit(c.Call(_moved(block.low, kind, where), (thing,), you, thing, span=span))


def _moved(low: Lowering, kind: KindInfo, where: str) -> int:
    key = (where, kind.id)
    if key in low.events:
        return low.events[key]
    id = low.events[key] = low.reserve()
    frame, scope = Frame(f"{kind.name} {where}", "event"), Scope(low.world, You())
    thing = Local(frame.parameter())
    watchers: list[Watcher] = getattr(low.listeners, where)
    for item in watchers:
        if not t.related(item.kind, kind):
            continue
        past = unless(frame, e.IsOneOf(thing, item.kind.entities))
        names = [] if item.own or item.kind.is_player else [Bound(item.kind.name, t.EntityT(item.kind), item.bend.span)]
        routine = trigger(low, item.bend, names, None, "event")
        speak(low, frame, [Heard(routine, item.bend, item.own)], (thing,) if names else (), You())
        frame.mark(past)
    return low.finish(id, frame, scope)


# --- places run out, draws -------------------------------------------------------------------------------


class Running:
    """Containers someone listens to: what held something before an instruction and holds nothing after it."""

    def __init__(self, block: Block, kind: KindInfo | None, span: Span) -> None:
        self.block, self.span = block, span
        self.kept: list[tuple[int, int, int]] = []  # container, cell, capacity (0: of the game)
        for container in sorted(block.low.listeners.runs_out):
            symbol = block.low.world.container_syms[container]
            if kind is None or t.related(symbol.of, kind):
                self._look(container, symbol.owner)

    def _look(self, container: int, owner: KindInfo | None) -> None:
        frame = self.block.frame
        if owner is None:
            cell = frame.cell()
            frame.emit(c.Let(cell, e.AnyOf(e.Contents(container, None)), span=self.span))
            self.kept.append((container, cell, 0))
            return
        capacity = max(1, len(owner.entities))
        var = self.block.low.world.fresh_var()
        holding = e.Filter(e.Entities(owner.entities), var, e.AnyOf(e.Contents(container, e.Var(var))))
        cell = frame.set_cells(capacity)
        frame.emit(c.LetSet(cell, holding, capacity, span=self.span))
        self.kept.append((container, cell, capacity))

    def tell(self) -> None:
        """After the instruction: call the listeners of what ran out."""
        frame = self.block.frame
        for container, cell, capacity in self.kept:
            routine = _place_event(self.block.low, "runs out", container, self.block.low.listeners.runs_out[container], ())
            if not capacity:
                empty = e.Not(e.AnyOf(e.Contents(container, None)))
                past = unless(frame, e.And(Local(cell), empty), self.span)
                frame.emit(c.Call(routine, (), self.block.you, None, span=self.span))
                frame.mark(past)
                continue
            owner_kind = self.block.low.world.container_syms[container].owner
            with each_member(frame, e.LocalSet(cell), capacity, self.span) as owner:
                past = unless(frame, e.Not(e.AnyOf(e.Contents(container, owner))), self.span)
                you = owner if owner_kind is not None and owner_kind.is_player else self.block.you
                frame.emit(c.Call(routine, (), you, owner, span=self.span))
                frame.mark(past)


def tell_drawn(block: Block, source: PlaceRef, thing: Ex, span: Span) -> None:
    """Call those who listen for a draw from a container."""
    bends = block.low.listeners.draws.get(source.container)
    if not bends:
        return
    of = block.low.world.container_syms[source.container].of
    routine = _place_event(block.low, "draw from", source.container, bends, (Bound(of.name, t.EntityT(of)),))
    past = unless(block.frame, thing, span)
    block.emit(c.Call(routine, (thing,), block.you, source.owner, span=span))
    block.frame.mark(past)


def _place_event(low: Lowering, what: str, container: int, bends: Sequence[tuple[Bend, bool]], names: Sequence[Bound]) -> int:
    key = (what, container)
    if key in low.events:
        return low.events[key]
    id = low.events[key] = low.reserve()
    symbol = low.world.container_syms[container]
    frame, scope = Frame(f"{symbol.name} {what}", "event"), Scope(low.world, You())
    args = tuple(Local(frame.parameter()) for _ in names)
    doer = symbol.owner if symbol.owner is not None and symbol.owner.is_player else None
    heard = [Heard(trigger(low, bend, names, doer, "event"), bend, own) for bend, own in bends]
    speak(low, frame, heard, args, You())
    return low.finish(id, frame, scope)


