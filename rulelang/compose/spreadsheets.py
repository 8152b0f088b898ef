"""Spreadsheets: the text of a CSV file in, table rows out, each cell with its place in that text.

The first line names the columns. Commas or semicolons part the cells; a cell may stand in quotes, a quote inside it doubled.
"""

from __future__ import annotations

from rulelang.ast.declarations import Cell, Row
from rulelang.diagnostics import Findings, codes
from rulelang.source import Source, Span

MOST_ROWS = 20_000
MOST_COLUMNS = 64
MOST_BAD_ROWS = 20  # reported of one spreadsheet
LONGEST_CELL = 2_000


def read_rows(source: Source, findings: Findings) -> tuple[Row, ...]:
    """The rows of a spreadsheet, header first; those that cannot be read are reported and left out."""
    lines = _lines(source.text)
    if not lines:
        findings.report(codes.BAD_CSV, Span(source.name, 0, 0), "the spreadsheet is empty", help=HEADER)
        return ()
    separator = _separator(source.text[lines[0][0] : lines[0][1]])
    header = _row(source, *lines[0], separator, findings)
    if header is None or not _good_header(header, findings):
        return ()
    rows = [header]
    bad = 0
    for start, end in lines[1:]:
        if len(rows) > MOST_ROWS:
            span = Span(source.name, start, end)
            findings.report(codes.BAD_CSV, span, f"the spreadsheet has more than {MOST_ROWS:,} rows")
            break
        row = _row(source, start, end, separator, findings)
        if row is not None and _fits(row, header, source, findings):
            rows.append(row)
        elif (bad := bad + 1) == MOST_BAD_ROWS:
            break
    return tuple(rows)


HEADER = "the first line names the columns: `name,copies,strength`"


def _lines(text: str) -> list[tuple[int, int]]:
    """Where the lines stand that are not empty."""
    found = []
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        stop = end - 1 if text[start:end].endswith("\r") else end
        if text[start:stop].strip(" \t,;"):
            found.append((start, stop))
        start = end + 1
    return found


def _separator(line: str) -> str:
    return ";" if line.count(";") > line.count(",") else ","


def _row(source: Source, start: int, end: int, separator: str, findings: Findings) -> Row | None:
    """One line's cells; None and a finding where a quote is not closed on it."""
    cells: list[Cell] = []
    at = start
    while True:
        found = _cell(source, at, end, separator)
        if found is None:
            span = Span(source.name, at, end)
            findings.report(codes.BAD_CSV, span, "a cell opens with a quote and is not closed on its line")
            return None
        cell, at = found
        cells.append(cell)
        if at >= end or len(cells) > MOST_COLUMNS:
            return Row(span=Span(source.name, start, end), cells=tuple(cells))
        at += 1
        if at == end:  # a separator at the end of the line: one more, empty cell
            cells.append(Cell(span=Span(source.name, end, end), text=""))
            return Row(span=Span(source.name, start, end), cells=tuple(cells))


def _cell(source: Source, at: int, end: int, separator: str) -> tuple[Cell, int] | None:
    """The cell that begins at `at` and where it ends; None for an open quote."""
    text = source.text
    while at < end and text[at] in " \t":
        at += 1
    if at < end and text[at] == '"':
        return _quoted(source, at, end, separator)
    stop = text.find(separator, at, end)
    stop = end if stop < 0 else stop
    inner = text[at:stop].rstrip()
    return Cell(span=Span(source.name, at, at + len(inner)), text=inner), stop


def _quoted(source: Source, at: int, end: int, separator: str) -> tuple[Cell, int] | None:
    text = source.text
    close = at + 1
    while True:
        close = text.find('"', close, end)
        if close < 0:
            return None
        if close + 1 >= end or text[close + 1] != '"':
            break
        close += 2
    stop = close + 1
    while stop < end and text[stop] in " \t":
        stop += 1
    if stop < end and text[stop] != separator:
        return None
    inner = text[at + 1 : close].replace('""', '"').strip()
    return Cell(span=Span(source.name, at + 1, close), text=inner), stop


def _good_header(header: Row, findings: Findings) -> bool:
    seen: set[str] = set()
    for cell in header.cells:
        if not cell.text.isidentifier():
            message = f"`{cell.text[:40]}` cannot name a column" if cell.text else "a column without a name"
            findings.report(codes.BAD_CSV, cell.span, message, help=HEADER)
            return False
        if cell.text in seen:
            findings.report(codes.BAD_CSV, cell.span, f"two columns are called `{cell.text}`")
            return False
        seen.add(cell.text)
    if len(header.cells) > MOST_COLUMNS:
        findings.report(codes.BAD_CSV, header.span, f"the spreadsheet has more than {MOST_COLUMNS} columns")
        return False
    return True


def _fits(row: Row, header: Row, source: Source, findings: Findings) -> bool:
    line = source.position(row.span.start)[0]
    if len(row.cells) != len(header.cells):
        message = f"line {line} has {len(row.cells)} cells, the header has {len(header.cells)}"
        findings.report(codes.BAD_CSV, row.span, message)
        return False
    if any(len(cell.text) > LONGEST_CELL for cell in row.cells):
        findings.report(codes.BAD_CSV, row.span, f"a cell of line {line} has more than {LONGEST_CELL:,} characters")
        return False
    return True
