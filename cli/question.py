"""How a decision is asked: in the words of the rules, or in general ones where the rules have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.wording import in_words
from rulelang.diagnostics.visible import visible
from rulelang.messages.catalog import ENGLISH
from rulelang.messages.words import language, mark, say

if TYPE_CHECKING:
    from interpreter.game import Decision

GENERAL = {
    "choose": mark("Choose one"),
    "may": mark("You may"),
    "menu": mark("You may, more than once"),
    "pick": mark("Which one?"),
    "number": mark("How many?"),
    "dice": mark("Which dice?"),
    "things": mark("Which ones?"),
}


def question(decision: Decision) -> str:
    """What is asked. The name that a rule file gives to a choice is English, so another language asks in general words."""
    if decision.prompt:
        return visible(decision.prompt)
    if language() == ENGLISH.lang:
        return visible(in_words(decision.choice))
    if decision.choice == "reroll":
        return say("Reroll which dice?")
    return say(GENERAL[decision.kind])
