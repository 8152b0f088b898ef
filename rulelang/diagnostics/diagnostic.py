"""What is wrong with a rule file, as data: code, severity, span, message, help, related places and a mend.

How a diagnostic is printed is another module's affair; each output format is a file of its own beside this one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from rulelang.source import NOWHERE, Span


class Severity(StrEnum):
    """An error stops the file from running; a warning does not, unless `--strict`."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Code:
    """A kind of finding. `number` is `R`, a stage digit pair and a number, and is never used again for another."""

    number: str
    severity: Severity
    title: str

    def __str__(self) -> str:
        return self.number


@dataclass(frozen=True)
class Related:
    """A second place that explains the first: `declared here`."""

    span: Span
    label: str


@dataclass(frozen=True)
class Fix:
    """A mend that is certain: put `text` where `span` is."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding. `message` is lower case, has no full stop and makes sense alone; names stand in backticks."""

    code: Code
    span: Span
    message: str
    help: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None

    @property
    def severity(self) -> Severity:
        return self.code.severity


@dataclass
class Findings:
    """Collects diagnostics during one run of a stage."""

    items: list[Diagnostic] = field(default_factory=list)

    def report(
        self,
        code: Code,
        span: Span,
        message: str,
        *,
        help: str | None = None,
        related: Iterable[tuple[Span, str]] = (),
        fix: Fix | None = None,
    ) -> None:
        """Add a finding, unless the same one stands at the same place already."""
        places = tuple(Related(place, label) for place, label in related if place != NOWHERE)
        found = Diagnostic(code, span, message, help, places, fix)
        if not any(old.code == code and old.span == span and old.message == message for old in self.items[-50:]):
            self.items.append(found)

    @property
    def has_errors(self) -> bool:
        return any(item.severity is Severity.ERROR for item in self.items)


def in_order(items: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by file, place and code, as they are shown."""
    return tuple(sorted(items, key=lambda item: (item.span.file, item.span.start, item.code.number, item.message)))


def did_you_mean(wrong: str, known: Iterable[str]) -> str | None:
    """The known name closest to `wrong`, or None where none is close (within about a third of its letters)."""
    close = get_close_matches(wrong, list(known), n=1, cutoff=0.66)
    return close[0] if close else None
