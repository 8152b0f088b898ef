"""Runs something again whenever one of the files it read has changed, until Ctrl-C."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from cli.exits import Stop

PAUSE = 0.3  # seconds between two looks


def watching(paths: Iterable[str], run: Callable[[], tuple[int, set[str]]]) -> int:
    """Run, then again at each change of `paths` (folders with their *.rules files) or of a file `run` says it read.
    The exit code of the last run, once Ctrl-C is pressed."""
    named = tuple(paths)
    code, read = 0, set[str]()
    try:
        while True:
            before = _stamps((*named, *read))  # looked at before they are read: a change meanwhile is not missed
            code, files = _run(run)
            read = files or read
            seen = {**_stamps((*named, *read)), **before}
            while _stamps((*named, *read)) == seen:
                time.sleep(PAUSE)
            click.echo(f"--- {time.strftime('%H:%M:%S')}", err=True)
    except KeyboardInterrupt:
        return code


def _run(run: Callable[[], tuple[int, set[str]]]) -> tuple[int, set[str]]:
    """A file that is away for a moment, as editors do when they save, is no reason to end."""
    try:
        return run()
    except Stop as stop:
        click.echo(f"rules: {stop.message}", err=True)
        return stop.code, set()


def _stamps(paths: Iterable[str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for path in paths:
        files = Path(path).rglob("*.rules") if os.path.isdir(path) else [Path(path)]
        for file in files:
            try:
                status = file.stat()
            except OSError:
                continue
            found[str(file)] = (status.st_mtime_ns, status.st_size)
    return found
