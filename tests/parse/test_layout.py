"""Lines, levels, continuations, comments and what else the eye skips."""

from __future__ import annotations

import pytest

from rulelang.parse import comments, parse
from rulelang.source import Source
from tests.parse.brief import mistakes, tree

PLAIN = "rule r:\n    if a:\n        stop\n    meet\nrule s: stop\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        "\ufeff" + PLAIN,
        PLAIN.rstrip("\n"),
        PLAIN.replace("\n", "\n\n   \n"),
        PLAIN.replace("\n", "  # note: so\n"),
        PLAIN.replace("\n", "\n  # note\n\t# tab\n"),
        PLAIN.replace("if a:", "if\ta :"),
        "# first\n" + PLAIN + "    # last",
    ],
)
def test_makes_no_difference(text: str) -> None:
    assert tree(text) == tree(PLAIN)


@pytest.mark.parametrize(
    "text",
    [
        "trigger t on a enters when b and c: stop\n",
        "trigger t on a enters\n        when b\n        and c: stop\n",
        "trigger t on a enters\n\n        # why\n            when b and c:\n    stop\n",
        "trigger t\n          on a enters when b and c: stop\n",
    ],
)
def test_a_line_two_levels_deeper_goes_on(text: str) -> None:
    assert tree(text) == tree("trigger t on a enters when b and c: stop\n")


def test_nothing_at_all() -> None:
    for text in ("", "\n", "# only a comment", "\ufeff", "   \n\t\n", "\r\n"):
        assert tree(text) == ""


def test_names_in_any_script() -> None:
    assert tree("rule библиотека: читать_2\n") == "Rule(библиотека, [], -, [Do(читать_2, [], -)])"
    assert tree("rule हिन्दी: x\n") == "Rule(हिन्दी, [], -, [Do(x, [], -)])"
    decomposed = "cafe\u0301"
    assert tree(f"rule {decomposed}: x\n") == f"Rule({decomposed}, [], -, [Do(x, [], -)])"


def test_a_text_may_hold_anything_but_its_quote() -> None:
    assert tree('include "a # b | (c"\n') == "Include('a # b | (c')"


def test_a_drawing_keeps_its_blanks_and_signs() -> None:
    text = 'drawing d:\n    | .# "|\n    |#  ||\n'
    assert tree(text) == "Drawing(d, [Row([Cell(' .# \"')]), Row([Cell('#  |')])])"


def test_comments_are_found() -> None:
    text = 'rule r: stop  # one\n# two\r\ninclude "#"\ncards a of b:\n    | x |   # three | four\n'
    assert [text[at.start : at.end] for at in comments(Source("t", text))] == ["# one", "# two", "# three | four"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rule r:\n\tstop\n", ("R0103", 2, "the line is indented with a tab")),
        ("rule r:\n   stop\n", ("R0102", 2, "the line is indented by 3 spaces, which is no level")),
        ("rule r:\n    if a:\n        stop\n      meet\n", ("R0102", 4, "the line is indented by 6 spaces, which is no level")),
        ("rule r:\n        stop\n", ("R0102", 2, "the line is indented deeper than a block here can be")),
        ("    rule r: stop\n", ("R0102", 1, "the line is indented deeper than a block here can be")),
        (" rule r: stop\n", ("R0102", 1, "the line is indented by 1 space, which is no level")),
        ("rule r: stop\n    meet\n", ("R0102", 2, "the line is indented deeper than the one above, which opens no block")),
        ("rule r:\nrule s: stop\n", ("R0101", 1, "expected an indented block after this colon")),
    ],
)
def test_wrong_layout(text: str, expected: tuple[str, int, str]) -> None:
    assert mistakes(text) == [expected]


def test_a_wrong_indent_does_not_lose_the_line() -> None:
    file, found = parse(Source("t", "rule r:\n   stop\n   meet\nrule s: stop\n"))
    assert len(found) == 2
    assert [decl.body and len(decl.body) for decl in file.declarations] == [2, 1]  # type: ignore[attr-defined]
