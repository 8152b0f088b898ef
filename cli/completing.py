"""What a shell completes: bundled games and files, variants, settings with their values, codes, words of the language.

Runs at each press of a key, so it loads neither the engine nor the parser: names are found in the text of rule files,
line by line, in the files they build on too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from rulelang import games

MOST_BYTES = 4_000_000
MOST_FILES = 20
VARIANT = re.compile(r'^variant +(\w+)[^"\n]*(?:"([^"\n]*)")?', re.MULTILINE)
SETTING = re.compile(r'^(?: {4})?setting +(\w+) *: *([^="\n]*)=? *([^"\n#]*)(?:"([^"\n]*)")?', re.MULTILINE)
BUILDS = re.compile(r'^(?:extends|include) +"([^"\n]+)"', re.MULTILINE)
VALUES = re.compile(r"\w+")


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Bundled games, then whatever files the shell finds."""
    found = [CompletionItem(name) for name in games.names() if name.startswith(incomplete)]
    return [*found, CompletionItem(incomplete, type="file")]


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The variants of the game on the line."""
    rows = [(name, title) for text in _texts(ctx) for name, title in VARIANT.findall(text)]
    return [CompletionItem(name, help=title) for name, title in rows if name.startswith(incomplete)]


def complete_setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The settings of the game on the line, each with its `=`; behind it its values, where they are words or few."""
    name, equals, begun = incomplete.partition("=")
    rows = [row for text in _texts(ctx) for row in SETTING.findall(text)]
    if not equals:
        return [CompletionItem(f"{row[0]}=", help=row[3]) for row in rows if row[0].startswith(name)]
    values = next((_values(row[1]) for row in rows if row[0] == name), [])
    return [CompletionItem(f"{name}={value}") for value in values if value.startswith(begun)]


def complete_topic(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Codes with their titles, words of the language, and files."""
    from cli.reference import words
    from rulelang.diagnostics.codes import CODES

    found = [CompletionItem(code, help=row.title) for code, row in CODES.items() if code.startswith(incomplete.upper())]
    found += [CompletionItem(word) for word in words() if word.startswith(incomplete) and incomplete]
    return [*found, CompletionItem(incomplete, type="file")]


def _values(sort: str) -> list[str]:
    """The values of `a | b`, of `1..9`, of `flag`."""
    ends = re.fullmatch(r"\s*(\d{1,4})\s*\.\.\s*(\d{1,4})\s*", sort)
    if ends:
        return [str(value) for value in range(int(ends[1]), int(ends[2]) + 1)][:100]
    return ["yes", "no"] if sort.strip() == "flag" else VALUES.findall(sort)


def _texts(ctx: click.Context) -> Iterator[str]:
    """The text of the game that the line names, and of the files it builds on."""
    # click leaves what it has not matched yet, which it has not while an option still lacks its value, in `args`
    named = ctx.params.get("game") or next(iter(ctx.args), None)
    bundled = games.find(named) if isinstance(named, str) and not Path(named).is_file() else None
    files = [(bundled or Path(named)).resolve()] if isinstance(named, str) else []
    seen: set[Path] = set()
    while files and len(seen) < MOST_FILES:
        path = files.pop(0)
        if path in seen or not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        seen.add(path)
        text = path.read_text("utf-8", "replace")
        yield text
        files += [(path.parent / name).resolve() for name in BUILDS.findall(text)]
