"""The rulebook of Arkham Express in Russian: whole, with whatever variants, without a word or name in English."""

from __future__ import annotations

import re

import pytest

from tests.cli.test_commands import rules
from tests.rulebook.test_rulebook import SETS, VARIANTS

LATIN = re.compile(r"[A-Za-z]{2,}|\b[A-Za-z]_")


@pytest.mark.parametrize("chosen", [[], VARIANTS[:4], VARIANTS[4:8], VARIANTS[11:], *SETS[:2]], ids="+".join)
def test_no_english_is_left(chosen: list[str]) -> None:
    done = rules("rulebook", "arkham", "--lang", "ru", *(f"--variant={name}" for name in chosen))
    assert done.returncode == 0
    assert LATIN.findall(done.stdout) == []


def test_russian_sentences() -> None:
    said = rules("rulebook", "arkham", "--lang", "ru").stdout.casefold()
    for line in (
        "# Аркхэм Экспресс",
        "если Груз не меньше, чем 6, то игра проиграна: «Монстры и Врата захватили город».",
        "Когда вы приходите в место «Оружейный магазин»: получите: Оружие — 1.",
        "**Запечатать Врата** (цена: Исследование — 5; только если есть Врата (ваше место)",
        "_n_ жетонов Исследования",
    ):
        assert line.casefold() in said, line
