"""`rules diff`: what differs in meaning between two games, or between two sets of variants."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option
from cli.completing import complete_game
from cli.exits import FINDINGS
from cli.gamefile import load_game, locate
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.compose import Composed


@click.command(
    "diff", cls=Command, examples=("rules diff arkham my-arkham.rules", "rules diff arkham arkham+herald+one_reroll")
)
@click.argument("old", shell_complete=complete_game)
@click.argument("new", shell_complete=complete_game)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@color_option
def command(old: str, new: str, as_json: bool) -> int:
    """What NEW changes in OLD. Each is a game, or a game with variants: GAME+VARIANT+VARIANT.

    Exits with 0 where nothing differs, else with 1.
    """
    from rulelang.compare import compare

    found = compare(_composed(old), _composed(new))
    if as_json:
        rows = [{"verb": row.verb, "what": row.what, "old": row.old, "new": row.new} for row in found]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for row in found:
            click.echo(visible(str(row)))
        if not found:
            click.echo(say("no difference in meaning"), err=True)
    return FINDINGS if found else 0


def _composed(name: str) -> Composed:
    game, *variants = name.split("+")
    composed = load_game(locate(game), tuple(variants))[1].composed
    assert composed is not None  # what loads has been composed
    return composed
