"""Bundles: boxes of symbols, dice and prices, `2 search and peril and sanity`, as constants and as values."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ast import expressions as x
from rulelang.ast.declarations import Cell
from rulelang.ast.node import Expr
from rulelang.check import dice
from rulelang.check.symbols import VariableSym
from rulelang.check.world import World
from rulelang.diagnostics import codes, did_you_mean
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex
from rulelang.program.tables import BOX
from rulelang.source import Span

MOST_IN_BOX = 10_000


def boxes(world: World, node: Expr) -> tuple[int, ...]:
    """The boxes an expression writes out, in order; what is no box is a finding."""
    return tuple(box for item in _items(node) for box in _box(world, item))


def is_written(world: World, node: Expr) -> bool:
    """Whether an expression writes boxes out: words, with or without a number, joined with `and`."""
    return all(_word(item) and _known(world, _word(item)) for item in _items(node))


def _items(node: Expr) -> tuple[Expr, ...]:
    return node.items if isinstance(node, x.Join) else (node,)


def _word(item: Expr) -> str:
    name = item.name if isinstance(item, x.Formula) else item
    return name.name if isinstance(name, x.Name) else ""


def _known(world: World, word: str) -> bool:
    return word in dice.faces_named(world) or word in _dice_sorts(world) or _track(world, word) is not None


def _dice_sorts(world: World) -> tuple[str, ...]:
    return world.lists[dice.SORT].words if world.first_dice else ()


def _track(world: World, word: str) -> VariableSym | None:
    """The track of a player that pays boxes of this word."""
    symbol = world.player.member(word)
    return symbol if isinstance(symbol, VariableSym) and symbol.track else None


def _box(world: World, item: Expr) -> Iterator[int]:
    word = _word(item)
    count = item.count.value if isinstance(item, x.Formula) and isinstance(item.count, x.Number) else 1
    if not word or (isinstance(item, x.Formula) and not isinstance(item.count, x.Number)):
        world.findings.report(codes.WRONG_TYPE, item.span, "a box of a bundle is a word, with a number before it or not")
    elif not _known(world, word):
        known = [*dice.faces_named(world), *_dice_sorts(world), *world.player.all_members()]
        close = did_you_mean(word, known)
        world.findings.report(
            codes.UNKNOWN_NAME, item.span, f"`{word}` is no face, no die and no track that could stand in a bundle",
            help=f"did you mean `{close}`?" if close else None,
        )
    elif not 0 < count <= MOST_IN_BOX:
        world.findings.report(codes.OUT_OF_RANGE, item.span, f"a box holds 1 to {MOST_IN_BOX}, not {count}")
    else:
        yield count * BOX + box_word(world, word)


def box_word(world: World, word: str) -> int:
    """The id that stands in a box; a player's track is noted as one that pays."""
    track = _track(world, word)
    if track is not None and word not in dice.faces_named(world):
        track.used = True
        world.track_words.setdefault(world.word(track.name), track.name)
        return world.word(track.name)
    return world.word(word)


def of_word(word: int, amount: Ex) -> Ex:
    """A bundle of one box."""
    return e.Boxes((amount.value * BOX + word,)) if isinstance(amount, Const) and amount.value > 0 else e.BoxOf(amount, word)


def of_group(values: tuple[int, ...]) -> Ex:
    """A bundle that is known before play."""
    return e.Boxes(values)


def check_joined(world: World, node: Expr, cell: Cell) -> None:
    """Report words of a bundle's cell that stand side by side, which a cell of things may hold and a bundle not."""
    if isinstance(node, x.Join) and cell.text.split().count("and") != len(node.items) - 1:
        world.findings.report(
            codes.BAD_CELL, cell.span, "two boxes of a bundle stand side by side", help="join them with `and`: `2 search and peril`"
        )


def report_many(world: World, span: Span, name: str, count: int) -> None:
    """A cell with several bundles where one belongs."""
    world.findings.report(
        codes.BAD_CELL, span, f"`{name}` takes one bundle, not {count}", help="join its boxes with `and`: `2 search and peril`"
    )
