"""Variants: which are in force, in what order, and which do not go together. Settings and the digest."""

from __future__ import annotations

import pytest

from rulelang.compose import digest

from .texts import GAME, clean, put_together, same, wrong

BASE = GAME + 'setting rerolls: 0..9 = 3 "Rerolls"\nsetting mood: calm | wild = calm "Mood"\nrule strike: nothing\n'
TWO = (
    BASE
    + 'variant less "Less": change rerolls from 3 to 1\n'
    + 'variant more "More":\n    die a: 1..6\n    change rerolls from 3 to 5\n    rule rest: nothing\n'
)


def test_without_choosing_no_variant_is_left() -> None:
    composed = clean(TWO)
    assert same(composed, BASE)
    assert [(info.name, info.title, info.chosen) for info in composed.variants] == [
        ("less", "Less", False),
        ("more", "More", False),
    ]
    assert len(composed.variants[1].declarations) == 3


def test_a_chosen_variant_comes_last() -> None:
    composed = clean(TWO, "more")
    assert same(composed, BASE.replace("= 3", "= 5") + "die a: 1..6\nrule rest: nothing\n")
    assert composed.chosen == ("more",)


def test_an_unknown_variant() -> None:
    assert wrong(TWO, "les") == [("R0205", "there is no variant `les`", "did you mean `less`?")]
    assert wrong(TWO, "zzz") == [("R0205", "there is no variant `zzz`", "its variants: less, more")]
    _, found = put_together(TWO, "less", "mor")
    composed, _ = put_together(TWO, "less", "mor")
    span = found[0].span
    assert composed.sources[span.file].text[span.start : span.end] == "mor"


def test_two_variants_that_change_the_same() -> None:
    _, found = put_together(TWO, "less", "more")
    clash = next(item for item in found if item.code.number == "R0208")
    assert clash.message == "`less` and `more` both edit `rerolls`"
    assert clash.related[0].span.start == TWO.index("change rerolls from 3 to 1")
    assert clash.span.start == TWO.index("change rerolls from 3 to 5")


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        ("replace rule strike: win", "replace rule strike: nothing", True),
        ("replace rule strike: win", "remove rule strike", True),
        ("remove setting rerolls", "change rerolls from 3 to 1", True),
        ("replace rule strike: win", "modify rerolls to 1", False),
        ("change rerolls from 3 to 1", "change mood from calm to wild", False),
    ],
)
def test_which_edits_clash(first: str, second: str, clash: bool) -> None:
    text = BASE + f'variant a "A": {first}\nvariant b "B": {second}\n'
    assert ("R0208" in [code for code, _, _ in wrong(text, "a", "b")]) is clash


def test_a_variant_is_applied_after_the_one_it_requires() -> None:
    text = BASE + (
        'variant b "B":\n    requires a\n    change rerolls from 1 to 2\nvariant a "A": change rerolls from 3 to 1\n'
    )
    composed = clean(text, "a", "b")
    assert composed.chosen == ("a", "b")
    assert same(composed, BASE.replace("= 3", "= 2"))


def test_a_required_variant_must_be_chosen() -> None:
    text = BASE + 'variant b "B":\n    requires a\nvariant a "A": die a: 1..6\n'
    assert wrong(text, "b") == [("R0207", "`b` requires `a`, which is not chosen", "choose `a` too")]
    assert wrong(text) == []


def test_variants_that_exclude_each_other() -> None:
    text = BASE + 'variant a "A": die a: 1..6\nvariant b "B": excludes a because "one is enough"\n'
    assert wrong(text, "a", "b") == [("R0206", "`b` and `a` exclude each other: one is enough", "choose one of them")]


def test_a_variant_may_not_name_one_that_is_not_there() -> None:
    text = BASE + 'variant solo "A": die a: 1..6\nvariant b "B": requires sol\n'
    assert wrong(text) == [("R0205", "there is no variant `sol`", "did you mean `solo`?")]


