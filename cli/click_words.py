"""The words that click says on its own: it would look for gettext catalogues of its own, and ships none."""

from __future__ import annotations

from importlib import import_module

from rulelang.messages.words import language, say

CLICK_WORDS = (
    "Options",
    "Commands",
    "Usage:",
    "Show this message and exit.",
    "Show the version and exit.",
    "default: {default}",
    "Missing argument",
    "Missing option",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "No such option {name!r}.",
    "Did you mean {possibility}?",
    "(Did you mean one of: {possibilities}?)",
    "Option {name!r} requires an argument.",
    "Option {name!r} does not take a value.",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "{value!r} is not {choice}.",
    "{value!r} is not one of {choices}.",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a directory.",
)
MODULES = ("core", "exceptions", "types", "formatting", "parser", "decorators")


def speak_click() -> None:
    """Let click ask us for its words. Where it speaks English anyway nothing is done."""
    if language() == "en" and import_module("click.core")._ is not _word:
        return
    for name in MODULES:
        module = import_module(f"click.{name}")
        for word, spoken in (("_", _word), ("ngettext", _counted)):
            if hasattr(module, word):
                setattr(module, word, spoken)


def _word(text: str) -> str:
    return say(text, context="click")


def _counted(one: str, more: str, n: int) -> str:
    return say(one if n == 1 else more, context="click")
