"""A Game: decisions, legal and illegal answers, copies, undo under each policy, chance from outside."""

from __future__ import annotations

from dataclasses import replace

import pytest
from little_game import little

from interpreter import Game, GameError, IllegalChance, IllegalChoice, Manual, Scripted, UndoError, conform
from interpreter.history import History, Mark
from interpreter.rng import Generator
from rulelang.loading import load_text


def play_some(game: Game, seed: int, count: int) -> list[str]:
    """Up to `count` random answers; their ids."""
    draw, ids = Generator(seed).below, []
    while game.decision is not None and len(ids) < count:
        option = game.decision.options[draw(len(game.decision.options))]
        ids.append(option.id)
        game.choose(option)
    return ids


def test_the_first_decision_has_its_options() -> None:
    decision = Game(little(), 2, 1).decision
    assert decision is not None
    assert (decision.seat, decision.choice, decision.kind) == (1, "deed", "choose")
    assert decision.options[0].id == "cast"
    assert decision.options[0].label == "Roll a die"
    assert [option.index for option in decision.options] == list(range(len(decision.options)))


def test_equal_answers_make_equal_games() -> None:
    one, two = Game(little(), 3, 9), Game(little(), 3, 9)
    for answer in play_some(one, 4, 100):
        two.choose(answer)
    assert one.state == two.state
    assert one.events == two.events
    assert one.result == two.result is not None


def test_seeds_differ() -> None:
    assert Game(little(), 2, 1).state != Game(little(), 2, 2).state


def test_answers_by_index_id_and_option_are_one() -> None:
    games = [Game(little(), 2, 5) for _ in range(3)]
    assert games[2].decision is not None
    for game, answer in zip(games, (0, "cast", games[2].decision.options[0]), strict=True):
        game.choose(answer)
    assert games[0].state == games[1].state == games[2].state


@pytest.mark.parametrize("answer", [-1, 99, "csat", "", True])
def test_an_illegal_answer_is_typed_and_changes_nothing(answer: int | str) -> None:
    game = Game(little(), 2, 5)
    before = game.state
    with pytest.raises(IllegalChoice) as caught:
        game.choose(answer)
    assert game.decision is not None
    assert caught.value.legal == game.decision.options
    assert game.state == before


def test_a_near_miss_is_offered() -> None:
    with pytest.raises(IllegalChoice, match="did you mean `cast`"):
        Game(little(), 2, 5).choose("caast")


def test_an_option_of_another_decision_is_refused() -> None:
    game = Game(little(), 2, 5)
    assert game.decision is not None
    reworded = replace(game.decision.options[0], label="Roll two dice")
    moved = replace(game.decision.options[0], index=1)
    for old in (reworded, moved):
        with pytest.raises(IllegalChoice):
            game.choose(old)


def test_too_many_players() -> None:
    with pytest.raises(GameError, match="for 1 to 4 players, not 5"):
        Game(little(), 5)


def test_the_end_is_final() -> None:
    game = Game(little(), 2, 3)
    play_some(game, 3, 1000)
    assert game.result is not None
    assert game.decision is None
    with pytest.raises(GameError, match="no player is asked"):
        game.choose(0)


def test_a_copy_goes_its_own_way() -> None:
    game = Game(little(), 2, 8)
    play_some(game, 1, 3)
    before = game.state
    twin = game.copy()
    play_some(twin, 2, 5)
    assert game.state == before != twin.state
    with pytest.raises(UndoError):
        twin.copy().undo()


def test_undo_leads_back_step_by_step() -> None:
    game = Game(little(), 2, 8)
    states = [game.state]
    while game.decision is not None:
        play_some(game, len(states), 1)
        states.append(game.state)
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state == state
    with pytest.raises(UndoError, match="nothing"):
        game.undo()


def test_undo_keeps_dice_already_seen() -> None:
    game = Game(little(), 2, 8)
    game.choose("cast")
    rolled, events = game.state, list(game.events)
    game.undo()
    game.choose("cast")
    assert game.state == rolled
    assert game.events == events


