"""What every node of the tree has: a span that equality ignores, a name in JSON, and children to walk.

Nodes are frozen pydantic models. A child is typed with its family (`Expr`, `Stmt`, `Decl`), never with a
union of classes, so that defining sixty classes stays cheap; JSON goes through `KINDS`, the registry by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from rulelang.source import NOWHERE, Span

KINDS: dict[str, type[Node]] = {}


class Node(BaseModel):
    """A node of the tree. `span` is where it stands in the text; two nodes that differ only there are equal."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)
    span: Span = NOWHERE
    parts: ClassVar[tuple[str, ...]] = ()  # the fields but the span, in order

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.parts = tuple(name for name in cls.model_fields if name != "span")
        KINDS[cls.__name__] = cls

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, part) == getattr(other, part) for part in self.parts)

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(getattr(self, part) for part in self.parts)))


class Decl(Node):
    """Something that stands at top level, in a kind, in a card or in a variant."""


class Stmt(Node):
    """Something that is done: it may choose, roll and change the game."""


class Expr(Node):
    """Something that has a value: no choice, no chance and no change happens inside it."""


class Head(Node):
    """When a trigger speaks."""


class Attr(Node):
    """One entry of an attribute list in parentheses."""


class TypeRef(Node):
    """A type as written."""


class Ident(Node):
    """A name where it is declared or meant as a name only."""

    name: str

    def __str__(self) -> str:
        return self.name


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in the order they are written."""
    for part in node.parts:
        value = getattr(node, part)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(node: Node) -> Iterator[Node]:
    """`node` and all nodes below it, each before its children."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(list(children(top))))
