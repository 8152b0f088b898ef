"""What is on the table, ready to be shown: made from a seat's view of a game, the same for every kind of screen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.dice_in_view import Dice, dice_in_view, thrown
from interpreter.wording import Teller, in_words, plain_title, title_of
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.views import SeenContainer, SeenVariable, View
    from rulelang.program.tables import Program, Variable

MOST_NAMED = 8  # things of one pile that are named; the rest are counted
MOST_NAMED_COMMON = 6  # the same for a pile that is nobody's
MOST_OPEN = 8  # things of one pile that are drawn as cards
LONG = 20  # the length from which an unmoved track of the game stays out of sight


@dataclass(frozen=True, slots=True)
class Bar:
    """A track: where it stands between its ends."""

    title: str
    value: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.title} {self.value}/{self.high}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the board: who stands there and what lies there."""

    title: str
    who: tuple[str, ...]
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A player: bars, other values and things, each a title and a text. `asked`: it is this one's turn to decide."""

    name: str
    at: str
    bars: tuple[Bar, ...]
    facts: tuple[tuple[str, str], ...]
    things: tuple[tuple[str, str], ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class Row:
    """What lies on an open card: in words, whether it is marked as done, and what lies on it in turn."""

    text: str
    done: bool
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card that lies open on the table. `facts` are printed or hold now, `who` stands there, `cells` are what its table
    says of it: (column, text)."""

    title: str
    where: str
    facts: tuple[str, ...]
    who: tuple[str, ...]
    rows: tuple[Row, ...]
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a map of the board is drawn from: the board, and by place who and what is there, in few words."""

    program: Program
    notes: dict[int, str]


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table. `ways` is the place where the viewer stands and the places beside it; `map` is None without a
    board that has ways."""

    title: str
    spots: tuple[Spot, ...]
    ways: tuple[str, tuple[str, ...]] | None
    cards: tuple[Card, ...]
    bars: tuple[Bar, ...]
    facts: tuple[tuple[str, str], ...]
    things: tuple[tuple[str, str], ...]
    dice: Dice | None
    map: Drawn | None
    open: tuple[OpenCard, ...] = ()


def scene_of(game: Game, seat: int) -> Scene:
    """The table as a seat may see it; seat 0 is an onlooker."""
    return _Maker(game, seat).scene()


class _Maker:
    """Sorts the rows of one view by whose they are."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.program: Program = game.program
        self.teller = Teller(game.program, [visible(name) for name in game.names])
        self.view: View = game.view(seat)
        self.variables: dict[int, list[SeenVariable]] = {}
        for row in self.view.variables:
            self.variables.setdefault(row.owner, []).append(row)
        self.containers: dict[int, list[SeenContainer]] = {}
        for pile in self.view.containers:
            self.containers.setdefault(pile.owner, []).append(pile)
        self.standing: dict[int, list[int]] = {}
        for row in self.view.variables:
            if self.program.variables[row.variable].place_of and row.value:
                self.standing.setdefault(row.value, []).append(row.owner)

    def scene(self) -> Scene:
        board = self.program.board
        places = board.places if board else ()
        return Scene(
            title=visible(self.program.title or self.program.name),
            spots=tuple(spot for place in places if (spot := self.spot(place)) is not None),
            ways=self._ways(),
            cards=tuple(self._card(seat) for seat in range(1, self.game.players + 1)),
            bars=tuple(self._bars(0)),
            facts=tuple(self._facts(0)),
            things=tuple(self._things(0)),
            dice=dice_in_view(self.game, self.seat, self.teller, self.view),
            map=Drawn(self.program, {place: self._note(place) for place in places})
            if board and board.paths
            else None,  # places without ways are a list
            open=tuple(self.open_cards()),
        )

    # --- the board ---------------------------------------------------------------------------------------

    def spot(self, place: int) -> Spot | None:
        who = tuple(self.name(entity) for entity in self.standing.get(place, ()))
        what = tuple(f"{title}: {text}" for title, text in self._things(place, printed=True))
        what += tuple(str(bar) for bar in self._bars(place) if bar.value > bar.low)
        what += tuple(f"{title}: {text}" for title, text in self._facts(place))
        return Spot(self.name(place), who, what) if who or what else None

    def _note(self, place: int) -> str:
        """Who and what is at a place, by name alone."""
        named = [self.name(entity) for entity in self.standing.get(place, ())]
        for pile in self.containers.get(place, ()):
            named += [self.name(thing) for thing in pile.things]
            named += ["?"] * (pile.size > len(pile.things))
        return ", ".join(named)

    def _ways(self) -> tuple[str, tuple[str, ...]] | None:
        here = next((place for place, who in self.standing.items() if self.seat in who), 0)
        if not here or self.program.board is None:
            return None
        beside = [(b if a == here else a, way) for a, b, way in self.program.board.paths if here in (a, b)]
        return self.name(here), tuple(self.name(place) + self.way(way) for place, way in beside)

    def way(self, path: int) -> str:
        facts = ", ".join(f"{title}: {text}" for title, text in self._facts(path)) if path else ""
        return f" ({facts})" if facts else ""

    # --- whose it is -------------------------------------------------------------------------------------

    def _card(self, seat: int) -> Card:
        decision = self.view.decision
        at = next((place for place, who in self.standing.items() if seat in who), 0)
        return Card(
            name=self.name(seat),
            at=self.name(at) if at else "",
            bars=tuple(self._bars(seat)),
            facts=tuple(self._facts(seat)),
            things=tuple(self._things(seat)),
            asked=decision is not None and decision.seat == seat,
        )

    def _bars(self, owner: int) -> Iterable[Bar]:
        for row in self.variables.get(owner, ()):
            table = self.program.variables[row.variable]
            if table.track and row.value is not None:
                low, high = self.game.machine.bounds(row.variable, owner)
                if high <= low or (not owner and row.value == low and high >= LONG):
                    continue  # a long track of the game that nothing has moved yet says nothing
                if owner and (high <= low or (row.value == low and _begins_empty(table))):
                    continue
                yield Bar(visible(title_of(table)), row.value, low, high)

    def _facts(self, owner: int) -> Iterable[tuple[str, str]]:
        """Fields that say something: neither hidden, nor no, nor nothing, nor what everybody begins with, nor where
        one stands."""
        for row in self.variables.get(owner, ()):
            table = self.program.variables[row.variable]
            counts = not owner and table.sort == "number" and row.value is not None  # a clock says something at 0 too
            said = row.value and row.value != getattr(table.first, "value", 0)
            if not table.track and not table.place_of and (said or counts):
                assert row.value is not None
                yield visible(title_of(table)), visible(self.teller.value(row.value, table.sort))

    def _things(self, owner: int, printed: bool = False) -> Iterable[tuple[str, str]]:
        for pile in self.containers.get(owner, ()):
            if pile.size and not self.drawn_open(pile) and not thrown(self.game, pile):
                yield visible(title_of(self.program.containers[pile.container])), self._pile(pile, printed)

    def _pile(self, pile: SeenContainer, printed: bool = False) -> str:
        """What lies in a pile, equal cards counted together; only how many of what the seat does not know."""
        counted: dict[str, int] = {}
        for thing in pile.things:
            name = self._thing(thing, printed)
            counted[name] = counted.get(name, 0) + 1
        word = self.program.containers[pile.container].word
        most = MOST_NAMED if pile.owner else MOST_NAMED_COMMON
        if word in ("deck", "bag") or not counted or len(counted) > most:
            return str(pile.size)
        named = [_several(name, n) for name, n in counted.items()]
        unknown = pile.size - len(pile.things)
        return ", ".join(named) + (" " + say("and {n} unknown", unknown) if unknown else "")

    def _thing(self, thing: int, printed: bool = False) -> str:
        told = list(self.printed(thing)) if printed else []
        told += [str(bar) for bar in self._bars(thing) if bar.value > bar.low]
        told += [f"{title} {text}" for title, text in self._facts(thing)]
        told += [f"{title}: {text}" for title, text in self._things(thing)]
        return self.name(thing) + (f" ({', '.join(told)})" if told else "")

    # --- open cards --------------------------------------------------------------------------------------

    def drawn_open(self, pile: SeenContainer) -> bool:
        """Whether a pile's things are drawn as cards: few, open, nobody's, in play, and with something on them to read."""
        row = self.program.containers[pile.container]
        if pile.owner or row.word in ("deck", "bag") or row.active is None or not pile.open or pile.size > MOST_OPEN:
            return False
        return any(self.program.entities[thing - 1].cells or thing in self.containers for thing in pile.things)

    def open_cards(self) -> Iterable[OpenCard]:
        """All such cards."""
        for pile in self.containers.get(0, ()):
            if self.drawn_open(pile):
                yield from (self.open_card(thing, pile) for thing in pile.things)

    def open_card(self, card: int, pile: SeenContainer) -> OpenCard:
        """A card with what is written on it and lies on it."""
        facts = list(self.printed(card))
        facts += [str(bar) for bar in self._bars(card) if bar.value > bar.low]
        facts += [f"{title} {text}" for title, text in self._facts(card)]
        return OpenCard(
            title=self.name(card),
            where=visible(title_of(self.program.containers[pile.container])),
            facts=tuple(facts),
            who=tuple(self.name(entity) for entity in self.standing.get(card, ())),
            rows=tuple(row for lying in self.containers.get(card, ()) for row in self.rows(lying, card)),
            cells=self.cells(card),
        )

    def rows(self, lying: SeenContainer, card: int) -> Iterable[Row]:
        """What lies in a place of a card: its own parts by what is written of them, all else by the place's title."""
        for thing in lying.things:
            entity = self.program.entities[thing - 1]
            on_it = tuple(self.lying(other) for pile in self.containers.get(thing, ()) for other in pile.things)
            if entity.part_of == card:
                text = " ".join(text for _, text in self.cells(thing)) or self.name(thing)
                done = any(self._marks(thing))
                yield Row(text, done, on_it)
            else:
                title = visible(title_of(self.program.containers[lying.container]))
                yield Row(f"{title}: {self.lying(thing)}", any(self._marks(thing)), on_it)

    def lying(self, thing: int) -> str:
        """A thing on a card: its title and what is written of it, a die by what it shows."""
        shown = visible(self.game.machine.title(thing)) if self.game.machine.face_shown(thing) else self.name(thing)
        told = [*(text for _, text in self.cells(thing)), *self.printed(thing)]
        return f"{shown} ({', '.join(told)})" if told else shown

    def _marks(self, thing: int) -> Iterable[bool]:
        for row in self.variables.get(thing, ()):
            yield self.program.variables[row.variable].sort == "flag" and bool(row.value)

    def cells(self, thing: int) -> tuple[tuple[str, str], ...]:
        """What the thing's table says of it."""
        return tuple((visible(in_words(name)), visible(text)) for name, text in self.program.entities[thing - 1].cells)

    def listed(self, pile: SeenContainer) -> list[str]:
        """What lies in a pile, equal things counted together, with what is printed on them."""
        counted: dict[str, int] = {}
        for thing in pile.things:
            cells = "; ".join(f"{title}: {text}" if title else text for title, text in self.cells(thing))
            name = self._thing(thing, printed=True) + (f" -- {cells}" if cells else "")
            counted[name] = counted.get(name, 0) + 1
        unknown = pile.size - len(pile.things)
        lines = [_several(name, n) for name, n in counted.items()]
        return lines + ([say("{n} face down", unknown)] if unknown else [])

    def printed(self, thing: int) -> Iterable[str]:
        """What is printed on a thing: `strength 2`, `body`; a mark only where it has it."""
        for row in self.program.variables:
            if not row.fixed or row.hidden or row.owners is None or row.first_of is None or row.seen_by != "all":
                continue
            at = bisect_left(row.owners, thing)
            if at == len(row.owners) or row.owners[at] != thing or not row.first_of[at]:
                continue
            title, value = visible(plain_title(row)), row.first_of[at]
            if row.sort == "flag":
                yield title
            elif row.sort in ("symbol", "entity"):
                yield visible(self.teller.value(value, row.sort))
            else:
                yield f"{title} {value}"

    def name(self, entity: int) -> str:
        """An entity's title, safe to print."""
        return visible(self.teller.entity(entity))


def _several(name: str, n: int) -> str:
    return name if n == 1 else say("{count} {name}", count=n, name=name)


def _begins_empty(table: Variable) -> bool:
    """Whether a track begins at nothing: then it is only worth showing while it holds something."""
    first = table.first
    return table.when_filled is None and not table.first_of and (first is None or getattr(first, "value", None) == 0)


def spots_of(game: Game, seat: int) -> list[tuple[Spot, tuple[str, ...]]]:
    """Every place of the board, empty ones too, with the places beside it."""
    maker, board = _Maker(game, seat), game.program.board
    if board is None:
        return []
    beside: dict[int, list[str]] = {place: [] for place in board.places}
    for a, b, way in board.paths:
        beside[a].append(maker.name(b) + maker.way(way))
        beside[b].append(maker.name(a) + maker.way(way))
    return [
        (maker.spot(place) or Spot(maker.name(place), (), ()), tuple(dict.fromkeys(beside[place])))
        for place in board.places
    ]


def cards_of(game: Game, seat: int) -> list[tuple[str, list[str]]]:
    """Every pile, hand and slot that holds something: its title, and what the seat knows to lie there."""
    maker = _Maker(game, seat)
    return [
        (visible(_capital(maker.teller.place(pile.container, pile.owner))), maker.listed(pile))
        for pile in maker.view.containers
        if pile.size
    ]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
