"""The typed record of what happened: frozen events made from the machine's tuples.

A machine tuple is (kind, seen, cause, routine, pc, *fields). `seen` is a bit mask of the seats that may know what the
event is about (bit `1 << seat`; -1: all); `cause` the index of the event that led here, or -1; `routine` and `pc` say
which instruction did it. An event that a seat may not see is redacted for it: what it is about reads 0 or empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from rulelang.program.tables import Program
from rulelang.source import NOWHERE, Span

EVERYONE = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `seq` counts from 0; `cause` is the `seq` of what led here, or -1; `rule` names the
    rule, phase or trigger that did it and `span` its line. `seen` as in the machine's tuple."""

    SECRET: ClassVar[tuple[str, ...]] = ()  # the fields that a seat which may not know gets emptied

    seq: int
    cause: int
    rule: str = ""
    span: Span = NOWHERE
    seen: int = EVERYONE

    @property
    def kind(self) -> str:
        """The event's word, in lower case."""
        return type(self).__name__.lower()

    def seen_by(self, seat: int) -> bool:
        """Whether a seat may know what this is about."""
        return self.seen == EVERYONE or bool(self.seen >> seat & 1)

    def redacted(self) -> Event:
        """As it reads for a seat that may not know."""
        blank: dict[str, Any] = {name: type(getattr(self, name))() for name in self.SECRET}
        return replace(self, seen=0, **blank)

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the span as [file, start, end]."""
        data: dict[str, Any] = {"event": self.kind}
        for item in fields(self):
            value = getattr(self, item.name)
            data[item.name] = list(value) if isinstance(value, tuple) else value
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Event):
    """A phase or rule began. `happening` indexes Program.happenings; `you` is its doer or 0."""

    happening: int
    you: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A thing went from one container to another. Containers are ids, -1 for the box, -2 for the table, where a drawn thing lies until
    it is put somewhere; owners are 0 for the game."""

    SECRET: ClassVar[tuple[str, ...]] = ("thing",)

    thing: int
    source: int
    source_owner: int
    target: int
    target_owner: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked(Event):
    """A player, or another entity, went from one place to another; 0 is nowhere."""

    who: int
    source: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Event):
    """A variable got another value. `owner` 0: the game's."""

    SECRET: ClassVar[tuple[str, ...]] = ("old", "new")

    variable: int
    owner: int
    old: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """Dice fell. `faces` are indexes into the die's faces; `seat` is who rolled, 0 nobody."""

    seat: int
    die: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(Event):
    """Dice at `positions` of a pool were thrown again; `faces` is the whole pool afterwards."""

    seat: int
    die: int
    positions: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked(Event):
    """Dice at `positions` of a pool were locked; `faces` is the whole pool."""

    seat: int
    die: int
    positions: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """A die that is a thing was turned to a face (an index into the die's faces) by hand."""

    thing: int
    die: int
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Event):
    """A seat answered a choice with an option, known by its id and its label as it read."""

    SECRET: ClassVar[tuple[str, ...]] = ("option", "label")

    seat: int
    choice: str
    option: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Event):
    """Seats learned what things are."""

    SECRET: ClassVar[tuple[str, ...]] = ("things",)

    things: tuple[int, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled(Event):
    """A container got a random order."""

    container: int
    owner: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Event):
    """The game ended, or ended for one seat (`seat` 0: for all)."""

    result: str
    seat: int
    text: str


KINDS: dict[str, type[Event]] = {
    kind.__name__.lower(): kind
    for kind in (Entered, Moved, Walked, Changed, Rolled, Rerolled, Locked, Turned, Chosen, Shown, Shuffled, Finished)
}
_BASE = len(fields(Event))
FIELDS: dict[str, tuple[str, ...]] = {
    word: tuple(item.name for item in fields(kind)[_BASE:]) for word, kind in KINDS.items()
}


def event_of(program: Program, seq: int, raw: Sequence[Any]) -> Event:
    """The event that a machine tuple stands for; KeyError for a kind that is none of ours."""
    word, seen, cause, routine, pc = raw[:5]
    rule, span = "", NOWHERE
    if 0 <= routine < len(program.routines):
        body = program.routines[routine]
        rule = body.name
        span = body.code[pc].span if 0 <= pc < len(body.code) else body.span
    values = dict(zip(FIELDS[word], raw[5:], strict=True))
    return KINDS[word](seq=seq, cause=cause, rule=rule, span=span, seen=seen, **values)


def for_seat(event: Event, program: Program, seat: int) -> Event | None:
    """The event as one seat may know it: itself, redacted, or None where even that it happened is hidden."""
    if isinstance(event, Changed) and program.variables[event.variable].hidden:
        return None
    if event.seen_by(seat):
        return event
    if isinstance(event, Changed):
        return None
    return event.redacted()
