"""The generator does what docs/determinism.md says, vector by vector."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import rng
from interpreter.nature import Manual, Scripted, Seeded

PAGE = Path(__file__).parents[2] / "docs" / "determinism.md"


def rows(heading: str) -> list[list[str]]:
    """The body rows of the table under `## heading`, cell by cell."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def fresh(seed: str) -> list[int]:
    return [rng.seeded(int(seed))]


@pytest.mark.parametrize(("seed", "outputs"), rows("The generator"))
def test_outputs(seed: str, outputs: str) -> None:
    cell = fresh(seed)
    assert [rng.next_word(cell, 0) for _ in range(5)] == [int(word, 16) for word in outputs.split()]


@pytest.mark.parametrize(("seed", "size", "draws"), rows("A bounded draw"))
def test_bounded_draws(seed: str, size: str, draws: str) -> None:
    cell = fresh(seed)
    assert [rng.below(cell, 0, int(size)) for _ in range(10)] == [int(n) for n in draws.split()]


@pytest.mark.parametrize(("seed", "order"), rows("Shuffling"))
def test_shuffle(seed: str, order: str) -> None:
    things = list(range(10))
    rng.shuffle(fresh(seed), 0, things)
    assert things == [int(n) for n in order.split()]


@pytest.mark.parametrize(("seed", "faces"), rows("Dice"))
def test_dice(seed: str, faces: str) -> None:
    assert Seeded().dice(fresh(seed), 0, 0, 6, 5) == [int(n) for n in faces.split()]


@pytest.mark.parametrize(("seed", "indexes"), rows("Drawing by chance"))
def test_picks(seed: str, indexes: str) -> None:
    assert Seeded().picks(fresh(seed), 0, range(100, 110), 4) == [int(n) for n in indexes.split()]


@pytest.mark.parametrize(("seed", "seeds"), rows("A series of games"))
def test_series(seed: str, seeds: str) -> None:
    assert [rng.derive(int(seed), i) for i in range(3)] == [int(n) for n in seeds.split()]


def test_state_fits_a_signed_word() -> None:
    cell = fresh("7")
    for _ in range(200):
        rng.next_word(cell, 0)
        assert -(1 << 63) <= cell[0] < 1 << 63


def test_a_sure_draw_takes_nothing() -> None:
    cell = fresh("9")
    assert rng.below(cell, 0, 1) == 0
    assert cell == fresh("9")


def test_no_outcome_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        rng.below(fresh("1"), 0, 0)


def test_seeds_wrap_at_64_bits() -> None:
    assert rng.seeded(-1) == rng.seeded((1 << 64) - 1)
    assert rng.seeded(1 << 64) == 0


def test_draws_are_even() -> None:
    draw = rng.Generator(5).below
    counts = [0] * 6
    for _ in range(6000):
        counts[draw(6)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5  # chi-square, 5 degrees, 0.1 %


def test_a_script_answers_first_then_the_seed() -> None:
    nature = Scripted(faces=[5, 5], draws=[13])
    assert nature.dice(fresh("0"), 0, 0, 6, 3) == [5, 5, 1]
    assert nature.picks(fresh("0"), 0, [11, 12, 13], 1) == [2]


def test_a_script_that_does_not_fit_says_so() -> None:
    nature = Scripted(faces=[6], draws=[99])
    assert nature.dice(fresh("0"), 0, 0, 6, 1) == [1]
    nature.picks(fresh("0"), 0, [11, 12], 1)
    assert nature.misfits == [6, 99]


def test_a_copied_script_goes_its_own_way() -> None:
    nature = Scripted(faces=[3, 4])
    twin = nature.copy()
    assert nature.dice(fresh("0"), 0, 0, 6, 2) == twin.dice(fresh("0"), 0, 0, 6, 2) == [3, 4]


def test_manual_waits_until_told() -> None:
    nature = Manual()
    assert nature.dice(fresh("0"), 0, 0, 6, 2) is None
    nature.give([0, 4])
    assert nature.dice(fresh("0"), 0, 0, 6, 2) == [0, 4]
    assert nature.dice(fresh("0"), 0, 0, 6, 2) is None


def test_manual_does_not_ask_what_is_sure() -> None:
    assert Manual().picks(fresh("0"), 0, [7], 1) == [0]
    assert Manual().dice(fresh("0"), 0, 0, 6, 0) == []
