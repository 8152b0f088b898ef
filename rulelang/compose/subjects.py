"""What an edit calls a declaration: its word and its names; and how one name is parted from others it shares a line with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl, Ident
from rulelang.compose.draft import Draft, Spot, changed

WORDS: dict[type[Decl], str] = {
    d.Game: "game",
    d.Setting: "setting",
    d.Symbols: "symbols",
    d.Die: "die",
    d.Kind: "kind",
    d.Field: "field",
    d.Track: "track",
    d.Space: "space",
    d.Marker: "marker",
    d.Cards: "cards",
    d.Card: "card",
    d.Board: "board",
    d.Place: "place",
    d.Path: "path",
    d.Paths: "paths",
    d.Sign: "sign",
    d.Drawing: "drawing",
    d.Define: "define",
    d.Order: "order",
    d.Table: "table",
    d.Phase: "phase",
    d.Rule: "rule",
    d.Choice: "choice",
    d.Trigger: "trigger",
    d.Modify: "modify",
    d.Offer: "offer",
    d.Variant: "variant",
    d.Invariant: "invariant",
    d.Test: "test",
}
SHARED: dict[type[Decl], str] = {d.Field: "names", d.Track: "names", d.Place: "places"}
NAMELESS = (d.Modify, d.Offer, d.Path, d.Paths, d.Sign)
BY_TEXT = (d.Invariant, d.Test, d.EndingWhen)


def word(decl: Decl) -> str | None:
    """The word a declaration begins with; None for what is no declaration of a thing (an edit, an include)."""
    if isinstance(decl, d.Things):
        return decl.word
    if isinstance(decl, d.EndingWhen):
        return decl.result
    return WORDS.get(type(decl))


def names(decl: Decl) -> tuple[str, ...]:
    """The names it declares; of a law, an ending or a test, its text."""
    shared = SHARED.get(type(decl))
    if shared is not None:
        return tuple(label(item) for item in getattr(decl, shared))
    if isinstance(decl, BY_TEXT):
        return (decl.text,)
    if isinstance(decl, NAMELESS):
        return ()
    name = getattr(decl, "name", None)
    return (name.name,) if isinstance(name, Ident) else ()


def label(item: Any) -> str:
    """The name of an Ident, a TrackName or a Titled."""
    name: str = item.name if isinstance(item, Ident) else item.name.name
    return name


def parted(decl: Decl, name: str) -> tuple[tuple[Decl, ...], Decl, tuple[Decl, ...]]:
    """A declaration of several names as three: those before `name`, that one alone, those after it."""
    shared = SHARED.get(type(decl))
    if shared is None:
        return (), decl, ()
    items = getattr(decl, shared)
    at = next(index for index, item in enumerate(items) if label(item) == name)
    before = (changed(decl, **{shared: items[:at]}),) if at else ()
    after = (changed(decl, **{shared: items[at + 1 :]}),) if at + 1 < len(items) else ()
    return before, changed(decl, **{shared: items[at : at + 1]}), after


def put_alone(spot: Spot, name: str, make: Callable[[Decl], tuple[Decl, ...]]) -> None:
    """Put what `make` gives for the declaration of `name` alone in its place; its neighbours on the line stay."""
    before, only, after = parted(spot.decl, name)
    spot.put(before + make(only) + after)


def find(draft: Draft, kind: str, name: str) -> list[Spot]:
    """The declarations of that word and name: at top level, in boards and cards; failing that, inside kinds and cards."""

    def fits(spot: Spot) -> bool:
        return word(spot.decl) == kind and name in names(spot.decl)

    outer = [spot for spot in outside(draft) if fits(spot)]
    return outer or [spot for spot in members(draft) if fits(spot)]


def outside(draft: Draft) -> Iterator[Spot]:
    """What can be named without its owner: the top level, places of boards, cards."""
    for spot in draft.spots():
        yield spot
        if isinstance(spot.decl, (d.Board, d.Cards)):
            yield from draft.inside(spot)


def members(draft: Draft) -> Iterator[Spot]:
    """What stands inside kinds, tracks and single cards."""
    for spot in outside(draft):
        if isinstance(spot.decl, (d.Kind, d.Track, d.Card)):
            yield from draft.inside(spot)


def all_names(draft: Draft, kind: str | None = None) -> list[str]:
    """The names there are, of one word or of all."""
    found: dict[str, None] = {}
    for source in (outside(draft), members(draft)):
        for spot in source:
            if kind is None or word(spot.decl) == kind:
                found.update(dict.fromkeys(names(spot.decl)))
    return list(found)
