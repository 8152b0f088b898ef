"""What a player typed, and which option it means: a number, a label or the beginning of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.plain import answered_by_value
from rulelang.diagnostics.diagnostic import did_you_mean
from rulelang.messages.words import mark, say

if TYPE_CHECKING:
    from interpreter.game import Decision, Option


COMMANDS = {
    "quit": mark("q quit"),
    "undo": mark("u undo"),
    "board": mark("b board"),
    "help": mark("h help"),
    "log": mark("l log"),
    "map": mark("m map"),
    "cards": mark("c cards"),
    "why": mark("why"),
    "why not": mark("why_not whynot"),
}  # what each command at the table is typed as, parted by spaces; _ stands for a space within


def meaning(text: str) -> tuple[str, str]:
    """The command that a line begins with, in English or our language, or "", and what stands behind it."""
    said = " ".join(text.split())
    if said.startswith("?"):
        rest = said[1:].strip()
        return ("?", rest) if rest else ("help", "")
    folded = said.casefold()
    for command, words in reversed(COMMANDS.items()):
        for word in f"{words} {say(words)}".replace("_", "\0").split():
            typed = word.replace("\0", " ").casefold()
            if folded == typed or folded.startswith(typed + " "):
                return command, said[len(typed) :].strip()
    return "", ""


def meant(text: str, decision: Decision) -> Option | str:
    """The option that is meant, or one line that says why none is."""
    said = " ".join(text.split())
    if not said:
        return say("type an option's number or how it begins; h for help")
    if said.isascii() and said.isdigit():
        return _by_number(said, decision)
    wanted = said.casefold()
    exact = [option for option in decision.options if wanted in (option.label.casefold(), option.id.casefold())]
    if exact:
        return exact[0]
    begins = [option for option in decision.options if option.label.casefold().startswith(wanted)]
    if len(begins) == 1:
        return begins[0]
    if begins:
        shown = ", ".join(f"`{option.label}`" for option in begins[:5])
        return say("`{said}` could be {options}", said=said, options=shown + (" …" if len(begins) > 5 else ""))
    near = did_you_mean(wanted, [option.label.casefold() for option in decision.options])
    hint = next((o.label for o in decision.options if o.label.casefold() == near), "")
    if hint:
        return say("no option begins with `{said}`; did you mean `{near}`?", said=said[:60], near=hint)
    return say("no option begins with `{said}`; h for help, why not {said} for the reason", said=said[:40])


def _by_number(said: str, decision: Decision) -> Option | str:
    options = decision.options
    number = int(said[:9])
    if answered_by_value(decision):
        named = [option for option in options if int(option.label) == number]
        shown = ", ".join(option.label for option in options[:12])
        return named[0] if named else say("{said} is none of {options}", said=said[:9], options=shown)
    if 1 <= number <= len(options):
        return options[number - 1]
    return say("there is no option {said}; they are 1 to {most}", said=said[:9], most=len(options))
