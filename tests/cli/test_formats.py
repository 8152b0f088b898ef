"""Diagnostics in each output format, to the letter where people read them and to the field where tools do."""

from __future__ import annotations

import json

import pytest

from rulelang.diagnostics import Diagnostic, Fix, Related, codes, concise, github, sarif, text
from rulelang.diagnostics import json as as_json
from rulelang.source import Source, Span

TEXT = "track 体力: 0..5\nphase game:\n    lose 1 体育\n\tgain 1 x\n"
SOURCES = {"a.rules": Source("a.rules", TEXT)}


def finding(piece: str, at: int = 0, **more: object) -> Diagnostic:
    start = TEXT.index(piece, at)
    span = Span("a.rules", start, start + len(piece))
    return Diagnostic(codes.UNKNOWN_NAME, span, f"unknown name `{piece}`", **more)  # type: ignore[arg-type]


def test_wide_characters_get_wide_carets() -> None:
    item = finding("体育", help="did you mean `体力`?", related=(Related(Span("a.rules", 6, 8), "declared here"),))
    assert text.render([item], SOURCES).splitlines() == [
        "error[R0301]: unknown name `体育`",
        " --> a.rules:3:12",
        "  |",
        "3 |     lose 1 体育",
        "  |            ^^^^",
        "  = note: declared here",
        " --> a.rules:1:7",
        "  |",
        "1 | track 体力: 0..5",
        "  |       ^^^^",
        "  = help: did you mean `体力`?",
    ]


def test_tabs_stay_tabs_under_the_line() -> None:
    lines = text.render([finding("x")], SOURCES).splitlines()
    assert lines[-2:] == ["4 | \tgain 1 x", "  | \t       ^"]


def test_nothing_steers_the_terminal() -> None:
    name = "b\x1b[2J.rules"
    source = Source(name, "rule \x1b]0;hi\x07 x\u202e\n")
    item = Diagnostic(codes.SYNTAX, Span(name, 5, 6), "bad \x1b[31m", help="\u009b")
    for shown in (text.render([item], {name: source}), concise.render([item], {name: source})):
        assert not any(sign in shown for sign in "\x1b\x07\u009b\u202e")


def test_a_long_line_is_cropped_around_the_place() -> None:
    line = "x" * 5000 + "HERE" + "y" * 5000
    item = Diagnostic(codes.SYNTAX, Span("l", 5000, 5004), "bad")
    lines = text.render([item], {"l": Source("l", line)}).splitlines()
    shown, carets = lines[-2], lines[-1]
    assert len(shown) < 160
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "HERE"


@pytest.mark.parametrize(
    "span", [Span("gone", 3, 9), Span("a.rules", 0, len(TEXT)), Span("a.rules", 9999, 9999), Span("", 0, 0)]
)
def test_any_span_can_be_shown(span: Span) -> None:
    item = Diagnostic(codes.SYNTAX, span, "bad", related=(Related(span, "and here"),))
    assert "error[R0101]: bad" in text.render([item], SOURCES)
    assert "R0101" in concise.render([item], SOURCES) + github.render([item], SOURCES)
    json.loads(sarif.render([item], SOURCES))


def test_color_only_where_asked() -> None:
    assert "\x1b[" in text.render([finding("x")], SOURCES, color=True)
    assert "\x1b[" not in text.render([finding("x")], SOURCES)


def test_concise() -> None:
    assert concise.render([finding("体育")], SOURCES) == "a.rules:3:12: error[R0301] unknown name `体育`\n"


def test_json() -> None:
    start = TEXT.index("体育")
    item = finding("体育", fix=Fix(Span("a.rules", start, start + 2), "体力"))
    where = {"file": "a.rules", "line": 3, "column": 12, "endLine": 3, "endColumn": 14}
    assert json.loads(as_json.render([item], SOURCES)) == [
        {
            "code": "R0301",
            "severity": "error",
            **where,
            "message": "unknown name `体育`",
            "help": None,
            "related": [],
            "fix": {**where, "text": "体力"},
        }
    ]


def test_github_escapes() -> None:
    item = Diagnostic(codes.SYNTAX, Span("a,b:c", 0, 1), "50%\nof it")
    assert github.render([item], {"a,b:c": Source("a,b:c", "x")}) == (
        "::error title=R0101%3A this cannot stand here,file=a%2Cb%3Ac,line=1,col=1,endLine=1,endColumn=2::50%25%0Aof it\n"
    )


def test_sarif() -> None:
    log = json.loads(sarif.render([finding("体育")], SOURCES, version="1.2.3"))
    run = log["runs"][0]
    result = run["results"][0]
    assert log["version"] == "2.1.0"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "R0301"
    assert run["columnKind"] == "unicodeCodePoints"
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "a.rules"
    assert location["region"] == {"startLine": 3, "startColumn": 12, "endLine": 3, "endColumn": 14}
