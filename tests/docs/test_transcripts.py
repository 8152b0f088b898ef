"""The transcripts are what the program tells of the recorded game now, in each language.

`pytest tests/docs/test_transcripts.py --update-golden` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import run
from rulelang.messages.words import use

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_transcript(lang: str, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> None:
    assert run(["replay", str(FOLDER / "arkham.replay"), "--lang", lang]) == 0
    told = capsys.readouterr().out
    path = FOLDER / f"arkham.{lang}.txt"
    if request.config.getoption("--update-golden"):
        path.write_text(told, "utf-8")
    assert told == path.read_text("utf-8")


def test_both_tell_the_same_game() -> None:
    english, russian = ((FOLDER / f"arkham.{lang}.txt").read_text("utf-8").splitlines() for lang in ("en", "ru"))
    assert len(english) == len(russian) > 50
    assert [line == "" for line in english] == [line == "" for line in russian]
