"""The chapters of a rulebook about what is done: setting up, the course of play, happenings, the end, what always holds."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as st
from rulelang.ast.node import Expr, Node, children
from rulelang.rulebook.bends import ending_step, offer_step, target_name, trigger_step
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.course import Course, Placed, targets
from rulelang.rulebook.doing import ending, keys, steps
from rulelang.rulebook.options import about, choice_steps, declare
from rulelang.rulebook.pages import Grid, Section, Step, Steps, sentence
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import bare, of_game, value


def setting_up(s: Sayer, file: d.File, course: Course) -> Section:
    """How things lie at the start, and what is done before the first turn."""
    chapter = Section(s.say("head.setup"))
    lies: list[Step] = []
    for decl in file.declarations:
        if isinstance(decl, d.Things) and decl.content is not None:
            key = {"deck": "content.shuffled", "bag": "content.bag"}.get(decl.word, "content")
            what = value(s, decl.content)
            if isinstance(decl.content, e.Name):
                what = s.say("content.all", what=bare(what))
            place = of_game(s, s.names.of_game[decl.name.name])
            lies.append(Step(s.say(key, place=place, what=what)))
        elif isinstance(decl, d.Kind) and s.names.is_player(decl.name.name):
            lies += _players(s, decl)
    if lies:
        chapter.blocks.append(Steps(tuple(lies), False))
    return chapter


def _players(s: Sayer, kind: d.Kind) -> list[Step]:
    """What each player begins with; what is printed on a card of theirs in one sentence."""
    made = [
        Step(s.say("player.stands", place=value(s, member.default)))
        for member in kind.members
        if isinstance(member, d.Field) and member.default is not None and s.names.of_player[member.names[0].name].place
    ]
    has: list[Step] = []
    printed: dict[str, list[str]] = {}
    for member in kind.members:
        if not isinstance(member, d.Track) or member.default in (None, e.Number(value=0)):
            continue
        for named in member.names:
            card = _printed(s, member.default, named)
            words = _track_words(s, named)
            if card:
                printed.setdefault(card, []).append(words)
            else:
                has.append(Step(s.say("has", name=words, value=value(s, member.default or e.Number(value=0)))))
    made += [
        Step(s.say("player.printed", what=s.phrases.row(names), card=s.word(card))) for card, names in printed.items()
    ]
    if has:
        made.append(Step(s.say("player.has"), tuple(has)))
    return made


def _track_words(s: Sayer, named: d.TrackName) -> str:
    member = s.names.of_player[named.name.name]
    return member.plural or member.title


def _printed(s: Sayer, default: Expr | None, named: d.TrackName) -> str:
    """The kind of card a track begins as printed on, if it is one of the player's that calls it the same."""
    if isinstance(default, e.Member) and isinstance(default.owner, e.Name):
        slot = s.names.of_player.get(default.owner.name)
        called = {named.name.name, named.plural.name if named.plural is not None else ""}
        if slot is not None and slot.slot and default.name.name in called:
            return slot.title
    return ""


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
    section = Section(s.names.happening(name), f"rule-{name}")
    section.word = "phase" if isinstance(decl, d.Phase) else "rule"
    s.kind = s.word(course.kind_of.get(name, "card"))
    with s.scope():
        if decl.params:
            section.say(s.say("given", what=about(s, decl.params)))
        _body(s, section, decl)
    s.kind = "card"
    _bent(s, section, course, name, file)
    return section


def _body(s: Sayer, section: Section, decl: d.Phase | d.Rule | d.Choice | d.Table) -> None:
    if isinstance(decl, d.Choice):
        section.word = "choice"
        if decl.prompt and decl.name.name not in s.names.called:
            section.say(s.say("choices.prompt", prompt=s.quoted(decl.prompt)))
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
            section.say(s.say("done.by", kind=s.word(decl.doer.name)))
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
        cards = list(dict.fromkeys(cards))
        made.append(Step(s.say("see.cards" if len(cards) > 1 else "see.cards.one", cards=s.phrases.row(cards))))
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
            s.kind = s.word(placed.owner or "card")
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
        decl = course.happenings[name]
        with s.scope():
            declare(s, decl.params if not isinstance(decl, d.Table) else ())
            said += [_ended(s, name, stmt, when) for stmt, when in _endings(decl, None)]
    if said:
        section.blocks.append(Steps(tuple(dict.fromkeys(said)), False))
    return section


def _ended(s: Sayer, name: str, stmt: st.Ending, when: Expr | None) -> Step:
    what = ending(s, stmt.result, stmt.text, stmt.seat)
    if when is None:
        return Step(s.say("ending.in", ending=what, rule=s.happening(name)))
    return Step(s.say("ending.in.when", ending=what, rule=s.happening(name), when=clause(s, when)))


def _endings(node: Node, when: Expr | None) -> Iterator[tuple[st.Ending, Expr | None]]:
    """The endings in a rule, each with the condition of the `if` right around it."""
    if isinstance(node, st.Ending):
        yield node, when
    elif isinstance(node, st.Branch):
        for stmt in node.body:
            yield from _endings(stmt, node.condition)
    else:
        for child in children(node):
            yield from _endings(child, when if isinstance(node, st.If) else None)


# --- laws ---------------------------------------------------------------------------------------------


def laws(s: Sayer, file: d.File) -> Section:
    """The invariants, by their texts."""
    section = Section(s.say("head.laws"))
    said = tuple(Step(s.printed(decl.text)) for decl in file.declarations if isinstance(decl, d.Invariant))
    if said:
        section.blocks.append(Steps(said, False))
    return section
