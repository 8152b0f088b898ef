"""The texts of a game that players read, found in its tree: what there is to translate, each with where it stands.

Given the composed file and, for what is not in force, its variants. Names that are shown without a title
are texts too, written as the game shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as s
from rulelang.ast.node import Expr, Node, children
from rulelang.compose.rows import NAME, Rows
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.messages.catalog import DIE, PHASE, WORD, Key
from rulelang.messages.holes import holes
from rulelang.parse import parse_cell
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.compose import VariantInfo


class Message(NamedTuple):
    """A text to translate. `counted`: its only number chooses among plural forms; `note` says what it is."""

    key: Key
    span: Span
    note: str = ""
    counted: bool = False

    @property
    def context(self) -> str:
        return self.key[0]

    @property
    def text(self) -> str:
        return self.key[1]


class Texts:
    """Walks trees and gathers their messages, in the order they stand."""

    def __init__(self, tables: Mapping[str, d.Cards]) -> None:
        self.tables = tables
        self.found: list[Message] = []
        self.numbers: tuple[str, ...] = ()  # names that are numbers where we are

    def add(self, text: str | None, span: Span, note: str = "", context: str = "") -> None:
        if text:
            self.found.append(Message((context, text), span, note, self._is_counted(text)))

    def _is_counted(self, text: str) -> bool:
        named = [hole for hole in holes(text) if hole in self.numbers]
        return len(named) == 1

    def title(self, name: Node, title: str | None, note: str) -> None:
        self.add(title or titled(str(name)), name.span, f"{note} `{name}`")

    def word(self, name: Node, context: str, note: str = "") -> None:
        self.add(in_words(str(name)), name.span, note, context)

    def walk(self, node: Node) -> None:
        """The texts of a node and of all below it."""
        outer = self.numbers
        self.numbers += tuple(_numbers(node))
        visit = VISIT.get(type(node))
        if visit is None or not visit(self, node):
            for child in children(node):
                self.walk(child)
        self.numbers = outer


def messages(file: d.File, variants: Iterable[VariantInfo] = ()) -> list[Message]:
    """The messages of a composed file and of its variants, in force or not; each once, where it first stands."""
    tables = {decl.name.name: decl for decl in file.declarations if isinstance(decl, d.Cards)}
    texts = Texts(tables)
    for node in file.declarations:
        texts.walk(node)
    for variant in variants:
        texts.add(variant.title, variant.span, f"variant `{variant.name}`")
        for name, why in variant.excludes:
            texts.add(why, variant.span, f"why not together with `{name}`")
        for node in variant.declarations:
            texts.walk(node)
    kept: dict[Key, Message] = {}
    for message in texts.found:
        old = kept.setdefault(message.key, message)
        if message.counted and not old.counted:
            kept[message.key] = old._replace(counted=True)
    return list(kept.values())


def titled(name: str) -> str:
    """How a name without a title is shown: `Dark young`."""
    return (name[:1].upper() + name[1:]).replace("_", " ")


def in_words(name: str) -> str:
    """A name as words: `turn roll`."""
    return name.replace("_", " ")


def _numbers(node: Node) -> Iterator[str]:
    """The names that a node makes numbers for what stands in it."""
    for part in (*getattr(node, "each", ()), *getattr(node, "params", ())):
        counts = isinstance(part, s.Generator) and isinstance(part.group, e.Range)
        if counts or (isinstance(part, e.Param) and isinstance(part.type, e.RangeType)):
            yield part.name.name


# --- what each kind of node says; True where nothing below it is looked at ---------------------------------

Visit = Callable[[Texts, Any], "bool | None"]
VISIT: dict[type[Node], Visit] = {}


def says(*kinds: type[Node]) -> Callable[[Visit], Visit]:
    """Registers what nodes of these kinds say."""

    def register(visit: Visit) -> Visit:
        VISIT.update(dict.fromkeys(kinds, visit))
        return visit

    return register


@says(d.Game, d.Setting)
def _head(t: Texts, node: d.Game | d.Setting) -> None:
    t.add(node.title, node.name.span, "")


@says(d.Symbols)
def _symbols(t: Texts, node: d.Symbols) -> bool:
    for word in node.words:
        t.word(word, WORD, f"one of `{node.name}`")
    return True


@says(e.NamedType)
def _type(t: Texts, node: e.NamedType) -> None:
    for name in node.names if len(node.names) > 1 else ():
        t.word(name, WORD)


@says(d.Die)
def _die(t: Texts, node: d.Die) -> bool:
    t.word(node.name, DIE)
    stack = list(reversed(node.faces))
    while stack:
        face = stack.pop()
        if isinstance(face, e.Name):
            t.add(in_words(face.name), face.span, f"a side of `{node.name}`", WORD)
        else:
            stack.extend(reversed([child for child in children(face) if isinstance(child, Expr)]))
    return True


@says(d.Field)
def _field(t: Texts, node: d.Field) -> None:
    for name in node.names:
        t.title(name, None, "field")


@says(d.Things)
def _things(t: Texts, node: d.Things) -> None:
    t.title(node.name, None, node.word)


@says(d.Track)
def _track(t: Texts, node: d.Track) -> None:
    for name in node.names:
        t.title(name.name, node.title, "track")


@says(d.Space, d.Marker)
def _space(t: Texts, node: d.Space | d.Marker) -> None:
    t.title(node.name, node.title, type(node).__name__.lower())


@says(d.Titled)
def _place(t: Texts, node: d.Titled) -> None:
    t.title(node.name, node.title, "place")


@says(d.Board)
def _board(t: Texts, node: d.Board) -> None:
    t.title(node.name, node.title, "board")


@says(d.Cards)
def _cards(t: Texts, node: d.Cards) -> bool:
    _rows(t, node.rows, None)
    for card in node.cards:
        _card(t, card, bool(node.rows))
    return True


@says(d.AddTo)
def _add_to(t: Texts, node: d.AddTo) -> bool:
    target = t.tables.get(node.target.name)
    _rows(t, tuple(member.row for member in node.members if isinstance(member, d.RowMember)), target)
    for member in node.members:
        if isinstance(member, d.Card):
            _card(t, member, target is not None and bool(target.rows))
        elif not isinstance(member, d.RowMember):
            t.walk(member)
    return True


def _card(t: Texts, card: d.Card, in_table: bool) -> None:
    if card.title or not in_table:
        t.title(card.name, card.title, "card")
    for child in card.members:
        t.walk(child)


def _rows(t: Texts, rows: Rows, target: d.Cards | None) -> None:
    """The titles in a table's column `name`; rows without a header count cells as their target does."""
    heads = [cell.text for cell in rows[0].cells] if rows else []
    body = rows[1:]
    if "name" not in heads and target is not None and target.rows:
        heads, body = [cell.text for cell in target.rows[0].cells], rows
    if "name" not in heads:
        return
    at = heads.index("name")
    for row in body:
        if at < len(row.cells):
            cell = row.cells[at]
            title = _cell_title(cell)
            if title is not None:
                t.add(title.title or titled(str(title.name)), cell.span, f"card `{title.name}`")


