"""The place in a rule file that stands behind something: `arkham.rules:312` and the lines there."""

from __future__ import annotations

import os
from functools import lru_cache

from rulelang.diagnostics.visible import visible
from rulelang.reading import read_text
from rulelang.source import NOWHERE, Source, Span

MOST_LINES = 8
MOST_COLUMNS = 160


@lru_cache(maxsize=32)
def source_of(name: str) -> Source | None:
    """A rule file as it stands on disk; None where it cannot be read."""
    source = read_text(name, name)
    return source if isinstance(source, Source) else None


def where(span: Span) -> str:
    """`arkham.rules:312`; "" for nowhere."""
    if span == NOWHERE:
        return ""
    source = source_of(span.file)
    name = visible(os.path.basename(span.file))
    return f"{name}:{source.position(span.start)[0]}" if source is not None else name


def line_of(span: Span) -> str:
    """The line a span begins on, without its indent."""
    lines = block(span)
    return lines[0].strip() if lines else ""


def block(span: Span) -> list[str]:
    """The line a span begins on and the lines indented under it, at most MOST_LINES."""
    source = source_of(span.file) if span != NOWHERE else None
    if source is None:
        return []
    lines = source.text.splitlines()
    first = source.position(span.start)[0] - 1
    if not 0 <= first < len(lines):
        return []
    indent = _indent(lines[first])
    found = [lines[first]]
    for line in lines[first + 1 : first + MOST_LINES]:
        if not line.strip() or _indent(line) <= indent:
            break
        found.append(line)
    return [visible(line[indent:].rstrip()[:MOST_COLUMNS]) for line in found]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
