"""How long reading and checking a file takes, and how it grows with its length."""

from __future__ import annotations

import re
from collections.abc import Iterator

import rulelang
from rulelang.diagnostics import codes
from rulelang.parse import parse
from rulelang.source import Source
from tests.bench.figure import Figure, best
from tests.bench.startup import GAME

DECLARED = re.compile(r"^(?:phase|rule|choice|trigger) (\w+)", re.MULTILINE)


def figures() -> Iterator[Figure]:
    """arkham.rules, and files ten and a hundred times as long."""
    text = GAME.read_text(encoding="utf-8")
    parse(Source("warm up", text))
    once = 0.0
    for times in (1, 10, 100):
        longer = lengthened(text, times)
        lines = longer.count("\n")
        if _refused(longer):
            yield Figure(f"{lines:,} lines are refused as too large", len(longer) / 1e6, "M characters")
            continue
        reading = best(lambda longer=longer: parse(Source("long", longer)), 5 if times < 100 else 1)  # type: ignore[misc]
        both = best(lambda longer=longer: rulelang.load_text(longer, "long"), 3 if times < 100 else 1)  # type: ignore[misc]
        per_line = both / lines
        once = once or per_line
        goal = 100.0 if times == 1 else None
        yield Figure(f"parse {lines:,} lines", reading * 1000, "ms")
        yield Figure(f"parse, check, lower {lines:,} lines", both * 1000, "ms")
        yield Figure("  for 1,000 lines", per_line * 1e6, "ms", goal)
        if times > 1:
            yield Figure("  against one file, a line", per_line / once, "x", 2)


def _refused(text: str) -> bool:
    return any(item.code is codes.TOO_LARGE for item in parse(Source("long", text))[1])


def lengthened(text: str, times: int) -> str:
    """The file with its rules repeated under new names until it is `times` as long."""
    begin, end = text.index("phase round("), text.index("# --- Variants")
    rules = text[begin:end]
    names = "|".join(sorted(set(DECLARED.findall(rules))))
    again = re.compile(rf"\b({names})\b")
    lines = text.count("\n")
    copies = (lines * (times - 1)) // rules.count("\n")
    return text + "".join("\n" + again.sub(rf"\1_{n}", rules) for n in range(copies))
