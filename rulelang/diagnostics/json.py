"""Diagnostics as a JSON array, for editors and scripts. The shape is a promise: fields are added, never renamed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.place import place
from rulelang.source import Source, Span


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """One array, indented, with a line break at the end."""
    return json.dumps([plain(item, sources) for item in diagnostics], ensure_ascii=False, indent=2) + "\n"


def plain(item: Diagnostic, sources: Mapping[str, Source]) -> dict[str, Any]:
    """A diagnostic as plain data: code, severity, where, message, help, related, fix."""
    return {
        "code": item.code.number,
        "severity": item.severity.value,
        **_where(item.span, sources),
        "message": item.message,
        "help": item.help,
        "related": [{**_where(related.span, sources), "label": related.label} for related in item.related],
        "fix": None if item.fix is None else {**_where(item.fix.span, sources), "text": item.fix.text},
    }


def _where(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    """Lines and columns count from 1; the end is exclusive; columns count characters."""
    at = place(span, sources)
    return {
        "file": at.file,
        "line": at.line,
        "column": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
    }
