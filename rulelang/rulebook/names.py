"""The words of a game: what each name is called in print, and what it is: a track, a place, a flag.

Names are looked up without resolving scopes: the checker has done that, and a rulebook only needs what to print.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Decl, Ident, TypeRef
from rulelang.program.tables import Program
from rulelang.rulebook.pages import clean

_AFTER_HEAD = re.compile(r" (?:at|for|from|in|of|on|that|to|with) ")
NAME = "name"  # the context of a name that only rulebooks show: of a rule, a value, a kind, what a rule speaks of
Translate = Callable[[str, str], str]  # a text and its context in the language of the book, or the text as it is
PRONOUNS = frozenset({"who", "what", "which"})  # a slot called so is called after what lies in it


def in_words(name: str) -> str:
    """An identifier as words."""
    return clean(name.replace("_", " ").strip()) or name


def capital(text: str) -> str:
    """A text with a capital in front."""
    return text[:1].upper() + text[1:]


def lower(title: str) -> str:
    """A title inside a sentence: small, unless it looks like a name or an abbreviation."""
    words = title.split()
    proper = (
        any(word[:1].isupper() or word[1:2].isupper() for word in words[1:]) or words[0][1:2].isupper()
        if words
        else True
    )
    return title if proper else title[:1].lower() + title[1:]


def as_it_is(text: str, context: str) -> str:
    """No translation."""
    return text


@dataclass(frozen=True)
class Member:
    """What a name of a kind or of the game is."""

    name: str
    word: str  # track, field, things, define
    title: str
    plural: str = ""
    flag: bool = False
    is_set: bool = False
    place: bool = False  # where a player stands
    slot: bool = False
    of: str = ""  # the kind of what lies there
    holder: str = ""  # slot, pile, deck or bag


@dataclass
class Names:
    """All names of one game. `kinds` by name; `players` those whose members belong to the doer."""

    program: Program
    kinds: dict[str, d.Kind] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)  # plural -> kind
    of_player: dict[str, Member] = field(default_factory=dict)
    of_thing: dict[str, Member] = field(default_factory=dict)
    of_game: dict[str, Member] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)  # places and cards
    symbols: frozenset[str] = frozenset()
    happenings: dict[str, Decl] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)  # name -> label
    defines: dict[str, d.Define] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)  # choices by their questions
    say: Translate = as_it_is

    def title(self, name: str) -> str:
        """What a place or card is called."""
        return self.titles.get(name) or in_words(name)

    def word(self, name: str) -> str:
        """A name as words, in the language of the book."""
        words = in_words(name)
        die = any(die.name == name for die in self.program.dice)
        for text, context in ((words, "die" if die else NAME), (capital(words), "")):
            said = self.say(text, context)
            if said != text:
                return said
        return words

    def kind(self, name: str) -> str:
        return self.word(name)

    def happening(self, name: str) -> str:
        """What a phase, rule, choice or table is called: a choice after its question, if that is a name of its own."""
        words = in_words(name)
        said = self.say(words, "phase") if isinstance(self.happenings.get(name), d.Phase) else words
        return self.called.get(name) or capital(said if said != words else self.word(name))

    def kinds_plural(self, name: str) -> str:
        kind = self.kinds.get(name)
        return self.word(kind.plural.name if kind is not None and kind.plural is not None else f"{name}s")

    def member(self, name: str) -> Member | None:
        """What a name is as a member of anything."""
        return self.of_player.get(name) or self.of_thing.get(name) or self.of_game.get(name)

    def is_player(self, kind: str) -> bool:
        return kind == "player" or any(self.is_player(parent.name) for parent in _parents(self.kinds.get(kind)))


def _parents(kind: d.Kind | None) -> tuple[Ident, ...]:
    return kind.parents if kind is not None else ()


def names_of(file: d.File, program: Program, say: Translate = as_it_is) -> Names:
    """The names of a composed game."""
    names = Names(program, symbols=frozenset(program.symbols), say=say)
    for name in ("player", "place", "path"):
        names.plurals[f"{name}s"] = name
    for decl in file.declarations:
        if isinstance(decl, d.Kind):
            names.kinds[decl.name.name] = decl
            plural = decl.plural.name if decl.plural else f"{decl.name.name}s"
            names.plurals.setdefault(plural, decl.name.name)
    flags = {row.name for row in program.defines if row.sort == "flag" and not row.is_set}
    sets = {row.name for row in program.defines if row.is_set}
    where = {row.name for row in program.variables if row.place_of}
    for decl in file.declarations:
        if isinstance(decl, d.Kind):
            into = names.of_player if names.is_player(decl.name.name) else names.of_thing
            for member in decl.members:
                _declare(names, into, member, flags, sets, where)
        else:
            _declare(names, names.of_game, decl, flags, sets, set())
    for row in program.entities:
        if row.sort in ("place", "thing"):
            names.titles.setdefault(row.name, clean(say(row.title, "")) or in_words(row.name))
    _call_choices(names)
    return names


def _call_choices(names: Names) -> None:
    taken = {capital(in_words(name)).casefold() for name in names.happenings}
    for name, decl in names.happenings.items():
        if isinstance(decl, d.Choice) and decl.prompt and "{" not in decl.prompt:
            title = clean(names.say(decl.prompt, ""))
            if title and title.casefold() not in taken:
                names.called[name] = title
                taken.add(title.casefold())


def _declare(
    names: Names, into: dict[str, Member], decl: Decl, flags: set[str], sets: set[str], where: set[str]
) -> None:
    if isinstance(decl, d.Track):
        _track(names, into, decl)
    elif isinstance(decl, d.Field):
        for ident in decl.names:
            place = ident.name in where
            into[ident.name] = Member(ident.name, "field", names.word(ident.name), flag=is_flag(decl.type), place=place)
    elif isinstance(decl, d.Things):
        slot = decl.word == "slot"
        called = decl.of.name if decl.name.name in PRONOUNS else decl.name.name
        into[decl.name.name] = Member(
            decl.name.name,
            "things",
            _called(names, decl.name.name, called),
            is_set=not slot,
            slot=slot,
            of=decl.of.name,
            holder=decl.word,
        )
    elif isinstance(decl, d.Define):
        name = decl.name.name
        names.defines.setdefault(name, decl)
        flag = name in flags or (decl.type is not None and is_flag(decl.type))
        into[name] = Member(name, "define", names.word(name), flag=flag, is_set=name in sets)
    elif isinstance(decl, d.Phase | d.Rule | d.Choice | d.Table):
        names.happenings.setdefault(decl.name.name, decl)
        for option in decl.options if isinstance(decl, d.Choice) else ():
            if option.name is not None:
                names.options.setdefault(option.name.name, option.label)
    elif isinstance(decl, d.Offer):
        for option in decl.options:
            if option.name is not None:
                names.options.setdefault(option.name.name, option.label)
    elif isinstance(decl, d.Cards):
        for card in decl.cards:
            for member in card.members:
                if not isinstance(member, d.Define | d.Rule):  # those fill what their kind declares
                    _declare(names, into, member, flags, sets, where)


def _called(names: Names, name: str, called: str) -> str:
    """A place for things after its title in another language, else after its name or what lies there."""
    title = capital(in_words(name))
    said = names.say(title, "")
    return said if said != title else names.word(called)


def _track_title(names: Names, title: str) -> str:
    """A title as it stands in a sentence; other languages keep its capital, by which terms of the game are known."""
    said = names.say(title, "")
    return clean(said) if said != title else lower(clean(title))


def _track(names: Names, into: dict[str, Member], decl: d.Track) -> None:
    for named in decl.names:
        one = names.word(named.name.name)
        title = _track_title(names, decl.title) if decl.title else one
        plural = in_words(named.plural.name) if named.plural else ""
        if one != in_words(named.name.name):
            plural = one if plural else ""  # another language counts in other ways
        into[named.name.name] = Member(named.name.name, "track", title, plural)
        if named.plural:
            into[named.plural.name] = Member(named.plural.name, "track", title, plural)


def is_many(words: str) -> bool:
    """Whether words look like a plural, for "is" and "are": "monster dice on the table" do."""
    head = _AFTER_HEAD.split(words)[0]
    return head.endswith(" dice") or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def is_flag(of: TypeRef) -> bool:
    return isinstance(of, e.NamedType) and [name.name for name in of.names] == ["flag"]
