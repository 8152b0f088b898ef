"""The types of the language, which fit where, and how they are called in messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rulelang.check.symbols import KindInfo

Sort = Literal["number", "entity", "symbol", "flag", "face", "bundle"]
LEAST, MOST = -(2**31), 2**31 - 1


@dataclass(frozen=True)
class Type:
    """A type."""


@dataclass(frozen=True)
class AnyT(Type):
    """The type of a mistake already reported: fits everywhere, so that it brings no second message."""


@dataclass(frozen=True)
class NumberT(Type):
    """Numbers from `low` to `high`, as far as is known before play."""

    low: int = LEAST
    high: int = MOST


@dataclass(frozen=True)
class FlagT(Type):
    """Yes or no."""


@dataclass(frozen=True)
class SymbolT(Type):
    """One of some words. `name` is the declared list's, or None for words written out where they are used."""

    name: str | None
    words: tuple[str, ...]
    ids: tuple[int, ...]
    optional: bool = False


@dataclass(frozen=True)
class EntityT(Type):
    """A thing, place, path or player of a kind; `optional`: or none."""

    kind: KindInfo
    optional: bool = False


@dataclass(frozen=True)
class SetT(Type):
    """Several of one type, in an order."""

    of: Type


@dataclass(frozen=True)
class PoolT(Type):
    """Loose dice of one kind; `die` -1 where any will do."""

    die: int


@dataclass(frozen=True)
class FaceT(Type):
    """What a die shows: a number or a word of it."""

    die: int
    name: str
    values: tuple[int, ...]
    labels: tuple[str, ...]
    numeric: bool


@dataclass(frozen=True)
class DieT(Type):
    """A kind of dice."""

    die: int
    name: str


@dataclass(frozen=True)
class AmountT(Type):
    """A number or a dice formula kept as data."""


@dataclass(frozen=True)
class BundleT(Type):
    """Boxes of symbols."""


@dataclass(frozen=True)
class TextT(Type):
    """A text."""


@dataclass(frozen=True)
class NoneT(Type):
    """The empty value `none`."""


@dataclass(frozen=True)
class Hint(Type):
    """Not a type asked for, only where a bare word may be looked up: everything fits it."""

    words: Type


ANY, FLAG, AMOUNT, TEXT, NONE, BUNDLE = AnyT(), FlagT(), AmountT(), TextT(), NoneT(), BundleT()
NUMBER = NumberT()


def fits(given: Type, want: Type) -> bool:
    """Whether a value of the type `given` may stand where `want` is asked for. Ranges are another question."""
    match given, want:
        case (AnyT(), _) | (_, AnyT()) | (_, Hint()):
            return True
        case NumberT(), NumberT() | AmountT():
            return True
        case FaceT(), NumberT() | AmountT():
            return given.numeric
        case NumberT(), FaceT():
            return True
        case SymbolT(), FaceT():
            return all(word in want.values for word in given.ids)
        case FaceT(), FaceT():
            return given.die == want.die
        case SymbolT(), SymbolT():
            return bool(set(given.ids) & set(want.ids))
        case EntityT(), EntityT():
            return related(given.kind, want.kind)
        case NoneT(), _:
            return isinstance(want, NoneT | EntityT | SymbolT | SetT)
        case SetT(), SetT():
            return fits(given.of, want.of)
        case DieT(), AmountT():
            return True
        case PoolT(), PoolT():
            return given.die == want.die or -1 in (given.die, want.die)
        case _:
            return given == want


def related(a: KindInfo, b: KindInfo) -> bool:
    """Whether some entity may be of both kinds: one is the other's ancestor, or they share members."""
    known = a.related.get(b.id)
    if known is None:
        known = a is b or a.is_a(b) or b.is_a(a) or bool(set(a.entities) & set(b.entities))
        a.related[b.id] = known
    return known


def describe(type: Type) -> str:
    """How a type is called in a message."""
    match type:
        case NumberT(low, high):
            return "a number" if low <= LEAST or high >= MOST else f"a number from {low} to {high}"
        case FlagT():
            return "yes or no"
        case SymbolT(name, words):
            return f"a `{name}`" if name else "one of " + ", ".join(f"`{word}`" for word in words[:6])
        case EntityT(kind, optional):
            return f"a `{kind.name}`" + (" or none" if optional else "")
        case SetT(of):
            return "a set of " + (of.kind.plural if isinstance(of, EntityT) else describe(of))
        case PoolT():
            return "rolled dice"
        case FaceT(name=name):
            return f"a face of `{name}`"
        case DieT(name=name):
            return f"the die `{name}`"
        case AmountT():
            return "an amount"
        case TextT():
            return "a text"
        case BundleT():
            return "a bundle of symbols"
        case NoneT():
            return "none"
        case _:
            return "something"


def sort_of(type: Type) -> Sort:
    """How a value of the type is written in a text."""
    match type:
        case EntityT():
            return "entity"
        case SymbolT():
            return "symbol"
        case FlagT():
            return "flag"
        case FaceT(numeric=numeric):
            return "number" if numeric else "face"
        case BundleT():
            return "bundle"
        case _:
            return "number"


def element(type: Type) -> Type:
    """The type of a set's members; of anything else the type itself."""
    return type.of if isinstance(type, SetT) else type


def capacity(type: Type) -> int:
    """How many members a set of this type can have at most, in cells of a frame."""
    of = element(type)
    match of:
        case EntityT(kind=kind):
            return max(1, len(kind.entities))
        case SymbolT(ids=ids):
            return max(1, len(ids))
        case FaceT():
            return 99
        case NumberT(low, high):
            return max(1, min(high - low + 1, 1000))
        case _:
            return 100


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other; None where they have nothing in common."""
    match a, b:
        case (AnyT(), other) | (other, AnyT()):
            return other
        case NumberT(), NumberT():
            return NumberT(min(a.low, b.low), max(a.high, b.high))
        case (NoneT(), EntityT(kind)) | (EntityT(kind), NoneT()):
            return EntityT(kind, True)
        case (NoneT(), other) | (other, NoneT()) if isinstance(other, SetT | SymbolT):
            return other
        case EntityT(), EntityT():
            optional = a.optional or b.optional
            if a.kind is b.kind or b.kind.is_a(a.kind):
                return EntityT(a.kind, optional)
            if a.kind.is_a(b.kind):
                return EntityT(b.kind, optional)
            shared = [kind for kind in a.kind.ancestors if b.kind.is_a(kind)]
            near = [kind for kind in shared if not any(kind is not low and low.is_a(kind) for low in shared)]
            return EntityT(near[0] if len(near) == 1 else a.kind.union(b.kind), optional)
        case SymbolT(), SymbolT():
            if a.name == b.name and a.ids == b.ids:
                return a
            ids = dict(zip(a.ids + b.ids, a.words + b.words, strict=True))
            return SymbolT(a.name if a.name == b.name else None, tuple(ids.values()), tuple(ids))
        case SetT(), SetT():
            inner = join(a.of, b.of)
            return SetT(inner) if inner else None
        case _:
            return a if fits(a, b) else b if fits(b, a) else None


def interval(op: str, a: NumberT, b: NumberT) -> NumberT:
    """The range of a sum, difference or product."""
    if op == "+":
        ends = (a.low + b.low, a.high + b.high)
    elif op == "-":
        ends = (a.low - b.high, a.high - b.low)
    else:
        products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]
        ends = (min(products), max(products))
    return NumberT(max(LEAST, ends[0]), min(MOST, ends[1]))
