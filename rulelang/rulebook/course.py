"""What runs what: the happenings of a game in the order they are reached from `phase game`, and what triggers set off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as st
from rulelang.ast.node import Decl, Expr, Node, walk

Happening = d.Phase | d.Rule | d.Choice | d.Table


@dataclass(frozen=True)
class Placed:
    """A trigger and the card or kind it is written on, or nothing."""

    trigger: d.Trigger
    owner: str = ""
    on_card: bool = False

    @property
    def label(self) -> str:
        """What it is called: its name, else its owner's with what sets it off."""
        return self.trigger.name.name if self.trigger.name is not None else self.owner or "trigger"


@dataclass
class Course:
    """`happenings` by name; `runs`: what each runs, in order, once each; `order`: all, as they are reached; `phase_of`:
    the phase under which each was first reached; `triggers`: those of the file, of kinds and of cards."""

    happenings: dict[str, Happening] = field(default_factory=dict)
    kind_of: dict[str, str] = field(default_factory=dict)
    runs: dict[str, list[str]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    phase_of: dict[str, str] = field(default_factory=dict)
    setup: list[str] = field(default_factory=list)
    triggers: list[Placed] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)  # option -> choice

    def around(self, name: str) -> Iterator[Placed]:
        """The triggers that speak before, after or instead of a happening or one of its options."""
        for placed in self.triggers:
            if name in {self.options.get(target, target) for target in targets(placed.trigger)}:
                yield placed


def course_of(file: d.File) -> Course:
    """The course of a composed game."""
    course = Course()
    for decl in file.declarations:
        _declare(course, decl)
    for name, decl in course.happenings.items():
        course.runs[name] = [ran for ran in called(decl) if ran in course.happenings]
        for option in decl.options if isinstance(decl, d.Choice) else ():
            if option.name is not None:
                course.options[option.name.name] = name
    course.setup = _setup(course)
    _reach(course, "game")
    for placed in course.triggers:
        for name in called(placed.trigger):
            _reach(course, name)
    for name in course.happenings:
        _reach(course, name)
    return course


def _declare(course: Course, decl: Decl) -> None:
    if isinstance(decl, d.Phase | d.Rule | d.Choice | d.Table):
        course.happenings.setdefault(decl.name.name, decl)
    elif isinstance(decl, d.Trigger):
        course.triggers.append(Placed(decl))
    elif isinstance(decl, d.Kind):
        for member in decl.members:
            if isinstance(member, d.Trigger):
                course.triggers.append(Placed(member, decl.name.name))
            elif isinstance(member, d.Rule | d.Choice | d.Phase | d.Table):
                course.happenings.setdefault(member.name.name, member)
                course.kind_of.setdefault(member.name.name, decl.name.name)
    elif isinstance(decl, d.Cards):
        for card in decl.cards:
            course.triggers += [Placed(m, card.name.name, True) for m in card.members if isinstance(m, d.Trigger)]


def called(node: Node) -> list[str]:
    """The names of what a declaration or statement runs, in the order it is written, each once."""
    found: dict[str, None] = {}
    for inner in walk(node):
        if isinstance(inner, st.Do):
            found.setdefault(last(inner.what))
        elif isinstance(inner, st.RunChoice):
            found.setdefault(inner.choice.name)
        elif isinstance(inner, st.RollTable):
            found.setdefault(last(inner.table))
    return [name for name in found if name]


def last(expr: Expr) -> str:
    """The name that a target ends in, or nothing."""
    if isinstance(expr, e.Apply):
        return last(expr.target)
    return expr.name if isinstance(expr, e.Name) else expr.name.name if isinstance(expr, e.Member) else ""


def targets(trigger: d.Trigger) -> tuple[str, ...]:
    """The happenings or options that a trigger stands around."""
    head = trigger.head
    return tuple(last(target) for target in head.targets) if isinstance(head, d.Before | d.After | d.InsteadOf) else ()


def _setup(course: Course) -> list[str]:
    """What `phase game` runs before its first loop: how the game is set up."""
    game = course.happenings.get("game")
    found: list[str] = []
    for statement in game.body if isinstance(game, d.Phase) else ():
        if not isinstance(statement, st.Do):
            break
        found.append(last(statement.what))
    return [name for name in found if name in course.happenings]


def _reach(course: Course, start: str) -> None:
    """Depth first, without recursion: rule files may call in long chains."""
    stack = [(start, "")]
    while stack:
        name, phase = stack.pop()
        if name not in course.happenings or name in course.phase_of:
            continue
        own = name if isinstance(course.happenings[name], d.Phase) else phase
        course.order.append(name)
        course.phase_of[name] = phase
        stack += [(ran, own) for ran in reversed(course.runs[name])]
