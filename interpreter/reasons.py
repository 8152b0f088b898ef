"""What stands behind events and options: the rules that led to an event, and what an option costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter import events as ev
from interpreter.waiting import Asking
from interpreter.wording import Teller, counted
from rulelang.program import code as c
from rulelang.program import expr as x
from rulelang.program.tables import Program

if TYPE_CHECKING:
    from interpreter.game import Game, Option

MOST_CALLERS = 40


def callers(program: Program, events: Sequence[ev.Event], seq: int) -> list[ev.Event]:
    """What led to an event, nearest first: the choices answered and the rules and phases begun, each of which ran the
    one before it. `events` are all of a game's, or those that one seat knows."""
    at = next((index for index, event in enumerate(events) if event.seq == seq), -1)
    found: list[ev.Event] = []
    if at < 0:
        return found
    wanted = events[at].rule
    for event in reversed(events[:at]):
        if isinstance(event, ev.Entered) and event.happening >= 0 and program.happenings[event.happening] == wanted:
            found.append(event)
            wanted = event.rule
        elif isinstance(event, ev.Chosen) and event.rule == wanted and not _answered(found, event):
            found.append(event)
        if len(found) >= MOST_CALLERS:
            break
    return found


def _answered(found: Sequence[ev.Event], event: ev.Chosen) -> bool:
    """Whether an answer of this choice is in the chain already: only the last one led here."""
    return any(isinstance(other, ev.Chosen) and other.rule == event.rule for other in found)


def price(game: Game, option: Option) -> str:
    """What an option costs, as `1 clue and 2 gold`; "" for nothing, or where the option is none that states a price."""
    waiting = game.machine.waiting
    instr = game.machine.linked.instrs[waiting.pc] if isinstance(waiting, Asking) else None
    if not isinstance(instr, c.Ask):
        return ""
    for row in instr.options:
        if row.span == option.span and option.id.split("(")[0] == row.id:
            parts = [_part(game.program, part) for part in row.prices]
            return Teller(game.program).row([part for part in parts if part]) if any(parts) else ""
    return ""


def _part(program: Program, part: c.Price) -> str:
    row = program.variables[part.ref.variable]
    if isinstance(part.amount, x.BoxSum):
        return ""  # each track may pay a bundle; most bundles ask for none, and labels name their boxes
    if not isinstance(part.amount, x.Const):
        return counted(row, 2)
    n = part.amount.value
    return Teller(program).say("amount", n=n, what=counted(row, n)) if n else ""
