"""The four edits of a homebrew or a variant, applied one after another to what lies below them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl, Ident, Node, walk
from rulelang.compose.additions import add, put_block
from rulelang.compose.changes import change
from rulelang.compose.draft import Draft, Spot, changed
from rulelang.compose.paths import cut
from rulelang.compose.rows import named_rows
from rulelang.compose.subjects import all_names, find, names, outside, put_alone, word
from rulelang.diagnostics import codes
from rulelang.source import Span

EDITS = (d.Change, d.Replace, d.Remove, d.AddTo)


def is_edit(decl: Decl) -> bool:
    return isinstance(decl, EDITS)


def apply(draft: Draft, edits: tuple[Decl, ...]) -> None:
    """Apply edits in their order; those that find nothing are reported and left out."""
    for edit in edits:
        APPLY[type(edit)](draft, edit)


def _add_to(draft: Draft, edit: d.AddTo) -> None:
    """What is taken away inside an `add to` goes first, so that it may be put there anew."""
    for member in edit.members:
        if isinstance(member, d.Remove):
            remove(draft, member)
    add(draft, edit)


# --- replace ---------------------------------------------------------------------------------------------


def replace(draft: Draft, edit: d.Replace) -> None:
    """Put a declaration in the place of the one with its word and name."""
    new = edit.declaration
    kind, called = word(new), names(new)
    if kind is None or not called:
        message = f"a `{kind}` has no name to be replaced by" if kind else "this is nothing that can be replaced"
        help = "`replace rule strike:` names a declaration by its word and name"
        draft.findings.report(codes.MISPLACED, edit.span, message, help=help)
        return
    for at, name in enumerate(called):
        found = find(draft, kind, name)
        if len(found) > 1:
            _ambiguous(draft, edit.span, kind, name, found)
        elif found:
            put_alone(found[0], name, lambda _, first=at == 0: (new,) if first else ())  # type: ignore[misc]
        elif not (isinstance(new, d.Card) and put_block(draft, name, lambda _: new, new.name)):
            _nothing_there(draft, _name_span(new, name), kind, name, "replace")


# --- remove ----------------------------------------------------------------------------------------------


def remove(draft: Draft, edit: d.Remove) -> None:
    """Take a declaration away; with a place go its paths, with a card its row."""
    kind = edit.word.name
    called = [name.name for name in edit.names]
    if kind == "path":
        _remove_path(draft, edit, called)
    elif len(called) > 1:
        message = f"`--` stands between the places of a path; a `{kind}` has one name"
        draft.findings.report(codes.MISPLACED, edit.span, message)
    elif kind == "card":
        if not _remove_card(draft, called[0]):
            _nothing_there(draft, edit.names[0].span, kind, called[0], "remove")
    elif kind == "option":
        _remove_option(draft, edit, called[0])
    else:
        _remove_named(draft, edit, kind, called[0])


def _remove_named(draft: Draft, edit: d.Remove, kind: str, name: str) -> None:
    found = find(draft, kind, name)
    if not found:
        _nothing_there(draft, edit.names[0].span, kind, name, "remove")
    elif len(found) > 1:
        _ambiguous(draft, edit.span, kind, name, found)
    else:
        put_alone(found[0], name, lambda _: ())
        if kind == "place":
            cut(draft, lambda a, b: name in (a, b))


def _remove_path(draft: Draft, edit: d.Remove, ends: list[str]) -> None:
    if len(ends) < 2:
        message = "a path is named by its places"
        draft.findings.report(codes.MISPLACED, edit.span, message, help=f"`remove path {ends[0]} -- …`")
        return
    for left, right in pairwise(ends):
        if not cut(draft, lambda a, b, pair={left, right}: {a, b} == pair):  # type: ignore[misc]
            places = all_names(draft, "place")
            wrong = next((name for name in (left, right) if name not in places), None)
            help = draft.closest(wrong, places) if wrong else None
            message = f"there is no path `{left} -- {right}` to remove"
            draft.findings.report(codes.NOTHING_TO_EDIT, edit.span, message, help=help)


def _remove_card(draft: Draft, name: str) -> bool:
    removed = False
    for index, cards in enumerate(draft.items):
        if not isinstance(cards, d.Cards):
            continue
        draft.spend(len(cards.rows) + len(cards.cards))
        gone = {at for row, at in named_rows(cards) if row == name}
        blocks = tuple(card for card in cards.cards if card.name.name != name)
        if gone or len(blocks) < len(cards.cards):
            rows = tuple(row for at, row in enumerate(cards.rows) if at not in gone)
            draft.items[index] = changed(cards, rows=rows, cards=blocks)
            removed = True
    return removed


def _remove_option(draft: Draft, edit: d.Remove, name: str) -> None:
    for spot in outside(draft):
        choice = spot.decl
        if isinstance(choice, d.Choice):
            kept = tuple(option for option in choice.options if option.name is None or option.name.name != name)
            if len(kept) < len(choice.options):
                spot.put((changed(choice, options=kept),))
                return
    _nothing_there(draft, edit.names[0].span, "option", name, "remove")


# --- what is wrong ---------------------------------------------------------------------------------------


def _nothing_there(draft: Draft, span: Span, kind: str, name: str, verb: str) -> None:
    others = [spot for spot in outside(draft) if name in names(spot.decl)]
    if others:
        help: str | None = f"there is a `{name}` declared with `{word(others[0].decl)}`"
    else:
        help = draft.closest(name, _known(draft, kind))
    related = [(spot.decl.span, "declared here") for spot in others[:1]]
    message = f"there is no {kind} `{name}` to {verb}"
    draft.findings.report(codes.NOTHING_TO_EDIT, span, message, help=help, related=related)


def _name_span(decl: Decl, name: str) -> Span:
    """Where a declaration says its name."""
    return next((part.span for part in walk(decl) if isinstance(part, Ident) and part.name == name), decl.span)


def _known(draft: Draft, kind: str) -> list[str]:
    known = all_names(draft, kind)
    for decl in draft.items:
        if kind == "card" and isinstance(decl, d.Cards):
            known += [name for name, _ in named_rows(decl)]
        elif kind == "option" and isinstance(decl, d.Choice):
            known += [option.name.name for option in decl.options if option.name]
    return known


def _ambiguous(draft: Draft, span: Span, kind: str, name: str, found: list[Spot]) -> None:
    places = [(spot.decl.span, "one is here") for spot in found[:4]]
    draft.findings.report(codes.AMBIGUOUS, span, f"there are {len(found)} declarations `{kind} {name}`", related=places)


Apply = Callable[[Draft, Any], None]
APPLY: dict[type[Node], Apply] = {d.Change: change, d.Replace: replace, d.Remove: remove, d.AddTo: _add_to}
