"""Small files in memory, put together: what the tests of composition are written with."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl
from rulelang.compose import Composed, compose
from rulelang.compose.subjects import names
from rulelang.diagnostics import Diagnostic
from rulelang.parse import parse
from rulelang.source import Source

GAME = 'game small "Small":\n    players: 1..4\n'


def put_together(
    text: str,
    *variants: str,
    settings: Mapping[str, str] | None = None,
    players: int | None = None,
    name: str = "top/main.rules",
    **others: str,
) -> tuple[Composed, tuple[Diagnostic, ...]]:
    """Compose a text; `others` are further files, `__` in a keyword standing for a dot and `_in_` for a slash."""
    files = {"top/" + key.replace("_in_", "/").replace("__", "."): value for key, value in others.items()}
    files[name] = text
    sources = {path: Source(path, content) for path, content in files.items()}
    file, found = parse(sources[name])
    assert not found, found
    return compose(file, variants=variants, settings=settings, players=players, read=sources.get)


def clean(text: str, *variants: str, **rest: object) -> Composed:
    """Compose a text in which nothing is wrong."""
    composed, found = put_together(text, *variants, **rest)  # type: ignore[arg-type]
    assert not found, [item.message for item in found]
    return composed


def wrong(text: str, *variants: str, **rest: object) -> list[tuple[str, str, str | None]]:
    """Code, message and help of what is wrong with a text."""
    _, found = put_together(text, *variants, **rest)  # type: ignore[arg-type]
    return [(item.code.number, item.message, item.help) for item in found]


def called(composed: Composed, name: str) -> Decl:
    """The only top-level declaration of that name."""
    (found,) = [decl for decl in composed.file.declarations if name in names(decl)]
    return found


def table(composed: Composed, name: str) -> list[list[str]]:
    """The cells of a table of cards."""
    cards = called(composed, name)
    assert isinstance(cards, d.Cards)
    return [[cell.text for cell in row.cells] for row in cards.rows]


def same(composed: Composed, text: str) -> bool:
    """Whether what was put together says the same as a text written in one piece."""
    return composed.file.declarations == parse(Source("whole", text))[0].declarations
