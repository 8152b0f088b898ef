"""Diagnostics as GitHub workflow commands: each becomes a note on its line of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.place import place
from rulelang.source import Source


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """A command a line."""
    return "".join(_command(item, sources) for item in diagnostics)


def _command(item: Diagnostic, sources: Mapping[str, Source]) -> str:
    at = place(item.span, sources)
    last = at.end_column
    properties = f"title={_property(f'{item.code}: {item.code.title}')},file={_property(at.file)}"
    properties += f",line={at.line},col={at.column},endLine={at.end_line},endColumn={last}"
    text = f"{item.message}; {item.help}" if item.help else item.message
    return f"::{item.severity} {properties}::{_data(text)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
