"""`change X from A to B`: finds the value X means, sees that it is A, and makes it B.

X is a path of names. It may mean the first value of a setting, field, track, define or pile, an entry of the game, a cell
of a table, or an attribute of a place or pile. Kinds may be left out of the path where one member only can be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Attr, Decl, Expr, Ident, Node
from rulelang.compose.draft import Draft, Spot, changed
from rulelang.compose.rows import columns, named_rows
from rulelang.compose.subjects import all_names, names, put_alone
from rulelang.diagnostics import codes

FIRST_VALUE: dict[type[Decl], str] = {
    d.Setting: "default",
    d.Field: "default",
    d.Track: "default",
    d.Define: "value",
    d.Things: "content",
}
ATTRIBUTES: dict[str, tuple[type[Attr], str]] = {
    "seen": (e.SeenBy, "who"),
    "holds": (e.Holds, "size"),
    "refill": (e.RefillFrom, "place"),
    "discards": (e.DiscardsTo, "place"),
    "each": (e.Each, "phase"),
}


@dataclass(frozen=True)
class Value:
    """A value that can be changed: what it is now (None where nothing is said) and the way to change it."""

    now: Node | None
    owner: Node
    put: Callable[[Expr], None]
    takes_name: bool = False


def change(draft: Draft, edit: d.Change) -> None:
    """Apply one change, or report why not."""
    path = path_of(edit.target)
    if path is None:
        message = "what is changed is named by a path of names"
        draft.findings.report(
            codes.NOTHING_TO_EDIT, edit.target.span, message, help="`change zombie.strength from 2 to 3`"
        )
        return
    found = list(_outer(draft, path)) or list(_of_kinds(draft, path))
    if not found:
        _missing(draft, edit, path)
    elif len(found) > 1:
        places = [(value.owner.span, "one is here") for value in found[:4]]
        message = f"`{'.'.join(path)}` could mean {len(found)} things"
        help = "put the name of its kind, board or cards before it"
        draft.findings.report(codes.AMBIGUOUS, edit.target.span, message, help=help, related=places)
    else:
        _apply(draft, edit, path, found[0])


def path_of(target: Expr) -> tuple[str, ...] | None:
    """`zombie.strength` as its names; None where it is anything else."""
    path: list[str] = []
    while isinstance(target, e.Member):
        path.append(target.name.name)
        target = target.owner
    if not isinstance(target, e.Name):
        return None
    return (target.name, *reversed(path))


def _apply(draft: Draft, edit: d.Change, path: tuple[str, ...], value: Value) -> None:
    if not _same(draft, value.now, edit.old):
        said = f"is `{draft.wording(value.now)}`" if value.now is not None else "says nothing"
        message = f"`{'.'.join(path)}` {said}, not `{draft.wording(edit.old)}`"
        related = [(value.owner.span if value.now is None else value.now.span, "it says so here")]
        help = "the rules below have changed since this was written: see whether the change is still wanted"
        draft.findings.report(codes.CHANGED_BASE, edit.old.span, message, help=help, related=related)
    elif value.takes_name and not isinstance(edit.new, e.Name):
        message = f"`{path[-1]}` takes a single name"
        draft.findings.report(codes.MISPLACED, edit.new.span, message)
    else:
        value.put(edit.new)


def _same(draft: Draft, now: Node | None, old: Expr) -> bool:
    if isinstance(now, d.Cell):
        return "".join(now.text.split()) == "".join(draft.wording(old).split())
    return now == old


def _missing(draft: Draft, edit: d.Change, path: tuple[str, ...]) -> None:
    known = all_names(draft)
    for spot in draft.spots():
        if isinstance(spot.decl, d.Cards):
            known += [name for name, _ in named_rows(spot.decl)] + columns(spot.decl.rows)
        elif isinstance(spot.decl, d.Game):
            known += [entry.key.name for entry in spot.decl.entries]
    wrong = next((name for name in path if name not in known), path[-1])
    help = draft.closest(wrong, [name for name in known if name != wrong])
    message = f"there is no `{'.'.join(path)}` to change"
    draft.findings.report(codes.NOTHING_TO_EDIT, edit.target.span, message, help=help)


# --- where a path leads ----------------------------------------------------------------------------------


def _outer(draft: Draft, path: tuple[str, ...]) -> Iterator[Value]:
    for spot in draft.spots():
        yield from _values(draft, spot, path)


def _of_kinds(draft: Draft, path: tuple[str, ...]) -> Iterator[Value]:
    for spot in draft.spots():
        if isinstance(spot.decl, d.Kind):
            for member in draft.inside(spot):
                yield from _values(draft, member, path)


def _values(draft: Draft, spot: Spot, path: tuple[str, ...]) -> Iterator[Value]:
    """What `path` means at this declaration, by its own name or, in a game, a board and cards, without it."""
    if path[0] in names(spot.decl):
        if len(path) == 1:
            yield from _first_value(spot, path[0])
        else:
            yield from _attribute(draft, spot, path)
            yield from _below(draft, spot, path[1:])
    if isinstance(spot.decl, (d.Board, d.Cards, d.Game)):
        yield from _below(draft, spot, path)


def _below(draft: Draft, spot: Spot, path: tuple[str, ...]) -> Iterator[Value]:
    for member in draft.inside(spot):
        yield from _values(draft, member, path)
    if isinstance(spot.decl, d.Cards) and len(path) == 2:
        yield from _cells(draft, spot, spot.decl, path)
    if isinstance(spot.decl, d.Game) and len(path) == 1:
        yield from _entries(spot, spot.decl, path[0])


def _first_value(spot: Spot, name: str) -> Iterator[Value]:
    part = FIRST_VALUE.get(type(spot.decl))
    if part is None or (isinstance(spot.decl, d.Define) and spot.decl.rows):
        return

    def put(new: Expr) -> None:
        put_alone(spot, name, lambda only: (changed(only, **{part: new}),))

    yield Value(getattr(spot.decl, part), spot.decl, put)


def _entries(spot: Spot, game: d.Game, key: str) -> Iterator[Value]:
    for index, entry in enumerate(game.entries):
        if entry.key.name == key:

            def put(new: Expr, index: int = index, entry: d.Entry = entry) -> None:
                entries = (*game.entries[:index], changed(entry, value=new), *game.entries[index + 1 :])
                spot.put((changed(game, entries=entries),))

            yield Value(entry.value, entry, put)


def _cells(draft: Draft, spot: Spot, cards: d.Cards, path: tuple[str, ...]) -> Iterator[Value]:
    name, column = path
    draft.spend(len(cards.rows))
    if column not in columns(cards.rows):
        return
    at = columns(cards.rows).index(column)
    for row_name, index in named_rows(cards):
        row = cards.rows[index]
        if row_name != name or at >= len(row.cells):
            continue

        def put(new: Expr, index: int = index, row: d.Row = row) -> None:
            cell = d.Cell(span=new.span, text=draft.wording(new))
            filled = changed(row, cells=(*row.cells[:at], cell, *row.cells[at + 1 :]))
            spot.put((changed(cards, rows=(*cards.rows[:index], filled, *cards.rows[index + 1 :])),))

        cell = row.cells[at]
        yield Value(cell if cell.text else _default(draft, cards.of.name, column), row, put)


def _attribute(draft: Draft, spot: Spot, path: tuple[str, ...]) -> Iterator[Value]:
    attrs: tuple[Attr, ...] | None = getattr(spot.decl, "attrs", None)
    if attrs is None or len(path) != 2:
        return
    owner, name = path
    cls, part = ATTRIBUTES.get(name, (e.FieldValue, "value"))
    at = next((at for at, attr in enumerate(attrs) if type(attr) is cls and _is_called(attr, name)), None)
    now = getattr(attrs[at], part) if at is not None else _unsaid(draft, spot.decl, name)
    if at is None and now is None:
        return
    takes_name = part in ("who", "phase")

    def put(new: Expr) -> None:
        said = Ident(span=new.span, name=new.name) if takes_name and isinstance(new, e.Name) else new
        if at is not None:
            made = (*attrs[:at], changed(attrs[at], **{part: said}), *attrs[at + 1 :])
        elif isinstance(said, Ident):
            made = (*attrs, e.SeenBy(span=new.span, who=said, when=None))
        else:
            made = (*attrs, e.FieldValue(span=new.span, name=Ident(span=new.span, name=name), value=said))
        put_alone(spot, owner, lambda only: (changed(only, attrs=made),))

    if isinstance(now, Ident):
        now = e.Name(span=now.span, name=now.name)
    yield Value(now, spot.decl, put, takes_name)


def _is_called(attr: Attr, name: str) -> bool:
    return not isinstance(attr, e.FieldValue) or attr.name.name == name


def _unsaid(draft: Draft, decl: Decl, name: str) -> Node | None:
    """What holds where an attribute is not written."""
    if isinstance(decl, d.Things) and name == "seen":
        return e.Name(span=decl.span, name="all" if decl.word in ("slot", "pile") else "none")
    if isinstance(decl, d.Place) and name not in ATTRIBUTES:
        return _default(draft, decl.kind.name if decl.kind else "place", name)
    return None


def _default(draft: Draft, kind: str, name: str) -> Expr | None:
    """The first value a kind gives its field."""
    for spot in draft.spots():
        if isinstance(spot.decl, d.Kind) and spot.decl.name.name == kind:
            for member in draft.inside(spot):
                if isinstance(member.decl, d.Field) and name in names(member.decl):
                    return member.decl.default
    return None
