"""What a player typed, and which option it means: a number, a label or the beginning of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.plain import answered_by_value
from rulelang.diagnostics.diagnostic import did_you_mean

if TYPE_CHECKING:
    from interpreter.game import Decision, Option


def meant(text: str, decision: Decision) -> Option | str:
    """The option that is meant, or one line that says why none is."""
    said = " ".join(text.split())
    if not said:
        return "type an option's number or how it begins; h for help"
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
        return f"`{said}` could be {shown}{' …' if len(begins) > 5 else ''}"
    near = did_you_mean(wanted, [option.label.casefold() for option in decision.options])
    hint = next((f"; did you mean `{o.label}`?" for o in decision.options if o.label.casefold() == near), "")
    return f"no option begins with `{said[:60]}`{hint or '; h for help, why not ' + said[:40] + ' for the reason'}"


def _by_number(said: str, decision: Decision) -> Option | str:
    options = decision.options
    number = int(said[:9])
    if answered_by_value(decision):
        named = [option for option in options if int(option.label) == number]
        return named[0] if named else f"{said[:9]} is none of {', '.join(option.label for option in options[:12])}"
    if 1 <= number <= len(options):
        return options[number - 1]
    return f"there is no option {said[:9]}; they are 1 to {len(options)}"
