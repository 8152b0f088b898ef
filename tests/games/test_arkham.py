"""Arkham Express: its data, the odds of its fights, its own examples, and random games with random variants."""

from __future__ import annotations

import random
from collections import Counter, deque
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulelang
from interpreter import Game, conform
from interpreter.examples import run_test
from rulelang.program.tables import Program

FILE = Path(__file__).parents[2] / "rules" / "arkham.rules"
TEXT = FILE.read_text(encoding="utf-8")
DICE = 5


@cache
def program(variants: tuple[str, ...] = (), players: int | None = None) -> Program:
    loaded = rulelang.load(FILE, variants, players=players)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


def members(kind: str) -> list[str]:
    table = next(table for table in program().kinds if table.name == kind)
    return [program().entities[entity - 1].name for entity in table.members]


def figures(field: str, kind: str) -> dict[str, list[int]]:
    """A field's first value for each member of a kind, by name; copies make several."""
    ids = next(table.members for table in program().kinds if table.name == kind)
    variable = next(v for v in program().variables if v.name == field and v.owners is not None and set(v.owners) >= set(ids))
    assert variable.owners is not None
    assert variable.first_of is not None
    found: dict[str, list[int]] = {}
    for owner, value in zip(variable.owners, variable.first_of, strict=True):
        found.setdefault(program().entities[owner - 1].name, []).append(value)
    return found


# --- the data ------------------------------------------------------------------------------------------------


def test_it_is_sound_with_each_variant() -> None:
    found = rulelang.check_all(FILE).diagnostics
    assert [f"{item.code} {item.message}" for item in found] == []


def test_components() -> None:
    assert len(members("monster")) == 34
    assert len(members("investigator")) == 12
    assert len(members("ancient")) == 8
    assert program().players == (1, 4)


def test_monsters_by_strength() -> None:
    strengths = [value for values in figures("strength", "monster").values() for value in values]
    assert Counter(strengths) == {1: 16, 2: 11, 3: 5, 4: 2}
    harms = [value for values in figures("harm", "monster").values() for value in values]
    assert sorted(Counter(harms).values()) == [17, 17]
    assert sum(value for values in figures("relentless", "monster").values() for value in values) == 8


def test_investigators() -> None:
    health, sanity, clues = (figures(name, "investigator") for name in ("health", "sanity", "clues"))
    assert all(health[name][0] + sanity[name][0] == 10 for name in health)
    assert all(5 <= values[0] <= 8 for values in clues.values())  # a gate costs five, from one player
    assert health == figures("most_health", "investigator")
    assert sanity == figures("most_sanity", "investigator")


def _neighbours() -> dict[int, set[int]]:
    board = program().board
    assert board is not None
    joined: dict[int, set[int]] = {place: set() for place in board.places}
    for a, b, _ in board.paths:
        joined[a].add(b)
        joined[b].add(a)
    return joined


