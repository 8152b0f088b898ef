"""Walks over everything in a Program: which things act, which defines call which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.program.expr import ActiveOf, Value
from rulelang.program.record import Record
from rulelang.program.tables import Program
from rulelang.source import Span

_FIELDS: dict[type, tuple[str, ...]] = {}


def nodes(root: object) -> Iterator[object]:
    """Every dataclass instance at or below `root`, in no promised order; `root` may be a tuple of them."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple) and not isinstance(node, Span):
            stack.extend(part for part in node if not isinstance(part, (int, str)))
        elif isinstance(node, Record):
            yield node
            sort = type(node)
            names = _FIELDS.get(sort)
            if names is None:
                names = _FIELDS[sort] = tuple(name for name in node.fields if name != "span")
            for name in names:
                part = getattr(node, name)
                if part is not None and not isinstance(part, (int, str)):
                    stack.append(part)


def acting_things(program: Program) -> set[int]:
    """Entities whose arrival counts: those some bend or trigger asks about by order of arrival."""
    acting: set[int] = set()
    for define in program.defines:
        for bend in define.bends:
            acting.update(bend.ids)
    for node in nodes((program.routines, program.defines, program.variables, program.containers, program.laws)):
        if isinstance(node, ActiveOf):
            acting.update(node.ids)
    return acting


def called_defines(root: object) -> set[int]:
    """The defines read directly somewhere below `root`."""
    return {node.define for node in nodes(root) if isinstance(node, Value)}


def circular_defines(program: Program) -> set[int]:
    """Defines that may come to read themselves."""
    calls = {index: called_defines(define) for index, define in enumerate(program.defines)}
    return {index for index in calls if index in _reached(calls, calls[index])}


def _reached(calls: dict[int, set[int]], start: Iterable[int]) -> set[int]:
    found: set[int] = set()
    stack = list(start)
    while stack:
        define = stack.pop()
        if define not in found:
            found.add(define)
            stack.extend(calls.get(define, ()))
    return found
