"""Finds a game by path or by bundled name, loads it, and says what is wrong where it does not load."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.color import colored
from cli.exits import FINDINGS, USAGE, Stop
from cli.language import in_our_language
from rulelang import games
from rulelang.diagnostics.diagnostic import Diagnostic, Severity, did_you_mean
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.loading import Loaded
    from rulelang.program.tables import Program

FROM_COMMAND_LINE = {"--variant", "--set"}  # the names the loader gives to what was said there


def locate(name: str) -> str:
    """The path of a game: a file as it is named, else a bundled game. Stops with 2 where there is neither."""
    if Path(name).is_file():
        return name
    bundled = games.find(name)
    if bundled is not None:
        return str(bundled)
    if Path(f"{name}.rules").is_file():
        return f"{name}.rules"
    if Path(name).is_dir():
        raise Stop(USAGE, say("`{name}` is a folder; name the game's file", name=name))
    near = did_you_mean(name.removesuffix(".rules"), games.names())
    hint = (
        say("; did you mean `{near}`?", near=near) if near else say("; `rules list` shows the games that come with it")
    )
    raise Stop(USAGE, say("there is no file and no bundled game `{name}`", name=name) + hint)


def load_game(
    path: str, variants: tuple[str, ...] = (), settings: Mapping[str, str] | None = None, players: int | None = None
) -> tuple[Program, Loaded]:
    """The Program of a file. Says on stderr what is wrong and stops, with 2 if it was the command line, else with 1."""
    from rulelang.loading import load

    return playable(path, load(path, variants, settings, players))


def playable(path: str, loaded: Loaded) -> tuple[Program, Loaded]:
    """The same of a file that is loaded already."""
    errors = [item for item in loaded.diagnostics if item.severity is Severity.ERROR]
    said = [item for item in errors if item.span.file in FROM_COMMAND_LINE]
    if said:
        raise Stop(USAGE, "; ".join(_short(item) for item in said))
    if loaded.program is None or errors:
        show_errors(errors, loaded)
        raise Stop(FINDINGS, say("{path} cannot be played until this is mended", path=path))
    return in_our_language(loaded.program, loaded), loaded


def show_errors(errors: list[Diagnostic], loaded: Loaded) -> None:
    """Diagnostics on stderr, as `rules check` prints them."""
    from rulelang.diagnostics.text import render

    click.echo(render(errors, loaded.sources, color=colored(sys.stderr)), err=True, nl=False, color=True)


def _short(item: Diagnostic) -> str:
    return f"{item.message} ({item.help})" if item.help else item.message
