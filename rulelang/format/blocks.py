"""Nodes as lines: heads, bodies and blocks, each as its author had it, on one line or indented.

`LAYOUTS` has a function for each class that may take several lines; any other class is the one line its phrase says. A body
that stood on its head's line stays there as long as the line is no wider than a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import statements as s
from rulelang.ast.node import Node
from rulelang.format.lines import Line
from rulelang.format.origin import Origin
from rulelang.format.page import parts
from rulelang.format.phrases import filled, phrase
from rulelang.parse.tokens import DEEPEST_BLOCK

Layout = Callable[["Blocks", Any, int], list[Line]]


class Blocks:
    """Lays out the nodes of one source."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.free = False  # whether a line may be as wide as it likes, while it is tried out

    def node(self, node: Node, level: int) -> list[Line]:
        """The lines of a node at a level."""
        layout = LAYOUTS.get(type(node))
        if layout is not None:
            return layout(self, node, level)
        return [Line(level, self.phrase(node), node.span.start)]

    def phrase(self, node: Node) -> str:
        """The text of a node, or of its head where it has a body."""
        return phrase(node, self.origin.kept)

    def nodes(self, nodes: Sequence[Node], level: int) -> list[Line]:
        """The lines of several nodes, each at the level."""
        return [line for node in nodes for line in self.node(node, level)]

    def block(self, head: str, start: int, items: Sequence[Node], level: int) -> list[Line]:
        """A head with what is inside it."""
        if not items:
            return [Line(level, head, start)]
        if not self.origin.opens_block(items[0].span.start):
            lines = self.joined(f"{head}:", start, items[0], level)
            if self.stays(lines, level):
                return lines
        return [Line(level, f"{head}:", start), *self.nodes(items, level + 1)]

    def joined(self, head: str, start: int, item: Node, level: int) -> list[Line]:
        """The head with its only item behind it, however wide that is."""
        free, self.free = self.free, True
        first, *rest = self.node(item, level)
        self.free = free
        return [Line(level, f"{head} {first.text}", start, first.tail, first.cells), *rest]

    def options(self, head: str, start: int, options: Sequence[s.Option], level: int) -> list[Line]:
        """A head with options: a block of them, or the only one behind it."""
        first = options[0]
        if self.origin.opens_block(first.span.start):
            return [Line(level, f"{head}:", start), *self.nodes(options, level + 1)]
        lines = self.joined(head, start, first, level)
        if self.stays(lines, level):
            return lines
        return [Line(level, f"{head} {self.phrase(first)}:", start), *self.nodes(first.body, level + 1)]

    def stays(self, lines: list[Line], level: int) -> bool:
        """Whether a head keeps its body on its line, as `lines` have it, and not below."""
        return self.free or len(lines) > 1 or level >= DEEPEST_BLOCK or self.fits(lines[0])

    def fits(self, line: Line) -> bool:
        """Whether each part of a line, broken as its author broke it, is within the page."""
        return all(Line(part.level, part.text, 0).fits for part in parts(line, self.origin))

    def otherwise(self, body: Sequence[Node], level: int) -> list[Line]:
        """`else` with a body; nothing without."""
        if not body:
            return []
        return self.block("else", self.origin.before(body[0].span.start, 2), body, level)

    def rows(self, rows: Sequence[d.Row], level: int, table: int) -> list[Line]:
        """The rows of a table, known by the offset of what it belongs to."""
        return [self.row(row, level, table) for row in rows]

    def row(self, row: d.Row, level: int, table: int) -> Line:
        return Line(level, "", row.span.start, cells=tuple(cell.text for cell in row.cells), table=table)


def _plain(*parts: str) -> Layout:
    """The head as the phrase says it, and the items of the named parts as they stood, which may be one on the head's line."""

    def layout(blocks: Blocks, node: Any, level: int) -> list[Line]:
        items = [item for part in parts for item in getattr(node, part) or ()]
        return blocks.block(blocks.phrase(node), node.span.start, items, level)

    return layout


def _setting(blocks: Blocks, node: d.Setting, level: int) -> list[Line]:
    return [Line(level, blocks.phrase(node), node.span.start, tail=filled(node, "{title:text}", blocks.origin.kept))]


def _cards(blocks: Blocks, node: d.Cards, level: int) -> list[Line]:
    items = sorted((*node.rows, *node.sources, *node.cards), key=lambda item: item.span.start)
    lines = [Line(level, f"{blocks.phrase(node)}:", node.span.start)]
    for item in items:
        if isinstance(item, d.Row):
            lines.append(blocks.row(item, level + 1, node.span.start))
        else:
            lines += blocks.node(item, level + 1)
    return lines


