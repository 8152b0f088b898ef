"""`on when C`: whether a variant switches itself on, known before the game from the number of players alone."""

from __future__ import annotations

from rulelang.ast import expressions as e
from rulelang.ast.node import Expr


class NotKnown(Exception):
    """The condition asks for something that is not known before the game; `at` says where."""

    def __init__(self, at: Expr) -> None:
        super().__init__()
        self.at = at


def holds(condition: Expr, players: int, words: frozenset[str]) -> bool:
    """Whether a condition holds for so many players.

    `words` are the names of the set of all players (`players`, `heroes`). NotKnown for anything but their count, numbers,
    comparisons, `and`, `or`, `not`.
    """
    match condition:
        case e.Not(value=value):
            return not holds(value, players, words)
        case e.Logic(left=left, op=op, right=right):
            first, second = holds(left, players, words), holds(right, players, words)
            return (first and second) if op == "and" else (first or second)
        case e.Compare(left=left, op=op, right=right):
            return _compare(_number(left, players, words), op, _number(right, players, words))
        case e.Within(value=value, group=e.Range(low=low, high=high)):
            number = _number(value, players, words)
            return _number(low, players, words) <= number <= _number(high, players, words)
        case e.Name(name="yes"):
            return True
        case e.Name(name="no"):
            return False
    raise NotKnown(condition)


def _number(value: Expr, players: int, words: frozenset[str]) -> int:
    match value:
        case e.Number(value=number):
            return number
        case e.Apply(target=e.Name(name="count"), args=(e.Name(name=name),)) if name in words:
            return players
    raise NotKnown(value)


def _compare(left: int, op: str, right: int) -> bool:
    return {
        "is": left == right,
        "is not": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]
