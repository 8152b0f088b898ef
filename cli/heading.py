"""What a question is called that has no words of its own: by the answer that it belongs to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter import events as ev
from interpreter.waiting import Asking
from interpreter.wording import in_words
from rulelang.diagnostics.visible import visible
from rulelang.messages.catalog import ENGLISH
from rulelang.messages.words import language, say
from rulelang.program import code as c

if TYPE_CHECKING:
    from interpreter.game import Decision, Game


def headed(game: Game, decision: Decision) -> Decision:
    """The decision; where things are asked for without a prompt, with one that says what for."""
    waiting = game.machine.waiting
    if decision.prompt or decision.kind != "things" or not isinstance(waiting, Asking):
        return decision
    last = next((event for event in reversed(game.events) if isinstance(event, ev.Chosen)), None)
    own = last is not None and last.seat == decision.seat and last.label
    if not own and language() != ENGLISH.lang:
        return decision  # the name of a choice is English
    what = last.label if last is not None and last.seat == decision.seat and last.label else in_words(decision.choice)
    pays = isinstance(game.machine.linked.instrs[waiting.pc], c.PickCover)
    asked = say("{what}: with which?", what=what) if pays else say("{what}: which?", what=what)
    return replace(decision, prompt=visible(asked))
