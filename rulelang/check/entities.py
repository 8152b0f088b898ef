"""First passes: the game's header, kinds, words, dice, boards and cards: everything that gets an id."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr, Ident, walk
from rulelang.ast.statements import Roll
from rulelang.check import dice, inner
from rulelang.check.symbols import CardsSym, DieSym, EntitySym, KindInfo, WordsSym
from rulelang.check.types import DieT, SymbolT
from rulelang.check.world import MOST_ENTITIES, World
from rulelang.diagnostics import codes, did_you_mean
from rulelang.parse import parse_cell
from rulelang.program.tables import BoardTable, DieTable, Face
from rulelang.source import NOWHERE, Span

T = TypeVar("T")
BUILT_IN = (("player", "players"), ("place", "places"), ("path", "paths"))
TYPE_NAMES = ("flag", "amount", "pool", "bundle", "drawing", "set")


def declare_all(world: World) -> None:
    """Run the passes in their order."""
    _game(world)
    _kinds(world)
    _words(world)
    _dice(world)
    _players(world)
    _boards(world)
    _cards(world)
    dice.declare(world)
    for kind in world.kinds.values():
        kind.entities = tuple(id for id, own in enumerate(world.entity_kinds, 1) if own.is_a(kind))


def of_class(declarations: Iterable[object], cls: type[T]) -> list[T]:
    """The declarations of one class."""
    return [decl for decl in declarations if isinstance(decl, cls)]


# --- the header ------------------------------------------------------------------------------------------


def _game(world: World) -> None:
    games = of_class(world.declarations, d.Game)
    if not games:  # composition has said so
        return
    game = games[-1]
    first = next(other for other in games if other.span.file == game.span.file)
    if first is not game:
        world.twice("game", game.name.span, first.name.span)
        game = first
    world.name, world.title = game.name.name, game.title
    for entry in game.entries:
        key, value = entry.key.name, entry.value
        if key == "players":
            world.players = _player_count(world, value)
        elif key == "edition":
            world.edition = value.value if isinstance(value, x.Text) else str(getattr(value, "value", ""))
        elif key == "speaker":
            world.speaker = value
        else:
            close = did_you_mean(key, ("players", "edition", "speaker"))
            world.findings.report(
                codes.UNKNOWN_NAME, entry.key.span, f"a game has no entry `{key}`",
                help=f"did you mean `{close}`?" if close else "it has `players`, `edition` and `speaker`",
            )


def _player_count(world: World, value: Expr) -> tuple[int, int]:
    low, high = (value.low, value.high) if isinstance(value, x.Range) else (value, value)
    if isinstance(low, x.Number) and isinstance(high, x.Number) and 1 <= low.value <= high.value <= 16:
        return low.value, high.value
    world.findings.report(
        codes.OUT_OF_RANGE, value.span, "the number of players is no range from 1 to 16", help="write `players: 1..4`"
    )
    return 1, 4


# --- kinds -----------------------------------------------------------------------------------------------


def _kinds(world: World) -> None:
    for name, plural in BUILT_IN:
        world.kinds[name] = KindInfo(len(world.kinds), name, plural, None, base=name)
        world.plurals[plural] = world.kinds[name]
    declared = of_class(world.declarations, d.Kind)
    for decl in declared:
        _kind(world, decl)
    for decl in declared:
        kind = world.kinds[decl.name.name]
        for parent in decl.parents:
            found = world.kinds.get(parent.name)
            if found is None:
                close = did_you_mean(parent.name, world.kinds)
                world.findings.report(
                    codes.UNKNOWN_NAME, parent.span, f"unknown kind `{parent.name}`",
                    help=f"did you mean `{close}`?" if close else f"declare it: `kind {parent.name}`",
                )
            elif kind in found.ancestors:
                world.findings.report(codes.READS_ITSELF, parent.span, f"`{kind.name}` would be its own ancestor")
            else:
                kind.parents.append(found)


def _kind(world: World, decl: d.Kind) -> None:
    name = decl.name.name
    old = world.kinds.get(name)
    if old is not None and (old.decl is not None or name not in {base for base, _ in BUILT_IN}):
        world.twice(name, decl.name.span, old.span)
        return
    if old is None:
        old = world.kinds[name] = KindInfo(len(world.kinds), name, "", None)
    kind = old
    kind.decl, kind.span = decl, decl.name.span
    if decl.plural is not None:
        kind.plural = decl.plural.name
        if decl.plural.name in world.plurals and world.plurals[decl.plural.name] is not kind:
            world.twice(decl.plural.name, decl.plural.span, world.plurals[decl.plural.name].span)
        world.plurals[decl.plural.name] = kind
    elif not kind.plural:
        kind.plural = name


# --- words and dice --------------------------------------------------------------------------------------


def _words(world: World) -> None:
    for decl in of_class(world.declarations, d.Symbols):
        name = decl.name.name
        seen: dict[str, Span] = {}
        for word in decl.words:
            if word.name in seen:
                world.twice(word.name, word.span, seen[word.name])
            seen.setdefault(word.name, word.span)
        words = tuple(seen)
        type_ = SymbolT(name, words, tuple(world.word(word, span) for word, span in seen.items()))
        if name in world.lists:
            world.twice(name, decl.name.span, world.values[name].span if name in world.values else NOWHERE)
            continue
        world.lists[name] = type_
        if name not in world.values:
            world.values[name] = WordsSym(name, decl.name.span, type_, told="list of symbols")


def _dice(world: World) -> None:
    for decl in of_class(world.declarations, d.Die):
        faces = tuple(face for node in decl.faces for face in _faces(world, node))
        if not faces:
            faces = (Face("1", 1, ()),)
        world.dice.append(DieTable(decl.name.name, faces))
        id = len(world.dice) - 1
        world.add_value(DieSym(decl.name.name, decl.name.span, id, DieT(id, decl.name.name), told="die"))


def _faces(world: World, node: Expr) -> Iterable[Face]:
    match node:
        case x.Number(value=value):
            yield Face(str(value), value, ())
        case x.Range(low=x.Number(value=low), high=x.Number(value=high)):
            if high - low > 99:
                world.findings.report(codes.TOO_MANY, node.span, "a die has at most 100 sides")
                high = low
            for number in range(low, high + 1):
                yield Face(str(number), number, ())
        case x.Name(name=name):
            id = world.word(name, node.span)
            yield Face(name, id, ((id, 1),))
        case x.Formula(count=x.Number(value=count), name=x.Name(name=name)):
            yield Face(f"{count} {name}", world.word(f"{count} {name}"), ((world.word(name), count),))
        case x.Join(items=items):
            parts = [face for item in items for face in _faces(world, item)]
            label = " and ".join(part.label for part in parts)
            yield Face(label, world.word(label), tuple(show for part in parts for show in part.shows))
        case x.Either(items=items):
            parts = [face for item in items for face in _faces(world, item)]
            label = " or ".join(part.label for part in parts)
            yield Face(label, world.word(label), (), tuple(show for part in parts for show in part.shows))
        case _:
            world.silenced |= {part.name for part in walk(node) if isinstance(part, x.Name | Ident)}
            world.findings.report(
                codes.WRONG_TYPE, node.span, "a face is a number, a word, or words with `and` or `or`",
                help="put a comma between two faces",
            )


def pool_die(world: World) -> int:
    """The die whose pools are handed about: the only one that is rolled several at a time, else the first; -1: none."""
    if world.pool_die is None:
        rolled = {
            node.what.name
            for decl in world.declarations
            for node in walk(decl)
            if isinstance(node, Roll) and node.count is not None and isinstance(node.what, x.Name)
        }
        ids = [id for id, die in enumerate(world.dice) if die.name in rolled]
        world.pool_die = ids[0] if ids else (0 if world.dice else -1)
    return world.pool_die


# --- players, places, cards ------------------------------------------------------------------------------


def _players(world: World) -> None:
    kind = world.player
    for seat in range(1, world.players[1] + 1):
        world.entity(f"player_{seat}", f"Player {seat}", kind, "player", kind.span)


def titled(name: str, title: str | None) -> str:
    """The printed title of a name that has none of its own."""
    return title if title else (name[:1].upper() + name[1:]).replace("_", " ")


def _boards(world: World) -> None:
    boards = of_class(world.declarations, d.Board)
    places: list[int] = []
    edges: list[tuple[int, int, int]] = []
    for board in boards:
        if board.laid is not None:
            world.findings.report(codes.NOT_YET, board.span, "a board laid from tiles is not played yet")
            continue
        for member in of_class(board.members, d.Place):
            kind = _kind_named(world, member.kind, "place")
            for place in member.places:
                id = world.entity(place.name.name, titled(place.name.name, place.title), kind, "place", place.name.span)
                if world.add_value(EntitySym(place.name.name, place.name.span, id, kind, (id,), told="place")):
                    places.append(id)
        for path in of_class(board.members, d.Path):
            _edges(world, path.ends, _kind_named(world, path.kind, "path"), edges)
        for table in of_class(board.members, d.Paths):
            _path_rows(world, table, edges)
    if boards:
        named = next((board for board in boards if board.laid is None), boards[0])
        world.board = BoardTable(named.name.name, titled(named.name.name, named.title), tuple(places), tuple(edges))


def _kind_named(world: World, name: Ident | None, default: str) -> KindInfo:
    if name is None:
        return world.kinds[default]
    found = world.kinds.get(name.name)
    if found is None or not any(kind.base == default for kind in found.ancestors):
        close = did_you_mean(name.name, [kind.name for kind in world.kinds.values() if default in {k.base for k in kind.ancestors}])
        world.findings.report(
            codes.UNKNOWN_NAME, name.span, f"`{name.name}` is no kind of {default}",
            help=f"did you mean `{close}`?" if close else f"declare it: `kind {name.name} is {default}`",
        )
        return world.kinds[default]
    return found


def _place_id(world: World, end: Ident) -> int:
    symbol = world.values.get(end.name)
    if isinstance(symbol, EntitySym) and symbol.kind.is_place:
        return symbol.id
    places = [name for name, sym in world.values.items() if isinstance(sym, EntitySym) and sym.kind.is_place]
    if end.name in world.unknown:
        return 0
    world.unknown.add(end.name)
    close = did_you_mean(end.name, places)
    world.findings.report(
        codes.UNKNOWN_NAME, end.span, f"unknown place `{end.name}`",
        help=f"did you mean `{close}`?" if close else f"declare it: `place {end.name}`",
    )
    return 0


def _edges(world: World, ends: tuple[Ident, ...], kind: KindInfo, edges: list[tuple[int, int, int]]) -> list[int]:
    made = []
    ids = [_place_id(world, end) for end in ends]
    for a, b, left, right in zip(ids, ids[1:], ends, ends[1:], strict=False):
        if not a or not b:
            continue
        if any({a, b} == {edge[0], edge[1]} for edge in edges):
            world.findings.report(
                codes.DUPLICATE_ENTRY, left.span.to(right.span), f"the path `{left} -- {right}` is there already",
                help="remove one of the two",
            )
            continue
        name = f"{left} -- {right}"
        path = world.entity(name, f"{world.entities[a - 1].title} -- {world.entities[b - 1].title}", kind, "path", left.span)
        edges.append((a, b, path))
        made.append(path)
    return made


def _path_rows(world: World, decl: d.Paths, edges: list[tuple[int, int, int]]) -> None:
    kind = _kind_named(world, decl.kind, "path")
    if not decl.rows:
        return
    columns = [cell.text for cell in decl.rows[0].cells]
    at = columns.index("ends") if "ends" in columns else 0
    for row in decl.rows[1:]:
        if at < len(row.cells):
            cell = row.cells[at]
            ends, found = parse_cell(cell.text, cell.span, "ends")
            world.findings.items.extend(found)
            if isinstance(ends, tuple):
                _edges(world, ends, kind, edges)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(world: World) -> None:
    for decl in of_class(world.declarations, d.Cards):
        kind = world.kinds.get(decl.of.name)
        if kind is None:
            close = did_you_mean(decl.of.name, world.kinds)
            world.findings.report(
                codes.UNKNOWN_NAME, decl.of.span, f"unknown kind `{decl.of.name}`",
                help=f"did you mean `{close}`?" if close else f"declare it: `kind {decl.of.name}:`",
            )
            world.silenced |= {decl.name.name, *_names_of(decl)}
            continue
        made: list[int] = []
        rows = _row_cards(world, decl, kind, made)
        for card in decl.cards:
            if rows and card.name.name not in rows:
                close = did_you_mean(card.name.name, rows)
                world.findings.report(
                    codes.UNKNOWN_NAME, card.name.span, f"the table `{decl.name}` has no row `{card.name}`",
                    help=f"did you mean `{close}`?" if close else "add a row, or correct the name",
                    related=[(decl.name.span, "this table")],
                )
            elif not rows:
                _one_card(world, card.name, titled(card.name.name, card.title), kind, 1, made)
        world.add_value(CardsSym(decl.name.name, decl.name.span, decl, kind, tuple(made), told="cards"))


def _names_of(decl: d.Cards) -> set[str]:
    """The names a table would declare: after a mistake in its head nothing is said of them."""
    columns = [cell.text for cell in decl.rows[0].cells] if decl.rows else []
    at = columns.index("name") if "name" in columns else 0
    return {card.name.name for card in decl.cards} | {
        row.cells[at].text.split()[0] for row in decl.rows[1:] if at < len(row.cells) and row.cells[at].text
    }


def _one_card(world: World, name: Ident, title: str, kind: KindInfo, copies: int, made: list[int]) -> None:
    if len(world.entities) + copies > MOST_ENTITIES:
        world.findings.report(codes.TOO_MANY, name.span, f"a game can hold at most {MOST_ENTITIES:,} things")
        copies = 1
    first = len(world.entities) + 1
    ids = tuple(world.entity(name.name, title, kind, "thing", name.span, first) for _ in range(copies))
    if world.add_value(EntitySym(name.name, name.span, first, kind, ids, told="card")):
        made.extend(ids)


def _row_cards(world: World, decl: d.Cards, kind: KindInfo, made: list[int]) -> set[str]:
    if not decl.rows:
        return set()
    columns = [cell.text for cell in decl.rows[0].cells]
    if "name" not in columns:
        world.findings.report(
            codes.BAD_ROW, decl.rows[0].span, "the table has no column `name`", help="its first row names the columns"
        )
        return set()
    for index, column in enumerate(columns):
        if column in columns[:index]:
            world.findings.report(
                codes.DUPLICATE_ENTRY, decl.rows[0].cells[index].span, f"the column `{column}` stands here twice", help="remove one of the two"
            )
    names: set[str] = set()
    for row in decl.rows[1:]:
        if len(row.cells) != len(columns):
            world.findings.report(
                codes.BAD_ROW, row.span, f"the row has {len(row.cells)} cells, but the table has {len(columns)} columns",
                related=[(decl.rows[0].span, "the columns")],
            )
        if columns.index("name") >= len(row.cells):
            continue
        cell = row.cells[columns.index("name")]
        title, found = parse_cell(cell.text, cell.span, "title")
        world.findings.items.extend(found)
        if not isinstance(title, d.Titled):
            continue
        copies = _copies(world, row, columns)
        names.add(title.name.name)
        before = len(made)
        _one_card(world, title.name, titled(title.name.name, title.title), kind, copies, made)
        for column, cell in zip(columns, row.cells, strict=False):
            place = inner.place_named(kind, column)
            if place is not None:
                inner.make(world, place, cell, tuple(made[before:]))
    return names


def _copies(world: World, row: d.Row, columns: list[str]) -> int:
    copies = 1
    for column, cell in zip(columns, row.cells, strict=False):
        if column == "copies":
            if cell.text.isdigit() and 0 <= int(cell.text) <= 1000:
                copies *= int(cell.text)
            else:
                world.findings.report(codes.BAD_CELL, cell.span, f"`{cell.text}` is no number of copies from 0 to 1000")
        elif column.startswith("each "):
            copies *= max(1, cell.text.count(",") + 1)
    return copies
