"""`rules fmt`: rule files in the one layout that all have, written only where something changes."""

from __future__ import annotations

import codecs
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.color import colored
from cli.command import Command, color_option
from cli.exits import CLEAN, FINDINGS, USAGE, Stop
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say
from rulelang.source import Source

if TYPE_CHECKING:
    from rulelang.diagnostics.diagnostic import Diagnostic

STDIN = "-"
MARK = "\ufeff"


@click.command("fmt", cls=Command, examples=("rules fmt my-game.rules", "rules fmt --check --diff rules/"))
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; the exit code is 1 where something would change.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@color_option
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Put rule files into the one layout that all have. The rules and the comments stay as they are.

    A PATH is a file, a folder (all *.rules files in it), or - for standard input, which goes to standard output. A file with
    a mistake in its text is not touched. The names of changed files go to standard error. The exit code is 1 where a file
    has a mistake, or would change under --check; 2 where one cannot be read or written.
    """
    codes = [_one(path, check, diff) for path in dict.fromkeys(_files(paths))]
    return max(codes, default=CLEAN)


def _files(paths: Iterable[str]) -> Iterator[str]:
    """Each file named, and in folders each that is a file of its own, in the order of the alphabet."""
    for path in paths:
        if path != STDIN and Path(path).is_dir():
            inside = [file for file in Path(path).rglob("*.rules") if file.is_file() and not file.is_symlink()]
            if not inside:
                raise Stop(USAGE, say("there are no *.rules files in `{path}`", path=path))
            yield from sorted(map(str, inside))
        else:
            yield path


def _one(path: str, check: bool, diff: bool) -> int:
    """Format a file; the exit code that comes of it."""
    from rulelang.format import format_source

    source = _read(path)
    if isinstance(source, str):
        return _complain(path, source)
    text, found = format_source(source)
    if text is None:
        _show(found, source)
        return FINDINGS
    changed = text != source.text
    if diff and changed:
        click.echo("".join(_difference(source, text)), nl=False)
    if path == STDIN and not check and not diff:
        click.echo(text, nl=False)
        return CLEAN
    if not changed:
        return CLEAN
    if not check and not diff:
        try:
            _write(path, text)
        except OSError as error:
            return _complain(path, (error.strerror or str(error)).lower())
    if check or diff:
        click.echo(say("would change {path}", path=visible(path)), err=True)
    else:
        click.echo(say("changed {path}", path=visible(path)), err=True)
    return FINDINGS if check else CLEAN


def _read(path: str) -> Source | str:
    """The text of a file, its line ends and all; or why there is none."""
    from rulelang.parse.tokens import MOST_CHARACTERS
    from rulelang.reading import LARGE, NOT_UTF8, read_text

    if path != STDIN:
        read = read_text(path, path) or say("there is no such file")
        return Source(path, MARK + read.text) if isinstance(read, Source) and _marked(path) else read
    data = sys.stdin.buffer.read(4 * MOST_CHARACTERS + 1)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return LARGE if len(data) > 4 * MOST_CHARACTERS else NOT_UTF8
    return Source("<stdin>", text) if len(text) <= MOST_CHARACTERS else LARGE


def _marked(path: str) -> bool:
    """Whether a file begins with a byte order mark, which reading passes over."""
    with open(path, "rb") as file:
        return file.read(3) == codecs.BOM_UTF8


def _complain(path: str, why: str) -> int:
    click.echo(f"rules: {visible(path)}: {visible(why)}", err=True)
    return USAGE


def _show(found: tuple[Diagnostic, ...], source: Source) -> None:
    from rulelang.diagnostics.text import render

    click.echo(render(found, {source.name: source}, color=colored(sys.stderr)), err=True, nl=False, color=True)


def _difference(source: Source, text: str) -> Iterator[str]:
    """The lines of a unified diff, safe to print."""
    old, new = source.text.split("\n"), text.split("\n")
    if old[-1] == "" == new[-1]:  # both end as they should: that is no line of its own
        old, new = old[:-1], new[:-1]
    for line in unified_diff(old, new, source.name, source.name, lineterm=""):
        yield visible(line) + "\n"


def _write(path: str, text: str) -> None:
    """Replace a file in one step: whoever reads it meanwhile sees the old text or the new. Its mode stays; a link stays a link."""
    real = os.path.realpath(path)
    mode = os.stat(real).st_mode & 0o7777
    if not mode & 0o222 or not os.access(real, os.W_OK):
        raise PermissionError("it may not be written")
    handle, beside = tempfile.mkstemp(prefix=".", suffix=".fmt", dir=os.path.dirname(real))
    try:
        with open(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, real)
    except BaseException:
        os.unlink(beside)
        raise
