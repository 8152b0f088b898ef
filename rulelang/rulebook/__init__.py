"""A printable rulebook of a game: from the composed tree and the Program to a Book, and on to Markdown or HTML.

    book = rulebook(loaded, picture=svg)
    text = to_html(book)        # or to_markdown(book)

Equal games give equal books. Nothing here reads or writes files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ast import declarations as d
from rulelang.rulebook.folding import fold
from rulelang.rulebook.names import Translate, as_it_is, names_of
from rulelang.rulebook.pages import Book, Section, Steps, clean
from rulelang.rulebook.phrases import LANGUAGES, Phrases
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.writing import to_html, to_markdown

if TYPE_CHECKING:
    from rulelang.loading import Loaded

__all__ = ["LANGUAGES", "Book", "rulebook", "to_html", "to_markdown"]


def rulebook(loaded: Loaded, picture: str = "", language: str = "en", say: Translate = as_it_is) -> Book:
    """The rulebook of a game that loads (ValueError where it does not). `picture`: an SVG of the board, or nothing.

    `say` gives a text of the game in that language: `say("Gun Shop", "")`, with the contexts of the game's catalogue, and
    the context `name` for names that only a rulebook shows; what it does not know it gives back.
    """
    if loaded.program is None:
        raise ValueError("the game does not load")
    from rulelang.rulebook import chapters as c
    from rulelang.rulebook.chosen import settings, variants
    from rulelang.rulebook.components import board, components
    from rulelang.rulebook.course import course_of
    from rulelang.rulebook.glossary import words
    from rulelang.rulebook.holders import incoming

    program = loaded.program
    file = fold(loaded.file, program)
    s = Sayer(names_of(file, program, say), Phrases(language), loaded.sources)
    s.words_of = {
        item.name.name: tuple(w.name for w in item.words) for item in file.declarations if isinstance(item, d.Symbols)
    }
    s.incoming, s.gone = incoming(file), _gone(loaded)
    course = course_of(file)
    setup = c.setting_up(s, file, course)
    play = c.play(s, course, file, setup)
    map_section = board(s, picture)
    walked = c.spots(s, course)
    if map_section is not None and walked:
        map_section.below.append(Section(s.say("head.spots"), blocks=[Steps(walked, False)]))
    events = c.events(s, course)
    if map_section is None and walked:
        events.blocks.append(Steps(walked, False))
    declared = {
        info.name: fold(d.File(declarations=info.declarations), program).declarations for info in loaded.variants
    }
    chapters = [
        components(s, file),
        map_section,
        setup,
        play,
        events,
        c.the_end(s, file, course),
        words(s, file),
        variants(s, loaded.variants, declared),
        settings(s),
        c.laws(s, file),
    ]
    sections = tuple(section for section in chapters if section is not None and not section.empty)
    return Book(s.text(program.title) or program.name, _subtitle(s), s.phrases.language, sections, _words(s))


def _gone(loaded: Loaded) -> dict[str, d.Trigger]:
    """The triggers that a chosen variant removes, by name, as the files have them."""
    removed = {
        name.name
        for info in loaded.variants
        if info.chosen
        for decl in info.declarations
        if isinstance(decl, d.Remove) and decl.word.name == "trigger"
        for name in decl.names
    }
    if not removed:
        return {}
    from rulelang.parse import parse

    declared = [decl for source in loaded.sources.values() for decl in parse(source)[0].declarations]
    named = {decl.name.name: decl for decl in declared if isinstance(decl, d.Trigger) and decl.name is not None}
    return {name: decl for name, decl in named.items() if name in removed}


def _subtitle(s: Sayer) -> str:
    program = s.names.program
    low, high = program.players
    key = "players.one" if high == 1 else "players.same" if low == high else "players.some"
    said = [s.say("subtitle"), s.say(key, n=high, low=low, high=high)]
    if program.edition:
        said.append(s.say("edition", edition=clean(program.edition)))
    return ", ".join(said)


def _words(s: Sayer) -> dict[str, str]:
    return {"contents": s.say("contents"), "how": s.say("how.said"), "ways": s.say("head.ways")}
