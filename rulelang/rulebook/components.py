"""The chapter of a rulebook about what lies on the table: dice, cards, places for things, players' sheets, the board."""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Expr
from rulelang.rulebook.edits import bend_steps
from rulelang.rulebook.holders import holding
from rulelang.rulebook.pages import Block, Grid, Picture, Section, Step, Steps, clean, strong
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import value

EMPTY = "–"


def components(s: Sayer, file: d.File) -> Section:
    """All components but the board."""
    chapter = Section(s.say("head.components"))
    of_cards = {decl.of.name for decl in file.declarations if isinstance(decl, d.Cards) and decl.rows}
    dice = [_die(s, decl) for decl in file.declarations if isinstance(decl, d.Die)]
    if dice:
        chapter.below.append(Section(s.say("head.dice"), blocks=[Steps(tuple(dice), False)]))
    for decl in file.declarations:
        if isinstance(decl, d.Cards):
            chapter.below.append(_cards(s, decl))
    things = [holding(s, decl) for decl in file.declarations if isinstance(decl, d.Things | d.Track | d.Field)]
    if things:
        chapter.below.append(
            Section(s.say("head.places"), blocks=[Steps(tuple(step for row in things for step in row), False)])
        )
    for decl in file.declarations:
        if isinstance(decl, d.Kind):
            steps = _kind(s, decl, decl.name.name in of_cards)
            if steps:
                title = s.say("head.each", kind=s.word(decl.name.name))
                chapter.below.append(Section(title, f"kind-{decl.name.name}", blocks=[Steps(steps, False)]))
    return chapter


def _die(s: Sayer, decl: d.Die) -> Step:
    shown = [_face(s, face) for face in decl.faces]
    counted = [(face, shown.count(face)) for face in dict.fromkeys(shown)]
    faces = [s.say("die.times", face=face, n=n) if n > 1 else face for face, n in counted]
    numbers = all(isinstance(face, e.Number | e.Range) for face in decl.faces)
    return Step(s.say("die.plain" if numbers else "die", die=s.die(decl.name.name), faces=s.phrases.row(faces)))


def _face(s: Sayer, face: Expr) -> str:
    if isinstance(face, e.Name):
        return s.symbol(face.name)
    if isinstance(face, e.Formula):
        return f"{_face(s, face.count)} {_face(s, face.name)}"
    if isinstance(face, e.Join | e.Either):
        return s.phrases.row([_face(s, item) for item in face.items], "and" if isinstance(face, e.Join) else "or")
    return value(s, face)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(s: Sayer, decl: d.Cards) -> Section:
    title = s.word(decl.name.name)
    section = Section(title[:1].upper() + title[1:], f"cards-{decl.name.name}")
    if decl.rows:
        section.blocks.append(_table(s, decl.rows))
        listed = {row.cells[0].text.split()[0] for row in decl.rows[1:] if row.cells and row.cells[0].text.split()}
    else:
        listed = set()
    s.kind = s.word(decl.of.name)
    cards = [_card(s, card) for card in decl.cards if card.members or card.name.name not in listed]
    if cards:
        section.blocks.append(Steps(tuple(cards), False))
    s.kind = "card"
    return section


def _table(s: Sayer, rows: tuple[d.Row, ...]) -> Grid:
    columns = [cell.text.strip() for cell in rows[0].cells]
    names = columns.index("name") if "name" in columns else -1
    made = tuple(
        tuple(_named(s, cell.text) if at == names else _cell(s, cell.text) for at, cell in enumerate(row.cells))
        for row in rows[1:]
    )
    head = tuple(s.word(clean(column)) if column else "" for column in columns)
    right = {at for at in range(len(columns)) if all(at < len(row) and _is_figure(row[at]) for row in made)}
    return Grid(head, made, frozenset(right))


def _is_figure(text: str) -> bool:
    return text.lstrip("−-").isdecimal() or text == EMPTY


def _named(s: Sayer, text: str) -> str:
    words = text.split()
    title = s.names.titles.get(words[0]) if words else ""
    return title or clean(text)


def _cell(s: Sayer, text: str) -> str:
    words = clean(text)
    if words in ("", "no"):
        return EMPTY
    if words.isidentifier():
        return s.say("yes.mark") if words == "yes" else s.names.titles.get(words) or s.symbol(words)
    return words


def _card(s: Sayer, card: d.Card) -> Step:
    title = s.names.title(card.name.name)
    below = bend_steps(s, card.members)
    if not below:
        return Step(strong(title))
    if len(below) == 1 and not below[0].below:
        return Step(s.say("entry", name=title, what=below[0].text))
    if len(below) == 1:
        return Step(s.say("entry", name=title, what=below[0].text), below[0].below, below[0].ordered)
    return Step(strong(title), below)


def _kind(s: Sayer, decl: d.Kind, listed: bool) -> tuple[Step, ...]:
    """The members of a kind; the fields of cards that are `listed` stand in their table."""
    s.kind = s.word(decl.name.name)
    members = [member for member in decl.members if not (listed and isinstance(member, d.Field))]
    made = tuple(step for member in members for step in holding(s, member))
    s.kind = "card"
    return made


# --- the board -------------------------------------------------------------------------------------------


def board(s: Sayer, svg: str) -> Section | None:
    """The picture of the board, and its ways in words."""
    program = s.names.program
    if program.board is None or not program.board.places:
        return None
    title = s.text(program.board.title)
    heading = s.say("head.board")
    section = Section(f"{heading}: {title}" if title else heading, "board")
    words = Steps(tuple(_way(s, place) for place in program.board.places), False)
    section.say(s.say("board.note", n=len(program.board.places), paths=len(program.board.paths)))
    block: Block = Picture(svg, words) if svg else words
    section.blocks.append(block)
    return section


def _way(s: Sayer, place: int) -> Step:
    program = s.names.program
    assert program.board is not None
    ends = {b if a == place else a for a, b, _ in program.board.paths if place in (a, b)} - {place}
    others = [place_title(s, other) for other in sorted(ends)]
    notes = place_notes(s, place)
    note = s.say("note", notes=", ".join(notes)) if notes else ""
    holes = {"place": place_title(s, place), "note": note}
    return Step(s.say("way", others=s.phrases.row(others), **holes) if others else s.say("way.none", **holes))


def place_title(s: Sayer, place: int) -> str:
    return s.names.title(s.names.program.entities[place - 1].name)


def place_notes(s: Sayer, place: int) -> list[str]:
    """What is printed at a place besides its title: its kind and its figures that are not nothing."""
    program = s.names.program
    kind = program.kinds[program.entities[place - 1].kind].name
    notes = [s.names.kind(kind)] if kind != "place" else []
    for row in program.variables:
        if row.fixed and row.owners is not None and row.first_of is not None and place in row.owners:
            shown = row.first_of[row.owners.index(place)]
            if not shown or row.hidden:
                continue
            name = s.word(row.name)
            if row.sort == "flag":
                notes.append(name)
            elif row.sort in ("symbol", "entity"):
                words = program.symbols[shown - 1001] if row.sort == "symbol" else program.entities[shown - 1].name
                notes.append(s.say("field", name=name, value=s.names.title(words)))
            else:
                notes.append(s.say("field", name=name, value=shown))
    return notes
