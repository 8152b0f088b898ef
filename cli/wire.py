"""The table for other programs: `rules play --json` reads and writes a JSON message a line.

What is said to a seat is made from that seat's view alone. A line that is wrong is answered with an error, and the game
waits on.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, BinaryIO, TextIO

from pydantic import ValidationError

from cli import messages as m
from cli import questions
from cli.exits import CLEAN, FINDINGS
from cli.faults import fault_lines
from cli.remarks import remarks_on
from cli.scene import Bar, Card, scene_of, spots_of
from interpreter.faults import Fault
from interpreter.game import GameError
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cli.session import Session
    from interpreter.game import Decision

LINE_BYTES = 64 * 1024
MOST_BOT_ANSWERS = 20_000  # of bots in a row: a game they alone play need not end


class Left(Exception):
    """The other program leaves."""


class Wire:
    """One sitting with another program."""

    def __init__(self, session: Session, note: str, source: BinaryIO, sink: TextIO) -> None:
        self.session = session
        self.game = session.game
        self.note = note
        self.source = source
        self.sink = sink
        self.people = [seat for seat in range(1, self.game.players + 1) if seat not in session.bots]

    def play(self) -> int:
        """Until the game is over (0), left (0), or a bot runs into a fault of the rules (1)."""
        self._send(self._hello())
        try:
            while self.game.result is None:
                self._go_on()
        except Left:
            self._send(m.Left(save=str(self.session.path)))
            return CLEAN
        except Fault as fault:
            self._send(m.Error(message="; ".join(fault_lines(fault, {}))))
            return FINDINGS
        for seat in self.people or [0]:
            self._send(self._table(seat))
        result = self.game.result
        seats = list(result.seats)
        self._send(m.Over(won=result.won, text=visible(result.text), seats=seats, save=str(self.session.path)))
        return CLEAN

    def _go_on(self) -> None:
        """Let bots play up to the next question, ask it, and hear messages until one moves the game."""
        for _ in range(MOST_BOT_ANSWERS):
            if not self.session.bot():
                break
        else:
            raise Left
        if self.game.result is not None:
            return
        decision, chance = self.game.decision, self.game.chance
        if decision is not None:
            self._send(self._table(decision.seat))
            self._send(self._ask(decision))
        elif chance is not None:
            labels = [visible(outcome.label) for outcome in chance.outcomes]
            prompt = visible(chance.prompt)
            self._send(m.Throw(kind=chance.kind, count=chance.count, prompt=prompt, outcomes=labels))
        while not self._hear(decision):
            pass

    # --- hearing -----------------------------------------------------------------------------------------

    def _hear(self, decision: Decision | None) -> bool:
        """Read one message and do what it says; whether the game stands elsewhere now."""
        line = self.source.readline(LINE_BYTES + 1)
        if not line:
            raise Left
        if len(line) > LINE_BYTES:
            while line and not line.endswith(b"\n"):
                line = self.source.readline(LINE_BYTES + 1)
            return self._refuse(say("a line of more than {most} bytes", most=LINE_BYTES))
        if not line.strip():
            return False
        try:
            answer = m.ANSWER.validate_json(line)
        except ValidationError as error:
            return self._refuse(_reason(error))
        try:
            return self._do(answer, decision)
        except Fault as fault:
            return self._refuse("; ".join(fault_lines(fault, {})))
        except GameError as error:
            return self._refuse(visible(str(error)))

    def _do(self, answer: m.Answer, decision: Decision | None) -> bool:
        match answer:
            case m.Choose(option=name):
                return self._choose(name, decision)
            case m.Tell(outcomes=outcomes):
                self.session.tell(outcomes)
            case m.Undo():
                self.session.undo()
            case m.Quit():
                raise Left
            case m.Look(seat=seat):
                if seat not in (0, *self.people):
                    return self._refuse(say("seat {seat} is none of yours", seat=seat))
                self._send(self._table(seat))
                return False
            case _:
                return self._tell(answer, decision)
        return True

    def _choose(self, name: str, decision: Decision | None) -> bool:
        if decision is None:
            return self._refuse(say("no player is asked anything now; `tell` says what dice or draws came"))
        option = next((option for option in decision.options if option.id == name), None)
        if option is None:
            legal = ", ".join(f"`{option.id}`" for option in decision.options[:12])
            return self._refuse(
                visible(say("`{said}` is not among the options: {options}", said=name[:80], options=legal))
            )
        self.session.choose(option)
        return True

    def _tell(self, answer: m.Answer, decision: Decision | None) -> bool:
        """Answer a question, as the seat that is asked may know it; nobody's while dice are waited for."""
        seat = decision.seat if decision is not None else 0
        lines: Iterable[str] = ()
        match answer:
            case m.About(option=name):
                if decision is None:
                    return self._refuse(say("no player is asked anything now"))
                lines = questions.about_option(self.game, decision, name)
            case m.Why(words=words):
                lines = questions.why(self.game, seat, words)
            case m.WhyNot(words=words):
                lines = questions.why_not(self.game, words)
            case m.Log(count=count):
                lines = questions.log(self.game, seat, "", count)
        self._send(m.Said(seat=seat, lines=[visible(line) for line in lines]))
        return False

    # --- saying ------------------------------------------------------------------------------------------

    def _refuse(self, why: str) -> bool:
        self._send(m.Error(message=why))
        return False

    def _send(self, message: m.Told) -> None:
        self.sink.write(json.dumps(message.model_dump()) + "\n")  # plain ASCII: safe in any encoding
        self.sink.flush()

    def _hello(self) -> m.Hello:
        program = self.game.program
        return m.Hello(
            game=program.name,
            title=visible(program.title or program.name),
            players=self.game.players,
            names=[visible(name) for name in self.game.names],
            people=self.people,
            save=str(self.session.path),
            note=visible(self.note),
        )

    def _table(self, seat: int) -> m.Table:
        scene = scene_of(self.game, seat)
        places = [
            m.Place(title=spot.title, who=list(spot.who), what=list(spot.what), beside=list(beside))
            for spot, beside in spots_of(self.game, seat)
        ]
        dice = zip(scene.dice.faces, scene.dice.locked, strict=True) if scene.dice else ()
        return m.Table(
            seat=seat,
            places=places,
            players=[_player(at, card) for at, card in enumerate(scene.cards, 1)],
            tracks=_tracks(scene.bars),
            facts=_facts(scene.facts),
            things=_facts(scene.things),
            dice=[m.Die(face=face, locked=locked) for face, locked in dice],
            log=[visible(sentence) for sentence in self.session.news(seat)],
        )

    def _ask(self, decision: Decision) -> m.Ask:
        remarks = remarks_on(self.game, decision)
        options = [
            m.Choice(id=option.id, label=visible(option.label), remark=remark.strip(" ()"))
            for option, remark in zip(decision.options, remarks, strict=True)
        ]
        return m.Ask(
            seat=decision.seat,
            name=visible(self.game.names[decision.seat - 1]),
            choice=decision.choice,
            prompt=visible(decision.prompt),
            kind=decision.kind,
            secret=decision.secret,
            options=options,
        )


def run(session: Session, note: str) -> int:
    """Play over standard input and output; the exit code."""
    return Wire(session, note, sys.stdin.buffer, sys.stdout).play()


def _reason(error: ValidationError) -> str:
    """The first thing that is wrong with a line, in one short sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return visible(f"{where}: {first['msg']}" if where else first["msg"])[:300]


def _player(seat: int, card: Card) -> m.Player:
    return m.Player(
        seat=seat,
        name=card.name,
        at=card.at,
        tracks=_tracks(card.bars),
        facts=_facts(card.facts),
        things=_facts(card.things),
    )


def _tracks(bars: Iterable[Bar]) -> list[m.Track]:
    return [m.Track(title=bar.title, value=bar.value, low=bar.low, high=bar.high) for bar in bars]


def _facts(rows: Iterable[tuple[str, str]]) -> list[m.Fact]:
    return [m.Fact(title=title, text=text) for title, text in rows]
