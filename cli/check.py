"""`rules check`: every mistake in rule files, in the format asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.color import colored
from cli.command import Command, color_option
from cli.completing import complete_game
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from cli.gamefile import locate
from rulelang.diagnostics.diagnostic import Diagnostic, Severity, in_order
from rulelang.messages.words import say

if TYPE_CHECKING:
    from rulelang.loading import Loaded
    from rulelang.source import Source

FORMATS = ("text", "concise", "json", "sarif", "github")
STDIN = "-"


@click.command(
    "check",
    cls=Command,
    examples=("rules check my-game.rules", "rules check --format concise --strict rules/"),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_game)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How findings are printed.")
@click.option("--strict", is_flag=True, help="Warnings count as errors do: the same as --fail-on warning.")
@click.option("--fail-on", type=click.Choice(["error", "warning"]), default="error", help="What makes the exit code 1.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@color_option
def command(paths: tuple[str, ...], form: str, strict: bool, fail_on: str, watch: bool) -> int:
    """Find the mistakes in rule files.

    A PATH is a file, a folder (all *.rules files in it), a bundled game's name, or - for standard input. Findings go to
    standard output, a summary to standard error. The exit code is 1 where there are findings, 2 where a file cannot be
    read.
    """
    strict = strict or fail_on == "warning"
    if watch:
        from cli.watch import watching

        if STDIN in paths:
            raise Stop(USAGE, say("standard input cannot be watched"))
        return watching(paths, lambda: _once(paths, form, strict))
    return _once(paths, form, strict)[0]


def _once(paths: tuple[str, ...], form: str, strict: bool) -> tuple[int, set[str]]:
    """Check and print; the exit code, and the files that were read."""
    found: dict[Diagnostic, None] = {}
    sources: dict[str, Source] = {}
    files = 0
    for path in _files(paths):
        loaded = _check(path)
        found.update(dict.fromkeys(loaded.diagnostics))
        sources.update(loaded.sources)
        files += 1
    diagnostics = in_order(found)
    click.echo(_render(form, diagnostics, sources), nl=False, color=True)
    click.echo(summary(diagnostics, files), err=True)
    counted = diagnostics if strict else _errors(diagnostics)
    return FINDINGS if counted else CLEAN, set(sources)


def _files(paths: Iterable[str]) -> Iterator[str]:
    """Each file once, in the order named; a folder's in the order of the alphabet."""
    seen: set[str] = set()
    for path in paths:
        for file in _expand(path):
            if file not in seen:
                seen.add(file)
                yield file


def _expand(path: str) -> list[str]:
    if path == STDIN:
        return [STDIN]
    if not Path(path).is_dir():
        return [locate(path)]
    inside = sorted(str(file) for file in Path(path).rglob("*.rules") if file.is_file())
    if not inside:
        raise Stop(USAGE, say("there are no *.rules files in `{path}`", path=path))
    return inside


def _check(path: str) -> Loaded:
    from rulelang import loading

    if path == STDIN:
        data = sys.stdin.buffer.read(_most_bytes() + 1)
        return loading.check_text(_decoded(data), "<stdin>", folder=".")
    return loading.check_all(path)


def _most_bytes() -> int:
    from rulelang.parse.tokens import MOST_CHARACTERS

    return 4 * MOST_CHARACTERS


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Stop(USAGE, say("standard input is not UTF-8 text")) from None


def _render(form: str, diagnostics: tuple[Diagnostic, ...], sources: dict[str, Source]) -> str:
    from rulelang.diagnostics import concise, github, json, sarif, text

    match form:
        case "concise":
            return concise.render(diagnostics, sources)
        case "json":
            return json.render(diagnostics, sources)
        case "github":
            return github.render(diagnostics, sources)
        case "sarif":
            from cli import __version__

            return sarif.render(diagnostics, sources, version=__version__)
    return text.render(diagnostics, sources, color=colored(sys.stdout))


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [item for item in diagnostics if item.severity is Severity.ERROR]


def summary(diagnostics: tuple[Diagnostic, ...], files: int) -> str:
    """`2 errors, 1 warning in 1 file`, or `no findings in 3 files`."""
    errors = len(_errors(diagnostics))
    warnings = len(diagnostics) - errors
    parts = [say("{n} error", errors, plural="{n} errors")] if errors else []
    parts += [say("{n} warning", warnings, plural="{n} warnings")] if warnings else []
    where = say("in {n} file", files, plural="in {n} files")
    return f"{', '.join(parts) or say('no findings')} {where}"
