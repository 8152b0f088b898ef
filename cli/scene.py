"""What is on the table, ready to be shown: made from a seat's view of a game, the same for every kind of screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter import events as ev
from interpreter.wording import Teller, in_words, title_of
from rulelang.diagnostics.visible import visible

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.views import SeenContainer, SeenVariable, View
    from rulelang.program.tables import Program, Variable

MOST_NAMED = 8  # things of one pile that are named; the rest are counted
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
class Dice:
    """The dice that fell last: whose, and what each shows."""

    who: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table. `ways` is the place where the viewer stands and the places beside it."""

    title: str
    spots: tuple[Spot, ...]
    ways: tuple[str, tuple[str, ...]] | None
    cards: tuple[Card, ...]
    bars: tuple[Bar, ...]
    facts: tuple[tuple[str, str], ...]
    things: tuple[tuple[str, str], ...]
    dice: Dice | None


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
            spots=tuple(spot for place in places if (spot := self._spot(place)) is not None),
            ways=self._ways(),
            cards=tuple(self._card(seat) for seat in range(1, self.game.players + 1)),
            bars=tuple(self._bars(0)),
            facts=tuple(self._facts(0)),
            things=tuple(self._things(0)),
            dice=last_dice(self.game, self.seat, self.teller),
        )

    # --- the board ---------------------------------------------------------------------------------------

    def _spot(self, place: int) -> Spot | None:
        who = tuple(self.name(entity) for entity in self.standing.get(place, ()))
        what = tuple(f"{title}: {text}" for title, text in self._things(place))
        what += tuple(str(bar) for bar in self._bars(place) if bar.value > bar.low)
        what += tuple(f"{title}: {text}" for title, text in self._facts(place))
        return Spot(self.name(place), who, what) if who or what else None

    def _ways(self) -> tuple[str, tuple[str, ...]] | None:
        here = next((place for place, who in self.standing.items() if self.seat in who), 0)
        if not here or self.program.board is None:
            return None
        beside = [(b if a == here else a, way) for a, b, way in self.program.board.paths if here in (a, b)]
        return self.name(here), tuple(self.name(place) + self._way(way) for place, way in beside)

    def _way(self, path: int) -> str:
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
            if not table.track and not table.place_of and row.value and row.value != getattr(table.first, "value", 0):
                yield visible(title_of(table)), visible(self.teller.value(row.value, table.sort))

    def _things(self, owner: int) -> Iterable[tuple[str, str]]:
        for pile in self.containers.get(owner, ()):
            if pile.size:
                yield visible(title_of(self.program.containers[pile.container])), self._pile(pile)

    def _pile(self, pile: SeenContainer) -> str:
        """What lies in a pile, equal cards counted together; only how many of what the seat does not know."""
        counted: dict[str, int] = {}
        for thing in pile.things:
            name = self._thing(thing)
            counted[name] = counted.get(name, 0) + 1
        word = self.program.containers[pile.container].word
        if word in ("deck", "bag") or not counted or len(counted) > MOST_NAMED:
            return str(pile.size)
        named = [name if n == 1 else f"{n} {name}" for name, n in counted.items()]
        unknown = pile.size - len(pile.things)
        return ", ".join(named) + (f" and {unknown} unknown" if unknown else "")

    def _thing(self, thing: int) -> str:
        told = [str(bar) for bar in self._bars(thing) if bar.value > bar.low]
        told += [f"{title} {text}" for title, text in self._facts(thing)]
        told += [f"{title}: {text}" for title, text in self._things(thing)]
        return self.name(thing) + (f" ({', '.join(told)})" if told else "")

    def name(self, entity: int) -> str:
        """An entity's title, safe to print."""
        return visible(self.teller.entity(entity))


def _begins_empty(table: Variable) -> bool:
    """Whether a track begins at nothing: then it is only worth showing while it holds something."""
    first = table.first
    return table.when_filled is None and not table.first_of and (first is None or getattr(first, "value", None) == 0)


def last_dice(game: Game, seat: int, teller: Teller) -> Dice | None:
    """The dice that fell or were locked last, unless somebody's turn ended since."""
    for event in reversed(game.events[-200:]):
        if isinstance(event, ev.Rolled | ev.Rerolled | ev.Locked):
            if not event.seen_by(seat) or not event.faces:
                return None
            faces = game.program.dice[event.die].faces
            return Dice(visible(teller.who(event.seat)), tuple(visible(in_words(faces[f].label)) for f in event.faces))
        if isinstance(event, ev.Entered) and event.you and event.rule == "turn":
            return None
    return None
