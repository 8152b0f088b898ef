"""A fault of the rules in lines for people: what, where, and the rules that led there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.rule_text import source_of
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say
from rulelang.source import NOWHERE, Source

if TYPE_CHECKING:
    from interpreter.faults import Fault

MOST_PLACES = 8


def fault_lines(fault: Fault, sources: Mapping[str, Source]) -> list[str]:
    """A fault in lines: what, where, and the rules that led there."""
    lines = [say("fault: {message}", message=visible(fault.message))]
    places = [(rule, span) for rule, span in (("", fault.span), *fault.chain) if span != NOWHERE]
    for rule, span in places[:MOST_PLACES]:
        source = sources.get(span.file) or source_of(span.file)
        where = f"{span.file}:{source.position(span.start)[0]}" if source is not None else span.file
        if rule:
            lines.append("  " + say("at {place}, in {rule}", context="fault", place=visible(where), rule=visible(rule)))
        else:
            lines.append("  " + say("at {place}", context="fault", place=visible(where)))
    return lines
