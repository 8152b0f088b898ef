"""`rules test`: runs the tests that stand in rule files, each with its variants."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.command import Command, color_option
from cli.completing import complete_game
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import locate, playable
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.ast.declarations import Test
    from rulelang.loading import Loaded
    from rulelang.program.tables import Program

Conditions = tuple[tuple[str, ...], int | None]


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


def run_file(path: str) -> list[Tried]:
    """Every test of a game, under its own variants and number of players, in the order of the file.

    Tests that are played under the same are run one after another, so that each set is loaded once, and let go.
    """
    from rulelang.ast import declarations as d
    from rulelang.loading import opened

    load = opened(path)
    first = load((), None)
    if first.program is None:
        playable(path, first)  # says why, and stops
    own = _own_files(path)
    tests = [(item, ()) for item in first.file.declarations if isinstance(item, d.Test)]
    inside = [(item, (info.name,)) for info in first.variants for item in info.declarations if isinstance(item, d.Test)]
    groups: dict[Conditions, list[tuple[int, Test]]] = {}
    for index, (test, outer) in enumerate([*tests, *inside]):
        if _is_own(test, own):
            groups.setdefault(_conditions(test, outer), []).append((index, test))
    tried: dict[int, Tried] = {}
    for (variants, players), group in groups.items():
        program, loaded = playable(path, load(variants, players))
        tried |= {index: _run(program, loaded, test) for index, test in group}
    return [tried[index] for index in sorted(tried)]


def _conditions(test: Test, outer: tuple[str, ...]) -> Conditions:
    """The variants a test asks for, with the one it stands in, and how many it says are playing, or None."""
    from rulelang.ast import declarations as d

    asked = tuple(name.name for item in test.items if isinstance(item, d.Variants) for name in item.names)
    seats = sum(len(item.seats) for item in test.items if isinstance(item, d.Players))
    return outer + asked, seats or None


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


def _run(program: Program, loaded: Loaded, test: Test) -> Tried:
    from interpreter.examples import run_test
    from interpreter.faults import Fault

    file = test.span.file
    source = loaded.sources.get(file)
    line = source.position(test.span.start)[0] if source else 0
    same = [index for index, row in enumerate(program.tests) if row.text == test.text]
    if not same:
        return Tried(file, line, test.text, False, say("it is gone under its own variants"))
    index = next((index for index in same if program.tests[index].span == test.span), same[0])
    try:
        result = run_test(program, index)
    except Fault as fault:
        at = loaded.sources.get(fault.span.file)
        return Tried(file, at.position(fault.span.start)[0] if at else line, test.text, False, fault.message)
    at = loaded.sources.get(result.span.file)
    return Tried(file, at.position(result.span.start)[0] if at else line, test.text, result.ok, result.message)
