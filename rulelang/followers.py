"""Which findings only follow from a broken line: what is said of names that the line may have declared.

A line the parser could not read, and the block under it, are missing from the tree. What the later stages then say of
the words in them, or of things no longer used or entered, is silence worth keeping; everything else they say holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulelang.diagnostics import Diagnostic, Severity
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
    above = depth
    for number in range(line - 1, 0, -1):  # what it stood in may be gone with it
        text = source.line(number)
        if above and text.strip() and _indent(text) < above:
            above = _indent(text)
            words |= set(WORD.findall(text.split(":")[0]))
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


def without_idle(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Without those warnings that something is idle which an error explains: it is misspelt where it is used, its other
    declaration hides it, or play has no beginning."""
    rows = tuple(found)
    errors = [item for item in rows if item.severity is Severity.ERROR]
    if not errors:
        return rows
    meant = {word for item in errors for name in NAMED.findall(item.help or "") for word in WORD.findall(name)}
    lost = any(item.code.number in LOSING for item in errors)
    return tuple(
        item for item in rows
        if item.code.number not in IDLE or not (lost or any(name in meant for name in NAMED.findall(item.message)))
    )


IDLE = frozenset({"R0305", "R0502"})
LOSING = frozenset({"R0302", "R0510"})  # a body is gone, or nothing begins: what it used is no longer used
