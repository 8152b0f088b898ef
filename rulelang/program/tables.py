"""Tables of a Program: what a game has. Ids are indexes, but entity ids count from 1 and symbol ids from 1001."""

from __future__ import annotations

from typing import Literal

from rulelang.program.code import Routine
from rulelang.program.expr import Ex, Template
from rulelang.program.record import Record
from rulelang.source import NOWHERE, Span

SYMBOLS_FROM = 1001
FACE_LOCKED = 256
FACE_REROLLED = 512
AMOUNT_DIE = 65536
FACES = 128  # a die's face is kept as its die, times this, and its side, from 1
BOX = 65536  # a box of a bundle: how much, times this, and the id of the word
FAR = 9999

Sort = Literal["number", "entity", "symbol", "flag", "face", "bundle"]


class Face(Record):
    """One side of a die. `value` is the number it shows or its word's id; `shows` how much of each word (id, n) it
    counts for (empty for a number or a wild face); `label` as printed. `either`: what a wild face may count for when it
    pays a price, one of them. `title`: as `label` reads in another language."""

    label: str
    value: int
    shows: tuple[tuple[int, int], ...]
    either: tuple[tuple[int, int], ...] = ()
    title: str = ""


class DieTable(Record):
    """A die and its sides in order. `title`: as for a face."""

    name: str
    faces: tuple[Face, ...]
    title: str = ""


class KindTable(Record):
    """A kind, its members' entity ids (ascending; all players, seated or not) and its parents' ids, near and far."""

    name: str
    plural: str
    parents: tuple[int, ...]
    members: tuple[int, ...]


class Entity(Record):
    """A player, place, path or component. `card` is the same for all copies, which look alike; `kind` its own kind.
    `part_of`: the card that brings it with it, whose title stands before its own. `cells`: what its table says of it in
    rules and bundles, as written: (column, text); of a thing that a card brings, ("", how it is written there)."""

    name: str
    title: str
    kind: int
    card: int
    sort: Literal["player", "place", "path", "thing"]
    span: Span = NOWHERE
    part_of: int = 0
    cells: tuple[tuple[str, str], ...] = ()


class Variable(Record):
    """A field or track. `owners`: entity ids that have one (ascending), or None for the game's.

    `first` is its value at the start: one expression for all, evaluated when the game starts with `owner_var` as the
    owner, or (`first_of`) an integer for each owner. `fixed`: never written, so it need not lie in the state.
    `when_filled`: the first value reads the content of this slot of the owner, and is set when that is first filled.
    `low` and `high` bound it at rest (expressions over `owner_var`); `least`, `most` are the ends it can ever have.
    """

    name: str
    title: str
    sort: Sort
    owners: tuple[int, ...] | None
    owner_var: int
    low: Ex | None
    high: Ex | None
    least: int
    most: int
    first: Ex | None
    first_of: tuple[int, ...] | None
    fixed: bool
    track: bool
    when_filled: int | None = None
    seen_by: Literal["all", "holder", "none"] = "all"
    plural: str = ""  # how several of a track are called, where the file says so
    hidden: bool = False  # for the rules' own use, or the engine's (a limit's count): in no view, and not told
    place_of: bool = False  # where a player stands: `move` writes it
    span: Span = NOWHERE


class Container(Record):
    """A slot, pile, deck or bag, of the game (`owners` None) or one for each owner.

    `content`: entity ids that begin in it, for the game's or (by owner position) each owner's container.
    `active`: None never, else an expression over `owner_var` (Const 1: always). `refill`: container id (same owner, or
    the game's). `discards`: (container id, to the bottom) or None.
    """

    name: str
    title: str
    word: Literal["slot", "pile", "deck", "bag"]
    of: int
    owners: tuple[int, ...] | None
    owner_var: int
    capacity: int
    content: tuple[tuple[int, ...], ...]
    seen_by: Literal["all", "holder", "none"]
    seen_when: Ex | None
    active: Ex | None
    refill: int | None
    discards: tuple[int, bool] | None
    span: Span = NOWHERE


class BendCode(Record):
    """A modify. `ids`: the cards it is written on, or () for one that always holds. For a card it is looked at once for
    each active copy (`once`: only the first), with `this_var` the card and `value_var` what the value was."""

    op: Literal["by", "to"]
    value: Ex
    when: Ex | None
    ids: tuple[int, ...]
    once: bool
    this_var: int
    value_var: int
    span: Span = NOWHERE


class DefineCode(Record):
    """A named value. `you_var`, `this_var` and `params` are the vars its expression reads.

    Bends, in order (always, variants, cards by arrival): the last `to` wins, all `by` are summed, the range clamps.
    `fills`: for members of these entities another expression holds (card blocks): (ids, expression) pairs.
    `sort` as in Shown, or `set`."""

    name: str
    you_var: int
    this_var: int
    params: tuple[int, ...]
    value: Ex | None
    fills: tuple[tuple[tuple[int, ...], Ex], ...]
    low: Ex | None
    high: Ex | None
    bends: tuple[BendCode, ...]
    is_set: bool
    sort: str = "number"
    span: Span = NOWHERE


class BoardTable(Record):
    """The places of the game and the paths between them: (place, place, path entity or 0)."""

    name: str
    title: str
    places: tuple[int, ...]
    paths: tuple[tuple[int, int, int], ...]


class SettingTable(Record):
    """A dial and what it stands at; `choices` are the words it may have, else low and high."""

    name: str
    title: str
    value: str
    default: str
    low: int
    high: int
    choices: tuple[str, ...]


class VariantTable(Record):
    """A variant the file has; `chosen` says whether this Program has it in."""

    name: str
    title: str
    chosen: bool
    requires: tuple[str, ...]
    excludes: tuple[tuple[str, str], ...]


class Law(Record):
    """An invariant."""

    text: str
    condition: Ex
    span: Span = NOWHERE


class TestTable(Record):
    """An example: seats with names, the thing each plays (0: none), and the routine."""

    __test__ = False
    text: str
    seats: tuple[tuple[str, int], ...]
    routine: int
    span: Span = NOWHERE


class Program(Record):
    """A game, checked and lowered. `symbols[i]` has the id 1001 + i; `entities[i]` the id i + 1: players first (as many
    as the game allows), then places, paths, things. `main` is the routine of `phase game`; `rest` or -1.
    `speaker`: who decides when nobody's turn it is. `digest` names the rules: equal text, variants and settings give an equal one.
    `things_dice`: the dice that are things, each with its die; `face` is the variable of what they show, or -1.
    `track_words`: the words in bundles that are tracks of the doer, which pay them.

    A translated Program says so in `language`; `words` is then how symbols are called, `phases` how happenings are."""

    name: str
    title: str
    edition: str
    players: tuple[int, int]
    symbols: tuple[str, ...]
    dice: tuple[DieTable, ...]
    kinds: tuple[KindTable, ...]
    entities: tuple[Entity, ...]
    variables: tuple[Variable, ...]
    containers: tuple[Container, ...]
    defines: tuple[DefineCode, ...]
    board: BoardTable | None
    routines: tuple[Routine, ...]
    happenings: tuple[str, ...]
    texts: tuple[Template, ...]
    main: int
    rest: int
    speaker: Ex | None
    laws: tuple[Law, ...]
    tests: tuple[TestTable, ...]
    settings: tuple[SettingTable, ...]
    variants: tuple[VariantTable, ...]
    digest: str
    sources: tuple[str, ...] = ()
    things_dice: tuple[tuple[int, int], ...] = ()
    face: int = -1
    track_words: tuple[int, ...] = ()
    language: str = "en"
    words: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
