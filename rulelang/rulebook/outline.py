"""What runs what and what triggers what, as lines of text or of DOT."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ast import declarations as d
from rulelang.rulebook.course import Course, Placed, called, course_of, last, targets

WORDS = {d.Phase: "phase", d.Rule: "rule", d.Choice: "choice", d.Table: "table"}
SHAPES = {"phase": "box", "rule": "ellipse", "choice": "diamond", "table": "note"}


def phases(file: d.File) -> Iterator[str]:
    """A tree of what runs what from `phase game` on; what has been shown before is followed by an arrow."""
    course = course_of(file)
    shown: set[str] = set()
    yield from _tree(course, "game", shown)
    for name in course.order:
        if name not in shown:
            yield from _tree(course, name, shown)


def _tree(course: Course, start: str, shown: set[str]) -> Iterator[str]:
    stack = [(start, 0)]
    while stack:
        name, depth = stack.pop()
        if name not in course.happenings:
            continue
        again = name in shown and bool(course.runs[name])
        yield f"{'  ' * depth}{word_of(course, name)} {name}{' (see above)' if again else ''}"
        if name in shown:
            continue
        shown.add(name)
        stack += [(ran, depth + 1) for ran in reversed(course.runs[name])]


def word_of(course: Course, name: str) -> str:
    """phase, rule, choice or table."""
    return WORDS[type(course.happenings[name])]


def phases_dot(file: d.File) -> Iterator[str]:
    """The same as a graph for Graphviz."""
    course = course_of(file)
    yield "digraph phases {"
    for name in course.order:
        yield f'  "{name}" [shape={SHAPES[word_of(course, name)]}];'
    for name in course.order:
        for ran in course.runs[name]:
            yield f'  "{name}" -> "{ran}";'
    yield "}"


# --- triggers --------------------------------------------------------------------------------------------


def triggers(file: d.File) -> Iterator[str]:
    """What sets off what: a line for each event, below it the triggers with what they run."""
    course = course_of(file)
    by_event: dict[str, list[str]] = {}
    for placed in course.triggers:
        runs = [name for name in called(placed.trigger) if name in course.happenings]
        line = f"{named(placed)}{' -> ' + ', '.join(runs) if runs else ''}"
        for event in heard(placed):
            by_event.setdefault(event, []).append(line)
    for event, lines in by_event.items():
        yield event
        yield from (f"  {line}" for line in lines)


def named(placed: Placed) -> str:
    """A trigger's name, with the card or kind it stands on."""
    name = placed.trigger.name.name if placed.trigger.name is not None else "trigger"
    return f"{name} ({placed.owner})" if placed.owner else name


def heard(placed: Placed) -> list[str]:
    """The events that a trigger speaks at."""
    head = placed.trigger.head
    if isinstance(head, d.Before | d.After | d.InsteadOf):
        word = {d.Before: "before", d.After: "after", d.InsteadOf: "instead of"}[type(head)]
        return [f"{word} {target}" for target in targets(placed.trigger)]
    if isinstance(head, d.Reaches):
        return [f"on {last(head.track)} reaches a value"]
    if isinstance(head, d.Enters | d.Leaves):
        return [f"on {last(head.what)} {'enters' if isinstance(head, d.Enters) else 'leaves'}"]
    if isinstance(head, d.RunsOut):
        return [f"on {last(head.place)} runs out"]
    if isinstance(head, d.DrawFrom):
        return [f"on draw from {last(head.place)}"]
    return ["whenever a condition holds"]


def triggers_dot(file: d.File) -> Iterator[str]:
    """The same as a graph: events, triggers and what they run, and which of those set off further triggers."""
    course = course_of(file)
    yield "digraph triggers {"
    lines: dict[str, None] = {}
    for at, placed in enumerate(course.triggers):
        lines.setdefault(f'  "t{at}" [label="{named(placed)}", shape=cds];')
        for event in heard(placed):
            lines.setdefault(f'  "{event}" [shape=plaintext];')
            lines.setdefault(f'  "{event}" -> "t{at}";')
        for target in targets(placed.trigger):
            around = course.options.get(target, target)
            if around in course.happenings:
                lines.setdefault(
                    f'  "{around}" -> "{heard(placed)[targets(placed.trigger).index(target)]}" [style=dashed];'
                )
        for name in called(placed.trigger):
            if name in course.happenings:
                lines.setdefault(f'  "t{at}" -> "{name}";')
    yield from lines
    yield "}"
