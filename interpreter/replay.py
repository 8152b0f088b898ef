"""The record of a game on disk: a header line, then a line for each decision, roll told from outside, or undo.

The file is only ever appended to, and each line is on disk before the next is made, so a killed game resumes where it
stopped. Reading trusts nothing: what is no replay ends in a ReplayError that names the line, and a last line torn by
a kill is passed over. Rules that changed since are not guessed at: the game is played as far as it is legal.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from interpreter.faults import Fault
from interpreter.game import Decision, Game, GameError, Option, UndoPolicy
from interpreter.nature import Manual
from rulelang.messages.words import say
from rulelang.program.tables import Program

VERSION = 1
FORMAT = "rules replay"
MOST_BYTES = 64 * 1024 * 1024
MOST_STEPS = 500_000
LINE_BYTES = 64 * 1024
MOST_PLAYERS = 64
MOST_ANSWERS = 10_000
POLICIES: tuple[UndoPolicy, ...] = ("keep", "again", "locked")


class ReplayError(Exception):
    """A file that is no replay, or one that cannot be read. `line` counts from 1; 0: the file as a whole."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(say("line {line}: {reason}", line=line, reason=reason) if line else reason)
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """How the game was set up. `path`, `variants` and `settings` are what the rules were loaded from."""

    program: str
    digest: str
    path: str = ""
    variants: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    players: int = 2
    names: tuple[str, ...] = ()
    seed: int = 0
    undo: UndoPolicy = "keep"
    manual: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line: a decision (`seat` over 0), rolls or draws told from outside (`chance`), or an undo (neither)."""

    seat: int = 0
    choice: str = ""
    option: str = ""
    chance: tuple[int, ...] | None = None

    @property
    def is_undo(self) -> bool:
        """Whether this takes back the step before."""
        return self.seat == 0 and self.chance is None


@dataclass(frozen=True, slots=True)
class Replay:
    """What a file holds. `torn`: its last line was cut off and is left out. `length`: bytes that are good."""

    header: Header
    steps: tuple[Step, ...]
    torn: bool = False
    length: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """The first step that is no longer legal: its place among the steps (from 0), its line in the file, and why."""

    step: int
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """A replay played: the game as far as it got, and where and why it stopped short (None: it did not).
    `same_rules`: the digest is that of the rules it was recorded with."""

    game: Game
    stop: Stop | None
    same_rules: bool


# --- writing ---------------------------------------------------------------------------------------------


class Recorder:
    """A replay being written. Each call returns when its line is on disk."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def create(cls, path: str | Path, header: Header) -> Recorder:
        """A new file; FileExistsError if there is one."""
        recorder = cls(Path(path).open("xb"))  # noqa: SIM115  closed by close()
        recorder._write({"format": FORMAT, "version": VERSION, **_header_data(header)})
        return recorder

    @classmethod
    def resume(cls, path: str | Path) -> tuple[Recorder, Replay]:
        """Go on with a file, cutting off a torn last line; also what it holds. Raises ReplayError."""
        replay = read(path)
        file = Path(path).open("r+b")  # noqa: SIM115  closed by close()
        file.truncate(replay.length)
        file.seek(max(0, replay.length - 1))
        last = file.read(1)
        file.seek(replay.length)
        if last != b"\n":
            file.write(b"\n")
        return cls(file), replay

    def decision(self, decision: Decision, option: Option) -> None:
        """A choice was answered."""
        self._write(_step_data(Step(seat=decision.seat, choice=decision.choice, option=option.id)))

    def chance(self, answer: list[int]) -> None:
        """A roll or draw was told from outside."""
        self._write(_step_data(Step(chance=tuple(answer))))

    def undo(self) -> None:
        """The step before was taken back."""
        self._write(_step_data(Step()))

    def steps(self, steps: Iterable[Step]) -> None:
        """Steps taken already: those of another replay that are still legal."""
        for step in steps:
            self._put(_step_data(step))
        self._sync()

    def close(self) -> None:
        """No more comes."""
        self._file.close()

    def _write(self, data: Mapping[str, Any]) -> None:
        self._put(data)
        self._sync()

    def _put(self, data: Mapping[str, Any]) -> None:
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        self._file.write(line.encode("utf-8", "backslashreplace") + b"\n")

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _step_data(step: Step) -> dict[str, Any]:
    if step.is_undo:
        return {"undo": True}
    if step.chance is not None:
        return {"chance": list(step.chance)}
    return {"seat": step.seat, "choice": step.choice, "option": step.option}


def _header_data(header: Header) -> dict[str, Any]:
    return {
        "program": header.program,
        "digest": header.digest,
        "path": header.path,
        "variants": list(header.variants),
        "settings": dict(header.settings),
        "players": header.players,
        "names": list(header.names),
        "seed": header.seed,
        "undo": header.undo,
        "manual": header.manual,
    }


# --- reading ---------------------------------------------------------------------------------------------


