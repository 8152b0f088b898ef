"""The command as a process sees it: exit codes, what goes where, and messages for slips."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cli
from cli.main import COMMANDS

ROOT = Path(cli.__file__).parents[1]
GOOD = 'game tiny "Tiny":\n    players: 1..2\nphase game:\n    win "Done"\n'
BAD = GOOD.replace("win", "wni")
WARNS = GOOD + "rule sting: nothing\n"


def rules(*args: str, stdin: str = "", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "RULES_DEBUG")}
    return subprocess.run(
        [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())", *args],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **env},
        timeout=120,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.rules").write_text(GOOD, "utf-8")
    (tmp_path / "bad.rules").write_text(BAD, "utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "warns.rules").write_text(WARNS, "utf-8")
    return tmp_path


def test_version() -> None:
    done = rules("--version")
    assert (done.returncode, done.stdout) == (0, f"rules {cli.__version__}\n")


def test_version_is_the_package_s() -> None:
    assert f'version = "{cli.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_begins_with_two_examples(name: str) -> None:
    lines = rules(*([name] if name else []), "--help").stdout.splitlines()
    assert lines[0] == "Examples:"
    assert all(line.startswith(f"  rules {name}".rstrip()) for line in lines[1:3])
    assert lines[4].startswith("Usage: rules")


def test_start_imports_nothing_heavy() -> None:
    code = "import sys; from cli.main import run; run(['--version']); print([m for m in ('rich', 'pydantic', 'lark', 'networkx') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ([], 2, "Usage"),
        (["chekc"], 2, "did you mean `check`?"),
        (["check"], 2, "missing argument"),
        (["check", "arkam"], 2, "did you mean `arkham`?"),
        (["check", "--formt", "json", "arkham"], 2, "--format"),
        (["explain", "R0999"], 2, "there is no code"),
        (["play"], 2, "name a game"),
        (["play", "nothere"], 2, "no file and no bundled game"),
        (["play", "arkham", "--bot", "randm"], 2, "did you mean `random`?"),
        (["play", "arkham", "--set", "x"], 2, "no NAME=VALUE"),
        (["play", "arkham", "--set", "fre_rerolls=1"], 2, "free_rerolls"),
        (["play", "arkham", "-V", "heraldd"], 2, "herald"),
        (["play", "arkham", "--players", "9"], 2, "1 to 4 players, not 9"),
        (["play", "arkham", "--bots", "x"], 2, "neither `all` nor seats"),
        (["play", "arkham", "--resume", "/nowhere/x"], 2, "/nowhere/x"),
    ],
)
def test_usage(args: list[str], code: int, words: str) -> None:
    done = rules(*args)
    assert done.returncode == code
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_check_counts_and_exit_codes(folder: Path) -> None:
    assert rules("check", "good.rules", cwd=folder).returncode == 0
    done = rules("check", ".", cwd=folder)
    assert done.returncode == 1
    assert done.stderr == "1 error, 1 warning in 3 files\n"
    assert rules("check", "sub", cwd=folder).returncode == 0
    assert rules("check", "--strict", "sub", cwd=folder).returncode == 1
    assert rules("check", "--fail-on", "warning", "sub", cwd=folder).returncode == 1
    assert rules("check", "missing.rules", cwd=folder).returncode == 2


def test_check_json_is_data_only(folder: Path) -> None:
    found = json.loads(rules("check", "--format", "json", "bad.rules", cwd=folder).stdout)
    assert [(row["code"], row["line"]) for row in found] == [("R0101", 4)]
    assert json.loads(rules("check", "--format", "json", "good.rules", cwd=folder).stdout) == []


def test_check_stdin() -> None:
    assert rules("check", "-", stdin=GOOD).returncode == 0
    done = rules("check", "--format", "concise", "-", stdin=BAD)
    assert done.returncode == 1
    assert done.stdout.startswith("<stdin>:4:")


def test_color(folder: Path) -> None:
    assert "\x1b[" not in rules("check", "bad.rules", cwd=folder).stdout
    assert "\x1b[" in rules("check", "bad.rules", cwd=folder, FORCE_COLOR="1").stdout
    assert "\x1b[" not in rules("check", "bad.rules", cwd=folder, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" in rules("check", "--color", "always", "bad.rules", cwd=folder, NO_COLOR="1").stdout
    assert "\x1b[" not in rules("--color", "never", "check", "bad.rules", cwd=folder, FORCE_COLOR="1").stdout


def test_bug_of_ours(folder: Path) -> None:
    code = "import cli.explain, sys\ncli.explain.page = lambda n: 1 / 0\nfrom cli.main import main\nmain(['explain', 'R0301'])"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    env.pop("RULES_DEBUG", None)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 70
    assert len(done.stderr.splitlines()) == 1
    assert "ZeroDivisionError" in done.stderr


def test_closed_pipe() -> None:
    command = f"{sys.executable} -c 'from cli.main import main; main()' explain all | head -1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.stderr == ""


def test_explain_and_list() -> None:
    assert rules("explain", "r0301").stdout.startswith("# R0301: ")
    assert "arkham" in [row["name"] for row in json.loads(rules("list", "--json").stdout)]


def test_ast(folder: Path) -> None:
    data = json.loads(rules("ast", "good.rules", "--json", cwd=folder).stdout)
    assert data["node"] == "File"
    assert "Phase" in rules("ast", "good.rules", cwd=folder).stdout


def test_variants() -> None:
    data = json.loads(rules("variants", "arkham", "--json").stdout)
    assert "herald" in [row["name"] for row in data["variants"]]
    assert "free_rerolls" in [row["name"] for row in data["settings"]]
