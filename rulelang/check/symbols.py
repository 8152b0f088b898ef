"""What the names of a game stand for: the entries of the checker's tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulelang.ast.declarations import Cards, Choice, Define, Kind, Order, Phase, Rule, Setting, Table
from rulelang.ast.expressions import Param
from rulelang.ast.node import Decl, Node
from rulelang.check.types import Type
from rulelang.program.expr import Ex
from rulelang.source import NOWHERE, Span


@dataclass(eq=False)
class KindInfo:
    """A kind: its ancestors (near first), its entities (ascending ids), and what its members have."""

    id: int
    name: str
    plural: str
    decl: Kind | None
    parents: list[KindInfo] = field(default_factory=list)
    entities: tuple[int, ...] = ()
    members: dict[str, Symbol] = field(default_factory=dict)
    happenings: dict[str, Happening] = field(default_factory=dict)
    span: Span = NOWHERE
    related: dict[int, bool] = field(default_factory=dict)  # kinds by id: whether something may be of both

    @property
    def ancestors(self) -> list[KindInfo]:
        """The kind itself, then its parents and theirs, each once."""
        found: list[KindInfo] = []
        queue = [self]
        while queue:
            kind = queue.pop(0)
            if kind not in found:
                found.append(kind)
                queue += kind.parents
        return found

    def is_a(self, other: KindInfo) -> bool:
        return other in self.ancestors

    @property
    def is_player(self) -> bool:
        return any(kind.name == "player" or kind.base == "player" for kind in self.ancestors)

    @property
    def is_place(self) -> bool:
        return any(kind.base == "place" for kind in self.ancestors)

    @property
    def is_path(self) -> bool:
        return any(kind.base == "path" for kind in self.ancestors)

    base: str = ""  # place, path, player, die for the built-in ones
    either: tuple[KindInfo, ...] = ()  # of a kind that only says "one of these": which
    unions: dict[int, KindInfo] = field(default_factory=dict)  # such kinds that this one is a part of, by the other's id

    def union(self, other: KindInfo) -> KindInfo:
        """The kind of what is of this kind or of another, where none of the game's says it: with what both have."""
        made = self.unions.get(other.id)
        if made is None:
            parts = tuple(dict.fromkeys((*(self.either or (self,)), *(other.either or (other,)))))
            name = " or ".join(part.name for part in parts)
            shared = [kind for kind in self.ancestors if other.is_a(kind) and not kind.either]
            near = [kind for kind in shared if not any(kind is not low and low.is_a(kind) for low in shared)]
            made = KindInfo(
                -1000 * (self.id + 1) - other.id, name, " or ".join(part.plural or part.name for part in parts), None, near,
                tuple(sorted({*self.entities, *other.entities})), either=parts,
            )
            self.unions[other.id] = made
        return made

    def member(self, name: str) -> Symbol | None:
        """A field, track, place, define of the kind or of an ancestor."""
        for kind in self.ancestors:
            if name in kind.members:
                return kind.members[name]
        return None

    def happening(self, name: str) -> Happening | None:
        """A rule, phase or choice of the kind or of an ancestor."""
        for kind in self.ancestors:
            if name in kind.happenings:
                return kind.happenings[name]
        return None

    def all_members(self) -> list[str]:
        return [name for kind in self.ancestors for name in kind.members]


@dataclass(eq=False)
class Symbol:
    """Something a name stands for. `used` says whether anything in the file reads it."""

    name: str
    span: Span
    used: bool = field(default=False, kw_only=True)
    told: str = field(default="name", kw_only=True)  # its word in messages


@dataclass(eq=False)
class VariableSym(Symbol):
    """A field or track, of the game or of a kind's members."""

    id: int
    type: Type
    owner: KindInfo | None
    track: bool
    low: Ex | None = None
    high: Ex | None = None
    owner_var: int = -1
    seen_by: Literal["all", "holder", "none"] = "all"
    quiet: bool = False  # neither shown nor told
    groups: dict[int, tuple[int, ...]] = field(default_factory=dict)  # a set's members by entity: printed, never changed


@dataclass(eq=False)
class ContainerSym(Symbol):
    """A slot, pile, deck or bag, of the game or of a kind's members."""

    id: int
    word: str
    of: KindInfo
    owner: KindInfo | None
    seen_by: Literal["all", "holder", "none"] = "all"
    capacity: int = 1


@dataclass(eq=False)
class ParamInfo:
    """A parameter with its type and, elaborated where it is declared, its default."""

    name: str
    type: Type
    decl: Param
    default: Ex | None = None
    var: int = -1


@dataclass(eq=False)
class DefineSym(Symbol):
    """A named value; `type` is None while it is being worked out."""

    id: int
    decl: Define
    owner: KindInfo | None
    params: list[ParamInfo] = field(default_factory=list)
    type: Type | None = None
    busy: bool = False
    value: Ex | None = None
    low: Ex | None = None
    high: Ex | None = None
    you_var: int = -1
    this_var: int = -1
    needs_you: bool = False


@dataclass(eq=False)
class EntitySym(Symbol):
    """A place, a card (the first copy, with all in `copies`) or, in a test, a player."""

    id: int
    kind: KindInfo
    copies: tuple[int, ...] = ()


@dataclass(eq=False)
class CardsSym(Symbol):
    """A `cards` declaration: the set of all its components."""

    decl: Cards
    kind: KindInfo
    ids: tuple[int, ...]


@dataclass(eq=False)
class SettingSym(Symbol):
    """A dial: a constant of this Program."""

    decl: Setting
    type: Type
    value: Ex


@dataclass(eq=False)
class WordsSym(Symbol):
    """A declared list of symbols."""

    type: Type


@dataclass(eq=False)
class DieSym(Symbol):
    """A kind of dice."""

    id: int
    type: Type


@dataclass(eq=False)
class LocalSym(Symbol):
    """A local or parameter. For a loose pool `ex` is its address."""

    type: Type
    ex: Ex
    quiet: bool = False  # a parameter or a name the language binds: not reading it is no finding


@dataclass(eq=False)
class Happening:
    """A phase, rule, choice or table."""

    id: int
    name: str
    sort: str
    decl: Phase | Rule | Choice | Table
    kind: KindInfo | None
    params: list[ParamInfo] = field(default_factory=list)
    doer_kind: KindInfo | None = None
    gives: Type | None = None
    used: bool = False
    span: Span = NOWHERE


@dataclass(eq=False)
class OrderSym(Symbol):
    """A named preference; the first parameter is the member that is weighed."""

    decl: Order
    params: list[ParamInfo] = field(default_factory=list)
    lines: tuple[object, ...] = ()
    ready: bool = False


@dataclass(eq=False)
class Bend:
    """A trigger, modify or offer with where it is written: `ids` the cards or members it lies on, () for always."""

    decl: Decl
    ids: tuple[int, ...]
    kind: KindInfo | None
    span: Span
    rank: int = 0


def told(node: Node) -> str:
    """The declaration word of a node, for messages."""
    return type(node).__name__.lower()
