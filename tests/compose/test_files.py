"""`include`, `extends`, spreadsheets: which files make a game, and which may not."""

from __future__ import annotations

import pytest

from rulelang.ast import declarations as d

from .texts import GAME, called, clean, put_together, same, table, wrong

MONSTERS = 'cards monsters of monster:\n    from "m.csv"\n'


def test_an_include_stands_where_it_is_named() -> None:
    composed = clean(GAME + 'include "parts/a.rules"\ndie z: 1..6\n', parts_in_a__rules="die a: 1..6\n")
    assert same(composed, GAME + "die a: 1..6\ndie z: 1..6\n")


def test_a_path_is_relative_to_its_own_file() -> None:
    composed = clean(
        GAME + 'include "parts/a.rules"\n', parts_in_a__rules='include "../b.rules"\n', b__rules="die b: 1..6\n"
    )
    assert same(composed, GAME + "die b: 1..6\n")


def test_what_two_files_include_is_there_once() -> None:
    composed = clean(
        GAME + 'include "a.rules"\ninclude "b.rules"\n', a__rules='include "b.rules"\n', b__rules="die b: 1..6\n"
    )
    assert same(composed, GAME + "die b: 1..6\n")


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.rules", "a/../../x.rules", "c:x", "~/x", "a\\b", ""])
def test_no_path_leads_out_of_the_folder(path: str) -> None:
    ((code, _, _),) = wrong(GAME + f'include "{path}"\n')
    assert code == "R0201"


def test_a_missing_file() -> None:
    assert wrong(GAME + 'include "a.rules"\n') == [("R0201", "there is no file `a.rules`", None)]


def test_a_circle_of_includes_is_shown() -> None:
    ((code, message, _),) = wrong(GAME + 'include "a.rules"\n', a__rules='include "main.rules"\n')
    assert code == "R0202"
    assert message == "files name each other in a circle: `main.rules` -> `a.rules` -> `main.rules`"


def test_a_circle_of_extends() -> None:
    found = wrong('extends "a.rules"\n' + GAME, a__rules='extends "main.rules"\n' + GAME)
    assert [code for code, _, _ in found] == ["R0202"]


def test_faults_of_an_included_file_are_reported() -> None:
    _, found = put_together(GAME + 'include "a.rules"\n', a__rules="die die die\n")
    assert found[0].code.number == "R0101"
    assert found[0].span.file == "top/a.rules"


def test_an_extension_comes_after_its_base_and_renames_the_game() -> None:
    base = 'game old "Old":\n    players: 1..4\n    edition: "1"\ndie a: 1..6\n'
    composed = clean('extends "base.rules"\ndie b: 1..6\ngame new "New":\n    edition: "2"\n', base__rules=base)
    assert same(composed, 'game new "New":\n    players: 1..4\n    edition: "2"\ndie a: 1..6\ndie b: 1..6\n')


def test_a_base_may_lie_above_a_folder_of_homebrews() -> None:
    text = 'extends "base.rules"\n'
    composed = clean(
        text, name="top/homebrew/mine.rules", base__rules=GAME + 'include "a.rules"\n', a__rules="die a: 1, 2\n"
    )
    assert same(composed, GAME + "die a: 1, 2\n")


def test_an_unknown_base() -> None:
    found = wrong('extends "base.rules"\n' + GAME)
    assert found[0][:2] == ("R0201", "there is no file `base.rules`")


def test_extends_in_an_include_is_misplaced() -> None:
    found = wrong(GAME + 'include "a.rules"\n', a__rules='extends "b.rules"\n')
    assert [code for code, _, _ in found] == ["R0509"]


def test_a_file_without_a_game() -> None:
    assert [code for code, _, _ in wrong("die a: 1..6\n")] == ["R0209"]


def test_a_spreadsheet_becomes_rows() -> None:
    sheet = 'name,copies,strength\nghoul "A Ghoul",2,1\n"witch ""The Witch""",1,\n\n'
    composed = clean(GAME + MONSTERS, m__csv=sheet)
    assert table(composed, "monsters") == [
        ["name", "copies", "strength"],
        ['ghoul "A Ghoul"', "2", "1"],
        ['witch "The Witch"', "1", ""],
    ]
    cards = called(composed, "monsters")
    assert isinstance(cards, d.Cards)
    span = cards.rows[1].cells[2].span
    assert composed.sources["top/m.csv"].position(span.start) == (2, 19)
    assert composed.sources["top/m.csv"].text[span.start : span.end] == "1"


def test_semicolons_and_windows_line_ends() -> None:
    composed = clean(GAME + MONSTERS, m__csv="name;harm\r\nghoul;body, mind\r\n")
    assert table(composed, "monsters") == [["name", "harm"], ["ghoul", "body, mind"]]


def test_a_spreadsheet_joins_a_table_by_the_names_of_columns() -> None:
    text = GAME + "cards monsters of monster:\n    | name | strength |\n    | gug  | 3        |\n"
    composed = clean(text + '    from "m.csv"\n', m__csv="strength,name\n1,ghoul\n")
    assert table(composed, "monsters") == [["name", "strength"], ["gug", "3"], ["ghoul", "1"]]


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("", "the spreadsheet is empty"),
        ("name,copies\nghoul\n", "line 2 has 1 cells, the header has 2"),
        ("name,copies\nghoul,1,2\n", "line 2 has 3 cells, the header has 2"),
        ('name\n"ghoul\n', "a cell opens with a quote and is not closed on its line"),
        ("name,name\n", "two columns are called `name`"),
        ("name,2nd\n", "`2nd` cannot name a column"),
    ],
)
def test_a_bad_spreadsheet(sheet: str, message: str) -> None:
    found = wrong(GAME + MONSTERS, m__csv=sheet)
    assert [item[:2] for item in found] == [("R0210", message)]


def test_a_spreadsheet_outside_the_folder() -> None:
    assert [code for code, _, _ in wrong(GAME + MONSTERS.replace("m.csv", "../m.csv"))] == ["R0201"]
