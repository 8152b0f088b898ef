"""The chapter of a rulebook about what lies on the table: dice, cards, places for things, players' sheets, the board."""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Attr, Decl, Expr, TypeRef
from rulelang.rulebook.bends import bend_steps
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.names import in_words, lower
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
    things = [_things(s, decl) for decl in file.declarations if isinstance(decl, d.Things | d.Track | d.Field)]
    if things:
        chapter.below.append(
            Section(s.say("head.places"), blocks=[Steps(tuple(step for row in things for step in row), False)])
        )
    for decl in file.declarations:
        if isinstance(decl, d.Kind):
            steps = _kind(s, decl, decl.name.name in of_cards)
            if steps:
                title = s.say("head.each", kind=in_words(decl.name.name))
                chapter.below.append(Section(title, f"kind-{decl.name.name}", blocks=[Steps(steps, False)]))
    return chapter


def _die(s: Sayer, decl: d.Die) -> Step:
    return Step(s.say("die", die=in_words(decl.name.name), faces=", ".join(_face(s, face) for face in decl.faces)))


def _face(s: Sayer, face: Expr) -> str:
    if isinstance(face, e.Name):
        return in_words(face.name)
    if isinstance(face, e.Formula):
        return f"{_face(s, face.count)} {_face(s, face.name)}"
    if isinstance(face, e.Join | e.Either):
        return s.phrases.row([_face(s, item) for item in face.items], "and" if isinstance(face, e.Join) else "or")
    return value(s, face)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(s: Sayer, decl: d.Cards) -> Section:
    title = in_words(decl.name.name)
    section = Section(title[:1].upper() + title[1:], f"cards-{decl.name.name}")
    if decl.rows:
        section.blocks.append(_table(s, decl.rows))
        listed = {row.cells[0].text.split()[0] for row in decl.rows[1:] if row.cells and row.cells[0].text.split()}
    else:
        listed = set()
    s.kind = in_words(decl.of.name)
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
    head = tuple(in_words(clean(column)) if column else "" for column in columns)
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
        return s.say("yes.mark") if words == "yes" else s.names.titles.get(words) or in_words(words)
    return words


def _card(s: Sayer, card: d.Card) -> Step:
    title = s.names.title(card.name.name)
    below = bend_steps(s, card.members, named=False)
    if not below:
        return Step(strong(title))
    if len(below) == 1 and not below[0].below:
        return Step(s.say("entry", name=title, what=below[0].text))
    return (
        Step(s.say("entry", name=title, what=below[0].text), below[0].below, below[0].ordered)
        if len(below) == 1
        else Step(strong(title), below)
    )


# --- places for things, tracks, notes ---------------------------------------------------------------------


def _things(s: Sayer, decl: Decl) -> tuple[Step, ...]:
    if isinstance(decl, d.Things):
        kind, kinds = s.names.kind(decl.of.name), s.names.kinds_plural(decl.of.name)
        said = [s.say(decl.word, kind=kind, kinds=kinds), *_attributes(s, decl.attrs)]
        if decl.content is not None:
            said.append(s.say("begins.with", what=_content(s, decl.content)))
        return (Step(s.say("entry", name=_thing_title(s, decl), what="; ".join(said))),)
    if isinstance(decl, d.Track):
        return _tracks(s, decl)
    if isinstance(decl, d.Field):
        return tuple(_field(s, decl, name.name) for name in decl.names)
    return ()


def _thing_title(s: Sayer, decl: d.Things) -> str:
    member = s.names.member(decl.name.name)
    return member.title if member is not None else in_words(decl.name.name)


def _content(s: Sayer, content: Expr) -> str:
    return value(s, content) if isinstance(content, e.Name | e.Join | e.Formula | e.Arith) else s.written(content)


def _tracks(s: Sayer, decl: d.Track) -> tuple[Step, ...]:
    said = [_type(s, decl.range)] if decl.range is not None else []
    if decl.default is not None and decl.default != e.Number(value=0):
        said.append(s.say("starts.at", what=value(s, decl.default)))
    said += _attributes(s, decl.attrs)
    made: list[Step] = []
    for named in decl.names:
        title = lower(clean(decl.title)) if decl.title else in_words((named.plural or named.name).name)
        made.append(Step(s.say("entry", name=title, what="; ".join(said))))
    return tuple(made)


