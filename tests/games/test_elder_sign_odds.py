"""Exact odds of Elder Sign's tasks with best play, held against values worked out by two programs apart from this one.

The engine's own decisions and chances are walked. As in those programs no monster comes, every price can be paid, terror
matters only where it ends the attempt or takes dice away, and the attempt is all there is. Those marked slow run with
`make odds`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from interpreter.odds import Odds

RULES = Path(rulelang.__file__).parents[1] / "rules" / "elder_sign.rules"

TRIAL = """
cards trials of adventure:
    | name  | ordered | tasks   | terror   |
    | trial | {ordered} | {tasks} | {terror} |
variant trying "One investigator, one card":
    replace phase game:
        each player:
            move bob to who
{fewer}            move trial to museum
            set acting to you
            set clues to {clues}
{more}            attempt(trial)
            defeat "Given up"
    replace trigger spoils after attempt: if none(to_do(here)): win "Survived"
    trigger fresh before throw:
        set sanity to max_sanity
        set stamina to max_stamina
        set doom to 0
"""
ALONE = """    replace choice keeping "Keep a die?":
        focus "Focus" costs 1 die from pool to token once a turn when awake: nothing
"""


def percent(tasks: str, dice: str = "6G", *, ordered: bool = False, terror: str = "", focus: bool = False, clues: int = 0) -> float:
    green, *others = dice.split("+")
    fewer = "            move first(supply where it.sort is green) to box\n" * (6 - int(green.removesuffix("G")))
    words = {"Y": "yellow", "R": "red"}
    more = "".join(f"            move supply where it.sort is {words[die]} to pool\n" for die in others)
    trial = TRIAL.format(
        ordered="yes" if ordered else "no", tasks=tasks, terror=terror, clues=clues, fewer=fewer, more=more
    ) + ("" if focus else ALONE)
    loaded = rulelang.load_text(RULES.read_text("utf-8") + trial, str(RULES), ("trying",), players=1)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics if item.severity == "error"]
    odds = Odds(loaded.program, forget=("used", "supply"))
    return 100 * odds.of(odds.start())


def test_two_symbols_with_and_without_keeping_a_die() -> None:
    assert percent("2 lore") == pytest.approx(53.7248, abs=0.00005)
    assert percent("2 lore", focus=True) == pytest.approx(80.4674, abs=0.00005)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tasks", "without", "with_focus"),
    [
        ("lore", 97.8263, 97.8263),
        ("lore, peril", 92.3830, 92.3830),
        ("3 lore", 11.4343, 22.9091),
        ("3 search", 99.8981, 99.9480),
        ("9 search", 29.5707, 42.7434),
        ("lore and 6 search", 48.7866, 60.4309),
    ],
)
def test_layouts_with_six_green_dice(tasks: str, without: float, with_focus: float) -> None:
    assert percent(tasks) == pytest.approx(without, abs=0.00005)
    assert percent(tasks, focus=True) == pytest.approx(with_focus, abs=0.00005)


@pytest.mark.parametrize(
    ("tasks", "options", "value"),
    [
        ("6 search, 2 lore", {}, 5.4377),  # A Secret Gathering
        ("lore, 9 search", {}, 4.7311),  # Administration Office
        ("2 search, 3 search, terror and peril", {"ordered": True}, 10.2067),  # Blood on the Floor
        ("terror, 2 terror", {}, 26.0436),  # Don't Fall Asleep
        ("2 search and lore, 3 search and sanity", {}, 63.9442),  # Gala in the Great Hall, its price paid
        ("terror, terror and 2 peril", {"terror": "give_up(this)"}, 6.9943),  # Koi Pond: terror ends it
        ("3 search, 2 peril, 2 lore", {"ordered": True}, 0.2192),  # Lights Out
        ("3 search and terror, 2 lore", {}, 8.2311),  # Mysterious Tome
        ("peril, terror, 7 search", {"terror": "drop_terror"}, 5.2783),  # The Graveyard: terror dice go
        ("3 search, peril and 3 search, lore", {"ordered": True}, 8.4405),  # The Hidden Passage
        ("peril, peril and 3 search", {"terror": "drop_terror"}, 32.1245),  # The Loading Dock
        ("lore and terror, 2 terror and peril", {}, 0.9127),  # Plateau of Leng
        ("peril and terror, 8 search", {}, 1.2212),  # Yuggoth
    ],
)
def test_cards_with_five_green_dice(tasks: str, options: dict[str, object], value: float) -> None:
    assert percent(tasks, "5G", **options) == pytest.approx(value, abs=0.00005)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tasks", "value"), [("terror, 2 terror", 32.7107), ("3 search and terror, 2 lore", 11.7278)]
)
def test_cards_with_five_green_dice_and_a_kept_one(tasks: str, value: float) -> None:
    assert percent(tasks, "5G", focus=True) == pytest.approx(value, abs=0.00005)


@pytest.mark.slow
def test_a_yellow_die_and_a_wild_face_help() -> None:
    """Don't Fall Asleep with all six green dice, then with the yellow one, then with the red one and its wild face."""
    assert percent("terror, 2 terror", "6G+Y") == pytest.approx(59.4906, abs=0.00005)
    assert percent("terror, 2 terror", "6G+R") == pytest.approx(64.6334, abs=0.00005)
