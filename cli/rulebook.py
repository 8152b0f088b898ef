"""`rules rulebook`: a game as a rulebook to print."""

from __future__ import annotations

from pathlib import Path

import click

from cli.command import Command, color_option, rules_options
from cli.gamefile import load_game, locate

LANGUAGES = ("en", "ru")  # rulelang.rulebook.LANGUAGES, which costs too much to import for a help page


@click.command(
    "rulebook",
    cls=Command,
    examples=("rules rulebook arkham -o arkham.html", "rules rulebook arkham -V herald --format md"),
)
@click.argument("game")
@rules_options
@click.option(
    "--format", "form", type=click.Choice(["md", "html"]), help="Markdown, or one HTML page; else by OUT's name."
)
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language.")
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
    language: str,
    players: int | None,
    out: str | None,
) -> None:
    """A printable rulebook of GAME as it stands with these variants and settings.

    The HTML page holds everything it needs, the board's picture too, and runs no scripts.
    """
    from interpreter.picture import svg
    from rulelang.rulebook import rulebook, to_html, to_markdown

    program, loaded = load_game(locate(game), variants, settings, players)
    form = form or ("html" if out is not None and Path(out).suffix.lower() in (".html", ".htm") else "md")
    if form == "html":
        text = to_html(rulebook(loaded, svg(program), language))
    else:
        text = to_markdown(rulebook(loaded, "", language))
    if out is None:
        click.echo(text, nl=False)
    else:
        Path(out).write_text(text, "utf-8", newline="\n")
