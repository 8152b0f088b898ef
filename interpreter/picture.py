"""The board as a picture: SVG to print, letters for a terminal, DOT for Graphviz. Every title is escaped.

Given a Program; the same picture for the same board. Places are coloured by their kind, or where all are of one kind by
the figures printed on them.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.arrange import Point, Points, spread, turned
from interpreter.board import positions
from rulelang.diagnostics.visible import cells, visible, width
from rulelang.program.tables import BoardTable, Program
from rulelang.rulebook.names import lower

LINE = 15  # letters of a line before a title is broken in two
MOST = 26  # letters of a line at all
NOTE = 18  # cells of a note that changes, below a title
TERMINAL = 80  # cells of a line in a map of letters
SCALES = (1.0, 0.9, 0.8, 0.7, 0.6)
COLOURS = ("#fbf6ea", "#e8b9a5", "#bcd3c4", "#c5cfe4", "#e9d79b", "#d9c2dd", "#b9dbe0", "#dcdcd0")
PAPER, INK, WAY, EDGE = "#f3ead8", "#33261d", "#a08a6c", "#6d5641"


@dataclass(frozen=True)
class Spot:
    """A place as it is drawn: its title on one or two lines, what is printed below, and its group of colour."""

    title: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    group: str


def spots(program: Program) -> dict[int, Spot]:
    """The places by entity id."""
    table = program.board
    kinds = {program.entities[place - 1].kind for place in table.places} if table is not None else set()
    found: dict[int, Spot] = {}
    for place in table.places if table is not None else ():
        row = program.entities[place - 1]
        title = printable(row.title or row.name.replace("_", " "))
        notes = _notes(program, place)
        group = program.kinds[row.kind].name if len(kinds) > 1 else ", ".join(name for name, _ in notes)
        said = tuple(printable(f"{name} {value}".strip()) for name, value in notes)
        found[place] = Spot(title, broken(title), said, printable(group.replace("_", " ")))
    return found


def printable(text: str) -> str:
    """A text on one line that may stand in XML and cannot steer a terminal."""
    return " ".join(visible(text).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd").split())


def _notes(program: Program, place: int) -> list[tuple[str, str]]:
    """What is printed at a place: its figures and words that are not nothing."""
    notes: list[tuple[str, str]] = []
    for row in program.variables:
        if not row.fixed or row.hidden or row.owners is None or row.first_of is None or place not in row.owners:
            continue
        value = row.first_of[row.owners.index(place)]
        if value:
            name = lower(row.title) if row.title else row.name.replace("_", " ")
            notes.append((name, _value(program, row.sort, value)))
    return notes


def _value(program: Program, sort: str, value: int) -> str:
    if sort == "flag":
        return ""
    if sort == "symbol" and 0 <= value - 1001 < len(program.symbols):
        return program.symbols[value - 1001].replace("_", " ")
    if sort == "entity" and 0 < value <= len(program.entities):
        return program.entities[value - 1].title or program.entities[value - 1].name
    return str(value)


def broken(title: str) -> tuple[str, ...]:
    """A title on one line, or on two where it is long, as even as its words allow."""
    words = title.split()
    if len(title) <= LINE or len(words) < 2:
        return (_cut(title),)
    breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return tuple(_cut(line) for line in min(breaks, key=lambda pair: max(len(pair[0]), len(pair[1]))))


def _cut(line: str) -> str:
    return line if len(line) <= MOST else line[: MOST - 1] + "…"


def ways(table: BoardTable) -> list[tuple[int, int]]:
    """The pairs of places that a path joins, each once."""
    return sorted({(min(a, b), max(a, b)) for a, b, _ in table.paths if a != b})


# --- SVG -------------------------------------------------------------------------------------------------


def svg_layout(program: Program) -> tuple[Points, dict[int, Point]]:
    """Centres and sizes of the boxes in the SVG's own units; no two boxes overlap."""
    table = program.board
    if table is None or not table.places:
        return {}, {}
    sizes = {place: _size(spot) for place, spot in spots(program).items()}
    points = {place: (x * 150, y * 120) for place, (x, y) in turned(positions(table), 1.25).items()}
    return spread(points, sizes, ways(table), (26.0, 24.0)), sizes


