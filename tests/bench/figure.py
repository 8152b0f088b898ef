"""One measured figure, and how often and how a stretch of work is timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """`value` in `unit`; `goal` is what is to be reached: at most that much, or with `at_least` no less. None: only told."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = False

    @property
    def reached(self) -> bool | None:
        if self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def __str__(self) -> str:
        text = f"{self.name:<52} {self.value:>12,.2f} {self.unit:<14}"
        if self.goal is None:
            return text.rstrip()
        bound = "at least" if self.at_least else "at most"
        return f"{text} {bound} {self.goal:g}: {'reached' if self.reached else 'MISSED'}"


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of several runs: the one least disturbed by whatever else the computer does."""
    fastest = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        work()
        fastest = min(fastest, time.perf_counter() - begun)
    return fastest


def each(work: Callable[[], object], times: int) -> float:
    """Seconds for one of many runs, in the fastest of five rounds."""

    def round_of_runs() -> None:
        for _ in range(times):
            work()

    return best(round_of_runs) / times
