"""Where the `rules` command starts: finds the subcommand and turns whatever ends it into an exit code.

Nothing heavy is imported here; each subcommand's module is imported when it is called.
"""

from __future__ import annotations

import codecs
import gc
import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from cli import __version__
from cli.exits import INTERRUPTED, OUR_BUG, PIPE_CLOSED, USAGE, Stop
from cli.language import lang_option, speak
from rulelang.messages.words import say, unwrapped

# name: (module, what it does, for the overview)
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("cli.play", "Play a game here, alone, with others at one keyboard, or with bots."),
    "check": ("cli.check", "Find the mistakes in rule files."),
    "fmt": ("cli.fmt", "Put rule files into the one layout that all have."),
    "test": ("cli.testing", "Run the tests that stand in rule files."),
    "simulate": ("cli.simulate", "Let bots play many games and count how they end."),
    "replay": ("cli.replay", "Show, step through, verify or branch off a saved game."),
    "new": ("cli.new", "Begin a rule file of your own, or a copy of a game to change."),
    "list": ("cli.listing", "The games that come with this program."),
    "variants": ("cli.variants", "The variants and settings of a game."),
    "diff": ("cli.diff", "What differs in meaning between two games or sets of variants."),
    "rulebook": ("cli.rulebook", "A printable rulebook of a game, in Markdown or HTML."),
    "graph": ("cli.graph", "The board as a map; what runs and what triggers what."),
    "ast": ("cli.tree", "The tree of a rule file."),
    "messages": ("cli.translations", "Write or update the .po file that translates a game."),
    "explain": ("cli.explain", "Explain a code such as R0301, a word of the language, or an answer of a saved game."),
}
EXAMPLES = ("rules play arkham", "rules check my-game.rules")


class Overview(click.Group):
    """The group of all subcommands, each imported only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulelang.diagnostics.diagnostic import did_you_mean

            near = did_you_mean(args[0], COMMANDS)
            hint = say("; did you mean `{near}`?", near=near) if near else say("; `rules --help` lists them")
            raise click.UsageError(say("no command is called `{name}`", name=args[0]) + hint, ctx)
        return super().resolve_command(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(EXAMPLES, formatter)
        super().format_usage(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_help(self, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands", context="click")):
            formatter.write_dl([(name, say(what)) for name, (_, what) in COMMANDS.items()])


def write_examples(examples: tuple[str, ...], formatter: click.HelpFormatter) -> None:
    """The examples a help page begins with."""
    with formatter.section(say("Examples")):
        for example in examples:
            formatter.write(f"{'':>{formatter.current_indent}}{example}\n")
    formatter.write_paragraph()


def write_help(command: click.Command, formatter: click.HelpFormatter) -> None:
    """What a command does, in our language."""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(say(unwrapped(command.help or "")))


def write_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """A command's options with their help, in our language."""
    rows = []
    for param in command.get_params(ctx):
        record, help = param.get_help_record(ctx), getattr(param, "help", None)
        if record is not None and isinstance(param, click.Option):
            text = record[1].replace(help, say(help), 1) if help else record[1]
            if "--help" in param.opts:  # made by click, once, in the language spoken then
                text = say("Show this message and exit.", context="click")
            rows.append((record[0], text))
    with formatter.section(say("Options", context="click")):
        formatter.write_dl(rows)


def remember_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Keep what `--color` says where `cli.color` finds it."""
    if value is not None:
        ctx.find_root().meta["color"] = value


@click.group(cls=Overview, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option("--version", is_flag=True, help="Show the version and exit; with --json for other programs.")
@click.option("--json", "as_json", is_flag=True, hidden=True)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    expose_value=False,
    callback=remember_color,
    is_eager=True,
    help="Colour in the output; NO_COLOR and FORCE_COLOR are heeded too.",
)
@click.pass_context
def rules(ctx: click.Context, version: bool, as_json: bool) -> None:
    """A board game's rules in one text file: play it, change it, check it, balance it."""
    if version:
        click.echo(_version(as_json))
        ctx.exit()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(USAGE)


def _version(as_json: bool) -> str:
    """`rules 0.1.0`; as JSON also what it runs on and which games come with it."""
    if not as_json:
        return f"rules {__version__}"
    import json
    import platform

    from rulelang import games

    data = {"name": "rules", "version": __version__, "python": platform.python_version(), "games": list(games.names())}
    return json.dumps(data)


PLAINER = "rules-plainer"  # how letters are written that a terminal cannot show
PLAIN = {"…": "...", "·": ".", "–": "-", "—": "-", "−": "-", "×": "x", "’": "'", "“": '"', "”": '"'}


def plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    """A codec's answer to letters it does not have: something like them, else a question mark each."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def main(args: list[str] | None = None) -> None:
    """Run the command and leave the process with its exit code."""
    codecs.register_error(PLAINER, plainer)
    gc.set_threshold(100_000, 50, 100)  # trees and tables have no cycles worth looking for every few hundred objects
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that cannot write a letter is no reason to stop
            stream.reconfigure(errors="replace" if stream is sys.stdin else PLAINER)
    sys.exit(run(sys.argv[1:] if args is None else args))


def run(args: list[str]) -> int:
    """Run the command; the exit code: 0 clean, 1 findings, 2 usage or I/O, 70 our bug, 130 interrupted."""
    try:
        speak(args)
        value: Any = rules.main(args=args, prog_name="rules", standalone_mode=False)
        sys.stdout.flush()
        return value if isinstance(value, int) else 0
    except Stop as stop:
        if stop.message:
            click.echo(f"rules: {stop.message}", err=True)
        return stop.code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        return _usage(error)
    except BrokenPipeError:
        _close_pipe()
        return PIPE_CLOSED
    except OSError as error:
        click.echo(f"rules: {error.strerror or error}{f': {error.filename}' if error.filename else ''}", err=True)
        return USAGE
    except Exception as error:
        return _our_bug(error)


def _usage(error: click.ClickException) -> int:
    message = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "rules"
    click.echo(f"rules: {message[:1].lower()}{message[1:]}", err=True)
    click.echo("       " + say("`{command} --help` shows how it is used", command=where), err=True)
    return USAGE


def _close_pipe() -> None:
    """Whoever read our output has left: nothing more is written, nor complained about when Python ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _our_bug(error: Exception) -> int:
    if os.environ.get("RULES_DEBUG"):
        raise error
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    click.echo(
        "rules: "
        + say(
            "a bug of ours, not yours: {what} (please report it with the command and the rule file, see "
            "CONTRIBUTING.md; RULES_DEBUG=1 shows where)",
            what=what,
        ),
        err=True,
    )
    return OUR_BUG


rules.params.append(lang_option())

if __name__ == "__main__":
    main()
