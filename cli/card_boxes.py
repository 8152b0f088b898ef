"""Open cards of the table as boxes: what they ask for row by row, what lies there, and what their rules say."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cli.scene import OpenCard, Row

LEAST = 38  # columns of a card
MOST = 4  # cards side by side


def card_boxes(cards: Sequence[OpenCard], width: int, fine: bool) -> RenderableType:
    """The cards side by side, as many as the width has room for."""
    beside = max(1, min(MOST, len(cards), width // LEAST))
    grid = Table.grid(padding=(0, 0), expand=True)
    for _ in range(beside):
        grid.add_column(ratio=1)
    drawn = [_box(card, fine) for card in cards]
    for at in range(0, len(drawn), beside):
        grid.add_row(*drawn[at : at + beside])
    return grid


def _box(card: OpenCard, fine: bool) -> Panel:
    lines = [_row(row, fine) for row in card.rows]
    facts = Text()
    for number, fact in enumerate(card.facts):
        facts.append((_dot(fine) if number else "") + fact, style="cyan")
    if facts:
        lines.append(facts)
    cells = Text()
    for number, (title, text) in enumerate(card.cells):
        cells.append((_dot(fine) if number else "") + (f"{title}: " if title else ""), style="dim").append(text)
    if cells:
        lines.append(cells)
    return Panel(
        Group(*lines),
        title=Text(card.title, style="bold"),
        title_align="left",
        subtitle=Text(", ".join(card.who), style="bold cyan") if card.who else None,
        subtitle_align="right",
        border_style="cyan" if card.who else "dim",
        box=box.ROUNDED if fine else box.ASCII,
        padding=(0, 1),
    )


def _row(row: Row, fine: bool) -> Text:
    mark = ("✓" if fine else "x") if row.done else ("□" if fine else "-")
    line = Text(f"{mark} ", style="green" if row.done else "default")
    line.append(row.text, style="green dim" if row.done else "bold")
    for thing in row.things:
        line.append(" + ", style="dim").append(thing, style="red")
    return line


def _dot(fine: bool) -> str:
    return " · " if fine else "; "
