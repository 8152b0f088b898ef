"""`rules new`: a starting file that checks clean and plays, or a copy of a game to change."""

from __future__ import annotations

import re
from pathlib import Path

import click

from cli.command import Command
from cli.completing import complete_game
from cli.exits import USAGE, Stop
from cli.gamefile import locate
from rulelang.messages.words import say

NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")

START = """# {title}: collect ten gold before the sun has gone down. A small game to change into your own.
#
#   rules play {name}.rules     play it
#   rules check {name}.rules    find mistakes
#   rules test {name}.rules     run the tests at the end of this file

game {name} "{title}":
    players: 1..4

setting days: 1..20 = 8      "Days until the sun has gone down"

die luck: gold, gold, rest, trap, trap, chest

kind player:
    track gold: 0..10
    track health / health: 0..5 = 5

phase game:
    repeat days times: each player: turn
    defeat "Night falls"

phase turn:
    choose venture

choice venture "Your day":
    dig "Dig": search
    sleep "Sleep": gain 1 health

phase search:
    roll 2 luck as dice
    gain dice.gold + 3 * dice.chest gold
    lose dice.trap health
    if gold >= 10: win "{title}: you are rich"
    if health is 0: defeat "The traps were too many"

test "a chest is worth three":
    players ann
    dice 6, 3
    for ann: search
    expect ann.gold is 3 and ann.health is 5
"""


@click.command("new", cls=Command, examples=("rules new my_game", "rules new my_arkham --from arkham"))
@click.argument("name")
@click.option(
    "--from",
    "origin",
    metavar="GAME",
    shell_complete=complete_game,
    help="Copy this game, a bundled one or a path, instead.",
)
def command(name: str, origin: str | None) -> None:
    """Begin a rule file of your own.

    NAME is that of the game; NAME.rules is made here. It checks clean and plays at once. A file that is there already
    is never written over.
    """
    path = Path(name if name.endswith(".rules") else f"{name}.rules")
    stem = path.stem
    if not NAME.fullmatch(stem):
        raise Stop(USAGE, say("`{name}` is no name for a game: small letters, digits and _, a letter first", name=stem))
    if origin is None:
        title = stem.replace("_", " ").title()
        files = {path: START.format(name=stem, title=title).encode("utf-8")}
    else:
        files = _copies(path, locate(origin))
    _write(files)
    for made in files:
        click.echo(say("made {path}", path=made))
    click.echo(say("play it with `rules play {path}`", path=path), err=True)


def _copies(path: Path, origin: str) -> dict[Path, bytes]:
    """The game's file under its new name, and beside it the files it reads."""
    from rulelang.loading import load

    text = Path(origin).read_text("utf-8-sig")
    files = {path: re.sub(r"(?m)^game \w+", f"game {path.stem}", text, count=1).encode("utf-8")}
    home = Path(origin).resolve().parent
    for source in load(origin).sources:
        other = Path(source).resolve()
        if other == Path(origin).resolve() or not other.is_file():
            continue
        if not other.is_relative_to(home):
            raise Stop(
                USAGE,
                say(
                    "`{game}` builds on {other}: copy that game, or `use` this one from a file of yours",
                    game=origin,
                    other=other,
                ),
            )
        files[path.parent / other.relative_to(home)] = other.read_bytes()
    return files


def _write(files: dict[Path, bytes]) -> None:
    taken = [path for path in files if path.exists()]
    if taken:
        raise Stop(USAGE, say("`{path}` is there already", path=taken[0]))
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(data)
