"""The chapters of a rulebook about what is done: setting up, the course of play, happenings, the end, words, variants."""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as st
from rulelang.ast.node import Decl, walk
from rulelang.compose import VariantInfo
from rulelang.rulebook.bends import (
    bend_steps,
    ending_step,
    modify_text,
    offer_step,
    order_line,
    target_name,
    trigger_step,
)
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.course import Course, Placed, targets
from rulelang.rulebook.doing import ending, keys, steps
from rulelang.rulebook.names import in_words, is_flag
from rulelang.rulebook.options import choice_steps, declare
from rulelang.rulebook.pages import Grid, Section, Step, Steps, clean, emph, plain, sentence, strong
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import value


def setting_up(s: Sayer, file: d.File, course: Course) -> Section:
    """How things lie at the start, and what is done before the first turn."""
    chapter = Section(s.say("head.setup"))
    lies: list[Step] = []
    for decl in file.declarations:
        if isinstance(decl, d.Things) and decl.content is not None:
            key = {"deck": "content.shuffled", "bag": "content.bag"}.get(decl.word, "content")
            what = value(s, decl.content)
            if isinstance(decl.content, e.Name) and decl.content.name in s.names.plurals:
                what = s.say("content.all", what=what)
            lies.append(Step(s.say(key, place=strong(in_words(decl.name.name)), what=what)))
        elif isinstance(decl, d.Kind) and s.names.is_player(decl.name.name):
            lies += _players(s, decl)
    if lies:
        chapter.blocks.append(Steps(tuple(lies), False))
    return chapter


def _players(s: Sayer, kind: d.Kind) -> list[Step]:
    """What each player begins with."""
    made = [
        Step(s.say("player.stands", place=value(s, member.default)))
        for member in kind.members
        if isinstance(member, d.Field) and member.default is not None and s.names.of_player[member.names[0].name].place
    ]
    has = [
        s.say("has", name=in_words((named.plural or named.name).name), value=value(s, member.default))
        for member in kind.members
        if isinstance(member, d.Track) and member.default is not None and member.default != e.Number(value=0)
        for named in member.names
    ]
    if has:
        made.append(Step(s.say("player.has"), tuple(Step(item) for item in has)))
    return made


# --- the course of play ----------------------------------------------------------------------------------


def play(s: Sayer, course: Course, file: d.File, setup: Section) -> Section:
    """A section for every happening in the order it is reached: phases, and below each what it is first to run."""
    chapter = Section(s.say("head.play"))
    phases: dict[str, Section] = {}
    for name in course.order:
        section = happening(s, course, name, file)
        phase = course.phase_of[name]
        if isinstance(course.happenings[name], d.Phase):
            (setup if name in course.setup else chapter).below.append(section)
            phases[name] = section
        else:
            phases.get(phase, chapter).below.append(section)
    return chapter


def happening(s: Sayer, course: Course, name: str, file: d.File) -> Section:
    """A phase, rule, choice or table: what it is told, what is done, what bends it."""
    decl = course.happenings[name]
    title = in_words(name)
    section = Section(title[:1].upper() + title[1:], f"rule-{name}")
    section.word = "phase" if isinstance(decl, d.Phase) else "rule"
    s.kind = in_words(course.kind_of.get(name, "card"))
    with s.scope():
        params = declare(s, decl.params)
        if params:
            section.say(s.say("given", what=s.phrases.row(params)))
        _body(s, section, decl)
    s.kind = "card"
    _bent(s, section, course, name, file)
    return section


def _body(s: Sayer, section: Section, decl: d.Phase | d.Rule | d.Choice | d.Table) -> None:
    if isinstance(decl, d.Choice):
        section.word = "choice"
        if decl.prompt:
            section.say(s.quoted(decl.prompt))
        if decl.options:
            section.blocks.append(Steps(choice_steps(s, decl.options, steps), False))
    elif isinstance(decl, d.Table):
        section.word = "table"
        dice = " + ".join(
            f"{value(s, die.count)} {value(s, die.die)}" if die.count else value(s, die.die) for die in decl.dice
        )
        section.say(s.say("table.roll", dice=dice))
        rows = tuple((keys(s, arm), _in_line(steps(s, arm.body))) for arm in decl.arms)
        section.blocks.append(Grid((s.say("table.result"), s.say("table.effect")), rows))
    elif isinstance(decl, d.Rule) and decl.body is None:
        section.say(s.say("fillable"))
    else:
        if isinstance(decl, d.Rule) and decl.doer is not None:
            section.say(s.say("done.by", kind=in_words(decl.doer.name)))
        said = steps(s, decl.body or ())
        if len(said) == 1 and not said[0].below:
            section.say(sentence(said[0].text))
        else:
            section.blocks.append(Steps(said, len(said) > 1))


