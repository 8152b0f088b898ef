"""`rules play --json`: every message fits its schema, slips end in errors, secrets stay with their seat, and the front end
of the documents plays a whole game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cli
from cli.messages import ANSWER, TOLD, schema

ROOT = Path(cli.__file__).parents[1]
START = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]
FRONT_END = ROOT / "docs" / "front_end.py"
PUBLISHED = ROOT / "docs" / "schema" / "play.schema.json"

HUSH = """game hush "Hush":
    players: 2
kind sheet:
    luck: 1..6
cards sheets of sheet:
    | name           | luck |
    | rose "A Rose"  | 4    |
    | fool "The Fool"| 1    |
kind player:
    pile hand of sheet (seen by holder)
deck heap of sheet = sheets
phase game:
    each player: draw 1 from heap to hand
    each player: turn
    win "Morning"
phase turn:
    may:
        "Wait": nothing
"""


def environment(here: Path) -> dict[str, str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "RULES_DEBUG")}
    return {**clean, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "XDG_STATE_HOME": str(here / "state")}


def run(here: Path, *args: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*START, *args], input=lines, capture_output=True, cwd=here, env=environment(here), timeout=120
    )


def played(here: Path, *args: str, lines: bytes = b"") -> list[dict[str, Any]]:
    done = run(here, "play", "--json", *args, lines=lines)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def town(tmp_path: Path) -> Path:
    assert run(tmp_path, "new", "town").returncode == 0
    return tmp_path


def test_the_published_schema_is_current() -> None:
    assert json.loads(PUBLISHED.read_text("utf-8")) == schema(), "python -m cli.messages > docs/schema/play.schema.json"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_message_of_a_whole_game_fits(tmp_path: Path, seed: str) -> None:
    """A bot plays all seats but one, and chance that one."""
    with subprocess.Popen(
        [*START, "play", "arkham", "--json", "--players", "2", "--bots", "2", "--seed", seed],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        found = []
        for line in game.stdout:
            message = TOLD.validate_json(line)
            found.append(message.type)
            if message.type == "ask":
                assert message.seat == 1
                option = message.options[len(found) * 7 % len(message.options)].id
                answer = json.dumps({"type": "choose", "option": option}).encode()
                ANSWER.validate_json(answer)
                game.stdin.write(answer + b"\n")
                game.stdin.flush()
            assert message.type != "error", message
    assert game.returncode == 0
    assert (found[0], found[-1]) == ("hello", "over")
    assert found.count("ask") > 10


def test_the_front_end_of_the_documents_plays_a_whole_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(FRONT_END), "arkham", "--players", "2", "--seed", "1"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\n(Won|Lost): .+\n\Z", done.stdout)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"x", "Invalid JSON"),
        (b"[" * 60_000, "Invalid JSON"),
        (b'"' + b"a" * 70_000 + b'"', "a line of more than 65536 bytes"),
        (b"\xff\xfe", "Invalid JSON"),
        (b"{}", "type"),
        (b'{"type": "dance"}', "dance"),
        (b'{"type": "choose"}', "option: Field required"),
        (b'{"type": "choose", "option": 1}', "option: "),
        (b'{"type": "choose", "option": "dig", "more": 1}', "more: "),
        (b'{"type": "choose", "option": "dgi"}', "`dgi` is not among the options: `dig`, `sleep`"),
        (b'{"type": "tell", "outcomes": [1]}', "no dice"),
        (b'{"type": "undo"}', "nothing to take back"),
        (b'{"type": "look", "seat": 2}', "seat 2 is none of yours"),
        (b'{"type": "log", "count": 0}', "count: "),
    ],
)
def test_a_slip_is_an_error_and_the_game_goes_on(town: Path, line: bytes, said: str) -> None:
    after = b'\n\n{"type": "choose", "option": "dig"}\n'
    messages = played(town, "town.rules", "--seed", "3", lines=line + after)
    assert [message["type"] for message in messages] == ["hello", "table", "ask", "error", "table", "ask", "left"]
    assert said in messages[3]["message"]


def test_questions(town: Path) -> None:
    asked = [{"type": "about", "option": "dig"}, {"type": "why_not", "words": "fly"}, {"type": "why"}, {"type": "log"}]
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in asked)
    said = [message for message in played(town, "town.rules", "--seed", "3", lines=lines) if message["type"] == "said"]
    assert len(said) == 4
    assert any("town.rules:" in line for line in said[0]["lines"])
    assert "fly" in said[1]["lines"][0] or "no such option" in said[1]["lines"][0]


def test_real_dice(town: Path) -> None:
    lines = b'{"type": "choose", "option": "dig"}\n{"type": "tell", "outcomes": [0]}\n{"type": "tell", "outcomes": [0, 5]}\n'
    messages = played(town, "town.rules", "--dice", "ask", lines=lines)
    throw = next(message for message in messages if message["type"] == "throw")
    assert throw["outcomes"] == ["gold", "gold", "rest", "trap", "trap", "chest"]
    assert [message["message"] for message in messages if message["type"] == "error"] == ["2 are waited for, not 1"]
    assert messages[-3]["players"][0]["tracks"][0] == {"title": "Gold", "value": 4, "low": 0, "high": 10}


def test_a_seat_is_told_only_what_it_may_know(tmp_path: Path) -> None:
    (tmp_path / "hush.rules").write_text(HUSH, "utf-8")
    lines = b'{"type": "look", "seat": 0}\n{"type": "log"}\n{"type": "why", "words": "goes"}\n{"type": "choose", "option": "pass"}\n'
    messages = played(tmp_path, "hush.rules", "--seed", "77123", lines=lines * 2)
    assert messages[-1]["type"] == "over"
    told: dict[int, str] = {}
    for message in messages:
        told[message.get("seat", 0)] = told.get(message.get("seat", 0), "") + json.dumps(message)
    seen = {seat: {card for card in ("A Rose", "The Fool") if card in text} for seat, text in told.items()}
    assert seen[0] == set()
    assert sorted(map(len, seen.values())) == [0, 1, 1]
    assert seen[1] != seen[2]
    assert all("77123" not in text for text in told.values())


def test_the_example_of_the_page(town: Path) -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    block = re.search(r"```\n\$ rules (play .*)\n((?s:.*?))```", page)
    assert block is not None
    lines = block[2].splitlines()
    given = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    done = run(town, *block[1].split(), lines=given.encode())
    assert done.stdout.decode().splitlines() == [line for line in lines if not line.startswith("> ")]