def _with_rows(blocks: Blocks, node: d.Define | d.Paths, level: int) -> list[Line]:
    if not node.rows:
        return [Line(level, blocks.phrase(node), node.span.start)]
    return [
        Line(level, f"{blocks.phrase(node)}:", node.span.start),
        *blocks.rows(node.rows, level + 1, node.span.start),
    ]


def _drawing(blocks: Blocks, node: d.Drawing, level: int) -> list[Line]:
    """A drawing's rows keep each blank."""
    rows = [Line(level + 1, f"|{row.cells[0].text}|", row.span.start) for row in node.rows]
    return [Line(level, f"{blocks.phrase(node)}:", node.span.start), *rows]


def _offer(blocks: Blocks, node: d.Offer, level: int) -> list[Line]:
    return blocks.options(blocks.phrase(node), node.span.start, node.options, level)


def _replace(blocks: Blocks, node: d.Replace, level: int) -> list[Line]:
    first, *rest = blocks.node(node.declaration, level)
    return [Line(level, f"replace {first.text}", node.span.start, first.tail), *rest]


def _add_to(blocks: Blocks, node: d.AddTo, level: int) -> list[Line]:
    lines = [Line(level, f"{blocks.phrase(node)}:", node.span.start)]
    for item in node.members:
        if isinstance(item, d.RowMember):
            lines.append(blocks.row(item.row, level + 1, node.span.start))
        else:
            lines += blocks.node(item, level + 1)
    return lines


def _inner(part: str) -> Layout:
    """Only a wrapper: the lines of what is inside."""

    def layout(blocks: Blocks, node: Any, level: int) -> list[Line]:
        value = getattr(node, part)
        return blocks.nodes(value if isinstance(value, tuple) else (value,), level)

    return layout


def _row_member(blocks: Blocks, node: d.RowMember, level: int) -> list[Line]:
    return [blocks.row(node.row, level, node.span.start)]


def _row(blocks: Blocks, node: d.Row, level: int) -> list[Line]:
    return [blocks.row(node, level, node.span.start)]


def _run_choice(blocks: Blocks, node: s.RunChoice, level: int) -> list[Line]:
    return [Line(level, blocks.phrase(node), node.span.start), *blocks.otherwise(node.otherwise, level)]


def _inline_choice(blocks: Blocks, node: s.InlineChoice, level: int) -> list[Line]:
    lines = blocks.options(blocks.phrase(node), node.span.start, node.options, level)
    return lines + blocks.otherwise(node.otherwise, level)


def _if(blocks: Blocks, node: s.If, level: int) -> list[Line]:
    lines: list[Line] = []
    for branch in node.branches:
        head, start = blocks.phrase(branch), branch.span.start
        if lines:
            head, start = f"else {head}", blocks.origin.before(start, 1)
        lines += blocks.block(head, start, branch.body, level)
    return lines + blocks.otherwise(node.otherwise, level)


def _file(blocks: Blocks, node: d.File, level: int) -> list[Line]:
    return blocks.nodes(node.declarations, level)


LAYOUTS: dict[type[Node], Layout] = {
    d.File: _file,
    d.Game: _plain("entries"),
    d.Setting: _setting,
    d.Kind: _plain("members"),
    d.Track: _plain("parts_of"),
    d.Row: _row,
    d.Card: _plain("members"),
    d.Cards: _cards,
    d.Paths: _with_rows,
    d.Board: _plain("members"),
    d.Drawing: _drawing,
    d.Define: _with_rows,
    d.Order: _plain("lines"),
    d.Table: _plain("arms"),
    d.Phase: _plain("body"),
    d.Rule: _plain("body"),
    d.Choice: _plain("options"),
    d.Trigger: _plain("body"),
    d.Offer: _offer,
    d.Variant: _plain("members"),
    d.Replace: _replace,
    d.RowMember: _row_member,
    d.OptionMember: _inner("option"),
    d.AddTo: _add_to,
    d.Test: _plain("items"),
    d.Given: _plain("body"),
    d.Act: _inner("body"),
    s.Option: _plain("body"),
    s.RunChoice: _run_choice,
    s.InlineChoice: _inline_choice,
    s.Divide: _plain("body"),
    s.EachIn: _plain("body"),
    s.EachPlayer: _plain("body"),
    s.For: _plain("body"),
    s.Repeat: _plain("body"),
    s.Branch: _plain("body"),
    s.If: _if,
    s.Arm: _plain("body"),
    s.Match: _plain("arms"),
}
