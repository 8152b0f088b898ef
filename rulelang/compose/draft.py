"""The declarations while they are put together: a list that edits change, and a way to reach into it.

A `Spot` is one declaration and the way to put others in its place, however deep it stands. A spot is good until the next
`put`. Looking for things costs steps, and the steps are counted, so that no file can keep us searching for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Decl, Node
from rulelang.diagnostics import Findings, did_you_mean
from rulelang.source import Source

MOST_STEPS = 3_000_000
MOST_NAMES_WEIGHED = 1_000
INSIDE: dict[type[Decl], str] = {
    d.Kind: "members",
    d.Board: "members",
    d.Cards: "cards",
    d.Card: "members",
    d.Track: "parts_of",
}

AnyNode = TypeVar("AnyNode", bound=Node)
Put = Callable[[tuple[Decl, ...]], None]


class TooMuchWork(Exception):
    """More looking for things than any game needs."""


def changed(node: AnyNode, **fields: Any) -> AnyNode:
    """A copy of the node with some fields different."""
    return node.model_copy(update=fields)


@dataclass(frozen=True)
class Spot:
    """A declaration where it stands; `put` puts any number of others in its place."""

    decl: Decl
    put: Put


@dataclass
class Draft:
    """What there is so far, in order, with the texts it came from and what is wrong with it."""

    findings: Findings
    sources: dict[str, Source]
    items: list[Decl] = field(default_factory=list)
    steps: int = 0

    def spend(self, steps: int) -> None:
        """Count work; TooMuchWork past the limit."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuchWork

    def spots(self) -> Iterator[Spot]:
        """The declarations at top level."""
        self.spend(len(self.items))
        for index, decl in enumerate(self.items):
            yield Spot(decl, self._putter(index))

    def _putter(self, index: int) -> Put:
        def put(new: tuple[Decl, ...]) -> None:
            self.items[index : index + 1] = new

        return put

    def inside(self, spot: Spot) -> Iterator[Spot]:
        """The declarations directly inside another: members, cards, places, spaces."""
        part = INSIDE.get(type(spot.decl))
        if part is None:
            return
        members: tuple[Decl, ...] = getattr(spot.decl, part)
        self.spend(len(members))
        for index, member in enumerate(members):
            yield Spot(member, _inner_putter(spot, part, members, index))

    def wording(self, node: Node | None) -> str:
        """What a node says, as it is written."""
        if node is None:
            return ""
        if isinstance(node, d.Cell):
            return node.text
        source = self.sources.get(node.span.file)
        if source is not None and node.span.end > node.span.start:
            return " ".join(source.text[node.span.start : node.span.end].split())
        return _plainly(node)

    def closest(self, wrong: str, known: list[str]) -> str | None:
        """A line of help naming the closest of the known names, if one is close."""
        weighed = known[:MOST_NAMES_WEIGHED]
        self.spend(20 * len(weighed))
        close = did_you_mean(wrong, weighed)
        return f"did you mean `{close}`?" if close else None


def _inner_putter(spot: Spot, part: str, members: tuple[Decl, ...], index: int) -> Put:
    def put(new: tuple[Decl, ...]) -> None:
        spot.put((changed(spot.decl, **{part: members[:index] + new + members[index + 1 :]}),))

    return put


def _plainly(node: Node) -> str:
    """The simplest values in words, for trees that came without a text."""
    match node:
        case e.Number(value=value):
            return str(value)
        case e.Text(value=value):
            return f'"{value}"'
        case e.Name(name=name):
            return name
        case e.Range(low=low, high=high):
            return f"{_plainly(low)}..{_plainly(high)}"
        case e.Member(owner=owner, name=member):
            return f"{_plainly(owner)}.{member.name}"
        case e.Negate(value=value):
            return f"-{_plainly(value)}"
    return type(node).__name__.lower()
