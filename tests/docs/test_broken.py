"""The page of slips: each of its diffs is applied to a copy of Arkham Express, and the checker says what stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import run
from rulelang import games

PAGE = Path(__file__).parents[2] / "docs" / "broken.md"
SLIP = re.compile(r"^```diff\n-([^\n]*)\n\+([^\n]*)\n```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def broken(old: str, new: str, folder: Path) -> None:
    source = games.find("arkham")
    assert source is not None
    lines = source.read_text("utf-8").splitlines()
    assert lines.count(old) == 1, old
    lines[lines.index(old)] = new
    (folder / "arkham.rules").write_text("\n".join(lines) + "\n", "utf-8")


def test_the_checker_says_what_the_page_shows(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def slip(found: re.Match[str]) -> str:
        broken(found[1], found[2], tmp_path)
        assert run(["check", "arkham.rules"]) == 1
        said = capsys.readouterr().out
        return f"```diff\n-{found[1]}\n+{found[2]}\n```\n\n```text\n{said}```"

    page = PAGE.read_text("utf-8")
    assert len(SLIP.findall(page)) == 10
    told = SLIP.sub(slip, page)
    if request.config.getoption("--update-golden"):
        PAGE.write_text(told, "utf-8")
    assert told == PAGE.read_text("utf-8")
    assert all(said.count("[R0") == 1 for _, _, said in SLIP.findall(told))
