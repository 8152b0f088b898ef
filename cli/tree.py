"""`rules ast`: the tree of a rule file, as JSON or as an outline."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.command import Command, color_option
from cli.completing import complete_game
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import locate, show_errors
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.ast.node import Node


@click.command("ast", cls=Command, examples=("rules ast arkham --json", "rules ast my-game.rules --composed"))
@click.argument("path", shell_complete=complete_game)
@click.option("--json", "as_json", is_flag=True, help="As JSON, by the published schema.")
@click.option("--schema", is_flag=True, help="The JSON Schema of a tree (PATH is not read).")
@click.option("--composed", is_flag=True, help="The whole game: included files and what it extends put together.")
@color_option
def command(path: str, as_json: bool, schema: bool, composed: bool) -> int:
    """The tree of a rule file, for other tools; names are not resolved in it."""
    from rulelang.ast.json import schema as tree_schema
    from rulelang.ast.json import to_json
    from rulelang.diagnostics.visible import visible

    if schema:
        click.echo(json.dumps(tree_schema(), indent=1))
        return CLEAN
    node, clean = _composed(path) if composed else _parsed(path)
    if as_json:
        click.echo(json.dumps(to_json(node), ensure_ascii=False, indent=1))
    else:
        for line in outline(node):
            click.echo(visible(line))
    return CLEAN if clean else FINDINGS


def _parsed(path: str) -> tuple[Node, bool]:
    from rulelang.loading import Loaded
    from rulelang.parse import parse
    from rulelang.reading import read_text
    from rulelang.source import Source

    name = Path(locate(path)).as_posix()
    source = read_text(name, name)
    if not isinstance(source, Source):
        raise Stop(USAGE, say("`{name}` cannot be read: {reason}", name=name, reason=source or say("it is not there")))
    file, found = parse(source)
    if found:
        show_errors(list(found), Loaded(None, file, found, {name: source}))
    return file, not found


def _composed(path: str) -> tuple[Node, bool]:
    from rulelang.loading import load

    loaded = load(locate(path))
    found = [item for item in loaded.diagnostics if item.code.number < "R03"]
    if found:
        show_errors(found, loaded)
    return loaded.file, not found


def outline(node: Node, depth: int = 0, name: str = "") -> Iterator[str]:
    """A line for each node: its class and its plain fields."""
    plain = {part: getattr(node, part) for part in node.parts}
    own = " ".join(f"{part}={value!r}" for part, value in plain.items() if isinstance(value, str | int | bool))
    head = f"{name}: " if name else ""
    yield f"{'  ' * depth}{head}{type(node).__name__}{' ' + own if own else ''}"
    for part, value in plain.items():
        for child in _nodes(value):
            yield from outline(child, depth + 1, part)


def _nodes(value: Any) -> Iterator[Node]:
    from rulelang.ast.node import Node

    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
