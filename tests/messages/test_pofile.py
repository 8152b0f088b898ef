"""Reading .po files: what is usable is used, what is not is a finding with its file and line, and nothing raises."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from rulelang.messages.lang import choose, code
from rulelang.messages.pofile import MOST_CHARACTERS, read, read_source
from rulelang.source import Source

HEADER = 'msgid ""\nmsgstr "Language: ru\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'


def of(text: str, header: str = HEADER) -> tuple[dict[str, str], list[tuple[str, int]]]:
    """What a file's text translates, and its findings with their lines."""
    source = Source("t.ru.po", header + text)
    po = read_source(source, "ru")
    found = [(item.code.number, source.position(item.span.start)[0]) for item in po.diagnostics]
    return {key[1]: entry.forms[0] for key, entry in po.catalog.entries.items()}, found


def test_a_text_and_its_context() -> None:
    po = read_source(Source("t.po", HEADER + 'msgctxt "word"\nmsgid "clue"\nmsgstr "улика"\n'), "ru")
    assert po.catalog.lookup("clue", context="word") == "улика"
    assert po.catalog.lookup("clue") == "clue"


def test_what_is_empty_or_fuzzy_is_not_used() -> None:
    assert of('msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "Б"\n\nmsgid "c"\nmsgstr "В"\n') == ({"c": "В"}, [])


def test_plural_forms_must_be_whole() -> None:
    whole = 'msgid "{n} a"\nmsgid_plural "{n} a"\nmsgstr[0] "{n} А"\nmsgstr[1] "{n} Аа"\n'
    assert of(whole)[0] == {"{n} a": "{n} А"}
    assert of(whole.replace("{n} Аа", ""))[0] == {}


@pytest.mark.parametrize("translation", ["нет", "{n} {m}", "{n.__class__}", "{n:>99999999}", "{0}", "{n!r}"])
def test_other_holes_are_a_finding_at_their_line(translation: str) -> None:
    assert of(f'msgid "take {{n}}"\nmsgstr "{translation}"\n') == ({}, [("R0603", 4)])


@pytest.mark.parametrize(
    ("text", "line"),
    [('msgid "a\nmsgstr "b"\n', 4), ('msgid "a"\nmsgstr "b"\nnonsense\n', 6), ('msgid "a"\nmsgstr[x] "b"\n', 5)],
)
def test_a_broken_file_is_a_finding_at_its_line(text: str, line: int) -> None:
    entries, found = of(text)
    assert entries == {}
    assert found == [("R0604", line)]


@pytest.mark.parametrize(
    "rule", ["nplurals=2; plural=__import__('os');", "nplurals=99; plural=n;", "nplurals=2; plural=n;"]
)
def test_a_rule_that_is_none_is_a_finding_and_the_texts_stay(rule: str) -> None:
    entries, found = of('msgid "a"\nmsgstr "b"\n', f'msgid ""\nmsgstr "Plural-Forms: {rule}\\n"\n\n')
    assert entries == {"a": "b"}
    assert [number for number, _ in found] == ["R0604"]


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "t.ru.po"
    path.write_text(HEADER + "# x\n" * (MOST_CHARACTERS // 4), "utf-8")
    begun = time.monotonic()
    po = read(str(path), "ru")
    assert po is not None
    assert [item.code.number for item in po.diagnostics] == ["R0604"]
    assert time.monotonic() - begun < 5


def test_a_large_file_takes_time_that_grows_with_it() -> None:
    begun = time.monotonic()
    entries, _ = of("".join(f'msgid "text {n}"\nmsgstr "текст {n}"\n\n' for n in range(5000)))
    assert len(entries) == 5000
    assert time.monotonic() - begun < 20


def test_a_folder_and_a_binary_file_are_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "a.ru.po").mkdir()
    (tmp_path / "b.ru.po").write_bytes(b"\xff\xfe\x00\x01" * 100)
    (tmp_path / "c.ru.po").write_bytes(HEADER.encode() + b'msgid "a\x00b"\nmsgstr "\x00\x1b[2J"\n')
    for name in ("a", "b", "c"):
        po = read(str(tmp_path / f"{name}.ru.po"), "ru")
        assert po is None or po.diagnostics or po.catalog.entries
    assert read(str(tmp_path / "none.ru.po"), "ru") is None


@pytest.mark.parametrize("seed", range(20))
def test_any_spoilt_file_is_read_without_an_exception(seed: int) -> None:
    whole = Path(__file__).parents[2].joinpath("rules/homebrew/library_night.ru.po").read_text("utf-8")
    chance = random.Random(seed)
    for _ in range(20):
        letters = list(whole)
        for _ in range(chance.randint(1, 12)):
            letters[chance.randrange(len(letters))] = chance.choice(
                ['"', "\n", "\\", "{", "}", "[", "\x00", "msgid ", "#~ ", "🂡"]
            )
        po = read_source(Source("t.ru.po", "".join(letters)), "ru")
        assert po.diagnostics or po.translations


# --- which language --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "environ", "lang"),
    [
        ("ru", {"LANG": "de_DE.UTF-8"}, "ru"),
        (None, {"LANG": "de_DE.UTF-8", "LC_ALL": "ru_RU.UTF-8"}, "ru"),
        (None, {"LC_ALL": "ru_RU.UTF-8", "RULES_LANG": "en"}, "en"),
        (None, {"LC_MESSAGES": "pt_BR", "LANG": "ru_RU"}, "pt_BR"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "POSIX"}, "en"),
        (None, {}, "en"),
        (None, {"LC_ALL": "", "LANG": "ru_RU.UTF-8"}, "ru"),
        (None, {"LANG": "../../etc/passwd"}, "en"),
    ],
)
def test_the_language_asked_for_or_the_systems(asked: str | None, environ: dict[str, str], lang: str) -> None:
    assert choose(asked, environ) == lang


@pytest.mark.parametrize("text", ["", "r", "ru/..", "ru\x00", "..", "русский", "ru_RU_RU"])
def test_what_is_no_code(text: str) -> None:
    assert code(text) is None
