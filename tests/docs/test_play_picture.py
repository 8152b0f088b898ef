"""docs/play.svg is what the table draws: a game played by a bot up to a roll, shown on a wide terminal.

`pytest --update-golden` draws it anew.
"""

from __future__ import annotations

import html
import re
from io import StringIO
from pathlib import Path

import pytest
from rich import box
from rich.console import Console

from cli.remarks import remarks_on
from cli.scene import scene_of
from cli.screen import RichScreen
from interpreter.bots import make
from interpreter.game import Game
from rulelang import games, load

PICTURE = Path(__file__).parents[2] / "docs" / "play.svg"
ROUNDS = 3
# the frame alone: a reader's own fixed-width font is good enough, and nothing is fetched from elsewhere
FRAME = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect fill="#16161c" x="0" y="0" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g>
</g>
</svg>
"""


def drawn() -> str:
    program = load(str(games.find("arkham"))).program
    assert program is not None
    game, bot, since = Game(program, 2, 9, names=("Ann", "Bob")), make("random", 4), 0
    for _ in range(500):
        decision = game.decision
        assert decision is not None
        turns = len([line for line in game.sentences(0) if line.endswith("'s turn")])
        if decision.choice == "rerolling" and turns > 2 * ROUNDS:
            break
        since = len(game.events) if decision.choice == "opening" else since
        game.choose(bot.choose(game, decision.seat))
    screen = RichScreen()
    screen.console = Console(
        file=StringIO(),
        record=True,
        width=120,
        height=50,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    screen.fine, screen.box = True, box.ROUNDED
    screen.table(scene_of(game, decision.seat), game.sentences(decision.seat, since))
    screen.ask(game.names[decision.seat - 1], decision, remarks_on(game, decision))
    svg = screen.console.export_svg(title="", code_format=FRAME, unique_id="play")
    return re.sub(r"[ \t]+\n", "\n", svg)


def words(svg: str) -> list[str]:
    """What is to be read in it, line by line: how it is drawn may differ with the version of rich."""
    return [html.unescape(text).replace("\xa0", " ").strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def test_the_picture_is_of_the_game_as_it_is(request: pytest.FixtureRequest) -> None:
    svg = drawn()
    if request.config.getoption("--update-golden"):
        PICTURE.write_text(svg, "utf-8")
    kept = PICTURE.read_text("utf-8")
    assert words(svg) == words(kept)
    assert len(words(kept)) > 50
    assert "http" not in kept.replace("http://www.w3.org/2000/svg", "")
