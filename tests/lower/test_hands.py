"""Hands as money: a card pays once, and nobody learns what a hand holds from how fast it answers."""

from __future__ import annotations

from interpreter.examples import run_test
from rulelang import load_text
from rulelang.program.tables import Program

GAME = """
game table "The Table":
    players: 2..2
kind place
board b "Board":
    place hall
kind card / cards:
    price: 0..2
    offer in deed play "Play {this}" costs this and this.price cards from hand when holder is you: gain 1 point
cards all_cards of card:
    | name  | price |
    | cheap | 0     |
    | dear  | 2     |
    | odd   | 1     |
kind stop is card
cards stops of stop:
    | name | price |
    | halt | 0     |
    card halt: offer in answer refuse "Refuse" costs this when holder is you: cancel
kind player:
    at: place = hall
    track point / points: 0..9
    pile hand of card (seen by holder, active)
choice deed "Your deed":
    pay "Pay" costs 1 card from hand to box: gain 1 point
    idle "Idle": nothing
choice answer "Let it be?"
trigger doubt before deed: for next(you): may answer
pile table of card = all_cards
pile others of stop = stops
phase game: each player: choose deed
"""


def program(tests: str = "") -> Program:
    loaded = load_text(GAME + tests)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


def result(test: str) -> tuple[bool, str]:
    found = run_test(program(test), 0)
    return found.ok, found.message


def test_a_card_does_not_help_to_pay_for_itself() -> None:
    scene = '\ntest "t":\n    players a, b\n    given:\n        move dear to a.hand\n        move odd to a.hand\n'
    assert result(scene + "    for a: choose deed\n    expect not offered(\"Play dear\") and offered(\"Pay\")\n") == (True, "")
    more = "        move cheap to a.hand\n    answers \"Play dear\"\n    answers \"cheap, odd\", pass\n"
    assert result(scene + more + "    for a: choose deed\n    expect a.points is 1 and none(a.hand)\n") == (True, "")


def test_paying_from_a_hand_is_asked_also_where_one_card_only_can_pay() -> None:
    scene = '\ntest "t":\n    players a, b\n    given: move odd to a.hand\n    answers "Pay"\n    for a: choose deed\n'
    ok, message = result(scene + "    expect offered(pay)\n")
    assert not ok
    assert message.endswith("offered: Odd")


def test_who_may_hold_an_answer_is_asked_whatever_he_holds() -> None:
    scene = '\ntest "t":\n    players a, b\n    answers "Idle"\n    for a: choose deed\n'
    ok, message = result(scene + "    expect offered(\"Refuse\")\n")
    assert not ok
    assert message.endswith("offered: Pass")  # b, with empty hands, is asked as well


def test_what_is_known() -> None:
    scene = '\ntest "t":\n    players a, b\n    given: move odd to a.hand\n'
    assert result(scene + "    expect a knows a.hand\n    expect b does not know odd\n") == (True, "")
    assert result(scene + "    expect b knows odd\n")[0] is False
    assert result(scene + "    expect a does not know odd\n")[0] is False
    assert result(scene + "    expect a knows b.hand\n") == (False, "expected expect a knows b.hand; there is nothing to know")