def test_undo_throws_again() -> None:
    faces = set()
    game = Game(little(), 2, 8, undo="again")
    for _ in range(30):
        game.choose("cast")
        faces.add(next(event.faces for event in game.events if event.kind == "rolled"))
        game.undo()
    assert len(faces) == 6


def test_undo_stops_at_chance() -> None:
    game = Game(little(), 2, 8, undo="locked")
    game.choose("cast")
    with pytest.raises(UndoError, match="cannot be taken back"):
        game.undo()


def test_undo_locked_goes_back_where_no_chance_was() -> None:
    game = Game(little(), 1, 8, undo="locked")
    while not any(option.id == "idle" for option in game.decision.options):  # type: ignore[union-attr]
        game.choose("cast")
    before = game.state
    game.choose("idle")
    game.undo()
    assert game.state == before


def test_a_deck_is_chance_too() -> None:
    game = Game(little(), 1, 8, undo="locked")
    game.choose(1)
    with pytest.raises(UndoError):
        game.undo()


def test_history_is_bounded() -> None:
    history = History(3)
    for n in range(10):
        history.push(Mark.of([n, -1 << 63], 0, False))
    assert len(history) == 3
    assert history.last is not None
    assert history.last.state() == [9, -1 << 63]


def test_manual_chance_waits() -> None:
    game = Game(little(), 1, 8, nature=Manual())
    game.choose("cast")
    assert game.decision is None
    assert game.chance is not None
    assert (game.chance.kind, game.chance.count) == ("dice", 1)
    assert [outcome.label for outcome in game.chance.outcomes] == ["1", "2", "3", "4", "5", "6"]
    for wrong in ([], [6], [-1], [0, 0]):
        with pytest.raises(IllegalChance):
            game.tell(wrong)
    game.tell([4])
    assert game.view(1).value("score", 1) == 5


def test_manual_chance_is_undone() -> None:
    game = Game(little(), 1, 8, nature=Manual())
    before = game.state
    game.choose("cast")
    waiting = game.state
    game.tell([4])
    game.undo()
    assert game.state == waiting
    assert game.chance is not None
    game.tell([2])
    assert game.view(1).value("score", 1) == 3
    game.undo()
    game.undo()
    assert game.state == before


def test_a_script_rolls() -> None:
    game = Game(little(), 1, 8, nature=Scripted(faces=[6], program=little()))
    game.choose("cast")
    assert game.view(1).value("score", 1) == 6


def test_sentences() -> None:
    game = Game(little(), 2, 8, names=["Ash", "Bea"], nature=Scripted(faces=[6], program=little()))
    start = len(game.events)
    game.choose("cast")
    words = game.sentences(1, start)
    assert not any("chooses" in line for line in words)  # the roll says it
    assert "Ash rolls 6" in words
    assert "Ash gains 6 score: 6 now" in words


def test_why_leads_back_to_the_choice() -> None:
    game = Game(little(), 2, 8)
    game.choose("cast")
    last = next(event for event in reversed(game.events) if event.kind == "changed")
    assert "chosen" in [event.kind for event in game.why(last.seq)]


def test_why_not() -> None:
    game = Game(little(), 2, 8)
    assert "not offered" in game.why_not("nothing")[0]
    assert "is offered" in game.why_not("roll")[0]
    assert "no such option" in game.why_not("fly")[0]


def test_the_little_game_conforms() -> None:
    for players in (1, 2, 4):
        report = conform(little(), players, games=2, views_every=1)
        assert report.problems == ()
        assert report.ended == 2


@pytest.mark.parametrize(("ends", "won"), [("defeat, defeat", False), ("win, win", True), ("win, defeat", None)])
def test_who_all_end_alike_have_won_or_lost_together(ends: str, won: bool | None) -> None:
    first, second = ends.split(", ")
    text = f'''game ends "Ends":
    players: 2..2
phase game:
    each player:
        if you is first(players): {first} you
        else: {second} you
'''
    loaded = load_text(text)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    result = Game(loaded.program, 2).result
    assert result is not None
    assert result.won is won
