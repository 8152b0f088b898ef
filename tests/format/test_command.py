"""`rules fmt` on files: what it writes, what it says, how it ends."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from cli.main import run

MESSY = "rule  r :stop\n"
TIDY = "rule r: stop\n"
WRONG = "rule r: wni to\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.rules"
    path.write_text(MESSY, "utf-8")
    return path


def test_writes_what_changes_and_says_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o640)
    assert run(["fmt", str(file)]) == 0
    assert file.read_text("utf-8") == TIDY
    assert file.stat().st_mode & 0o777 == 0o640
    assert capsys.readouterr() == ("", f"changed {file}\n")
    inode = file.stat().st_ino
    assert run(["fmt", str(file)]) == 0
    assert capsys.readouterr() == ("", "")
    assert file.stat().st_ino == inode
    assert os.listdir(file.parent) == ["a.rules"]


def test_check_and_diff_write_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt", "--check", str(file)]) == 1
    assert capsys.readouterr() == ("", f"would change {file}\n")
    assert run(["fmt", "--diff", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.endswith("@@ -1 +1 @@\n-rule  r :stop\n+rule r: stop\n")
    assert run(["fmt", "--diff", "--check", str(file)]) == 1
    assert file.read_text("utf-8") == MESSY
    file.write_text(TIDY, "utf-8")
    assert run(["fmt", "--check", str(file)]) == 0


def test_folders_and_mistakes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inside = file.parent / "sub" / "b.rules"
    inside.parent.mkdir()
    inside.write_text(WRONG, "utf-8")
    (file.parent / "c.txt").write_text(MESSY, "utf-8")
    assert run(["fmt", str(file.parent)]) == 1
    assert file.read_text("utf-8") == TIDY
    assert inside.read_text("utf-8") == WRONG
    assert (file.parent / "c.txt").read_text("utf-8") == MESSY
    assert "R0101" in capsys.readouterr().err


def test_files_that_cannot_be_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin = file.parent / "latin.rules"
    latin.write_bytes(b"# caf\xe9\n")
    assert run(["fmt", str(latin), str(file.parent / "none.rules"), str(file)]) == 2
    err = capsys.readouterr().err
    assert "is not UTF-8 text" in err
    assert "there is no such file" in err
    assert file.read_text("utf-8") == TIDY
    assert latin.read_bytes() == b"# caf\xe9\n"


def test_a_link_stays_a_link(file: Path) -> None:
    link = file.parent / "link.rules"
    link.symlink_to(file.name)
    assert run(["fmt", str(link)]) == 0
    assert link.is_symlink()
    assert file.read_text("utf-8") == TIDY


def test_carriage_returns_go(file: Path) -> None:
    file.write_bytes(TIDY.replace("\n", "\r\n").encode())
    assert run(["fmt", str(file)]) == 0
    assert file.read_bytes() == TIDY.encode()


@pytest.mark.parametrize(
    ("text", "options", "code", "out"),
    [
        (MESSY, [], 0, TIDY),
        (TIDY, [], 0, TIDY),
        (WRONG, [], 1, ""),
        (MESSY, ["--check"], 1, ""),
        (TIDY, ["--check"], 0, ""),
    ],
)
def test_standard_input(
    text: str,
    options: list[str],
    code: int,
    out: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["fmt", *options, "-"]) == code
    assert capsys.readouterr().out == out


def test_no_path_is_a_slip() -> None:
    assert run(["fmt"]) == 2


def test_a_file_that_may_not_be_written_stays(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o444)
    assert run(["fmt", str(file)]) == 2
    assert capsys.readouterr().err == f"rules: {file}: it may not be written\n"
    assert file.read_text("utf-8") == MESSY
    assert run(["fmt", "--check", str(file)]) == 1


def test_a_byte_order_mark_goes(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + TIDY.encode())
    assert run(["fmt", "--check", str(file)]) == 1
    assert run(["fmt", str(file)]) == 0
    assert file.read_bytes() == TIDY.encode()


def test_a_write_that_fails_leaves_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert run(["fmt", str(file)]) == 2
    assert "no space left on device" in capsys.readouterr().err
    assert file.read_text("utf-8") == MESSY
    assert os.listdir(file.parent) == ["a.rules"]


def test_links_in_a_folder_are_passed_over(file: Path) -> None:
    inside = file.parent / "sub"
    inside.mkdir()
    (inside / "link.rules").symlink_to(file)
    (inside / "folder.rules").mkdir()
    assert run(["fmt", str(inside)]) == 2  # nothing else is there
    (inside / "b.rules").write_text(TIDY, "utf-8")
    assert run(["fmt", str(inside)]) == 0
    assert file.read_text("utf-8") == MESSY


def test_a_loop_of_links_and_a_device_cannot_be_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = file.parent / "loop.rules"
    loop.symlink_to(loop)
    assert run(["fmt", str(loop), "/dev/null"]) == 2
    assert "it is not a file" in capsys.readouterr().err


def test_standard_input_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for data, why in ((b"\xff", "it is not UTF-8 text"), (b"#" * 8_000_001, "it has more than 8,000,000 characters")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert run(["fmt", "-"]) == 2
        assert why in capsys.readouterr().err
