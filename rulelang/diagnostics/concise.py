"""Diagnostics one a line: `file:line:column: error[R0301] message`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.place import place
from rulelang.diagnostics.visible import visible
from rulelang.source import Source


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """A line for each."""
    return "".join(_line(item, sources) for item in diagnostics)


def _line(item: Diagnostic, sources: Mapping[str, Source]) -> str:
    where = place(item.span, sources)
    hint = f" ({visible(item.help)})" if item.help else ""
    return f"{visible(where.file)}:{where.line}:{where.column}: {item.severity}[{item.code}] {visible(item.message)}{hint}\n"
