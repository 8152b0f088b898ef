"""What differs in meaning between two games: declarations added, removed and changed, down to a table's cell.

Given two composed games it gives changes in the order of the first game's file. Layout, comments and the order of
declarations that mean the same in any order are no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl, Node
from rulelang.compose import Composed

Verb = Literal["added", "removed", "changed"]
UNNAMED = (d.Test, d.Invariant, d.EndingWhen)


@dataclass(frozen=True)
class Difference:
    """One difference. `what` names it in the language's words (`card zombie.strength`); `old` and `new` are what the
    texts say, on one line, empty where there is nothing to say."""

    verb: Verb
    what: str
    old: str = ""
    new: str = ""

    def __str__(self) -> str:
        if self.verb != "changed":
            said = self.old or self.new
            return f"{self.what}: {self.verb}" + (f" ({said})" if said else "")
        return f"{self.what}: {self.old} -> {self.new}" if self.old or self.new else f"{self.what}: changed"


def compare(old: Composed, new: Composed) -> tuple[Difference, ...]:
    """All differences from one game to another."""
    return tuple(_Comparison(old, new).run())


class _Comparison:
    def __init__(self, old: Composed, new: Composed) -> None:
        self.old, self.new = old, new

    def run(self) -> Iterator[Difference]:
        before, after = _keyed(self.old.file.declarations), _keyed(self.new.file.declarations)
        for key, decl in before.items():
            if key not in after:
                yield Difference("removed", key, self._rest(self.old, key, decl))
            elif decl != after[key]:
                yield from self._changed(key, decl, after[key])
        yield from (Difference("added", key, "", self._rest(self.new, key, after[key])) for key in after if key not in before)

    def _changed(self, key: str, old: Decl, new: Decl) -> Iterator[Difference]:
        if isinstance(old, d.Setting) and isinstance(new, d.Setting):
            yield Difference("changed", key, self._said(self.old, old.default), self._said(self.new, new.default))
        elif isinstance(old, d.Cards) and isinstance(new, d.Cards):
            yield from self._cards(old, new)
        elif isinstance(old, d.Game) and isinstance(new, d.Game):
            yield from self._entries(old, new)
        elif isinstance(old, d.Kind | d.Board) and isinstance(new, d.Kind | d.Board):
            yield from self._members(key, old.members, new.members)
        elif isinstance(old, d.Choice) and isinstance(new, d.Choice):
            yield from self._options(key, old, new)
        else:
            yield Difference("changed", key, *self._short(old, new))

    def _short(self, old: Node, new: Node) -> tuple[str, str]:
        """What both say, if that is short enough for a line."""
        one, other = self._said(self.old, old), self._said(self.new, new)
        return (one, other) if max(len(one), len(other)) <= 60 and one != other else ("", "")

    def _rest(self, game: Composed, key: str, node: Node) -> str:
        """What a declaration says behind its word and name, if that is short enough for a line."""
        source = game.sources.get(node.span.file)
        said = source.text[node.span.start : node.span.end].strip() if source is not None else ""
        head = key.partition(" (")[0]
        return said.removeprefix(head).lstrip(": ") if said.startswith(head) and len(said.splitlines()) == 1 else ""

    def _said(self, game: Composed, node: Node) -> str:
        source = game.sources.get(node.span.file)
        return " ".join(source.text[node.span.start : node.span.end].split()) if source is not None else ""

    def _members(self, key: str, old: tuple[Decl, ...], new: tuple[Decl, ...]) -> Iterator[Difference]:
        before, after = _keyed(old), _keyed(new)
        for name, member in before.items():
            if name not in after:
                yield Difference("removed", f"{key}, {name}", self._rest(self.old, name, member))
            elif member != after[name]:
                yield Difference("changed", f"{key}, {name}", *self._short(member, after[name]))
        for name in after:
            if name not in before:
                yield Difference("added", f"{key}, {name}", "", self._rest(self.new, name, after[name]))

    def _entries(self, old: d.Game, new: d.Game) -> Iterator[Difference]:
        if old.name != new.name:
            yield Difference("changed", "game name", old.name.name, new.name.name)
        if old.title != new.title:
            yield Difference("changed", "game title", old.title, new.title)
        before = {entry.key.name: entry.value for entry in old.entries}
        after = {entry.key.name: entry.value for entry in new.entries}
        for name in dict.fromkeys((*before, *after)):
            one, other = before.get(name), after.get(name)
            if one != other:
                said = (self._said(self.old, one) if one else "nothing", self._said(self.new, other) if other else "nothing")
                yield Difference("changed", f"game {name}", *said)

    def _options(self, key: str, old: d.Choice, new: d.Choice) -> Iterator[Difference]:
        before = {option.name.name if option.name else option.label: option for option in old.options}
        after = {option.name.name if option.name else option.label: option for option in new.options}
        for name, option in before.items():
            if name not in after:
                yield Difference("removed", f"{key}, option {name}")
            elif option != after[name]:
                yield Difference("changed", f"{key}, option {name}")
        yield from (Difference("added", f"{key}, option {name}") for name in after if name not in before)
        if (old.prompt, old.params) != (new.prompt, new.params):
            yield Difference("changed", key)

    def _cards(self, old: d.Cards, new: d.Cards) -> Iterator[Difference]:
        before, after = _rows(old), _rows(new)
        for name, row in before.items():
            if name not in after:
                yield Difference("removed", f"card {name}")
                continue
            for column in dict.fromkeys((*row, *after[name])):
                one, other = row.get(column, ""), after[name].get(column, "")
                if one != other:
                    yield Difference("changed", f"card {name}.{column}", one or "nothing", other or "nothing")
        yield from (Difference("added", f"card {name}") for name in after if name not in before)
        blocks, others = _keyed(old.cards), _keyed(new.cards)
        for key in dict.fromkeys((*blocks, *others)):
            if blocks.get(key) != others.get(key) and key.split()[1] in before and key.split()[1] in after:
                yield Difference("changed", f"{key}, its rules")


def _keyed(declarations: tuple[Decl, ...]) -> dict[str, Decl]:
    """Declarations by word and name; what has no name by its head or its number among its like."""
    found: dict[str, Decl] = {}
    for decl in declarations:
        key = _key(decl)
        count = 2
        while key in found:
            key = f"{_key(decl)} ({count})"
            count += 1
        found[key] = decl
    return found


def _key(decl: Decl) -> str:
    word = {"Things": getattr(decl, "word", ""), "EndingWhen": getattr(decl, "result", "")}.get(type(decl).__name__)
    word = word or type(decl).__name__.lower()
    if isinstance(decl, d.Game):
        return "game"
    if isinstance(decl, d.Field):
        return f"field {', '.join(name.name for name in decl.names)}"
    if isinstance(decl, d.Track):
        return f"track {', '.join(name.name.name for name in decl.names)}"
    if isinstance(decl, d.Place):
        return f"place {', '.join(place.name.name for place in decl.places)}"
    if isinstance(decl, d.Path):
        return f"path {' -- '.join(end.name for end in decl.ends)}"
    if isinstance(decl, d.Modify):
        return f"modify {_dotted(decl.target)}"
    if isinstance(decl, d.Offer):
        return f"offer in {', '.join(_dotted(choice) for choice in decl.choices)}"
    if isinstance(decl, UNNAMED):
        return f'{word} "{decl.text}"'
    name = getattr(decl, "name", None)
    return f"{word} {name.name}" if name is not None else word


def _dotted(node: Node) -> str:
    if hasattr(node, "owner") and hasattr(node, "name"):
        return f"{_dotted(node.owner)}.{node.name}"
    return str(getattr(node, "name", "…"))


def _rows(cards: d.Cards) -> dict[str, dict[str, str]]:
    """A table's rows by their name, cell by column; cards without a table by name alone."""
    found: dict[str, dict[str, str]] = {card.name.name: {} for card in cards.cards}
    if cards.rows:
        columns = [cell.text for cell in cards.rows[0].cells]
        for row in cards.rows[1:]:
            cells = dict(zip(columns, (cell.text for cell in row.cells), strict=False))
            title = cells.pop("name", "").split(" ", 1)
            found[title[0]] = cells | ({"title": title[1]} if len(title) > 1 else {})
    return found
