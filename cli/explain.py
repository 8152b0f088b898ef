"""`rules explain`: the page of a code, the section on a word of the language, or what an answer of a saved game did."""

from __future__ import annotations

import re
from pathlib import Path

import click

from cli.command import Command, color_option
from cli.completing import complete_topic
from cli.exits import USAGE, Stop
from rulelang import diagnostics
from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.diagnostic import did_you_mean
from rulelang.messages.words import say

STEP = re.compile(r"(.+):(\d{1,9})")
CODE = re.compile(r"[rR]?\d+")


@click.command("explain", cls=Command, examples=("rules explain R0301", "rules explain game.replay:12"))
@click.argument("topic", shell_complete=complete_topic)
@click.option("--seat", type=click.IntRange(0), default=0, help="As this seat may know it; 0, an onlooker, by default.")
@color_option
def command(topic: str, seat: int) -> int:
    """What a code means, how a construct is written, or what an answer did.

    TOPIC is a finding's code (`all` lists them), a word of the language such as repeat, choice or track, or a saved game with
    the number of an answer: game.replay:12 tells what answer 12 did, and by which rules.
    """
    if topic.lower() == "all":
        for known in CODES.values():
            click.echo(f"{known.number}  {known.severity:<7}  {known.title}")
        return 0
    step = STEP.fullmatch(topic)
    if step:
        from cli.step import explain_step

        return explain_step(step[1], int(step[2]), seat)
    click.echo(_code(topic) if CODE.fullmatch(topic) else _word(topic.strip().lower()), nl=False)
    return 0


def _code(topic: str) -> str:
    number = topic.upper() if topic.upper().startswith("R") else f"R{topic}"
    if number not in CODES:
        near = did_you_mean(number, CODES)
        hint = say("; did you mean `{near}`?", near=near) if near else ""
        said = say("there is no code `{code}`", code=topic)
        raise Stop(USAGE, f"{said}{hint} ({say('`rules explain all` lists them')})")
    return page(number)


def _word(topic: str) -> str:
    from cli.reference import about, words

    section = about(topic)
    if section is not None:
        return section.text
    near = did_you_mean(topic, words())
    hint = say("; did you mean `{near}`?", near=near) if near else ""
    raise Stop(USAGE, say("the language has no word `{word}`", word=topic[:60]) + hint)


def page(number: str) -> str:
    """The text of a code's page."""
    return (Path(diagnostics.__file__).parent / "pages" / f"{number}.md").read_text("utf-8")
