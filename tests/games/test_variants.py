"""Every variant of Arkham Express with every other, at each size of table: no fault, and all laws hold throughout.

Sets are chosen so that each pair of choices (two variants on, on and off or off, or a variant and a number of players)
that is allowed occurs in one of them at least: a pairwise covering, made greedily and always the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import rulelang
from interpreter import Fault, Game
from interpreter.examples import run_test
from interpreter.rng import Generator, derive
from rulelang.loading import Loaded, opened
from rulelang.program.tables import Program

FILE = Path(__file__).parents[2] / "rules" / "arkham.rules"
COUNTS = (1, 2, 3, 4)
TRIES = 40
MOST_DECISIONS = 150
Case = tuple[int, frozenset[str]]  # players, variants
Choice = tuple[str, object]  # a variant and whether it is on, or "players" and how many
Pair = frozenset[Choice]

LOAD = opened(FILE)  # parsed once
INFOS = {info.name: info for info in LOAD((), None).variants}


@cache
def loaded(variants: tuple[str, ...], players: int, more: str = "") -> Loaded:
    """The game with these variants; `more` is added to its text."""
    if not more:
        return LOAD(variants, players)
    return rulelang.load_text(FILE.read_text("utf-8") + more, FILE.name, variants, players=players, folder=FILE.parent)


def allowed(chosen: frozenset[str]) -> bool:
    """Whether these go together: as the file declares it."""
    return all(
        set(INFOS[name].requires) <= chosen and not chosen & {other for other, _ in INFOS[name].excludes}
        for name in chosen
    )


def pairs_of(case: Case) -> set[Pair]:
    players, chosen = case
    choices: list[Choice] = [("players", players), *((name, name in chosen) for name in INFOS)]
    return {frozenset(pair) for pair in combinations(choices, 2)}


def pairs_wanted() -> set[Pair]:
    """Every pair that some allowed set has: all but two variants on that cannot be."""
    wanted: set[Pair] = set()
    for players in COUNTS:
        for some in combinations(INFOS, 2):
            for on in ((), some[:1], some[1:], some):
                least = _with_required(on)
                if allowed(least):
                    kept = {("players", players), *((name, name in on) for name in some)}
                    wanted |= {pair for pair in pairs_of((players, least)) if pair <= kept}
    return wanted


def _with_required(names: Iterable[str]) -> frozenset[str]:
    chosen = set(names)
    while more := {other for name in chosen for other in INFOS[name].requires} - chosen:
        chosen |= more
    return frozenset(chosen)


@cache
def covering() -> tuple[Case, ...]:
    """Cases that have every pair; each is the one, of some made by chance, that has most of the pairs still missing."""
    chooser, missing, cases = random.Random(7), pairs_wanted(), []
    while missing:
        wanted = chooser.choice(sorted(missing, key=lambda pair: sorted(map(repr, pair))))
        best = max((_grown(wanted, chooser) for _ in range(TRIES)), key=lambda case: len(pairs_of(case) & missing))
        cases.append(best)
        missing -= pairs_of(best)
    return tuple(cases)


def _grown(pair: Pair, chooser: random.Random) -> Case:
    """A random allowed case that has a pair."""
    fixed = dict(pair)
    players = fixed.get("players", chooser.choice(COUNTS))
    assert isinstance(players, int)
    chosen = _with_required(name for name, on in fixed.items() if name != "players" and on)
    for name in chooser.sample(sorted(INFOS), len(INFOS)):
        more = _with_required((*chosen, name))
        if (
            name not in fixed
            and not any(fixed.get(other) is False for other in more)
            and allowed(more)
            and chooser.random() < 0.5
        ):
            chosen = more
    return players, chosen


BATTLE = "\ntrigger at_once after setup: battle\n"  # chance hardly ever gets that far by itself


def program(case: Case, more: str = "") -> Program:
    """The game with these variants and no others."""
    players, chosen = case
    kept_off = [f"-{name}" for name, info in INFOS.items() if info.on is not None and name not in chosen]
    found = loaded((*sorted(chosen), *kept_off), players, more)
    assert found.program is not None, [item.message for item in found.diagnostics]
    assert found.composed is not None
    assert set(found.composed.chosen) == chosen
    return found.program


def play(case: Case, games: int, more: str = "") -> list[Game]:
    """Random games with the laws looked at after every change; a broken law, or anything else wrong, is a fault."""
    played = []
    for index in range(games):
        seed = derive(len(case[1]), index)
        chooser = Generator(derive(seed, 1))
        game = Game(program(case, more), case[0], seed, check_laws=True, record=False)
        for _ in range(MOST_DECISIONS):
            if game.decision is None:
                break
            game.choose(chooser.below(len(game.decision.options)))
        played.append(game)
    return played


def name_of(case: Case) -> str:
    return f"{case[0]}:{'+'.join(sorted(case[1])) or 'base'}"


def test_the_sets_cover_every_pair() -> None:
    cases = covering()
    assert pairs_wanted() <= {pair for case in cases for pair in pairs_of(case)}
    assert all(allowed(chosen) for _, chosen in cases)
    assert len(cases) < 40
    both = [pair for pair in pairs_wanted() if pair == {("all_or_nothing", True), ("kept_dice_stay", True)}]
    assert both == []  # the one clash that is declared
    ways = len(INFOS) * (len(INFOS) - 1) // 2 * 4 - 1 + len(INFOS) * 2 * len(COUNTS)
    assert len(pairs_wanted()) == ways


@pytest.mark.parametrize("case", covering(), ids=name_of)
def test_random_games_of_a_covering_set(case: Case) -> None:
    play(case, games=2)


@pytest.mark.parametrize("case", covering(), ids=name_of)
def test_the_last_battle_of_a_covering_set(case: Case) -> None:
    play(case, 2, BATTLE)


def test_the_last_battle_is_fought() -> None:
    endings = {game.result.text for game in play((2, frozenset()), 3, BATTLE) if game.result is not None}
    assert endings == {"Nobody is left to stand against it"}


@pytest.mark.parametrize("name", INFOS)
@pytest.mark.parametrize("players", [1, 3])
def test_random_games_of_a_variant_alone(name: str, players: int) -> None:
    play((players, _with_required((name,))), games=2)


def test_a_broken_law_is_seen() -> None:
    with pytest.raises(Fault):
        play((2, frozenset()), 3, '\ninvariant "no monster die ever lies there": threat < 1\n')


# --- the examples in the file ----------------------------------------------------------------------------


def examples_of(name: str) -> dict[str, tuple[tuple[str, ...], int]]:
    """The file's tests that ask for a variant: the others they ask for, and how many play."""
    found = {}
    for text in re.split(r"\n(?=test )", FILE.read_text("utf-8"))[1:]:
        asked = re.search(r"^    variants (.*)$", text, re.MULTILINE)
        names = asked[1].split(", ") if asked else []
        if name in names:
            seats = re.search(r"^    players (.*)$", text, re.MULTILINE)
            assert seats is not None
            found[text.split('"')[1]] = (tuple(other for other in names if other != name), len(seats[1].split(", ")))
    return found


def passes(title: str, variants: tuple[str, ...], players: int) -> bool:
    """Whether a test of the file holds under other variants than it asks for; not if it speaks of what only they have."""
    game = loaded(variants, players).program
    assert game is not None
    index = next((at for at, test in enumerate(game.tests) if test.text == title), None)
    return index is not None and run_test(game, index).ok


@pytest.mark.parametrize("name", INFOS)
def test_each_variant_has_an_example_that_holds_only_with_it(name: str) -> None:
    examples = examples_of(name)
    kept_off = () if INFOS[name].on is None else (f"-{name}",)
    assert all(passes(title, (*others, name), players) for title, (others, players) in examples.items())
    assert not all(passes(title, (*others, *kept_off), players) for title, (others, players) in examples.items())


def test_a_clash_is_reported_with_its_reason() -> None:
    found = loaded(("all_or_nothing", "kept_dice_stay"), 2)
    assert found.program is None
    assert [item.message for item in found.diagnostics] == [
        "`kept_dice_stay` and `all_or_nothing` exclude each other: there a reroll keeps nothing"
    ]
