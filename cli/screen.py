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

from cli.card_boxes import card_boxes
from cli.color import colored
from cli.dice_in_view import Dice
from cli.plain import option_number
from cli.question import question
from cli.scene import Bar, Card, Scene
from interpreter import picture
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.game import Decision

BAR_CELLS = 10
CARD = 32  # a player's panel
MOST_LOG = 14
MOST_OPTIONS = 60
MAP_FROM = 100  # columns from which on the board is drawn as a map
MAP_ROWS = 18  # rows that must be left below it
MANY = 12  # options from which on they stand in columns


class RichScreen:
    """Draws on the terminal. Texts come from rule files, so they are never read as markup."""

    private = True  # it can be wiped, so that players at one keyboard may keep secrets

    def __init__(self) -> None:
        color = colored(sys.stdout)
        self.name = ""  # whose answer is read
        self.fine = (sys.stdout.encoding or "").lower().startswith("utf")  # else all is drawn with ASCII letters
        self.box = box.ROUNDED if self.fine else box.ASCII
        self.console = Console(no_color=not color, highlight=False, markup=False, emoji=False)
        with suppress(ImportError):
            import readline  # noqa: F401  arrow keys and history at the prompt

    def table(self, scene: Scene, log: Sequence[str], whole: bool = False) -> None:
        """Wipe the screen and draw the table with the latest log below it."""
        self.console.clear()
        self.console.print(Rule(Text(scene.title, style="bold"), style="dim"))
        board = self._map(scene)
        if board is not None:
            self._beside(board, scene)
            self._below(scene, log)
            return
        if scene.spots:
            self.console.print(_board(scene, self.box))
        if scene.ways:
            here, beside = scene.ways
            self.console.print(
                Text.assemble(
                    (say("Ways from") + " ", "dim"),
                    (here, "bold"),
                    ": ",
                    (" · " if self.fine else ", ").join(beside) or say("none"),
                )
            )
        self.console.print(Columns([self._card(card) for card in scene.cards], padding=(0, 1)))
        self._below(scene, log)

    def _map(self, scene: Scene) -> Text | None:
        """The board as a map, where the terminal has room for it; else None."""
        if scene.map is None or self.console.width < MAP_FROM:
            return None
        drawn = picture.text(
            scene.map.program, "·" if self.fine else ".", scene.map.notes, self.console.width - CARD - 3
        )
        lines = drawn.splitlines()
        if len(lines) + MAP_ROWS > self.console.height or max(map(len, lines)) > self.console.width:
            return None
        board = Text(drawn)
        for spot in scene.spots:
            board.highlight_words(spot.who, "bold cyan")
        return board

    def _beside(self, board: Text, scene: Scene) -> None:
        """The map, with the cards and what lies where to its right if they fit there, else below."""
        cards: list[RenderableType] = [self._card(card) for card in scene.cards]
        lying = [Text(f"{spot.title}: {'; '.join(spot.what)}") for spot in scene.spots if spot.what]
        left = max(map(len, board.plain.splitlines()))
        if self.console.width < left + CARD + 2:
            self.console.print(board)
            self.console.print(Columns(cards, padding=(0, 1)))
            self.console.print(Group(*lying))
            return
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=left, no_wrap=True)
        grid.add_column()
        grid.add_row(board, Group(Columns(cards, padding=(0, 1)), *lying))
        self.console.print(grid)

    def _below(self, scene: Scene, log: Sequence[str]) -> None:
        """The cards on the table, what is nobody's, the dice, and what happened."""
        if scene.open:
            self.console.print(card_boxes(scene.open, self.console.width, self.fine))
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
        line, lying = Text(), Text()
        for title, text in scene.facts:
            line.append(f"{title} ", style="dim").append(f"{text}   ", style="bold")
        for bar in scene.bars:
            line.append_text(self._bar(bar, 0)).append("   ")
        for title, text in scene.things:
            lying.append(f"{title} ", style="dim").append(f"{text}   ")
        for row in (line, lying):
            if row:
                self.console.print(row)
        if scene.dice:
            who = scene.dice.who
            told = who[:1].upper() + who[1:] if scene.dice.lie else say("{who} rolled", who=who)
            self.console.print(Text(told, style="dim"))
            self.console.print(_dice(scene.dice, self.console.width, self.fine))

    def log(self, sentences: Iterable[str]) -> None:
        """What happened, a line each."""
        for sentence in sentences:
            self.console.print(Text(f"  {visible(sentence)}", style="italic dim"))

    def ask(self, name: str, decision: Decision, remarks: Sequence[str]) -> None:
        """Who is asked what, and the options, each with what is to be remarked on it ("": nothing)."""
        self.console.print()
        self.name = visible(name)
        prompt = question(decision)
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

    def _card(self, card: Card) -> RenderableType:
        width = max((len(bar.title) for bar in card.bars), default=0)
        lines: list[Text] = []
        if card.at:
            lines.append(Text(say("at {place}", place=card.at)))
        lines += [self._bar(bar, width) for bar in card.bars]
        lines += [Text.assemble((f"{title} ", "dim"), text) for title, text in (*card.facts, *card.things)]
        style = "cyan" if card.asked else "dim"
        return Panel(Group(*lines), title=Text(card.name, style="bold"), border_style=style, box=self.box, width=CARD)

    def _bar(self, bar: Bar, width: int) -> Text:
        """A title, a bar of at most BAR_CELLS, and the figures."""
        span = max(1, bar.high - bar.low)
        cells = min(BAR_CELLS, span)
        full = max(0, min(cells, round((bar.value - bar.low) * cells / span)))
        if bar.value > bar.low and full == 0:
            full = 1
        low = full * 4 <= cells
        return Text.assemble(
            (f"{bar.title:<{width}} ", "dim"),
            (("█" if self.fine else "#") * full, "red" if low else "green"),
            (("░" if self.fine else "-") * (cells - full), "dim"),
            f" {bar.value}/{bar.high}",
        )


