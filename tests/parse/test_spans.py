"""Every node stands exactly where its text does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.ast import declarations, walk
from rulelang.parse import parse, parse_cell
from rulelang.source import Source, Span

SAMPLE = Path(__file__).with_name("sample.rules").read_text(encoding="utf-8")


def spans(text: str, kind: str) -> list[str]:
    source = Source("t", text)
    file, found = parse(source)
    assert not found
    return [text[n.span.start : n.span.end] for n in walk(file) if type(n).__name__ == kind]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("rule r: gain 1 + n clues  # so\n", "Gain", ["gain 1 + n clues"]),
        ("rule r: gain 1 + n clues\n", "Arith", ["1 + n"]),
        ("rule r: gain 1 + n clues\n\n\nrule s\n", "Rule", ["rule r: gain 1 + n clues", "rule s"]),
        ("rule r:\n    if a:\n        stop\n    else: meet\n", "If", ["if a:\n        stop\n    else: meet"]),
        ("rule r:\n    if a:\n        stop\n    else: meet\n", "Branch", ["if a:\n        stop"]),
        ("define x = (a + b).c\n", "Member", ["(a + b).c"]),
        ("define x = (a + b).c\n", "Arith", ["a + b"]),
        ("board b:\n    place a \"A\", c\n", "Titled", ['a "A"', "c"]),
        ("kind k:\n    a: b? (seen by c)\n", "NamedType", ["b?"]),
        ("kind k:\n    a: b? (seen by c)\n", "SeenBy", ["seen by c"]),
        ("choice c:\n    \"X\" costs 2 a from b and c: stop\n", "Need", ["2 a from b", "c"]),
        ("choice c:\n    \"X\" costs 2 a from b and c: stop\n", "Formula", ["2 a"]),
        ("modify a by -1\n", "Negate", ["-1"]),
        ("cards a of b:\n    |  name  | |x y|\n", "Cell", ["name", "", "x y"]),
        ("cards a of b:\n    | n \"A | B\" | x |  # c | d |\n", "Cell", ['n "A | B"', "x"]),
        ("cards a of b:\r\n    | n | x |\r\n", "Cell", ["n", "x"]),
        ("\ufeffrule r: stop\n", "Rule", ["rule r: stop"]),
        ("rule r: stop", "Stop", ["stop"]),
    ],
)  # fmt: skip
def test_span(text: str, kind: str, expected: list[str]) -> None:
    assert spans(text, kind) == expected


def test_every_node_of_a_file_lies_in_its_parent_without_blanks_around() -> None:
    file, found = parse(Source("sample.rules", SAMPLE))
    assert not found
    for node in walk(file):
        text = SAMPLE[node.span.start : node.span.end]
        assert node.span.file == "sample.rules"
        drawn = isinstance(node, declarations.Cell)
        assert drawn or isinstance(node, declarations.File) or (text and text == text.strip())
        for part in node.parts:
            for child in [getattr(node, part)] if not isinstance(getattr(node, part), tuple) else getattr(node, part):
                if hasattr(child, "span"):
                    assert node.span.start <= child.span.start <= child.span.end <= node.span.end


def test_what_the_parser_makes_is_valid() -> None:
    """Nodes skip validation; here they go through it."""
    for node in walk(parse(Source("sample.rules", SAMPLE))[0]):
        assert type(node).model_validate({name: getattr(node, name) for name in type(node).model_fields}) == node


def test_a_cell_stands_where_it_was_cut() -> None:
    parts, found = parse_cell("2 peril, wound(1)", Span("t", 100, 117), "cell")
    assert not found
    assert [(part.span.start, part.span.end) for part in parts] == [(100, 107), (109, 117)]
