"""Trees written short, so that a test can show one: `Gain(1, coins)` for `gain 1 coins`."""

from __future__ import annotations

from typing import Any

from rulelang.ast import Ident, Node
from rulelang.ast.expressions import Name, Number, Text
from rulelang.parse import parse
from rulelang.source import Source


def brief(value: Any) -> str:
    """A class and its fields; names, figures and texts as they are written; what is missing is `-`."""
    if isinstance(value, (Name, Ident)):
        return value.name
    if isinstance(value, Number):
        return str(value.value)
    if isinstance(value, Text):
        return f'"{value.value}"'
    if isinstance(value, Node):
        return f"{type(value).__name__}({', '.join(brief(getattr(value, part)) for part in value.parts)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(brief, value))}]"
    if isinstance(value, str):
        return f"'{value}'"
    return "-" if value is None else {True: "yes", False: "no"}.get(value, str(value))


def tree(text: str) -> str:
    """The declarations of a text that has no mistakes."""
    file, found = parse(Source("t", text))
    assert not found, found
    return " ".join(map(brief, file.declarations))


def mistakes(text: str) -> list[tuple[str, int, str]]:
    """What is wrong with a text: code, line, message."""
    source = Source("t", text)
    return [(found.code.number, source.position(found.span.start)[0], found.message) for found in parse(source)[1]]
