"""The program's own words: all are translated into Russian, and English does without the library."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.messages.catalog import Catalog, Entry
from rulelang.messages.extract import PACKAGES
from rulelang.messages.gather import program_lines
from rulelang.messages.pofile import read
from rulelang.messages.words import FILE, LOCALE, available, fill, say, say_in, use

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


def test_russian_has_every_sentence_of_the_program_and_no_other() -> None:
    po = read((LOCALE / "ru" / FILE).as_posix(), "ru")
    assert po is not None
    assert po.diagnostics == ()
    said = {line.key for line in program_lines(ROOT / name for name in PACKAGES)}
    assert len(said) > 150
    assert sorted(said - set(po.catalog.entries)) == []
    assert sorted({item.key for item in po.translations} - said) == []


def test_say_speaks_the_language_in_use() -> None:
    assert say("there is nothing to take back") == "there is nothing to take back"
    use("ru")
    assert say("there is nothing to take back") == "возвращать нечего"
    assert say("nobody has translated {this}", this="me") == "nobody has translated me"
    use("tlh")
    assert say("there is nothing to take back") == "there is nothing to take back"


def test_say_in_speaks_one_language_whatever_is_in_use() -> None:
    assert say_in("ru", "Pass") == "Пас"
    assert say_in("en", "Pass") == "Pass"
    assert say_in("ru", "{n} dice", 22, context="dice") == "22 кубика"


def test_a_translation_with_holes_that_are_not_there_is_passed_over() -> None:
    catalog = Catalog("ru", {("", "take {n}"): Entry(("взять {m}",), "")})
    assert fill(catalog, "take {n}", 3, None, "", {}) == "take 3"


def test_the_languages_there_are() -> None:
    assert available() == ["en", "ru"]


@pytest.mark.parametrize("command", [["--version"], ["variants", "arkham"], ["list"]])
def test_english_needs_no_library(command: list[str]) -> None:
    code = "import sys; from cli.main import run; run(sys.argv[1:]); print(sorted(m for m in sys.modules if m.split('.')[0] == 'babel'))"
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.stdout.strip().splitlines()[-1] == "[]"