@pytest.mark.parametrize(
    ("condition", "on"),
    [
        ("count(players) is 1", {1}),
        ("count(players) is not 1", {2, 3, 4}),
        ("count(players) >= 3 or count(players) is 1", {1, 3, 4}),
        ("not count(players) in 2..3", {1, 4}),
        ("1 < count(players) and count(players) < 4", {2, 3}),
        ("count(heroes) is 2", {2}),
    ],
)
def test_a_variant_that_switches_itself_on(condition: str, on: set[int]) -> None:
    text = BASE + f'kind hero / heroes is player\nvariant solo "Alone" on when {condition}: die a: 1..6\n'
    for players in (1, 2, 3, 4):
        assert clean(text, players=players).chosen == (("solo",) if players in on else ())
        assert clean(text, "-solo", players=players).chosen == ()
    assert clean(text).chosen == ()
    assert clean(text, "solo").chosen == ("solo",)


def test_only_the_number_of_players_is_known_before_the_game() -> None:
    text = BASE + 'variant solo "Alone" on when rerolls is 1: die a: 1..6\n'
    assert wrong(text) == [
        ("R0509", "only the number of players is known before a game begins", "`on when count(players) is 1`")
    ]


def test_an_extension_may_take_a_variant_away() -> None:
    composed = clean('extends "base.rules"\nremove variant less\n', base__rules=TWO)
    assert [info.name for info in composed.variants] == ["more"]


def test_no_variant_inside_a_variant() -> None:
    text = BASE + 'variant a "A":\n    variant b "B": die a: 1..6\n'
    assert [item[:2] for item in wrong(text, "a")] == [("R0509", "a `variant` cannot stand inside a variant")]


def test_variants_called_twice() -> None:
    text = BASE + 'variant a "A": die a: 1..6\nvariant a "B": die b: 1..6\n'
    assert [item[:2] for item in wrong(text)] == [("R0302", "there are two variants `a`")]


def test_many_variants_that_require_one_another_in_a_circle() -> None:
    text = BASE + "".join(f'variant v{n} "V" on when yes: requires v{(n + 1) % 2000}\n' for n in range(2000))
    assert len(clean(text, players=1).chosen) == 2000


# --- settings --------------------------------------------------------------------------------------------


def test_a_setting_is_turned() -> None:
    composed = clean(BASE, settings={"rerolls": "5", "mood": "wild"})
    assert same(composed, BASE.replace("= 3", "= 5").replace("= calm", "= wild"))


def test_a_turned_setting_wins_over_a_variant() -> None:
    assert same(clean(TWO, "less", settings={"rerolls": "7"}), BASE.replace("= 3", "= 7"))


@pytest.mark.parametrize(
    ("name", "text", "code", "message", "help"),
    [
        ("reroll", "1", "R0301", "there is no setting `reroll`", "did you mean `rerolls`?"),
        ("rerolls", "10", "R0504", "`rerolls` cannot be `10`: it is a number from 0 to 9", "`rerolls=9`"),
        ("rerolls", "-1", "R0504", "`rerolls` cannot be `-1`: it is a number from 0 to 9", "`rerolls=9`"),
        ("rerolls", "many", "R0504", "`rerolls` cannot be `many`: it is a number from 0 to 9", "`rerolls=9`"),
        ("rerolls", "", "R0504", "`rerolls` cannot be ``: it is a number from 0 to 9", "`rerolls=9`"),
        ("mood", "mad", "R0504", "`mood` cannot be `mad`: it is one of `calm`, `wild`", "`mood=calm`"),
        ("mood", "calm, wild", "R0504", "`mood` cannot be `calm, wild`: it is one of `calm`, `wild`", "`mood=calm`"),
    ],
)
def test_a_bad_setting(name: str, text: str, code: str, message: str, help: str) -> None:
    assert wrong(BASE, settings={name: text}) == [(code, message, help)]


# --- the digest ------------------------------------------------------------------------------------------


def test_equal_games_have_equal_digests_wherever_they_lie() -> None:
    here, there = clean(TWO, "less"), clean(TWO.replace("\n", "\r\n"), "less", name="elsewhere/game.rules")
    assert digest(here) == digest(there)


def test_text_variants_and_settings_make_the_digest() -> None:
    made = {
        digest(clean(TWO)),
        digest(clean(TWO, "less")),
        digest(clean(TWO, settings={"rerolls": "1"})),
        digest(clean(TWO + "die z: 1..6\n")),
    }
    assert len(made) == 4
