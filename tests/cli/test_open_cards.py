"""Cards that lie open: their rows, what lies on them and what their rules say; dice that are things, named by number."""

from __future__ import annotations

from functools import cache
from io import BytesIO, TextIOWrapper

import pytest
from rich import box
from rich.console import Console

from cli.dice_in_view import Dice
from cli.heading import headed
from cli.plain import PlainScreen
from cli.scene import Scene, cards_of, scene_of
from cli.screen import RichScreen
from cli.several import by_position, several
from interpreter.game import Decision, Game, Option
from interpreter.nature import Manual
from rulelang import load_text
from rulelang.program.tables import Program

RULES = """
game vault "Vault":
    players: 1

die brass: gear, 2 gear, key

pile chest of die = 3 brass
pile tray of die
pile spent of die
pile hall of door (active) = doors
hour: 0..12

kind bolt:
    needs: bundle
    open: flag

kind door:
    weight: 0..9
    sealed: flag
    pile bolts of bolt (active)
    rule prize: nothing

cards doors of door:
    | name          | weight | sealed | bolts               | prize  |
    | iron "Iron"   | 3      |        | 2 gear and key, key | riches |
    | oaken "Oaken" | 1      | yes    | gear                |        |

kind player:
    track gold: 0..9

rule riches: gain 2 gold

phase game:
    for first(players): try_bolts
    win "Open"

define shut = (bolts of hall) where not it.open

phase try_bolts:
    move chest to tray
    roll tray
    menu working until "Leave"
    each door in hall: door.prize

choice working "Which bolt?":
    slide "Open {bolt.needs}" for each bolt in shut costs bolt.needs from tray to spent: set bolt.open to yes
    tell "Look again" when hour < 12: set hour to hour + 1
"""


@cache
def vault() -> Program:
    loaded = load_text(RULES)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


def game(*faces: int) -> Game:
    """The game with the tray fallen so: 0 gear, 1 two gears, 2 key."""
    found = Game(vault(), 1, 5, names=("Ann",), nature=Manual())
    found.tell(list(faces))
    return found


def opened() -> Game:
    found = game(0, 0, 2)
    found.choose(next(o for o in found.decision.options if o.label == "Open gear"))  # type: ignore[union-attr]
    return found


def drawn(scene: Scene, columns: int, fine: bool = True) -> list[str]:
    screen = RichScreen()
    sink = TextIOWrapper(BytesIO(), encoding="utf-8" if fine else "ascii")  # what cannot be written is an error
    screen.console = Console(file=sink, width=columns, height=60, no_color=True)
    screen.fine, screen.box = fine, box.ROUNDED if fine else box.ASCII
    screen.table(scene, [])
    sink.seek(0)
    return sink.read().splitlines()


def test_a_card_has_its_rows_and_its_rules_as_written() -> None:
    iron, oaken = scene_of(game(0, 0, 2), 1).open
    assert [(row.text, row.done) for row in iron.rows] == [("2 gear and key", False), ("key", False)]
    assert iron.cells == (("prize", "riches"),)
    assert iron.facts == ("weight 3",)
    assert oaken.facts == ("weight 1", "sealed")
    assert oaken.cells == ()


def test_a_row_that_is_done_is_ticked() -> None:
    scene = scene_of(opened(), 1)
    assert [row.done for card in scene.open for row in card.rows] == [False, False, True]
    assert any("✓ gear" in line and "□ 2 gear and key" in line for line in drawn(scene, 100))


@pytest.mark.parametrize(("columns", "beside"), [(100, True), (80, True), (60, False)])
def test_cards_stand_side_by_side_where_there_is_room(columns: int, beside: bool) -> None:
    lines = drawn(scene_of(game(0, 0, 2), 1), columns)
    head = next(line for line in lines if "─ Iron ─" in line)
    assert ("─ Oaken ─" in head) is beside
    assert max(map(len, lines)) <= columns


def test_open_cards_in_ascii() -> None:
    lines = drawn(scene_of(opened(), 1), 80, fine=False)
    assert any("x gear" in line for line in lines)
    assert any("prize: riches" in line for line in lines)


