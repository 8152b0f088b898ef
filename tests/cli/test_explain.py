"""`rules explain`: words of the language, and the answers of a saved game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import run
from cli.reference import about, path, sections

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("word", "heading"),
    [
        ("repeat", "### each, for, repeat"),
        ("choice", "## Choices"),
        ("track", "### track"),
        ("trigger", "### trigger"),
        ("reroll", "### roll, reroll, lock"),
        ("pile", "### slot, pile, deck, bag"),
        ("law", "## Laws and tests"),
        ("secret", "## Secrets"),
    ],
)
def test_a_word_has_its_section(word: str, heading: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", word]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(heading + "\n")
    assert shown.strip() in path().read_text("utf-8")


def test_a_section_ends_where_the_next_begins() -> None:
    whole = "".join(row.text for row in sections() if row.level == 2)
    assert whole.count("\n## ") + 1 <= len(sections())
    assert [row.text.count("\n### ") for row in sections() if row.level == 3] == [0] * sum(
        row.level == 3 for row in sections()
    )


def test_words_without_a_heading_are_found_where_they_are_written() -> None:
    for word in ("costs", "when", "extends", "until"):
        section = about(word)
        assert section is not None
        assert re.search(rf"`[^`\n]*\b{word}\b", section.text)
    assert about("xyzzy") is None


@pytest.fixture
def save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A save of four answers in a new game: dig, then take it back, then sleep twice."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["new", "town"]) == 0
    lines = iter(["dig", "u", "sleep", "sleep", "q"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(lines) + "\n", raising=False)
    assert run(["play", "town.rules", "--seed", "3", "--plain", "--save", "one.replay"]) == 0
    return "one.replay"


def test_an_answer_is_told_with_its_rules(save: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["explain", f"{save}:1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["Player 1: Your day: Dig", "  town.rules:26", '  | dig "Dig": search']
    at = lines.index("Player 1 rolls trap, trap")
    assert lines[at + 1] == "    search, town.rules:30: roll 2 luck as dice"
    assert run(["explain", f"{save}:2"]) == 0
    assert capsys.readouterr().out.startswith("The answer before is taken back.\n")


@pytest.mark.parametrize("topic", ["one.replay:9", "one.replay:0", "town.rules:1", "none.replay:1"])
def test_answers_that_are_not_there(save: str, topic: str) -> None:
    assert run(["explain", topic]) == 2


def test_the_reference_is_part_of_the_package() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '"docs/language.md" = "rulelang/language.md"' in text
    assert path().is_file()
