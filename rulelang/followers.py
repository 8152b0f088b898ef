"""Which findings only follow from a broken line: what is said of names that the line may have declared.

A line the parser could not read, and the block under it, are missing from the tree. What the later stages then say of
the words in them, or of things no longer used or entered, is silence worth keeping; everything else they say holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulelang.diagnostics import Diagnostic, Related, Severity
from rulelang.source import Source, Span

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
    return words | _block_words(source, line)


def _block_words(source: Source, line: int) -> set[str]:
    """The words of the block under a line."""
    words: set[str] = set()
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


def without_unadded(
    found: Iterable[Diagnostic], composing: Iterable[Diagnostic], sources: Mapping[str, Source]
) -> tuple[Diagnostic, ...]:
    """Without what is said of names that would stand in a block which composition could not put anywhere."""
    lost: set[str] = set()
    for item in composing:
        source = sources.get(item.span.file)
        if source is not None and item.code.number in UNADDED:
            line = source.position(item.span.start)[0]
            lost |= _block_words(source, line)
    return tuple(item for item in found if item.code.number not in UNKNOWN or not _about(item, lost))


UNADDED = frozenset({"R0203", "R0302"})
UNKNOWN = frozenset({"R0301", "R0306", "R0308"})


def without_idle(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Without what another finding explains: that something is idle which is misspelt where it is used, hidden by its other
    declaration or without a beginning; a second error at the same place; and one name told again wherever it stands."""
    rows = _one_a_place(_told_once(found))
    errors = [item for item in rows if item.severity is Severity.ERROR]
    meant = _named(item.help for item in errors if item.help and item.help.startswith("did you mean"))
    spoken = _named(item.message for item in rows if item.code.number != "R0307")
    misset = _named(item.message for item in rows if item.code.number == "R0504")
    lost = any(item.code.number in LOSING for item in errors)
    endless = {item.span for item in errors if item.code.number == "R0507"}

    def follows(item: Diagnostic) -> bool:
        names = _named((item.message,))
        match item.code.number:
            case "R0513":
                return any(related.span in endless for related in item.related)
            case "R0501":
                return not names.isdisjoint(meant)
            case "R0305" | "R0502":
                return lost or not names.isdisjoint(meant)
            case "R0307":
                return not names.isdisjoint(meant | spoken)
            case "R0204":
                return not names.isdisjoint(misset)
        return False

    return tuple(item for item in rows if not follows(item))


def _named(texts: Iterable[str]) -> set[str]:
    """The words that stand in backticks."""
    return {word for text in texts for name in NAMED.findall(text) for word in WORD.findall(name)}


def _one_a_place(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Of several errors that begin at one place the first: what a word is comes before what its value is."""
    rows = list(found)
    first: dict[tuple[str, int], Diagnostic] = {}
    for item in sorted(rows, key=lambda item: item.code.number):
        if item.severity is Severity.ERROR:
            first.setdefault((item.span.file, item.span.start), item)
    return [
        item for item in rows
        if item.severity is not Severity.ERROR or first[item.span.file, item.span.start] is item
    ]


def _told_once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """An unknown name where it first stands, with the other places beside it: its declaration is what is missing."""
    rows = list(found)
    places: dict[str, list[Span]] = {}
    for item in rows:
        if item.code.number == "R0301":
            places.setdefault(item.message, []).append(item.span)
    kept: list[Diagnostic] = []
    for item in rows:
        spans = sorted(set(places.get(item.message, ())), key=lambda span: (span.file, span.start))
        if item.code.number != "R0301" or len(spans) < 2:
            kept.append(item)
        elif item.span == spans[0]:
            related = tuple(Related(span, "here too") for span in spans[1 : MOST_PLACES + 1])
            kept.append(replace(item, related=item.related + related))
    return kept


MOST_PLACES = 5
LOSING = frozenset({"R0302", "R0510"})  # a body is gone, or nothing begins: what it used is no longer used
