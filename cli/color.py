"""Whether output is coloured: `--color` first, then NO_COLOR and FORCE_COLOR, then whether a terminal reads it."""

from __future__ import annotations

import os
from typing import TextIO

import click


def colored(stream: TextIO) -> bool:
    """Whether to write colours to a stream, by the running command's options and the environment."""
    context = click.get_current_context(silent=True)
    choice = context.find_root().meta.get("color", "auto") if context is not None else "auto"
    if choice != "auto":
        return bool(choice == "always")
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
