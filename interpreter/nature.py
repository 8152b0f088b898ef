"""Who answers chance: a seed, a script, or the people at the table.

Given the state vector and the index of its generator's cell, a nature says how dice fell or what was drawn, or None:
then the run waits until it is told from outside. Shuffling never waits. A nature holds no part of the game's state
except what it was told and has not yet used.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Protocol

from interpreter import rng
from rulelang.program.tables import SYMBOLS_FROM, Program


class Nature(Protocol):
    """How chance is answered."""

    def dice(self, state: MutableSequence[int], cell: int, die: int, faces: int, count: int) -> list[int] | None:
        """Face indexes 0 .. faces - 1 of `count` dice of kind `die`, in the order rolled; None: wait."""

    def picks(self, state: MutableSequence[int], cell: int, things: Sequence[int], count: int) -> list[int] | None:
        """`count` different indexes into `things`, in the order drawn (0 <= count <= len(things)); None: wait."""

    def shuffle(self, state: MutableSequence[int], cell: int, things: MutableSequence[int]) -> None:
        """Bring `things` into random order, in place."""

    def give(self, answer: Sequence[int]) -> None:
        """What the next `dice` or `picks` is to answer, told from outside."""

    def copy(self) -> Nature:
        """A nature that goes on from here on its own."""


def seeded_picks(state: MutableSequence[int], cell: int, size: int, count: int) -> list[int]:
    """`count` of `size` indexes without putting back: the k-th is drawn among those left, in ascending order."""
    if count == 1:
        return [rng.below(state, cell, size)]
    left = list(range(size))
    return [left.pop(rng.below(state, cell, len(left))) for _ in range(count)]


class Seeded:
    """All chance from the generator in the state. Has nothing of its own, so one serves any number of games."""

    __slots__ = ()

    def dice(self, state: MutableSequence[int], cell: int, die: int, faces: int, count: int) -> list[int] | None:
        """Die by die, one bounded draw each."""
        return [rng.below(state, cell, faces) for _ in range(count)]

    def picks(self, state: MutableSequence[int], cell: int, things: Sequence[int], count: int) -> list[int] | None:
        """One bounded draw for each thing, among those left."""
        return seeded_picks(state, cell, len(things), count)

    def shuffle(self, state: MutableSequence[int], cell: int, things: MutableSequence[int]) -> None:
        """Fisher-Yates."""
        rng.shuffle(state, cell, things)

    def give(self, answer: Sequence[int]) -> None:
        """Never asked for."""
        raise ValueError("a seeded game answers its own chance")

    def copy(self) -> Nature:
        """Itself: there is nothing to copy."""
        return self


class Scripted(Seeded):
    """Chance from queues, for tests; what the queues do not answer the seed does.

    With a Program, dice are queued as printed on their faces (a number or a word; of a die
    of words also a position, from 1) and draws as entity ids, any copy of
    a card standing for all; without one, dice are queued as face indexes and draws must be those very things. What
    does not fit is passed over to the seed and noted in `misfits`, so that a test can say its script was wrong.
    """

    __slots__ = ("draws", "faces", "misfits", "program")

    def __init__(
        self, faces: Iterable[int | str] = (), draws: Iterable[int] = (), program: Program | None = None
    ) -> None:
        self.faces = list(faces)
        self.draws = list(draws)
        self.program = program
        self.misfits: list[int | str] = []

    def dice(self, state: MutableSequence[int], cell: int, die: int, faces: int, count: int) -> list[int] | None:
        """The next queued faces, then the seed."""
        rolled = []
        for _ in range(count):
            face = self._next_face(die, faces)
            rolled.append(rng.below(state, cell, faces) if face is None else face)
        return rolled

    def _next_face(self, die: int, faces: int) -> int | None:
        if not self.faces:
            return None
        queued = self.faces.pop(0)
        if self.program is None:
            if isinstance(queued, int) and 0 <= queued < faces:
                return queued
        else:
            for index, face in enumerate(self.program.dice[die].faces):
                if str(queued) == face.label or queued == face.value:
                    return index
            if isinstance(queued, int) and 1 <= queued <= faces and self.program.dice[die].faces[0].value >= SYMBOLS_FROM:
                return queued - 1
        self.misfits.append(queued)
        return None

    def picks(self, state: MutableSequence[int], cell: int, things: Sequence[int], count: int) -> list[int] | None:
        """The next queued things, then the seed."""
        left = list(range(len(things)))
        picked = []
        for _ in range(count):
            index = self._next_index(things, left)
            if index is None:
                index = left[rng.below(state, cell, len(left))]
            left.remove(index)
            picked.append(index)
        return picked

    def _next_index(self, things: Sequence[int], left: list[int]) -> int | None:
        if not self.draws:
            return None
        queued = self.draws.pop(0)
        for same in (self._is, self._alike):
            for index in left:
                if same(things[index], queued):
                    return index
        self.misfits.append(queued)
        return None

    def _is(self, thing: int, queued: int) -> bool:
        return thing == queued

    def _alike(self, thing: int, queued: int) -> bool:
        if self.program is None or not (0 < thing <= len(self.program.entities) >= queued > 0):
            return False
        one, two = self.program.entities[thing - 1], self.program.entities[queued - 1]
        return one.sort == "thing" == two.sort and one.card == two.card

    def copy(self) -> Nature:
        """The queues as they stand."""
        return Scripted(self.faces, self.draws, self.program)


class Manual(Seeded):
    """The table answers: every roll and draw waits until it is given. Shuffles come from the seed."""

    __slots__ = ("_told",)

    def __init__(self, told: Iterable[Sequence[int]] = ()) -> None:
        self._told = [list(answer) for answer in told]

    def dice(self, state: MutableSequence[int], cell: int, die: int, faces: int, count: int) -> list[int] | None:
        """What was given, else wait. No dice and one-sided dice need no telling."""
        if count == 0 or faces == 1:
            return [0] * count
        return self._told.pop(0) if self._told else None

    def picks(self, state: MutableSequence[int], cell: int, things: Sequence[int], count: int) -> list[int] | None:
        """What was given, else wait. Taking all of one thing, or nothing, needs no telling."""
        if count == 0 or len(things) == 1:
            return list(range(count))
        return self._told.pop(0) if self._told else None

    def give(self, answer: Sequence[int]) -> None:
        """The next answer; the caller has checked it."""
        self._told.append(list(answer))

    def copy(self) -> Nature:
        """With what was told and not yet used."""
        return Manual(self._told)
