"""The program's own words: `say` gives a sentence in the language that was chosen for this process.

Sentences are written in English where they are used; translations lie in rulelang/locale, in the folders gettext's tools
expect. What tells of a game goes by its Program's language (`say_in`); all else by the process's. This module imports
nothing that English does not need.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rulelang.messages.catalog import ENGLISH, Catalog

LOCALE = Path(__file__).resolve().parent.parent / "locale"
FILE = "LC_MESSAGES/rules.po"

_language = ENGLISH.lang


def use(lang: str) -> None:
    """From now on `say` speaks this language; English where there is no translation. The catalogue is read when something
    is first said."""
    global _language
    _language = lang


def language() -> str:
    """The code of the language `say` speaks."""
    return _language


@lru_cache(maxsize=8)
def catalog_for(lang: str) -> Catalog:
    """The program's own words in a language; an empty catalogue where they are not translated."""
    if lang == ENGLISH.lang:
        return ENGLISH
    from rulelang.messages.pofile import program_catalog

    return program_catalog(LOCALE, FILE, lang)


def available() -> list[str]:
    """The languages this program speaks, English first."""
    found = sorted(path.name for path in LOCALE.iterdir() if (path / FILE).is_file()) if LOCALE.is_dir() else []
    return [ENGLISH.lang, *found]


def mark(msgid: str) -> str:
    """The text itself: marks a text in a table, which `say` is given later, as one to be translated."""
    return msgid


def say(msgid: str, n: int | None = None, *, plural: str | None = None, context: str = "", **holes: object) -> str:
    """A sentence with its holes filled, in the form for `n`, which also fills the hole `{n}`.

    A translation that asks for holes that are not there is passed over.
    """
    return fill(catalog_for(_language), msgid, n, plural, context, holes)


def say_in(
    lang: str, msgid: str, n: int | None = None, *, plural: str | None = None, context: str = "", **holes: object
) -> str:
    """The same in the language `lang`, whatever the process speaks."""
    return fill(catalog_for(lang), msgid, n, plural, context, holes)


def fill(
    catalog: Catalog, msgid: str, n: int | None, plural: str | None, context: str, holes: dict[str, object]
) -> str:
    """A catalogue's sentence for `msgid` with its holes filled; the English where its holes cannot be."""
    if n is not None:
        holes["n"] = n
    text = catalog.lookup(msgid, n, plural=plural, context=context)
    try:
        return text.format_map(holes) if holes else text
    except (LookupError, ValueError, AttributeError):
        return ENGLISH.lookup(msgid, n, plural=plural).format_map(holes)


def unwrapped(text: str) -> str:
    """A docstring with each paragraph in one line, as catalogues have it."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
