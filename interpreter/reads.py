"""What linked expressions call to read the game: contents, holders, what is active, pools, sets of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.board import Board
from interpreter.faults import Fault
from interpreter.layout import Layout
from rulelang.messages.words import say
from rulelang.program.expr import Const
from rulelang.program.tables import BOX, FACE_LOCKED, FACE_REROLLED, Program

State = list[int]
MOST_NUMBERS = 10_000
FACE = 255  # the bits of a pool's cell that are the face index


class Reads:
    """Closures over one layout. `active_tests` maps container id -> f(S, owner) for those active only at times."""

    def __init__(self, program: Program, layout: Layout, board: Board) -> None:
        self.program, self.layout, self.board = program, layout, board
        self.active_tests: dict[int, Callable[[State, int], object]] = {}
        holders = [0] * layout.size
        for address, (_, owner) in layout.container_at.items():
            holders[address] = owner
        self.holders = tuple(holders)
        self.activity = self._activity()

    def _activity(self) -> tuple[int, ...]:
        """By address: 0 never active, 1 always (with what holds it), 2 + container id: ask its test."""
        kinds = [0] * self.layout.size
        for address, (container, _) in self.layout.container_at.items():
            active = self.program.containers[container].active
            if isinstance(active, Const):
                kinds[address] = 1 if active.value else 0
            elif active is not None:
                kinds[address] = 2 + container
        return tuple(kinds)

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        tables: dict[str, object] = {
            "HOLDERS": self.holders, "ACTIVITY": self.activity, "ENDS": self.board.ends,
            "NEIGHBOURS": self.board.neighbours, "distance": self.board.distance, "reach": self.board.reach,
            "union": union, "single": single, "numbers": numbers, "pool_count": pool_count, "pool_dice": pool_dice,
            "local_at": local_at, "box_of": box_of, "box_sum": box_sum,
        }  # fmt: skip
        return {**tables, **self._closures(), **self._acting()}

    def _closures(self) -> dict[str, object]:
        after = self.layout.next
        seats = self.layout.seats
        rounds = {seat: seats[i:] + seats[:i] for i, seat in enumerate(seats)}

        def contents(state: State, address: int) -> list[int]:
            found = []
            thing = state[address]
            while thing:
                found.append(thing)
                thing = state[after + thing]
            return found

        def contents_of(state: State, table: tuple[int, ...], owners: Iterable[int]) -> list[int]:
            found = []
            for owner in owners:
                thing = state[table[owner]]
                while thing:
                    found.append(thing)
                    thing = state[after + thing]
            return found

        def players_from(start: int) -> tuple[int, ...]:
            return rounds.get(start, seats)

        def next_player(player: int) -> int:
            return player % len(seats) + 1 if player in rounds else 0

        return {
            "contents": contents, "contents_of": contents_of, "players_from": players_from,
            "next_player": next_player, "standing": self._standing(),
        }  # fmt: skip

    def _standing(self) -> Callable[[State, int], int]:
        spots = {id for kind in self.program.kinds if kind.name == "place" for id in kind.members}
        loc_of, holders, layout = self.layout.loc_of, self.holders, self.layout
        walkers = [t for v, t in zip(self.program.variables, layout.variables, strict=True) if v.place_of and t]

        def standing(state: State, thing: int) -> int:
            for _ in range(64):
                if not thing or thing in spots:
                    return thing
                cell = next((table[thing] for table in walkers if table[thing]), 0)
                thing = state[cell] if cell else holders[state[loc_of[thing]]]
            return 0

        return standing

    def _acting(self) -> dict[str, object]:
        activity, holders, tests = self.activity, self.holders, self.active_tests
        loc_of, stamp_of = self.layout.loc_of, self.layout.stamp_of

        def active(state: State, thing: int) -> bool:
            for _ in range(64):
                address = state[loc_of[thing]]
                kind = activity[address]
                if not kind or (kind > 1 and not tests[kind - 2](state, holders[address])):
                    return False
                thing = holders[address]
                if not loc_of[thing]:
                    return True
            return False

        def active_of(state: State, ids: Sequence[int]) -> list[int]:
            found = [t for t in ids if activity[state[loc_of[t]]] and active(state, t)]
            if len(found) > 1:
                found.sort(key=lambda t: state[stamp_of[t]])
            return found

        def arrivals(state: State, bends: Sequence[tuple[int, tuple[int, ...], bool]]) -> list[tuple[int, int]]:
            """(bend, card) of active cards in order of arrival; of a bend said once, only the first card."""
            found = []
            for bend, ids, once in bends:
                cards = active_of(state, ids)
                found += [(state[stamp_of[t]], bend, t) for t in (cards[:1] if once else cards)]
            found.sort()
            return [(bend, card) for _, bend, card in found]

        return {"active": active, "active_of": active_of, "arrivals": arrivals}


def union(*parts: Iterable[int]) -> list[int]:
    """The members part by part, each once."""
    return list(dict.fromkeys(member for part in parts for member in part))


def single(value: int) -> tuple[int, ...]:
    """The set of one value; empty for nothing."""
    return (value,) if value else ()


def numbers(low: int, high: int) -> range:
    """low..high; more than a game can mean is a fault."""
    if high - low >= MOST_NUMBERS:
        raise Fault("size", say("{low}..{high} is more than {most} numbers", low=low, high=high, most=MOST_NUMBERS))
    return range(low, high + 1)


def box_of(amount: int, word: int) -> tuple[int, ...]:
    """The bundle of one box; of none where nothing is asked for."""
    if amount >= MOST_NUMBERS:
        raise Fault("size", say("a price of more than {most}", most=MOST_NUMBERS))
    return (amount * BOX + word,) if amount > 0 else ()


def box_sum(bundle: Iterable[int], word: int) -> int:
    """How much of a word the boxes ask for."""
    return sum([box // BOX for box in bundle if box % BOX == word])


def local_at(state: State, base: int, index: int) -> int:
    """A cell of the frame by index; an index past the frame reads nothing."""
    at = base + index
    return state[at] if base <= at < len(state) else 0


def pool_count(state: State, pool: int, shows: tuple[int, ...]) -> int:
    """How much of a word the dice of a pool show in all."""
    return sum([shows[die & FACE] for die in state[pool + 1 : pool + 1 + state[pool]]])


def pool_dice(state: State, pool: int, values: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """For each die: position, face value, whether it is locked, whether it was rerolled."""
    cells = state[pool + 1 : pool + 1 + state[pool]]
    return [
        (i, values[die & FACE], 1 if die & FACE_LOCKED else 0, 1 if die & FACE_REROLLED else 0)
        for i, die in enumerate(cells)
    ]
