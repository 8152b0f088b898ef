"""The table: asks whoever decides, hears an answer, shows what came of it, until the game is over or left."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import click

from cli import questions
from cli.answers import meaning, meant
from cli.dice_in_view import Dice, dice_in_view
from cli.exits import CLEAN, FINDINGS
from cli.faults import fault_lines
from cli.heading import headed
from cli.plain import PlainScreen
from cli.remarks import remarks_on
from cli.scene import Scene, scene_of
from cli.session import Session
from cli.several import by_position, how_to_name, several
from interpreter.faults import Fault
from interpreter.game import Chance, Decision, GameError, UndoError
from interpreter.telling import beginnings
from interpreter.wording import Teller
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_LOG = 40
MOST_BOT_ANSWERS = 20_000  # of bots in a row: a game they alone play need not end


class Screen(Protocol):
    """What the table is shown on."""

    private: bool

    def table(self, scene: Scene, log: Sequence[str], whole: bool = False) -> None: ...
    def wipe(self) -> None: ...
    def log(self, sentences: Iterable[str]) -> None: ...
    def ask(self, name: str, decision: Decision, remarks: Sequence[str]) -> None: ...
    def read(self) -> str | None: ...
    def note(self, text: str) -> None: ...
    def over(self, text: str) -> None: ...


class Left(Exception):
    """The players leave."""


def run(session: Session, plain: bool, note: str, hide: bool = False) -> int:
    """Play on a plain or a drawn screen until the game is over or left; the exit code."""
    screen: Screen
    if plain:
        screen = PlainScreen()
    else:
        from cli.screen import RichScreen

        screen = RichScreen()
    return Table(session, screen, note, hide).play()


def leave_table(session: Session) -> None:
    """Close the save and say where it is."""
    session.close()
    if session.game.result is None:
        click.echo(say("Saved in {path}; `--resume` goes on with it.", path=session.path), err=True)


class Table:
    """One sitting. `viewer` is the seat whose view is on the screen. `hide`: nobody sees what the one before was shown,
    even in a game without secrets."""

    def __init__(self, session: Session, screen: Screen, note: str, hide: bool = False) -> None:
        self.session = session
        self.screen = screen
        self.begun = time.monotonic()
        self.pending = [note]  # said under the next table, so that drawing it does not wipe them off
        people = [seat for seat in range(1, session.game.players + 1) if seat not in session.bots]
        self.people = people
        self.viewer = people[0] if len(people) == 1 else 0
        self.secrets = len(people) > 1 and (hide or (screen.private and _has_secrets(session)))

    def play(self) -> int:
        """Until it is over (0), left (0), or a bot runs into a fault of the rules (1)."""
        answered = 0
        try:
            while self.session.game.result is None:
                if self.session.game.chance is not None:
                    self._throw(self.session.game.chance)
                elif self._is_bots():
                    answered += 1
                    if answered > MOST_BOT_ANSWERS:
                        raise Left
                    self.session.bot()
                else:
                    answered = 0
                    self._decide()
        except Left:
            return CLEAN
        except Fault as fault:
            for line in fault_lines(fault, {}):
                self.screen.note(line)
            return FINDINGS
        self._end()
        return CLEAN

    def _is_bots(self) -> bool:
        decision = self.session.game.decision
        return decision is not None and decision.seat in self.session.bots

    # --- a decision --------------------------------------------------------------------------------------

    def _decide(self) -> None:
        game = self.session.game
        decision = game.decision
        if decision is None:
            raise Left
        decision = self._asked(decision)
        self._hand_over(decision.seat)
        self.screen.table(scene_of(game, decision.seat), self.session.news(decision.seat))
        self._say_pending()
        self._ask(decision)
        while not self._answer(decision):
            pass

    def _hand_over(self, seat: int) -> None:
        """Where players have secrets from one another, the next one takes the keyboard before anything is shown."""
        if self.secrets and self.viewer != seat:
            self.screen.wipe()
            self.screen.table(scene_of(self.session.game, 0), [])
            name = self.session.game.names[seat - 1]
            self.screen.note(say("{name} is to decide. Press Enter when nobody else looks.", name=name))
            if meaning(self._read())[0] == "quit":
                raise Left
        self.viewer = seat

    def _answer(self, decision: Decision) -> bool:
        """Hear one line; whether it moved the game on (or back)."""
        text = " ".join(self._read().split())
        if text.casefold() not in {
            option.label.casefold() for option in decision.options
        }:  # an option so called comes first
            word, rest = meaning(text)
            if word == "quit" and not rest:
                raise Left
            if word == "undo" and not rest:
                return self._undo()
            if self._show(word, rest, decision):
                return False
        option = several(text, decision, self._dice(decision.seat)) or meant(text, decision)
        if isinstance(option, str):
            self.screen.note(option)
            return False
        try:
            self.session.choose(option)
        except Fault as fault:
            for line in fault_lines(fault, {}):
                self.screen.note(line)
            self.screen.note(
                say("The rules failed there; the game stands as before. Choose something else, or u to go back.")
            )
            return False
        return True

    def _show(self, word: str, rest: str, decision: Decision) -> bool:
        """Answer a question; whether it was one."""
        game, seat = self.session.game, decision.seat
        lines: Iterable[str]
        if word == "board" and not rest:
            self.screen.table(scene_of(game, seat), [], whole=True)
            self._ask(decision)
            return True
        if word == "help" and not rest:
            lines = [say(line) for line in questions.HELP]
        elif word == "?":
            lines = questions.about_option(game, decision, rest)
        elif word == "why not":
            lines = questions.why_not(game, rest)
        elif word == "why":
            lines = questions.why(game, seat, rest)
        elif word == "log" and (not rest or rest.isdigit()):
            self.screen.log(questions.log(game, seat, rest, MOST_LOG))
            return True
        elif word == "map" and not rest:
            lines = questions.board(game, seat)
        elif word == "cards" and not rest:
            lines = questions.cards(game, seat)
        else:
            return False
        for line in lines:
            self.screen.note(line)
        return True

    def _ask(self, decision: Decision) -> None:
        game = self.session.game
        self.screen.ask(game.names[decision.seat - 1], decision, remarks_on(game, decision))
        how = how_to_name(decision, self._dice(decision.seat))
        if how:
            self.screen.note(how)

    def _asked(self, decision: Decision) -> Decision:
        """A decision as it is put: with a heading, and as one of dice where dice that lie in view are asked for."""
        dice = by_position(decision, self._dice(decision.seat))
        return replace(headed(self.session.game, decision), kind="dice" if dice else decision.kind)

    def _dice(self, seat: int) -> Dice | None:
        game = self.session.game
        return dice_in_view(game, seat, Teller(game.program, game.names))

    def _undo(self) -> bool:
        try:
            self.session.undo()
        except UndoError as error:
            self.screen.note(str(error))
            return False
        self.pending.append(say("Taken back."))
        return True

    # --- real dice ---------------------------------------------------------------------------------------

    def _throw(self, chance: Chance) -> None:
        """Ask what came of a real roll or draw."""
        self.screen.table(scene_of(self.session.game, self.viewer), self.session.news(self.viewer))
        self._say_pending()
        labels = [visible(outcome.label) for outcome in chance.outcomes]
        shown = ", ".join(f"{number} {label}" for number, label in enumerate(labels, 1))
        if chance.kind == "dice":
            told = say("Throw {dice} and type what came, parted by commas: {faces}", dice=chance.prompt, faces=shown)
        else:
            told = say("Draw {count} and type what came, parted by commas: {things}", count=chance.prompt, things=shown)
        self.screen.note(told)
        while True:
            text = self._read().strip()
            word = meaning(text)[0] if text.casefold() not in {label.casefold() for label in labels} else ""
            if word == "quit":
                raise Left
            if word == "undo":
                if self._undo():
                    return
                continue
            came = [_outcome(part, labels) for part in text.split(",")]
            try:
                self.session.tell([index for index in came if index is not None] if None not in came else [])
            except GameError as error:
                self.screen.note(say("that cannot be: {reason}", reason=error))
                continue
            return

    # --- talking -----------------------------------------------------------------------------------------

    def _read(self) -> str:
        line = self.screen.read()
        if line is None:
            raise Left
        return line

    def _say_pending(self) -> None:
        for text in self.pending:
            self.screen.note(text)
        self.pending.clear()

    def _end(self) -> None:
        game = self.session.game
        result = game.result
        assert result is not None
        self.screen.table(scene_of(game, self.viewer), self.session.news(self.viewer))
        self._say_pending()
        if result.won is None:
            seats = zip(game.names, result.seats, strict=False)
            ends = [say("{name} wins", name=name) if won else say("{name} loses", name=name) for name, won in seats]
            words = ", ".join(ends)
        else:
            words = say("Won") if result.won else say("Lost")
        self.screen.over(f"{words}: {result.text}" if result.text else words)
        minutes = int((time.monotonic() - self.begun) / 60)
        length = [say("{n} answer", len(self.session.seats), plural="{n} answers")]
        if minutes:
            length.append(say("{n} minute", minutes, plural="{n} minutes"))
        rounds = max(beginnings(game.program, game.events).values(), default=0)
        if rounds:
            length.insert(0, say("{n} round", rounds, plural="{n} rounds"))
        self.screen.note(say("It took {length}. Saved in {path}", length=", ".join(length), path=self.session.path))


def _outcome(text: str, labels: list[str]) -> int | None:
    """The index of what came, by number from 1 or by label."""
    said = text.strip().casefold()
    folded = [label.casefold() for label in labels]
    if said in folded:
        return folded.index(said)
    if said.isascii() and said.isdigit() and 1 <= int(said[:6]) <= len(labels):
        return int(said[:6]) - 1
    begins = [index for index, label in enumerate(folded) if said and label.startswith(said)]
    return begins[0] if len({folded[index] for index in begins}) == 1 else None


def _has_secrets(session: Session) -> bool:
    """Whether anything in the game is seen by its holder only."""
    program = session.game.program
    seen = [row.seen_by for row in program.containers] + [row.seen_by for row in program.variables]
    return "holder" in seen
