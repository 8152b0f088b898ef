"""A subcommand whose help begins with examples, and the options that several subcommands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cli.main import _color, write_examples
from cli.exits import Stop, USAGE

F = TypeVar("F", bound=Callable[..., Any])


class Command(click.Command):
    """Two examples first, then the usual help."""

    def __init__(self, *args: Any, examples: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(self.examples, formatter)
        super().format_usage(ctx, formatter)