def _farthest(start: int) -> int:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in _neighbours()[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    assert len(steps) == 16, "the board is in pieces"
    return max(steps.values())


def test_board() -> None:
    joined = _neighbours()
    assert len(joined) == 16
    assert sum(len(others) for others in joined.values()) == 2 * 19
    assert max(_farthest(place) for place in joined) == 4


def test_no_two_sites_are_neighbours() -> None:
    sites = {name: values[0] for name, values in figures("site", "place").items()}
    assert sorted(value for value in sites.values() if value) == [1, 2, 3, 4, 5, 6]
    names = {place: program().entities[place - 1].name for place in _neighbours()}
    for place, others in _neighbours().items():
        assert not sites[names[place]] or not any(sites[names[other]] for other in others)


# --- fights --------------------------------------------------------------------------------------------------

FOES = {1: "first(stack where it.strength is 1 and it.harm is body)", 2: "vampire", 3: "gug", 4: "dhole"}


def _success() -> Fraction:
    """The odds that one die of fate shows a success, from the die as printed."""
    fate = next(die for die in program().dice if die.name == "fate")
    fight = 1001 + program().symbols.index("fight")
    return Fraction(sum(1 for face in fate.faces if (fight, 1) in face.shows), len(fate.faces))


def _hits(successes: int) -> Fraction:
    p = _success()
    return comb(DICE, successes) * p**successes * (1 - p) ** (DICE - successes)


def _fight_test(strength: int, successes: int, weapons: int) -> str:
    """An example in which one round is fought with so many successes; all weapons are used."""
    dice = ", ".join(["5"] * successes + ["1"] * (DICE - successes))
    outcome = successes + weapons - strength
    wounds = strength if outcome < 0 else 0
    gate = f"any(woods.gate) is {'yes' if outcome > 0 else 'no'}"
    return f"""
test "fight {strength} {successes} {weapons}":
    players ash as amanda_sharpe, bea as kate_winthrop
    given:
        move ash to woods
        move {FOES[strength]} to woods.guard
        set ash.weapons to {weapons}
    dice {dice}
    {'answers "Use a weapon"' if weapons else "nothing"}
    for ash: combat
    expect ash.health is {5 - wounds} and {gate} and ash.weapons is 0
"""


@cache
def _fights() -> Program:
    cases = [_fight_test(s, k, w) for s in FOES for k in range(DICE + 1) for w in (0, 1)]
    loaded = rulelang.load_text(TEXT + "".join(cases), "fights.rules")
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


@pytest.mark.parametrize("strength", FOES)
@pytest.mark.parametrize("weapons", [0, 1])
def test_each_round_ends_as_it_should(strength: int, weapons: int) -> None:
    wanted = [f"fight {strength} {k} {weapons}" for k in range(DICE + 1)]
    for index, test in enumerate(_fights().tests):
        if test.text in wanted:
            result = run_test(_fights(), index)
            assert result.ok, f"{test.text}: {result.message}"


@pytest.mark.parametrize(
    ("strength", "edge", "win", "tie", "lose"),
    [
        (1, 0, 0.539, 0.329, 0.132), (2, 0, 0.210, 0.329, 0.461), (3, 0, 0.045, 0.165, 0.790), (4, 0, 0.004, 0.041, 0.955),
        (1, 1, 0.868, 0.132, 0.0), (2, 1, 0.539, 0.329, 0.132), (3, 1, 0.210, 0.329, 0.461), (4, 1, 0.045, 0.165, 0.790),
        (5, 0, 0.0, 0.004, 0.996), (5, 1, 0.004, 0.041, 0.955),
    ],
)  # fmt: skip
def test_odds_of_a_round(strength: int, edge: int, win: float, tie: float, lose: float) -> None:
    odds = [_hits(k) for k in range(DICE + 1)]
    assert sum(odds) == 1
    assert float(sum(p for k, p in enumerate(odds) if k + edge > strength)) == pytest.approx(win, abs=0.0006)
    assert float(sum(p for k, p in enumerate(odds) if k + edge == strength)) == pytest.approx(tie, abs=0.0006)
    assert float(sum(p for k, p in enumerate(odds) if k + edge < strength)) == pytest.approx(lose, abs=0.0006)


def test_odds_of_a_retreat() -> None:
    fate = next(die for die in program().dice if die.name == "fate")
    move = 1001 + program().symbols.index("move")
    miss = Fraction(sum(1 for face in fate.faces if (move, 1) not in face.shows), len(fate.faces))
    assert float(1 - miss**DICE) == pytest.approx(0.598, abs=0.0005)


# --- its own examples, and random games ------------------------------------------------------------------------


def _variants_of(text: str) -> tuple[str, ...]:
    """The variants an in-file test asks for."""
    lines = TEXT[TEXT.index(f'test "{text}":') :].splitlines()[1:]
    block = [line.strip() for line in lines[: next((i for i, line in enumerate(lines) if not line.startswith("    ")), len(lines))]]
    asked = [line.removeprefix("variants ") for line in block if line.startswith("variants ")]
    return tuple(name.strip() for line in asked for name in line.split(","))


EXAMPLES = [line.split('"')[1] for line in TEXT.splitlines() if line.startswith("test ")]


@pytest.mark.parametrize("text", EXAMPLES)
def test_example(text: str) -> None:
    game = program(_variants_of(text))
    index = next(i for i, test in enumerate(game.tests) if test.text == text)
    result = run_test(game, index)
    assert result.ok, result.message


def _some_variants(seed: int) -> tuple[str, ...]:
    """A random set of those that can be chosen freely together."""
    chooser = random.Random(seed)
    names = [v.name for v in program().variants if v.name != "solo" and chooser.random() < 0.4]
    if {"all_or_nothing", "kept_dice_stay"} <= set(names):
        names.remove("kept_dice_stay")
    return tuple(names)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_keep_all_promises(players: int) -> None:
    found = conform(program((), players), players, games=2, seed=players, most_decisions=250, views_every=40)
    assert found.problems == ()


@pytest.mark.parametrize("seed", range(8))
def test_random_games_with_random_variants(seed: int) -> None:
    players = seed % 4 + 1
    found = conform(program(_some_variants(seed), players), players, games=1, seed=seed, most_decisions=200, views_every=50)
    assert found.problems == (), _some_variants(seed)


# --- tokens --------------------------------------------------------------------------------------------------

LIES = {"stack", "spent", "guard", "gate", "seals"}


def _monsters() -> tuple[int, ...]:
    return next(table.members for table in program().kinds if table.name == "monster")


def _look_at_tokens(game: Game) -> None:
    """Each token in one of the places for it, at most one monster and one gate a site, none elsewhere."""
    containers = game.program.containers
    sites: list[tuple[str, int]] = []
    for token in _monsters():
        place = game.machine.place_of(token)
        assert place is not None, "a token is out of play"
        name = containers[place[0]].name
        assert name in LIES
        if name in ("guard", "gate"):
            sites.append((name, place[1]))
    assert len(sites) == len(set(sites))
    numbered = {name for name, values in figures("site", "place").items() if values[0]}
    assert {game.program.entities[owner - 1].name for _, owner in sites} <= numbered


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(1, 4), answers=st.lists(st.integers(0, 50), min_size=30, max_size=120))
def test_tokens_are_conserved(seed: int, players: int, answers: list[int]) -> None:
    game = Game(program((), players), players, seed)
    for answer in answers:
        if game.decision is None:
            break
        game.choose(answer % len(game.decision.options))
        _look_at_tokens(game)
        threat = next(i for i, variable in enumerate(game.program.variables) if variable.name == "threat")
        assert 0 <= game.machine.read(threat, 0) <= 5
