"""Which variants are in force: those asked for and those that switch themselves on, seen to go together, and in order."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl, Ident
from rulelang.compose.conditions import NotKnown, holds
from rulelang.compose.draft import Draft
from rulelang.diagnostics import codes
from rulelang.source import Source, Span

ASKED = "--variant"  # the name of the text that holds what was asked for
MOST_ASKED = 500
Declared = dict[str, d.Variant]


def choose(draft: Draft, declared: Declared, asked: tuple[str, ...], players: int | None) -> list[d.Variant]:
    """The variants in force, in the order they are applied: as declared, but after those they require."""
    on = _asked_for(draft, declared, asked)
    words = _words_for_players(draft.items)
    for name, variant in declared.items():
        if variant.on is not None and _switches_on(draft, variant, players, words) and f"-{name}" not in asked:
            on.add(name)
    on -= {name[1:] for name in asked if name.startswith("-")}
    for name, variant in declared.items():
        _check(draft, declared, variant, name in on, on)
    return [declared[name] for name in _in_order(declared, on)]


def required(variant: d.Variant) -> list[Ident]:
    """The variants it requires."""
    return [name for member in variant.members if isinstance(member, d.Requires) for name in member.variants]


def excluded(variant: d.Variant) -> list[tuple[Ident, str | None]]:
    """The variants it excludes, each with the reason."""
    return [
        (name, member.because)
        for member in variant.members
        if isinstance(member, d.Excludes)
        for name in member.variants
    ]


def with_required(draft: Draft, declared: Declared, name: str) -> set[str]:
    """A variant and all that it requires, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        top = waiting.pop()
        if top not in found and top in declared:
            found.add(top)
            waiting += [ident.name for ident in required(declared[top])]
    draft.spend(len(found))
    return found


def _asked_for(draft: Draft, declared: Declared, asked: tuple[str, ...]) -> set[str]:
    text = " ".join(" ".join(name.split()) for name in asked[:MOST_ASKED])
    if asked:
        draft.sources[ASKED] = Source(ASKED, text)
    on: set[str] = set()
    start = 0
    for name in asked[:MOST_ASKED]:
        plain = name.removeprefix("-")
        if plain in declared:
            on |= {plain} if plain == name else set()
        else:
            help = draft.closest(plain, declared)
            if help is None:
                help = "its variants: " + ", ".join(sorted(declared)[:20]) if declared else "the game has no variants"
            span = Span(ASKED, start, start + len(" ".join(name.split())))
            draft.findings.report(codes.NO_VARIANT, span, f"there is no variant `{plain[:60]}`", help=help)
        start += len(" ".join(name.split())) + 1
    return on


def _switches_on(draft: Draft, variant: d.Variant, players: int | None, words: frozenset[str]) -> bool:
    assert variant.on is not None
    try:
        result = holds(variant.on, 1 if players is None else players, words)
    except NotKnown as unknown:
        message = "only the number of players is known before a game begins"
        help = "`on when count(players) is 1`"
        draft.findings.report(codes.MISPLACED, unknown.at.span, message, help=help)
        return False
    return result and players is not None


def _words_for_players(items: Iterable[Decl]) -> frozenset[str]:
    """`players`, and what a kind that is `player` is called in the plural."""
    plurals = {
        decl.plural.name
        for decl in items
        if isinstance(decl, d.Kind) and decl.plural and "player" in [parent.name for parent in decl.parents]
    }
    return frozenset({"players"} | plurals)


def _check(draft: Draft, declared: Declared, variant: d.Variant, is_on: bool, on: set[str]) -> None:
    name = variant.name.name
    for other in required(variant):
        if _known(draft, declared, other) and is_on and other.name not in on:
            message = f"`{name}` requires `{other.name}`, which is not chosen"
            draft.findings.report(codes.REQUIRED, other.span, message, help=f"choose `{other.name}` too")
    for other, because in excluded(variant):
        if _known(draft, declared, other) and is_on and other.name in on and other.name != name:
            message = f"`{name}` and `{other.name}` exclude each other" + (f": {because}" if because else "")
            automatic = next((v.name.name for v in (variant, declared[other.name]) if v.on is not None), None)
            help = f"`-{automatic}` switches off the one that switches itself on" if automatic else "choose one of them"
            related = [(declared[other.name].name.span, "the other is here")]
            draft.findings.report(codes.EXCLUDED, other.span, message, help=help, related=related)


def _known(draft: Draft, declared: Declared, other: Ident) -> bool:
    if other.name in declared:
        return True
    help = draft.closest(other.name, declared)
    draft.findings.report(codes.NO_VARIANT, other.span, f"there is no variant `{other.name}`", help=help)
    return False


def _in_order(declared: Declared, on: set[str]) -> list[str]:
    """As declared, each after those it requires; a circle of them is cut where it was entered."""
    done: dict[str, None] = {}
    entered: set[str] = set()
    for first in declared:
        stack = [first] if first in on else []
        while stack:
            name = stack[-1]
            ahead = [i.name for i in required(declared[name]) if i.name in on and i.name not in entered]
            if name not in entered and ahead:
                entered.add(name)
                stack += reversed(ahead)
            else:
                entered.add(stack.pop())
                done[name] = None
    return list(done)