def _breadth(line: str) -> float:
    """How broad a text is, in Latin letters: those of other scripts are broader."""
    return sum(cells(letter) * (1.0 if letter < "\u0250" else 1.2) for letter in line)


def _size(spot: Spot) -> Point:
    wide = max(_breadth(line) for line in spot.lines) * 7.6
    small = _breadth(", ".join(spot.notes)) * 6.2
    return (max(wide, small, 30.0) + 22, 17.0 * len(spot.lines) + (14.0 if spot.notes else 0) + 14)


def svg(program: Program) -> str:
    """A self-contained `<svg>`; empty where the game has no board."""
    points, sizes = svg_layout(program)
    if not points or program.board is None:
        return ""
    drawn = spots(program)
    groups = sorted({spot.group for spot in drawn.values()})
    colours = {group: COLOURS[at % len(COLOURS)] for at, group in enumerate(groups)}
    left = min(points[p][0] - sizes[p][0] / 2 for p in points) - 24
    top = min(points[p][1] - sizes[p][1] / 2 for p in points) - 24
    right = max(points[p][0] + sizes[p][0] / 2 for p in points) + 24
    legend = [group for group in groups if group] if len(groups) > 1 else []
    foot = max(points[p][1] + sizes[p][1] / 2 for p in points) + 24 + (26 if legend else 0)
    wide, high = round(right - left), round(foot - top)
    title = html.escape(printable(program.board.title or program.title or program.name))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" font-family="Georgia, \'Times New Roman\', serif">',
        f"<title>{title}</title>",
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{wide}" height="{high}" rx="10" fill="{PAPER}"/>',
    ]
    parts += [_line(points[a], points[b]) for a, b in ways(program.board)]
    parts += [_box(drawn[place], points[place], sizes[place], colours[drawn[place].group]) for place in sorted(points)]
    parts += _legend(legend, colours, left + 16, foot - 22)
    return "\n".join(parts) + "\n</svg>\n"


def _line(a: Point, b: Point) -> str:
    return f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{WAY}" stroke-width="5" stroke-linecap="round"/>'


def _box(spot: Spot, at: Point, size: Point, colour: str) -> str:
    (x, y), (wide, high) = at, size
    made = [
        f"<g><title>{html.escape(spot.title)}</title>",
        f'<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="9" '
        f'fill="{colour}" stroke="{EDGE}" stroke-width="1.5"/>',
    ]
    base = y - high / 2 + 20
    for line in spot.lines:
        made.append(
            f'<text x="{x:.1f}" y="{base:.1f}" font-size="14" fill="{INK}" text-anchor="middle">{html.escape(line)}</text>'
        )
        base += 17
    if spot.notes:
        notes = html.escape(_cut(", ".join(spot.notes)))
        made.append(
            f'<text x="{x:.1f}" y="{base - 1:.1f}" font-size="11" fill="{EDGE}" font-style="italic" text-anchor="middle">{notes}</text>'
        )
    return "\n".join([*made, "</g>"])


def _legend(groups: list[str], colours: dict[str, str], x: float, y: float) -> list[str]:
    made: list[str] = []
    for group in groups:
        made.append(
            f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="14" height="12" rx="3" fill="{colours[group]}" stroke="{EDGE}"/>'
        )
        made.append(f'<text x="{x + 20:.1f}" y="{y:.1f}" font-size="12" fill="{INK}">{html.escape(_cut(group))}</text>')
        x += 40 + 7 * len(_cut(group))
    return made


# --- letters ---------------------------------------------------------------------------------------------


