"""A game in Russian: the same game, with every text a player reads in Russian."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from interpreter.game import Game
from interpreter.replay import Header, Recorder, Replay, play, read
from rulelang.loading import Loaded, check_all, load
from rulelang.messages.pofile import load_catalog
from rulelang.messages.translate import translate
from rulelang.program.tables import Program

RULES = Path(__file__).parents[2] / "rules"
ARKHAM = str(RULES / "arkham.rules")
LATIN = re.compile("[A-Za-z]")
NAMES = ("Аня", "Боря", "Вера")


def russian(loaded: Loaded) -> Program:
    assert loaded.program is not None
    assert loaded.composed is not None
    catalog, wrong, _ = load_catalog(loaded.composed.texts, "ru")
    assert wrong == ()
    return translate(loaded.program, catalog)


def random_game(program: Program, players: int, seed: int) -> tuple[Game, set[str]]:
    """A game played at random to its end, and all prompts, labels, refusals and results on the way."""
    game, chance, shown = Game(program, players, seed, names=NAMES), random.Random(seed), set()
    for _ in range(4000):
        decision = game.decision
        if decision is None:
            break
        shown |= {decision.prompt, *(option.label for option in decision.options), *game.why_not("")}
        game.choose(chance.randrange(len(decision.options)))
    assert game.result is not None
    return game, shown | {game.result.text}


@pytest.mark.parametrize("variants", [(), ("herald",), ("face_down", "all_or_nothing", "other_awakening")])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_of_arkham_has_no_latin_letters(variants: tuple[str, ...], seed: int) -> None:
    game, shown = random_game(russian(load(ARKHAM, variants)), 3, seed)
    assert len(shown) > 60
    for seat in (0, 1, 2, 3):
        shown |= set(game.sentences(seat))
    assert [text for text in sorted(shown) if LATIN.search(text)] == []


def test_a_homebrew_speaks_with_its_own_file_and_that_of_its_base() -> None:
    program = russian(load(RULES / "homebrew" / "library_night.rules"))
    assert program.title == "Ночь в библиотеке"
    _, shown = random_game(program, 2, 5)
    assert "Перебросить" in shown
    assert [text for text in sorted(shown) if LATIN.search(text)] == []


def test_the_language_changes_no_state_no_option_and_no_digest() -> None:
    english = load(ARKHAM, ("herald",))
    assert english.program is not None
    other = russian(english)
    assert other.digest == english.program.digest
    one, two, chance = Game(english.program, 2, 7), Game(other, 2, 7), random.Random(7)
    steps = 0
    while one.decision is not None and steps < 600:
        assert two.decision is not None
        assert [option.id for option in one.decision.options] == [option.id for option in two.decision.options]
        assert (one.decision.choice, one.decision.seat) == (two.decision.choice, two.decision.seat)
        assert one.state == two.state
        index = chance.randrange(len(one.decision.options))
        one.choose(index)
        two.choose(index)
        steps += 1
    assert steps > 50


def test_a_replay_recorded_in_english_plays_in_russian(tmp_path: Path) -> None:
    loaded = load(ARKHAM)
    assert loaded.program is not None
    header = Header(
        program=loaded.program.name, digest=loaded.program.digest, path=ARKHAM, variants=(), settings={}, players=2,
        names=("Ann", "Bob"), seed=11, undo="keep", manual=False,
    )  # fmt: skip
    game, chance = Game(loaded.program, 2, 11, names=header.names), random.Random(11)
    with Recorder.create(tmp_path / "g.replay", header) as recorder:
        for _ in range(120):
            decision = game.decision
            if decision is None:
                break
            option = decision.options[chance.randrange(len(decision.options))]
            game.choose(option)
            recorder.decision(decision, option)
    replay: Replay = read(tmp_path / "g.replay")
    played = play(replay, russian(loaded))
    assert played.stop is None
    assert played.same_rules
    assert played.game.state == game.state
    assert any("Монст" in line for line in played.game.sentences(0))


# --- small games -----------------------------------------------------------------------------------------

SMALL = """game tiny "Tiny":
    players: 1..2
die fate: sun, rain
kind player:
    track coin / coins: 0..30 = 25
phase game:
    repeat: each player: choose menu
choice menu "What now":
    give "Give {n} coins" for each n in 1..22: lose n coins
    stay "Stay": lose 1 coin
    leave "Leave": win "Home"
"""
HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;\\n"\n\n'
PLURAL = (
    'msgid "Give {n} coins"\nmsgid_plural "Give {n} coins"\nmsgstr[0] "Отдать {n} монету"\n'
    'msgstr[1] "Отдать {n} монеты"\nmsgstr[2] "Отдать {n} монет"\n\n'
)


def tiny(folder: Path, po: str) -> Loaded:
    (folder / "tiny.rules").write_text(SMALL, "utf-8")
    (folder / "tiny.ru.po").write_text(HEADER + po, "utf-8")
    return load((folder / "tiny.rules").as_posix())


def test_the_number_in_a_label_chooses_its_form(tmp_path: Path) -> None:
    game = Game(russian(tiny(tmp_path, PLURAL)), 1)
    assert game.decision is not None
    labels = [option.label for option in game.decision.options]
    expected = {1: "монету", 2: "монеты", 5: "монет", 11: "монет", 21: "монету", 22: "монеты"}
    assert {n: labels[n - 1] for n in expected} == {n: f"Отдать {n} {word}" for n, word in expected.items()}


def test_a_text_without_a_translation_stays_english(tmp_path: Path) -> None:
    game = Game(russian(tiny(tmp_path, 'msgid "Stay"\nmsgstr "Остаться"\n')), 1)
    assert game.decision is not None
    labels = [option.label for option in game.decision.options]
    assert labels[0] == "Give 1 coins"
    assert labels[-2:] == ["Остаться", "Leave"]
    assert game.decision.prompt == "What now"


def findings(folder: Path, po: str) -> list[tuple[str, str]]:
    tiny(folder, po)
    loaded = check_all((folder / "tiny.rules").as_posix())
    return sorted((item.code.number, item.message) for item in loaded.diagnostics if item.code.number.startswith("R06"))


def test_check_tells_what_is_missing_stale_and_wrong(tmp_path: Path) -> None:
    found = findings(
        tmp_path,
        PLURAL
        + 'msgid "Stay"\nmsgstr "Остаться {n}"\n\nmsgid "Gone"\nmsgstr "Было"\n\n#, fuzzy\nmsgid "Leave"\nmsgstr "Уйти"\n',
    )
    messages = [message for _, message in found]
    assert "`What now` has no translation (ru)" in messages
    assert "`Leave` has a translation that is marked fuzzy (ru)" in messages
    assert ("R0602", "`Gone` is translated, but no text of the game reads so") in found
    assert ("R0603", "the translation of `Stay` has `{n}`, which the text has not") in found
    assert not any("Give" in message for message in messages)


def test_a_game_without_po_files_is_asked_for_none(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").write_text(SMALL, "utf-8")
    assert check_all((tmp_path / "tiny.rules").as_posix()).diagnostics == ()


def test_the_bundled_translations_are_complete() -> None:
    for path in (ARKHAM, str(RULES / "homebrew" / "library_night.rules")):
        assert [item.message for item in check_all(path).diagnostics if item.code.number.startswith("R06")] == []
