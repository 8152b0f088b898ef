"""Several things named in one answer: `1 3 4` for the first, third and fourth die, `all`, `none`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulelang.messages.words import say

if TYPE_CHECKING:
    from cli.dice_in_view import Dice
    from interpreter.game import Decision, Option

MOST_NAMED = 1_000


def several(text: str, decision: Decision, dice: Dice | None) -> Option | str | None:
    """The option that is these things together; one line that says why there is none; None where the answer is to be
    read otherwise. `dice`: those in view."""
    if decision.kind not in ("dice", "things"):
        return None
    by_face = _by_label(text, decision)
    if by_face is not None:
        return by_face
    words = text.replace(",", " ").casefold().split()
    if words in (["all"], [say("all").casefold()]):
        return _all(decision)
    if words in (["none"], [say("none", context="answer").casefold()]):
        passing = next((option for option in decision.options if option.id == "pass"), None)
        return passing or say("at least one must be named; u goes back")
    if not words or len(words) > MOST_NAMED or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
        return None
    numbers = [int(word) for word in words]
    if decision.kind == "things" and not by_position(decision, dice):
        return _things(numbers, decision) if len(numbers) > 1 else None
    return _dice(numbers, decision, dice) if dice is not None and by_position(decision, dice) else None


def _by_label(text: str, decision: Decision) -> Option | None:
    """The only option that names the same things as are typed, in whatever order: `peril, 2 search`."""
    said = _named(text)
    found = [option for option in decision.options if said.total() > 1 and _named(option.label) == said]
    return found[0] if len(found) == 1 else None


def _named(text: str) -> Counter[str]:
    return Counter(part for part in (" ".join(part.split()) for part in text.casefold().split(",")) if part)


def by_position(decision: Decision, dice: Dice | None) -> bool:
    """Whether it is asked which of these dice: then numbers mean their places in the row."""
    if decision.kind not in ("dice", "things") or dice is None or (decision.kind == "things" and not dice.lie):
        return False
    there = Counter(dice.marks)
    parts = [_parts(option) for option in decision.options]
    told_apart = len({frozenset(part.items()) for part in parts}) == len(parts)  # not so where only the colour differs
    return told_apart and all(part <= there for part in parts)


def how_to_name(decision: Decision, dice: Dice | None) -> str:
    """How dice are named, with their numbers; "" where it is not dice that are asked for."""
    if dice is None or not by_position(decision, dice):
        return ""
    may = {mark for option in decision.options for mark in _parts(option)}
    rows = zip(dice.faces, dice.marks, dice.locked, strict=True)
    colon = ":" if any(face[:1].isdigit() for face in dice.faces) else ""  # `3: 2 search` is no 32
    row = ", ".join(f"{at}{colon} {face}" for at, (face, mark, lies) in enumerate(rows, 1) if mark in may and not lies)
    return say("type the numbers of the dice, as `1 3`, or all: {dice}", dice=row)


def _parts(option: Option) -> Counter[str]:
    """What an option is made of, by the names in its id: `dice:clue,fight`."""
    return Counter(part for part in option.id.partition(":")[2].split(",") if part)


def _all(decision: Decision) -> Option | str:
    most = max((_parts(option).total() for option in decision.options), default=0)
    found = [option for option in decision.options if _parts(option).total() == most]
    return found[0] if len(found) == 1 else say("not all at once: at most {most}", most=most)


def _dice(numbers: list[int], decision: Decision, dice: Dice) -> Option | str:
    for number in numbers:
        if not 1 <= number <= len(dice.faces):
            return say("there is no die {number}; they are 1 to {most}", number=number, most=len(dice.faces))
        if dice.locked[number - 1]:
            return say("die {number} is locked", number=number)
    return _found(Counter(dice.marks[number - 1] for number in set(numbers)), decision)


def _things(numbers: list[int], decision: Decision) -> Option | str:
    wanted: Counter[str] = Counter()
    for number in numbers:
        if not 1 <= number <= len(decision.options):
            return say("there is no option {said}; they are 1 to {most}", said=number, most=len(decision.options))
        wanted += _parts(decision.options[number - 1])
    return _found(wanted, decision)


def _found(wanted: Counter[str], decision: Decision) -> Option | str:
    option = next((option for option in decision.options if _parts(option) == wanted), None)
    if option is not None:
        return option
    return say("these cannot be named together here")
