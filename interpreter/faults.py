"""Faults: how a running game says that its rules went wrong, without a Python traceback."""

from __future__ import annotations

from rulelang.source import NOWHERE, Span


class Fault(Exception):
    """The rules ran into something they must not.

    `kind` is one word of: range, capacity, deep, steps, options, division, size, law, rule, program, place.
    `message` is for people, in the rules' own words. `span` is the statement; `chain` the running routines with the
    place where each stands, innermost first.
    """

    def __init__(self, kind: str, message: str, span: Span = NOWHERE, chain: tuple[tuple[str, Span], ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.span = span
        self.chain = chain

    def at(self, span: Span, chain: tuple[tuple[str, Span], ...]) -> Fault:
        """The same fault, said where it happened; what is known already stays."""
        if self.span == NOWHERE:
            self.span = span
        if not self.chain:
            self.chain = chain
        return self
