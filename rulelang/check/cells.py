"""Table cells: each is read by the type of its column, for every card of its row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr
from rulelang.ast.statements import Do
from rulelang.check import bundles, inner
from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import CardsSym, ContainerSym, DefineSym, EntitySym, KindInfo, VariableSym
from rulelang.check.world import World
from rulelang.diagnostics import codes, did_you_mean
from rulelang.parse import parse_cell
from rulelang.program.expr import Const
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.check.expressions import Elaborator

Values = dict[int, dict[int, int]]  # variable id -> entity id -> value


def read_cells(world: World, el: Elaborator) -> Values:
    """All columns of all tables: field values by entity; fills of defines and rules go to the world."""
    values: Values = {}
    for symbol in list(world.values.values()):
        if isinstance(symbol, CardsSym) and symbol.decl.rows:
            _table(world, el, symbol, values)
    for decl in world.declarations:
        if isinstance(decl, d.Board):
            _board(world, el, decl, values)
    inner.fill(world, values)
    return values


def _table(world: World, el: Elaborator, symbol: CardsSym, values: Values) -> None:
    columns = symbol.decl.rows[0].cells
    names = [cell.text for cell in columns]
    if "name" not in names:
        return
    for column in columns:
        _column(world, symbol, column)
    for row in symbol.decl.rows[1:]:
        if names.index("name") >= len(row.cells):
            continue
        title, _ = parse_cell(row.cells[names.index("name")].text, row.span, "title")
        if not isinstance(title, d.Titled):
            continue
        entity = world.values.get(title.name.name)
        ids = entity.copies if isinstance(entity, EntitySym) else ()
        for column, cell in zip(columns, row.cells, strict=False):
            _cell(world, el, symbol.kind, column.text, cell, ids, values)


def _column(world: World, symbol: CardsSym, column: d.Cell) -> None:
    name = column.text.removeprefix("each ")
    if column.text in ("name", "copies"):
        return
    kind = symbol.kind
    if kind.member(name) is None and kind.happening(name) is None:
        known = [*kind.all_members(), *(rule for parent in kind.ancestors for rule in parent.happenings), "copies"]
        close = did_you_mean(name, known)
        world.findings.report(
            codes.UNKNOWN_COLUMN, column.span, f"a `{kind.name}` has no `{name}`",
            help=f"did you mean `{close}`?" if close else f"add a field to `kind {kind.name}`",
            related=[(kind.span, f"`{kind.name}` is declared here")],
        )


def _cell(
    world: World, el: Elaborator, kind: KindInfo, column: str, cell: d.Cell, ids: tuple[int, ...], values: Values
) -> None:
    if column in ("name", "copies") or not cell.text:
        return
    each = column.startswith("each ")
    name = column.removeprefix("each ")
    member = kind.member(name)
    if not isinstance(member, VariableSym | ContainerSym) or (isinstance(member, VariableSym) and isinstance(member.type, t.BundleT)):
        _keep_text(world, name, cell.text, ids)
    if isinstance(member, VariableSym):
        member.used = True
        parts, found = parse_cell(cell.text, cell.span, "cell")
        world.findings.items.extend(found)
        if found or not isinstance(parts, tuple):
            return
        table = values.setdefault(member.id, {})
        if isinstance(member.type, t.BundleT):
            if len(parts) > 1:
                bundles.report_many(world, cell.span, name, len(parts))
            bundles.check_joined(world, parts[0], cell)
            member.groups.update(dict.fromkeys(ids, bundles.boxes(world, parts[0])))
            return
        if isinstance(member.type, t.SetT):
            group = constant_set(world, el, parts, member.type, cell.span, name)
            member.groups.update(dict.fromkeys(ids, group))
            return
        if not each and len(parts) > 1:
            world.findings.report(codes.BAD_CELL, cell.span, f"`{name}` takes one value, not {len(parts)}")
        read = [constant(world, el, part, member.type, cell.span, name) for part in (parts if each else parts[:1])]
        table.update({id: read[index * len(read) // len(ids)] for index, id in enumerate(ids)})
    elif isinstance(member, DefineSym):
        node, found = parse_cell(cell.text, cell.span, "expr")
        world.findings.items.extend(found)
        if isinstance(node, Expr) and not found:
            define = d.Define(name=member.decl.name, params=member.decl.params, type=None, value=node, rows=(), span=cell.span)
            world.define_fills.setdefault((member.owner.name if member.owner else "", name), []).append((ids, define))
    elif isinstance(member, ContainerSym):
        member.used = True  # see inner: the things are made already
    else:
        _rule_cell(world, kind, name, cell, ids)


def _keep_text(world: World, name: str, text: str, ids: tuple[int, ...]) -> None:
    """What a cell says, for players who ask what a card does: no other text tells it so shortly."""
    for id in ids:
        row = world.entities[id - 1]
        world.entities[id - 1] = row.but(cells=(*row.cells, (name, text.strip())))


def _rule_cell(world: World, kind: KindInfo, name: str, cell: d.Cell, ids: tuple[int, ...]) -> None:
    rule = kind.happening(name)
    if rule is None or not isinstance(rule.decl, d.Rule):
        return
    parts, found = parse_cell(cell.text, cell.span, "cell")
    world.findings.items.extend(found)
    if not isinstance(parts, tuple):
        return
    body = tuple(
        Do(what=part.target if isinstance(part, x.Apply) else part, args=part.args if isinstance(part, x.Apply) else (), name=None, span=part.span)
        for part in parts
    )
    filled = d.Rule(name=rule.decl.name, params=rule.decl.params, doer=rule.decl.doer, body=body, span=cell.span)
    world.fills.setdefault((rule.kind.name if rule.kind else kind.name, name), []).append((ids, filled))


def constant_set(
    world: World, el: Elaborator, parts: tuple[Expr, ...], want: t.SetT, span: Span, name: str
) -> tuple[int, ...]:
    """A cell's set: single values and spans of numbers, in the order written."""
    found: list[int] = []
    for part in parts:
        if isinstance(part, x.Range) and isinstance(part.low, x.Number) and isinstance(part.high, x.Number):
            found += range(part.low.value, min(part.high.value, part.low.value + 1000) + 1)
        else:
            found.append(constant(world, el, part, want.of, span, name))
    return tuple(dict.fromkeys(found))


