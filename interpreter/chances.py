"""What linked instructions that roll dice call: loose pools, single dice, amounts, rerolling and locking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.faults import Fault
from interpreter.layout import RNG, STAGE, Layout
from rulelang.messages.words import say
from rulelang.program.tables import AMOUNT_DIE, FACE_LOCKED, FACE_REROLLED, FACES, SYMBOLS_FROM, Program

if TYPE_CHECKING:
    from interpreter.machine import Machine

State = list[int]
FACE = 255
FACE_PICKED = 1024  # picked to be thrown again or locked, until it is
MOST_DICE = 999
MOST_SUBSETS = 400


class Chances:
    """Closures over one Program's dice."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.dice = dict(program.things_dice)
        self.faces = layout.variables[program.face] or () if program.face >= 0 else ()
        self.sides = tuple(len(die.faces) for die in program.dice)
        self.values = tuple(tuple(face.value for face in die.faces) for die in program.dice)
        # the first side of each die that shows the same: sides that look alike are one choice
        self.alike = tuple(tuple(values.index(value) for value in values) for values in self.values)

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {
            "roll_pool": self.roll_pool, "roll_one": self.roll_one, "roll_amount": self.roll_amount,
            "change_dice": self.change_dice, "throw": self.throw, "turn": self.turn,
        }  # fmt: skip

    def _throw(self, m: Machine, state: State, die: int, count: int, pc: int) -> list[int] | None:
        faces = m.nature.dice(state, RNG, die, self.sides[die], count)
        if faces is None:
            m.wait_for_dice(pc, die, count)
            return None
        if count:
            state[m.layout.chances] += 1
        return faces

    def roll_pool(self, m: Machine, state: State, at: int, count: int, die: int, capacity: int, pc: int) -> int:
        """Loose dice into the block at an address."""
        count = max(0, count)
        if count > capacity:
            raise Fault("capacity", say("{n} dice are rolled where at most {capacity} have room", count, plural="{n} dice are rolled where at most {capacity} have room", capacity=capacity))
        faces = self._throw(m, state, die, count, pc)
        if faces is None:
            return -1
        state[at] = count
        state[at + 1 : at + 1 + count] = faces
        if m.events is not None:
            m.note("rolled", pc, m.doer(), die, tuple(faces))
        return 0

    def roll_one(self, m: Machine, state: State, at: int, die: int, pc: int) -> int:
        """One die's face value into a cell."""
        faces = self._throw(m, state, die, 1, pc)
        if faces is None:
            return -1
        state[at] = self.values[die][faces[0]]
        if m.events is not None:
            m.note("rolled", pc, m.doer(), die, tuple(faces))
        return 0

    def roll_amount(self, m: Machine, state: State, at: int, amount: int, pc: int) -> int:
        """An amount becomes a number: its dice rolled and summed."""
        die, count = amount // AMOUNT_DIE, amount % AMOUNT_DIE
        if die <= 0:
            state[at] = max(0, amount)
            return 0
        if count > MOST_DICE:
            raise Fault("size", say("{count} dice are more than the {most} that can be rolled at once", count=count, most=MOST_DICE))
        faces = self._throw(m, state, die - 1, count, pc)
        if faces is None:
            return -1
        state[at] = sum(self.values[die - 1][face] for face in faces)
        if m.events is not None:
            m.note("rolled", pc, m.doer(), die - 1, tuple(faces))
        return 0

    # --- dice that are things ----------------------------------------------------------------------------

    def throw(
        self, m: Machine, state: State, things: Sequence[int], die: int, again: bool, first: bool, pc: int
    ) -> int:
        """Of some things the dice of one kind are thrown."""
        if first:
            for thing in things:
                if thing in self.dice:
                    state[self.faces[thing]] = 0
        thrown = [thing for thing in dict.fromkeys(things) if self.dice.get(thing) == die]
        if not thrown:
            return 0
        faces = self._throw(m, state, die, len(thrown), pc)
        if faces is None:
            return -1
        for thing, face in zip(thrown, faces, strict=True):
            state[self.faces[thing]] = FACES * die + face + 1
        if m.events is not None and again:
            m.note("rerolled", pc, m.doer(), die, tuple(range(len(faces))), tuple(faces))
        elif m.events is not None:
            m.note("rolled", pc, m.doer(), die, tuple(faces))
        return 0

    def turn(self, m: Machine, state: State, thing: int, word: int, amount: int, pc: int) -> None:
        """A die is turned to the face that shows so much of a word and nothing else."""
        if thing not in self.dice or not state[self.faces[thing]]:
            return
        die = self.dice[thing]
        table = self.program.dice[die]
        side = next((i for i, face in enumerate(table.faces) if face.shows == ((word, amount),)), -1)
        if side < 0:
            raise Fault("range", say("the die `{die}` has no face `{face}`", die=table.name, face=f"{amount} {self.program.symbols[word - SYMBOLS_FROM]}"))
        state[self.faces[thing]] = FACES * die + side + 1
        if m.events is not None:
            m.note("turned", pc, thing, die, side)

    # --- rerolling and locking ---------------------------------------------------------------------------

    def change_dice(
        self, m: Machine, state: State, pool: int, die: int, positions: Sequence[int], mode: str, count: int,
        lock: bool, chooser: int, pc: int,
    ) -> int:  # fmt: skip
        """Throw dice of a pool again, or lock them: all, or those the chooser picks. -1: the run waits.

        A picked die is marked in its cell (FACE_PICKED) until it has fallen; STAGE is 1 while dice are picked one by one,
        2 when all are picked.
        """
        free = [i for i in positions if not state[pool + 1 + i] & FACE_LOCKED]
        if state[STAGE] < 2:
            if mode == "all":
                self._mark(state, pool, free)
            elif not self._picked(m, state, pool, die, free, mode, count, lock, chooser, pc):
                return -1
            state[STAGE] = 2
        chosen = [i for i in range(state[pool]) if state[pool + 1 + i] & FACE_PICKED]
        if lock:
            for i in chosen:
                state[pool + 1 + i] = state[pool + 1 + i] & ~FACE_PICKED | FACE_LOCKED
        elif chosen:
            faces = self._throw(m, state, die, len(chosen), pc)
            if faces is None:
                return -1
            for i, face in zip(chosen, faces, strict=True):
                state[pool + 1 + i] = face | FACE_REROLLED
        state[STAGE] = 0
        if chosen and m.events is not None:
            cells = state[pool + 1 : pool + 1 + state[pool]]
            m.note("locked" if lock else "rerolled", pc, m.doer(), die, tuple(chosen), tuple(c & FACE for c in cells))
        return 0

    def _mark(self, state: State, pool: int, positions: Sequence[int]) -> None:
        for i in positions:
            state[pool + 1 + i] |= FACE_PICKED

    def _picked(
        self, m: Machine, state: State, pool: int, die: int, free: list[int], mode: str, count: int, lock: bool,
        chooser: int, pc: int,
    ) -> bool:  # fmt: skip
        """Mark the dice the chooser picks: all at once where the ways are few, else one by one. False: the run waits."""
        alike = self.alike[die]
        shows = {i: alike[state[pool + 1 + i] & FACE] for i in free}
        most = len(free) if mode == "any" else max(0, min(count, len(free)))
        least = most if mode == "exactly" else 1
        ways = subsets(list(shows.values()), least, most) if not state[STAGE] else None
        if ways is None:
            return self._picked_one_by_one(m, state, pool, die, shows, least, most, lock, chooser, pc)
        faces = self._answered(m, die, ways, lock, chooser, pc)
        if faces is None:
            return False
        for face in faces:
            self._mark_one(state, pool, shows, face)
        return True

    def _picked_one_by_one(
        self, m: Machine, state: State, pool: int, die: int, shows: dict[int, int], least: int, most: int, lock: bool,
        chooser: int, pc: int,
    ) -> bool:  # fmt: skip
        """Faces are named in ascending order, so that each set of dice can be named in one way."""
        state[STAGE] = 1
        while True:
            marked = [face for i, face in shows.items() if state[pool + 1 + i] & FACE_PICKED]
            left = sorted(face for i, face in shows.items() if not state[pool + 1 + i] & FACE_PICKED)
            low, need = max(marked, default=0), least - len(marked)
            if len(marked) >= most:
                return True
            ways: list[tuple[int, ...]] = [(f,) for f in dict.fromkeys(left) if f >= low and sum(1 for g in left if g >= f) >= need]
            if need <= 0:
                ways.append(())
            faces = self._answered(m, die, ways, lock, chooser, pc)
            if faces is None:
                return False
            if not faces:
                return True
            self._mark_one(state, pool, shows, faces[0])

    def _answered(
        self, m: Machine, die: int, ways: list[tuple[int, ...]], lock: bool, chooser: int, pc: int
    ) -> tuple[int, ...] | None:
        """Which of some ways the chooser takes; a single one is taken unasked. None: the run waits."""
        if len(ways) < 2:
            return ways[0] if ways else ()
        given = m.take_answer()
        if given is None:
            m.wait_for_subset(pc, die, ways, lock, chooser)
            return None
        m.note_subset(pc, die, ways[given], chooser)
        return ways[given]

    def _mark_one(self, state: State, pool: int, shows: dict[int, int], face: int) -> None:
        for i, shown in shows.items():
            if shown == face and not state[pool + 1 + i] & FACE_PICKED:
                state[pool + 1 + i] |= FACE_PICKED
                return


def subsets(faces: list[int], least: int, most: int) -> list[tuple[int, ...]] | None:
    """The ways to pick least..most of some dice, at least one, equal faces alike: tuples of face indexes, fewest dice
    first; None where they are more than MOST_SUBSETS."""
    have = sorted(Counter(faces).items())
    after = [sum(n for _, n in have[i:]) for i in range(len(have) + 1)]
    least = max(1, least)
    found: list[tuple[int, ...]] = []

    def extend(at: int, picked: tuple[int, ...]) -> bool:
        if len(picked) + after[at] < least:
            return True
        if at == len(have):
            found.append(picked)
            return len(found) <= MOST_SUBSETS
        face, n = have[at]
        return all(extend(at + 1, picked + (face,) * k) for k in range(min(n, most - len(picked)) + 1))

    if most < 1:
        return []
    whole = extend(0, ())
    return sorted(found, key=lambda pick: (len(pick), pick)) if whole else None
