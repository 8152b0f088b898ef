"""Each statement of the reference's section Layout, shown: a text, and what the formatter makes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.format import format_source
from rulelang.source import Source

REFERENCE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
STATEMENT = re.compile(r"^- \*\*([^*]+?)\.?\*\*", re.MULTILINE)
WIDE = "f(" + ", ".join(["one_of_many"] * 6) + ", few)"  # 84 columns
FILLED = f"if {WIDE}: each player: lose 1 goblets"  # 116 columns

Case = tuple[str, str]

SHOWN: dict[str, list[Case]] = {
    "Signs": [
        ("define  x=a+b*( - c ) . d\n", "define x = a + b * (-c).d\n"),
        ("die d6:1 .. 6\n", "die d6: 1..6\n"),
        ("symbols s :a ,b\n", "symbols s: a, b\n"),
        ("kind cat/cats is b:\n    x:y|z(each turn)=y\n", "kind cat / cats is b:\n    x: y | z (each turn) = y\n"),
        ("rule r (n: 1..2=1) : f ( n<=2 ,n )\n", "rule r(n: 1..2 = 1): f(n <= 2, n)\n"),
        ("board b:\n    path a--b\n", "board b:\n    path a -- b\n"),
    ],
    "Indents": [
        ("rule r:\n    set x to 1\n              + 2\n", "rule r:\n    set x to 1\n            + 2\n"),
        ("define x = f(\n               a)\n", "define x = f(\n        a)\n"),
    ],
    "Broken lines": [
        ("define x = a\n        + b + c\n        + d\n", "define x = a\n        + b + c\n        + d\n"),
        ("symbols s: a\n        , b\n", "symbols s: a, b\n"),
        ("rule r\n        : f(a\n        )\n", "rule r: f(a)\n"),
        (f"define x = {WIDE} + {WIDE}\n", f"define x = {WIDE} + {WIDE}\n"),
    ],
    "Bodies": [
        ("rule r:\n    stop\nrule s: stop\n", "rule r:\n    stop\nrule s: stop\n"),
        (f"rule r:\n    {FILLED}\n", f"rule r:\n    {FILLED}\n"),
        (f"rule r:\n    {FILLED} # why\n", f"rule r:\n    {FILLED}    # why\n"),
        (f"rule r: {FILLED}\n", f"rule r:\n    {FILLED}\n"),
        (f"rule r:\n    {FILLED}y\n", f"rule r:\n    if {WIDE}:\n        each player: lose 1 gobletsy\n"),
    ],
    "Blank lines": [
        ("\n\nrule r:\n\n    stop\n\n \n    stop\n\n", "rule r:\n    stop\n\n    stop\n"),
        ("define x = a\n\n        + b\n", "define x = a\n        + b\n"),
        ("define x = a\n\n        # b\n\n        + b\n", "define x = a\n        # b\n        + b\n"),
    ],
    "Comments alone": [
        ("rule r:\n# one\n        # two\n    stop\n", "rule r:\n    # one\n    # two\n    stop\n"),
        ("rule r:\n    if a:\n        stop\n       # in\n    # in r\n# out\n    # out\nrule s\n",
         "rule r:\n    if a:\n        stop\n        # in\n    # in r\n# out\n# out\nrule s\n"),
        ("symbols s: a, # one\n        # two\n        b # three\n",
         "symbols s: a,                       # one\n        # two\n        b                           # three\n"),
        ("symbols s: a # one\n        # two\n        , b # three\n",
         "# one\n# two\nsymbols s: a, b                     # three\n"),
        ("rule r: stop\n            # of  the file\n", "rule r: stop\n# of  the file\n"),
    ],
    "Comments behind": [
        ("rule r: # a\n  # b\n    stop #c\n", "rule r:                             # a\n    # b\n    stop                            #c\n"),
        ("rule r: stop # a\n\nrule s: stop    # b\n", "rule r: stop                        # a\n\nrule s: stop    # b\n"),
    ],
    "Titles": [
        ('setting a: flag = no   "A"\n', 'setting a: flag = no "A"\n'),
        ('setting a: flag = no "A"\n\nsetting b: flag = no "B"\n', 'setting a: flag = no "A"\n\nsetting b: flag = no "B"\n'),
        ('setting a: flag = no "A"\nsetting bc: flag = no "B"\n',
         'setting a: flag = no                "A"\nsetting bc: flag = no               "B"\n'),
    ],
    "Tables": [
        ("cards c of k:\n    |name|x|\n    |a  b|10|\n", "cards c of k:\n    | name | x  |\n    | a  b | 10 |\n"),
        ("cards c of k:\n    |\u5b9d\u7bb1|x|\n    |a|1|\n", "cards c of k:\n    | \u5b9d\u7bb1 | x |\n    | a    | 1 |\n"),
        ("cards c of k:\n" + f"    |{'w' * 23}|x|\n" + "    |abc|x|\n" * 5,
         "cards c of k:\n" + f"    | {'w' * 23} | x |\n" + "    | abc                     | x |\n" * 5),
        ("cards c of k:\n" + f"    |{'w' * 24}|x|y|\n" + f"    |abc|{'z' * 30}|y|\n" * 5,
         "cards c of k:\n" + f"    | {'w' * 24} | x{' ' * 8} | y |\n" + f"    | abc | {'z' * 30} | y |\n" * 5),
    ],
    "Drawings": [("drawing d:\n  # plan\n    | a#  |\n    |  b|\n", "drawing d:\n    # plan\n    | a#  |\n    |  b|\n")],
    "Parentheses": [
        ("define x = (a or ((b and c)) or (d))\n", "define x = a or (b and c) or d\n"),
        ("define x = f((a + b), (a + b) * c)\n", "define x = f(a + b, (a + b) * c)\n"),
        ("rule r:\n    if (a > b): f()\n", "rule r:\n    if a > b: f\n"),
    ],
    "Clauses": [
        ('choice c:\n    "A" up to 2 times costs 1 a costs 1 b for each p in q for each r in s when x: stop\n',
         'choice c:\n    "A" for each p in q, r in s costs 1 a and 1 b up to 2 times when x: stop\n'),
    ],
    "Numbers": [("die d6: 01..006\n", "die d6: 1..6\n")],
    "Line ends": [("\ufeffrule r:  \r\n    stop # a \t\r\n    stop", "rule r:\n    stop                            # a\n    stop\n")],
}  # fmt: skip


def formatted(text: str) -> str:
    result, found = format_source(Source("test", text))
    assert result is not None, [item.message for item in found]
    return result


def test_the_reference_states_what_is_shown() -> None:
    section = REFERENCE.partition("\n## Layout\n")[2].partition("\n## ")[0]
    assert STATEMENT.findall(section) == list(SHOWN)


@pytest.mark.parametrize(
    ("text", "result"), [pytest.param(*case, id=name) for name, cases in SHOWN.items() for case in cases]
)
def test_statement(text: str, result: str) -> None:
    assert formatted(text) == result
    assert formatted(result) == result


@pytest.mark.parametrize(
    ("sizes", "theirs", "columns"),
    [
        ([10, 46], [20, 50], [48, 48]),
        ([10, 47], [20, 50], [36, 52]),
        ([10, 34], [11, 36], [36, 36]),
        ([10, 35], [11, 40], [40, 40]),
        ([10, 20, 50, 78], [0, 0, 0, 0], [36, 36, 80, 80]),
        ([10, 79, 95], [0, 0, 0], [36, 84, 100]),
        ([10, 20], [24, 24], [24, 24]),
        ([10, 20, 30], [24, 24, 40], [24, 24, 40]),
        ([10, 20, 20], [24, 24, 40], [36, 36, 36]),
        ([10, 23], [24, 24], [36, 36]),
        ([10, 20], [25, 25], [36, 36]),
    ],
)
def test_columns_of_a_group(sizes: list[int], theirs: list[int], columns: list[int]) -> None:
    """How wide texts are and where their comments stood: where these come to stand, and stay."""
    for stood, text_only in ((theirs, False), (columns, True)):
        lines = [f"symbols {'x' * (size - 11)}: a" for size in sizes]
        text = "".join(f"{line}{' ' * max(0, at - len(line))}# c\n" for line, at in zip(lines, stood, strict=True))
        assert [line.index("#") for line in formatted(text).splitlines()] == columns, text_only
