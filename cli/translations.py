"""`rules messages`: writes and updates the .po files that translate a game."""

from __future__ import annotations

import click

from cli.command import Command, color_option
from cli.completing import complete_game
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import locate
from rulelang.diagnostics.visible import visible
from rulelang.messages.catalog import ENGLISH
from rulelang.messages.words import language, say


@click.command(
    "messages",
    cls=Command,
    examples=("rules messages my-game.rules --lang ru", "rules messages my-game.rules --lang ru --check"),
)
@click.argument("game", shell_complete=complete_game)
@click.option("--check", is_flag=True, help="Write nothing; list what is missing and stale.")
@color_option
def command(game: str, check: bool) -> int:
    """Write or update the .po file with a game's texts, to be translated.

    The language is what --lang says. The file lies beside the rules: my-game.ru.po for my-game.rules. Translations and comments in it are kept. A text
    that was reworded keeps its old translation marked fuzzy; what nothing says any more is commented out at the end.
    With --check the exit code is 1 where a text is missing or stale.
    """
    lang, path = language(), locate(game)
    if lang == ENGLISH.lang:
        raise Stop(USAGE, say("say with --lang which language to translate into, for example `--lang ru`"))
    return _check(path, lang) if check else _write(path, lang)


def _write(path: str, lang: str) -> int:
    from rulelang.messages.extract import UpdateError, update_game

    try:
        written = update_game(path, lang)
    except UpdateError as error:
        raise Stop(USAGE, str(error)) from None
    line = say(
        "{path}: {done} of {total} translated, {unsure} to be looked at again, {stale} stale",
        path=visible(written.path), done=written.done, total=written.total, unsure=written.unsure, stale=written.stale,
    )  # fmt: skip
    click.echo(line)
    return CLEAN


def _check(path: str, lang: str) -> int:
    """What is missing, stale or wrong, as `rules check` finds it."""
    from cli.gamefile import show_errors
    from rulelang.diagnostics import in_order
    from rulelang.loading import load
    from rulelang.messages.audit import audit

    loaded = load(path)
    found, sources = audit(loaded, (lang,))
    loaded.sources.update(sources)
    if found:
        show_errors(list(in_order(found)), loaded)
    click.echo(
        say("{n} findings", len(found), plural="{n} findings") if found else say("every text is translated"), err=True
    )
    return FINDINGS if found else CLEAN
