"""A tidy file, disturbed at random, comes out tidy: blanks change nothing; comments stay, and once is enough."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.format import format_source
from rulelang.parse import comments, parse
from rulelang.parse.tokens import tokenize
from rulelang.source import Source

TIDY = (Path(__file__).parent / "tidy.rules").read_text("utf-8")
PLAIN = (
    format_source(Source("tidy", re.sub(r" *#[^\n]*", lambda m: m[0] if "|" in m[0] or "." in m[0] else "", TIDY)))[0]
    or ""
)
LINES = PLAIN.split("\n")
EXPECTED = parse(Source("tidy", PLAIN))[0]


def formatted(text: str) -> str:
    result, found = format_source(Source("test", text))
    assert result is not None, (text, [item.message for item in found])
    return result


def closed(text: str) -> str:
    """The text without the gaps before titles, whose column is the author's."""
    return re.sub(r' +"', ' "', text)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_blanks_between_words_change_nothing(data: st.DataObject) -> None:
    """Neither do those at a line's end, nor carriage returns; a drawing's and a text's own blanks are no blanks between."""
    text = PLAIN
    tokens = [token for token in tokenize(PLAIN).items if token.end > token.start and token.kind != "ROW"]
    chosen = data.draw(st.lists(st.sampled_from(tokens), max_size=30, unique=True))
    for token in sorted(chosen, key=lambda token: -token.start):  # from the end, so that offsets stay true
        blanks = data.draw(st.sampled_from([" ", "  ", "\t", " \r"]))
        if not PLAIN[: token.start].rpartition("\n")[2].strip():
            continue  # its indentation says something
        if PLAIN[token.start - 1] in " (" or token.text in ",:)":
            text = text[: token.start] + blanks + text[token.start :]
    assert closed(formatted(text)) == closed(PLAIN)


@given(
    st.lists(st.tuples(st.integers(0, len(LINES) - 2), st.integers(0, 40), st.booleans(), st.booleans()), max_size=12)
)
@settings(max_examples=60, deadline=None)
def test_comments_and_blank_lines_stay(places: list[tuple[int, int, bool, bool]]) -> None:
    lines = list(LINES)
    for number, (at, column, alone, blank) in enumerate(sorted(places, reverse=True)):
        comment = f"{' ' * column}# {number}"
        if alone or "#" in lines[at] or not lines[at]:
            lines[at:at] = [*[""] * blank, comment, *["  "] * blank * 2]
        else:
            lines[at] += comment
    text = "\n".join(lines)
    once = formatted(text)
    assert parse(Source("test", once))[0] == EXPECTED
    assert len(comments(Source("test", once))) == len(comments(Source("test", text)))
    assert formatted(once) == once


def breaks() -> list[tuple[int, int]]:
    """Where a line may be broken: before which offset, and how deep what goes on must stand at least."""
    read = tokenize(PLAIN)
    levels = dict(zip(read.lines, read.levels, strict=True))
    found, level = [], 0
    for index, token in enumerate(read.items):
        level = levels.get(index, level)
        before = read.items[index - 1].kind if index else ""
        if token.text and index not in levels and token.kind not in ("|", "ROW") and before not in (":", "ROW"):
            found.append((token.start, 4 * level + 8))
    return found


@given(
    st.lists(
        st.tuples(st.sampled_from(breaks()), st.integers(0, 9), st.sampled_from(["", " # why", "\n\n", "\r"])),
        max_size=9,
    )
)
@settings(max_examples=60, deadline=None)
def test_broken_lines_stay_broken(places: list[tuple[tuple[int, int], int, str]]) -> None:
    """A line broken anywhere, with or without a comment before the break, has the same tree, and is laid out once."""
    text = PLAIN
    for (at, least), more, before in sorted(places, reverse=True):
        text = f"{text[:at]}{before}\n{' ' * (least + more)}{text[at:]}"
    once = formatted(text)
    assert parse(Source("test", once))[0] == EXPECTED
    assert len(comments(Source("test", once))) == len(comments(Source("test", text)))
    assert formatted(once) == once
    assert once.count("\n") >= PLAIN.count("\n")


@given(st.lists(st.tuples(st.integers(0, len(PLAIN) - 1), st.sampled_from(list(' \n\t#|:()",.a-'))), max_size=3))
@settings(max_examples=100, deadline=None)
def test_whatever_the_text_nothing_is_lost(edits: list[tuple[int, str]]) -> None:
    """Each edit puts a sign somewhere: the text parses and comes out with the same tree, idempotently, or is refused."""
    text = PLAIN
    for at, sign in edits:
        text = text[:at] + sign + text[at:]
    once, found = format_source(Source("test", text))
    if once is None:
        assert found
        assert "R0701" not in {item.code.number for item in found}
    else:
        assert formatted(once) == once
