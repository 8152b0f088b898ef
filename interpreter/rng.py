"""The random numbers of a game: SplitMix64, bounded draws without bias, Fisher-Yates.

The generator's state is one cell of the game's state vector, kept as a signed 64-bit integer so that every cell of the
vector fits one machine word. docs/determinism.md specifies all of this with vectors; another implementation that
passes them plays the same games. Nothing else in a game is random.
"""

from __future__ import annotations

from collections.abc import MutableSequence

MASK = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
_HALF = 1 << 63
_FULL = 1 << 64


def mix(z: int) -> int:
    """SplitMix64's finaliser: a bijection of 64-bit words."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def signed(word: int) -> int:
    """A 64-bit word as a signed integer, two's complement."""
    return word - _FULL if word >= _HALF else word


def seeded(seed: int) -> int:
    """The cell's first value for a seed; seeds equal modulo 2**64 are one seed."""
    return signed(seed & MASK)


def derive(seed: int, index: int) -> int:
    """The seed of the `index`-th game of a series: 0 .. 2**63 - 1, the same however the series is split up."""
    return mix((mix((seed + GAMMA) & MASK) + (index + 1) * GAMMA) & MASK) >> 1


def next_word(state: MutableSequence[int], cell: int) -> int:
    """The next 64-bit output, 0 .. 2**64 - 1; moves the generator on."""
    at = (state[cell] + GAMMA) & MASK
    state[cell] = at - _FULL if at >= _HALF else at
    return mix(at)


def below(state: MutableSequence[int], cell: int, size: int) -> int:
    """An integer 0 .. size - 1, each equally likely. `size` is at least 1; size 1 takes no output.

    Outputs at or above the greatest multiple of `size` that is at most 2**64 are passed over, then the remainder is
    taken: unbiased, and never more than two outputs on average.
    """
    if size < 1:
        raise ValueError("a draw needs at least one outcome")
    if size == 1:
        return 0
    limit = _FULL - _FULL % size
    word = next_word(state, cell)
    while word >= limit:
        word = next_word(state, cell)
    return word % size


def shuffle(state: MutableSequence[int], cell: int, things: MutableSequence[int]) -> None:
    """Fisher-Yates in place, from the last position down to the second: swap it with one drawn at or before it."""
    for last in range(len(things) - 1, 0, -1):
        other = below(state, cell, last + 1)
        things[last], things[other] = things[other], things[last]


class Generator:
    """A generator of its own, apart from any game: what bots and tools draw from."""

    __slots__ = ("_cell",)

    def __init__(self, seed: int) -> None:
        self._cell = [seeded(seed)]

    def below(self, size: int) -> int:
        """An integer 0 .. size - 1."""
        return below(self._cell, 0, size)

    def shuffle(self, things: MutableSequence[int]) -> None:
        """Fisher-Yates in place."""
        shuffle(self._cell, 0, things)

    def seed(self) -> int:
        """A fresh seed for something else: 0 .. 2**63 - 1."""
        return next_word(self._cell, 0) >> 1
