"""Tells events as a story: joins what belongs together, and leaves out what only the engine cares for."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import events as ev
from interpreter.witness import TABLE
from interpreter.wording import Teller, counted, tell, title_of
from rulelang.program.tables import Program


def story(teller: Teller, whole: Sequence[ev.Event], told: Sequence[ev.Event]) -> list[str]:
    """Sentences for `told`, the events of `whole` that a seat learns of from some point on, as it may know them."""
    return [sentence for chapter in chapters(teller, whole, told) for sentence in chapter]


def chapters(teller: Teller, whole: Sequence[ev.Event], told: Sequence[ev.Event]) -> list[list[str]]:
    """The same, a list for each turn or round; the first holds what comes before any."""
    begins = beginnings(teller.program, whole)
    rows = [event for event in told if not isinstance(event, ev.Entered) or event.seq in begins]
    found: list[list[str]] = [[]]
    at = 0
    while at < len(rows):
        words, used = _next(teller, rows, at, begins)
        if isinstance(rows[at], ev.Entered):
            found.append([])
        if words:
            found[-1].append(words)
        at += used
    return [chapter for chapter in found if chapter]


def beginnings(program: Program, events: Sequence[ev.Event]) -> dict[int, int]:
    """The events with which a player's turn begins (seq: 0), or a course of the whole table comes again (seq: which
    time it is). What a turn is made of begins unsaid, and so does what comes only once."""
    phases = {routine.happening for routine in program.routines if routine.sort == "phase"}
    outermost = program.routines[program.main].name
    doers: dict[str, int] = {outermost: 0}
    times: dict[int, int] = {}
    found: dict[int, int] = {}
    for event in events:
        if not isinstance(event, ev.Entered) or event.happening not in phases:
            continue
        doers[program.happenings[event.happening]] = event.you
        if event.you:
            if doers.get(event.rule, event.you) == 0:
                found[event.seq] = 0
        elif event.rule == outermost:
            times[event.happening] = times.get(event.happening, 0) + 1
            if times[event.happening] > 1:
                found[event.seq] = times[event.happening]
    return found


def _next(t: Teller, rows: Sequence[ev.Event], at: int, begins: dict[int, int]) -> tuple[str, int]:
    """The sentence for the event at `at`, "" for none, and how many events it speaks of."""
    event = rows[at]
    following = rows[at + 1] if at + 1 < len(rows) else None
    if isinstance(event, ev.Entered) and begins.get(event.seq):
        what = t.happening(event.happening)
        return t.say("entered.again", what=what[:1].upper() + what[1:], n=begins[event.seq]), 1
    if isinstance(event, ev.Moved) and event.target == TABLE and isinstance(following, ev.Moved):
        return _drawn(t, event, following)
    if isinstance(event, ev.Moved) and event.thing in t.dice_things and event.target >= 0:
        return _dice_moved(t, event, rows, at)
    if isinstance(event, ev.Rolled | ev.Changed):
        return _again(t, event, rows, at)
    if isinstance(event, ev.Chosen):
        return _chosen(t, event, rows, at)
    return tell(t, event), 1


def _drawn(t: Teller, drawn: ev.Moved, then: ev.Moved) -> tuple[str, int]:
    """A thing drawn and where it comes to, in one sentence."""
    if then.source != TABLE or then.thing != drawn.thing or not drawn.thing:
        return tell(t, drawn), 1
    comes = tell(t, then).removeprefix(t.entity(drawn.thing)).strip()
    return t.say("moved.then", drawn=tell(t, drawn), comes=comes), 2


def _dice_moved(t: Teller, event: ev.Moved, rows: Sequence[ev.Event], at: int) -> tuple[str, int]:
    """How many dice go somewhere; nothing where they go back to where all began, which every turn ends with."""
    used = 0
    while at + used < len(rows):
        other = rows[at + used]
        if not isinstance(other, ev.Moved) or other.thing not in t.dice_things or _way(other) != _way(event):
            break
        used += 1
    content = t.program.containers[event.target].content
    if any(event.thing in things for things in content):
        return "", used
    title = title_of(t.program.containers[event.target])
    target = t.place(event.target, event.target_owner) if event.target_owner else title
    return t.say("moved.dice", dice=t.dice(used), target=target), used


def _way(event: ev.Moved) -> tuple[int, int]:
    return event.target, event.target_owner


def _again(t: Teller, event: ev.Rolled | ev.Changed, rows: Sequence[ev.Event], at: int) -> tuple[str, int]:
    """Dice of several sorts that fall together are one roll; of a value that is set twice in a row the last stays, unless
    it is a track, of which each gain and loss counts. That a mark is taken off again is not told."""
    following = rows[at + 1] if at + 1 < len(rows) else None
    if isinstance(event, ev.Rolled):
        rolls = [event]
        while at + len(rolls) < len(rows) and _same_roll(event, other := rows[at + len(rolls)]):
            assert isinstance(other, ev.Rolled)
            rolls.append(other)
        if len(rolls) == 1:
            return tell(t, event), 1
        faces = ", ".join(t.faces(roll.die, roll.faces) for roll in rolls)
        key = "rolled" if event.seat else "rolled.nobody"
        return t.say(key, who=t.who(event.seat), faces=faces), len(rolls)
    table = t.program.variables[event.variable]
    if table.track:
        return tell(t, event), 1
    if isinstance(following, ev.Changed) and (following.variable, following.owner) == (event.variable, event.owner):
        return "", 1
    unmarked = table.sort == "flag" and event.owner and not event.new
    return ("" if unmarked else tell(t, event)), 1


def _same_roll(roll: ev.Rolled, other: ev.Event) -> bool:
    return isinstance(other, ev.Rolled) and (other.seat, other.span) == (roll.seat, roll.span) and other.die != roll.die


def _chosen(t: Teller, event: ev.Chosen, rows: Sequence[ev.Event], at: int) -> tuple[str, int]:
    """A choice; or, where what comes of it says it all, that alone."""
    following = rows[at + 1] if at + 1 < len(rows) else None
    if isinstance(following, ev.Rolled | ev.Rerolled | ev.Locked) and following.seat == event.seat:
        return "", 1
    if isinstance(following, ev.Chosen) and following.seat == event.seat and at + 2 < len(rows):
        thrown = rows[at + 2]
        if isinstance(thrown, ev.Rerolled | ev.Locked) and following.choice in ("reroll", "lock"):
            return "", 1
    if isinstance(following, ev.Moved) and following.thing and t.entity(following.thing) == event.label:
        return tell(t, event), 2
    return _walked(t, event, rows, at) or (tell(t, event), 1)


def _walked(t: Teller, event: ev.Chosen, rows: Sequence[ev.Event], at: int) -> tuple[str, int] | None:
    """`Ann moves to Northside: 1 step left` for a choice, the step it costs, and the move."""
    paid, step = "", at + 1
    if step < len(rows):
        price = rows[step]
        if isinstance(price, ev.Changed) and price.owner == event.seat and price.new < price.old:
            left = counted(t.program.variables[price.variable], price.new)
            paid, step = t.say("changed.left", new=price.new, what=left), step + 1
    moved = rows[step] if step < len(rows) else None
    if not isinstance(moved, ev.Walked) or moved.who != event.seat or not moved.target:
        return None
    if t.entity(moved.target) not in event.label:
        return None
    if not paid:
        return tell(t, moved), step + 1 - at
    words = t.say("walked.paid", who=t.entity(moved.who), target=t.entity(moved.target), paid=paid)
    return words, step + 1 - at
