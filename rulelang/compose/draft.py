"""The declarations while they are put together: a list that edits change, and a way to reach into it.

A `Spot` is one declaration and the way to put others in its place, however deep it stands. A spot is good until the next
`put`. Looking for things costs steps, and the steps are counted, so that no file can keep us searching for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Decl, Node
from rulelang.diagnostics import Findings, did_you_mean
from rulelang.source import Source

MOST_STEPS = 1_000_000
MOST_NAMES_WEIGHED = 10_000  # compared with misspelt ones in one run
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


class Spot(NamedTuple):
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
    weighed: int = 0

    def spend(self, steps: int) -> None:
        """Count work; TooMuchWork past the limit."""
        self.steps += 1 + steps
        if self.steps > MOST_STEPS:
            raise TooMuchWork

    def spots(self) -> Iterator[Spot]:
        """The declarations at top level."""
        self.spend(len(self.items))
        for index, decl in enumerate(self.items):
            yield Spot(decl, partial(self._put, index))

    def _put(self, index: int, new: tuple[Decl, ...]) -> None:
        self.items[index : index + 1] = new

    def inside(self, spot: Spot) -> Iterator[Spot]:
        """The declarations directly inside another: members, cards, places, spaces."""
        part = INSIDE.get(type(spot.decl))
        if part is None:
            return
        members: tuple[Decl, ...] = getattr(spot.decl, part)
        self.spend(len(members))
        for index, member in enumerate(members):
            yield Spot(member, partial(_put_inside, spot, part, index))

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

    def closest(self, wrong: str, known: Collection[str]) -> str | None:
        """A line of help naming the closest of the known names, if one is close; none after very many mistakes."""
        self.weighed += len(known)
        if self.weighed > MOST_NAMES_WEIGHED:
            return None
        close = did_you_mean(wrong, known)
        return f"did you mean `{close}`?" if close else None


def _put_inside(spot: Spot, part: str, index: int, new: tuple[Decl, ...]) -> None:
    members = getattr(spot.decl, part)
    spot.put((changed(spot.decl, **{part: members[:index] + new + members[index + 1 :]}),))


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
