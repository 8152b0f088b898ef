"""What linked instructions that roll dice call: loose pools, single dice, amounts, rerolling and locking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from interpreter.faults import Fault
from interpreter.layout import RNG, STAGE
from rulelang.program.tables import AMOUNT_DIE, FACE_LOCKED, FACE_REROLLED, Program

if TYPE_CHECKING:
    from interpreter.machine import Machine

State = list[int]
FACE = 255
MOST_DICE = 999
MOST_SUBSETS = 400


class Chances:
    """Closures over one Program's dice."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sides = tuple(len(die.faces) for die in program.dice)
        self.values = tuple(tuple(face.value for face in die.faces) for die in program.dice)
        # the first side of each die that shows the same: sides that look alike are one choice
        self.alike = tuple(tuple(values.index(value) for value in values) for values in self.values)

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {
            "roll_pool": self.roll_pool, "roll_one": self.roll_one, "roll_amount": self.roll_amount,
            "change_dice": self.change_dice,
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
            raise Fault("capacity", f"{count} dice are rolled where at most {capacity} have room")
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
            raise Fault("size", f"{count} dice are more than the {MOST_DICE} that can be rolled at once")
        faces = self._throw(m, state, die - 1, count, pc)
        if faces is None:
            return -1
        state[at] = sum(self.values[die - 1][face] for face in faces)
        if m.events is not None:
            m.note("rolled", pc, m.doer(), die - 1, tuple(faces))
        return 0

    # --- rerolling and locking ---------------------------------------------------------------------------

    def change_dice(
        self, m: Machine, state: State, pool: int, die: int, positions: Sequence[int], mode: str, count: int,
        lock: bool, chooser: int, pc: int,
    ) -> int:  # fmt: skip
        """Throw dice of a pool again, or lock them: all, or those the chooser picks. -1: the run waits.

        What was picked is kept in the cell STAGE (a bit for each position, plus one) until the dice have fallen.
        """
        free = [i for i in positions if not state[pool + 1 + i] & FACE_LOCKED]
        if not state[STAGE]:
            picked = free if mode == "all" else self._picked(m, state, pool, die, free, mode, count, lock, chooser, pc)
            if picked is None:
                return -1
            state[STAGE] = 1 + sum(1 << i for i in picked)
        mask = state[STAGE] - 1
        chosen = [i for i in free if mask >> i & 1]
        if chosen and lock:
            for i in chosen:
                state[pool + 1 + i] |= FACE_LOCKED
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

    def _picked(
        self, m: Machine, state: State, pool: int, die: int, free: list[int], mode: str, count: int, lock: bool,
        chooser: int, pc: int,
    ) -> list[int] | None:  # fmt: skip
        alike = self.alike[die]
        subsets = self.subsets([alike[state[pool + 1 + i] & FACE] for i in free], mode, count)
        if not subsets:
            return []
        if len(subsets) > 1:
            given = m.take_answer()
            if given is None:
                m.wait_for_subset(pc, die, subsets, lock, chooser)
                return None
            faces = list(subsets[given])
            m.note_subset(pc, die, subsets[given], chooser)
        else:
            faces = list(subsets[0])
        picked = []
        for i in free:
            if alike[state[pool + 1 + i] & FACE] in faces:
                faces.remove(alike[state[pool + 1 + i] & FACE])
                picked.append(i)
        return picked

    def subsets(self, faces: list[int], mode: str, count: int) -> list[tuple[int, ...]]:
        """The ways to pick of some dice, equal faces alike: tuples of face indexes, fewest dice first.

        Past MOST_SUBSETS ways only those that take all or none of each face, so that a list stays a list.
        """
        have = sorted(Counter(faces).items())
        most = len(faces) if mode == "any" else max(0, min(count, len(faces)))
        least = most if mode == "exactly" else 1
        whole = 1
        for _, n in have:
            whole *= n + 1
        ranges: list[Sequence[int]] = [range(n + 1) if whole <= MOST_SUBSETS else (0, n) for _, n in have]
        found = [
            tuple(face for (face, _), n in zip(have, take, strict=True) for _ in range(n))
            for take in product(*ranges)
            if max(1, least) <= sum(take) <= most
        ]
        return sorted(found, key=lambda pick: (len(pick), pick))
