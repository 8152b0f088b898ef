"""Statements: the parts of the tree that do something, and the options a player may pick."""

from __future__ import annotations

from typing import Literal

from rulelang.ast.node import Expr, Ident, Node, Stmt

Body = tuple[Stmt, ...]

# --- options ---------------------------------------------------------------------------------------------


class Generator(Node):
    """`each there in neighbours(at)`: one legal option for each member."""

    name: Ident
    group: Expr


class Need(Node):
    """One part of a price: `5 clues`, `2 search from dice to used`, `this`."""

    what: Expr
    source: Expr | None
    target: Expr | None


class UpTo(Node):
    """`up to N times` while the choice runs."""

    times: Expr


class Once(Node):
    """`once a turn`"""

    phase: Ident


class Option(Node):
    """A line of a choice: `[name] "Label" [for each …] [costs …] [up to … | once a …] [when …]: body`."""

    name: Ident | None
    label: str
    each: tuple[Generator, ...]
    costs: tuple[Need, ...]
    limits: tuple[Node, ...]  # UpTo and Once, as written
    when: Expr | None
    body: Body


# --- what changes things ---------------------------------------------------------------------------------


class Set(Stmt):
    """`set X to V`: past the range of X it is a fault."""

    target: Expr
    value: Expr


class Gain(Stmt):
    """`gain N track`: stops at the end of the range."""

    amount: Expr
    track: Expr


class Lose(Stmt):
    """`lose N track`: stops at the end of the range."""

    amount: Expr
    track: Expr


class Move(Stmt):
    """`move WHAT to PLACE`"""

    what: Expr
    place: Expr


class Discard(Stmt):
    """`discard WHAT`: to where its place says, else to where it began, else to `box`."""

    what: Expr


class Draw(Stmt):
    """`draw x from P` binds x; `draw N from P to Q` moves N things."""

    what: Expr
    source: Expr
    target: Expr | None


class Shuffle(Stmt):
    """`shuffle P`"""

    place: Expr


class Show(Stmt):
    """`show WHAT to WHO`"""

    what: Expr
    who: Expr


class Roll(Stmt):
    """`roll 5 fate as dice`, `roll d6 as n`, `roll pool`, `roll n as total` for an amount."""

    count: Expr | None
    what: Expr
    name: Ident | None
    where: Expr | None


class RollTable(Stmt):
    """`roll on injury`"""

    table: Expr


class Quantity(Node):
    """`any`, `all`, `2`, `up to E` before `of`."""

    word: Literal["any", "all", "exactly", "up to"]
    count: Expr | None


class Reroll(Stmt):
    """`reroll any of dice where C`"""

    quantity: Quantity
    dice: Expr


class Lock(Stmt):
    """`lock any of dice where C`: passed over by every reroll until the pool is rolled again."""

    quantity: Quantity
    dice: Expr


# --- who decides -----------------------------------------------------------------------------------------


class ChooseFrom(Stmt):
    """`choose x from S "Prompt"`; over a range, a number."""

    name: Ident
    group: Expr
    prompt: str | None


class RunChoice(Stmt):
    """`choose opening`, `may flight(foe)`, `menu walking until "Stay here"`: a declared choice is run."""

    mode: Literal["choose", "may", "menu"]
    choice: Ident
    args: tuple[Expr, ...]
    until: str | None
    otherwise: Body


class InlineChoice(Stmt):
    """`choose "Prompt":`, `may:`, `menu until "Label":` with their options in place."""

    mode: Literal["choose", "may", "menu"]
    prompt: str | None
    until: str | None
    options: tuple[Option, ...]
    otherwise: Body


class Divide(Stmt):
    """`divide N among S as share up to LIMIT: body`"""

    amount: Expr
    group: Expr
    name: Ident
    limit: Expr | None
    body: Body

    @property
    def question(self) -> str:
        """What is asked where the ways are few; `n` is how much there is."""
        word = self.name.name.replace("_", " ")
        return f"{word[:1].upper()}{word[1:]} to share out: {{n}}"

    @property
    def question_for_one(self) -> str:
        """What is asked about one member, `it`, where the ways are many."""
        return f"{{it}}: {self.name.name}"


class Pick(Stmt):
    """`pick x from S by ORDER`"""

    name: Ident
    group: Expr
    order: Expr


# --- course ----------------------------------------------------------------------------------------------


class EachIn(Stmt):
    """`each x in S [by ORDER]: body`: the doer stays."""

    name: Ident
    group: Expr
    order: Expr | None
    body: Body


class EachPlayer(Stmt):
    """`each player [from P] [where C] [by ORDER] | at once: body`: each is the doer in turn; also a card's `each KIND`."""

    kind: Ident
    start: Expr | None
    where: Expr | None
    order: Expr | None
    at_once: bool
    body: Body


class For(Stmt):
    """`for friend: body`: another doer."""

    who: Expr
    body: Body


class Repeat(Stmt):
    """`repeat [N times] [until C]: body`: `until` is looked at before each pass."""

    times: Expr | None
    until: Expr | None
    body: Body


class Branch(Node):
    """One `if C:` or `else if C:` with its body."""

    condition: Expr
    body: Body


class If(Stmt):
    """`if C: … else if D: … else: …`"""

    branches: tuple[Branch, ...]
    otherwise: Body


class Arm(Node):
    """`2, 4..6: body`; no keys for `else`."""

    keys: tuple[Expr, ...]
    body: Body


class Match(Stmt):
    """`match V:` with an arm for every case or an `else`."""

    value: Expr
    arms: tuple[Arm, ...]


class Let(Stmt):
    """`let x = V`"""

    name: Ident
    value: Expr


class End(Stmt):
    """`end combat`"""

    phase: Ident


class Stop(Stmt):
    """`stop`: leaves the rule, phase or option body."""


class Give(Stmt):
    """`give V`: the rule's value; leaves the rule."""

    value: Expr


class Proceed(Stmt):
    """`proceed`: in an `instead of`, do what was to be done."""


class Cancel(Stmt):
    """`cancel`: in a `before`, leave it undone."""


class Nothing(Stmt):
    """`nothing`"""


class Ending(Stmt):
    """`win ["Text"]`, `defeat [seat] ["Text"]`"""

    result: Literal["win", "defeat"]
    seat: Expr | None
    text: str | None


class Do(Stmt):
    """A rule or phase run by name: `meet`, `hurt(1, foe.harm)`, `check(who.lore, 6) as wins`, `being.foretold`."""

    what: Expr
    args: tuple[Expr, ...]
    name: Ident | None
