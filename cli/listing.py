"""`rules list`: the games that come with this program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli.command import Command, color_option
from rulelang import games
from rulelang.diagnostics.visible import visible
from rulelang.messages.catalog import ENGLISH
from rulelang.messages.words import language, say


@click.command("list", cls=Command, examples=("rules list", "rules list --json"))
@click.option("--json", "as_json", is_flag=True, help="As a JSON array.")
@color_option
def command(as_json: bool) -> None:
    """The games that come with this program."""
    rows = [row for name in games.names() if (row := _row(name)) is not None]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        least, most = row["players"]
        if least == most:
            seats = say("{n} player", most, plural="{n} players")
        else:
            seats = say("{least} to {n} players", most, plural="{least} to {n} players", least=least)
        click.echo(f"{row['name']:<{width}}  {visible(row['title'])} ({seats})")


def _row(name: str) -> dict[str, Any] | None:
    """A game's name, title, players and file, read off its first lines; None for a part of another game."""
    from rulelang.ast import declarations as d
    from rulelang.ast import expressions as e
    from rulelang.parse import parse
    from rulelang.source import Source

    path = games.find(name)
    if path is None:
        return None
    file, _ = parse(Source(str(path), Path(path).read_text("utf-8")))
    game = next((item for item in file.declarations if isinstance(item, d.Game)), None)
    if game is None:
        return None
    players = [1, 1]
    for entry in game.entries:
        if entry.key.name == "players":
            numbers = [node.value for node in _walk(entry.value) if isinstance(node, e.Number)]
            players = [numbers[0], numbers[-1]] if numbers else players
    return {"name": name, "title": _title(path, game.title or name), "players": players, "file": str(path)}


def _title(path: Path, title: str) -> str:
    """The title as it reads in our language."""
    if language() == ENGLISH.lang:
        return title
    from rulelang.messages.pofile import load_catalog

    return load_catalog(path.as_posix(), language())[0].lookup(title)


def _walk(node: Any) -> Any:
    from rulelang.ast.node import walk

    return walk(node)
