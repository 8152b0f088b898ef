"""Which findings only follow from a broken line: what is said of names that the line may have declared.

A line the parser could not read, and the block under it, are missing from the tree. What the later stages then say of
the words in them, or of things no longer used or entered, is silence worth keeping; everything else they say holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source

WORD = re.compile(r"\w+")
NAMED = re.compile(r"`([^`]*)`")
# findings that something is missing or idle: any lost line may be the cause
DOUBTFUL = frozenset(
    {"R0203", "R0204", "R0205", "R0209", "R0305", "R0307", "R0406", "R0404", "R0408", "R0411", "R0501", "R0502", "R0503", "R0504",
     "R0507", "R0508", "R0510", "R0512", "R0513", "R0601", "R0602", "R0603"}
)  # fmt: skip


def without_followers(
    broken: Iterable[Diagnostic], found: Iterable[Diagnostic], sources: Mapping[str, Source]
) -> tuple[Diagnostic, ...]:
    """Those of `found` that do not follow from the `broken` lines."""
    lost: set[str] = set()
    for item in broken:
        source = sources.get(item.span.file)
        if source is not None:
            lost |= lost_words(source, source.position(item.span.start)[0])
    return tuple(item for item in found if item.code.number not in DOUBTFUL and not _about(item, lost))


def lost_words(source: Source, line: int) -> set[str]:
    """The words of a line and of the block under it."""
    words = set(WORD.findall(source.line(line)))
    depth = _indent(source.line(line))
    for number in range(line + 1, len(source.starts) + 1):
        text = source.line(number)
        if text.strip() and _indent(text) <= depth:
            break
        words |= set(WORD.findall(text))
    return words


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _about(item: Diagnostic, lost: set[str]) -> bool:
    """Whether a finding's headline names one of the lost words."""
    return any(word in lost for name in NAMED.findall(item.message) for word in WORD.findall(name))
