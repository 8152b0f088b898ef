"""Expressions of a Program: pure trees, resolved and typed. No choice, chance or change happens inside one.

Every value is an integer, a sequence of integers (a set in its order), or text.
    number            itself                         flag       0 or 1
    symbol            its id, from 1001 up           entity     its id, from 1 up (players, places, paths, cards)
    face of a die     the number it shows, or the id of its word
    nothing           0 in all of them: the member of nothing is 0, so no guard is needed anywhere
    amount            count + 65536 * (die id + 1); a plain number has nothing there
    bundle            a sequence of boxes, each a number: amount * 65536 + the id of the word
    loose pool        the address (index in the state vector) of its block: a count, then a cell for each die
                      holding `face index + 256 * locked + 512 * rerolled`
Local slots count from the first cell after the frame's header. `Var` is a name bound inside an expression.
"""

from __future__ import annotations

from typing import Literal

from rulelang.program.record import Record
from rulelang.source import NOWHERE, Span


class Ex(Record, kw_only=True):
    """An expression."""

    span: Span = NOWHERE


# --- leaves ----------------------------------------------------------------------------------------------


class Const(Ex):
    """An integer."""

    value: int


class Local(Ex):
    """One cell of the running frame."""

    slot: int


class LocalSet(Ex):
    """A set kept in the frame: cell `slot` is its length n, the next n cells its members."""

    slot: int


class LocalAt(Ex):
    """Cell `slot + index` of the frame."""

    slot: int
    index: Ex


class LocalPool(Ex):
    """The address of a loose pool whose block begins at `slot` of this frame."""

    slot: int


class You(Ex):
    """The doer of the running frame; 0 where there is none."""


class This(Ex):
    """The thing whose rule the running frame is; 0 where there is none."""


class Var(Ex):
    """A name bound by Filter, Fold, Map or a define's parameters; ids are unique in a Program."""

    id: int


# --- reading the game ------------------------------------------------------------------------------------


class Read(Ex):
    """A variable: the game's where `owner` is None, else of one entity (0 for the entity 0)."""

    variable: int
    owner: Ex | None


class Held(Ex):
    """The first thing in a container, or 0: what a slot's name reads as."""

    container: int
    owner: Ex | None


class Contents(Ex):
    """All things in a container, first (top) to last (bottom)."""

    container: int
    owner: Ex | None


class ContentsOf(Ex):
    """The things in the containers of every member of a set, in the set's order."""

    container: int
    owners: Ex


class Lies(Ex):
    """1 if a thing lies in this container of this owner."""

    thing: Ex
    container: int
    owner: Ex | None


class Boxed(Ex):
    """1 if a thing is out of play: in the box."""

    thing: Ex


class Holder(Ex):
    """The entity in one of whose containers a thing lies; 0 if it lies with the game or nowhere."""

    thing: Ex


class Standing(Ex):
    """The board place where a thing stands: the first place met going from holder to holder; 0 if none."""

    thing: Ex


class Players(Ex):
    """The seated players, in seat order; from `start` on and round the table where it is given and not 0."""

    start: Ex | None = None


class Entities(Ex):
    """A fixed set of entities, ascending."""

    ids: tuple[int, ...]


class ActiveOf(Ex):
    """Those of `ids` that lie in an active place now, by order of arrival."""

    ids: tuple[int, ...]


class IsOneOf(Ex):
    """1 if an entity is one of `ids` (ascending): what `is a KIND` and a card's copies come down to."""

    value: Ex
    ids: tuple[int, ...]


class NextPlayer(Ex):
    """The player to the left of one."""

    player: Ex


# --- the board -------------------------------------------------------------------------------------------


class Neighbours(Ex):
    """The places one path away, ascending."""

    place: Ex


class Distance(Ex):
    """Paths on the shortest way between two places; 9999 where there is none."""

    a: Ex
    b: Ex


class Reach(Ex):
    """The places within n paths of one, itself included, walking only over places where `condition` holds of `var`."""

    place: Ex
    steps: Ex
    var: int
    condition: Ex | None


class Ends(Ex):
    """The two places of a path."""

    path: Ex


# --- counting and comparing ------------------------------------------------------------------------------


class Arith(Ex):
    """`+ - *`; `down` and `up` divide, rounding so; division by 0 is a fault."""

    op: Literal["+", "-", "*", "down", "up"]
    left: Ex
    right: Ex