def constant(world: World, el: Elaborator, node: Expr, want: t.Type, span: Span, name: str) -> int:
    """A cell's or attribute's value; what is no constant of the type is a finding."""
    before = len(world.findings.items)
    if isinstance(want, t.AnyT):
        return 0
    scope = Scope(world)
    hint = t.Hint(want) if isinstance(want, t.SymbolT | t.FaceT) else None
    ex, type_ = el.value(node, scope, hint)
    if len(world.findings.items) > before:
        return 0
    if isinstance(want, t.NumberT) and isinstance(ex, Const) and isinstance(type_, t.NumberT):
        if not want.low <= ex.value <= want.high:
            world.findings.report(
                codes.OUT_OF_RANGE, span, f"{ex.value} lies outside {want.low}..{want.high}, the range of `{name}`",
            )
        return ex.value
    if isinstance(ex, Const) and t.fits(type_, want):
        return ex.value
    if isinstance(node, x.Name) and isinstance(want, t.SymbolT):
        close = did_you_mean(node.name, want.words)
        help = f"did you mean `{close}`?" if close else f"it is {t.describe(want)}"
    else:
        help = None
    world.findings.report(codes.BAD_CELL, span, f"`{name}` is {t.describe(want)}, which this is not", help=help)
    return 0


def _board(world: World, el: Elaborator, board: d.Board, values: Values) -> None:
    for member in board.members:
        if isinstance(member, d.Place):
            for place in member.places:
                symbol = world.values.get(place.name.name)
                if isinstance(symbol, EntitySym):
                    _attrs(world, el, member.attrs, symbol.kind, symbol.id, values)
        elif isinstance(member, d.Path):
            for left, right in zip(member.ends, member.ends[1:], strict=False):
                id = next((id for id, entity in enumerate(world.entities, 1) if entity.name == f"{left} -- {right}"), 0)
                if id:
                    _attrs(world, el, member.attrs, world.kind_of(id), id, values)
        elif isinstance(member, d.Paths) and member.rows:
            _path_table(world, el, member, values)


def _attrs(world: World, el: Elaborator, attrs: tuple[object, ...], kind: KindInfo, id: int, values: Values) -> None:
    for attr in attrs:
        if not isinstance(attr, x.FieldValue):
            continue
        symbol = kind.member(attr.name.name)
        if not isinstance(symbol, VariableSym):
            close = did_you_mean(attr.name.name, kind.all_members())
            world.findings.report(
                codes.NO_MEMBER, attr.name.span, f"a `{kind.name}` has no field `{attr.name}`",
                help=f"did you mean `{close}`?" if close else None,
            )
            continue
        if isinstance(symbol.type, t.SetT):
            symbol.groups[id] = constant_set(world, el, (attr.value,), symbol.type, attr.value.span, symbol.name)
            continue
        values.setdefault(symbol.id, {})[id] = constant(world, el, attr.value, symbol.type, attr.value.span, symbol.name)


def _path_table(world: World, el: Elaborator, paths: d.Paths, values: Values) -> None:
    names = [cell.text for cell in paths.rows[0].cells]
    at = names.index("ends") if "ends" in names else 0
    kind = world.kinds.get(paths.kind.name) if paths.kind else world.kinds["path"]
    for row in paths.rows[1:]:
        ends, _ = parse_cell(row.cells[at].text, row.span, "ends") if at < len(row.cells) else ((), ())
        if not isinstance(ends, tuple) or len(ends) != 2 or kind is None:
            continue
        id = next((id for id, entity in enumerate(world.entities, 1) if entity.name == f"{ends[0]} -- {ends[1]}"), 0)
        for column, cell in zip(names, row.cells, strict=False):
            if column != "ends" and id:
                _cell(world, el, kind, column, cell, (id,), values)
