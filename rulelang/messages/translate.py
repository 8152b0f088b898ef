"""A Program in another language: the same rules, ids and digest, with other texts.

Replays, tests and bots go by ids and run alike in every language; only what players read is replaced. A text without a
translation stays English.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from typing import Any

from rulelang.messages.catalog import DIE, PHASE, WORD, Catalog
from rulelang.messages.holes import Hole, pieces
from rulelang.messages.texts import in_words
from rulelang.messages.words import say_in
from rulelang.program.code import Instr, OptionCode, Routine
from rulelang.program.expr import Shown, Template
from rulelang.program.tables import SYMBOLS_FROM, DieTable, Entity, Program

Parts = tuple[str | Shown, ...]
COUNTED = re.compile(r"(\d+) (.+)")
PATH = " -- "
NAME = re.compile(r"[a-z][a-z_]*")


def translate(program: Program, catalog: Catalog) -> Program:
    """The Program in the catalogue's language."""
    if catalog.lang == program.language:
        return program
    say = catalog.lookup
    entities = _entities(program, catalog)
    return program.but(
        title=say(program.title) if program.title else "",
        language=catalog.lang,
        words=_words(program, catalog),
        phases=tuple(say(in_words(name), context=PHASE) for name in program.happenings),
        dice=tuple(_die(die, catalog) for die in program.dice),
        entities=entities,
        variables=tuple(row.but(title=say(row.title)) for row in program.variables),
        containers=tuple(row.but(title=say(row.title)) for row in program.containers),
        board=None if program.board is None else program.board.but(title=say(program.board.title)),
        routines=tuple(_routine(routine, catalog) for routine in program.routines),
        laws=tuple(row.but(text=say(row.text)) for row in program.laws),
        texts=tuple(translated(text, catalog) for text in program.texts),
        settings=tuple(row.but(title=say(row.title)) for row in program.settings),
        variants=tuple(
            row.but(
                title=say(row.title), excludes=tuple((name, say(why) if why else why) for name, why in row.excludes)
            )
            for row in program.variants
        ),
    )


def _words(program: Program, catalog: Catalog) -> tuple[str, ...]:
    """All symbols. Sorts of dice, and tracks that stand in bundles, are words too: they read as the die and the track do."""
    own = {die.name: catalog.lookup(in_words(die.name), context=DIE) for die in program.dice}
    titles = {row.name: catalog.lookup(row.title) for row in program.variables}
    for word in program.track_words:
        name = program.symbols[word - SYMBOLS_FROM]
        own[name] = titles[name][:1].lower() + titles[name][1:]  # other words follow and precede it
    return tuple(
        own[name] if name in own and catalog.entry(in_words(name), WORD) is None else word_of(catalog, name)
        for name in program.symbols
    )


def word_of(catalog: Catalog, name: str) -> str:
    """A symbol or die face; one made of several (`sword and shield`, `2 sword`) word by word."""
    whole = in_words(name)
    if catalog.entry(whole, WORD) is not None:
        return catalog.lookup(whole, context=WORD)
    ways = (
        reduce(_and(catalog.lang), (_some(catalog, part) for part in way.split(" and "))) for way in whole.split(" or ")
    )
    return reduce(_or(catalog.lang), ways)


def _some(catalog: Catalog, part: str) -> str:
    """A word, or a number of it."""
    found = COUNTED.fullmatch(part)
    if found is None:
        return catalog.lookup(part, context=WORD)
    word = catalog.lookup(found[2], context=WORD)
    return say_in(catalog.lang, "{count} {word}", context="face", count=found[1], word=word)


def _and(lang: str) -> Callable[[str, str], str]:
    return lambda most, last: say_in(lang, "{most} and {last}", context="and", most=most, last=last)


def _or(lang: str) -> Callable[[str, str], str]:
    return lambda most, last: say_in(lang, "{most} or {last}", context="or", most=most, last=last)


def _die(die: DieTable, catalog: Catalog) -> DieTable:
    faces = tuple(face.but(title=word_of(catalog, face.label)) for face in die.faces)
    return die.but(faces=faces, title=catalog.lookup(in_words(die.name), context=DIE))


def _entities(program: Program, catalog: Catalog) -> tuple[Entity, ...]:
    """Titles; that of a path is made of those of its ends, as in English, and that of a die is its sort's."""
    rows = [
        row.but(
            title=catalog.lookup(row.title), cells=tuple(said for cell in row.cells if (said := _cell(catalog, *cell)) is not None)
        )
        for row in program.entities
    ]
    for thing, die in program.things_dice:
        rows[thing - 1] = rows[thing - 1].but(title=catalog.lookup(in_words(program.dice[die].name), context=DIE))
    for a, b, path in program.board.paths if program.board is not None else ():
        if path:
            rows[path - 1] = rows[path - 1].but(title=rows[a - 1].title + PATH + rows[b - 1].title)
    return tuple(rows)


def _cell(catalog: Catalog, column: str, text: str) -> tuple[str, str] | None:
    """A column and its text, word by word; None where a word has no translation, for half of it would be English."""
    missing: list[str] = []

    def word(found: re.Match[str]) -> str:
        name = in_words(found[0])
        entries = (catalog.entry(name, context) for context in (WORD, PHASE, ""))
        entry = next((entry for entry in entries if entry is not None), None)
        if entry is None:
            missing.append(name)
        return entry.form(None) if entry is not None else name

    said = column and NAME.sub(word, column), NAME.sub(word, text)
    return None if missing else said


# --- texts in code ---------------------------------------------------------------------------------------


def _routine(routine: Routine, catalog: Catalog) -> Routine:
    return routine.but(code=tuple(_instr(instr, catalog) for instr in routine.code))


def _instr(instr: Instr, catalog: Catalog) -> Instr:
    changed: dict[str, Any] = {}
    for name in ("text", "prompt", "until"):
        value = getattr(instr, name, None)
        if isinstance(value, Template):
            changed[name] = translated(value, catalog)
    options = getattr(instr, "options", ())
    if options and isinstance(options[0], OptionCode):
        changed["options"] = tuple(option.but(label=translated(option.label, catalog)) for option in options)
    return instr.but(**changed) if changed else instr


def translated(template: Template, catalog: Catalog) -> Template:
    """A text in the catalogue's language, with the same values in its holes."""
    entry = catalog.entry(template.key)
    if entry is None:
        return template
    values = _values(template)
    made = [_parts(form, values) for form in entry.forms]
    forms = tuple(form for form in made if form is not None)
    if len(forms) < len(made) or not forms:
        return template
    counted = len(forms) > 1 and sum(shown.sort == "number" for shown in values.values()) == 1
    return template.but(parts=forms[0], forms=forms if counted else (), plural=entry.rule if counted else "")


def _values(template: Template) -> dict[str, Shown]:
    """What fills each hole of the text as written."""
    named = [piece.text for piece in pieces(template.key) if isinstance(piece, Hole)]
    shown = [part for part in template.parts if isinstance(part, Shown)]
    return dict(zip(named, shown, strict=True)) if len(named) == len(shown) else {}


def _parts(text: str, values: dict[str, Shown]) -> Parts | None:
    """A translation cut at its holes; None where one of them is not the original's."""
    parts: list[str | Shown] = []
    for piece in pieces(text):
        if isinstance(piece, str):
            parts.append(piece)
        elif piece.text in values:
            parts.append(values[piece.text])
        else:
            return None
    return tuple(parts)
