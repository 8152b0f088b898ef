"""Which plural form goes with a number: gettext's rules, compiled from what a catalogue's header says.

A rule is a C expression over `n`. It comes from a stranger's file: what is no rule is refused, and what goes wrong while it
is worked out counts as the first form.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import lru_cache

GERMANIC = "n != 1"  # one form for one, one for the rest
MOST_CHARACTERS = 400
LARGEST = 10**9


@lru_cache(maxsize=64)
def _compiled(rule: str) -> Callable[[int], int]:
    if len(rule) > MOST_CHARACTERS:
        raise ValueError("the plural rule is too long")
    try:
        return gettext.c2py(rule)
    except RecursionError:
        raise ValueError("the plural rule is too deep") from None


def is_rule(rule: str, forms: int) -> bool:
    """Whether a text is a plural rule that gives one of so many forms for the numbers of a game."""
    try:
        found = _compiled(rule)
        return all(0 <= int(found(n)) < forms for n in range(200))
    except (ValueError, ArithmeticError, OverflowError):
        return False


def form_of(rule: str, n: int, forms: int) -> int:
    """The index of the form for `n`, from 0 to `forms` - 1."""
    if not rule or forms < 2:
        return 0
    try:
        index = int(_compiled(rule)(min(abs(n), LARGEST)))
    except (ValueError, ArithmeticError, OverflowError):
        return 0
    return index if 0 <= index < forms else 0
