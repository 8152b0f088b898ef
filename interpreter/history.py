"""What undo needs: packed copies of the state vector, one for each answer, up to a bound.

Taking one and going back to one cost the same however long the game has been going on.
"""

from __future__ import annotations

import zlib
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

MOST_MARKS = 20_000


@dataclass(frozen=True, slots=True)
class Mark:
    """The state before an answer, how many events there were, and whether the answer was nature's, told from outside."""

    packed: bytes
    events: int
    told: bool

    @classmethod
    def of(cls, state: Sequence[int], events: int, told: bool) -> Mark:
        """A copy of the state as it stands; every cell fits a signed 64-bit word."""
        return cls(zlib.compress(array("q", state).tobytes(), 1), events, told)

    def state(self) -> list[int]:
        """The state vector, as it was."""
        cells = array("q")
        cells.frombytes(zlib.decompress(self.packed))
        return cells.tolist()


class History:
    """The marks still kept, oldest first; the oldest go when there are too many."""

    def __init__(self, most: int = MOST_MARKS) -> None:
        self._marks: deque[Mark] = deque(maxlen=most)

    def push(self, mark: Mark) -> None:
        """One more answer was given."""
        self._marks.append(mark)

    def pop(self) -> None:
        """The last one is taken back."""
        self._marks.pop()

    @property
    def last(self) -> Mark | None:
        """The state before the last answer, or None."""
        return self._marks[-1] if self._marks else None

    def __len__(self) -> int:
        return len(self._marks)
