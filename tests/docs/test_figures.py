"""The script behind docs/arkham-figures.md plays the games of `rules simulate`, and the page has a line for every variant."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from interpreter import simulate

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "arkham-figures.md").read_text("utf-8")


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("figures", DOCS / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["figures"] = module
    spec.loader.exec_module(module)
    return module


def test_its_games_are_those_of_simulate(figures: ModuleType) -> None:
    program = figures.program_of(("herald",), 2)
    played = [figures.play(program, 2, index) for index in range(4)]
    report = simulate(program, 4, 2, figures.BOTS, figures.SEED)
    assert sum(game.decisions for game in played) / 4 == report.mean_decisions
    assert {game.ending for game in played} <= {text for _, text, _ in report.endings}
    assert all(game.runs["round"] >= 1 for game in played)


def test_a_mean_and_its_interval(figures: ModuleType) -> None:
    assert figures.mean([1, 2, 3, 4]) == "2.50 ± 1.27"  # 1.96 * 1.2910 / 2
    assert figures.mean([3, 3]) == "3.00 ± 0.00"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_page_has_every_line(figures: ModuleType, players: int) -> None:
    part = PAGE.split("\n## ")[players]
    assert part.startswith(f"{players} player")
    assert f"--players {players} --games {figures.GAMES} --seed {figures.SEED} --bot random" in part
    lines = [line.split("|")[1].strip(" `") for line in part.splitlines() if line.startswith("| ")][1:]
    assert lines == [title for title, _ in figures.rows_for(players)]
