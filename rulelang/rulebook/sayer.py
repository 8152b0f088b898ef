"""What every phrase of a rulebook is said with: the names of the game, the phrases, and what local names mean here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from rulelang.ast import declarations as d
from rulelang.ast.node import Node
from rulelang.rulebook.names import Names, in_words
from rulelang.rulebook.pages import clean, code, emph, ref, strong
from rulelang.rulebook.phrases import Phrases
from rulelang.source import Source

HOLE = re.compile(r"\{([^{}]*)\}")
DEEP = 40  # what is nested deeper is shown as it is written


@dataclass(frozen=True)
class Local:
    """A name of a rule's own. `sort` is `pool` for dice, else ``; `people`: a set of players."""

    text: str
    sort: str = ""
    people: bool = False


class Sayer:
    """Says pieces of one game. `locals` are the names of the rule that is being said."""

    def __init__(self, names: Names, phrases: Phrases, sources: Mapping[str, Source]) -> None:
        self.names = names
        self.phrases = phrases
        self.sources = sources
        self.locals: dict[str, Local] = {}
        self.depth = 0
        self.words_of: dict[str, tuple[str, ...]] = {}  # the words of each list of symbols
        self.kind = "card"  # what `this` is
        self.gone: dict[str, d.Trigger] = {}  # triggers of the files that this game does without
        self.incoming: dict[str, list[tuple[str, str, str]]] = {}  # place for things -> (key, place, its kind)
        self.people = False  # whether `it` is a player

    def say(self, key: str, **holes: object) -> str:
        return self.phrases.say(key, **holes)

    def word(self, name: str) -> str:
        """A name of the file as words."""
        return self.names.word(name)

    def symbol(self, name: str) -> str:
        """A word of a list of symbols or a face of a die."""
        return self.text(in_words(name), "word")

    def die(self, name: str) -> str:
        """What a die is called."""
        return self.text(in_words(name), "die")

    def text(self, text: str, context: str = "") -> str:
        """A text of the file in the language of the book, on one line."""
        return clean(self.names.say(text, context))

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Local names declared inside are forgotten behind it."""
        kept = dict(self.locals)
        try:
            yield
        finally:
            self.locals = kept

    @contextmanager
    def among(self, people: bool) -> Iterator[None]:
        """Inside, `it` is one of the players ("their health") or a thing ("its strength")."""
        kept, self.people = self.people, people
        try:
            yield
        finally:
            self.people = kept

    def local(self, name: str, sort: str = "", called: str = "", people: bool = False) -> str:
        """Declares a local name and gives it slanted. `sort`: `number` and `let` are always said so, the rest with "the"."""
        words = called or self.word(name)
        said = emph(words) if len(words) < 2 or sort in ("number", "let") else self.say("the", name=words)
        if name == "there":
            said = self.say("local.there")
        self.locals[name] = Local(said, "pool" if sort == "pool" else "", people)
        return emph(words)

    def written(self, node: Node) -> str:
        """A node as its file has it, for what has no phrase."""
        source = self.sources.get(node.span.file)
        text = source.text[node.span.start : node.span.end] if source is not None else type(node).__name__
        return code(text)

    def happening(self, name: str) -> str:
        """A phase, rule, choice or table by name, leading to its section."""
        return ref(f"rule-{name}", strong(self.names.happening(name)))

    def quoted(self, text: str) -> str:
        """A printed text in quotes, its holes as names."""
        return self.say("quote", text=self.printed(text))

    def printed(self, text: str) -> str:
        """A printed text, its holes as names."""
        parts: list[str] = []
        last = 0
        text = self.names.say(text, "")
        for match in HOLE.finditer(text):
            parts += [_between(text[last : match.start()]), self._hole(match[1])]
            last = match.end()
        parts.append(_between(text[last:]))
        return "".join(parts).strip()

    def _hole(self, written: str) -> str:
        words = written.strip()
        return emph(self.word(words) if words.isidentifier() else clean(words))


def _between(text: str) -> str:
    """A clean piece of a text, with the blanks at its ends."""
    inner = clean(text)
    if not inner:
        return " " if text else ""
    return f"{' ' if text[:1].isspace() else ''}{inner}{' ' if text[-1:].isspace() else ''}"
