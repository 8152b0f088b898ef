"""The chapter of a rulebook about words: what a rule means by "might" or "quiet", what changes it, and who comes first."""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.rulebook.bends import bends_of, define_name, is_thing, modify_text, of_what, order_line
from rulelang.rulebook.conditions import VERBS, clause
from rulelang.rulebook.names import capital, is_flag, is_many
from rulelang.rulebook.options import about, declare, param_words
from rulelang.rulebook.pages import Grid, Section, Step, Steps, clean
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import group, is_set, value


def words(s: Sayer, file: d.File) -> Section:
    """The values that rules speak of, each with what bends it, and the orders."""
    section = Section(s.say("head.words"), "words")
    entries: list[tuple[str, Step]] = []
    grids: list[Section] = []
    for owner, decl in _defines(file):
        s.kind = s.word(owner or "card")
        entries.append((decl.name.name, _define(s, owner, decl, file)))
        if decl.rows:
            grids.append(_grid(s, decl))
    s.kind = "card"
    if entries:
        entries.sort(key=lambda entry: (entry[0].casefold(), entry[0]))
        section.blocks.append(Steps(tuple(step for _, step in entries), False))
    section.below += grids
    for order in file.declarations:
        if isinstance(order, d.Order):
            section.below.append(_order(s, order))
    return section


def _defines(file: d.File) -> list[tuple[str, d.Define]]:
    found: list[tuple[str, d.Define]] = []
    for decl in file.declarations:
        if isinstance(decl, d.Define):
            found.append(("", decl))
        elif isinstance(decl, d.Kind):
            found += [(decl.name.name, member) for member in decl.members if isinstance(member, d.Define)]
    return found


def _define(s: Sayer, owner: str, decl: d.Define, file: d.File) -> Step:
    with s.scope():
        declare(s, decl.params)
        flag = _is_flag(s, decl)
        text = _so_if(s, owner, decl) if flag else _is(s, owner, decl)
    below = [Step(modify_text(s, item)) for item in bends_of(file, decl.name.name)]
    cards = _bending(s, file, decl)
    if cards:
        below.append(Step(s.say("changed.by", cards=s.phrases.row(cards))))
    return Step(text, tuple(below))


def _is_flag(s: Sayer, decl: d.Define) -> bool:
    member = s.names.member(decl.name.name)
    return (member is not None and member.flag) or (decl.type is not None and is_flag(decl.type))


def _so_if(s: Sayer, owner: str, decl: d.Define) -> str:
    """A flag: "a spot is quiet if there is no guard at it"."""
    words = s.word(decl.name.name)
    if decl.value is None:
        return s.say("define.filled", name=s.say("the.strong", name=words))
    what = clause(s, decl.value)
    verb = "" if words.startswith(VERBS) else ".is"
    if len(decl.params) == 1:
        return s.say(f"define.who{verb}", kind=param_words(s, decl.params[0]), words=words, what=what)
    if not decl.params and owner and s.names.is_player(owner):
        return s.say(f"define.you{verb}", words=words, what=what)
    name = s.say("define.name", name=capital(words))
    return s.say("define.flag", name=_for(s, name, decl), what=what)


def _is(s: Sayer, owner: str, decl: d.Define) -> str:
    """A value: "the might of a foe is the strength of the foe"."""
    name = _named(s, owner, decl)
    if decl.rows:
        return s.say("define.grid", name=name)
    if decl.value is None:
        return s.say("define.filled", name=name)
    what = group(s, decl.value) if is_set(s, decl.value) else value(s, decl.value)
    if isinstance(decl.type, e.RangeType):
        low, high = value(s, decl.type.low), value(s, decl.type.high)
        what = s.say("define.range.up" if low == "0" else "define.range", what=what, low=low, high=high)
    many = ".many" if is_many(s.word(decl.name.name)) else ""
    return s.say(f"define{many}", name=name, what=what)


def _named(s: Sayer, owner: str, decl: d.Define) -> str:
    yours = owner and s.names.is_player(owner)
    name = s.say("your.strong" if yours else "the.strong", name=define_name(s, decl.name.name))
    return _for(s, name, decl)


def _for(s: Sayer, name: str, decl: d.Define) -> str:
    """A name with what it is worked out for."""
    if not decl.params or all(is_thing(s, param) for param in decl.params):
        return of_what(s, name, decl)
    with s.scope():
        return s.say("define.for", name=name, what=about(s, decl.params))


def _bending(s: Sayer, file: d.File, decl: d.Define) -> list[str]:
    found = [
        s.names.title(card.name.name)
        for cards in file.declarations
        if isinstance(cards, d.Cards)
        for card in cards.cards
        if any(bends_of(card, decl.name.name))
    ]
    return list(dict.fromkeys(found))


def _grid(s: Sayer, decl: d.Define) -> Section:
    rows = [tuple(_cell(s, cell.text) for cell in row.cells) for row in decl.rows]
    title = capital(s.word(decl.name.name))
    return Section(title, f"grid-{decl.name.name}", [Grid(rows[0], tuple(rows[1:]))])


def _cell(s: Sayer, text: str) -> str:
    said = clean(text)
    return s.names.titles.get(said) or s.word(said) if said.isidentifier() else said


def _order(s: Sayer, decl: d.Order) -> Section:
    section = Section(capital(s.word(decl.name.name)), f"order-{decl.name.name}")
    section.say(s.say("order.of"))
    with s.scope():
        declare(s, decl.params)
        section.blocks.append(Steps(tuple(Step(order_line(s, line)) for line in decl.lines)))
    return section
