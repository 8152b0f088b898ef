"""Declarations: what a game has, what happens in it, and how both are bent."""

from __future__ import annotations

from typing import Literal

from rulelang.ast.expressions import Param
from rulelang.ast.node import Attr, Decl, Expr, Head, Ident, Node, TypeRef
from rulelang.ast.statements import Arm, Body, Option

# --- the file --------------------------------------------------------------------------------------------


class File(Node):
    """One file's declarations, in order."""

    declarations: tuple[Decl, ...]


class Entry(Node):
    """`players: 1..4` in a game."""

    key: Ident
    value: Expr


class Game(Decl):
    """`game arkham "Arkham Express":`"""

    name: Ident
    title: str
    entries: tuple[Entry, ...]


class Include(Decl):
    """`include "cards.rules"`: another file of the same game."""

    path: str


class Extends(Decl):
    """`extends "arkham.rules"`: a game to build on."""

    path: str


class Setting(Decl):
    """`setting rerolls: 0..9 = 3 "Rerolls a turn"`"""

    name: Ident
    type: TypeRef
    default: Expr
    title: str


# --- components ------------------------------------------------------------------------------------------


class Symbols(Decl):
    """`symbols harm: body, mind`"""

    name: Ident
    words: tuple[Ident, ...]


class Die(Decl):
    """`die fate: clue, move, heal, monster, fight, fight`; a face is a Name, Number, Range, Formula, Join or Either."""

    name: Ident
    faces: tuple[Expr, ...]


class Kind(Decl):
    """`kind breed / breeds is actor:`"""

    name: Ident
    plural: Ident | None
    parents: tuple[Ident, ...]
    members: tuple[Decl, ...]


class Field(Decl):
    """`contact, armed: flag (each turn) = no`: in a kind each member's, at top level the game's."""

    names: tuple[Ident, ...]
    type: TypeRef
    attrs: tuple[Attr, ...]
    default: Expr | None


class Things(Decl):
    """`deck attacks of attack (discards to spent) = attack_cards`"""

    word: Literal["slot", "pile", "deck", "bag"]
    name: Ident
    of: Ident
    attrs: tuple[Attr, ...]
    content: Expr | None


class TrackName(Node):
    """`clue / clues`"""

    name: Ident
    plural: Ident | None


class Space(Decl):
    """`space blood "Spattered blood": 3, 6, 8` on a track"""

    name: Ident
    title: str | None
    positions: tuple[Expr, ...]
    attrs: tuple[Attr, ...]


class Marker(Decl):
    """`marker darkness "The Dark": 16 to 0` on a track"""

    name: Ident
    title: str | None
    start: Expr
    end: Expr


class Track(Decl):
    """`track clue / clues: 0..clue_cap (each turn) = who.clues`; or spaces and markers in place of the range."""

    names: tuple[TrackName, ...]
    title: str | None
    range: TypeRef | None
    attrs: tuple[Attr, ...]
    default: Expr | None
    parts_of: tuple[Decl, ...]


class Cell(Node):
    """One cell: its text as written; read later, by its column's type."""

    text: str


class Row(Node):
    """One table row, as written between its outer bars: the cells' texts, stripped, and where each stands."""

    cells: tuple[Cell, ...]


class CsvFile(Node):
    """`from "cards.csv"`"""

    path: str


class Card(Decl):
    """`card pete "Ashcan Pete": …`"""

    name: Ident
    title: str | None
    members: tuple[Decl, ...]


class Cards(Decl):
    """`cards monsters of monster:` a table (first row the columns), then cards with rules of their own."""

    name: Ident
    of: Ident
    rows: tuple[Row, ...]
    sources: tuple[CsvFile, ...]
    cards: tuple[Card, ...]


class Titled(Node):
    """`cave "Black Cave"`"""

    name: Ident
    title: str | None


class Place(Decl):
    """`place northside, rivertown: street (site: 1)`"""

    places: tuple[Titled, ...]
    kind: Ident | None
    attrs: tuple[Attr, ...]


class Path(Decl):
    """`path a -- b -- c: corridor (door: open)`"""

    ends: tuple[Ident, ...]
    kind: Ident | None
    attrs: tuple[Attr, ...]


class Paths(Decl):
    """`paths of corridor:` with a table whose column `ends` holds `a -- b`."""

    kind: Ident | None
    rows: tuple[Row, ...]


class Sign(Decl):
    """`sign "A": opening (arrow: yes)` on a laid board"""

    signs: tuple[str, ...]
    kind: Ident
    attrs: tuple[Attr, ...]


class Board(Decl):
    """`board town "Arkham": …`, `board mine laid from tiles: …`"""

    name: Ident
    title: str | None
    laid: Expr | None
    members: tuple[Decl, ...]


class Drawing(Decl):
    """`drawing hall:` rows that keep their spaces."""

    name: Ident
    rows: tuple[Row, ...]


# --- values and preferences ------------------------------------------------------------------------------


class Define(Decl):
    """`define might(foe: monster): 1..9 = foe.strength`; `rows` for a grid over two symbols."""

    name: Ident
    params: tuple[Param, ...]
    type: TypeRef | None
    value: Expr | None
    rows: tuple[Row, ...]


class OrderLine(Node):
    """`highest E`, `lowest E`, `first C`, `seats from P`, `choice`, `chance`, each with `when`."""

    word: Literal["highest", "lowest", "first", "seats", "choice", "chance"]
    value: Expr | None
    when: Expr | None


