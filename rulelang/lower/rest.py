"""What is looked at whenever the game is at rest: first who has won, then who has lost, then every `whenever`."""

from __future__ import annotations

from dataclasses import replace

from rulelang.ast import declarations as d
from rulelang.ast.expressions import Logic
from rulelang.check.scope import Scope
from rulelang.check.symbols import Bend
from rulelang.lower.bends import Heard, speak, trigger
from rulelang.lower.frame import Frame, unless
from rulelang.lower.lowering import Lowering
from rulelang.program import code as c
from rulelang.program.expr import You


def rest_routine(low: Lowering) -> int:
    """The routine of the game at rest; -1 where nothing is looked at."""
    if not low.rests:
        return -1
    frame, scope = Frame("rest", "rest"), Scope(low.world)
    for result in ("win", "defeat"):
        for ending in low.world.endings:
            if ending.result == result:
                _ending(low, frame, scope, ending)
    heard = [Heard(_whenever(low, bend), bend) for bend in low.listeners.whenever]
    speak(low, frame, heard, (), You())
    return low.make(frame, scope)


def _ending(low: Lowering, frame: Frame, scope: Scope, ending: d.EndingWhen) -> None:
    past = unless(frame, low.elab.condition(ending.when, scope), ending.when.span)
    text = low.elab.template(ending.text, scope, ending.span) if ending.text else None
    frame.emit(c.Finish(ending.result, None, text, span=ending.span))
    frame.mark(past)


def _whenever(low: Lowering, bend: Bend) -> int:
    """A trigger whose head is its condition: the guard is both."""
    decl = bend.decl
    assert isinstance(decl, d.Trigger)
    assert isinstance(decl.head, d.Whenever)
    condition = decl.head.condition
    both = condition if decl.when is None else Logic(left=condition, op="and", right=decl.when, span=condition.span)
    return trigger(low, replace(bend, decl=decl.model_copy(update={"when": both})), (), None, "event")
