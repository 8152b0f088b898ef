"""`rules play`: sets a game up from the command line, or takes up a saved one, and hands it to the table."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import click

from cli.command import Command, color_option, rules_options
from cli.completing import complete_game
from cli.exits import FINDINGS, USAGE, Stop
from cli.gamefile import load_game, locate
from rulelang import games
from rulelang.messages.words import say

if TYPE_CHECKING:
    from cli.session import Session
    from rulelang.loading import Loaded
    from rulelang.program.tables import Program

LAST = "<last>"


@click.command(
    "play",
    cls=Command,
    examples=("rules play arkham --name Ann --name Bob", "rules play arkham -V herald --set free_rerolls=1 --bots 2"),
)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--players", type=click.IntRange(1, 64), metavar="N", help="How many play.")
@click.option("--name", "names", multiple=True, help="A player's name, in the order of the seats; may be repeated.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="N", help="Play out this seed; else a new one.")
@rules_options
@click.option("--bots", metavar="2,3|all", help="The seats that bots play.")
@click.option(
    "--bot", default="random", show_default=True, help="What plays there: random, sampling or sampling:BUDGET."
)
@click.option(
    "--undo",
    type=click.Choice(["keep", "again", "locked"]),
    default="keep",
    show_default=True,
    help="Dice taken back fall the same, are thrown again, or cannot be taken back.",
)
@click.option(
    "--dice",
    type=click.Choice(["seed", "ask"]),
    default="seed",
    show_default=True,
    help="ask: you throw real dice and draw real cards, and type what comes.",
)
@click.option("--hide", is_flag=True, help="Between two players at one keyboard, empty the screen and wait for Enter.")
@click.option("--save", type=click.Path(dir_okay=False), metavar="FILE", help="Save to this new file.")
@click.option(
    "--resume", is_flag=False, flag_value=LAST, metavar="[FILE]", help="Go on with a save, or with the last one."
)
@click.option("--plain", is_flag=True, help="Plain lines: no colour, no drawing, no wiping of the screen.")
@click.option("--json", "as_json", is_flag=True, help="A JSON message a line, for front ends; see docs/json.md.")
@color_option
def command(
    game: str | None,
    resume: str | None,
    plain: bool,
    as_json: bool,
    hide: bool,
    bot: str,
    bots: str | None,
    **options: Any,
) -> int:
    """Play a game here, alone, with others at one keyboard, or with bots.

    GAME is a path or the name of a bundled game. Answer with an option's number or with how it begins; u takes back,
    l shows the log, b the table, ? help, q saves and leaves. Every answer is saved as it is given: --resume goes on
    with the last game even if it was killed.
    """
    from cli.table import leave_table, run

    _known_bot(bot)
    if resume is None:
        if game is None:
            raise Stop(USAGE, say("name a game, for example `rules play arkham`; `rules list` shows them"))
        session, note = _new(locate(game), bot, bots, **options)
    else:
        session, note = _resumed(game, resume, bots)
    session.bots = _bots(session, bot, bots)
    is_plain = plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
    try:
        if as_json:
            from cli.wire import run as serve

            return serve(session, "" if resume is None else note)
        return run(session, is_plain, note, hide)
    finally:
        leave_table(session)


def _new(
    path: str,
    bot: str,
    bots: str | None,
    *,
    players: int | None,
    names: tuple[str, ...],
    seed: int | None,
    variants: tuple[str, ...],
    settings: Mapping[str, str],
    undo: str,
    dice: str,
    save: str | None,
) -> tuple[Session, str]:
    from cli.saves import new
    from cli.session import begin
    from interpreter.replay import Header

    if save is not None and Path(save).exists():
        raise Stop(USAGE, say("`{path}` is there already; `--resume {path}` goes on with it", path=save))
    program, loaded = load_game(path, variants, settings, players)
    count = players if players is not None else _seats_wanted(program, names, bots)
    if players is None and any(info.on is not None for info in loaded.variants):
        program, loaded = load_game(path, variants, settings, count)  # a variant may switch itself on for so many
    _check_seats(program, count, names, bots)
    header = Header(
        program=program.name,
        digest=program.digest,
        path=os.path.abspath(path),
        variants=variants,
        settings=settings,
        players=count,
        names=_named(names, count),
        seed=secrets.randbelow(2**32) if seed is None else seed,
        undo=cast(Literal["keep", "again", "locked"], undo),
        manual=dice == "ask",
    )
    file = Path(save) if save is not None else new(program.name)
    return _guarded(lambda: begin(program, header, file), loaded), _about(program, loaded, header.seed)


def _resumed(game: str | None, resume: str, bots: str | None) -> tuple[Session, str]:
    from cli.saves import last, new
    from cli.session import resume as take_up
    from interpreter.replay import ReplayError, read

    if game is None and resume != LAST and not Path(resume).exists() and games.find(resume) is not None:
        game, resume = resume, LAST  # `--resume arkham`: the game was meant
    found = last(locate(game) if game is not None else None) if resume == LAST else Path(resume)
    if found is None:
        if game:
            raise Stop(USAGE, say("there is no saved game of `{game}` to go on with", game=game))
        raise Stop(USAGE, say("there is no saved game to go on with"))
    try:
        header = read(found).header
        path = locate(game if game is not None else header.path)
        program, loaded = load_game(path, header.variants, header.settings, header.players)
        session, played = _guarded(lambda: take_up(program, found, new(program.name)), loaded)
    except ReplayError as error:
        raise Stop(USAGE, say("{path} is no saved game: {reason}", path=found, reason=error)) from None
    note = say("going on with {path}", path=session.path)
    if played.stop is not None:
        note = say(
            "the rules have changed since {path} was saved, and answer {number} is no longer legal: {reason}. The game goes "
            "on from there, in {other}",
            path=found, number=played.stop.step + 1, reason=played.stop.reason, other=session.path,
        )  # fmt: skip
    elif not played.same_rules:
        note += say("; the rules have changed since, but all of it is still legal")
    return session, note


def _guarded(make: Any, loaded: Loaded) -> Any:
    """What `make` gives; a fault or a set-up that is not possible ends the command with its reason."""
    from cli.faults import fault_lines
    from interpreter.faults import Fault
    from interpreter.game import GameError

    try:
        return make()
    except Fault as fault:
        for line in fault_lines(fault, loaded.sources):
            click.echo(line, err=True)
        raise Stop(FINDINGS, say("the game cannot begin")) from None
    except GameError as error:
        raise Stop(USAGE, str(error)) from None


# --- seats -----------------------------------------------------------------------------------------------


def _seats_wanted(program: Program, names: tuple[str, ...], bots: str | None) -> int:
    """As many as are named or are bots' seats, but no fewer than the game needs."""
    seats = _bot_seats(bots) if bots not in (None, "all") else set()
    return max(program.players[0], len(names), *seats, 1)


