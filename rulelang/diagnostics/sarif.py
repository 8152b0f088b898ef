"""Diagnostics as SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.diagnostic import Code, Diagnostic
from rulelang.diagnostics.place import Place, place
from rulelang.source import Source, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], *, version: str = "") -> str:
    """One log with one run. `version` is that of the tool."""
    driver: dict[str, Any] = {"name": "rules", "rules": [_rule(code) for code in CODES.values()]}
    if version:
        driver["semanticVersion"] = version
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, sources) for item in diagnostics],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.number,
        "shortDescription": {"text": code.title},
        "defaultConfiguration": {"level": code.severity.value},
    }


def _result(item: Diagnostic, sources: Mapping[str, Source]) -> dict[str, Any]:
    text = f"{item.message}; {item.help}" if item.help else item.message
    result: dict[str, Any] = {
        "ruleId": item.code.number,
        "ruleIndex": list(CODES).index(item.code.number),
        "level": item.severity.value,
        "message": {"text": text},
        "locations": [_location(item.span, sources)],
    }
    if item.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": related.label}, **_location(related.span, sources)}
            for number, related in enumerate(item.related)
        ]
    if item.fix is not None:
        result["fixes"] = [_fix(item.fix.span, item.fix.text, sources)]
    return result


def _fix(span: Span, text: str, sources: Mapping[str, Source]) -> dict[str, Any]:
    at = place(span, sources)
    replacement = {"deletedRegion": _region(at), "insertedContent": {"text": text}}
    return {"artifactChanges": [{"artifactLocation": {"uri": _uri(at.file)}, "replacements": [replacement]}]}


def _location(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    at = place(span, sources)
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(at.file)}, "region": _region(at)}}


def _region(at: Place) -> dict[str, int]:
    return {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}


def _uri(file: str) -> str:
    """A file's name as a URI reference: relative ones stay relative."""
    path = PurePath(file)
    if path.is_absolute():
        return Path(file).as_uri()
    return quote(path.as_posix())
