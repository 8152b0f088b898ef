"""A catalogue: the translations of one language, looked up by the English text.

A text is found by its context and itself. Contexts: none for what is written in a text or is a title, `word` for symbols
and die faces, `phase` for the names of phases, `die` for those of dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rulelang.messages.plural import GERMANIC, form_of

WORD, PHASE, DIE = "word", "phase", "die"
Key = tuple[str, str]  # context and English text


class Entry(NamedTuple):
    """A translation: its forms (one, or as many as the language has plurals) and the rule that chooses among them."""

    forms: tuple[str, ...]
    rule: str

    def form(self, n: int | None) -> str:
        """The form for a number; the first where there is none."""
        return self.forms[0 if n is None else form_of(self.rule, n, len(self.forms))]


@dataclass(frozen=True)
class Catalog:
    """The translations of `lang`, a language's code such as `ru` or `pt_BR`. English needs none."""

    lang: str
    entries: Mapping[Key, Entry] = field(default_factory=dict, repr=False)

    def entry(self, msgid: str, context: str = "") -> Entry | None:
        """The translation of a text, if there is one."""
        return self.entries.get((context, msgid))

    def lookup(self, msgid: str, n: int | None = None, *, plural: str | None = None, context: str = "") -> str:
        """The text in this language, in the form for `n`. Without a translation the English: `plural` for any `n` but 1."""
        found = self.entries.get((context, msgid))
        if found is not None:
            return found.form(n)
        return msgid if plural is None or n is None or not form_of(GERMANIC, n, 2) else plural


ENGLISH = Catalog("en")


def merged(lang: str, catalogs: Iterable[Catalog]) -> Catalog:
    """One catalogue of several; where two translate the same text the first has it."""
    entries: dict[Key, Entry] = {}
    for catalog in catalogs:
        for key, entry in catalog.entries.items():
            entries.setdefault(key, entry)
    return Catalog(lang, entries)
