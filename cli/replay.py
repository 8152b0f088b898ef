"""`rules replay`: a saved game told turn by turn, looked at in the middle, verified, or gone on with from there."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import load_game, locate
from cli.question import question
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.replay import Played, Replay
    from rulelang.program.tables import Program


@click.command(
    "replay",
    cls=Command,
    examples=("rules replay game.replay", "rules replay game.replay --branch 12 -o other.replay"),
)
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--verify", is_flag=True, help="Only tell whether it still plays: same rules, every answer legal.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="The table after the first N answers.")
@click.option("--branch", type=click.IntRange(0), metavar="N", help="A new save with the first N answers; needs -o.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="NEW", help="The new save of --branch.")
@click.option("--seat", type=click.IntRange(0), default=0, help="As this seat may know it; 0, an onlooker, by default.")
@click.option("--game", metavar="GAME", help="Play it by these rules, not by those it names.")
@color_option
def command(
    file: str, verify: bool, step: int | None, branch: int | None, output: str | None, seat: int, game: str | None
) -> int:
    """Tell a saved game turn by turn.

    FILE is a save of `rules play`. An answer is a line of it after the first, taking back and telling real dice included:
    answer 12 is line 13. The exit code is 1 where the game no longer plays to its end as it was saved.
    """
    if (branch is None) != (output is None) or sum((verify, step is not None, branch is not None)) > 1:
        raise Stop(USAGE, say("one of --verify, --step N, or --branch N with -o NEW"))
    replay = _read(file)
    program = _program(replay, game)
    if not 0 <= seat <= replay.header.players:
        said = say(
            "there is no seat {seat}: the seats are 1 to {most}, 0 looks on", seat=seat, most=replay.header.players
        )
        raise Stop(USAGE, said)
    if verify:
        return _verify(file, replay, program)
    if step is not None:
        return _step(_first(replay, step), program, seat)
    if branch is not None and output is not None:
        return _branch(_first(replay, branch), program, output)
    return _show(replay, program, seat)


def _read(file: str) -> Replay:
    from interpreter.replay import ReplayError, read

    try:
        return read(file)
    except ReplayError as error:
        raise Stop(USAGE, say("{path} is no saved game: {reason}", path=file, reason=error)) from None


def _program(replay: Replay, game: str | None) -> Program:
    header = replay.header
    path = locate(game if game is not None else header.path)
    return load_game(path, header.variants, header.settings, header.players)[0]


def _first(replay: Replay, count: int) -> Replay:
    if count > len(replay.steps):
        raise Stop(USAGE, say("it has {there} answers, not {count}", there=len(replay.steps), count=count))
    return replace(replay, steps=replay.steps[:count])


def _play(replay: Replay, program: Program) -> Played:
    from interpreter.faults import Fault
    from interpreter.game import GameError
    from interpreter.replay import play

    try:
        return play(replay, program)
    except (Fault, GameError) as error:
        raise Stop(FINDINGS, say("the game cannot begin: {reason}", reason=error)) from None


def _complain(played: Played) -> int:
    """Say where it stopped short, if it did; the exit code."""
    if played.stop is None:
        return CLEAN
    stop = played.stop
    said = say(
        "answer {number} (line {line}) is not legal: {reason}",
        number=stop.step + 1,
        line=stop.line,
        reason=visible(stop.reason),
    )
    click.echo(f"rules: {said}", err=True)
    return FINDINGS


def _show(replay: Replay, program: Program, seat: int) -> int:
    from interpreter.telling import chapters
    from interpreter.wording import Teller

    played = _play(replay, program)
    game, header = played.game, replay.header
    names = ", ".join(visible(name) for name in game.names)
    click.echo(f"{visible(program.title or program.name)}: {names}; {say('seed {seed}', seed=header.seed)}")
    for chapter in chapters(Teller(program, game.names), game.events, game.events_for(seat)):
        click.echo()
        for at, sentence in enumerate(chapter):
            click.echo(f"{'  ' if at else ''}{visible(sentence)}")
    click.echo()
    click.echo(_standing(game, len(replay.steps)))
    if not played.same_rules:
        click.echo(f"rules: {say('the rules have changed since it was saved')}", err=True)
    return _complain(played)


def _standing(game: Game, answers: int) -> str:
    """How it ended, or who is asked what."""
    given = say("after {n} answer", answers, plural="after {n} answers")
    if game.result is not None:
        return say("Over {given}.", given=given)
    if game.decision is None:
        return say("Goes on {given}: dice or a draw are waited for.", given=given)
    name = visible(game.names[game.decision.seat - 1])
    return say("Goes on {given}: {name}: {prompt}", given=given, name=name, prompt=question(game.decision))


def _verify(file: str, replay: Replay, program: Program) -> int:
    played, again = _play(replay, program), _play(replay, program)
    code = _complain(played)
    if not played.same_rules:
        were = visible(replay.header.digest[:16])
        click.echo(
            f"rules: {say('the rules are {now} now, and were {then}', now=program.digest[:16], then=were)}", err=True
        )
        code = FINDINGS
    if played.game.state != again.game.state:
        click.echo(f"rules: {say('played twice it ends in two ways')}", err=True)
        code = FINDINGS
    word = say("verified") if code == CLEAN else say("not verified")
    length = say("{n} answer", len(replay.steps), plural="{n} answers")
    click.echo(f"{file}: {word}: {length}, {say('end state {state}', state=fingerprint(played.game))}")
    return code


def fingerprint(game: Game) -> str:
    """A short name of a game's whole state: equal states have equal ones, on every machine."""
    return hashlib.sha256(",".join(map(str, game.state)).encode()).hexdigest()[:16]


def _step(replay: Replay, program: Program, seat: int) -> int:
    from cli.plain import PlainScreen
    from cli.scene import scene_of

    played = _play(replay, program)
    PlainScreen().table(scene_of(played.game, seat), [], whole=True)
    click.echo(_standing(played.game, len(replay.steps)))
    decision = played.game.decision
    if decision is not None and (not decision.secret or decision.seat == seat):
        for option in decision.options:
            click.echo(say("option: {label}", label=f"{option.index + 1}. {visible(option.label)}"))
    return _complain(played)


def _branch(replay: Replay, program: Program, output: str) -> int:
    from interpreter.replay import Recorder

    played = _play(replay, program)
    if played.stop is not None:
        return _complain(played)
    if Path(output).exists():
        raise Stop(USAGE, say("`{path}` is there already", path=output))
    with Recorder.create(output, replay.header) as recorder:
        recorder.steps(replay.steps)
    length = say("{n} answer", len(replay.steps), plural="{n} answers")
    click.echo(f"{output}: {length}; {say('`rules play --resume {path}` goes on', path=output)}")
    return CLEAN
