"""Texts with holes: where they are, and whether a translation has the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Hole(NamedTuple):
    """What stands between two braces, without the blanks around it."""

    text: str


def pieces(text: str) -> Iterator[str | Hole]:
    """A text cut at its holes. An opening brace that is never closed is a letter like any other."""
    at = 0
    while at < len(text):
        start = text.find("{", at)
        end = text.find("}", start) if start >= 0 else -1
        if end < 0:
            break
        if start > at:
            yield text[at:start]
        yield Hole(" ".join(text[start + 1 : end].split()))
        at = end + 1
    if at < len(text):
        yield text[at:]


def holes(text: str) -> list[str]:
    """The holes of a text, in their order."""
    return [piece.text for piece in pieces(text) if isinstance(piece, Hole)]


def mismatch(original: str, translation: str) -> str:
    """What is wrong with a translation's holes, in words; empty where they are those of the original."""
    wanted, found = set(holes(original)), set(holes(translation))
    lacking = [f"lacks `{{{name}}}`" for name in sorted(wanted - found)]
    foreign = [f"has `{{{name}}}`, which the text has not" for name in sorted(found - wanted)]
    return ", ".join(lacking + foreign)
