"""Dice that are things: their kind `die`, the dice that lie in a game's places, and how much of a symbol each shows.

A game has the kind when a place of it holds `die`. A die of it has a `sort` (which of the declared dice it is) and a face,
which is nothing until it is thrown and again once it is back where it began.
"""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr, Ident, walk
from rulelang.check import types as t
from rulelang.check.symbols import KindInfo, VariableSym
from rulelang.check.types import SymbolT
from rulelang.check.world import World
from rulelang.diagnostics import codes, did_you_mean
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex
from rulelang.program.tables import FACES, DieTable, Variable
from rulelang.source import Span

DIE, DICE, SORT = "die", "dice", "sort"
MOST_DICE = 200


def declare(world: World) -> None:
    """The kind `die` and its dice, in a game where dice lie somewhere."""
    places = [node for decl in world.declarations for node in walk(decl) if isinstance(node, d.Things)]
    if DIE in world.kinds or not any(place.of.name == DIE for place in places):
        return
    kind = KindInfo(len(world.kinds), DIE, DICE, None, base=DIE)
    world.kinds[DIE] = kind
    world.plurals.setdefault(DICE, kind)
    names = tuple(table.name for table in world.dice)
    world.lists.setdefault(SORT, SymbolT(SORT, names, tuple(world.word(name) for name in names)))
    own = {id(decl) for decl in world.declarations}
    for place in places:
        if place.of.name != DIE or not isinstance(place.content, x.Formula | x.Join):
            continue
        if id(place) not in own:
            world.findings.report(
                codes.MISPLACED, place.content.span, "dice begin in a place of the game, not in one of each member",
                help="let them begin in a pile at column 0, and move them in a setup phase",
            )
        else:
            world.first_dice[place.span] = tuple(_made(world, kind, place.content))


def _made(world: World, kind: KindInfo, content: Expr) -> list[int]:
    found: list[int] = []
    for item in content.items if isinstance(content, x.Join) else (content,):
        count, die = _dice_of(world, item)
        if len(found) + count > MOST_DICE:
            world.findings.report(codes.TOO_MANY, item.span, f"a place begins with at most {MOST_DICE} dice")
            break
        for _ in range(count):
            table = world.dice[die]
            id = world.entity(table.name, table.name.replace("_", " "), kind, "thing", item.span, world.first_of_die.get(die, 0))
            world.first_of_die.setdefault(die, id)
            world.die_of[id] = die
            found.append(id)
    return found


def _dice_of(world: World, item: Expr) -> tuple[int, int]:
    """How many dice of which; none after a finding."""
    name = item.name if isinstance(item, x.Formula) else item
    ids = {table.name: id for id, table in enumerate(world.dice)}
    if not isinstance(name, x.Name) or name.name not in ids:
        told = name.name if isinstance(name, x.Name) else "this"
        close = did_you_mean(told, ids)
        world.findings.report(
            codes.UNKNOWN_NAME, item.span, f"`{told}` is no die", help=f"did you mean `{close}`?" if close else "write `6 green`"
        )
        return 0, 0
    if not isinstance(item, x.Formula):
        return 1, ids[name.name]
    if isinstance(item.count, x.Number):
        return item.count.value, ids[name.name]
    world.findings.report(codes.WRONG_TYPE, item.count.span, "how many dice lie here at first must be a number")
    return 0, 0


def declare_fields(world: World) -> None:
    """The fields of a die: its sort, printed on it, and its face."""
    kind = world.kinds.get(DIE)
    if kind is None or kind.base != DIE:
        return
    ids = kind.entities
    words = world.lists[SORT].ids
    own = tuple(words[world.die_of[id]] if id in world.die_of else 0 for id in ids)
    sort = Variable(
        SORT, "Sort", "symbol", ids, world.fresh_var(), None, None, min(words), max(words), None, own, True, False, hidden=True
    )
    symbol = VariableSym(SORT, kind.span, len(world.variables), world.lists[SORT], kind, False, told="field", used=True)
    kind.members[SORT] = symbol
    world.new_variable(sort, symbol)
    most = FACES * len(world.dice)
    face = Variable(
        "face", "Face", "number", ids, world.fresh_var(), Const(0), Const(most), 0, most, Const(0), None, False, False, hidden=True
    )
    world.face = world.new_variable(face)
    world.written.add(world.face)


def is_die(type_: t.Type) -> bool:
    """Whether a value of the type is a die that is a thing."""
    return isinstance(type_, t.EntityT) and any(kind.base == DIE for kind in type_.kind.ancestors)


def shown(world: World, owner: Ex, type_: t.Type, name: Ident) -> tuple[Ex, t.Type] | None:
    """`die.search`, and for a set of dice their sum; None where no die of the game shows that."""
    word = world.words.get(name.name)
    counts = _counts(world, word)
    if word is None or not counts:
        return None
    rows = tuple(((code,), Const(n)) for code, n in counts.items())
    most = max(counts.values())

    def of(die: Ex) -> Ex:
        return e.Case((e.Read(world.face, die),), rows)

    if not isinstance(type_, t.SetT):
        return of(owner), t.NumberT(0, most)
    var = world.fresh_var()
    return e.Fold("sum", owner, var, of(e.Var(var))), t.NumberT(0, most * t.capacity(type_))


def _counts(world: World, word: int | None) -> dict[int, int]:
    """By face, how much of a word it shows; a wild face shows none."""
    return {
        face_code(die, side): n
        for die, table in enumerate(world.dice)
        for side, face in enumerate(table.faces)
        for id, n in face.shows
        if id == word
    }


def face_code(die: int, side: int) -> int:
    """How the face that a die shows is kept: 0 is none."""
    return FACES * die + side + 1


def faces_named(world: World) -> list[str]:
    """The words that faces of dice show."""
    ids = {id for table in world.dice for face in table.faces for id, _ in face.shows}
    return [word for word, id in world.words.items() if id in ids]


def weight(table: DieTable, side: int, word: int) -> int:
    """How much of a word a face may pay with, wild ones included."""
    face = table.faces[side]
    return sum(n for id, n in face.shows if id == word) or max((n for id, n in face.either if id == word), default=0)


def report_no_face(world: World, name: Ident, span: Span) -> None:
    """A word that no die shows."""
    labels = faces_named(world)
    close = did_you_mean(name.name, labels)
    world.findings.report(
        codes.FACE_MISSING, span, f"no die shows `{name.name}`",
        help=f"did you mean `{close}`?" if close else f"dice show {', '.join(f'`{label}`' for label in labels)}",
    )
