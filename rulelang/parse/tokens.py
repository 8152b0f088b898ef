"""Cuts a text into tokens, layout included: what a line is, what continues it, how deep it stands.

Given the characters, it gives every token with its offsets and what is wrong with the characters themselves.
It never knows the grammar: a word is a NAME here, and whether it is a word of the language is the machine's to say.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from rulelang.diagnostics import Code, codes

MOST_CHARACTERS = 8_000_000
MOST_TOKENS = 2_000_000
MOST_ON_A_LINE = 10_000
MOST_DIGITS = 9
MOST_FAULTS = 100
DEEPEST_BLOCK = 32
DEEPEST_PARENTHESIS = 48
LEVEL = 4
RESERVED = frozenset(
    {
        "and", "or", "not", "is", "if", "else", "where", "when", "from", "in", "of",
        "as", "by", "for", "each", "up", "times", "until", "among", "costs", "to", "once",
    }
)  # fmt: skip
SCAN = re.compile(
    r"[ \t\r]*(?:([^\W\d]\w*)|([0-9]+)|(\"[^\"\n]*\")|(--|\.\.|<=|>=|[-:.,()=+*/<>|?](?!=)|[-:.,()+*/|?](?==))"
    r"|(#[^\n]*)|([^ \t\r]))"
)
NAME, NUMBER, TEXT, SIGN, COMMENT = range(1, 6)
ROW = re.compile(r"\|(?:[^\"|\n]*(?:\"[^\"\n]*\"[^\"|\n]*)*\|)+?[ \t\r]*(?=#|$)", re.MULTILINE)
LOOSE_ROW = re.compile(r"\|(?:[^|\n]*\|)+?[ \t\r]*(?=#|$)", re.MULTILINE)  # a drawing may hold a lone quote
INDENT = re.compile(r"[ \t\r]*")
DEEPENING = frozenset({"+", "-", "*", "/", ".", "(", "and", "or", "not", "if", "of"})
INSTEAD = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "--", "—": "--", "…": "..", "≤": "<=", "≥": ">="}
IN_WORDS = {"==": "`is`", "!=": "`is not`", "=>": "`>=`", "=<": "`<=`", "&&": "`and`", "||": "`or`"}


class Token(NamedTuple):
    """`kind` is NAME, NUMBER, TEXT, ROW, _NL, _INDENT, _DEDENT or a sign itself; layout has no width."""

    kind: str
    text: str
    start: int
    end: int


class Fault(NamedTuple):
    """Something wrong with the characters from `start` to `end`."""

    code: Code
    start: int
    end: int
    message: str
    help: str | None


@dataclass
class Tokens:
    """The tokens of a text, where each logical line begins among them, and what is wrong."""

    items: list[Token] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # the index of each logical line's first token, layout aside
    levels: list[int] = field(default_factory=list)  # how deep each logical line stands
    damaged: set[int] = field(default_factory=set)  # logical lines with a fault
    faults: list[Fault] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    deep: bool = False  # whether some nesting is so deep that the tree's depth must be looked at

    def fault(self, code: Code, start: int, end: int, message: str, help: str | None = None) -> None:
        """Note a fault in the line being read."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(code, start, end, message, help))
        self.damaged.add(len(self.lines) - 1)


def tokenize(text: str) -> Tokens:
    """The tokens of a file."""
    return _Reader(text).read()


def tokenize_part(text: str, offset: int) -> Tokens:
    """The tokens of a piece of a line, such as a cell, that stands at `offset` in its file."""
    reader = _Reader(text)
    reader.out.lines.append(0)
    reader.out.levels.append(0)
    reader.line(0, len(text))
    reader.close_line()
    out = reader.out
    out.items = [Token(kind, text, start + offset, end + offset) for kind, text, start, end in out.items]
    out.faults = [fault._replace(start=fault.start + offset, end=fault.end + offset) for fault in out.faults]
    out.comments = [(start + offset, end + offset) for start, end in out.comments]
    return out


