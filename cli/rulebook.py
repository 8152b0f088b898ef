"""`rules rulebook`: a game as a rulebook to print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option, rules_options
from cli.completing import complete_game
from cli.gamefile import load_game, locate

if TYPE_CHECKING:
    from rulelang.loading import Loaded

MANY = 5  # in a label such as "{n} clues" the number is not known: the form for many


@click.command(
    "rulebook",
    cls=Command,
    examples=("rules rulebook arkham -o arkham.html", "rules rulebook arkham -V herald --format md"),
)
@click.argument("game", shell_complete=complete_game)
@rules_options
@click.option(
    "--format", "form", type=click.Choice(["md", "html"]), help="Markdown, or one HTML page; else by OUT's name."
)
@click.option("--players", type=click.IntRange(1), help="For so many players; variants that ask for it come in.")
@click.option(
    "-o", "--output", "out", metavar="OUT", type=click.Path(dir_okay=False), help="A file to write, else stdout."
)
@color_option
def command(
    game: str,
    variants: tuple[str, ...],
    settings: dict[str, str],
    form: str | None,
    players: int | None,
    out: str | None,
) -> None:
    """A printable rulebook of GAME as it stands with these variants and settings.

    The HTML page holds everything it needs, the board's picture too, and runs no scripts.
    """
    from interpreter.picture import svg
    from rulelang.messages.words import language
    from rulelang.rulebook import rulebook, to_html, to_markdown

    program, loaded = load_game(locate(game), variants, settings, players)
    form = form or ("html" if out is not None and Path(out).suffix.lower() in (".html", ".htm") else "md")
    say = _translation(loaded, language())
    if form == "html":
        text = to_html(rulebook(loaded, svg(program), language(), say))
    else:
        text = to_markdown(rulebook(loaded, "", language(), say))
    if out is None:
        click.echo(text, nl=False)
    else:
        Path(out).write_text(text, "utf-8", newline="\n")


def _translation(loaded: Loaded, lang: str) -> Callable[[str, str], str]:
    """The game's texts in a language: its .po files, and `arkham.rulebook.ru.po` with names that only rulebooks show."""
    from rulelang.messages.pofile import load_catalog, read

    texts = loaded.composed.texts if loaded.composed is not None else ()
    catalog = load_catalog(texts, lang)[0]
    beside = [PurePath(name) for name in texts if name.endswith(".rules")]
    own = [read(path.with_name(f"{path.stem}.rulebook.{lang}.po").as_posix(), lang) for path in beside]
    catalogs = [catalog, *(po.catalog for po in own if po is not None)]

    def say(text: str, context: str) -> str:
        for one in catalogs:
            if one.entry(text, context) is not None:
                return one.lookup(text, MANY, context=context)
        return text

    return say
