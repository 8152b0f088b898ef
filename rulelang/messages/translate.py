"""A Program in another language: the same rules, ids and digest, with other texts.

Replays, tests and bots go by ids and run alike in every language; only what players read is replaced. A text without a
translation stays English.
"""

from __future__ import annotations

import re
from typing import Any

from rulelang.messages.catalog import DIE, PHASE, WORD, Catalog
from rulelang.messages.holes import Hole, pieces
from rulelang.messages.texts import in_words
from rulelang.program.code import Instr, OptionCode, Routine
from rulelang.program.expr import Shown, Template
from rulelang.program.tables import DieTable, Entity, Program

Parts = tuple[str | Shown, ...]
JOINED = re.compile(r"( and | or |^\d+ )")
PATH = " -- "


def translate(program: Program, catalog: Catalog) -> Program:
    """The Program in the catalogue's language."""
    if catalog.lang == program.language:
        return program
    say = catalog.lookup
    entities = _entities(program, catalog)
    return program.but(
        title=say(program.title) if program.title else "",
        language=catalog.lang,
        words=tuple(word_of(catalog, name) for name in program.symbols),
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


def word_of(catalog: Catalog, name: str) -> str:
    """A symbol or die face; one made of several (`sword and shield`, `2 sword`) word by word."""
    whole = in_words(name)
    if catalog.entry(whole, WORD) is not None:
        return catalog.lookup(whole, context=WORD)
    return "".join(
        piece if piece[:-1].isdigit() else catalog.lookup(piece, context=WORD) for piece in JOINED.split(whole) if piece
    )


def _die(die: DieTable, catalog: Catalog) -> DieTable:
    faces = tuple(face.but(title=word_of(catalog, face.label)) for face in die.faces)
    return die.but(faces=faces, title=catalog.lookup(in_words(die.name), context=DIE))


def _entities(program: Program, catalog: Catalog) -> tuple[Entity, ...]:
    """Titles; that of a path is made of those of its ends, as in English."""
    rows = [row.but(title=catalog.lookup(row.title)) for row in program.entities]
    for a, b, path in program.board.paths if program.board is not None else ():
        if path:
            rows[path - 1] = rows[path - 1].but(title=rows[a - 1].title + PATH + rows[b - 1].title)
    return tuple(rows)


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