def _check_seats(program: Program, count: int, names: tuple[str, ...], bots: str | None) -> None:
    least, most = program.players
    if not least <= count <= most:
        raise Stop(USAGE, wrong_players(program, count))
    if len(names) > count:
        raise Stop(USAGE, say("{names} names for {count} players", names=len(names), count=count))
    wrong = sorted(seat for seat in _bot_seats(bots) if not 1 <= seat <= count)
    if wrong:
        raise Stop(USAGE, say("there is no seat {seat}: the seats are 1 to {most}", seat=wrong[0], most=count))


def wrong_players(program: Program, count: int) -> str:
    """Why so many cannot play."""
    least, most = program.players
    game = program.title or program.name
    if least == most:
        return say(
            "{game} is for {n} player, not {count}",
            most,
            plural="{game} is for {n} players, not {count}",
            game=game,
            count=count,
        )
    return say(
        "{game} is for {least} to {most} players, not {players}", game=game, least=least, most=most, players=count
    )


def _named(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    return names + tuple(say("Player {seat}", seat=seat) for seat in range(len(names) + 1, count + 1))


def _bot_seats(bots: str | None) -> set[int]:
    """The seats of `2,3`; `all` and None name none by number."""
    if bots is None or bots == "all":
        return set()
    parts = [part.strip() for part in bots.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise Stop(USAGE, say("`--bots {bots}` is neither `all` nor seats like `2,3`", bots=bots))
    return {int(part) for part in parts}


def _known_bot(bot: str) -> None:
    from interpreter.bots import make
    from rulelang.diagnostics.diagnostic import did_you_mean

    try:
        make(bot, 0)
    except ValueError as error:
        near = did_you_mean(bot, ("random", "sampling"))
        hint = say("; did you mean `{near}`?", near=near) if near else ""
        raise Stop(USAGE, f"{error}{hint}") from None


def _bots(session: Session, bot: str, bots: str | None) -> dict[int, Any]:
    from interpreter.bots import make
    from interpreter.rng import derive

    game = session.game
    seats = set(range(1, game.players + 1)) if bots == "all" else _bot_seats(bots)
    wrong = sorted(seat for seat in seats if not 1 <= seat <= game.players)
    if wrong:
        raise Stop(USAGE, say("there is no seat {seat}: the seats are 1 to {most}", seat=wrong[0], most=game.players))
    return {seat: make(bot, derive(game.seed + 1, seat)) for seat in seats}


def _about(program: Program, loaded: Loaded, seed: int) -> str:
    told = {row.name: row.title for row in program.variants}
    chosen = [told.get(info.name) or info.title or info.name for info in loaded.variants if info.chosen]
    if chosen:
        return say("seed {seed}; with {variants}", seed=seed, variants=", ".join(chosen))
    return say("seed {seed}", seed=seed)
