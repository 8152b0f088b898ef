"""Files on disk: what may be read, what may not, and that nothing is raised."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulelang
from rulelang import games
from rulelang.loading import Loaded
from rulelang.reading import Reader, read_text
from rulelang.source import Source

from .texts import GAME


def first(loaded: Loaded) -> tuple[str, str]:
    assert loaded.program is None
    return loaded.diagnostics[0].code.number, loaded.diagnostics[0].message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert first(rulelang.load(tmp_path / "no.rules"))[0] == "R0201"
    assert first(rulelang.load(tmp_path))[0] == "R0201"
    assert first(rulelang.load(str(tmp_path) + "/\0"))[0] == "R0201"
    assert first(rulelang.check_all(tmp_path / "no.rules"))[0] == "R0201"


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_bytes(b"game \xff")
    assert first(rulelang.load(tmp_path / "a.rules"))[0] == "R0107"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.rules")
    assert first(rulelang.load(tmp_path / "a.rules"))[0] == "R0201"


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_bytes(b"\xef\xbb\xbfgame")
    source = read_text(str(tmp_path / "a.rules"), "a")
    assert isinstance(source, Source)
    assert source.text == "game"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("die s: 1..6\n")
    home = tmp_path / "home" / "game"
    home.mkdir(parents=True)
    (home / "a.rules").symlink_to(tmp_path / "secret")
    (home / "main.rules").write_text(GAME + 'include "a.rules"\n')
    code, message = first(rulelang.load(home / "main.rules"))
    assert (code, message) == ("R0201", "`a.rules` cannot be read: it lies outside the game's folder")


def test_a_base_above_is_read_and_what_it_includes(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "base.rules").write_text("")
    (tmp_path / "more.rules").write_text("")
    read = Reader((tmp_path / "home").as_posix())
    assert isinstance(read((tmp_path / "more.txt").as_posix()), str | None)
    assert isinstance(read((tmp_path / "base.rules").as_posix()), Source)
    assert isinstance(read((tmp_path / "more.rules").as_posix()), Source)


def test_a_text_that_lies_nowhere_reads_nothing_but_bundled_games(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text("")
    read = Reader(None)
    assert read((tmp_path / "a.rules").as_posix()) == "it lies outside the game's folder"


def test_syntax_errors_stop_before_names_are_looked_at() -> None:
    loaded = rulelang.load_text("die die\n")
    assert {item.code.number for item in loaded.diagnostics} == {"R0101"}
    assert "<text>" in loaded.sources


@pytest.mark.parametrize("name", ["../x", "a/b", "", "x\0", "no_such_game"])
def test_no_bundled_game_of_that_name(name: str) -> None:
    assert games.find(name) is None


def test_every_bundled_game_is_found() -> None:
    assert all(games.find(name) == games.find(name + ".rules") is not None for name in games.names())


def test_the_package_alone_imports_no_parser() -> None:
    program = "import rulelang, sys; print('lark' in sys.modules, 'pydantic' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
