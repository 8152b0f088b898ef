"""What a rulebook is made of before it becomes Markdown or HTML: sections of paragraphs, steps, tables and pictures.

A text may hold marks, which no text of a rule file can: `clean` takes control characters out. The writers know the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

STRONG, EMPH, CODE, REF, BREAK, END = "\x01", "\x02", "\x03", "\x04", "\x05", "\x06"
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


def clean(text: str) -> str:
    """A text of a rule file on one line, without control characters or marks of its own."""
    return " ".join(_CONTROL.sub(" ", text).split())


def strong(text: str) -> str:
    return f"{STRONG}{text}{END}"


def emph(text: str) -> str:
    return f"{EMPH}{text}{END}"


def code(text: str) -> str:
    return f"{CODE}{clean(text)}{END}"


def ref(key: str, text: str) -> str:
    """A name that leads to the section called `key`, if the book has one."""
    return f"{REF}{key}{BREAK}{text}{END}"


def plain(text: str) -> str:
    """A text without its marks."""
    return re.sub("[\x01-\x03\x06]", "", re.sub("\x04[^\x05]*\x05", "", text))


@dataclass(frozen=True)
class Step:
    """One thing that is done: a sentence without its full stop, and what belongs to it; `ordered`: one after the other."""

    text: str
    below: tuple[Step, ...] = ()
    ordered: bool = False


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Steps:
    """Steps in order (`numbered`) or side by side."""

    steps: tuple[Step, ...]
    numbered: bool = True


@dataclass(frozen=True)
class Grid:
    """A printed table; `right` are the columns of figures."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Picture:
    """An SVG for the writers that can show one, and the steps that say the same in words."""

    svg: str
    words: Steps


Block = Paragraph | Steps | Grid | Picture


@dataclass
class Section:
    """A heading, what stands under it, and the sections below; `key` is what refers to it."""

    title: str
    key: str = ""
    blocks: list[Block] = field(default_factory=list)
    below: list[Section] = field(default_factory=list)
    word: Literal["", "phase", "rule", "choice", "table"] = ""

    def say(self, text: str) -> None:
        """One more paragraph."""
        self.blocks.append(Paragraph(text))

    @property
    def empty(self) -> bool:
        return not self.blocks and not self.below


@dataclass(frozen=True)
class Book:
    """A rulebook. `words` are the writers' own ("Contents")."""

    title: str
    subtitle: str
    language: str
    sections: tuple[Section, ...]
    words: dict[str, str]

    def numbered(self) -> Iterator[tuple[str, int, Section]]:
        """All sections with their numbers ("4.2") and depth from 1, in order."""
        yield from _numbered(self.sections, "", 1)

    def numbers(self) -> dict[str, str]:
        """The number of the section that each key refers to."""
        return {section.key: number for number, _, section in self.numbered() if section.key}


def _numbered(
    sections: tuple[Section, ...] | list[Section], prefix: str, depth: int
) -> Iterator[tuple[str, int, Section]]:
    for index, section in enumerate(sections, 1):
        number = f"{prefix}{index}"
        yield number, depth, section
        yield from _numbered(section.below, f"{number}.", depth + 1)


def sentence(text: str) -> str:
    """A step's text as a sentence: a capital in front, a full stop behind."""
    for at, letter in enumerate(text):
        if letter == CODE:
            break
        if letter == REF:
            start = text.index(BREAK, at) + 1
            text = text[:start] + text[start : start + 1].upper() + text[start + 1 :]
            break
        if letter.isalnum():
            text = text[:at] + letter.upper() + text[at + 1 :]
            break
    end = plain(text)[-1:]
    if end in ".:?!…" or (end in "”»" and plain(text)[-2:-1] in ".?!…"):
        return text
    return f"{text}."
