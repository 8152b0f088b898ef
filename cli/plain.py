"""The table in plain lines, each beginning with a word that says what it is: for pipes, logs and screen readers.

After the first time only the lines that changed are printed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cli.question import question
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from cli.scene import Card, OpenCard, Scene
    from interpreter.game import Decision

MOST_OPTIONS = 500


class PlainScreen:
    """Writes to standard output; remembers what it has said. `echo`: answers come from a pipe and are written down too."""

    private = False  # nothing is wiped off, so nothing can be kept from the next player

    def __init__(self) -> None:
        self.echo = not sys.stdin.isatty()
        self._said: set[str] = set()

    def table(self, scene: Scene, log: Sequence[str], whole: bool = False) -> None:
        """What happened, then what is different on the table (`whole`: all of it)."""
        self.log(log)
        lines = list(_lines(scene))
        for line in lines:
            if whole or line not in self._said:
                self._write(line)
        self._said = set(lines)

    def wipe(self) -> None:
        """At a terminal, where `--hide` asks for it: empty it, and what can be scrolled back to. A pipe keeps all."""
        if sys.stdout.isatty():
            sys.stdout.write("\n" * 80 if os.environ.get("TERM") == "dumb" else "\x1b[H\x1b[2J\x1b[3J")
        self._said.clear()

    def log(self, sentences: Iterable[str]) -> None:
        """What happened, a line each."""
        for sentence in sentences:
            self._write(say("log: {text}", text=visible(sentence)))

    def ask(self, name: str, decision: Decision, remarks: Sequence[str]) -> None:
        """Who is asked what, and the options, each with what is to be remarked on it ("": nothing)."""
        prompt = question(decision)
        self._write(say("ask: {name}: {prompt}", name=visible(name), prompt=prompt))
        for option in decision.options[:MOST_OPTIONS]:
            label = f"{option_number(decision, option.index)}{visible(option.label)}{remarks[option.index]}"
            self._write(say("option: {label}", label=label))
        if len(decision.options) > MOST_OPTIONS:
            self._write(say("option: … {count} more", count=len(decision.options) - MOST_OPTIONS))

    def read(self) -> str | None:
        """A line of input without its break; None at the end of input."""
        if not self.echo:
            sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if line == "":
            return None
        answer = line.rstrip("\r\n")
        if self.echo:
            self._write(say("answer: {text}", text=visible(answer)))
        return answer

    def note(self, text: str) -> None:
        """A word from us."""
        self._write(say("note: {text}", text=visible(text)))

    def over(self, text: str) -> None:
        """How the game ended."""
        self._write(say("over: {text}", text=visible(text)))

    def _write(self, line: str) -> None:
        sys.stdout.write(line.replace("\n", " ") + "\n")
        sys.stdout.flush()


def option_number(decision: Decision, index: int) -> str:
    """`3. `; nothing where numbers mean something else: the options' own values, or the dice themselves."""
    return "" if answered_by_value(decision) or decision.kind == "dice" else f"{index + 1}. "


def answered_by_value(decision: Decision) -> bool:
    """Whether all options are plain numbers, so that a typed number means the option that reads so."""
    return all(option.label.isascii() and option.label.isdigit() for option in decision.options)


def _lines(scene: Scene) -> Iterator[str]:
    for spot in scene.spots:
        yield say("place: {title}: {text}", title=spot.title, text="; ".join((*spot.who, *spot.what)))
    if scene.ways:
        yield say("ways: from {place}: {text}", place=scene.ways[0], text="; ".join(scene.ways[1]) or say("none"))
    for lying in scene.open:
        yield say("card: {title}: {text}", title=lying.title, text="; ".join(_open(lying)) or say("nothing yet"))
    for card in scene.cards:
        yield say("player: {name}: {text}", name=card.name, text="; ".join(_card(card)) or say("nothing yet"))
    for bar in scene.bars:
        yield say("track: {text}", text=bar)
    for title, text in (*scene.facts, *scene.things):
        yield say("table: {title}: {text}", title=title, text=text)
    if scene.dice:
        faces = [
            say("{face} (locked)", face=face) if lies else face
            for face, lies in zip(scene.dice.faces, scene.dice.locked, strict=True)
        ]
        yield say("dice: {who}: {faces}", who=scene.dice.who, faces=", ".join(faces))


def _open(card: OpenCard) -> Iterator[str]:
    yield from card.who
    yield from card.facts
    for row in card.rows:
        text = say("{text} (done)", text=row.text) if row.done else row.text
        yield f"[{', '.join((text, *row.things))}]"
    yield from (f"{title}: {text}" if title else text for title, text in card.cells)


def _card(card: Card) -> Iterator[str]:
    if card.at:
        yield say("at {place}", place=card.at)
    yield from (str(bar) for bar in card.bars)
    yield from (f"{title} {text}" for title, text in card.facts)
    yield from (f"{title}: {text}" for title, text in card.things)