def _in_line(made: tuple[Step, ...]) -> str:
    """Steps as one text, for a table's cell."""
    return " ".join(f"{sentence(step.text)} {_in_line(step.below)}".strip() for step in made)


def _bent(s: Sayer, section: Section, course: Course, name: str, file: d.File) -> None:
    """What triggers and offers do to a happening, on cards too, by the name of the card."""
    made = [trigger_step(s, placed.trigger) for placed in course.around(name) if not placed.on_card]
    offers = [decl for decl in file.declarations if isinstance(decl, d.Offer)]
    made += [offer_step(s, offer) for offer in offers if name in {target_name(choice) for choice in offer.choices}]
    cards = [s.names.title(placed.owner) for placed in course.around(name) if placed.on_card]
    cards += _offering(s, file, name)
    if cards:
        made.append(Step(s.say("see.cards", cards=s.phrases.row(list(dict.fromkeys(cards))))))
    if made:
        section.blocks.append(Steps(tuple(made), False))


def _offering(s: Sayer, file: d.File, name: str) -> list[str]:
    return [
        s.names.title(card.name.name)
        for decl in file.declarations
        if isinstance(decl, d.Cards)
        for card in decl.cards
        for member in card.members
        if isinstance(member, d.Offer) and name in {target_name(choice) for choice in member.choices}
    ]


# --- what happens whenever --------------------------------------------------------------------------------


def spots(s: Sayer, course: Course) -> tuple[Step, ...]:
    """What happens when players come to places or go."""
    return tuple(
        trigger_step(s, placed.trigger)
        for placed in course.triggers
        if not placed.on_card and _of_walking(s, placed.trigger)
    )


def _of_walking(s: Sayer, trigger: d.Trigger) -> bool:
    head = trigger.head
    return isinstance(head, d.Enters | d.Leaves) and isinstance(head.what, e.Name) and s.names.is_player(head.what.name)


def events(s: Sayer, course: Course) -> Section:
    """The triggers that belong to no section."""
    section = Section(s.say("head.events"))
    made: list[Step] = []
    for placed in course.triggers:
        if not placed.on_card and not _of_walking(s, placed.trigger) and not _placed(course, placed):
            s.kind = in_words(placed.owner or "card")
            made.append(trigger_step(s, placed.trigger))
    s.kind = "card"
    if made:
        section.blocks.append(Steps(tuple(made), False))
    return section


def _placed(course: Course, placed: Placed) -> bool:
    names = {course.options.get(target, target) for target in targets(placed.trigger)}
    return any(name in course.happenings for name in names)


def the_end(s: Sayer, file: d.File, course: Course) -> Section:
    """How the game is won and lost: what is looked at all the time, then what rules say."""
    section = Section(s.say("head.end"))
    whenever = [ending_step(s, decl) for decl in file.declarations if isinstance(decl, d.EndingWhen)]
    if whenever:
        section.say(s.say("ending.rest"))
        section.blocks.append(Steps(tuple(whenever), False))
    said: list[Step] = []
    for name in course.order:
        for node in walk(course.happenings[name]):
            if isinstance(node, st.Ending):
                what = ending(s, node.result, node.text, node.seat)
                said.append(Step(s.say("ending.in", ending=what, rule=s.happening(name))))
    if said:
        section.blocks.append(Steps(tuple(dict.fromkeys(said)), False))
    return section


# --- words, orders, laws ----------------------------------------------------------------------------------


def words(s: Sayer, file: d.File) -> Section:
    """The values that rules speak of, each with what bends it, and the orders."""
    section = Section(s.say("head.words"), "words")
    entries: list[tuple[str, Step]] = []
    grids: list[Section] = []
    for owner, decl in _defines(file):
        s.kind = in_words(owner or "card")
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
        params = declare(s, decl.params)
        member = s.names.member(decl.name.name)
        flag = (member is not None and member.flag) or (decl.type is not None and is_flag(decl.type))
        if decl.rows:
            what = s.say("define.grid")
        elif decl.value is None:
            what = s.say("define.filled")
        else:
            what = clause(s, decl.value) if flag else value(s, decl.value)
        name = strong(in_words(decl.name.name))
        if params:
            name = s.say("define.of", name=name, what=s.phrases.row(params))
        elif owner and s.names.is_player(owner):
            name = s.say("your", name=name)
        if isinstance(decl.type, e.RangeType):
            low, high = value(s, decl.type.low), value(s, decl.type.high)
            what = s.say("define.range.up" if low == "0" else "define.range", what=what, low=low, high=high)
        text = s.say("define.flag" if flag else "define", name=name, what=what)
    below = [
        Step(modify_text(s, item)) for item in file.declarations if isinstance(item, d.Modify) and _bends(item, decl)
    ]
    cards = _bending(s, file, decl)
    if cards:
        below.append(Step(s.say("see.cards", cards=s.phrases.row(cards))))
    return Step(text, tuple(below))