def _field(s: Sayer, decl: d.Field, name: str) -> Step:
    member = s.names.member(name)
    said = [_type(s, decl.type)]
    if decl.default is not None and decl.default != e.Number(value=0):
        said.append(s.say("starts.at", what=value(s, decl.default)))
    said += _attributes(s, decl.attrs)
    title = s.names.kind("place") if member is not None and member.place else in_words(name)
    return Step(s.say("entry", name=title, what="; ".join(said)))


def _type(s: Sayer, of: TypeRef) -> str:
    if isinstance(of, e.RangeType):
        said = s.say("type.range", low=value(s, of.low), high=value(s, of.high))
        return s.say("or.none", what=said) if of.optional else said
    if isinstance(of, e.SetType):
        return s.say("type.set", what=_type(s, of.of))
    assert isinstance(of, e.NamedType)
    names = [name.name for name in of.names]
    if names == ["flag"]:
        return s.say("type.flag")
    if len(names) > 1:
        return s.say("type.words", words=s.phrases.row([in_words(name) for name in names], "or"))
    said = _one_of(s, names[0])
    return s.say("or.none", what=said) if of.optional else said


def _one_of(s: Sayer, name: str) -> str:
    if name in s.names.kinds or name in ("player", "place", "path"):
        return s.say("type.kind", kinds=s.names.kinds_plural(name))
    words = s.words_of.get(name)
    return (
        s.say("type.words", words=s.phrases.row([in_words(word) for word in words], "or")) if words else in_words(name)
    )


def _attributes(s: Sayer, attrs: tuple[Attr, ...]) -> list[str]:
    return [said for attr in attrs if (said := attribute(s, attr))]


def attribute(s: Sayer, attr: Attr) -> str:
    """One attribute of a place, track or field."""
    if isinstance(attr, e.SeenBy):
        seen = s.say(f"seen.{attr.who.name}") if attr.who.name in ("all", "holder", "none") else s.written(attr)
        return s.say("seen.when", seen=seen, when=clause(s, attr.when)) if attr.when is not None else seen
    if isinstance(attr, e.Active):
        return s.say("active") if attr.when is None else s.say("active.when", when=clause(s, attr.when))
    if isinstance(attr, e.Holds):
        if isinstance(attr.size, e.Range):
            return s.say("holds.span", low=value(s, attr.size.low), high=value(s, attr.size.high))
        return s.say("holds.up", n=value(s, attr.size))
    if isinstance(attr, e.RefillFrom):
        return s.say("refill", what=value(s, attr.place))
    if isinstance(attr, e.DiscardsTo):
        return s.say("discards", what=value(s, attr.place))
    if isinstance(attr, e.Each):
        return s.say("each.phase", phase=in_words(attr.phase.name))
    assert isinstance(attr, e.FieldValue)
    return s.say("field", name=in_words(attr.name.name), value=value(s, attr.value))


def _kind(s: Sayer, decl: d.Kind, listed: bool) -> tuple[Step, ...]:
    """The members of a kind; the fields of cards that are `listed` stand in their table."""
    s.kind = in_words(decl.name.name)
    members = [member for member in decl.members if not (listed and isinstance(member, d.Field))]
    made = tuple(step for member in members for step in _things(s, member))
    s.kind = "card"
    return made


# --- the board -------------------------------------------------------------------------------------------


def board(s: Sayer, svg: str) -> Section | None:
    """The picture of the board, and its ways in words."""
    program = s.names.program
    if program.board is None or not program.board.places:
        return None
    title = clean(program.board.title)
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
            name = in_words(row.name)
            if row.sort == "flag":
                notes.append(name)
            elif row.sort in ("symbol", "entity"):
                words = program.symbols[shown - 1001] if row.sort == "symbol" else program.entities[shown - 1].name
                notes.append(s.say("field", name=name, value=s.names.title(words)))
            else:
                notes.append(s.say("field", name=name, value=shown))
    return notes
