"""What is declared and never used, and places nobody can reach: looked at when everything else is checked."""

from __future__ import annotations

from rulelang.ast.declarations import Board, Test
from rulelang.ast.expressions import Compare, Name
from rulelang.ast.node import Ident, walk
from rulelang.check.symbols import CardsSym, ContainerSym, DefineSym, EntitySym, SettingSym, Symbol, VariableSym
from rulelang.check.world import World
from rulelang.diagnostics import codes
from rulelang.program.expr import Const
from rulelang.source import Span


def report_unused(world: World) -> None:
    """Report values that nothing reads and places no path leads to."""
    elsewhere = _named_in_variants(world)
    for symbol in _symbols(world):
        if not symbol.used and symbol.name not in elsewhere and isinstance(symbol, VariableSym | DefineSym | SettingSym | ContainerSym | CardsSym):
            if isinstance(symbol, ContainerSym) and world.containers and world.containers[symbol.id].content != ((),):
                continue
            world.findings.report(
                codes.UNUSED, symbol.span, f"the {symbol.told} `{symbol.name}` is never used", help="remove it, or use it"
            )
    for order in world.orders.values():
        if not order.used and order.name not in elsewhere:
            world.findings.report(codes.UNUSED, order.span, f"the order `{order.name}` is never used")
    _places(world)


def _named_in_variants(world: World) -> set[str]:
    """The names that variants speak of which are not chosen: what only they use is used."""
    return {
        node.name
        for variant in getattr(world.composed, "variants", ())
        if not variant.chosen
        for decl in variant.declarations
        for node in walk(decl)
        if isinstance(node, Name | Ident)
    }


def _symbols(world: World) -> list[Symbol]:
    found = list(world.values.values())
    for kind in world.kinds.values():
        found += kind.members.values()
    return list(dict.fromkeys(found))


def _places(world: World) -> None:
    """A place that no path joins to where the players start, and that no rule names."""
    board = world.board
    if board is None or len(board.places) < 2 or not board.paths:
        return
    joined: dict[int, list[int]] = {}
    for a, b, _ in board.paths:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    reached, queue = set(), [_start(world)]
    while queue:
        place = queue.pop()
        if place not in reached:
            reached.add(place)
            queue += joined.get(place, [])
    if len(reached) == len(board.places):
        return
    sent = _named_otherwise(world)
    for symbol in world.values.values():
        if isinstance(symbol, EntitySym) and symbol.id in board.places and symbol.id not in reached and symbol.name not in sent:
            world.findings.report(
                codes.UNREACHABLE_PLACE, symbol.span, f"nobody can reach the place `{symbol.name}`",
                help=f"add a path to it: `path {symbol.name} -- …`", related=[(_board_span(world), "the board")],
            )


def _named_otherwise(world: World) -> set[str]:
    """The names that are said of more than what is: a place that is only compared with, nobody is sent to."""
    said: set[str] = set()
    for decl in world.declarations:
        if not isinstance(decl, Board | Test):
            compared = {
                id(side) for node in walk(decl) if isinstance(node, Compare) for side in (node.left, node.right)
            }
            said |= {node.name for node in walk(decl) if isinstance(node, Name) and id(node) not in compared}
    return said


def _start(world: World) -> int:
    """Where the players begin: the first value of their `at`, else the first place."""
    assert world.board is not None
    for variable in world.variables:
        if variable.place_of and isinstance(variable.first, Const) and variable.first.value:
            return variable.first.value
    return world.board.places[0]


def _board_span(world: World) -> Span:
    assert world.board is not None
    return world.entities[world.board.places[0] - 1].span
