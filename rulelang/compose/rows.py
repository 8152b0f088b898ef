"""Table rows: which column is which, which row is whose, and how rows with columns of their own join a table."""

from __future__ import annotations

import re

from rulelang.ast.declarations import Cards, Cell, Row
from rulelang.compose.draft import changed
from rulelang.source import Span

NAME = re.compile(r'[^\s"]+')
Rows = tuple[Row, ...]


def row_name(text: str) -> str:
    """The name in a cell that may hold a title too: `ghoul "A Ghoul"`."""
    found = NAME.match(text.strip())
    return found[0] if found else ""


def columns(rows: Rows) -> list[str]:
    """The names of a table's columns, from its first row."""
    return [cell.text for cell in rows[0].cells] if rows else []


def named_rows(cards: Cards) -> list[tuple[str, int]]:
    """The cards of a table: name and number of the row. Empty where no column is called `name`."""
    heads = columns(cards.rows)
    if "name" not in heads:
        return []
    at = heads.index("name")
    return [
        (row_name(row.cells[at].text), index) for index, row in enumerate(cards.rows) if index and at < len(row.cells)
    ]


def is_header(row: Row, heads: list[str]) -> bool:
    """Whether a row names columns: it says `name` where the table has such a column, else only names of columns."""
    texts = [cell.text for cell in row.cells]
    if "name" in heads:
        return "name" in texts
    return bool(texts) and all(text in heads for text in texts)


def joined(rows: Rows, new: Rows) -> Rows:
    """The table with new rows below it.

    Where the first new row is a header, cells find their columns by name: a column the new rows lack is empty in them, one
    the table lacks is added to it. Otherwise cells count from the left.
    """
    if not rows or not new:
        return rows + new
    heads = columns(rows)
    if not is_header(new[0], heads):
        return rows + new
    given = columns(new)
    extra = [cell for cell in new[0].cells if cell.text not in heads]
    wide = heads + [cell.text for cell in extra]
    if extra:
        rows = (
            changed(rows[0], cells=rows[0].cells + tuple(extra)),
            *(_padded(row, heads, len(extra)) for row in rows[1:]),
        )
    if given == wide:
        return rows + new[1:]
    return rows + tuple(_sorted(row, given, wide) for row in new[1:])


def _padded(row: Row, heads: list[str], by: int) -> Row:
    """A full row with empty cells after it; one that is too long or short stays, to be reported later."""
    if len(row.cells) != len(heads):
        return row
    return changed(row, cells=row.cells + (empty(row),) * by)


def _sorted(row: Row, given: list[str], wide: list[str]) -> Row:
    if len(row.cells) != len(given):
        return row
    by_name = dict(zip(given, row.cells, strict=True))
    return changed(row, cells=tuple(by_name.get(name) or empty(row) for name in wide))


def empty(row: Row) -> Cell:
    """A cell that says nothing, at the end of the row."""
    return Cell(span=Span(row.span.file, max(row.span.start, row.span.end - 1), row.span.end), text="")
