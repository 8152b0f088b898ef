"""The documents point at files that are there, and the decisions are numbered without a gap."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang import load_text

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    missing = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert missing == []


def test_decisions_are_numbered() -> None:
    numbers = [int(page.name[:4]) for page in sorted((ROOT / "docs" / "adr").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_variant_of_the_readme() -> None:
    """Five lines, and they work."""
    text = next(
        m for m in re.findall(r"```\n(.*?)```", PAGES[0].read_text(encoding="utf-8"), re.DOTALL) if "variant" in m
    )
    assert len(text.strip().splitlines()) == 5
    loaded = load_text(text, variants=("generous",))
    assert [item.message for item in loaded.diagnostics] == []
    assert loaded.program is not None
