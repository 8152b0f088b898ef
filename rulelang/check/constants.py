"""Values that are known before play: what lies where at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.program import expr as e
from rulelang.program.expr import Ex

if TYPE_CHECKING:
    from rulelang.check.world import World


class NotConstant(Exception):
    """The value depends on the course of a game."""


def evaluate(ex: Ex, env: dict[int, int], world: World) -> list[int]:
    """The members of a set that only reads cards' own data. Raises NotConstant where it reads anything else."""
    match ex:
        case e.Entities(ids):
            return list(ids)
        case e.Single(value):
            found = number(value, env, world)
            return [found] if found else []
        case e.Union(parts):
            return list(dict.fromkeys(member for part in parts for member in evaluate(part, env, world)))
        case e.Filter(group, var, condition):
            return [member for member in evaluate(group, env, world) if number(condition, {**env, var: member}, world)]
        case e.Numbers(low, high):
            return list(range(number(low, env, world), number(high, env, world) + 1))
    raise NotConstant


def number(ex: Ex, env: dict[int, int], world: World) -> int:
    """One such value."""
    match ex:
        case e.Const(value):
            return value
        case e.Var(id) if id in env:
            return env[id]
        case e.Read(variable, owner) if owner is not None:
            return _read(variable, number(owner, env, world), world)
        case e.Compare(op, left, right):
            a, b = number(left, env, world), number(right, env, world)
            return int({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])
        case e.And(left, right):
            return int(bool(number(left, env, world)) and bool(number(right, env, world)))
        case e.Or(left, right):
            return int(bool(number(left, env, world)) or bool(number(right, env, world)))
        case e.Not(value):
            return 1 - number(value, env, world)
        case e.IsOneOf(value, ids):
            return int(number(value, env, world) in ids)
        case e.InSet(value, group):
            return int(number(value, env, world) in evaluate(group, env, world))
        case e.InSpan(value, low, high):
            return int(number(low, env, world) <= number(value, env, world) <= number(high, env, world))
    raise NotConstant


def _read(variable: int, owner: int, world: World) -> int:
    table = world.variables[variable]
    if table.owners is None or owner not in table.owners:
        return 0
    if table.first_of is not None:
        return table.first_of[table.owners.index(owner)]
    if isinstance(table.first, e.Const):
        return table.first.value
    raise NotConstant
