"""Which language the command speaks, and games in it: `--lang`, else RULES_LANG, else the system's locale."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.click_words import speak_click
from cli.exits import USAGE, Stop
from rulelang.messages.lang import choose, code
from rulelang.messages.words import available, language, say, use

if TYPE_CHECKING:
    from rulelang.loading import Loaded
    from rulelang.program.tables import Program

OPTION = "--lang"


def speak(args: Sequence[str]) -> None:
    """Speak the language that the arguments or the environment ask for, in this process from now on.

    The arguments are looked through before they are read, since help and complaints about them are spoken too. Stops with
    2 where what is asked for is no language's code.
    """
    asked = _asked(args)
    if asked is not None and code(asked) is None:
        use("en")
        raise Stop(USAGE, f"`{asked[:40]}` is no language's code such as {', '.join(available())}")
    use(choose(asked, os.environ))
    speak_click()


def _asked(args: Sequence[str]) -> str | None:
    found = None
    for at, arg in enumerate(args):
        if arg == "--":
            break
        if arg == OPTION and at + 1 < len(args):
            found = args[at + 1]
        elif arg.startswith(OPTION + "="):
            found = arg.partition("=")[2]
    return found


def lang_option() -> click.Option:
    """`--lang`, for the whole command and behind each subcommand; `speak` has heeded it before."""
    return click.Option(
        [OPTION], metavar="CODE", expose_value=False, help="Speak this language: en, ru; else the system's."
    )


def in_our_language(program: Program, loaded: Loaded) -> Program:
    """The game as the command speaks: text by text, as far as .po files beside its rules translate it. What cannot be
    read of them is said on stderr, and left in English."""
    lang = language()
    if lang == program.language or loaded.composed is None:
        return program
    from rulelang.diagnostics.visible import visible
    from rulelang.messages.pofile import load_catalog
    from rulelang.messages.translate import translate

    catalog, wrong, sources = load_catalog(loaded.composed.texts, lang)
    for item in wrong[:1]:
        source = sources.get(item.span.file)
        line = source.position(item.span.start)[0] if source is not None else 1
        where = f"{visible(item.span.file)}:{line}"
        click.echo(say("{where}: not every translation can be used; `rules check` says why", where=where), err=True)
    return translate(program, catalog)
