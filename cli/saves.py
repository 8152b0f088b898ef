"""Where games are saved, and which was the last: replays in the user's state folder."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from rulelang.games import NAME

SUFFIX = ".replay"


def folder() -> Path:
    """`$XDG_STATE_HOME/rulelang`, else `~/.local/state/rulelang`."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if state and Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "rulelang"


def new(game: str) -> Path:
    """A path for a new save of a game that is not taken yet; makes the folder."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    stem = f"{game if NAME.fullmatch(game) else 'game'}-{datetime.now():%Y%m%d-%H%M%S}"
    path = place / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = place / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def last(path: str | None) -> Path | None:
    """The save written to last, of the game in the file `path` or of any; None where there is none."""
    from interpreter.replay import Header, ReplayError, read

    def header(save: Path) -> Header | None:
        try:
            return read(save).header
        except (ReplayError, OSError):
            return None

    found = [(save.stat().st_mtime_ns, save) for save in folder().glob(f"*{SUFFIX}") if save.is_file()]
    for _, save in sorted(found, reverse=True):
        head = header(save)
        if head is not None and (path is None or _same(head.path, path)):
            return save
    return None


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
