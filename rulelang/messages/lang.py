"""Which language is spoken: what was asked for, else what the environment says, else English."""

from __future__ import annotations

import re
from collections.abc import Mapping

DEFAULT = "en"
VARIABLES = ("RULES_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
CODE = re.compile(r"([A-Za-z]{2,3})(?:[_-]([A-Za-z]{2}|[A-Za-z]{4}|\d{3}))?(?:[.@].*)?")


def choose(asked: str | None, environ: Mapping[str, str]) -> str:
    """The language's code: `asked` if that is one, else the first of RULES_LANG, LC_ALL, LC_MESSAGES and LANG that is
    set. The locales `C` and `POSIX`, and what is no code, are English."""
    said = asked or next((environ[name] for name in VARIABLES if environ.get(name)), "")
    return code(said) or DEFAULT


def code(text: str) -> str | None:
    """`ru` for `ru_RU.UTF-8`, `pt_BR` for `pt-br`; None for what is no language's code.

    A country is kept only where it may mean another way of writing; `ru_RU` says no more than `ru`.
    """
    found = CODE.fullmatch(text.strip())
    if found is None:
        return None
    language, part = found[1].lower(), found[2] or ""
    if not part or part.lower() == language:
        return language
    return f"{language}_{part.title() if len(part) == 4 else part.upper()}"


def codes(lang: str) -> tuple[str, ...]:
    """The codes under which translations are looked for, the closest first: `pt_BR`, `pt`."""
    plain = lang.partition("_")[0]
    return (lang,) if plain == lang else (lang, plain)
