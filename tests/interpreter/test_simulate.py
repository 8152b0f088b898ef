"""Simulation: figures that do not depend on the number of processes, and faults that can be played again."""

from __future__ import annotations

import json

import pytest
from little_game import little

from interpreter import Fault, Game, GameError, simulate
from interpreter.bots import team
from interpreter.simulation import wilson

FAULTY = '''game faulty "Faulty":
    players: 1..1
    speaker: first(players)
die coin: 0..1
level: 0..3
phase game:
    repeat 4 times:
        roll coin as n
        choose press
        set level to level + n
    win "Luck"
choice press "Go on":
    one "Yes": nothing
    two "Oh well": nothing
'''


def test_jobs_do_not_change_the_figures() -> None:
    one = simulate(little(), 12, 2, seed=3)
    two = simulate(little(), 12, 2, seed=3, jobs=2)
    assert one == two
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    assert one.wins + one.defeats == 12
    assert sum(n for _, _, n in one.endings) == 12


def test_progress_is_heard() -> None:
    heard: list[tuple[int, int]] = []
    simulate(little(), 3, 2, progress=lambda done, games: heard.append((done, games)))
    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_games_that_do_not_end_are_counted() -> None:
    report = simulate(little(), 4, 2, most_decisions=3)
    assert report.unfinished == 4
    assert report.mean_decisions == 3
    assert report.interval == (0.0, 1.0)


def test_faults_can_be_played_again() -> None:
    program = little(FAULTY)
    report = simulate(program, 60, 1)
    assert 0 < report.faulty < 60
    fault = report.faults[0]
    game = Game(program, 1, fault.seed, record=False)
    bots = team(("random",), 1, fault.seed)

    def play_on() -> None:
        while game.decision is not None:
            game.choose(bots[0].choose(game, 1))

    with pytest.raises(Fault, match="level"):
        play_on()


def test_what_cannot_be_played() -> None:
    with pytest.raises(GameError):
        simulate(little(), 2, 9)
    with pytest.raises(ValueError, match="no bot"):
        simulate(little(), 2, 2, bots=["clever"])


def test_wilson() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0
