"""Every phase, rule, choice and table as a routine; a kind's rule goes to what a card fills it with."""

from __future__ import annotations

from dataclasses import replace

from rulelang.ast import declarations as d
from rulelang.ast import statements as s
from rulelang.ast import walk
from rulelang.ast.node import Stmt
from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import Happening, ParamInfo
from rulelang.lower.bends import Bent, build
from rulelang.lower.block import Block
from rulelang.lower.body import lower_body
from rulelang.lower.choices import choice_routine
from rulelang.lower.dice import table_body
from rulelang.lower.frame import Frame, unless
from rulelang.lower.lowering import Lowering, bounds, receive
from rulelang.program import code as c
from rulelang.program import expr as e


def make_all(low: Lowering) -> None:
    """The routines of all happenings, their ids first, so that each may call any."""
    happenings = low.world.every_happening
    for happening in happenings:
        low.entries[happening.id] = low.reserve()
    for happening in happenings:
        work_out_gives(low, happening)
    for happening in happenings:
        if isinstance(happening.decl, d.Choice):
            choice_routine(low, happening, low.entry(happening))
        else:
            _routine(low, happening)


def _routine(low: Lowering, happening: Happening) -> None:
    phase = isinstance(happening.decl, d.Phase) and (
        happening.name in low.world.resets or happening.name in _once_phases(low)
    )

    def body(block: Block) -> None:
        _body(block, happening)

    bent = Bent(
        low, happening.name, "phase" if isinstance(happening.decl, d.Phase) else "rule", happening.decl.span,
        bounds(happening.params), lambda: low.scope(happening), body, low.listeners.bends(happening), happening,
        you_kind=happening.doer_kind if happening.kind is None else None, gives=happening.gives,
        reset=happening.name if phase else None,
    )
    build(bent, low.entry(happening))


def _once_phases(low: Lowering) -> set[str]:
    """The phases some option is limited by: `once a turn`."""
    if low.once_phases is None:
        low.once_phases = {
            node.phase.name for decl in low.world.declarations for node in walk(decl) if isinstance(node, s.Once)
        }
    return low.once_phases


def _body(block: Block, happening: Happening) -> None:
    decl = happening.decl
    if isinstance(decl, d.Table):
        table_body(block, decl)
        return
    if happening.kind is not None:
        _fills(block, happening)
    assert isinstance(decl, d.Phase | d.Rule)
    if decl.body is not None:
        lower_body(block.inner(), decl.body)


def _fills(block: Block, happening: Happening) -> None:
    """For a thing whose card fills the rule, that; the fewest things first, so that a card comes before its kind."""
    assert happening.kind is not None
    fills = block.low.world.fills.get((happening.kind.name, happening.name), [])
    this = block.scope.this or e.This()
    for ids, decl in sorted(fills, key=lambda fill: len(fill[0])):
        routine = _fill(block.low, happening, ids, decl)
        past = unless(block.frame, e.IsOneOf(this, ids), decl.span)
        args = tuple(_passed(block, name) for name in happening.params)
        result = block.frame.giving() if happening.gives is not None else -1
        block.emit(c.Call(routine, args, block.you, this, result, span=decl.span))
        block.jump(block.leave, decl.span)
        block.frame.mark(past)


def _passed(block: Block, param: ParamInfo) -> e.Ex:
    local = block.scope.local(param.name)
    return local.ex if local is not None else e.Const(0)


def _fill(low: Lowering, happening: Happening, ids: tuple[int, ...], decl: d.Rule) -> int:
    scope = low.scope(happening)
    scope.ids = ids
    if ids:
        scope.this_kind = low.world.kind_of(ids[0])
    frame = Frame(happening.name, "rule", decl.span)
    own = [param.name for param in decl.params]
    names = bounds(happening.params)
    receive(frame, scope, [replace(name, name=told.name) for name, told in zip(names, own, strict=False)] + names[len(own):])
    block = Block(low, frame, scope, frame.done, frame.done, happening, happening.gives)
    lower_body(block.inner(), decl.body or ())
    return low.make(frame, scope)


# --- what a rule gives -----------------------------------------------------------------------------------


def work_out_gives(low: Lowering, happening: Happening) -> None:
    """The type a rule gives: what all its `give` statements have in common, found by a trial lowering."""
    decl = happening.decl
    bodies: list[tuple[Stmt, ...]] = []
    if isinstance(decl, d.Rule):
        bodies.append(decl.body or ())
    if happening.kind is not None:
        fills = low.world.fills.get((happening.kind.name, happening.name), [])
        bodies += [fill.body or () for _, fill in fills]
    gives = any(isinstance(node, s.Give) for body in bodies for stmt in body for node in walk(stmt))
    if happening.gives is not None or not gives or happening.id in low.busy:
        return
    low.busy.add(happening.id)
    kept, low.given = low.given, []
    quiet = len(low.findings.items)
    for body in bodies:
        scope: Scope = low.scope(happening)
        frame = Frame(happening.name, "rule")
        receive(frame, scope, bounds(happening.params))
        lower_body(Block(low, frame, scope, frame.done, frame.done, happening, t.ANY), body)
    del low.findings.items[quiet:]
    type_: t.Type = t.ANY
    for given in low.given:
        type_ = t.join(type_, given) or type_
    if isinstance(type_, t.NumberT) and low.listeners.bends(happening).instead:
        type_ = t.NUMBER  # what stands instead of it may give any
    happening.gives = type_
    low.given = kept
    low.busy.discard(happening.id)
