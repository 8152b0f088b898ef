"""The board's picture: the same each time, no box upon another, few ways crossing; and the command around it."""

from __future__ import annotations

import random
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import graph
from cli.exits import Stop
from interpreter import arrange, picture
from interpreter.board import positions
from rulelang import load, load_text
from rulelang.program.tables import Program
from rulelang.rulebook import outline
from tests.cli.test_commands import rules

ROOT = Path(__file__).parents[2]
ARKHAM = ROOT / "rules" / "arkham.rules"
LIBRARY = ROOT / "rules" / "homebrew" / "library_night.rules"


def program(path: Path) -> Program:
    loaded = load(path)
    assert loaded.program is not None
    return loaded.program


def made(places: int, paths: list[tuple[int, int]], title: str = "Place number {}") -> Program:
    lines = [f'    place p{i} "{title.format(i)}"' for i in range(places)]
    lines += [f"    path p{a} -- p{b}" for a, b in paths]
    text = 'game g "G":\n    players: 1..1\nkind player:\n    at: place = p0\nboard b:\n' + "\n".join(lines)
    loaded = load_text(text + '\nphase game: win "x"\n')
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


def test_the_town_lies_flat() -> None:
    board = program(ARKHAM).board
    assert board is not None
    assert arrange.crossings(positions(board), picture.ways(board)) == 0


@pytest.mark.parametrize("path", [ARKHAM, LIBRARY], ids=lambda path: path.stem)
def test_positions_are_the_same_each_time(path: Path) -> None:
    first, second = program(path), program(path)
    assert positions(first.board) == positions(second.board)
    assert picture.svg(first) == picture.svg(second)
    assert picture.text(first) == picture.text(second)
    assert picture.dot(first) == picture.dot(second)


@pytest.mark.parametrize("path", [ARKHAM, LIBRARY], ids=lambda path: path.stem)
def test_no_two_labels_overlap(path: Path) -> None:
    assert arrange.overlapping(*picture.svg_layout(program(path))) == []


def test_other_letters_have_more_room() -> None:
    sizes = picture.svg_layout(made(2, [(0, 1)], "Ведьмин дом {}"))[1]
    latin = picture.svg_layout(made(2, [(0, 1)], "Witches dom {}"))[1]
    assert all(sizes[place][0] > latin[place][0] * 1.1 for place in sizes)


@pytest.mark.parametrize("seed", range(6))
def test_no_two_labels_overlap_on_made_boards(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.choice([2, 7, 20, 45])
    paths = [(chance.randrange(i), i) for i in range(1, size)]
    paths += [(a, b) for a, b in ((chance.randrange(size), chance.randrange(size)) for _ in range(size // 2)) if a < b]
    game = made(size, sorted(set(paths)), "A rather long title for {}")
    assert arrange.overlapping(*picture.svg_layout(game)) == []
    assert len(ET.fromstring(picture.svg(game)).findall(".//{*}g")) == size


def test_a_great_board_takes_no_time_to_speak_of() -> None:
    paths = [(i, i - 1) for i in range(1, 150)] + [(i, i - 10) for i in range(10, 150)]
    game = made(150, paths)
    assert arrange.overlapping(*picture.svg_layout(game)) == []


def test_letters_show_every_place() -> None:
    said = picture.text(program(ARKHAM))
    for word in ("Rivertown", "Black Cave", "site 1", "Twilight Lodge", "Historical"):
        assert word in said


@pytest.mark.parametrize("path", [ARKHAM, LIBRARY], ids=lambda path: path.stem)
def test_letters_fit_a_terminal(path: Path) -> None:
    lines = picture.text(program(path)).splitlines()
    assert max(len(line) for line in lines) <= 80
    assert all(line == line.rstrip() for line in lines)


def test_the_picture_in_the_docs_is_current() -> None:
    assert (ROOT / "docs" / "arkham-board.svg").read_text("utf-8") == picture.svg(program(ARKHAM))


def test_a_game_without_a_board() -> None:
    loaded = load_text('game g "G":\n    players: 1..1\nphase game: win "x"\n')
    assert loaded.program is not None
    assert picture.svg(loaded.program) == picture.text(loaded.program) == ""


def test_phases_and_triggers() -> None:
    loaded = load(ARKHAM, ("herald",))
    tree = list(outline.phases(loaded.file))
    assert tree[:2] == ["phase game", "  phase setup"]
    assert "    phase turn" in tree
    said = list(outline.triggers(loaded.file))
    assert said[said.index("after round") + 1] == "  herald_speaks -> tidings"
    for lines in (outline.phases_dot(loaded.file), outline.triggers_dot(loaded.file)):
        text = list(lines)
        assert text[0].startswith("digraph")
        assert text[-1] == "}"


# --- the commands ----------------------------------------------------------------------------------------


def test_graph_command(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert rules("graph", "arkham", "-o", str(out)).returncode == 0
    assert ET.fromstring(out.read_text("utf-8")).tag.endswith("svg")
    done = rules("graph", "arkham", "--of", "phases", "--format", "svg")
    assert (done.returncode, done.stderr) == (2, "rules: phases can be drawn as text or dot, not as svg\n")


def test_png_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)  # as where it is not installed
    out = tmp_path / "board.png"
    done = CliRunner().invoke(graph.command, ["arkham", "-o", str(out)], standalone_mode=False)
    assert isinstance(done.exception, Stop)
    assert done.exception.code == 2
    assert "pip install cairosvg" in str(done.exception)
    assert not out.exists()


def test_png_where_it_can_be_made(tmp_path: Path) -> None:
    pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))
    out = tmp_path / "board.png"
    assert rules("graph", "arkham", "-o", str(out)).returncode == 0
    assert out.read_bytes().startswith(b"\x89PNG\r\n")


def test_rulebook_command(tmp_path: Path) -> None:
    out = tmp_path / "book.html"
    assert rules("rulebook", "arkham", "-V", "herald", "-o", str(out)).returncode == 0
    page = out.read_text("utf-8")
    assert "<svg" in page
    assert "The Herald" in page
    assert "<script" not in page
    assert "src=" not in page
    said = rules("rulebook", str(LIBRARY)).stdout
    assert said.startswith("# Night in the Library\n")
    assert "Orne Library" in said
