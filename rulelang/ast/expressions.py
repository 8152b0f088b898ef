"""Expressions, types and attributes: the parts of the tree that only say something."""

from __future__ import annotations

from typing import Literal

from rulelang.ast.node import Attr, Expr, Ident, Node, TypeRef

# --- values ----------------------------------------------------------------------------------------------


class Number(Expr):
    """`3`"""

    value: int


class Text(Expr):
    """`"{foe} is upon you"`: `value` is the text without its quotes, holes still in braces."""

    value: str


class Name(Expr):
    """`health`: a local, a member of the doer, or something of the game."""

    name: str


class Member(Expr):
    """`at.guard`"""

    owner: Expr
    name: Ident


class Apply(Expr):
    """`might(foe)`: a define, a rule's value or a built-in, with its arguments."""

    target: Expr
    args: tuple[Expr, ...]


class Of(Expr):
    """`guard of places`: the field of every member of a set."""

    field: Expr
    owners: Expr


class Not(Expr):
    """`not quiet(at)`"""

    value: Expr


class Negate(Expr):
    """`-1`"""

    value: Expr


class Logic(Expr):
    """`a and b`, `a or b`"""

    left: Expr
    op: Literal["and", "or"]
    right: Expr


class Compare(Expr):
    """`a is b`, `a is not b`, `a < b`, `a <= b`, `a > b`, `a >= b`; never chained."""

    left: Expr
    op: Literal["is", "is not", "<", "<=", ">", ">="]
    right: Expr


class IsA(Expr):
    """`at is a room`, `at is not a room`"""

    value: Expr
    negated: bool
    kind: Ident


class Within(Expr):
    """`x in S`, `doom in 3..5`"""

    value: Expr
    group: Expr


class Arith(Expr):
    """`a + b`, `a - b`, `a * b`, `a / b`; on sets `+` joins."""

    left: Expr
    op: Literal["+", "-", "*", "/"]
    right: Expr


class IfElse(Expr):
    """`a if c else b`"""

    then: Expr
    condition: Expr
    otherwise: Expr


class Where(Expr):
    """`players where it.at is at`: those members of which the condition holds; `it` is the member."""

    group: Expr
    condition: Expr


class Range(Expr):
    """`1..4`"""

    low: Expr
    high: Expr


class Formula(Expr):
    """`2 peril`, `6 green`: a count beside a name, a dice formula or a bundle."""

    count: Expr
    name: Expr


class Join(Expr):
    """`6 green and 1 yellow` in a first content, `search and 2 lore` in a face or a cell: boxes side by side."""

    items: tuple[Expr, ...]


class Either(Expr):
    """`lore or peril`: a wild face."""

    items: tuple[Expr, ...]


# --- types -----------------------------------------------------------------------------------------------


class RangeType(TypeRef):
    """`0..who.health`, `0..4?`"""

    low: Expr
    high: Expr
    optional: bool


class NamedType(TypeRef):
    """`place`, `monster?`, `about | fighting | fallen`: one name is a type, several are symbols."""

    names: tuple[Ident, ...]
    optional: bool


class SetType(TypeRef):
    """`set of species`"""

    of: TypeRef


class Param(Node):
    """`foe: monster`, `n: 1..3 = 1`; without a type, of the kind or symbols of its name."""

    name: Ident
    type: TypeRef | None
    default: Expr | None


# --- attributes ------------------------------------------------------------------------------------------


class SeenBy(Attr):
    """`seen by all | holder | none [when C]`"""

    who: Ident
    when: Expr | None


class Active(Attr):
    """`active [when C]`"""

    when: Expr | None


class Holds(Attr):
    """`holds 0..3`"""

    size: Expr


class RefillFrom(Attr):
    """`refill from spent`"""

    place: Expr


class DiscardsTo(Attr):
    """`discards to spent`, `discards to bottom of stack`"""

    place: Expr


class Each(Attr):
    """`each turn`: goes back to its first value when that phase starts."""

    phase: Ident


class Quiet(Attr):
    """`quiet`: kept for the rules' own use, neither shown nor told."""


class FieldValue(Attr):
    """`site: 1`"""

    name: Ident
    value: Expr
