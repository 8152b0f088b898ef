"""Text made safe and measured for a terminal: rule files are strangers' files, and may hold escape sequences."""

from __future__ import annotations

import re
from unicodedata import combining, east_asian_width

# C0 and C1 controls but tab, and the marks that turn the direction of writing: they could make a line lie.
_UNSAFE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """The text with each character that could steer a terminal replaced by U+FFFD; its length stays."""
    return _UNSAFE.sub("\ufffd", text)


def width(text: str) -> int:
    """How many cells of a terminal the text takes; a tab counts as one."""
    return sum(cells(character) for character in text)


def cells(character: str) -> int:
    """0 for a combining mark, 2 for a wide character, else 1."""
    if character < "\u0300":
        return 1
    if combining(character) or character in "\u200b\u200c\u200d\ufe0e\ufe0f":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
