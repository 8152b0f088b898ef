"""The phrases a rulebook is made of, by key: read from a file for each language, filled with what is to be said.

A file `ru.phrases` has a line `key = phrase` for each key of `en.phrases`; a key it lacks is said in English. A hole stands
in braces; `**bold**` and `*name*` in a phrase are marks (see `pages`), those of what fills a hole are not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "ru")
_VOWELS = tuple("aeiouAEIOU")
_ARTICLE = re.compile(r"\b([Aa]) (\W*)\{(\w+)\}")


@cache
def table(language: str) -> Mapping[str, str]:
    """All phrases of a language as they stand in its file."""
    text = files("rulelang.rulebook").joinpath(f"{language}.phrases").read_text("utf-8")
    lines = [line.partition(" = ") for line in text.splitlines() if line and not line.startswith("#")]
    return {key: phrase for key, _, phrase in lines}


class Phrases:
    """The phrases of one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self.english = self.language == "en"
        self._table = table(self.language)
        self._english = table("en")

    def say(self, key: str, **holes: object) -> str:
        """A phrase with its holes filled; `key.many` is said as `key` where it is not there."""
        short = key.removesuffix(".many")
        template = self._table.get(key) or self._table.get(short) or self._english.get(key) or self._english[short]
        if self.english:
            template = _ARTICLE.sub(lambda m: _article(m, holes), template)
        return marked(template).format(**holes)

    def row(self, items: list[str] | tuple[str, ...], word: str = "and") -> str:
        """A list as in a sentence."""
        if len(items) < 2:
            return "".join(items)
        return self.say(f"list.{word}", most=", ".join(items[:-1]), last=items[-1])


def _article(match: re.Match[str], holes: dict[str, object]) -> str:
    filled = str(holes.get(match[3], "")).lstrip("\x01\x02")
    return f"{match[1]}n {match[2]}{{{match[3]}}}" if filled.startswith(_VOWELS) else match[0]


def marked(template: str) -> str:
    """A phrase's stars as marks: `**bold**`, `*name*`."""
    pieces = template.split("**")
    bold = "".join(piece if at % 2 == 0 else f"\x01{piece}\x06" for at, piece in enumerate(pieces))
    pieces = bold.split("*")
    return "".join(piece if at % 2 == 0 else f"\x02{piece}\x06" for at, piece in enumerate(pieces))
