"""`rules explain`: the page of a code."""

from __future__ import annotations

from pathlib import Path

import click

from cli.command import Command, color_option
from cli.exits import USAGE, Stop
from rulelang import diagnostics
from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.diagnostic import did_you_mean
from rulelang.messages.words import say


@click.command("explain", cls=Command, examples=("rules explain R0301", "rules explain all"))
@click.argument("code")
@color_option
def command(code: str) -> None:
    """What a finding's code means and how it is mended, with a wrong and a right example."""
    if code.lower() == "all":
        for known in CODES.values():
            click.echo(f"{known.number}  {known.severity:<7}  {known.title}")
        return
    number = code.upper() if code.upper().startswith("R") else f"R{code}"
    if number not in CODES:
        near = did_you_mean(number, CODES)
        hint = say("; did you mean `{near}`?", near=near) if near else ""
        said = say("there is no code `{code}`", code=code)
        raise Stop(USAGE, f"{said}{hint} ({say('`rules explain all` lists them')})")
    click.echo(page(number), nl=False)


def page(number: str) -> str:
    """The text of a code's page."""
    return (Path(diagnostics.__file__).parent / "pages" / f"{number}.md").read_text("utf-8")
