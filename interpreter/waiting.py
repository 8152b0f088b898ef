"""What a running game waits for: a player's answer or the fall of dice; and why an option is not offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.machine import Machine

Kind = Literal["choose", "may", "menu", "pick", "number", "dice", "things"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal answer: its place in the list, a stable id, how it reads, the rule's place."""

    index: int
    id: str
    label: str
    span: Span


@dataclass
class Asking:
    """A decision that is waited for. `count` answers are legal; texts are made when they are asked for."""

    kind: Kind
    seat: int
    choice: str
    secret: bool
    span: Span
    pc: int
    count: int
    machine: Machine = field(repr=False)
    make_prompt: Callable[[Machine], str] = field(repr=False)
    make_options: Callable[[Machine], tuple[Choice, ...]] = field(repr=False)

    @cached_property
    def prompt(self) -> str:
        return self.make_prompt(self.machine)

    @cached_property
    def options(self) -> tuple[Choice, ...]:
        return self.make_options(self.machine)


@dataclass
class Throwing:
    """Chance that is waited for: `count` dice of a kind with `faces` sides, or `count` of some things."""

    kind: Literal["dice", "pick"]
    die: int
    faces: int
    count: int
    things: tuple[int, ...]
    seat: int
    span: Span
    pc: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """An option line that is not offered, and what refuses it."""

    id: str
    label: str
    reason: Literal["when", "price", "limit", "empty"]
    text: str
    span: Span


REASONS = {
    "when": "its condition does not hold",
    "price": "its price cannot be paid",
    "limit": "it has been taken as often as it may be",
    "empty": "there is nothing it could be done with",
}