class Order(Decl):
    """`order weakest(victim: character): …`"""

    name: Ident
    params: tuple[Param, ...]
    lines: tuple[OrderLine, ...]


# --- happenings ------------------------------------------------------------------------------------------


class Dice(Node):
    """`2 d6`, `d6`, `chart_dice` in a table's head"""

    count: Expr | None
    die: Expr


class Table(Decl):
    """`table injury of 2 d6:` arms of statements keyed by a roll; of a pair, `of d6, d6`."""

    name: Ident
    params: tuple[Param, ...]
    dice: tuple[Dice, ...]
    arms: tuple[Arm, ...]


class Phase(Decl):
    """`phase round(starter: player): …`: can be ended by name and counted against."""

    name: Ident
    params: tuple[Param, ...]
    body: Body


class Rule(Decl):
    """`rule hunt for fiend: …`; without a body, there to be filled."""

    name: Ident
    params: tuple[Param, ...]
    doer: Ident | None
    body: Body | None


class Choice(Decl):
    """`choice treatment "St. Mary's heals": …`"""

    name: Ident
    params: tuple[Param, ...]
    prompt: str | None
    options: tuple[Option, ...]


# --- bends -----------------------------------------------------------------------------------------------


class Before(Head):
    """`before cast, skip`"""

    targets: tuple[Expr, ...]


class After(Head):
    """`after seal`"""

    targets: tuple[Expr, ...]


class InsteadOf(Head):
    """`instead of settle`"""

    targets: tuple[Expr, ...]


class Whenever(Head):
    """`whenever C`: looked at when the game is at rest."""

    condition: Expr


class Reaches(Head):
    """`on health reaches 0`"""

    track: Expr
    value: Expr


class Enters(Head):
    """`on player enters`"""

    what: Expr


class Leaves(Head):
    """`on this leaves`"""

    what: Expr


class RunsOut(Head):
    """`on held runs out`"""

    place: Expr


class DrawFrom(Head):
    """`on draw from stack`"""

    place: Expr


class Trigger(Decl):
    """`trigger NAME HEAD [when C]: body`"""

    name: Ident | None
    head: Head
    when: Expr | None
    body: Body


class Modify(Decl):
    """`modify holder.rerolls by 1 when C`, `modify clue_cap to 99`"""

    target: Expr
    op: Literal["by", "to"]
    value: Expr
    when: Expr | None
    once: bool


class Offer(Decl):
    """`offer in rerolling "Reroll a monster" costs 1 clue: …`"""

    choices: tuple[Expr, ...]
    options: tuple[Option, ...]


class EndingWhen(Decl):
    """`win "The way is sealed" when C`, at top level: looked at when the game is at rest."""

    result: Literal["win", "defeat"]
    text: str
    when: Expr


# --- variants, edits, laws, examples ---------------------------------------------------------------------


class Requires(Decl):
    """`requires coop`"""

    variants: tuple[Ident, ...]


class Excludes(Decl):
    """`excludes all_or_nothing because "…"`"""

    variants: tuple[Ident, ...]
    because: str | None


class Variant(Decl):
    """`variant solo "Playing alone" on when C: …`"""

    name: Ident
    title: str
    on: Expr | None
    members: tuple[Decl, ...]


class Change(Decl):
    """`change zombie.strength from 2 to 3`"""

    target: Expr
    old: Expr
    new: Expr


class Replace(Decl):
    """`replace rule strike: …`"""

    declaration: Decl


class Remove(Decl):
    """`remove trigger sixth_seal`, `remove path a -- b`"""

    word: Ident
    names: tuple[Ident, ...]


class RowMember(Decl):
    """A table row inside `add to`."""

    row: Row


class OptionMember(Decl):
    """An option inside `add to` a choice."""

    option: Option


class OrderMember(Decl):
    """A line inside `add to` an order."""

    line: OrderLine


class AddTo(Decl):
    """`add to town: …`"""

    target: Ident
    members: tuple[Decl, ...]


class Invariant(Decl):
    """`invariant "fewer than three monster dice wait": threat < 3`"""

    text: str
    condition: Expr


# --- tests -----------------------------------------------------------------------------------------------


class TestItem(Node):
    """One line of a test."""

    __test__ = False


class Seat(Node):
    """`ash as amanda`"""

    name: Ident
    role: Ident | None


class Players(TestItem):
    """`players ash as amanda, bea as kate`"""

    seats: tuple[Seat, ...]


class Variants(TestItem):
    """`variants face_down`"""

    names: tuple[Ident, ...]


class Given(TestItem):
    """`given:` plain statements, without triggers."""

    body: Body


class DiceQueue(TestItem):
    """`dice 5, 5, 6`"""

    faces: tuple[Expr, ...]


class DrawsQueue(TestItem):
    """`draws cave, shambler`"""

    things: tuple[Expr, ...]


class AnswersQueue(TestItem):
    """`answers pass`, `answers "Try to retreat"`, `answers 2`"""

    answers: tuple[Expr, ...]


class Expect(TestItem):
    """`expect ash.health is 5`"""

    condition: Expr


class ExpectKnows(TestItem):
    """`expect ann knows X`, `expect bob does not know X`"""

    seat: Ident
    negated: bool
    what: Expr


class ExpectSame(TestItem):
    """`expect ann sees the same whatever bob.hand`"""

    seat: Ident
    what: Expr


class Act(TestItem):
    """A statement to run."""

    body: Body


class Test(Decl):
    """`test "a draw wounds nobody": …`"""

    __test__ = False
    text: str
    items: tuple[TestItem, ...]
