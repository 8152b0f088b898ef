"""Settings turned from outside: `free_rerolls=1` becomes the setting's value, if it is one the setting can have."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Expr
from rulelang.compose.draft import Draft, changed
from rulelang.diagnostics import codes
from rulelang.parse import parse_cell
from rulelang.source import Source, Span

GIVEN = "--set"  # the name of the text that holds what was given
LONGEST = 200


def turn(draft: Draft, settings: Mapping[str, str]) -> None:
    """Put the given values in the place of the settings' own, or report why not."""
    if not settings:
        return
    given = [(" ".join(name.split())[:LONGEST], " ".join(text.split())[:LONGEST]) for name, text in settings.items()]
    draft.sources[GIVEN] = Source(GIVEN, "\n".join(f"{name}={text}" for name, text in given))
    start = 0
    for name, text in given:
        span = Span(GIVEN, start, start + len(name))
        _turn(draft, name, text, span, Span(GIVEN, span.end + 1, span.end + 1 + len(text)))
        start += len(name) + len(text) + 2


def _turn(draft: Draft, name: str, text: str, name_span: Span, span: Span) -> None:
    known = [decl.name.name for decl in draft.items if isinstance(decl, d.Setting)]
    for index, decl in enumerate(draft.items):
        if isinstance(decl, d.Setting) and decl.name.name == name:
            value = _value(draft, decl, text, span)
            if value is not None:
                draft.items[index] = changed(decl, default=value)
            return
    help = draft.closest(name, known)
    if help is None:
        help = "its settings: " + ", ".join(known[:20]) if known else "the game has no settings"
    draft.findings.report(codes.UNKNOWN_NAME, name_span, f"there is no setting `{name}`", help=help)


def _value(draft: Draft, setting: d.Setting, text: str, span: Span) -> Expr | None:
    """The value a text says, if the setting can have it."""
    parts, _ = parse_cell(text, span, "cell")
    value = parts[0] if len(parts) == 1 else None
    if value is not None and _allowed(draft, setting, value):
        return value
    name = setting.name.name
    message = f"`{name}` cannot be `{text}`: it is {_range(draft, setting)}"
    related = [(setting.type.span, "its values are named here")]
    draft.findings.report(codes.SETTING_RANGE, span, message, help=f"`{name}={_example(setting)}`", related=related)
    return None


def _allowed(draft: Draft, setting: d.Setting, value: Expr) -> bool:
    match setting.type:
        case e.RangeType(low=low, high=high, optional=optional):
            number, least, most = _number(value), _number(low), _number(high)
            if number is None:
                return optional and isinstance(value, e.Name) and value.name == "none"
            return (least is None or number >= least) and (most is None or number <= most)
        case e.NamedType():
            words = _words(draft, setting.type)
            return isinstance(value, e.Name) and (words is None or value.name in words)
    return True


def _words(draft: Draft, named: e.NamedType) -> list[str] | None:
    """The words a setting of this type may be; None where only the checker can tell."""
    names = [name.name for name in named.names]
    if names == ["flag"]:
        return ["yes", "no"]
    if len(names) > 1:
        return names
    for decl in draft.items:
        if isinstance(decl, d.Symbols) and decl.name.name == names[0]:
            return [word.name for word in decl.words]
    return None


def _range(draft: Draft, setting: d.Setting) -> str:
    match setting.type:
        case e.RangeType(low=low, high=high):
            return f"a number from {draft.wording(low)} to {draft.wording(high)}"
        case e.NamedType():
            words = _words(draft, setting.type)
            if words:
                return "one of " + ", ".join(f"`{word}`" for word in words)
    return f"of the type `{draft.wording(setting.type)}`"


def _example(setting: d.Setting) -> str:
    match setting.type:
        case e.RangeType(high=e.Number(value=value)):
            return str(value)
        case e.NamedType(names=names) if len(names) > 1:
            return names[0].name
    return "yes" if isinstance(setting.type, e.NamedType) and setting.type.names[0].name == "flag" else "…"


def _number(value: Expr) -> int | None:
    match value:
        case e.Number(value=number):
            return number
        case e.Negate(value=e.Number(value=number)):
            return -number
    return None