def _cell_title(cell: d.Cell) -> d.Titled | None:
    found: tuple[object, Iterable[Diagnostic]] = parse_cell(cell.text, cell.span, "title")
    return found[0] if isinstance(found[0], d.Titled) and NAME.match(cell.text.strip()) else None


@says(d.Phase)
def _phase(t: Texts, node: d.Phase) -> None:
    t.word(node.name, PHASE)


@says(d.Choice)
def _choice(t: Texts, node: d.Choice) -> None:
    t.add(node.prompt, node.name.span, f"asked in `{node.name}`")


@says(s.Option)
def _option(t: Texts, node: s.Option) -> None:
    t.add(node.label, node.span, f"option `{node.name}`" if node.name else "option")


@says(s.ChooseFrom)
def _choose(t: Texts, node: s.ChooseFrom) -> None:
    t.add(node.prompt, node.span, "question")


@says(s.RunChoice)
def _run_choice(t: Texts, node: s.RunChoice) -> None:
    t.add(node.until, node.span, "ends a menu")


@says(s.InlineChoice)
def _inline(t: Texts, node: s.InlineChoice) -> None:
    t.add(node.prompt, node.span, "question")
    t.add(node.until, node.span, "ends a menu")


@says(s.Divide)
def _divide(t: Texts, node: s.Divide) -> None:
    t.add(node.question, node.name.span, "who gets how many")
    t.add(node.question_for_one, node.name.span, "how many for whom")


@says(s.Ending)
def _ending(t: Texts, node: s.Ending) -> None:
    t.add(node.text, node.span, node.result)


@says(d.EndingWhen)
def _ending_when(t: Texts, node: d.EndingWhen) -> None:
    t.add(node.text, node.span, node.result)


@says(d.Variant)
def _variant(t: Texts, node: d.Variant) -> None:
    t.add(node.title, node.name.span, "variant")


@says(d.Excludes)
def _excludes(t: Texts, node: d.Excludes) -> None:
    t.add(node.because, node.span, "why not together")


@says(d.Invariant)
def _invariant(t: Texts, node: d.Invariant) -> None:
    t.add(node.text, node.span, "invariant")


@says(d.Test)
def _test(t: Texts, node: d.Test) -> bool:
    return True