def test_open_cards_in_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    PlainScreen().table(scene_of(opened(), 1), [])
    said = capsys.readouterr().out.splitlines()
    assert "card: Iron: weight 3; [2 gear and key]; [key]; prize: riches" in said
    assert "card: Oaken: weight 1; sealed; [gear (done)]" in said
    assert "table: Hour: 0" in said
    assert not any(line.startswith("table: Hall") for line in said)


def test_the_list_of_cards_says_what_their_rules_are() -> None:
    listed = dict(cards_of(game(0, 0, 2), 1))["The hall"]
    assert any(line.startswith("Iron (weight 3") and line.endswith("prize: riches") for line in listed)


def test_dice_that_are_things_are_drawn_while_they_lie_there() -> None:
    assert scene_of(game(0, 1, 2), 1).dice == Dice(
        "the tray", ("gear", "2 gear", "key"), ("gear", "2 gear", "key"), (False,) * 3, (False,) * 3, lie=True
    )
    left = scene_of(opened(), 1).dice
    assert left is not None
    assert left.faces == ("gear", "key")
    assert any("│  key  │" in line for line in drawn(scene_of(opened(), 1), 80))


def test_what_is_paid_for_stands_above() -> None:
    found = game(0, 1, 2)
    found.choose(next(o for o in found.decision.options if o.label == "Open gear"))  # type: ignore[union-attr]
    assert found.decision is not None
    assert found.decision.kind == "things"
    assert headed(found, found.decision).prompt == "Open gear: with which?"
    assert {option.label for option in found.decision.options} == {"gear", "2 gear"}


def test_the_story_counts_dice_and_ticks() -> None:
    told = opened().sentences(1)
    assert "3 dice to Tray" in told
    assert "1 die to Spent" in told
    assert "Oaken (1): open" in told


TRAY = Dice("the tray", *[("gear", "2 gear", "key")] * 2, (False,) * 3, (False,) * 3, lie=True)
WAYS = ("gear,key", "2 gear,key", "gear,2 gear")
ASKED = Decision(
    1, "pay", "", "things", tuple(Option(f"things:{way}", way.replace(",", ", "), at) for at, way in enumerate(WAYS))
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1 3", "things:gear,key"),
        ("3 2", "things:2 gear,key"),
        ("key, 2 gear", "things:2 gear,key"),
        ("KEY,  gear", "things:gear,key"),
        ("1", "these cannot be named together here"),
        ("4", "there is no die 4; they are 1 to 3"),
        ("key, key", None),
        ("key", None),
    ],
)
def test_dice_that_pay_are_named_at_once(said: str, meant: str | None) -> None:
    found = several(said, ASKED, TRAY)
    assert (found.id if isinstance(found, Option) else found) == meant


def test_dice_that_lie_elsewhere_too_are_named_by_option() -> None:
    elsewhere = Dice("the tray", ("key",), ("key",), (False,), (False,), lie=True)
    assert not by_position(ASKED, elsewhere)
    assert by_position(ASKED, TRAY)


def test_dice_that_differ_in_colour_alone_are_named_by_option() -> None:
    ways = ("gear,key", "key,gear")
    asked = Decision(1, "pay", "", "things", tuple(Option(f"things:{way}", way, at) for at, way in enumerate(ways)))
    assert not by_position(asked, TRAY)


TWO_COLOURS = """
game two "Two":
    players: 1

die red: eye, skull
die blue: eye, skull

pile cup of die = 1 red and 1 blue
pile spent of die

phase game:
    for first(players): turn
    win "Done"

phase turn:
    roll cup
    choose "What?":
        pay "Pay" costs eye from cup to spent: nothing
"""


def test_dice_that_show_the_same_are_told_apart_by_colour_and_place() -> None:
    loaded = load_text(TWO_COLOURS)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    found = Game(loaded.program, 1, 0, nature=Manual())
    while found.chance is not None:
        found.tell([0])
    while found.decision is not None and found.decision.kind != "things":
        found.choose(0)
    assert found.decision is not None
    assert sorted(option.label for option in found.decision.options) == ["eye (blue, cup)", "eye (red, cup)"]
