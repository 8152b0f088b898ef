"""What linked instructions that pick several things at once call: some of a set, or what pays a price.

Things that look alike are one choice: a set of things is told by how many of each look it has. Where the ways are too many
to be listed, they are picked one by one; STAGE is then 1, and those picked so far lie in the cells at `slot`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.chances import subsets
from interpreter.faults import Fault
from interpreter.layout import STAGE
from interpreter.runs import spend
from rulelang.messages.words import say
from rulelang.program.tables import BOX, FACES, Program

if TYPE_CHECKING:
    from interpreter.link import Linked
    from interpreter.looking import Looking
    from interpreter.machine import Machine

State = list[int]
Counts = tuple[int, ...]
Weigh = Callable[[int, int], int]  # (word, thing): how much of the word the thing counts for
MOST_COVERS = 120
MOST_STATES = 3_000


class Picks:
    """Closures over one Program. `weights[key]` are the functions written for a cover's own weights (see code_picks)."""

    def __init__(self, linked: Linked) -> None:
        self.linked = linked
        self.program: Program = linked.program
        self.weights: dict[str, dict[int, Callable[[State, int, int], int]]] = {}
        self.dice = dict(self.program.things_dice)
        self.faces = {
            FACES * die + side + 1: dict((*face.either, *face.shows))
            for die, table in enumerate(self.program.dice)
            for side, face in enumerate(table.faces)
        }
        names = {word: id for id, word in enumerate(self.program.symbols, 1001)}
        self.sort_of = {thing: names.get(self.program.dice[die].name, 0) for thing, die in self.dice.items()}

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {"pick_some": self.pick_some, "pick_cover": self.pick_cover, "covered": self.covered, "WEIGHTS": self.weights}

    # --- some of a set -----------------------------------------------------------------------------------

    def pick_some(
        self, m: Machine, state: State, at: int, group: Sequence[int], capacity: int, mode: str, count: int, chooser: int, pc: int
    ) -> int:  # fmt: skip
        """Some things into the cells at an address; -1 to wait."""
        things = [thing for thing in dict.fromkeys(group) if thing]
        if len(things) > capacity:
            raise Fault("capacity", say("a choice among more than {most} things", most=capacity))
        if mode == "all":
            return self._keep(state, at, things)
        most = len(things) if mode == "any" else max(0, min(count, len(things)))
        least = most if mode == "exactly" else 1
        looks = Looks(self, m, things)
        if not state[STAGE]:
            ways = subsets(looks.each, least, most)
            if ways is not None:
                taken = self._answered(m, [looks.members(way) for way in ways], chooser, pc)
                return -1 if taken is None else self._keep(state, at, taken)
            state[STAGE], state[at] = 1, 0
        return self._one_by_one(m, state, at, looks, least, most, chooser, pc)

    def _one_by_one(self, m: Machine, state: State, at: int, looks: Looks, least: int, most: int, chooser: int, pc: int) -> int:
        """In the order of their looks, so that each set can be named in one way."""
        while True:
            picked = state[at + 1 : at + 1 + state[at]]
            low = max((looks.of[thing] for thing in picked), default=0)
            left = [t for t in looks.things if t not in picked and looks.of[t] >= low]
            first = {looks.of[t]: t for t in reversed(left)}
            need = least - len(picked)
            ways = [(t,) for look, t in sorted(first.items()) if sum(1 for o in left if looks.of[o] >= look) >= need]
            if len(picked) >= most or not ways:
                return self._done(state)
            taken = self._answered(m, [*ways, ()] if need <= 0 else list(ways), chooser, pc)
            if taken is None:
                return -1
            if not taken:
                return self._done(state)
            self._keep(state, at, (*picked, *taken))

    def _done(self, state: State) -> int:
        state[STAGE] = 0
        return 0

    def _keep(self, state: State, at: int, things: Sequence[int]) -> int:
        state[at] = len(things)
        state[at + 1 : at + 1 + len(things)] = things
        return 0

    def _answered(
        self, m: Machine, ways: Sequence[tuple[int, ...]], chooser: int, pc: int, secret: bool = False
    ) -> tuple[int, ...] | None:
        """Which of some ways the chooser takes; a single one is taken unasked, unless the others would learn from it that
        it was the only one. None: the run waits."""
        if len(ways) < 2 and not (secret and ways):
            return ways[0] if ways else ()
        given = m.take_answer()
        if given is None:
            m.wait_for_things(pc, ways, chooser)
            return None
        m.note_things(pc, ways[given], chooser)
        return ways[given]

    # --- what pays a price -------------------------------------------------------------------------------

    def covered(self, m: Looking, state: State, fp: int, boxes: Sequence[int], things: Sequence[int], key: str) -> bool:
        """Whether some things cover all boxes that things pay."""
        wanted = self._wanted(boxes)
        return not wanted or Covering(self, m, self._weigh(state, fp, key), wanted, things).exists()

    def pick_cover(
        self, m: Machine, state: State, fp: int, at: int, boxes: Sequence[int], things: Sequence[int], key: str,
        capacity: int, chooser: int, pc: int, secret: bool,
    ) -> int:  # fmt: skip
        """The things that pay into the cells at an address; -1 to wait."""
        wanted = self._wanted(boxes)
        if not wanted:
            return self._keep(state, at, ())
        covering = Covering(self, m, self._weigh(state, fp, key), wanted, things)
        if not state[STAGE]:
            ways = covering.ways()
            if ways is not None:
                if not ways:
                    raise Fault("price", say("this price can no longer be paid"))
                taken = self._answered(m, ways, chooser, pc, secret)
                if taken is None:
                    return -1
                if len(taken) > capacity:
                    raise Fault("capacity", say("a price of more than {most} things", most=capacity))
                return self._keep(state, at, taken)
            state[STAGE], state[at] = 1, 0
        return self._box_by_box(m, state, at, covering, chooser, pc, secret)

    def _box_by_box(self, m: Machine, state: State, at: int, covering: Covering, chooser: int, pc: int, secret: bool) -> int:
        """For each box the things that weigh most first: what comes last is then needed, and nothing can be left out."""
        while True:
            picked = state[at + 1 : at + 1 + state[at]]
            ways = covering.next_things(picked)
            if not ways:
                return self._done(state)
            taken = self._answered(m, [(thing,) for thing in ways], chooser, pc, secret)
            if taken is None:
                return -1
            self._keep(state, at, (*picked, *taken))

    def _wanted(self, boxes: Sequence[int]) -> list[tuple[int, int]]:
        """(word, how much) of each box that things pay; what a track pays is another part of the price."""
        return [(box % BOX, box // BOX) for box in boxes if box % BOX not in self.linked.program.track_words]

    def _weigh(self, state: State, fp: int, key: str) -> Weigh:
        own, dice, faces, face = self.weights.get(key, {}), self.dice, self.faces, self.program.face
        cells = self.linked.layout.variables[face] if face >= 0 else None

        def weigh(word: int, thing: int) -> int:
            if word in own:
                return own[word](state, fp, thing)
            if thing not in dice or cells is None:
                return 0
            if self.sort_of[thing] == word:
                return 1
            return faces.get(state[cells[thing]], {}).get(word, 0)

        return weigh


class Looks:
    """Things sorted by what can be told of them."""

    def __init__(self, picks: Picks, m: Looking, things: Sequence[int]) -> None:
        self.things = [thing for thing in dict.fromkeys(things) if thing]
        asks = picks.linked.asks
        found: dict[object, list[int]] = {}
        for thing in self.things:
            found.setdefault(asks.look(m.state, thing), []).append(thing)
        self.classes = list(found.values())
        self.of = {thing: look for look, alike in enumerate(self.classes) for thing in alike}
        self.each = [self.of[thing] for thing in self.things]

    def members(self, way: Sequence[int]) -> tuple[int, ...]:
        """Things for a list of looks."""
        return self.counted(tuple(way.count(look) for look in range(len(self.classes))))

    def counted(self, counts: Counts) -> tuple[int, ...]:
        """Things for a number of each look."""
        return tuple(thing for alike, n in zip(self.classes, counts, strict=True) for thing in alike[:n])


class Covering:
    """Boxes, and the things that may pay them."""

    def __init__(self, picks: Picks, m: Looking, weigh: Weigh, wanted: list[tuple[int, int]], things: Sequence[int]) -> None:
        self.looks = Looks(picks, m, things)
        self.needs = [n for _, n in wanted]
        first = [alike[0] for alike in self.looks.classes]
        self.weights = [tuple(weigh(word, thing) for thing in first) for word, _ in wanted]
        self.have = tuple(len(alike) for alike in self.looks.classes)

    def exists(self) -> bool:
        """Whether there is a cover."""
        if len(self.needs) == 1:
            return sum(w * n for w, n in zip(self.weights[0], self.have, strict=True) if w > 0) >= self.needs[0]
        return self._from(0, self.have, {})

    def _from(self, box: int, left: Counts, known: dict[tuple[int, Counts], bool]) -> bool:
        if box == len(self.needs):
            return True
        key = (box, left)
        if key not in known:
            spend()
            known[key] = any(self._from(box + 1, _less(left, use), known) for use in self._least(box, left))
        return known[key]

    def ways(self) -> list[tuple[int, ...]] | None:
        """The smallest covers, fewest things first; None where they are too many to be listed."""
        states = {self.have}
        for box in range(len(self.needs)):
            after: set[Counts] = set()
            for left in states:
                for use in self._least(box, left):
                    after.add(_less(left, use))
                    if len(after) > MOST_STATES:
                        return None
            states = after
        used = sorted((_less(self.have, left) for left in states), key=lambda u: (sum(u), [-n for n in u]))
        kept: list[Counts] = []
        for use in used:
            if not any(all(a <= b for a, b in zip(small, use, strict=True)) for small in kept):
                kept.append(use)
                if len(kept) > MOST_COVERS:
                    return None
        return [self.looks.counted(use) for use in kept]

    def _least(self, box: int, left: Counts, missing: int | None = None, most: int | None = None) -> Iterator[Counts]:
        """The numbers of each look that fill a box, or what it still misses, from which none can be left out; with
        `most`, of nothing heavier."""
        weights, need = self.weights[box], self.needs[box] if missing is None else missing
        fit = [i for i, w in enumerate(weights) if left[i] and w > 0 and (most is None or w <= most)]
        order = sorted(fit, key=lambda i: -weights[i])
        use = [0] * len(left)

        def fill(at: int, short: int) -> Iterator[Counts]:
            if short <= 0:
                yield tuple(use)
                return
            if at == len(order):
                return
            spend()
            i = order[at]
            for n in range(min(left[i], -(-short // weights[i])), -1, -1):
                use[i] = n
                yield from fill(at + 1, short - n * weights[i])
            use[i] = 0

        # heaviest first: the lightest that is taken comes last, when something was still missing
        yield from fill(0, need)

    def next_things(self, picked: Sequence[int]) -> list[int]:
        """What may be taken next, box by box; nothing once all boxes are full."""
        at, box, missing, last = 0, 0, self.needs[0], 0
        while True:
            if missing <= 0:
                box += 1
                if box == len(self.needs):
                    return []
                missing, last = self.needs[box], 0
                continue
            if at == len(picked):
                break
            last = self.weights[box][self.looks.of[picked[at]]]
            missing -= last
            at += 1
        left = list(self.have)
        for thing in picked:
            left[self.looks.of[thing]] -= 1
        found = []
        for look, alike in enumerate(self.looks.classes):
            weight = self.weights[box][look]
            if weight > 0 and left[look] and (not last or weight <= last):
                left[look] -= 1
                if self._can(box, missing - weight, weight, tuple(left)):
                    found.append(next(thing for thing in alike if thing not in picked))
                left[look] += 1
        return found

    def _can(self, box: int, missing: int, most: int, left: Counts) -> bool:
        """Whether the boxes from this one on can still be filled, here with nothing heavier than `most`."""
        known: dict[tuple[int, Counts], bool] = {}
        if missing > 0:
            return any(self._from(box + 1, _less(left, use), known) for use in self._least(box, left, missing, most))
        return self._from(box + 1, left, known)


def _less(left: Counts, use: Counts) -> Counts:
    return tuple(a - b for a, b in zip(left, use, strict=True))

