"""The table at a terminal: panels, bars and dice faces, drawn anew for each decision."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from cli.color import colored
from cli.plain import option_number
from cli.scene import Bar, Card, Dice, Scene
from interpreter.wording import in_words
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.game import Decision

BAR_CELLS = 10
CARD = 32  # a player's panel
MOST_LOG = 14
MOST_OPTIONS = 60
MANY = 12  # options from which on they stand in columns


class RichScreen:
    """Draws on the terminal. Texts come from rule files, so they are never read as markup."""

    private = True  # it can be wiped, so that players at one keyboard may keep secrets

    def __init__(self) -> None:
        color = colored(sys.stdout)
        self.name = ""  # whose answer is read
        self.console = Console(no_color=not color, highlight=False, markup=False, emoji=False)
        with suppress(ImportError):
            import readline  # noqa: F401  arrow keys and history at the prompt

    def table(self, scene: Scene, log: Sequence[str], whole: bool = False) -> None:
        """Wipe the screen and draw the table with the latest log below it."""
        self.console.clear()
        self.console.print(Rule(Text(scene.title, style="bold"), style="dim"))
        if scene.spots:
            self.console.print(_board(scene))
        if scene.ways:
            here, beside = scene.ways
            self.console.print(
                Text.assemble((say("Ways from") + " ", "dim"), (here, "bold"), ": ", " · ".join(beside) or say("none"))
            )
        self.console.print(Columns([_card(card) for card in scene.cards], padding=(0, 1)))
        self._middle(scene)
        if len(log) > MOST_LOG:
            self.console.print(Text("  " + say("… {count} earlier: log", count=len(log) - MOST_LOG), style="dim"))
        self.log(log[-MOST_LOG:])

    def wipe(self) -> None:
        """Empty the screen and what can be scrolled back to."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def _middle(self, scene: Scene) -> None:
        line = Text()
        for bar in scene.bars:
            line.append_text(_bar(bar, 0)).append("   ")
        for title, text in (*scene.facts, *scene.things):
            line.append(f"{title} ", style="dim").append(f"{text}   ")
        if line:
            self.console.print(line)
        if scene.dice:
            self.console.print(Text(say("{who} rolled", who=scene.dice.who), style="dim"))
            self.console.print(_dice(scene.dice, self.console.width))

    def log(self, sentences: Iterable[str]) -> None:
        """What happened, a line each."""
        for sentence in sentences:
            self.console.print(Text(f"  {visible(sentence)}", style="italic dim"))

    def ask(self, name: str, decision: Decision, remarks: Sequence[str]) -> None:
        """Who is asked what, and the options, each with what is to be remarked on it ("": nothing)."""
        self.console.print()
        self.name = visible(name)
        prompt = visible(decision.prompt) or in_words(decision.choice)
        self.console.print(Text.assemble((visible(name), "bold cyan"), ": ", (prompt, "bold")))
        rows = [
            Text.assemble(
                (f" {option_number(decision, option.index):>4}", "cyan"),
                visible(option.label),
                (remarks[option.index], "yellow"),
            )
            for option in decision.options[:MOST_OPTIONS]
        ]
        if len(rows) > MANY:
            self.console.print(Columns(rows, column_first=True, padding=(0, 3)))
        else:
            self.console.print(Group(*rows))
        if len(decision.options) > MOST_OPTIONS:
            self.console.print(
                Text(
                    "  " + say("… {count} more: type how one begins", count=len(decision.options) - MOST_OPTIONS),
                    style="dim",
                )
            )

    def read(self) -> str | None:
        """A line of input; None at the end of input."""
        try:
            return input(f"{self.name}> ")
        except EOFError:
            self.console.print()
            return None

    def note(self, text: str) -> None:
        """A word from us."""
        self.console.print(Text(visible(text), style="yellow"))

    def over(self, text: str) -> None:
        """How the game ended."""
        self.console.print(Panel(Text(visible(text), style="bold", justify="center"), box=box.DOUBLE))


def _board(scene: Scene) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column(say("Place"), style="bold", no_wrap=True)
    table.add_column(say("Who and what is there"))
    for spot in scene.spots:
        cell = Text(", ".join(spot.who), style="cyan")
        if spot.who and spot.what:
            cell.append("  ")
        cell.append("; ".join(spot.what), style="default")
        table.add_row(Text(spot.title), cell)
    return table


def _card(card: Card) -> RenderableType:
    width = max((len(bar.title) for bar in card.bars), default=0)
    lines: list[Text] = []
    if card.at:
        lines.append(Text(say("at {place}", place=card.at)))
    lines += [_bar(bar, width) for bar in card.bars]
    lines += [Text.assemble((f"{title} ", "dim"), text) for title, text in (*card.facts, *card.things)]
    style = "cyan" if card.asked else "dim"
    return Panel(Group(*lines), title=Text(card.name, style="bold"), border_style=style, box=box.ROUNDED, width=CARD)


def _bar(bar: Bar, width: int) -> Text:
    """A title, a bar of at most BAR_CELLS, and the figures."""
    span = max(1, bar.high - bar.low)
    cells = min(BAR_CELLS, span)
    full = max(0, min(cells, round((bar.value - bar.low) * cells / span)))
    if bar.value > bar.low and full == 0:
        full = 1
    low = full * 4 <= cells
    return Text.assemble(
        (f"{bar.title:<{width}} ", "dim"),
        ("█" * full, "red" if low else "green"),
        ("░" * (cells - full), "dim"),
        f" {bar.value}/{bar.high}",
    )


def _dice(dice: Dice, width: int) -> Text:
    """Dice side by side, as many rows as the width needs; a locked one has a heavy rim and says so."""
    rows: list[list[tuple[str, bool, bool]]] = [[]]
    used = 0
    for face, locked, feared in zip(dice.faces, dice.locked, dice.feared, strict=True):
        if rows[-1] and used + len(face) + 5 > width:
            rows.append([])
            used = 0
        rows[-1].append((say("{face} locked", face=face) if locked else face, locked, feared))
        used += len(rows[-1][-1][0]) + 5
    drawn = Text()
    for row in rows:
        for part in range(3):
            for face, locked, feared in row:
                style = "bold red" if feared else "dim" if locked else "bold"
                drawn.append(_edge(face, locked, part) + " ", style=style)
            drawn.append("\n")
    drawn.rstrip()
    return drawn


def _edge(face: str, locked: bool, part: int) -> str:
    """The upper rim, the middle or the lower rim of a die."""
    line, side = ("═", "║") if locked else ("─", "│")
    upper, lower = (("╔", "╗"), ("╚", "╝")) if locked else (("╭", "╮"), ("╰", "╯"))
    if part == 1:
        return f"{side} {face} {side}"
    left, right = upper if part == 0 else lower
    return f"{left}{line * (len(face) + 2)}{right}"
