"""Statements about dice in words: rolling, rerolling, setting aside."""

from __future__ import annotations

from rulelang.ast import expressions as e
from rulelang.ast import statements as st
from rulelang.ast.node import Expr
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import group, value


def roll(s: Sayer, stmt: st.Roll) -> str:
    """`roll 5 fate as dice`."""
    die = s.die(stmt.what.name) if isinstance(stmt.what, e.Name) else ""
    named = stmt.name is not None
    if stmt.count is not None:
        key = "roll.dice" if isinstance(stmt.count, e.Number) else "roll.many"
        said = s.say(key, n=value(s, stmt.count), die=die or value(s, stmt.what))
        if stmt.name is not None:
            called = s.local(stmt.name.name, "pool")
            said = said if stmt.name.name == "dice" else s.say("roll.named", roll=said, name=called)
    elif named and stmt.name is not None:
        what = value(s, stmt.what)
        single = isinstance(stmt.what, e.Name) and any(row.name == stmt.what.name for row in s.names.program.dice)
        name = s.local(stmt.name.name)
        said = s.say("roll.die" if single else "roll.amount", die=die, what=what, name=name)
        if isinstance(stmt.what, e.Formula):
            s.local(stmt.name.name, "pool")
    else:
        said = s.say("roll.plain", what=value(s, stmt.what))
    return s.say("roll.where", roll=said, where=clause(s, stmt.where)) if stmt.where is not None else said


def _which(s: Sayer, quantity: st.Quantity, dice: Expr) -> str:
    said = group(s, dice)
    key = {"any": "any", "all": "all", "exactly": "exactly", "up to": "upto"}[quantity.word]
    if quantity.word == "all":
        return s.say("which.all", dice=said)
    return s.say(f"which.{key}", dice=said, n=value(s, quantity.count) if quantity.count is not None else "")


def reroll(s: Sayer, stmt: st.Reroll) -> str:
    """`reroll up to 1 of dice`."""
    return s.say("reroll", which=_which(s, stmt.quantity, stmt.dice))


def lock(s: Sayer, stmt: st.Lock) -> str:
    """`lock any of dice`."""
    return s.say("lock", which=_which(s, stmt.quantity, stmt.dice))