def text(program: Program, dots: str = "·", notes: Mapping[int, str] | None = None, most: int = TERMINAL) -> str:
    """The board drawn with letters, ways as rows of dots; empty where the game has no board.

    `notes`: what stands below the titles instead of the printed figures, by place, each at most NOTE cells wide. Room is
    kept for one at every place, so the map stays as it is when they change. `most`: cells of a line, if the titles let it.
    """
    table = program.board
    if table is None or not table.places:
        return ""
    drawn = {place: _lines(place, spot, notes) for place, spot in spots(program).items()}
    least = 0 if notes is None else NOTE
    sizes = {
        place: (float(max(least, *(width(line) for line in lines)) + 2), float(len(lines)))
        for place, lines in drawn.items()
    }
    edges = ways(table)
    around = turned(positions(table), 1.6)
    made = ""
    for scale in SCALES:  # as wide as there is room for, if the titles let it
        points = {place: (x * 17 * scale, y * 5.5) for place, (x, y) in around.items()}
        made = _canvas(spread(points, sizes, edges, (2.0, 1.0)), sizes, drawn, edges, dots)
        if max(width(line) for line in made.splitlines()) <= most:
            break
    return made


def _lines(place: int, spot: Spot, notes: Mapping[int, str] | None) -> tuple[str, ...]:
    if notes is not None:
        return (*spot.lines, cut(printable(notes.get(place, "")), NOTE))
    return (*spot.lines, *((", ".join(spot.notes),) if spot.notes else ()))


def cut(line: str, most: int) -> str:
    """A line of at most `most` cells; one that is longer ends in dots."""
    if width(line) <= most:
        return line
    while width(line) > most - 2:
        line = line[:-1]
    return line.rstrip() + ".."


def _canvas(
    points: Points, sizes: dict[int, Point], drawn: dict[int, tuple[str, ...]], edges: list[tuple[int, int]], dots: str
) -> str:
    left = min(points[p][0] - sizes[p][0] / 2 for p in points)
    top = min(points[p][1] - sizes[p][1] / 2 for p in points)
    spots_at = {p: (round(x - left), round(y - top)) for p, (x, y) in points.items()}
    rows = max(y for _, y in spots_at.values()) + 3
    columns = max(round(spots_at[p][0] + sizes[p][0] / 2) for p in points) + 4
    grid = [[" "] * columns for _ in range(rows)]
    for a, b in edges:
        (ax, ay), (bx, by) = spots_at[a], spots_at[b]
        count = max(abs(ax - bx) // 2, abs(ay - by), 1)
        for step in range(count + 1):
            grid[round(ay + (by - ay) * step / count)][round(ax + (bx - ax) * step / count)] = dots
    for place, lines in sorted(drawn.items()):
        x, y = spots_at[place]
        for at, line in enumerate(lines):
            if line:
                wide = width(line) + 2
                _write(grid, x - wide // 2, y - (len(lines) - 1) // 2 + at, line, wide)
    return "\n".join("".join(row).rstrip() for row in grid).strip("\n") + "\n"


def _write(grid: list[list[str]], x: int, y: int, line: str, wide: int) -> None:
    if not 0 <= y < len(grid):
        return
    pad = wide - width(line)
    letters: list[str] = [" "] * (pad // 2)
    for letter in line:
        if not cells(letter) and letters:
            letters[-1] += letter
            continue
        letters.append(letter)
        letters += [""] * (cells(letter) - 1)  # a wide letter takes the next cell too
    letters += [" "] * (pad - pad // 2)
    for at, letter in enumerate(letters):
        if 0 <= x + at < len(grid[y]):
            grid[y][x + at] = letter


# --- DOT -------------------------------------------------------------------------------------------------


def dot(program: Program) -> str:
    """The board for Graphviz, with the positions of the SVG."""
    points, _ = svg_layout(program)
    lines = ["graph board {", "  node [shape=box, style=rounded];"]
    for place, spot in spots(program).items():
        x, y = points[place]
        label = "\\n".join(quoted(line)[1:-1] for line in (*spot.lines, *spot.notes))
        lines.append(f'  {quoted(program.entities[place - 1].name)} [label="{label}", pos="{x:.0f},{-y:.0f}"];')
    for a, b, _ in program.board.paths if program.board is not None else ():
        lines.append(f"  {quoted(program.entities[a - 1].name)} -- {quoted(program.entities[b - 1].name)};")
    return "\n".join([*lines, "}"]) + "\n"


def quoted(name: str) -> str:
    """A text as a DOT string."""
    return '"' + printable(name).replace("\\", "\\\\").replace('"', '\\"') + '"'