class _Reader:
    """Goes through a text line by line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.out = Tokens()
        self.level = 0  # of the logical line being read
        self.opened = 0  # index of the first token of the logical line
        self.parentheses: list[int] = []  # offsets of those that are open

    def read(self) -> Tokens:
        text, size = self.text, len(self.text)
        start = 1 if text.startswith("\ufeff") else 0
        while start < size and len(self.out.items) < MOST_TOKENS:
            end = text.find("\n", start)
            end = size if end < 0 else end
            self.physical_line(start, end)
            start = end + 1
        if start < size:
            self.out.fault(codes.TOO_LARGE, start, start, f"more than {MOST_TOKENS} words and signs in one file")
        if self.out.lines:
            self.finish(0)
        return self.out

    def physical_line(self, start: int, end: int) -> None:
        """One line of the text: nothing, a continuation, or the next logical line."""
        found = INDENT.match(self.text, start, end)
        at = found.end() if found else start
        if at >= end:
            return
        first = self.text[at]
        if first == "#":
            self.comment(at, end)
            return
        tabs = self.text.count("\t", start, at)
        width = at - start + (LEVEL - 1) * tabs
        if not tabs and first != "|" and self.continues(width):
            self.line(at, end)
            return
        self.begin(width, at, checked=not tabs)
        if tabs:
            self.out.fault(codes.TAB, start, at, "the line is indented with a tab", "indent with four spaces a level")
        if first == "|":
            self.row(at, end)
        else:
            self.line(at, end)

    def continues(self, width: int) -> bool:
        items = self.out.items
        return bool(items) and width >= (self.level + 2) * LEVEL and items[-1].kind not in (":", "ROW")

    def begin(self, width: int, at: int, *, checked: bool) -> None:
        """Close the logical line before and open one that stands `width` deep."""
        out = self.out
        level, odd = divmod(width, LEVEL)
        if odd:
            level += odd > LEVEL // 2
        wanted = level
        if out.lines:
            level = min(level, self.level + 1)
            self.finish(level)
        else:
            level = 0
        too_deep = level > DEEPEST_BLOCK
        level = min(level, DEEPEST_BLOCK)
        if level > self.level and out.lines:
            end = out.items[-1].end
            out.items.append(Token("_INDENT", "", end, end))
        self.level = level
        self.opened = len(out.items)
        out.lines.append(self.opened)
        out.levels.append(level)
        if too_deep:
            self.once(at, f"blocks are nested more than {DEEPEST_BLOCK} deep", "give a part of it a name with `rule`")
        elif checked:
            self.check_indent(width, wanted if not odd else -1, at)

    def once(self, at: int, message: str, help: str) -> None:
        """A fault of size, said once a file: where one line is too deep the next mostly is."""
        if any(fault.message == message for fault in self.out.faults):
            self.out.damaged.add(len(self.out.lines) - 1)
        else:
            self.out.fault(codes.TOO_LARGE, at, at + 1, message, help)

    def check_indent(self, width: int, wanted: int, at: int) -> None:
        if wanted == self.level:
            return
        line = at - width
        if wanted < 0:
            levels = f"{width // LEVEL * LEVEL} or {(width // LEVEL + 1) * LEVEL}"
            message = f"the line is indented by {width} space{'s' * (width != 1)}, which is no level"
            self.out.fault(codes.BAD_INDENT, line, at, message, f"a level is four spaces: indent by {levels}")
        else:
            message = "the line is indented deeper than a block here can be"
            self.out.fault(codes.BAD_INDENT, line, at, message, f"indent by {self.level * LEVEL} spaces")

    def finish(self, level: int) -> None:
        """End the logical line, and the blocks deeper than `level`."""
        self.close_line()
        items = self.out.items
        end = items[-1].end if items else 0
        items.append(Token("_NL", "", end, end))
        items.extend([Token("_DEDENT", "", end, end)] * (self.level - level))

    def close_line(self) -> None:
        """What can be said of a logical line once it is whole: its parentheses, its depth."""
        out = self.out
        if self.parentheses and len(out.lines) - 1 not in out.damaged:
            at = self.parentheses[0] if len(self.parentheses) == 1 else self.parentheses[-1]
            out.fault(codes.OPEN_PARENTHESIS, at, at + 1, "this parenthesis is not closed", "close it with `)`")
        self.parentheses.clear()
        if len(out.items) - self.opened > 60:
            out.deep = out.deep or sum(token.text in DEEPENING for token in out.items[self.opened :]) > 50

    def comment(self, start: int, end: int) -> None:
        self.out.comments.append((start, start + len(self.text[start:end].rstrip("\r"))))

    def row(self, at: int, end: int) -> None:
        found = ROW.match(self.text, at, end) or LOOSE_ROW.match(self.text, at, end)
        if found:
            stop = at + len(found.group().rstrip())
            if found.end() < end:
                self.comment(found.end(), end)
        else:
            stop = at + len(self.text[at:end].rstrip())
            self.out.fault(codes.OPEN_ROW, stop - 1, stop, "the table row does not end with a bar", "end it with `|`")
        text = self.text[at:stop]
        self.out.items.append(Token("ROW", text if found else text + "|", at, stop))

    def line(self, start: int, end: int) -> None:
        """The tokens from `start` to `end`."""
        add = self.out.items.append
        at = start
        while at < end:
            room = MOST_ON_A_LINE - len(self.out.items) + self.opened
            if room <= 0:
                self.once(at, f"more than {MOST_ON_A_LINE:,} words and signs on one line", "cut it into several")
                return
            for found in islice(SCAN.finditer(self.text, at, end), room):
                kind = found.lastindex or 0
                begin, at = found.span(kind)
                if kind == NAME:
                    add(Token("NAME", found[1], begin, at))
                elif kind == SIGN:
                    sign = found[4]
                    add(Token(sign, sign, begin, at))
                    if (sign == "(" or sign == ")") and not self.parenthesis(sign, begin):
                        return
                elif kind == NUMBER:
                    add(Token("NUMBER", self.figure(found[2], begin), begin, at))
                elif kind == TEXT:
                    add(Token("TEXT", found[3], begin, at))
                elif kind == COMMENT:
                    self.comment(begin, at)
                else:
                    at = self.wrong(begin, end)
                    break
            else:
                if len(self.out.items) - self.opened < MOST_ON_A_LINE:
                    return

    def figure(self, digits: str, at: int) -> str:
        if len(digits) <= MOST_DIGITS:
            return digits
        message = f"a number may have {MOST_DIGITS} digits, not {len(digits)}"
        self.out.fault(codes.TOO_LARGE, at, at + len(digits), message)
        return digits[:MOST_DIGITS]

    def parenthesis(self, sign: str, at: int) -> bool:
        """Keep count; False where they are nested too deep and the rest of the line is given up."""
        if sign == ")":
            if self.parentheses:
                self.parentheses.pop()
            return True
        self.parentheses.append(at)
        if len(self.parentheses) <= DEEPEST_PARENTHESIS:
            return True
        message = f"parentheses are nested more than {DEEPEST_PARENTHESIS} deep"
        self.once(at, message, "give a part of it a name with `define` or `let`")
        return False

    def wrong(self, at: int, end: int) -> int:
        """A character no token begins with; where reading goes on."""
        text, out = self.text, self.out
        sign = text[at]
        last = out.items[-1] if out.items else None
        if last and last.kind == "NAME" and last.end == at and _joins(sign):
            stop = at
            while stop < end and (_joins(text[stop]) or text[stop].isalnum() or text[stop] == "_"):
                stop += 1
            out.items[-1] = Token("NAME", text[last.start : stop], last.start, stop)
            return stop
        if sign == '"':
            out.fault(codes.OPEN_TEXT, at, at + 1, "the text has no closing quote", 'end it with `"` on the same line')
            stop = at + len(text[at:end].rstrip())
            out.items.append(Token("TEXT", text[at:stop] + '"', at, stop))
            return end
        self.stray(at, end)
        return min(at + (2 if text[at : at + 2] in IN_WORDS else 1), end)

    def stray(self, at: int, end: int) -> None:
        if self.out.faults and self.out.faults[-1].code is codes.STRAY_CHARACTER and self.out.faults[-1].end == at:
            old = self.out.faults[-1]  # a run of them is one finding
            self.out.faults[-1] = old._replace(end=at + 1)
            return
        sign, pair = self.text[at], self.text[at : min(at + 2, end)]
        if pair in IN_WORDS:
            help = f"write {IN_WORDS[pair]}"
            self.out.fault(codes.STRAY_CHARACTER, at, at + 2, f"`{pair}` is not used in rules", help)
            return
        shown = f"`{sign}`" if sign.isprintable() else f"the character U+{ord(sign):04X}"
        better = INSTEAD.get(sign)
        self.out.fault(
            codes.STRAY_CHARACTER, at, at + 1, f"{shown} is not used in rules", f"write `{better}`" if better else None
        )


def _joins(sign: str) -> bool:
    """Whether a character belongs to the letter before it, as vowel signs do in many scripts."""
    return sign in "\u200c\u200d" or unicodedata.category(sign)[0] == "M"
