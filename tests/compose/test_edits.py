"""The four edits: change, replace, remove, add to."""

from __future__ import annotations

import pytest

from .texts import GAME, clean, same, table, wrong

BASE = (
    GAME
    + """\
setting rerolls: 0..9 = 3 "Rerolls"
kind place:
    site: 0..6 = 0
kind monster:
    strength: 1..5
    harm: flag
kind player:
    health, mind: 0..9 = 5
    pile goals of monster (seen by holder)
    define cap: 0..9 = 4
deck stack of monster = monsters
pile spent of monster
track doom: 0..9 = 1
define might(foe: monster): 1..9 = foe.strength
die red: 1..6
board town "Town":
    place inn, cave (site: 1)
    place mill
    path inn -- cave -- mill -- inn
cards monsters of monster:
    | name   | strength | harm |
    | gug    | 3        | no   |
    | zombie | 2        |      |
    card gug: trigger before strike: nothing
order weakest(victim: player): lowest victim.health
rule strike: nothing
trigger rest after strike: nothing
choice walking "Walk":
    stay "Stay": nothing
    go "Go": nothing
"""
)


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        ("change rerolls from 3 to 1", "= 3 ", "= 1 "),
        ("change zombie.strength from 2 to 3", "zombie | 2", "zombie | 3"),
        ("change monsters.zombie.strength from 2 to 3", "zombie | 2", "zombie | 3"),
        ("change players from 1..4 to 2", "players: 1..4", "players: 2"),
        ("change small.players from 1..4 to 2", "players: 1..4", "players: 2"),
        ("change doom from 1 to 2", "0..9 = 1\n", "0..9 = 2\n"),
        ("change might from foe.strength to 2", "= foe.strength", "= 2"),
        ("change cap from 4 to 5", "= 4", "= 5"),
        ("change player.cap from 4 to 5", "= 4", "= 5"),
        ("change goals.seen from holder to all", "seen by holder", "seen by all"),
        ("change player.goals.seen from holder to all", "seen by holder", "seen by all"),
        ("change stack.seen from none to all", "monster = monsters", "monster (seen by all) = monsters"),
        ("change cave.site from 1 to 2", "inn, cave (site: 1)", "inn (site: 1)\n    place cave (site: 2)"),
        ("change town.mill.site from 0 to 2", "mill\n", "mill (site: 2)\n"),
        ("change player.mind from 5 to 6", "health, mind: 0..9 = 5", "health: 0..9 = 5\n    mind: 0..9 = 6"),
        ("replace die red: 1, 2", "die red: 1..6", "die red: 1, 2"),
        ("replace place cave", "inn, cave (site: 1)", "inn (site: 1)\n    place cave"),
        ("replace rule strike: win", "rule strike: nothing", "rule strike: win"),
        ("replace define cap: 0..9 = 1", "= 4", "= 1"),
        ("replace card gug", "card gug: trigger before strike: nothing", "card gug"),
        ("replace card zombie", "before strike: nothing\n", "before strike: nothing\n    card zombie\n"),
        ("remove trigger rest", "trigger rest after strike: nothing\n", ""),
        ("remove option go", '    go "Go": nothing\n', ""),
        ("remove pile spent", "pile spent of monster\n", ""),
        ("remove define cap", "    define cap: 0..9 = 4\n", ""),
        ("remove path cave -- mill", "inn -- cave -- mill -- inn", "inn -- cave\n    path mill -- inn"),
        ("remove path cave -- inn", "inn -- cave -- mill -- inn", "cave -- mill -- inn"),
        ("remove path inn -- cave -- mill", "inn -- cave -- mill -- inn", "mill -- inn"),
        ("add to monster:\n    swift: flag", "harm: flag\n", "harm: flag\n    swift: flag\n"),
        (
            "add to town:\n    place hut\n    path hut -- inn",
            "mill -- inn\n",
            "mill -- inn\n    place hut\n    path hut -- inn\n",
        ),
        ('add to walking:\n    "Run": nothing', 'go "Go": nothing\n', 'go "Go": nothing\n    "Run": nothing\n'),
        (
            "add to gug:\n    modify might by 1",
            "card gug: trigger before strike: nothing",
            "card gug:\n        trigger before strike: nothing\n        modify might by 1",
        ),
        (
            "add to zombie:\n    modify might by 1",
            "before strike: nothing\n",
            "before strike: nothing\n    card zombie:\n        modify might by 1\n",
        ),
        ("add to weakest:\n    chance", ": lowest victim.health", ":\n    lowest victim.health\n    chance"),
    ],
)
def test_an_edit_does_what_editing_by_hand_does(edit: str, before: str, after: str) -> None:
    assert before in BASE
    composed = clean('extends "base.rules"\n' + edit + "\n", base__rules=BASE)
    assert same(composed, BASE.replace(before, after, 1))


