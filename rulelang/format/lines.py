"""A printed line before it is laid on the page: its depth, its text, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.diagnostics.visible import width
from rulelang.parse.tokens import MOST_CHARACTERS

LEVEL = 4
WIDEST = 120
MANY = 5  # cells of a column, among which
STANDS_OUT = 20  # a single one that is so much wider does not widen the column


@dataclass
class Line:
    """A logical line. `start` is where its first token stood in the source.

    A setting's title is its `tail`, which is set at a column; a table's row has `cells`, and those of one table share `table`.
    """

    level: int
    text: str
    start: int
    tail: str = ""
    cells: tuple[str, ...] | None = None
    table: int = 0

    @property
    def fits(self) -> bool:
        """Whether it is no wider than a page."""
        return LEVEL * self.level + width(self.text) <= WIDEST


def align_tables(lines: list[Line]) -> None:
    """Give the rows of each table their text, its bars below one another."""
    tables: dict[int, list[Line]] = {}
    for line in lines:
        if line.cells is not None:
            tables.setdefault(line.table, []).append(line)
    for rows in tables.values():
        columns: list[list[int]] = []
        for line in rows:
            cells = line.cells or ()
            columns.extend([] for _ in range(len(cells) - len(columns)))
            for index, cell in enumerate(cells):
                columns[index].append(width(cell))
        widths = [_column_width(sizes) for sizes in columns]
        if sum(sum(widths[: len(line.cells or ())]) for line in rows) > MOST_CHARACTERS:
            widths = [1] * len(widths)  # no file may be made so large by blanks
        for line in rows:
            line.text = _row(line.cells or (), widths)


def _column_width(sizes: list[int]) -> int:
    """As wide as its widest cell; if that stands out alone among many, as the next."""
    *others, last = sorted(sizes)
    if len(others) >= MANY and last - others[-1] > STANDS_OUT:
        last = others[-1]
    return max(1, last)


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    """A row's text. What a cell takes more than its column has, the blanks of the next cells give."""
    text, over = "|", 0
    for cell, column in zip(cells, widths, strict=False):
        blanks = column - width(cell) - over
        text += f" {cell}{' ' * blanks} |"
        over = max(0, -blanks)
    return text
