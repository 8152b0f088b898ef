"""`rules test`: runs the tests that stand in rule files, each with its variants."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option
from cli.completing import complete_game
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import load_game, locate
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.ast.declarations import Test


@dataclass(frozen=True, slots=True)
class Tried:
    """One test that was run: its place (`line` of what failed, else of the test) and why it failed, or nothing."""

    file: str
    line: int
    test: str
    passed: bool
    message: str


@click.command("test", cls=Command, examples=("rules test my-game.rules", "rules test rules/ --format json"))
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_game)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How results are printed.")
@color_option
def command(paths: tuple[str, ...], form: str) -> int:
    """Run the tests in rule files.

    A PATH is a file, a folder (all *.rules files in it) or a bundled game's name. The exit code is 1 where a test fails.
    """
    tried: list[Tried] = []
    for path in paths:
        for file in _files(path):
            tried += run_file(file)
    failed = [row for row in tried if not row.passed]
    if form == "json":
        click.echo(json.dumps([asdict(row) for row in tried], ensure_ascii=False, indent=2))
    else:
        for row in failed:
            failure = say("failed: {test}: {reason}", test=visible(row.test), reason=visible(row.message))
            click.echo(f"{visible(row.file)}:{row.line}: {failure}")
    click.echo(say("{passed} passed, {failed} failed", passed=len(tried) - len(failed), failed=len(failed)), err=True)
    return FINDINGS if failed else CLEAN


def _files(path: str) -> list[str]:
    if not Path(path).is_dir():
        return [locate(path)]
    found = sorted(str(file) for file in Path(path).rglob("*.rules") if file.is_file())
    if not found:
        raise Stop(USAGE, say("there are no *.rules files in `{path}`", path=path))
    return found


def run_file(path: str) -> Iterator[Tried]:
    """Every test of a game, under its own variants and number of players."""
    from rulelang.ast import declarations as d
    from rulelang.loading import load

    first = load(path)
    if first.program is None:
        load_game(path)  # says why, and stops
    own = _own_files(path)
    tests = [item for item in first.file.declarations if isinstance(item, d.Test) and _is_own(item, own)]
    inside = [
        (item, info.name)
        for info in first.variants
        for item in info.declarations
        if isinstance(item, d.Test) and _is_own(item, own)
    ]
    for test in tests:
        yield _run(path, test, ())
    for test, variant in inside:
        yield _run(path, test, (variant,))


def _is_own(test: Test, own: set[str] | None) -> bool:
    return own is None or test.span.file in own


def _own_files(path: str) -> set[str] | None:
    """For a game built on another, its own file and those it includes: the base's tests are the base's. Else None."""
    from rulelang.ast import declarations as d
    from rulelang.parse import parse
    from rulelang.reading import read_text
    from rulelang.source import Source

    top = Path(path)
    source = read_text(path, top.as_posix())
    declarations = parse(source)[0].declarations if isinstance(source, Source) else ()
    if not any(isinstance(item, d.Extends) for item in declarations):
        return None
    return {
        top.as_posix(),
        *((top.parent / item.path).as_posix() for item in declarations if isinstance(item, d.Include)),
    }


def _run(path: str, test: Test, outer: tuple[str, ...]) -> Tried:
    from interpreter.examples import run_test
    from interpreter.faults import Fault
    from rulelang.ast import declarations as d

    variants = outer + tuple(n.name for item in test.items if isinstance(item, d.Variants) for n in item.names)
    seats = [seat for item in test.items if isinstance(item, d.Players) for seat in item.seats]
    program, loaded = load_game(path, variants, None, len(seats) or None)
    file = test.span.file
    source = loaded.sources.get(file)
    line = source.position(test.span.start)[0] if source else 0
    index = next((n for n, row in enumerate(program.tests) if row.text == test.text and row.span == test.span), None)
    if index is None:
        index = next((n for n, row in enumerate(program.tests) if row.text == test.text), None)
    if index is None:
        return Tried(file, line, test.text, False, say("it is gone under its own variants"))
    try:
        result = run_test(program, index)
    except Fault as fault:
        at = loaded.sources.get(fault.span.file)
        return Tried(file, at.position(fault.span.start)[0] if at else line, test.text, False, fault.message)
    at = loaded.sources.get(result.span.file)
    return Tried(file, at.position(result.span.start)[0] if at else line, test.text, result.ok, result.message)
