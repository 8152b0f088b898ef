"""Runs the measurements and prints them as a table: what, how much, and what is to be reached."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from tests.bench import parsing, playing, startup
from tests.bench.figure import Figure

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "startup": startup.figures,
    "parsing": parsing.figures,
    "playing": playing.figures,
}


def main(names: list[str]) -> int:
    """Measure the parts named, or all; 1 if a figure is not reached, 2 for a part that does not exist."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    missed = 0
    for name in names or PARTS:
        print(f"\n{name}")
        for figure in PARTS[name]():
            missed += figure.reached is False
            print(f"  {figure}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
