"""Language tests: chunks of rules with the finding that is expected on the line it concerns.

A `.rules` file beside this one holds chunks parted by lines `# ---`. A line that ends in `#! R0301` (several parted by
blanks) expects those findings on that line, and no others are allowed. A chunk that declares no game stands behind a
small prelude; warnings of unused names are expected only where the chunk says so or begins with `#! all`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang import check_text

PRELUDE = """game tiny "Tiny":
    players: 1..4
kind player:
    at: place = hall
    track health: 0..9 = 5
board house:
    place hall, cellar
    path hall -- cellar
"""
EXPECTED = re.compile(r"#!((?:\s+R\d{4})+)\s*$")
QUIET = {"R0305", "R0502"}
HERE = Path(__file__).parent


def chunks() -> list[object]:
    found: list[object] = []
    for path in sorted(HERE.glob("*.rules")):
        line = 1
        for text in path.read_text(encoding="utf-8").split("# ---\n"):
            found.append(pytest.param(text, id=f"{path.stem}:{line}"))
            line += text.count("\n") + 1
    return found


@pytest.mark.parametrize("text", chunks())
def test_chunk(text: str) -> None:
    """Every finding stands where the chunk says, and nothing else is found."""
    body = text if "game " in text.split('"')[0] else PRELUDE + text
    if "phase game" not in body:
        body += "phase game: win\n"
    expected = set()
    for number, line in enumerate(body.splitlines(), 1):
        match = EXPECTED.search(line)
        if match:
            expected |= {(number, code) for code in match.group(1).split()}
    loaded = check_text(body)
    source = next(iter(loaded.sources.values()))
    strict = "#! all" in text
    found = {
        (source.position(item.span.start)[0], item.code.number)
        for item in loaded.diagnostics
        if strict or item.code.number not in QUIET or (source.position(item.span.start)[0], item.code.number) in expected
    }
    assert found == expected, "\n".join(f"{source.position(i.span.start)} {i.code} {i.message}" for i in loaded.diagnostics)
