"""Things that a card brings with it: a column that names a place of the card's kind, each of its parts a new thing there.

    | name    | tasks                                   |
    | yuggoth | peril framed inside terror, 8 search    |

makes two things of the place's kind: words that are flags of it are yes, a field's name begins that field's bundle, and what
stands before any belongs to the kind's first bundle.
"""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr
from rulelang.check import bundles
from rulelang.check import types as t
from rulelang.check.symbols import KindInfo, VariableSym
from rulelang.check.world import World
from rulelang.diagnostics import codes
from rulelang.parse import parse_cell
from rulelang.source import Span


def place_named(kind: KindInfo, name: str) -> d.Things | None:
    """The place for things that a kind or an ancestor declares under a name; asked before members are known."""
    for parent in kind.ancestors:
        for member in parent.decl.members if parent.decl is not None else ():
            if isinstance(member, d.Things) and member.name.name == name:
                return member
    return None


def make(world: World, place: d.Things, cell: d.Cell, cards: tuple[int, ...]) -> None:
    """The things of a cell, for each copy of its card."""
    kind = world.kinds.get(place.of.name)
    if not cell.text or kind is None:
        return
    parts, found = parse_cell(cell.text, cell.span, "cell")
    world.findings.items.extend(found)
    if found or not isinstance(parts, tuple):
        return
    texts = cell.text.split(",") if cell.text.count(",") + 1 == len(parts) else [""] * len(parts)
    for card in cards:
        made = []
        for number, part in enumerate(parts, 1):
            name = f"{world.entities[card - 1].name}.{place.name}.{number}"
            id = world.entity(name, str(number), kind, "thing", part.span)
            written = (("", texts[number - 1].strip()),) if texts[number - 1] else ()
            world.entities[id - 1] = world.entities[id - 1].but(part_of=card, cells=written)
            world.inner_parts[id] = part
            made.append(id)
        world.inner[place.name.name, card] = tuple(made)


def fill(world: World, values: dict[int, dict[int, int]]) -> None:
    """The fields of all such things, once the members of their kinds are known."""
    for id, part in world.inner_parts.items():
        _fill(world, id, world.kind_of(id), part, values)


def _fill(world: World, id: int, kind: KindInfo, part: Expr, values: dict[int, dict[int, int]]) -> None:
    items = part.items if isinstance(part, x.Join) else (part,)
    field = _first_bundle(kind)
    found: dict[str, list[int]] = {}
    for item in items:
        member = kind.member(item.name) if isinstance(item, x.Name) else None
        if isinstance(member, VariableSym) and isinstance(member.type, t.FlagT):
            member.used = True
            values.setdefault(member.id, {})[id] = 1
        elif isinstance(member, VariableSym) and isinstance(member.type, t.BundleT):
            field = member
        elif field is None:
            _report(world, kind, item.span)
        else:
            found.setdefault(field.name, []).extend(bundles.boxes(world, item))
            field.used = True
            field.groups[id] = tuple(found[field.name])


def _first_bundle(kind: KindInfo) -> VariableSym | None:
    """The kind's own first bundle, those of its farthest ancestor first."""
    for parent in reversed(kind.ancestors):
        for member in parent.members.values():
            if isinstance(member, VariableSym) and isinstance(member.type, t.BundleT):
                return member
    return None


def _report(world: World, kind: KindInfo, span: Span) -> None:
    world.findings.report(
        codes.BAD_CELL, span, f"a `{kind.name}` has no flag of this name, and no bundle that it could belong to",
        help=f"add `needs: bundle` to `kind {kind.name}`",
    )
