"""What one answer of a saved game did, and by which rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import load_game, locate
from cli.question import question
from cli.rule_text import block, line_of, where
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.events import Event
    from interpreter.game import Game
    from interpreter.replay import Step


def explain_step(file: str, number: int, seat: int) -> int:
    """Print what answer `number` (from 1) of a save did, as a seat may know it. The exit code: 1 where the rules do not
    allow it (any more)."""
    from interpreter.replay import ReplayError, play, read

    try:
        replay = read(file)
    except ReplayError as error:
        raise Stop(USAGE, say("{path} is no saved game: {reason}", path=file, reason=error)) from None
    header = replay.header
    if not 1 <= number <= len(replay.steps):
        raise Stop(USAGE, say("it has {there} answers, not {count}", there=len(replay.steps), count=number))
    if not 0 <= seat <= header.players:
        most = header.players
        raise Stop(USAGE, say("there is no seat {seat}: the seats are 1 to {most}, 0 looks on", seat=seat, most=most))
    program = load_game(locate(header.path), header.variants, header.settings, header.players)[0]
    before = play(replace(replay, steps=replay.steps[: number - 1]), program)
    after = play(replace(replay, steps=replay.steps[:number]), program)
    for line in _asked(before.game, replay.steps[number - 1], seat):
        click.echo(line)
    if after.stop is not None:
        said = say("answer {number} is not legal: {reason}", number=after.stop.step + 1, reason=after.stop.reason)
        click.echo(f"rules: {visible(said)}", err=True)
        return FINDINGS
    for line in _done(after.game, len(before.game.events), seat):
        click.echo(line)
    return CLEAN


def _asked(game: Game, step: Step, seat: int) -> list[str]:
    """Who was asked what, what was answered, and the option's own lines."""
    decision = game.decision
    if step.is_undo:
        return [say("The answer before is taken back.")]
    if step.chance is not None or decision is None:
        return [say("Dice or a draw are told from outside.")]
    name, prompt = visible(game.names[decision.seat - 1]), question(decision)
    option = next((option for option in decision.options if option.id == step.option), None)
    if option is None or (decision.secret and seat != decision.seat):
        return [f"{name}: {prompt}"]
    lines = [f"{name}: {prompt}: {visible(option.label)}"]
    if where(option.span):
        lines.append(f"  {where(option.span)}")
        lines += [f"  | {line}" for line in block(option.span)]
    return lines


def _done(game: Game, since: int, seat: int) -> list[str]:
    """What happened since, each with the line of the rules that did it."""
    from interpreter import events as ev
    from interpreter.wording import Teller, tell

    teller = Teller(game.program, game.names)
    told = [event for event in game.events_for(seat, since) if not isinstance(event, ev.Entered | ev.Chosen)]
    return [f"{visible(tell(teller, event))}\n    {_place(event)}" for event in told] or [say("Nothing came of it.")]


def _place(event: Event) -> str:
    line = line_of(event.span)
    return f"{visible(event.rule)}, {where(event.span)}" + (f": {line}" if line else "")
