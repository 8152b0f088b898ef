"""What a typed line means among the options."""

from __future__ import annotations

import pytest

from cli.answers import meant
from interpreter.game import Decision, Option


def asked(*labels: str) -> Decision:
    options = tuple(Option(f"id{n}", label, n) for n, label in enumerate(labels))
    return Decision(1, "c", "Prompt", "choose", options)


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("2", "Rest"),
        ("rest", "Rest"),
        (" rESt  in", "Rest in the lodge"),
        ("ro", "Roll"),
        ("id0", "Roll"),
        ("Rest", "Rest"),
    ],
)
def test_found(typed: str, label: str) -> None:
    option = meant(typed, asked("Roll", "Rest", "Rest in the lodge"))
    assert isinstance(option, Option)
    assert option.label == label


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "type an option"),
        ("0", "there is no option 0; they are 1 to 3"),
        ("99999999999999999999", "there is no option 999999999"),
        ("r", "`r` could be `Roll`, `Rest`, `Rest in the lodge`"),
        ("rol dice", "no option begins with `rol dice`"),
        ("rset", "did you mean `Rest`?"),
        ("²", "no option begins with"),
    ],
)
def test_refused(typed: str, words: str) -> None:
    said = meant(typed, asked("Roll", "Rest", "Rest in the lodge"))
    assert isinstance(said, str)
    assert words in said


def test_numbers_are_answered_by_value() -> None:
    option = meant("2", asked("0", "1", "2"))
    assert isinstance(option, Option)
    assert option.index == 2
    assert meant("3", asked("0", "1", "2")) == "3 is none of 0, 1, 2"
