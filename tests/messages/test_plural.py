"""Plural rules: Russian forms by the CLDR's examples, and rules that strangers wrote."""

from __future__ import annotations

import time

import pytest

from rulelang.messages.catalog import Catalog, Entry
from rulelang.messages.plural import form_of, is_rule

RUSSIAN = "n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2"
HOSTILE = (
    "__import__('os').system('true')",
    "n.__class__",
    "lambda: 0",
    "[0][n]",
    "n ** n ** n",
    "(" * 300 + "n" + ")" * 300,
    "(" * 5000 + "n",
    "n;import os",
    "the second",
    "",
    "n\x00",
    "9" * 500,
)


@pytest.mark.parametrize(
    ("n", "word"),
    [(0, "улик"), (1, "улика"), (2, "улики"), (4, "улики"), (5, "улик"), (11, "улик"), (12, "улик"), (21, "улика"),
     (22, "улики"), (25, "улик"), (101, "улика"), (111, "улик"), (-1, "улика"), (-3, "улики")],
)  # fmt: skip
def test_russian(n: int, word: str) -> None:
    catalog = Catalog("ru", {("", "{n} clues"): Entry(("улика", "улики", "улик"), RUSSIAN)})
    assert catalog.lookup("{n} clues", n) == word


def test_english_falls_back_to_its_own_two_forms() -> None:
    catalog = Catalog("ru")
    assert [catalog.lookup("{n} die", n, plural="{n} dice") for n in (0, 1, 2)] == ["{n} dice", "{n} die", "{n} dice"]


@pytest.mark.parametrize("rule", HOSTILE)
def test_what_is_no_rule_is_refused_at_once(rule: str) -> None:
    begun = time.monotonic()
    assert not is_rule(rule, 3)
    assert form_of(rule, 5, 3) == 0
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("rule", ["n", "n % 0", "n / 0", "3"])
def test_a_rule_that_leaves_the_forms_is_refused(rule: str) -> None:
    assert not is_rule(rule, 3)
    assert 0 <= form_of(rule, 7, 3) < 3


def test_huge_numbers_take_no_time() -> None:
    assert form_of("*".join(["n"] * 150) + " % 2", 10**300, 2) in (0, 1)
