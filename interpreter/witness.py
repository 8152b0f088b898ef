"""Who may know what an event is about, at the moment it happens: a bit mask of seats, or everyone.

Asked by the machine when it notes an event; later would be too late, since things move on and are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.machine import Machine

EVERYONE = -1
BOX, TABLE = -1, -2  # where a moved thing came from or went, if in no container


def witnesses(machine: Machine, kind: str, fields: Sequence[Any]) -> int:
    """The seats that may know what an event of this kind is about; bit 0 is for onlookers. EVERYONE if all may."""
    judge = _JUDGES.get(kind)
    return EVERYONE if judge is None else judge(machine, fields)


def _mask(machine: Machine, sees: Callable[[int], bool]) -> int:
    seats = machine.linked.players + 1
    mask = sum(1 << seat for seat in range(seats) if sees(seat))
    return EVERYONE if mask == (1 << seats) - 1 else mask


def _moved(machine: Machine, fields: Sequence[Any]) -> int:
    """Who sees where it came from or where it goes, or has been shown the thing. The table is seen by all."""
    thing, source, source_owner, target, target_owner = fields
    if TABLE in (source, target):
        return EVERYONE
    lies = [(c, o) for c, o in ((source, source_owner), (target, target_owner)) if c >= 0]
    return _mask(machine, lambda seat: any(machine.seen(c, o, seat) for c, o in lies) or machine.knows(seat, thing))


def _changed(machine: Machine, fields: Sequence[Any]) -> int:
    from interpreter.views import sees_variable

    variable, owner = fields[:2]
    row = machine.program.variables[variable]
    return _mask(machine, lambda seat: sees_variable(machine, row, owner, seat))


def _shown(machine: Machine, fields: Sequence[Any]) -> int:
    """Those it is shown to, and those who knew all of it."""
    things, seats = fields
    return _mask(machine, lambda seat: seat in seats or all(machine.knows(seat, thing) for thing in things))


_JUDGES: dict[str, Callable[[Any, Sequence[Any]], int]] = {"moved": _moved, "changed": _changed, "shown": _shown}
