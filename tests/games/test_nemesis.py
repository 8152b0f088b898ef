"""Nemesis: its data, the arithmetic of its corridors, its own examples, what seats may know, and random games."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import rulelang
from interpreter import Game, conform
from interpreter.examples import run_test
from interpreter.views import owners
from interpreter.worlds import redeal
from rulelang.program.tables import Program

FILE = Path(__file__).parents[2] / "rules" / "nemesis.rules"
TEXT = FILE.read_text(encoding="utf-8")


@cache
def program(players: int, variants: tuple[str, ...] = ()) -> Program:
    loaded = rulelang.load(FILE, variants, players=players)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of cards or paths as written, by its columns' names; titles in quotes are left out."""
    lines = iter(TEXT.splitlines())
    assert any(re.match(rf"\s*(cards {name} |paths of {name}:)", line) for line in lines), name
    cells: list[list[str]] = []
    for line in lines:
        if not line.strip().startswith("|"):
            break
        cells.append([re.sub(r'"[^"]*"', "", cell).strip() for cell in line.strip().strip("|").split("|")])
    return [dict(zip(cells[0], row, strict=True)) for row in cells[1:]]


def copies(name: str) -> int:
    return sum(int(row.get("copies") or 1) for row in rows(name))


# --- the data ------------------------------------------------------------------------------------------------


def test_it_is_sound_with_each_variant() -> None:
    found = rulelang.check_all(FILE).diagnostics
    assert [f"{item.code} {item.message}" for item in found] == []


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("tokens", 27), ("figures_in_box", 20), ("discovery_tokens", 20), ("attack_cards", 20), ("event_cards", 20), ("wound_cards", 16),
        ("weaknesses", 8), ("contamination_cards", 27), ("strains", 27), ("tiles_1", 11), ("tiles_2", 9), ("engines", 6),
        ("chart_cards", 8), ("burdens", 22), ("start_guns", 6), ("quests", 12), ("personal", 9), ("corporate", 9), ("missions", 7),
    ],
)  # fmt: skip
def test_components(name: str, size: int) -> None:
    if name == "weaknesses":
        assert (
            len(
                [
                    line
                    for line in TEXT.split("cards weaknesses of weakness:")[1].split("\n# ---")[0].splitlines()
                    if "card " in line
                ]
            )
            == size
        )
        return
    assert copies(name) == size


def test_each_role_has_ten_cards() -> None:
    decks: Counter[str] = Counter()
    for table in ("reactions", "common_deeds", "own_deeds"):
        for row in rows(table):
            decks[row["owner"]] += int(row.get("copies") or 1)
    assert len(decks) == 6
    assert set(decks.values()) == {10}


def test_each_colour_has_thirty_items() -> None:
    colours: Counter[str] = Counter()
    for table in ("loot_tools", "loot_guns"):
        for row in rows(table):
            colours[row["colour"]] += int(row.get("copies") or 1)
    assert colours == {"red": 30, "yellow": 30, "green": 30}
    assert copies("blueprints") + copies("blueprint_guns") == 12


def test_discoveries_hold_forty_four_items() -> None:
    assert sum(int(row["copies"]) * int(row["items"]) for row in rows("discovery_tokens")) == 44


def test_every_room_hears_each_number_once() -> None:
    """The multiset of the numbers over a room's corridors and its entrance is 1, 2, 3, 4: so the board was printed."""
    heard: dict[str, list[int]] = {}
    for kind in ("corridor", "vent"):
        for row in rows(kind):
            for end in row["ends"].split(" -- "):
                heard.setdefault(end, []).extend(int(n) for n in row["number"].split(","))
    del heard["shafts"]
    assert len(rows("corridor")) == 28
    assert len(heard) == 21
    assert {room for room, numbers in heard.items() if sorted(numbers) != [1, 2, 3, 4]} == set()


# --- its own examples ----------------------------------------------------------------------------------------


EXAMPLES = re.findall(r'^test "(.*)":$', TEXT, re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES)
def test_example(text: str) -> None:
    lines = TEXT.split(f'test "{text}":')[1].split("\ntest ")[0]
    asked = re.search(r"^    variants (.*)$", lines, re.MULTILINE)
    game = program(len(re.findall(r" as ", lines.splitlines()[1])), tuple(asked[1].split(", ")) if asked else ())
    index = next(i for i, test in enumerate(game.tests) if test.text == text)
    result = run_test(game, index)
    assert result.ok, result.message


# --- random games --------------------------------------------------------------------------------------------


def lying(game: Game) -> int:
    """How many things lie somewhere."""
    found = 0
    for index, row in enumerate(game.program.containers):
        for owner in owners(row, game.players, game.program.players[1]):
            found += len(game.machine.contents(index, owner))
    return found


def named(game: Game, name: str) -> list[str]:
    """The things in all containers of a name."""
    found = []
    for index, row in enumerate(game.program.containers):
        if row.name == name:
            for owner in owners(row, game.players, game.program.players[1]):
                found += [game.program.entities[thing - 1].name for thing in game.machine.contents(index, owner)]
    return found


@pytest.mark.parametrize(
    ("players", "variants"), [(1, ()), (2, ()), (3, ()), (4, ()), (5, ()), (2, ("coop",)), (5, ("coop",))]
)
def test_random_games_end_and_keep_their_components(players: int, variants: tuple[str, ...]) -> None:
    for seed in range(3):
        game = Game(program(players, variants), players, seed, record=False)
        chance = random.Random(seed)
        figures = Counter(figure for place in ("reserve", "intruders", "parasite") for figure in named(game, place))
        for _ in range(3000):
            if game.decision is None:
                break
            game.choose(chance.randrange(len(game.decision.options)))
            now = Counter(figure for place in ("reserve", "intruders", "parasite") for figure in named(game, place))
            assert now == figures
            tokens = len(named(game, "hive")) + len(named(game, "supply"))
            assert tokens in (26, 27)  # one may have been drawn and not be put down yet
        assert game.result is not None
        assert game.result.won is not None or len(game.result.seats) == players


def test_random_games_conform() -> None:
    found = conform(program(3), 3, games=1, seed=5, most_decisions=120)
    assert found.problems == ()


# --- what seats may know -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_no_seat_can_tell_worlds_apart(players: int) -> None:
    """Pairs of worlds that differ only in what a seat may not know: its view, with its options, is equal in both."""
    from interpreter.rng import Generator

    compared = differed = 0
    for seed in range(3):
        game = Game(program(players), players, seed, record=False)
        generator, chance = Generator(seed), random.Random(seed)
        for step in range(90):
            if game.decision is None:
                break
            if step % 6 == 0:
                for seat in range(players + 1):
                    other = game.copy()
                    redeal(other, seat, generator)
                    differed += other.state != game.state
                    compared += 1
                    assert other.view(seat) == game.view(seat), (seed, step, seat)
            game.choose(chance.randrange(len(game.decision.options)))
    assert differed > compared / 2  # else nothing was held against anything