class Compare(Ex):
    """1 or 0."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Ex
    right: Ex


class And(Ex):
    """1 or 0; the right side is not looked at when the left is 0."""

    left: Ex
    right: Ex


class Or(Ex):
    """1 or 0; the right side is not looked at when the left is 1."""

    left: Ex
    right: Ex


class Not(Ex):
    """1 or 0."""

    value: Ex


class If(Ex):
    """One of two values."""

    condition: Ex
    then: Ex
    otherwise: Ex


class InSpan(Ex):
    """1 if low <= value <= high."""

    value: Ex
    low: Ex
    high: Ex


class InSet(Ex):
    """1 if a value is a member of a set."""

    value: Ex
    group: Ex


class Case(Ex):
    """A table by one or two keys: the value of the first row whose keys are equal; 0 where none is."""

    keys: tuple[Ex, ...]
    rows: tuple[tuple[tuple[int, ...], Ex], ...]


# --- sets ------------------------------------------------------------------------------------------------


class Filter(Ex):
    """`S where C`: members for which `condition` is 1, `var` being the member, in the set's order."""

    group: Ex
    var: int
    condition: Ex


class Map(Ex):
    """The value for each member, nothing (0) left out and doubles kept: `who of players`."""

    group: Ex
    var: int
    value: Ex


class Fold(Ex):
    """`sum`, `least`, `most` of a value over the members of a set; 0 for an empty set."""

    op: Literal["sum", "least", "most"]
    group: Ex
    var: int
    value: Ex


class Count(Ex):
    """How many members."""

    group: Ex


class AnyOf(Ex):
    """1 if the set has a member."""

    group: Ex


class First(Ex):
    """The first member, or 0."""

    group: Ex


class Union(Ex):
    """The members of all parts, part by part; a member that came before is left out."""

    parts: tuple[Ex, ...]


class Single(Ex):
    """The set of one value; empty if the value is nothing (0)."""

    value: Ex


class Numbers(Ex):
    """`low..high` as a set of numbers; empty if high is below low."""

    low: Ex
    high: Ex


# --- bundles ---------------------------------------------------------------------------------------------


class Boxes(Ex):
    """A bundle that is known before play: its boxes."""

    boxes: tuple[int, ...]


class BoxOf(Ex):
    """The bundle of one box, `amount` of a word; empty where the amount is not above 0."""

    amount: Ex
    word: int


class Concat(Ex):
    """The boxes of all parts, part by part."""

    parts: tuple[Ex, ...]


class BoxSum(Ex):
    """How much of a word the boxes of a bundle ask for in all."""

    bundle: Ex
    word: int


# --- dice ------------------------------------------------------------------------------------------------


class PoolCount(Ex):
    """How much of a word (a symbol id) a loose pool shows in all; a wild face shows none of its words."""

    pool: Ex
    symbol: int
    die: int


class PoolFaces(Ex):
    """The faces of a loose pool, die by die, as face values."""

    pool: Ex
    die: int


class PoolWhere(Ex):
    """The dice of a loose pool for which `condition` holds, as positions 0.. in it; `var` is the face value,
    `locked` and `rerolled` (var ids) whether the die is locked or was rerolled."""

    pool: Ex
    die: int
    var: int
    locked: int
    rerolled: int
    condition: Ex | None


# --- calls and texts -------------------------------------------------------------------------------------


class Value(Ex):
    """A define, with its bends: `you` is whose names are bare in it, `this` the thing it is a member of (or None)."""

    define: int
    you: Ex
    this: Ex | None
    args: tuple[Ex, ...]


class Shown(Ex):
    """A value inside a text. `sort` says how it is written: number, entity, symbol, flag, face, bundle."""

    value: Ex
    sort: Literal["number", "entity", "symbol", "flag", "face", "bundle"]


class Template(Ex):
    """A text with holes: strings and Shown in turn. `key` is the whole text as written, for translation.

    A translation into a language with plurals has `forms`, each like `parts` and with the same Shown, and `plural`: gettext's
    rule, which chooses one by the text's only number.
    """

    key: str
    parts: tuple[str | Shown, ...]
    forms: tuple[tuple[str | Shown, ...], ...] = ()
    plural: str = ""