def read(path: str | Path) -> Replay:
    """What a file holds; ReplayError for anything else, OSError where it cannot be opened."""
    with Path(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return parse(data)


def parse(data: bytes) -> Replay:
    """A replay from its bytes."""
    if len(data) > MOST_BYTES:
        raise ReplayError(say("longer than {most} bytes", most=MOST_BYTES))
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    if not lines:
        raise ReplayError(say("an empty file"))
    if len(lines) - 1 > MOST_STEPS:
        raise ReplayError(say("more than {most} steps", most=MOST_STEPS))
    header = _header(_record(lines[0], 1))
    steps: list[Step] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            steps.append(_step(_record(line, number), number))
        except ReplayError:
            if number == len(lines) and not ended:
                return Replay(header, tuple(steps), True, len(data) - len(line))
            raise
    return Replay(header, tuple(steps), False, len(data))


def _record(line: bytes, number: int) -> dict[str, Any]:
    if len(line) > LINE_BYTES:
        raise ReplayError(say("longer than {most} bytes", most=LINE_BYTES), number)
    try:
        record = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise ReplayError(say("not a line of a replay"), number) from None
    if not isinstance(record, dict):
        raise ReplayError(say("not a line of a replay"), number)
    return record


def _header(record: dict[str, Any]) -> Header:
    if record.get("format") != FORMAT:
        raise ReplayError(say("not a replay: its first line does not say so"), 1)
    if record.get("version") != VERSION:
        raise ReplayError(say("made by another version: this one reads version {version}", version=VERSION), 1)
    undo = record.get("undo")
    if undo not in POLICIES:
        raise ReplayError(say("`undo` is none of {policies}", policies=", ".join(POLICIES)), 1)
    settings = record.get("settings")
    if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
        raise ReplayError(say("`settings` must hold texts"), 1)
    manual = record.get("manual")
    return Header(
        program=_text(record, "program", 1),
        digest=_text(record, "digest", 1),
        path=_text(record, "path", 1),
        variants=_texts(record, "variants"),
        settings=settings,
        players=_number(record, "players", 1, 1, MOST_PLAYERS),
        names=_texts(record, "names"),
        seed=_number(record, "seed", 1, -(1 << 64), 1 << 64),
        undo=undo,
        manual=manual is True,
    )


def _step(record: dict[str, Any], line: int) -> Step:
    if record == {"undo": True}:
        return Step()
    if "chance" in record:
        answer = record["chance"]
        if not isinstance(answer, list) or len(answer) > MOST_ANSWERS or not all(type(n) is int for n in answer):
            raise ReplayError(say("`chance` must be a list of numbers"), line)
        return Step(chance=tuple(answer))
    return Step(
        seat=_number(record, "seat", line, 1, MOST_PLAYERS),
        choice=_text(record, "choice", line),
        option=_text(record, "option", line),
    )


def _text(record: dict[str, Any], key: str, line: int) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        raise ReplayError(say("`{key}` must be a text", key=key), line)
    return value


def _texts(record: dict[str, Any], key: str) -> tuple[str, ...]:
    value = record.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ReplayError(say("`{key}` must be a list of texts", key=key), 1)
    return tuple(value)


def _number(record: dict[str, Any], key: str, line: int, low: int, high: int) -> int:
    value = record.get(key)
    if type(value) is not int or not low <= value <= high:
        raise ReplayError(say("`{key}` must be a number from {low} to {high}", key=key, low=low, high=high), line)
    return value


# --- playing ---------------------------------------------------------------------------------------------


def play(replay: Replay, program: Program, record: bool = True) -> Played:
    """Play a replay under these rules, which may have changed since. Raises GameError where not even the set-up fits
    (too many players for the game)."""
    header = replay.header
    game = Game(
        program,
        header.players,
        header.seed,
        undo=header.undo,
        record=record,
        nature=Manual() if header.manual else None,
        names=header.names,
    )
    for number, step in enumerate(replay.steps):
        reason = _advance(game, step)
        if reason is not None:
            return Played(game, Stop(number, number + 2, reason), header.digest == program.digest)
    return Played(game, None, header.digest == program.digest)


def _advance(game: Game, step: Step) -> str | None:
    """Take one step; the reason if it is not legal."""
    try:
        if step.is_undo:
            game.undo()
        elif step.chance is not None:
            game.tell(step.chance)
        else:
            return _decide(game, step)
    except GameError as error:
        return str(error)
    except Fault as fault:
        return say("the rules ran into a fault: {fault}", fault=fault)
    return None


def _decide(game: Game, step: Step) -> str | None:
    decision = game.decision
    if decision is None:
        if game.result is not None:
            return say("the game is over")
        return say("the game waits for dice or a draw, not for a player")
    if (decision.seat, decision.choice) != (step.seat, step.choice):
        return say(
            "seat {seat} answered `{choice}`, but now seat {other} is asked `{question}`",
            seat=step.seat, choice=step.choice, other=decision.seat, question=decision.choice,
        )  # fmt: skip
    game.choose(step.option)
    return None
