"""What lowering finds wrong with bodies: one small game a finding, which stands on the line that says so."""

import re
from pathlib import Path

import pytest

from rulelang.loading import load_text

GAME = """game small "Small":
    players: 1..2
symbols colour: red, blue
kind place
kind card:
    worth: 0..9
kind player:
    at: place = home
    track coin / coins: 0..9
    pile hand of card (seen by holder)
    pile dark of card (seen by none)
board town "Town":
    place home, field
    path home -- field
cards all_cards of card:
    | name | worth |
    | ace  | 1     |
    | king | 9     |
deck stack of card = all_cards
track doom: 0..9
"""
CASES = sorted((Path(__file__).parent / "findings").glob("*.rules"))
MARK = re.compile(r"#\s*(?:line (\d+): )?(R\d{4})")


def expected(text: str) -> set[tuple[int, str]]:
    """The (line, code) pairs that the file's comments announce."""
    return {
        (int(told or number), code)
        for number, line in enumerate(text.split("\n"), 1) for told, code in MARK.findall(line)
    }


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_each_finding_stands_on_its_line(path: Path) -> None:
    text = GAME + path.read_text(encoding="utf-8")
    loaded = load_text(text)
    found = {
        (loaded.sources[item.span.file].position(item.span.start)[0], item.code.number)
        for item in loaded.diagnostics
        if item.code.number != "R0305"
    }
    assert found == expected(text), [item.message for item in loaded.diagnostics]
