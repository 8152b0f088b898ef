"""Whatever the text, parsing ends soon with a file and findings, and the tree can be walked, compared and hashed."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.ast import walk
from rulelang.ast.json import to_json
from rulelang.loading import load_text
from rulelang.parse import parse, parse_cell
from rulelang.source import Source, Span
from tests.parse.brief import mistakes

SAMPLE = Path(__file__).with_name("sample.rules").read_text(encoding="utf-8")
PIECES = [
    " ", "    ", "        ", "\n", "\n    ", "\n        ", "\t", "\r\n", "x", "y_1", "if ", "else", ":", "(", ")", "|", '"', '"a"', "1",
    "..", ".", ",", "and ", "not ", "rule r", "card ", "cards a of b:", "kind ", "variant v \"V\":", "choose ", "may ", "#", "-", "--",
    "\x00", "\ud800", "\ufeff", "\u0301", "é", "=", "==", "?", "é", "\u2028", "99999999999", "when ", "costs ", "up to ", "stop",
]  # fmt: skip


def check(text: str) -> None:
    source = Source("t", text)
    file, found = parse(source)
    assert hash(file) == hash(parse(source)[0])
    assert all(0 <= node.span.start <= node.span.end <= len(text) for node in walk(file))
    assert all(0 <= each.span.start <= each.span.end <= len(text) for each in found)
    assert len(found) <= 300
    to_json(file)


@settings(deadline=None, max_examples=150)
@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    check(data.decode("utf-8", "surrogateescape"))
    check(data.decode("latin-1"))


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(PIECES), max_size=80))
def test_any_words(pieces: list[str]) -> None:
    check("".join(pieces))


@settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_any_edits(chance: random.Random) -> None:
    letters = list(SAMPLE)
    for _ in range(chance.choice([1, 3, 10])):
        at = chance.randrange(len(letters))
        if chance.random() < 0.4:
            del letters[at : at + chance.choice([1, 1, 5, 60])]
        elif chance.random() < 0.5:
            letters.insert(at, chance.choice(PIECES))
        else:
            other = chance.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
    check("".join(letters))


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=20).map("".join)))
def test_any_cell(text: str) -> None:
    for kind in ("cell", "title", "ends", "expr"):
        parse_cell(text, Span("t", 7, 7 + len(text)), kind)  # type: ignore[call-overload]


DEEP = [
    "rule x: " + "(" * 100_000,
    "define x = " + "(" * 100_000 + "1" + ")" * 100_000,
    "define x = " + "- " * 5_000 + "1",
    "define x = " + "not " * 5_000 + "a",
    "define x = " + " + ".join(["1"] * 5_000),
    "define x = a" + ".b" * 4_000,
    "define x = a" + "(1)" * 3_000,
    "define x = " + "a if b else " * 2_000 + "c",
    "define x = " + "a of " * 4_000 + "b",
    "rule x: " + "if a: " * 3_000 + "stop",
    "rule x: " + "each a in b: " * 2_000 + "stop",
    "\n".join("    " * depth + "if a:" for depth in range(1_000)),
    "rule x:\n" + "\n".join("    " * depth + "if a:" for depth in range(1, 400)) + "\n" + "    " * 400 + "stop",
    "define x: " + "set of " * 5_000 + "a",
    "cards a of b:\n    card c: " + "replace " * 3_000 + "kind k",
]  # fmt: skip


@pytest.mark.parametrize("text", DEEP, ids=lambda text: text[:24])
def test_deep_nesting_is_refused(text: str) -> None:
    check(text)
    assert mistakes(text)


LARGE = [
    ("(" * 4_000_001, "R0108"),
    ("a " * 1_500_000, "R0108"),
    ("define x = " + "9" * 5_000, "R0108"),
    ("rule x: \x00", "R0105"),
    ("rule x: \ud800", "R0105"),
    ("a" * 3_000_000, "R0101"),
    ("|" * 1_000_000, "R0101"),
    ('"' * 9_001, "R0104"),
    ('"' * 1_000_001, "R0108"),
    ("é§" * 300_000, "R0105"),
    ("rule x:\n    a b\n" * 20_000, "R0101"),
    ("else\n" * 200_000, "R0101"),
    ("rule x:\n" + "    if a: stop\n    else: stop\n" * 20_000 + "    a b\n", "R0101"),
]


@pytest.mark.parametrize(("text", "code"), LARGE, ids=lambda value: value[:12].strip())
def test_large_texts_end_soon(text: str, code: str) -> None:
    began = time.perf_counter()
    found = parse(Source("t", text))[1]
    assert time.perf_counter() - began < 30
    assert code in [each.code.number for each in found]


def test_long_files_take_time_in_proportion() -> None:
    def best(times: int) -> float:
        source = Source("t", SAMPLE * times)
        took = []
        for _ in range(3):
            began = time.perf_counter()
            assert not parse(source)[1]
            took.append(time.perf_counter() - began)
        return min(took)

    best(1)
    short, long = best(2), best(20)
    assert long < short * 25
    assert long / (SAMPLE.count("\n") * 20) < 65e-6 * 4, "a thousand lines in 65 ms, with room for a slow machine"


def test_sums_in_parentheses_are_worked_out_once() -> None:
    """Each level looks at what is inside it once: forty levels would else take for ever."""
    deep = "places + (" * 40 + "places" + ")" * 40
    board = "board b:\n    place here, there\n    path here -- there\n"
    loaded = load_text(f'game deep "Deep":\n    players: 1..2\n{board}define many = {deep}\nphase game: if any(many): win\n')
    assert not loaded.has_errors
