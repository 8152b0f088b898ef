"""A subcommand whose help begins with examples, and the options that several subcommands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cli.completing import complete_setting, complete_variant
from cli.language import lang_option
from cli.main import remember_color, write_examples, write_help, write_options

F = TypeVar("F", bound=Callable[..., Any])


class Command(click.Command):
    """Two examples first, then the usual help."""

    def __init__(self, *args: Any, examples: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples
        self.params.append(lang_option())

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(self.examples, formatter)
        super().format_usage(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_help(self, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_options(self, ctx, formatter)


def color_option(function: F) -> F:
    """`--color`, as the whole command has it, so that it may stand behind the subcommand too."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        callback=remember_color,
        is_eager=True,
        help="Colour in the output.",
    )(function)


def rules_options(function: F) -> F:
    """`--variant` and `--set`: how the rules are turned."""
    function = click.option(
        "--set",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_settings,
        shell_complete=complete_setting,
        help="Turn a setting; may be repeated.",
    )(function)
    return click.option(
        "-V",
        "--variant",
        "variants",
        metavar="NAME",
        multiple=True,
        shell_complete=complete_variant,
        help="Play with a variant; `-V -NAME` keeps one off that switches itself on; may be repeated.",
    )(function)


def _settings(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for item in value:
        name, equals, text = item.partition("=")
        if not equals or not name.strip() or not text.strip():
            raise click.BadParameter(f"`{item}` is no NAME=VALUE", ctx, param)
        settings[name.strip()] = text.strip()
    return settings
