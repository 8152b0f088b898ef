"""Checks every variant of a game by itself, in far fewer runs than there are variants.

Variants that have nothing to do with one another are checked together: what is wrong with one of them shows all the same.
They have to do with one another where one declares or edits a name that another edits or mentions, or excludes it; then what
one brings could hide a mistake of the other. Where a run of several finds anything new, each of its variants is run alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Decl, Ident, Node, children, walk
from rulelang.compose import VariantInfo
from rulelang.compose.changes import path_of
from rulelang.compose.subjects import names
from rulelang.diagnostics import Diagnostic, in_order

MOST_RUNS = 100
WHOLE_GAME = frozenset({"R0305", "R0501", "R0502", "R0503", "R0513"})  # true of a game if true under all its variants


class Run(Protocol):
    """What one run of the stages gives."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...


@dataclass
class Group:
    """Variants to be run together: their names with all they require, and the names of things they touch and mention."""

    variants: list[str] = field(default_factory=list)
    chosen: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)
    mentioned: set[str] = field(default_factory=set)
    excluded: set[str] = field(default_factory=set)

    def bears(self, other: Group) -> bool:
        """Whether the others can be run along with these."""
        return (
            self.touched.isdisjoint(other.touched)
            and self.touched.isdisjoint(other.mentioned)
            and self.mentioned.isdisjoint(other.touched)
            and self.excluded.isdisjoint(other.chosen)
            and self.chosen.isdisjoint(other.excluded)
        )

    def take(self, other: Group) -> None:
        """Run the others along."""
        self.variants += other.variants
        self.chosen |= other.chosen
        self.touched |= other.touched
        self.mentioned |= other.mentioned
        self.excluded |= other.excluded


def findings_of_all(
    infos: tuple[VariantInfo, ...], base: Run, run: Callable[[tuple[str, ...]], Run]
) -> tuple[Diagnostic, ...]:
    """What is wrong with the game without variants and with each of them alone; `run` checks it with those chosen."""
    declared = {info.name: info for info in infos}
    known = {_key(item) for item in base.diagnostics}
    runs: list[Run] = [base]
    for group in _groups(declared):
        together = run(tuple(sorted(group.chosen)))
        clean = all(_key(item) in known for item in together.diagnostics)
        if clean or len(group.variants) == 1 or len(runs) + len(group.variants) > MOST_RUNS:
            runs.append(together)
        else:
            runs += [run(tuple(sorted(_closure(declared, name)))) for name in group.variants]
    return in_order(_merged(infos, runs))


def _groups(declared: dict[str, VariantInfo]) -> list[Group]:
    groups: list[Group] = []
    for name in declared:
        one = _alone(declared, name)
        home = next((group for group in groups[:MOST_RUNS] if group.bears(one)), None)
        if home is not None:
            home.take(one)
        elif len(groups) < MOST_RUNS:
            groups.append(one)
        else:
            groups[-1].take(one)
    return groups


def _alone(declared: dict[str, VariantInfo], name: str) -> Group:
    chosen = _closure(declared, name)
    group = Group([name], chosen)
    for each in chosen:
        group.excluded |= {other for other, _ in declared[each].excludes}
        for decl in declared[each].declarations:
            group.touched |= set(_touched(decl))
            group.mentioned |= set(_mentioned(decl))
    return group


def _closure(declared: dict[str, VariantInfo], name: str) -> set[str]:
    """A variant and all that it requires."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        top = waiting.pop()
        if top not in found and top in declared:
            found.add(top)
            waiting += declared[top].requires
    return found


def _touched(decl: Decl) -> Iterator[str]:
    """The names a declaration makes or edits, and those of what stands inside it."""
    yield from names(decl)
    match decl:
        case d.Change(target=target):
            yield from path_of(target) or ()
        case d.Remove(names=called):
            yield from (name.name for name in called)
        case d.AddTo(target=owner):
            yield owner.name
    for child in children(decl):
        if isinstance(child, Decl):
            yield from _touched(child)
        elif isinstance(child, d.Row) and child.cells:
            yield child.cells[0].text.split(" ")[0]


def _mentioned(node: Node) -> Iterator[str]:
    """Every name that is written anywhere in it, in cells too."""
    for part in walk(node):
        if isinstance(part, (Ident, e.Name)):
            yield part.name
        elif isinstance(part, d.Cell):
            yield from part.text.replace(",", " ").replace("(", " ").replace(")", " ").split()


def _merged(infos: Iterable[VariantInfo], runs: list[Run]) -> list[Diagnostic]:
    """One finding for each code, place and message; what is said of a whole game only if every run says it."""
    spans = [info.span for info in infos]
    keys = [{_key(item) for item in run.diagnostics} for run in runs]
    kept: dict[object, Diagnostic] = {}
    for run in runs:
        for item in run.diagnostics:
            span, key = item.span, _key(item)
            own = any(span.file == place.file and place.start <= span.start < place.end for place in spans)
            if own or item.code.number not in WHOLE_GAME or all(key in said for said in keys):
                kept.setdefault(key, item)
    return list(kept.values())


def _key(item: Diagnostic) -> tuple[str, object, str]:
    return item.code.number, item.span, item.message
