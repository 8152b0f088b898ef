"""Every construct that says or does something has a phrase, and every phrase that is asked for is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.ast.node import KINDS, Expr, Head, Stmt
from rulelang.rulebook import bends, conditions, doing, phrases, values

FOLDER = Path(phrases.__file__).parent
SAID = re.compile(r'\bsay\(\s*f?"([a-z.]+)"')


@pytest.mark.parametrize(("family", "table"), [(Expr, values.VALUES), (Stmt, doing.STATEMENTS), (Head, bends.HEADS)])
def test_no_class_is_without_a_phrase(family: type, table: dict[type, object]) -> None:
    classes = {cls for cls in KINDS.values() if issubclass(cls, family) and cls is not family}
    assert {cls.__name__ for cls in classes - set(table)} == set()


def test_conditions_are_expressions_with_phrases() -> None:
    assert set(conditions.CLAUSES) <= set(values.VALUES)


def test_asked_for_is_there() -> None:
    asked = {key for path in FOLDER.glob("*.py") for key in SAID.findall(path.read_text("utf-8"))}
    assert {key for key in asked if key not in phrases.table("en")} == set()


def test_bodies_have_a_short_and_a_long_phrase() -> None:
    text = (FOLDER / "doing.py").read_text("utf-8") + (FOLDER / "bends.py").read_text("utf-8")
    keys = set(re.findall(r'with_(?:body|steps)\(s, "([a-z.]+)"', text))
    assert keys
    for key in keys:
        assert f"{key}.many" in phrases.table("en")


def test_holes_are_not_templates() -> None:
    said = phrases.Phrases().say("quote", text="**{x}** {0!r} *")
    assert said == "“**{x}** {0!r} *”"


@pytest.mark.parametrize(("kind", "said"), [("omen", "an omen"), ("ghost", "a ghost")])
def test_articles(kind: str, said: str) -> None:
    assert phrases.Phrases().say("one", kind=kind) == said


HOLES = re.compile(r"\{(\w+)\}")
UNFILLED = {"your.place"}  # another language needs no name to say "your place"


@pytest.mark.parametrize("language", [name for name in phrases.LANGUAGES if name != "en"])
def test_a_language_says_everything(language: str) -> None:
    english, other = phrases.table("en"), phrases.table(language)
    assert set(other) <= set(english)
    assert {key for key in set(english) - set(other) if key.removesuffix(".many") not in other} == set()
    for key, phrase in other.items():
        assert set(HOLES.findall(phrase)) == set(HOLES.findall(english[key])) or key in UNFILLED, key
        assert phrase.count("*") == english[key].count("*") or phrase.count("*") % 2 == 0, key


def test_russian_speaks_no_english() -> None:
    left = {key: HOLES.sub("", phrase) for key, phrase in phrases.table("ru").items()}
    assert {key: phrase for key, phrase in left.items() if re.search("[A-Za-z]", phrase)} == {}


def test_phrase_files_have_nothing_twice() -> None:
    for language in phrases.LANGUAGES:
        lines = (FOLDER / f"{language}.phrases").read_text("utf-8").splitlines()
        keys = [line.partition(" = ")[0] for line in lines if line and not line.startswith("#")]
        assert len(keys) == len(set(keys)) == len(phrases.table(language))
