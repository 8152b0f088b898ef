"""`rules graph`: the board as a map, and what runs and what triggers what as outlines or for Graphviz."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option, rules_options
from cli.completing import complete_game
from cli.exits import USAGE, Stop
from cli.gamefile import load_game, locate

if TYPE_CHECKING:
    from rulelang.ast.declarations import File
    from rulelang.program.tables import Program

NO_PNG = (
    "PNG needs a converter that is not installed here: `pip install cairosvg` (it brings the Cairo library's bindings), "
    "or write `--format svg` and turn that into PNG with a program of your own"
)


@click.command("graph", cls=Command, examples=("rules graph arkham", "rules graph arkham -o arkham.svg"))
@click.argument("game", shell_complete=complete_game)
@rules_options
@click.option("--of", "what", type=click.Choice(["board", "phases", "triggers"]), default="board", show_default=True,
              help="The board; what runs what; what triggers what.")  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "svg", "dot", "png"]), help="Else by OUT's name, else text."
)
@click.option(
    "-o", "--output", "out", metavar="OUT", type=click.Path(dir_okay=False), help="A file to write, else stdout."
)
@color_option
def command(
    game: str, variants: tuple[str, ...], settings: dict[str, str], what: str, form: str | None, out: str | None
) -> None:
    """A picture of GAME's board, laid out like a printed map, or an outline of its rules.

    The same board gives the same picture. Phases and triggers are drawn as text or DOT only. PNG needs the package
    cairosvg.
    """
    form = form or _by_name(out)
    if what != "board" and form not in ("text", "dot"):
        raise Stop(USAGE, f"{what} can be drawn as text or dot, not as {form}")
    program, loaded = load_game(locate(game), variants, settings)
    made = _board(program, form, out) if what == "board" else _course(loaded.file, what, form)
    if out is None:
        sys.stdout.buffer.write(made) if isinstance(made, bytes) else click.echo(made, nl=False)
    elif isinstance(made, bytes):
        Path(out).write_bytes(made)
    else:
        Path(out).write_text(made, "utf-8", newline="\n")


def _by_name(out: str | None) -> str:
    suffix = Path(out).suffix.lower() if out is not None else ""
    return {".svg": "svg", ".dot": "dot", ".gv": "dot", ".png": "png"}.get(suffix, "text")


def _board(program: Program, form: str, out: str | None) -> str | bytes:
    from interpreter import picture

    if program.board is None or not program.board.places:
        raise Stop(USAGE, f"{program.name} has no board; `--of phases` and `--of triggers` show its rules")
    if form == "png":
        return _png(picture.svg(program), out)
    return {"text": picture.text, "svg": picture.svg, "dot": picture.dot}[form](program)


def _png(svg: str, out: str | None) -> bytes:
    if out is None and sys.stdout.isatty():
        raise Stop(USAGE, "a PNG is nothing for a terminal: name a file with `-o`")
    try:
        converter = import_module("cairosvg")
    except (ImportError, OSError):  # the package, or the library it binds
        raise Stop(USAGE, NO_PNG) from None
    made: bytes = converter.svg2png(bytestring=svg.encode("utf-8"), scale=2)
    return made


def _course(file: File, what: str, form: str) -> str:
    from rulelang.diagnostics.visible import visible
    from rulelang.rulebook import outline

    made = {
        ("phases", "text"): outline.phases,
        ("phases", "dot"): outline.phases_dot,
        ("triggers", "text"): outline.triggers,
        ("triggers", "dot"): outline.triggers_dot,
    }[what, form](file)
    return "".join(f"{visible(line)}\n" for line in made)
