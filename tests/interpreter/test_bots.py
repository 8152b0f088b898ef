"""Bots: they answer legally, leave the game's chance alone, know only what they may, and sampling beats chance."""

from __future__ import annotations

import pytest
from little_game import little

from interpreter import Game
from interpreter.bots import RandomBot, SamplingBot, make, team
from interpreter.rng import Generator
from interpreter.worlds import redeal

# One right option of three, told by nothing but how the game ends.
PICK = '''game pick "Pick":
    players: 1..2
    speaker: first(players)
kind player:
    track tries: 0..9
phase game:
    repeat 3 times:
        each player: choose guess
    win "Found"
choice guess "Which":
    left "Left": defeat "Wrong"
    middle "Middle": nothing
    right "Right": defeat "Wrong"
'''


def play(game: Game, seed: int) -> None:
    bots = [SamplingBot(seed, budget=60), RandomBot(seed)]
    while (decision := game.decision) is not None:
        game.choose(bots[decision.seat % 2].choose(game, decision.seat))


def test_bots_play_to_the_end_the_same_way_twice() -> None:
    one, two = Game(little(), 2, 1), Game(little(), 2, 1)
    play(one, 5)
    play(two, 5)
    assert one.result is not None
    assert one.state == two.state


def test_a_bot_leaves_the_game_as_it_was() -> None:
    game = Game(little(), 2, 1)
    before = game.state
    SamplingBot(3, budget=30).choose(game, 1)
    assert game.state == before


def test_sampling_finds_the_way_out() -> None:
    game = Game(little(PICK), 1, 0)
    bot = SamplingBot(1, budget=120)
    while game.decision is not None:
        game.choose(bot.choose(game, 1))
    assert game.result is not None
    assert game.result.won


def test_sampling_does_not_use_what_it_may_not_know() -> None:
    """In worlds its seat cannot tell apart, a bot with one seed decides alike."""
    game = Game(little(), 3, 4)
    answers = set()
    for seed in range(6):
        other = game.copy()
        redeal(other, 1, Generator(seed))
        answers.add(SamplingBot(9, budget=40).choose(other, 1))
    assert len(answers) == 1


def test_specs() -> None:
    assert isinstance(make("random", 1), RandomBot)
    bot = make("sampling:50", 1)
    assert isinstance(bot, SamplingBot)
    assert bot.budget == 50
    assert [type(b).__name__ for b in team(("sampling:5", "random"), 3, 1)] == ["SamplingBot", "RandomBot", "RandomBot"]


@pytest.mark.parametrize("spec", ["", "clever", "random:3", "sampling:", "sampling:0", "sampling:x", "sampling:9999999"])
def test_unknown_specs(spec: str) -> None:
    if spec == "sampling:":
        assert isinstance(make(spec, 1), SamplingBot)
        return
    with pytest.raises(ValueError, match="no bot is called"):
        make(spec, 1)
