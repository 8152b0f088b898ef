"""Reads the files of a game from disk: regular files of sane size, UTF-8, inside the folders they may lie in."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field

from rulelang import games
from rulelang.parse.tokens import MOST_CHARACTERS
from rulelang.source import Source

NOT_UTF8 = "it is not UTF-8 text"
LARGE = f"it has more than {MOST_CHARACTERS:,} characters"


@dataclass
class Reader:
    """Gives texts by name; each file is read once. `folder` is the top file's, None for a text that lies nowhere.

    A symbolic link that leads out of the game's folder is not followed.
    """

    folder: str | None
    known: dict[str, Source | str | None] = field(default_factory=dict)
    roots: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.roots.append(os.path.realpath(games.folder()))
        if self.folder is not None:
            self.roots.append(os.path.realpath(self.folder or "."))

    def __call__(self, name: str) -> Source | str | None:
        """The text, None where there is no such file, or why it cannot be read."""
        if name not in self.known:
            self.known[name] = self._read(name)
        return self.known[name]

    def _read(self, name: str) -> Source | str | None:
        try:
            real = os.path.realpath(name)
            if not os.path.lexists(name):
                return None
            if not self._may_be_read(name, real):
                return "it lies outside the game's folder"
        except (OSError, ValueError):
            return None
        return read_text(real, name)

    def _may_be_read(self, name: str, real: str) -> bool:
        if any(os.path.commonpath([root, real]) == root for root in self.roots):
            return True
        if self.folder is None:
            return False
        above = os.path.realpath(os.path.join(self.folder or ".", ".."))
        if real != os.path.join(above, os.path.basename(name)) or not name.endswith(".rules"):
            return False
        self.roots.append(above)  # the game below this one lies there, with what it includes
        return True


def read_text(path: str, name: str) -> Source | str | None:
    """A file's text, called `name`; None where there is no such file, or why it cannot be read."""
    try:
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return "it is not a file"
            data = file.read(4 * MOST_CHARACTERS + 1)
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        return "it is a folder"
    except (OSError, ValueError) as error:
        return (getattr(error, "strerror", None) or "its name is no path").lower()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return LARGE if len(data) > 4 * MOST_CHARACTERS else NOT_UTF8
    return Source(name, text) if len(text) <= MOST_CHARACTERS else LARGE
