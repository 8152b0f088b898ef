"""A game under way with its save: every answer is on disk before the next is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from interpreter.bots import Bot
from interpreter.game import Game, Option
from interpreter.nature import Manual
from interpreter.replay import Header, Played, Recorder, Replay, play, read
from rulelang.program.tables import Program


@dataclass
class Session:
    """A game, the replay it is written to, and the bots by seat. `told` counts events each seat has been told."""

    game: Game
    recorder: Recorder
    path: Path
    bots: dict[int, Bot] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)  # who gave each answer, 0 for the dice; what undo goes back by

    def choose(self, option: Option) -> None:
        """Answer for the seat that is asked. A Fault leaves game and save as they were."""
        decision = self.game.decision
        assert decision is not None
        self.game.choose(option)
        self.recorder.decision(decision, option)
        self.seats.append(decision.seat)

    def tell(self, answer: list[int]) -> None:
        """Say how real dice fell."""
        self.game.tell(answer)
        self.recorder.chance(answer)
        self.seats.append(0)

    def bot(self) -> bool:
        """Let a bot answer, if the seat that is asked is one's."""
        decision = self.game.decision
        bot = self.bots.get(decision.seat) if decision is not None else None
        if decision is None or bot is None:
            return False
        self.choose(decision.options[bot.choose(self.game, decision.seat)])
        return True

    def undo(self) -> None:
        """Take back the last answer of a person and what bots and dice did since. Raises UndoError."""
        while True:
            self.game.undo()
            self.recorder.undo()
            seat = self.seats.pop() if self.seats else 0
            decision = self.game.decision
            if not self.game.can_undo or (seat not in self.bots and decision is not None and decision.seat == seat):
                break
        end = len(self.game.events)
        self.told = {viewer: min(count, end) for viewer, count in self.told.items()}

    def news(self, seat: int) -> list[str]:
        """What happened since this seat was last told, as it may know it."""
        since = self.told.get(seat, 0)
        self.told[seat] = len(self.game.events)
        return self.game.sentences(seat, since)

    def close(self) -> None:
        """Nothing more is written."""
        self.recorder.close()


def begin(program: Program, header: Header, path: Path) -> Session:
    """A new game and its new save. Raises Fault, GameError, OSError."""
    nature = Manual() if header.manual else None
    game = Game(program, header.players, header.seed, undo=header.undo, nature=nature, names=header.names)
    return Session(game, Recorder.create(path, header), path)


def resume(program: Program, path: Path, copy_to: Path) -> tuple[Session, Played]:
    """A saved game. Under rules that stop it short, what is still legal of it goes into a new save at `copy_to`.
    Raises ReplayError, Fault, GameError, OSError."""
    replay = read(path)
    played = play(replay, program)
    if played.stop is None:
        recorder, _ = Recorder.resume(path)
        return Session(played.game, recorder, path, seats=_seats(replay, len(replay.steps))), played
    short = Replay(replay.header, replay.steps[: played.stop.step])
    recorder = Recorder.create(copy_to, replay.header)
    recorder.steps(short.steps)
    return Session(played.game, recorder, copy_to, seats=_seats(short, len(short.steps))), played


def _seats(replay: Replay, count: int) -> list[int]:
    seats: list[int] = []
    for step in replay.steps[:count]:
        if not step.is_undo:
            seats.append(step.seat)
        elif seats:
            seats.pop()
    return seats
