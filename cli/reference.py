"""The sections of the language's reference, found by a word: `repeat`, `choice`, `track`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import rulelang

HEADING = re.compile(r"(#{2,3}) +(.+)")
WORD = re.compile(r"[a-z][a-z_]+")
CODED = re.compile(r"`([^`\n]+)`")
PASSED_OVER = {
    "and",
    "of",
    "by",
    "things",
    "rules",
    "name",
    "from",
    "when",
    "happen",
}  # words of headings that are no constructs


class Section(NamedTuple):
    """A part of the page, up to the next heading as high as its own; a `## ` holds its parts of `### `."""

    title: str
    level: int
    text: str


def path() -> Path:
    """The reference: in the package when it is installed, in docs/ beside it in a checkout."""
    here = Path(rulelang.__file__).resolve().parent
    shipped = here / "language.md"
    return shipped if shipped.is_file() else here.parent / "docs" / "language.md"


@lru_cache(maxsize=1)
def sections() -> tuple[Section, ...]:
    """All sections in the order of the page; OSError where it is not there."""
    lines = path().read_text("utf-8").splitlines()
    heads, fenced = [], False
    for at, line in enumerate(lines):
        fenced ^= line.startswith("```")
        found = HEADING.fullmatch(line)
        if found and not fenced:
            heads.append((at, len(found[1]), found[2]))
    made = []
    for number, (at, level, title) in enumerate(heads):
        end = next((other for other, high, _ in heads[number + 1 :] if high <= level), len(lines))
        made.append(Section(title, level, "\n".join(lines[at:end]).rstrip() + "\n"))
    return tuple(made)


@lru_cache(maxsize=1)
def words() -> dict[str, Section]:
    """The words of headings, a plural's singular too, with the innermost section they head."""
    found: dict[str, Section] = {}
    for section in sorted(sections(), key=lambda row: -row.level):
        named = WORD.findall(section.title.lower())
        named += [name.removesuffix("s") for name in named]
        for name in named:
            if name not in PASSED_OVER:
                found.setdefault(name, section)
    return found


def about(word: str) -> Section | None:
    """The section that a word heads; else the innermost one that writes it as code most often."""
    if word in words():
        return words()[word]
    counts = [(_written(word, section.text), section) for section in sections() if section.level == 3]
    counts += [(_written(word, row.text), row) for row in sections() if row.level == 2 and "\n### " not in row.text]
    most, best = max(counts, key=lambda pair: pair[0], default=(0, None))
    return best if most else None


def _written(word: str, text: str) -> int:
    return sum(word in WORD.findall(code) for code in CODED.findall(text))