def _board(scene: Scene, rim: box.Box) -> Table:
    table = Table(box=box.SIMPLE_HEAD if rim is box.ROUNDED else None, padding=(0, 1), pad_edge=False)
    table.add_column(say("Place"), style="bold", no_wrap=True)
    table.add_column(say("Who and what is there"))
    for spot in scene.spots:
        cell = Text(", ".join(spot.who), style="cyan")
        if spot.who and spot.what:
            cell.append("  ")
        cell.append("; ".join(spot.what), style="default")
        table.add_row(Text(spot.title), cell)
    return table


DICE: dict[
    bool, tuple[tuple[str, str, str], tuple[str, str, str]]
] = {  # rims of a free and of a locked die: upper, side, lower
    True: (("╭─╮", "│", "╰─╯"), ("╔═╗", "║", "╚═╝")),
    False: (("+-+", "|", "+-+"), ("#=#", "#", "#=#")),
}


def _dice(dice: Dice, width: int, fine: bool) -> Text:
    """Dice side by side, as many rows as the width needs, each with its number below; a locked one has a heavy rim and
    says so."""
    rows: list[list[tuple[int, str]]] = [[]]
    used = 0
    for at, face in enumerate(dice.faces):
        words = say("{face} locked", face=face) if dice.locked[at] else face
        if rows[-1] and used + len(words) + 7 > width:
            rows.append([])
            used = 0
        rows[-1].append((at, words))
        used += len(words) + 7
    drawn = Text()
    for row in rows:
        for part in range(4):
            for at, words in row:
                style = "bold red" if dice.feared[at] else "dim" if dice.locked[at] else "bold"
                drawn.append(_edge(at, words, dice.locked[at], part, fine) + " ", style=style if part < 3 else "dim")
            drawn.append("\n")
    drawn.rstrip()
    return drawn


def _edge(at: int, words: str, locked: bool, part: int, fine: bool) -> str:
    """The upper rim, the middle, the lower rim or the number of a die."""
    upper, side, lower = DICE[fine][locked]
    inside = len(words) + 4
    if part == 1:
        return f"{side}  {words}  {side}"
    if part == 3:
        return f"{at + 1:^{inside + 2}}"
    left, line, right = tuple(upper if part == 0 else lower)
    return f"{left}{line * inside}{right}"
