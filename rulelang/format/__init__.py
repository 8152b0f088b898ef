"""The format stage: a rule file's text in, the same rules in the one layout that all rule files have.

Its only choices are those of layout: it proves on each run that the tree and the comments stay as they were.
"""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, codes
from rulelang.format.blocks import Blocks
from rulelang.format.lines import align_tables
from rulelang.format.origin import Origin
from rulelang.format.page import page
from rulelang.parse import collector_paused, comments, parse
from rulelang.source import Source, Span

__all__ = ["format_source"]


def format_source(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text in canonical layout; None, and why, where the text has mistakes or would come out with another meaning."""
    file, found = parse(source)
    if found:
        return None, found
    with collector_paused():
        origin = Origin(source)
        lines = Blocks(origin).node(file, 0)
        align_tables(lines)
        text = page(lines, origin)
    result = Source(source.name, text)
    again, wrong = parse(result)
    if wrong or again != file or _comments(source) != _comments(result):
        place = Span(source.name, 0, 0)
        message = "the layout of this file cannot be changed without changing its rules; it stays as it is"
        return None, (Diagnostic(codes.LAYOUT, place, message, "this is a bug of the formatter: please report it"),)
    return text, ()


def _comments(source: Source) -> list[str]:
    return sorted(source.text[span.start : span.end].rstrip() for span in comments(source))
