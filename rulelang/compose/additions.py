"""`add to NAME:` members for a kind or a card, rows and cards, places and paths, options, lines of an order, spaces of a track."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl, Ident
from rulelang.compose.draft import Draft, Spot, changed
from rulelang.compose.rows import joined, named_rows
from rulelang.compose.subjects import all_names, names, outside, word
from rulelang.diagnostics import codes

BUILT_IN_KINDS = ("player", "place")
BOARD = (d.Place, d.Path, d.Paths, d.Sign)
MEMBERS = (d.Field, d.Things, d.Track, d.Define, d.Rule, d.Phase, d.Choice, d.Trigger, d.Modify, d.Offer)


def add(draft: Draft, edit: d.AddTo) -> None:
    """Apply one addition, or report why not."""
    members = tuple(member for member in edit.members if not isinstance(member, d.Remove))
    named = [spot for spot in outside(draft) if edit.target.name in names(spot.decl)]
    fitting = [spot for spot in named if all(_takes(spot.decl, member) for member in members)]
    if fitting and members:
        _add(draft, fitting[0], members)
    elif named and members:
        _refuse(draft, edit, named, members)
    elif not named and not _add_elsewhere(draft, edit, members):
        known = [name for name in all_names(draft) if name != edit.target.name]
        help = draft.closest(edit.target.name, known)
        message = f"there is no `{edit.target.name}` to add to"
        draft.findings.report(codes.NOTHING_TO_EDIT, edit.target.span, message, help=help)


def _takes(decl: Decl, member: Decl) -> bool:
    match decl:
        case d.Kind() | d.Card():
            return isinstance(member, MEMBERS)
        case d.Cards():
            return isinstance(member, (d.RowMember, d.Card))
        case d.Board():
            return isinstance(member, BOARD)
        case d.Choice():
            return isinstance(member, d.OptionMember)
        case d.Order():
            return isinstance(member, d.OrderMember)
        case d.Track():
            return isinstance(member, (d.Space, d.Marker))
    return False


def _add(draft: Draft, spot: Spot, members: tuple[Decl, ...]) -> None:
    decl = spot.decl
    draft.spend(len(members))
    match decl:
        case d.Kind() | d.Card() | d.Board():
            spot.put((changed(decl, members=decl.members + members),))
        case d.Cards():
            new = tuple(member.row for member in members if isinstance(member, d.RowMember))
            cards = tuple(member for member in members if isinstance(member, d.Card))
            draft.spend(len(decl.rows))
            spot.put((changed(decl, rows=joined(decl.rows, new), cards=decl.cards + cards),))
        case d.Choice():
            options = tuple(member.option for member in members if isinstance(member, d.OptionMember))
            spot.put((changed(decl, options=decl.options + options),))
        case d.Order():
            lines = tuple(member.line for member in members if isinstance(member, d.OrderMember))
            spot.put((changed(decl, lines=decl.lines + lines),))
        case d.Track():
            spot.put((changed(decl, parts_of=decl.parts_of + members),))


def _add_elsewhere(draft: Draft, edit: d.AddTo, members: tuple[Decl, ...]) -> bool:
    """Add to a built-in kind that nobody declares, or to a card that is a row only; whether there was one."""
    name = edit.target.name
    if not all(isinstance(member, MEMBERS) for member in members):
        return False
    if name in BUILT_IN_KINDS:
        heirs = [spot for spot in draft.spots() if name == "player" and _is_player(spot.decl)]
        if heirs:
            _add(draft, heirs[0], members)
        else:
            kind = d.Kind(span=edit.span, name=edit.target, plural=None, parents=(), members=members)
            draft.items.append(kind)
        return True
    return put_block(draft, name, lambda at: d.Card(span=edit.span, name=at, title=None, members=members), edit.target)


def put_block(draft: Draft, name: str, make: Callable[[Ident], d.Card], ident: Ident) -> bool:
    """Give the card that is a table row called `name` a block of its own; whether there is such a row."""
    for spot in draft.spots():
        cards = spot.decl
        if isinstance(cards, d.Cards):
            draft.spend(len(cards.rows))
            if any(row == name for row, _ in named_rows(cards)):
                spot.put((changed(cards, cards=(*cards.cards, make(ident))),))
                return True
    return False


def _is_player(decl: Decl) -> bool:
    return isinstance(decl, d.Kind) and any(parent.name == "player" for parent in decl.parents)


def _refuse(draft: Draft, edit: d.AddTo, named: list[Spot], members: tuple[Decl, ...]) -> None:
    spot = named[0]
    wrong = next(member for member in members if not _takes(spot.decl, member))
    name, kind = edit.target.name, word(spot.decl)
    if isinstance(spot.decl, (d.Kind, d.Card, d.Cards, d.Board, d.Choice, d.Order, d.Track)):
        message = f"`{name}` is declared with `{kind}`, which cannot hold this"
    else:
        message = f"nothing can be added to `{name}`, which is declared with `{kind}`"
    related = [(spot.decl.span, "declared here")]
    draft.findings.report(codes.NOTHING_TO_EDIT, wrong.span, message, help=TAKERS, related=related)


TAKERS = (
    "kinds and cards take members, `cards` take rows and cards, boards take places and paths, choices take options, "
    "orders take lines, tracks take spaces and markers"
)
