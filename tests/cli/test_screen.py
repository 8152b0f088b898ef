"""The drawn table: the map where there is room, ASCII where there is nothing else; dice that are named by number; and
screens that are emptied between players."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from rich import box
from rich.console import Console

import cli
from cli.dice_in_view import Dice
from cli.scene import scene_of
from cli.screen import RichScreen
from cli.several import how_to_name, several
from interpreter.game import Decision, Game, Option
from rulelang import games, load
from rulelang.program.tables import Program

ROOT = Path(cli.__file__).parents[1]


@cache
def arkham() -> Program:
    program = load(str(games.find("arkham"))).program
    assert program is not None
    return program


def game() -> Game:
    found = Game(arkham(), 2, 5, names=("Ann", "Bob"))
    for answer in ("amanda_sharpe", "carolyn_fern", "ithaqua"):
        found.choose(answer)
    return found


def drawn(columns: int, rows: int, fine: bool = True) -> str:
    screen = RichScreen()
    sink = TextIOWrapper(BytesIO(), encoding="utf-8" if fine else "ascii")  # what cannot be written is an error
    screen.console = Console(file=sink, width=columns, height=rows, no_color=True)
    screen.fine, screen.box = fine, box.ROUNDED if fine else box.ASCII
    screen.table(scene_of(game(), 2), ["Bob's turn"])
    sink.seek(0)
    return sink.read()


def test_the_board_is_a_map_where_there_is_room() -> None:
    wide = drawn(140, 60)
    assert "· Ann, Bob" in wide
    assert "Ways from" not in wide
    assert "Unvisited Isle: Guard: Dhole (strength 4" in wide
    card = next(line for line in wide.splitlines() if "Ann ──" in line)
    assert card.index("Ann") > 74  # to the right of the map
    assert max(map(len, wide.splitlines())) <= 140


@pytest.mark.parametrize(("columns", "rows"), [(80, 60), (99, 60), (140, 30)])
def test_else_it_is_a_list(columns: int, rows: int) -> None:
    text = drawn(columns, rows)
    assert "Ways from Miskatonic University: Northside" in text
    assert max(map(len, text.splitlines())) <= columns


def test_the_map_stays_where_it_is_when_somebody_walks() -> None:
    from interpreter.picture import text

    empty, full = text(arkham(), notes={}), text(arkham(), notes={arkham().board.places[0]: "A, B, C, D, E, F, G, H"})  # type: ignore[union-attr]
    assert empty.count("\n") == full.count("\n")
    changed = [(a, b) for a, b in zip(empty.splitlines(), full.splitlines(), strict=True) if a != b]
    assert len(changed) == 1
    assert "A, B, C, D, E, F.." in changed[0][1]


def test_dice_have_numbers_below() -> None:
    lines = drawn(80, 60).splitlines()
    at = next(n for n, line in enumerate(lines) if "│  fight  │" in line)
    assert lines[at + 2].split() == ["1", "2", "3", "4", "5"]


def test_ascii_is_enough() -> None:
    assert "Amanda Sharpe" in drawn(80, 60, fine=False)
    assert ". Ann, Bob" in drawn(140, 60, fine=False)


DICE = Dice(
    who="Ann",
    faces=("Fight", "Move", "Fight", "Clue"),
    marks=("fight", "move", "fight", "clue"),
    locked=(False, False, False, True),
    feared=(False,) * 4,
)


def ask(kind: str, *ids: str) -> Decision:
    return Decision(1, "reroll", "", kind, tuple(Option(name, name, at) for at, name in enumerate(ids)))


WHICH = ask("dice", "dice:fight", "dice:move", "dice:fight,fight", "dice:move,fight", "dice:fight,move,fight")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1", "dice:fight"),
        ("3", "dice:fight"),
        ("2", "dice:move"),
        ("1 3", "dice:fight,fight"),
        ("1, 2", "dice:move,fight"),
        ("2 1", "dice:move,fight"),
        ("1 1", "dice:fight"),
        ("3 2 1", "dice:fight,move,fight"),
        ("all", "dice:fight,move,fight"),
        ("none", "at least one must be named; u goes back"),
        ("4", "die 4 is locked"),
        ("0", "there is no die 0; they are 1 to 4"),
        ("1 9", "there is no die 9; they are 1 to 4"),
        ("fight", None),
        ("1 x", None),
        ("", None),
    ],
)
def test_dice_by_number(said: str, meant: str | None) -> None:
    found = several(said, WHICH, DICE)
    assert (found.id if isinstance(found, Option) else found) == meant


def test_the_dice_are_listed_that_may_be_named() -> None:
    assert how_to_name(WHICH, DICE).endswith("or all: 1 Fight, 2 Move, 3 Fight")
    assert how_to_name(ask("menu", "a"), DICE) == ""


def test_fewer_than_all() -> None:
    which = ask("dice", "dice:fight", "dice:move")
    assert several("1 2", which, DICE) == "these cannot be named together here"
    assert several("all", which, DICE) == "not all at once: at most 1"


def test_things_by_their_options() -> None:
    which = ask("things", "things:a", "things:b", "things:a,b", "pass")
    found = [several(said, which, None) for said in ("1 2", "all", "none")]
    assert [row.id if isinstance(row, Option) else row for row in found] == ["things:a,b", "things:a,b", "pass"]
    assert several("1", which, None) is None  # an option's number, as elsewhere
    assert several("1 9", which, None) == "there is no option 9; they are 1 to 4"


def test_a_screen_is_emptied_between_players_where_that_is_asked_for(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "play", "arkham", "--hide", "--plain", "--players", "2", "--seed", "5"],
        input="\nAmanda\n\nCarolyn\nq\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    waits = "is to decide. Press Enter when nobody else looks."
    said = [line for line in done.stdout.splitlines() if line.startswith(("ask:", "note: Player"))]
    assert said[:4] == [
        f"note: Player 1 {waits}",
        "ask: Player 1: Your investigator",
        f"note: Player 2 {waits}",
        "ask: Player 2: Your investigator",
    ]


@pytest.mark.parametrize(("text", "shown"), [("a…b", b"a...b"), ("·é", b".?"), ("plain", b"plain")])
def test_letters_that_a_terminal_has_not(text: str, shown: bytes) -> None:
    from codecs import register_error

    from cli.main import PLAINER, plainer

    register_error(PLAINER, plainer)
    assert text.encode("ascii", PLAINER) == shown
