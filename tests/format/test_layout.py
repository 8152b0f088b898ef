"""What the formatter makes of a file: a messy one with every construct, and small ones for each rule of layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import games
from rulelang.ast import KINDS, walk
from rulelang.ast.json import FAMILIES
from rulelang.format import format_source
from rulelang.format.blocks import LAYOUTS
from rulelang.format.expressions import EXPRESSIONS
from rulelang.format.phrases import PHRASES
from rulelang.parse import comments, parse
from rulelang.source import Source

HERE = Path(__file__).parent
MESSY, TIDY = ((HERE / name).read_text("utf-8") for name in ("messy.rules", "tidy.rules"))
SAMPLE = (HERE.parent / "parse" / "sample.rules").read_text("utf-8")


def formatted(text: str) -> str:
    result, found = format_source(Source("test", text))
    assert result is not None, [item.message for item in found]
    return result


def test_a_messy_file_becomes_tidy() -> None:
    assert formatted(MESSY) == TIDY


@pytest.mark.parametrize(
    "text", [MESSY, TIDY, SAMPLE, *(Path(games.find(name) or "").read_text("utf-8") for name in games.names())]
)
def test_tree_and_comments_stay_and_once_is_enough(text: str) -> None:
    once = formatted(text)
    before, after = Source("test", text), Source("test", once)
    assert parse(after)[0] == parse(before)[0]
    assert [said(before, span) for span in comments(before)] == [said(after, span) for span in comments(after)]
    assert formatted(once) == once
    assert not [line for line in once.split("\n") if line != line.rstrip()]
    assert once.endswith("\n")
    assert "\n\n\n" not in once


def said(source: Source, span: tuple[str, int, int]) -> str:
    return source.text[span[1] : span[2]].rstrip()


def test_every_class_of_the_tree_has_a_printer() -> None:
    classes = {cls for cls in KINDS.values() if cls not in FAMILIES}
    assert classes - {*PHRASES, *LAYOUTS, *EXPRESSIONS} == set()


def test_every_class_of_the_tree_is_in_the_messy_file() -> None:
    classes = {cls for cls in KINDS.values() if cls not in FAMILIES}
    assert classes - {type(node) for node in walk(parse(Source("test", MESSY))[0])} == set()


def test_every_pattern_names_parts_of_its_class() -> None:
    from rulelang.format.phrases import PIECE

    for cls, pattern in PHRASES.items():
        if isinstance(pattern, str):
            for found in PIECE.finditer(pattern):
                inner = [found] if found["part"] else PIECE.finditer(found["optional"] or "")
                assert {piece["part"] for piece in inner if piece["part"]} <= set(cls.parts), cls


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "  \r\n"])
def test_nothing_stays_nothing(text: str) -> None:
    assert formatted(text) == ""


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("# only\n\n\n   # comments", "# only\n\n# comments\n"),
        ("\ufeffdie d6:1..6\r\n", "die d6: 1..6\n"),
        ("die d6: 1..6 #x\r\n# y \r\n", "die d6: 1..6                        #x\n# y\n"),
        ("rule r:\n\n    stop\n\n\n    stop\n", "rule r:\n    stop\n\n    stop\n"),
        ("rule r:\n# in\n    stop\n        # still in\n    # in\n# out\n    # out\nrule s\n",
         "rule r:\n    # in\n    stop\n    # still in\n    # in\n# out\n# out\nrule s\n"),
        ("rule r: stop # a\nrule s: meet      # b\n\nrule t: stop    # c\n",
         "rule r: stop                        # a\nrule s: meet                        # b\n\nrule t: stop    # c\n"),
        ("rule r: stop        # a\nrule s: meet        # b\n", "rule r: stop        # a\nrule s: meet        # b\n"),
        ('setting a: flag = no "A"\n', 'setting a: flag = no "A"\n'),
        ('setting a: flag = no "A"\n# b\nsetting b: flag = no "B"\n', 'setting a: flag = no "A"\n# b\nsetting b: flag = no "B"\n'),
        ("rule r: do_this(\n            1)\n", "rule r: do_this(\n        1)\n"),
    ],
)  # fmt: skip
def test_layout(text: str, result: str) -> None:
    assert formatted(text) == result
    assert formatted(result) == result


def test_a_body_that_does_not_fit_goes_below_from_the_outside_in() -> None:
    condition = " and ".join(["count(players) > 1"] * 5)
    text = f"trigger long after turn when {condition}: each player: if health > 0: lose 1 health\n"
    assert formatted(text) == (
        f"trigger long after turn when {condition}:\n    each player: if health > 0: lose 1 health\n"
    )


def test_columns_count_wide_letters_twice() -> None:
    text = "cards c of k:\n    | name | x |\n    | 宝箱 | 1 |\n    | e\u0301 | 1 |\n"
    assert formatted(text) == text.replace("e\u0301 ", "e\u0301    ")


@pytest.mark.parametrize(
    "value",
    [
        "(a or b) and c", "a or b and c", "not (a and b)", "not a is b", "(not a) is b", "a - (b - c)", "a - b - c",
        "a * (b + c)", "-(a + b)", "- -a", "a + -b", "(a if b else c) + 1", "a if b else c if d else e",
        "(a if b else c) if d else e", "(a where b) + c", "a where b where_it", "(1..2) + 3", "a in 1..2", "a in (1..2 where it)",
        "(a + b).c", "(a of b).c", "a of b.c", "a of (b + c)", "a of b of c", "up(a / b).c", "f(a where b, 2 d6)", "2 d6",
        "a is not a b", "a is an a", '"{x}".y', "(a < b) is (c < d)", "-a.b", "-(a.b)", "(-a).b", "(1).x", "(((a)))", "(a) of_b",
    ],
)  # fmt: skip
def test_parentheses(value: str) -> None:
    source = Source("test", f"define x = {value}\n")
    tree, found = parse(source)
    if found:
        return  # not an expression at all
    text = formatted(source.text)
    assert parse(Source("test", text))[0] == tree
    assert text.count("(") <= source.text.count("(")
    assert formatted(text) == text


def test_a_file_with_a_mistake_is_left_alone() -> None:
    result, found = format_source(Source("test", "rule r:\n   stop\ndie d6: 1..6\n"))
    assert result is None
    assert [item.code.number for item in found] == ["R0102"]


def test_what_would_come_out_otherwise_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang.ast import statements

    monkeypatch.setitem(PHRASES, statements.Stop, "proceed")
    result, found = format_source(Source("test", "rule r: stop\n"))
    assert result is None
    assert [item.code.number for item in found] == ["R0701"]