def test_a_removed_place_takes_its_paths_along() -> None:
    composed = clean(BASE + "remove place cave\n")
    assert same(composed, BASE.replace("inn, cave (", "inn (").replace("inn -- cave -- mill -- inn", "mill -- inn"))


def test_a_removed_card_takes_its_row_and_its_rules_along() -> None:
    text = BASE.replace("    | gug    | 3        | no   |\n", "").replace(
        "    card gug: trigger before strike: nothing\n", ""
    )
    assert same(clean(BASE + "remove card gug\n"), text)


def test_added_rows_go_by_position() -> None:
    composed = clean(BASE + "add to monsters:\n    | ghoul | 1 | yes |\n")
    assert table(composed, "monsters")[-1] == ["ghoul", "1", "yes"]


def test_added_rows_with_a_header_go_by_the_names_of_columns() -> None:
    composed = clean(BASE + "add to monsters:\n    | strength | name  | swift |\n    | 1        | ghoul | yes   |\n")
    assert table(composed, "monsters") == [
        ["name", "strength", "harm", "swift"],
        ["gug", "3", "no", ""],
        ["zombie", "2", "", ""],
        ["ghoul", "1", "", "yes"],
    ]


def test_paths_in_a_table_are_cut() -> None:
    text = (
        GAME
        + "board town:\n    place a, b, c\n    paths of road:\n        | ends        | long |\n        | {} | yes  |\n"
    )
    composed = clean(text.format("a -- b -- c") + "remove path b -- c\n")
    assert same(composed, text.format("a -- b     "))


def test_a_built_in_kind_need_not_be_declared() -> None:
    composed = clean(GAME + "add to place:\n    site: 0..6\n")
    assert same(composed, GAME + "kind place:\n    site: 0..6\n")


def test_what_is_added_to_player_goes_to_the_kind_that_is_player() -> None:
    composed = clean(GAME + "kind hero / heroes is player:\n    armed: flag\nadd to player:\n    lame: flag\n")
    assert same(composed, GAME + "kind hero / heroes is player:\n    armed: flag\n    lame: flag\n")


@pytest.mark.parametrize(
    ("edit", "code", "message", "help"),
    [
        ("change rerolls from 2 to 1", "R0204", "`rerolls` is `3`, not `2`", "the rules below"),
        ("change zombie.harm from no to yes", "R0204", "`zombie.harm` says nothing, not `no`", "the rules below"),
        ("change zombie.strength from 3 to 4", "R0204", "`zombie.strength` is `2`, not `3`", "the rules below"),
        ("change reroll from 2 to 1", "R0203", "there is no `reroll` to change", "did you mean `rerolls`?"),
        (
            "change zombie.strenth from 2 to 3",
            "R0203",
            "there is no `zombie.strenth` to change",
            "did you mean `strength`?",
        ),
        (
            "change zombi.strength from 2 to 3",
            "R0203",
            "there is no `zombi.strength` to change",
            "did you mean `zombie`?",
        ),
        ("replace rule strik: nothing", "R0203", "there is no rule `strik` to replace", "did you mean `strike`?"),
        (
            "replace phase strike: nothing",
            "R0203",
            "there is no phase `strike` to replace",
            "there is a `strike` declared with `rule`",
        ),
        ("replace modify might by 1", "R0509", "a `modify` has no name to be replaced by", "`replace rule"),
        ("remove trigger rests", "R0203", "there is no trigger `rests` to remove", "did you mean `rest`?"),
        ("remove card zombi", "R0203", "there is no card `zombi` to remove", "did you mean `zombie`?"),
        ("remove path inn -- inn", "R0203", "there is no path `inn -- inn` to remove", None),
        ("remove path inn -- mil", "R0203", "there is no path `inn -- mil` to remove", "did you mean `mill`?"),
        ("remove path inn", "R0509", "a path is named by its places", "`remove path inn"),
        ("add to twn:\n    place hut", "R0203", "there is no `twn` to add to", "did you mean `town`?"),
        (
            "add to town:\n    swift: flag",
            "R0203",
            "`town` is declared with `board`, which cannot hold this",
            "kinds and",
        ),
        (
            "add to red:\n    swift: flag",
            "R0203",
            "nothing can be added to `red`, which is declared with `die`",
            "kinds and",
        ),
    ],
)
def test_an_edit_of_what_is_not_there(edit: str, code: str, message: str, help: str | None) -> None:
    ((found, said, helped),) = wrong(BASE + edit + "\n")
    assert (found, said) == (code, message)
    assert (helped or "").startswith(help or "")


def test_a_path_that_means_two_things() -> None:
    text = BASE + "kind beast:\n    define cap: 0..9 = 4\nchange cap from 4 to 5\n"
    assert [item[:2] for item in wrong(text)] == [("R0303", "`cap` could mean 2 things")]


def test_endless_edits_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.compose.draft.MOST_STEPS", 5_000)
    text = GAME + "".join(f"die d{n}: 1..6\n" for n in range(100)) + "remove die x\n" * 100
    assert "R0108" in {code for code, _, _ in wrong(text)}
