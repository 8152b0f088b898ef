"""The games that come with the language: where they lie and how they are found by name."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

NAME = re.compile(r"[\w-]{1,80}")


@lru_cache(maxsize=1)
def folder() -> Path:
    """The folder of the bundled games: in the package when it is installed, `rules/` beside it in a checkout."""
    here = Path(__file__).resolve().parent
    return here / "games" if (here / "games").is_dir() else here.parent / "rules"


def names() -> tuple[str, ...]:
    """The bundled games by name, in order of the alphabet: `arkham`."""
    return tuple(sorted(path.stem for path in folder().glob("*.rules")))


def find(name: str) -> Path | None:
    """The file of a bundled game, named `arkham` or `arkham.rules`; None where there is none."""
    stem = name.removesuffix(".rules")
    if not NAME.fullmatch(stem):
        return None
    path = folder() / f"{stem}.rules"
    return path if path.is_file() else None
