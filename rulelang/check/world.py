"""The checker's tables of one game: every name, entity, variable, place for things and happening it declares.

Filled by the passes beside this module, in their order; read by the expressions and by lowering.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl, Expr
from rulelang.check.symbols import (
    Bend,
    ContainerSym,
    DefineSym,
    Happening,
    KindInfo,
    OrderSym,
    Symbol,
    VariableSym,
    WordsSym,
)
from rulelang.check.types import SymbolT
from rulelang.diagnostics import Findings, codes
from rulelang.program.tables import (
    SYMBOLS_FROM,
    BoardTable,
    Container,
    DieTable,
    Entity,
    Law,
    SettingTable,
    Variable,
)
from rulelang.source import NOWHERE, Span

if TYPE_CHECKING:
    from rulelang.compose import Composed

MOST_ENTITIES = 20_000


@dataclass(eq=False)
class World:
    """Everything a game declares. `values` is the game's own names; kinds and happenings have lists of their own."""

    findings: Findings
    composed: Composed
    declarations: tuple[Decl, ...]
    name: str = "game"
    title: str = "Game"
    edition: str = ""
    players: tuple[int, int] = (1, 4)
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    plurals: dict[str, KindInfo] = field(default_factory=dict)
    values: dict[str, Symbol] = field(default_factory=dict)
    happenings: dict[str, Happening] = field(default_factory=dict)
    every_happening: list[Happening] = field(default_factory=list)
    orders: dict[str, OrderSym] = field(default_factory=dict)
    lists: dict[str, SymbolT] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    word_spans: dict[str, Span] = field(default_factory=dict)
    dice: list[DieTable] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)
    entity_kinds: list[KindInfo] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    variable_syms: list[VariableSym] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)
    container_syms: list[ContainerSym] = field(default_factory=list)
    defines: list[DefineSym] = field(default_factory=list)
    fills: dict[tuple[str, str], list[tuple[tuple[int, ...], d.Rule]]] = field(default_factory=dict)
    define_fills: dict[tuple[str, str], list[tuple[tuple[int, ...], d.Define]]] = field(default_factory=dict)
    triggers: list[Bend] = field(default_factory=list)
    modifies: list[Bend] = field(default_factory=list)
    offers: list[Bend] = field(default_factory=list)
    endings: list[d.EndingWhen] = field(default_factory=list)
    invariants: list[d.Invariant] = field(default_factory=list)
    tests: list[d.Test] = field(default_factory=list)
    settings: list[SettingTable] = field(default_factory=list)
    laws: list[Law] = field(default_factory=list)
    board: BoardTable | None = None
    start: Expr | None = None
    speaker: Expr | None = None
    resets: dict[str, list[int]] = field(default_factory=dict)
    written: set[int] = field(default_factory=set)
    next_var: int = 0
    silenced: set[str] = field(default_factory=set)  # names of which nothing is said, for a mistake was told already
    unknown: set[str] = field(default_factory=set)  # names that nothing is like, told once
    _by_name: dict[str, list[Happening]] = field(default_factory=dict)
    _indexed: int = 0
    pool_die: int | None = None  # worked out once, see entities.pool_die
    first_dice: dict[Span, tuple[int, ...]] = field(default_factory=dict)  # the dice that begin in a place, by its declaration
    first_of_die: dict[int, int] = field(default_factory=dict)  # the first thing of each die
    inner: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)  # (place, card): things it brings with it
    inner_parts: dict[int, Expr] = field(default_factory=dict)  # how each of those is written
    die_of: dict[int, int] = field(default_factory=dict)  # the die of each thing that is one
    track_words: dict[int, str] = field(default_factory=dict)  # words in bundles that are players' tracks
    face: int = -1  # the variable of what they show

    @property
    def player(self) -> KindInfo:
        """The kind of the players: the last one that is a player."""
        found = self.kinds["player"]
        for kind in self.kinds.values():
            if kind.is_player and kind.is_a(found):
                found = kind
        return found

    def fresh_var(self) -> int:
        """An id for a name bound inside an expression."""
        self.next_var += 1
        return self.next_var

    def called(self, name: str) -> list[Happening]:
        """All happenings of a name, the game's own and those of kinds."""
        if self._indexed != len(self.every_happening):
            self._by_name = {}
            for happening in self.every_happening:
                self._by_name.setdefault(happening.name, []).append(happening)
            self._indexed = len(self.every_happening)
        return self._by_name.get(name, [])

    def word(self, text: str, span: Span = NOWHERE) -> int:
        """The id of a symbol's word."""
        if text not in self.words:
            self.words[text] = SYMBOLS_FROM + len(self.words)
            self.word_spans[text] = span
        return self.words[text]

    def add_value(self, symbol: Symbol) -> bool:
        """A name of the game's own; a second one of that name is a finding."""
        old = self.values.get(symbol.name)
        if old is not None and not isinstance(old, WordsSym):  # a field may be called like its list of symbols
            self.twice(symbol.name, symbol.span, old.span)
            return False
        self.values[symbol.name] = symbol
        return True

    def twice(self, name: str, span: Span, old: Span) -> None:
        """Report a name declared twice."""
        self.findings.report(
            codes.TWICE, span, f"`{name}` is declared twice",
            help="give one of the two another name, or remove it", related=[(old, "declared here first")],
        )

    def holder_kind(self, kind: KindInfo) -> KindInfo:
        """The kind of whoever may hold things of a kind: the common one of all places that take them."""
        owners = {
            symbol.owner for symbol in self.container_syms
            if symbol.owner is not None and (kind.is_a(symbol.of) or symbol.of.is_a(kind))
        }
        if len(owners) == 1:
            return owners.pop()
        if not owners:
            return self.player
        first, *others = sorted(owners, key=lambda kind: kind.id)
        for other in others:
            first = first.union(other)
        return first

    def lies(self, kind: KindInfo) -> bool:
        """Whether things of a kind lie in places, and so can be moved: a kind of board places or paths does not."""
        fixed = kind.is_player or kind.is_place or kind.is_path
        return not fixed or any(self.entities[id - 1].sort == "thing" for id in kind.entities)

    def new_variable(self, variable: Variable, symbol: VariableSym | None = None) -> int:
        """Add a variable; returns its id."""
        self.variables.append(variable)
        sym = symbol or VariableSym(variable.name, variable.span, len(self.variables) - 1, SymbolT(None, (), ()), None, False)
        self.variable_syms.append(sym)
        return len(self.variables) - 1

    def entity(self, name: str, title: str, kind: KindInfo, sort: str, span: Span, card: int = 0) -> int:
        """Add an entity; returns its id. `card` is the first copy's id, 0 for itself."""
        self.entities.append(Entity(name, title, kind.id, card or len(self.entities) + 1, sort, span))  # type: ignore[arg-type]
        self.entity_kinds.append(kind)
        return len(self.entities)

    def kind_of(self, entity: int) -> KindInfo:
        return self.entity_kinds[entity - 1]
