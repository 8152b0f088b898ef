"""What a shell completes, as it asks for it; and that it is quick because the engine and the parser stay out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import cli
from cli.main import COMMANDS, Overview, rules, run

ROOT = Path(cli.__file__).parents[1]
HEAVY = ("interpreter", "lark", "pydantic", "networkx", "rich", "rulelang.parse", "rulelang.loading")
CODE = f"""
import sys
from cli.main import main
try:
    main()
finally:
    print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


def complete(line: str, here: Path) -> tuple[list[str], str]:
    """What bash is offered for a line of which the last word is begun, and which heavy modules that took."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        capture_output=True,
        text=True,
        cwd=here,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "_RULES_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        },
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    rows = [row.partition(",") for row in done.stdout.splitlines()]
    return [value for kind, _, value in rows if kind == "plain"], done.stderr.strip()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("rules pl", ["play"]),
        ("rules play ark", ["arkham"]),
        ("rules play arkham -V her", ["herald"]),
        ("rules play arkham --variant her", ["herald"]),
        ("rules simulate arkham --set seal_", ["seal_price="]),
        ("rules simulate arkham --set ambush=", ["ambush=after_spoils", "ambush=at_once"]),
        ("rules play arkham --set seal_price=", [f"seal_price={n}" for n in range(1, 10)]),
        ("rules play no_such_game -V ", []),
        ("rules check ark", ["arkham"]),
        ("rules explain R030", None),
        ("rules explain repe", ["repeat"]),
        ("rules play arkham --dice ", ["seed", "ask"]),
        ("rules new mine --from ark", ["arkham"]),
    ],
)
def test_what_is_offered(line: str, offered: list[str] | None, tmp_path: Path) -> None:
    found, heavy = complete(line, tmp_path)
    if offered is None:
        assert "R0301" in found
        assert all(code.startswith("R030") for code in found)
    else:
        assert found == offered
    assert heavy == "[]"


def test_names_come_from_what_a_file_builds_on(tmp_path: Path) -> None:
    (tmp_path / "one.rules").write_text('extends "two.rules"\nvariant mine "Mine":\n', "utf-8")
    (tmp_path / "two.rules").write_text(
        'extends "one.rules"\nvariant yours "Yours":\n    setting deep: a | b = a\n', "utf-8"
    )
    assert complete("rules play one.rules -V ", tmp_path)[0] == ["mine", "yours"]
    assert complete("rules play one.rules --set deep=", tmp_path)[0] == ["deep=a", "deep=b"]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_two_examples_that_parse(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Examples:"
    examples = [line.strip() for line in lines[1 : lines.index("")]]
    assert len(examples) >= 2
    for example in examples:
        words = example.split()
        assert words[:2] == ["rules", name]
        assert isinstance(rules, Overview)
        found = rules.get_command(click.Context(rules), name)
        assert found is not None
        found.make_context(name, words[2:])  # raises what a wrong option or a missing argument would


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (["paly", "arkham"], "play"),
        (["play", "arkam"], "arkham"),
        (["play", "arkham", "-V", "heralt"], "herald"),
        (["play", "arkham", "--set", "seal_prise=3"], "seal_price"),
        (["play", "arkham", "--set", "ambush=at_onse"], "at_once"),
        (["play", "arkham", "--bot", "randon"], "random"),
        (["play", "arkham", "--plian"], "--plain"),
        (["explain", "R03011"], "R0301"),
        (["explain", "repaet"], "repeat"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(args: list[str], near: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == 2
    assert near in capsys.readouterr().err