def _bends(item: d.Modify, decl: d.Define) -> bool:
    return target_name(item.target) == decl.name.name


def _bending(s: Sayer, file: d.File, decl: d.Define) -> list[str]:
    found = [
        s.names.title(card.name.name)
        for cards in file.declarations
        if isinstance(cards, d.Cards)
        for card in cards.cards
        if any(isinstance(member, d.Modify) and _bends(member, decl) for member in card.members)
    ]
    return list(dict.fromkeys(found))


def _grid(s: Sayer, decl: d.Define) -> Section:
    title = in_words(decl.name.name)
    rows = [tuple(_cell(s, cell.text) for cell in row.cells) for row in decl.rows]
    return Section(title[:1].upper() + title[1:], f"grid-{decl.name.name}", [Grid(rows[0], tuple(rows[1:]))])


def _cell(s: Sayer, text: str) -> str:
    said = clean(text)
    return s.names.titles.get(said) or in_words(said) if said.isidentifier() else said


def _order(s: Sayer, decl: d.Order) -> Section:
    title = in_words(decl.name.name)
    section = Section(title[:1].upper() + title[1:], f"order-{decl.name.name}")
    section.say(s.say("order.of"))
    with s.scope():
        declare(s, decl.params)
        section.blocks.append(Steps(tuple(Step(order_line(s, line)) for line in decl.lines)))
    return section


def laws(s: Sayer, file: d.File) -> Section:
    """The invariants, by their texts."""
    section = Section(s.say("head.laws"))
    said = tuple(Step(s.printed(decl.text)) for decl in file.declarations if isinstance(decl, d.Invariant))
    if said:
        section.blocks.append(Steps(said, False))
    return section


# --- variants and settings --------------------------------------------------------------------------------


def variants(s: Sayer, infos: tuple[VariantInfo, ...], declared: dict[str, tuple[Decl, ...]]) -> Section:
    """The chosen variants with what they change, and the names of the others. `declared`: with settings put in."""
    section = Section(s.say("head.variants"), "variants")
    chosen = [info for info in infos if info.chosen]
    for info in chosen:
        section.below.append(_variant(s, info, declared[info.name]))
    others = [
        f"{strong(clean(info.title) or in_words(info.name))} ({emph(info.name)})" for info in infos if not info.chosen
    ]
    if others and chosen:
        section.say(s.say("variants.more", what="; ".join(others)))
    elif others:
        section.say(s.say("variants.none"))
        section.blocks.append(Steps(tuple(Step(other) for other in others), False))
    return section


def _variant(s: Sayer, info: VariantInfo, declared: tuple[Decl, ...]) -> Section:
    section = Section(clean(info.title) or in_words(info.name), f"variant-{info.name}")
    if info.on is not None:
        section.say(s.say("variant.on", when=clause(s, info.on)))
    made: list[Step] = []
    for decl in declared:
        if isinstance(decl, d.Phase | d.Rule | d.Choice | d.Table):
            word = s.say(f"word.{type(decl).__name__.lower()}")
            made.append(Step(s.say("new", what=f"{word} {s.happening(decl.name.name)}")))
        elif isinstance(decl, d.Define):
            made.append(Step(s.say("new.define", what=strong(in_words(decl.name.name)))))
        else:
            made += bend_steps(s, (decl,))
    if made:
        section.blocks.append(Steps(tuple(made), False))
    return section


def settings(s: Sayer) -> Section:
    """What the settings stand at."""
    section = Section(s.say("head.settings"), "settings")
    rows = tuple((clean(row.title) or in_words(row.name), _stands(s, row.value)) for row in s.names.program.settings)
    if rows:
        section.say(s.say("settings.note"))
        section.blocks.append(
            Grid((s.say("setting"), s.say("stands")), rows, frozenset({1}) if _figures(rows) else frozenset())
        )
    return section


def _stands(s: Sayer, text: str) -> str:
    return s.say(text) if text in ("yes", "no") else in_words(text)


def _figures(rows: tuple[tuple[str, str], ...]) -> bool:
    return all(plain(row[1]).isdecimal() for row in rows)
