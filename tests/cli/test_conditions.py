"""`rules test`, each test under its own variants and number of players; `rules variants` and `diff` on the same game."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang.loading
from cli.main import run
from cli.testing import run_file

GAME = """
game coins "Coins":
    players: 1..3
track coin / coins: 0..9
define purse: 0..9 = 1
variant rich "Rich": modify purse by 2
variant crowded "Crowded" on when count(players) is 3: modify purse by 4
phase game: win "Done"

test "plain":
    gain purse coins
    expect coins is 1

test "rich":
    variants rich
    gain purse coins
    expect coins is 3

test "plain again, and wrong":
    gain purse coins
    expect coins is 3

test "three at the table":
    players a, b, c
    gain purse coins
    expect coins is 5

test "three rich ones":
    players a, b, c
    variants rich
    gain purse coins
    expect coins is 7
"""


def test_each_under_its_own_conditions_in_the_order_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "coins.rules"
    file.write_text(GAME, "utf-8")
    assert [(row.test, row.passed) for row in run_file(str(file))] == [
        ("plain", True),
        ("rich", True),
        ("plain again, and wrong", False),
        ("three at the table", True),
        ("three rich ones", True),
    ]


def test_the_file_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []
    real = rulelang.loading.parse
    monkeypatch.setattr(rulelang.loading, "parse", lambda source: parsed.append(source.name) or real(source))
    file = tmp_path / "coins.rules"
    file.write_text(GAME, "utf-8")
    assert len(run_file(str(file))) == 5
    assert parsed == [file.as_posix()]


def test_variants_say_what_they_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "coins.rules"
    file.write_text(GAME, "utf-8")
    assert run(["variants", str(file)]) == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "Variants:",
        "rich                         Rich",
        "modify purse by 2",
        "crowded                      Crowded (switches itself on)",
        "modify purse by 4",
        "No settings.",
    ]
    assert run(["diff", str(file), f"{file}+rich"]) == 1
    assert capsys.readouterr().out == "modify purse: added (by 2)\n"
