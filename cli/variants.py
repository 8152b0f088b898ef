"""`rules variants`: what a game can be turned by."""

from __future__ import annotations

import json
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any

import click

from cli.command import Command, color_option
from cli.completing import complete_game
from cli.gamefile import load_game, locate
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.compose import VariantInfo
    from rulelang.loading import Loaded
    from rulelang.program.tables import Program, SettingTable

WIDTH = 114
MOST_SAID = 70  # of a declaration's first line


@click.command("variants", cls=Command, examples=("rules variants arkham", "rules variants my-game.rules --json"))
@click.argument("game", shell_complete=complete_game)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@color_option
def command(game: str, as_json: bool) -> None:
    """The variants and settings of a game, for `-V NAME` and `--set NAME=VALUE`."""
    program, loaded = load_game(locate(game))
    data: dict[str, Any] = {
        "game": program.name,
        "variants": [
            {
                "name": info.name,
                "title": _told(program, info.name) or info.title,
                "requires": list(info.requires),
                "excludes": [{"name": name, "because": reason} for name, reason in info.excludes],
                "automatic": info.on is not None,
                "changes": _changes(info, loaded),
            }
            for info in loaded.variants
        ],
        "settings": [
            {"name": row.name, "title": row.title, "default": row.default, "values": _values(row)}
            for row in program.settings
        ],
    }
    click.echo(json.dumps(data, ensure_ascii=False, indent=2) if as_json else _text(data))


def _told(program: Program, name: str) -> str:
    """A variant's title in the game's language."""
    return next((row.title for row in program.variants if row.name == name), "")


def _changes(info: VariantInfo, loaded: Loaded) -> list[str]:
    """How each of its declarations begins: `change free_rerolls from 3 to 1`, `offer in rerolling`."""
    from rulelang.ast.declarations import Test

    found = []
    for decl in info.declarations:
        source = loaded.sources.get(decl.span.file)
        if source is not None and not isinstance(decl, Test):
            first = source.text[decl.span.start : decl.span.end].partition("\n")[0].partition(" #")[0]
            found.append(shorten(first.strip().removesuffix(":"), MOST_SAID, placeholder=" …"))
    return found


def _values(row: SettingTable) -> str:
    return " | ".join(row.choices) if row.choices else f"{row.low}..{row.high}"


def _text(data: dict[str, Any]) -> str:
    lines = [say("Variants:") if data["variants"] else say("No variants.")]
    for row in data["variants"]:
        notes = [say("switches itself on")] if row["automatic"] else []
        notes += [say("requires {name}", name=name) for name in row["requires"]]
        notes += [
            say("not with {name}", name=other["name"]) + (f", {other['because']}" if other["because"] else "")
            for other in row["excludes"]
        ]
        lines.append(f"  {row['name']:<28} {row['title']}" + (f" ({'; '.join(notes)})" if notes else ""))
        lines += wrap("; ".join(row["changes"]), WIDTH, initial_indent=" " * 33, subsequent_indent=" " * 33)
    lines.append(say("Settings:") if data["settings"] else say("No settings."))
    names = [f"{row['name']}={row['default']}" for row in data["settings"]]
    width = max(28, *(len(name) for name in names)) if names else 0
    lines += [
        f"  {name:<{width}} {row['title']} ({row['values']})" for name, row in zip(names, data["settings"], strict=True)
    ]
    return "\n".join(visible(line) for line in lines)
