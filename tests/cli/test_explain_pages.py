"""The page of every code: its wrong example gives exactly that code, its right one is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang import diagnostics
from rulelang.diagnostics.codes import CODES
from rulelang.loading import check_all

PAGES = Path(diagnostics.__file__).parent / "pages"
TAKES_MORE_THAN_A_FILE = {
    "R0107",
    "R0108",
    "R0202",
    "R0206",
    "R0207",
    "R0208",
    "R0210",
    "R0601",
    "R0602",
    "R0603",
    "R0604",
    "R0701",
}


def section(text: str, title: str) -> str:
    found = re.search(rf"^## {title}\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def codes(text: str, folder: Path) -> set[str] | None:
    """The codes of the section's example; None where it has no `rules` fence."""
    found = re.search(r"```rules\n(.*?)```", text, re.DOTALL)
    if found is None:
        assert "```text\n" in text
        return None
    file = folder / "page.rules"
    file.write_text(found[1], "utf-8")
    return {item.code.number for item in check_all(file).diagnostics}


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == set(CODES)


@pytest.mark.parametrize("number", sorted(CODES))
def test_page(number: str, tmp_path: Path) -> None:
    text = (PAGES / f"{number}.md").read_text("utf-8")
    assert text.startswith(f"# {number}: {CODES[number].title}\n")
    wrong = codes(section(text, "Wrong"), tmp_path)
    right = codes(section(text, "Right"), tmp_path)
    assert wrong == (None if number in TAKES_MORE_THAN_A_FILE else {number})
    assert right in (None, set())
