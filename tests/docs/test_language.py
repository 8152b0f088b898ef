"""The examples of docs/language.md parse, are sound, and leave no construct of the tree without one.

A fence `rules prelude` is the page's small game, `rules fragment` stands behind it, `rules` is a whole game of its own.
`rules later` is what is not played yet: it gets that finding and no other error. `rules unchecked`, which needs other
files, is only parsed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from interpreter import conform
from interpreter.examples import run_test
from rulelang import load_text
from rulelang.ast.node import KINDS, Attr, Decl, Expr, Head, Node, Stmt, TypeRef, walk
from rulelang.format import format_source
from rulelang.parse import parse
from rulelang.source import Source

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
FENCE = re.compile(r"^```rules(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A fence: what is written behind `rules`, the line it begins on, and its text."""

    sort: str
    line: int
    text: str


def _examples() -> list[Example]:
    page = PAGE.read_text(encoding="utf-8")
    return [Example(m[1] or "whole", page.count("\n", 0, m.start()) + 2, m[2]) for m in FENCE.finditer(page)]


EXAMPLES = _examples()
PRELUDE = next(example.text for example in EXAMPLES if example.sort == "prelude")


def _name(example: Example) -> str:
    return f"line {example.line}"


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_example_parses(example: Example) -> None:
    _, found = parse(Source("example", example.text))
    assert [str(item.message) for item in found] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_example_is_laid_out(example: Example) -> None:
    """As the page itself says under Layout."""
    text, _ = format_source(Source("example", example.text))
    assert text == example.text


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.sort in ("prelude", "fragment", "whole")], ids=_name)
def test_example_is_sound(example: Example) -> None:
    """Loading it reports no error; a fragment may declare what nothing uses."""
    loaded = load_text(PRELUDE + "\n" + example.text if example.sort == "fragment" else example.text)
    errors = [f"{item.code}: {item.message}" for item in loaded.diagnostics if item.severity == "error"]
    assert errors == []
    assert loaded.program is not None


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if "\ntest " in "\n" + e.text and e.sort == "fragment"], ids=_name
)
def test_the_tests_of_an_example_pass(example: Example) -> None:
    asked = tuple(re.findall(r"^    variants (\w+)$", example.text, re.MULTILINE))
    program = load_text(PRELUDE + "\n" + example.text, variants=asked).program
    assert program is not None
    assert program.tests
    assert [result.message for i in range(len(program.tests)) if not (result := run_test(program, i)).ok] == []


@pytest.mark.parametrize("players", [1, 3])
def test_the_small_game_keeps_all_promises(players: int) -> None:
    program = load_text(PRELUDE).program
    assert program is not None
    assert conform(program, players, games=3, most_decisions=150, views_every=20).problems == ()


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.sort == "later"], ids=_name)
def test_what_is_not_played_yet_says_so(example: Example) -> None:
    found = load_text(PRELUDE + "\n" + example.text).diagnostics
    errors = {item.code.number: item.message for item in found if item.severity == "error"}
    assert list(errors) == ["R0590"], errors


def _constructs() -> set[str]:
    """The classes of the tree that stand for something one can write."""
    families = (Decl, Stmt, Expr, Head, Attr, TypeRef)
    return {name for name, kind in KINDS.items() if issubclass(kind, families) and kind not in families}


def test_every_construct_has_an_example() -> None:
    seen: set[str] = set()
    for example in EXAMPLES:
        tree, _ = parse(Source("example", example.text))
        seen |= {type(node).__name__ for node in walk(tree)}
    assert sorted(_constructs() - seen) == []


def test_every_reserved_word_is_listed() -> None:
    from rulelang.parse.tokens import RESERVED

    listed = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("    and or not"))
    assert set(listed.split()) == RESERVED


def test_codes_that_are_named_exist() -> None:
    from rulelang.diagnostics.codes import CODES

    named = set(re.findall(r"`(R\d{4})`", PAGE.read_text(encoding="utf-8")))
    assert sorted(named - set(CODES)) == []


def test_links_lead_somewhere() -> None:
    text = PAGE.read_text(encoding="utf-8")
    titles = {_anchor(line) for line in text.splitlines() if line.startswith("#")}
    assert sorted(set(re.findall(r"\]\(#([^)]+)\)", text)) - titles) == []


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lstrip("#").strip().lower()).replace(" ", "-")


def test_nodes_are_nodes() -> None:
    assert all(issubclass(kind, Node) for kind in KINDS.values())
