"""Where a span lies, in lines and columns: what every output format prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulelang.source import Source, Span


class Place(NamedTuple):
    """A file and the stretch in it. Lines and columns count from 1, columns in characters; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


def place(span: Span, sources: Mapping[str, Source]) -> Place:
    """The place of a span; line 1, column 1 of a file whose text is not at hand."""
    source = sources.get(span.file)
    if source is None:
        return Place(span.file, 1, 1, 1, 1)
    line, column = source.position(span.start)
    end_line, end_column = source.position(max(span.start, span.end))
    return Place(span.file, line, column, end_line, end_column)
