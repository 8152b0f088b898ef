"""Replays: written line by line, read with suspicion, played as far as they are legal."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from little_game import TEXT, little

from interpreter import Game, Manual
from interpreter.replay import Header, Recorder, ReplayError, parse, play, read
from interpreter.rng import Generator

HEADER = Header(program="little", digest="d", players=2, seed=7)


def recorded(path: Path, count: int, seed: int = 7) -> Game:
    """A game of `count` random decisions, every fifth of them taken back, recorded in a file."""
    program = little()
    game = Game(program, 2, seed)
    draw = Generator(3).below
    header = Header(program=program.name, digest=program.digest, players=2, seed=seed, names=("Ash", "Bea"))
    with Recorder.create(path, header) as recorder:
        for n in range(count):
            decision = game.decision
            assert decision is not None
            option = decision.options[draw(len(decision.options))]
            recorder.decision(decision, option)
            game.choose(option)
            if n % 5 == 4:
                recorder.undo()
                game.undo()
    return game


def test_a_replay_reaches_the_same_state(tmp_path: Path) -> None:
    game = recorded(tmp_path / "a", 12)
    played = play(read(tmp_path / "a"), little())
    assert played.stop is None
    assert played.same_rules
    assert played.game.state == game.state
    assert played.game.names == ("Ash", "Bea")


def test_a_killed_game_resumes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    recorded(path, 8)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(last, len(whole) + 1):
        path.write_bytes(whole[:cut])
        recorder, replay = Recorder.resume(path)
        with recorder:
            done = len(replay.steps)
            assert done in (8, 9)
            recorder.undo()
        again = read(path)
        assert len(again.steps) == done + 1
        assert not again.torn


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    Recorder.create(tmp_path / "a", HEADER).close()
    with pytest.raises(FileExistsError):
        Recorder.create(tmp_path / "a", HEADER)


def test_changed_rules_are_reported_at_the_first_illegal_decision(tmp_path: Path) -> None:
    path = tmp_path / "a"
    program = little()
    with Recorder.create(path, Header(program="little", digest=program.digest, players=1, seed=1)) as recorder:
        game = Game(program, 1, 1)
        for answer in ("cast", "cast", "cast", "idle"):
            assert game.decision is not None
            option = next(option for option in game.decision.options if option.id == answer)
            recorder.decision(game.decision, option)
            game.choose(option)
    played = play(read(path), little(TEXT.replace("idle ", "rest ")))
    assert not played.same_rules
    assert played.stop is not None
    assert (played.stop.step, played.stop.line) == (3, 5)
    assert "`idle`" in played.stop.reason


def test_another_choice_is_reported(tmp_path: Path) -> None:
    with Recorder.create(tmp_path / "a", HEADER):
        pass
    with (tmp_path / "a").open("a") as file:
        file.write('{"seat":2,"choice":"deed","option":"cast"}\n')
    stop = play(read(tmp_path / "a"), little()).stop
    assert stop is not None
    assert "seat 1 is asked" in stop.reason


def test_told_dice_are_replayed(tmp_path: Path) -> None:
    program = little()
    game = Game(program, 1, 2, nature=Manual())
    header = Header(program="little", digest=program.digest, players=1, seed=2, manual=True)
    with Recorder.create(tmp_path / "a", header) as recorder:
        assert game.decision is not None
        recorder.decision(game.decision, game.decision.options[0])
        game.choose(0)
        recorder.chance([3])
        game.tell([3])
    played = play(read(tmp_path / "a"), program)
    assert played.stop is None
    assert played.game.state == game.state


@given(st.binary(max_size=300))
def test_garbage_is_a_replay_error(data: bytes) -> None:
    with pytest.raises(ReplayError):
        parse(data)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda c: st.lists(c) | st.dictionaries(st.text(), c)))
def test_any_json_after_a_header_is_a_step_or_an_error(value: object) -> None:
    lines = [header_line(), json.dumps(value).encode(), b'{"undo":true}', b""]
    with pytest.raises(ReplayError) as caught:
        parse(b"\n".join(lines))
    assert caught.value.line == 2


def test_random_damage_never_ends_in_a_traceback(tmp_path: Path) -> None:
    recorded(tmp_path / "a", 6)
    whole = (tmp_path / "a").read_bytes()
    noise = random.Random(5)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(noise.randint(1, 4)):
            data[noise.randrange(len(data))] = noise.randrange(256)
        try:
            replay = parse(bytes(data))
        except ReplayError:
            continue
        if replay.header.players <= 4:
            play(replay, little())


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 60_000,
        b'{"chance":[1e999]}',
        b'{"chance":[' + b"9" * 5000 + b"]}",
        b'{"seat":true,"choice":"a","option":"b"}',
        b'{"seat":1,"choice":"a"}',
        b"x" * 70_000,
    ],
)
def test_hostile_lines(line: bytes) -> None:
    with pytest.raises(ReplayError):
        parse(header_line() + b"\n" + line + b"\n")


def test_versions_and_formats_are_told_apart() -> None:
    with pytest.raises(ReplayError, match="not a replay"):
        parse(b"{}\n")
    with pytest.raises(ReplayError, match="another version"):
        parse(b'{"format":"rules replay","version":2}\n')


def header_line() -> bytes:
    return json.dumps(
        {
            "format": "rules replay",
            "version": 1,
            "program": "little",
            "digest": "d",
            "path": "",
            "variants": [],
            "settings": {},
            "players": 2,
            "names": [],
            "seed": 7,
            "undo": "keep",
            "manual": False,
        }
    ).encode()


def test_steps_are_written_as_they_were(tmp_path: Path) -> None:
    recorded(tmp_path / "a", 7)
    replay = read(tmp_path / "a")
    with Recorder.create(tmp_path / "b", replay.header) as recorder:
        recorder.steps(replay.steps)
    assert read(tmp_path / "b").steps == replay.steps
