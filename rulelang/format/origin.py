"""The text a tree came from: what layout its author gave each part.

Given a source, it tells by a token's offset what stands before it, whether it opens a block, and where its line was broken.
It never looks at the tree.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from rulelang.diagnostics.visible import width
from rulelang.parse.tokens import Token, tokenize
from rulelang.source import Source

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
PARENTHESES = frozenset({"(", ")"})
ARTICLES = frozenset({"a", "an"})


class Origin:
    """A source with its tokens."""

    def __init__(self, source: Source) -> None:
        self.source = source
        read = tokenize(source.text)
        self.tokens = [token for token in read.items if token.kind not in LAYOUT]
        self.starts = [token.start for token in self.tokens]
        self.comments = read.comments
        layout = [(read.items[index - 1].kind if index else "_NL") for index in range(len(read.items))]
        before = [kind for token, kind in zip(read.items, layout, strict=True) if token.kind not in LAYOUT]
        self.begins = [kind in LAYOUT for kind in before]  # whether a logical line begins with the token
        self.opens = [kind == "_INDENT" for kind in before]  # whether it is the first of a block

        self.kept = frozenset(self._parenthesised())

    def _parenthesised(self) -> Iterator[tuple[int, int]]:
        """The offsets of what stands in each pair of parentheses, first token to last."""
        opened: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.kind == "(":
                opened.append(index)
            elif token.kind == ")" and opened:
                yield self.tokens[opened.pop() + 1].start, self.tokens[index - 1].end

    def index(self, offset: int) -> int:
        """Which token stands at an offset, or is the next behind it."""
        return bisect_left(self.starts, offset)

    def opens_block(self, offset: int) -> bool:
        """Whether the token at an offset is the first of an indented block."""
        return self.opens[self.index(offset)]

    def before(self, offset: int, count: int) -> int:
        """Where the token stands that is `count` tokens before the one at an offset."""
        return self.starts[max(0, self.index(offset) - count)]

    def column(self, offset: int) -> int:
        """How wide what stands before an offset on its line is."""
        return width(self.source.text[self.source.starts[self._line(offset)] : offset])

    def leads(self, offset: int) -> bool:
        """Whether nothing but blanks stands before an offset on its line."""
        return not self.source.text[self.source.starts[self._line(offset)] : offset].strip(" \t\r\ufeff")

    def after_blank(self, offset: int) -> bool:
        """Whether the line above an offset's line is empty, and nothing stands before the offset on its own."""
        line = self._line(offset)
        return line > 0 and self.leads(offset) and not self.source.line(line).strip()

    def goes_on(self, offset: int, until: int | None) -> bool:
        """Whether a logical line goes on behind an offset, before the offset `until`, not counting what opens there."""
        at = self.index(offset)
        if at >= len(self.begins) or self.begins[at]:
            return False
        while at < len(self.tokens) - 1 and self.tokens[at].kind == "(":
            at += 1
        return until is None or self.starts[at] < until

    def _line(self, offset: int) -> int:
        return bisect_right(self.source.starts, offset) - 1

    def pairs(self, offset: int, tokens: list[Token]) -> Iterator[tuple[int, int]]:
        """Which of `tokens` is which of the source's from an offset on, as two indexes; parentheses may differ.

        `tokens` are what is printed for the logical line. Where they are no longer the same, no more is told.
        """
        at = self.index(offset)
        for position, token in enumerate(tokens):
            if token.kind in PARENTHESES:
                continue
            while at < len(self.tokens) and self.tokens[at].kind in PARENTHESES:
                at += 1
            if at >= len(self.tokens) or not _same(self.tokens[at], token):
                return
            yield position, at
            at += 1

    def broken(self, at: int) -> bool:
        """Whether a line break inside its logical line stands before a token, or before the parentheses that lead to it."""
        while not self.begins[at]:
            if self.leads(self.starts[at]):
                return True
            at -= 1
            if self.tokens[at].kind != "(":
                return False
        return False


def _same(one: Token, other: Token) -> bool:
    """Whether two tokens say the same in their place; the article of `is a KIND` may be either."""
    if one.kind == other.kind == "NUMBER":
        return int(one.text) == int(other.text)
    return one.kind == other.kind and (one.text == other.text or {one.text, other.text} == ARTICLES)
