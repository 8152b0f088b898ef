"""A rulebook in another language: phrases from its file, the game's texts from a translation."""

from __future__ import annotations

import re

from rulelang import load_text
from rulelang.rulebook import rulebook, to_html, to_markdown

GAME = """game well "The Well":
    players: 1..2
die luck: coin, stone
kind wish / wishes
kind player:
    at: place = meadow
    track coin / coins "Coins": 0..9
board b "The Valley":
    place meadow "The Meadow", spring "The Spring"
    path meadow -- spring
cards sayings of wish:
    card rain "Rain"
pile hopes of wish = sayings
define rich = coins > 3
phase game: each player: turn
phase turn:
    roll 2 luck as dice
    gain dice.coin coins
    choose throwing
    if rich: win "The well is full"
choice throwing "Throw a coin":
    throw_it "Throw" costs 1 coin when at is spring: settle
rule settle: lose 1 coin
"""

TOLD = {
    ("The Well", ""): "Колодец",
    ("Coins", ""): "Монеты",
    ("The Meadow", ""): "Луг",
    ("The Spring", ""): "Родник",
    ("The Valley", ""): "Долина",
    ("Rain", ""): "Дождь",
    ("The well is full", ""): "Колодец полон",
    ("Throw a coin", ""): "Бросить монету",
    ("Throw", ""): "Бросить",
    ("luck", "die"): "кубик удачи",
    ("coin", "word"): "монета",
    ("stone", "word"): "камень",
    ("turn", "phase"): "ход",
    ("game", "phase"): "игра",
    ("rich", "name"): "богатство",
    ("wish", "name"): "желание",
    ("wishes", "name"): "желания",
    ("sayings", "name"): "поговорки",
    ("hopes", "name"): "надежды",
    ("coin", "name"): "Монеты",
    ("coins", "name"): "Монеты",
    ("player", "name"): "игрок",
    ("place", "name"): "место",
    ("places", "name"): "места",
    ("settle", "name"): "расплата",
}

READS = (
    "# Колодец",
    "Правила игры, игроков: от 1 до 2",
    "**Кубик удачи**: монета и камень.",
    "**Луг**: пути ведут сюда: Родник.",
    "Стопка _Надежды_: положите сюда все компоненты (поговорки).",
    "Каждый игрок начинает здесь: Луг.",
    "Каждый игрок: выполните: **Ход**",
    "Бросьте кубики (кубик удачи): 2.",
    "Получите: Монеты — количество выпавших граней «монета».",
    "Сделайте выбор: **Бросить монету**",
    "**Бросить** (цена: Монеты — 1; только если вы сейчас здесь: Родник). Выполните: **Расплата**",
    "Потеряйте: Монеты — 1.",
    "Если верно: богатство, то игра выиграна: «Колодец полон».",
)


def translated(form: str = "md") -> str:
    loaded = load_text(GAME)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    book = rulebook(loaded, "", "ru", lambda text, context: TOLD.get((text, context), text))
    return to_markdown(book) if form == "md" else to_html(book)


def test_a_translated_game_reads_in_its_language() -> None:
    said = translated()
    assert [line for line in READS if line not in said] == []


def test_nothing_is_left_in_english() -> None:
    assert re.findall(r"[A-Za-z]{2,}", translated()) == []


def test_the_page_names_its_language() -> None:
    assert '<html lang="ru">' in translated("html")
