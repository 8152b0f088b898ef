"""`rules simulate`: many games by bots, and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option, rules_options
from cli.completing import complete_game
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import load_game, locate
from cli.play import wrong_players
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.simulation import Report

WORDS = {"win": "won", "defeat": "lost", "apart": "won by some"}


@click.command(
    "simulate",
    cls=Command,
    examples=(
        "rules simulate arkham --games 1000 --jobs 4",
        "rules simulate arkham -V herald --bot sampling:100 --json",
    ),
)
@click.argument("game", shell_complete=complete_game)
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option(
    "--players", type=click.IntRange(1, 64), metavar="N", help="How many play; else as few as the game allows."
)
@click.option(
    "--bot", "bots", multiple=True, metavar="BOT", help="random, sampling or sampling:BUDGET; once for each seat."
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes that share the work."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Equal seeds, equal figures."
)
@rules_options
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@color_option
def command(
    game: str,
    games: int,
    players: int | None,
    bots: tuple[str, ...],
    jobs: int,
    seed: int,
    variants: tuple[str, ...],
    settings: Mapping[str, str],
    as_json: bool,
) -> int:
    """Let bots play many games and count how they end.

    Shares come with the interval that holds the true share 95 times in 100. The figures are the same for any --jobs.
    The exit code is 1 where a game ran into a fault of the rules.
    """
    from interpreter.game import GameError
    from interpreter.simulation import simulate

    path = locate(game)
    program, loaded = load_game(path, variants, settings, players)
    count = players if players is not None else program.players[0]
    if players is None and any(info.on is not None for info in loaded.variants):
        program, _ = load_game(path, variants, settings, count)
    if not program.players[0] <= count <= program.players[1]:
        raise Stop(USAGE, wrong_players(program, count))
    try:
        report = simulate(program, games, count, bots or ("random",), seed, jobs, _progress())
    except (ValueError, GameError) as error:
        raise Stop(USAGE, str(error)) from None
    click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2) if as_json else table(report))
    speed = say(
        "{seconds} s, {speed} games a second", seconds=f"{report.seconds:.1f}", speed=f"{report.games_per_second:.0f}"
    )
    click.echo(speed, err=True)
    return FINDINGS if report.faulty else CLEAN


def _progress() -> Callable[[int, int], None]:
    """A line on stderr that counts up at a terminal; every tenth of the way elsewhere."""
    live = sys.stderr.isatty()
    said = -1

    def progress(done: int, of: int) -> None:
        nonlocal said
        part = done * (100 if live else 10) // of
        if part != said:
            said = part
            end = "\r" if live and done < of else "\n"
            sys.stderr.write(say("{done} of {all} games", done=done, all=of) + end)
            sys.stderr.flush()

    return progress


def table(report: Report) -> str:
    """Endings with their shares, seats, length of games, faults."""
    from interpreter.simulation import wilson

    head = say(
        "{games} games of {game}, {players} players, {bots}",
        games=report.games, game=visible(report.program), players=report.players, bots=", ".join(report.bots),
    )  # fmt: skip
    lines = [head]
    rows = [(f"{say(WORDS[kind])}: {text}" if text else say(WORDS[kind]), n) for kind, text, n in report.endings]
    rows += [(word, n) for word, n in ((say("unfinished"), report.unfinished), (say("faults"), report.faulty)) if n]
    width = max((len(visible(text)) for text, _ in rows), default=0)
    for text, n in rows:
        low, high = wilson(n, report.games)
        share = n / report.games
        lines.append(
            f"  {visible(text):<{width}}  {n:>7}  {share:6.1%}  ({say('{low} to {high}', low=f'{low:.1%}', high=f'{high:.1%}')})"
        )
    if report.apart:
        lines.append("  " + say("wins by seat: {counts}", counts=", ".join(str(n) for n in report.seat_wins)))
    length = say(
        "decisions a game: {mean} on average, {most} at most", mean=f"{report.mean_decisions:.1f}", most=report.longest
    )
    lines.append("  " + length)
    for f in report.faults:
        what = say(
            "fault in {count}: {text} (first: game {index}, seed {seed})",
            count=f.count, text=visible(f.text), index=f.index, seed=f.seed,
        )  # fmt: skip
        lines.append("  " + what)
    return "\n".join(lines)
