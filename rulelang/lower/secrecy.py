"""What a guard reads that not every seat may see: then its decision waits always, and what its chooser may not see is
a finding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulelang.diagnostics import codes
from rulelang.lower.lowering import Lowering
from rulelang.program import expr as e
from rulelang.program.expr import Ex
from rulelang.source import Span


@dataclass(frozen=True)
class Seen:
    """Something read that is hidden from some seats."""

    name: str
    by_chooser: bool


def check_guard(low: Lowering, ex: Ex, you: Ex, span: Span) -> bool:
    """Whether a guard, price or generator reads something hidden; report what its chooser may not see."""
    found = list(_hidden(low, ex, you, set()))
    for item in found:
        if not item.by_chooser:
            low.findings.report(
                codes.UNSEEN, span, f"this reads `{item.name}`, which the chooser may not see",
                help=f"ask it of what is seen, or let `{item.name}` be seen by its holder",
            )
    return bool(found)


def reads_hidden(low: Lowering, ex: Ex, you: Ex) -> bool:
    """Whether something is read that not every seat may see."""
    return any(True for _ in _hidden(low, ex, you, set()))


def _hidden(low: Lowering, ex: Ex, you: Ex, seen: set[int]) -> Iterator[Seen]:
    match ex:
        case e.Count(group=group) | e.AnyOf(group=group) if _plain(group):
            return  # how many lie somewhere is no secret
        case e.Contents(container=container, owner=owner) | e.Held(container=container, owner=owner):
            yield from _container(low, container, owner, you)
        case e.Lies(container=container, owner=owner):
            yield from _container(low, container, owner, you)
        case e.ContentsOf(container=container):
            yield from _container(low, container, e.Const(-1), you)
        case e.Read(variable=variable, owner=owner):
            yield from _variable(low, variable, owner, you)
        case e.Value(define=define) if define not in seen:
            seen.add(define)
            symbol = low.world.defines[define]
            if symbol.value is not None:
                whose = e.Var(symbol.you_var) if ex.you == you else e.Const(-1)
                yield from _hidden(low, symbol.value, whose, seen)
    for child in _children(ex):
        yield from _hidden(low, child, you, seen)


def _plain(group: Ex) -> bool:
    match group:
        case e.Contents() | e.ContentsOf():
            return True
        case e.Union(parts=parts):
            return all(_plain(part) for part in parts)
        case e.Single(value=e.Held()):
            return True
    return False


def _container(low: Lowering, container: int, owner: Ex | None, you: Ex) -> Iterator[Seen]:
    table = low.world.containers[container]
    if table.seen_by == "all" or table.seen_when is not None:
        return
    yield Seen(table.name, table.seen_by == "holder" and owner == you)


def _variable(low: Lowering, variable: int, owner: Ex | None, you: Ex) -> Iterator[Seen]:
    table = low.world.variables[variable]
    if table.seen_by != "all":
        yield Seen(table.name, table.seen_by == "holder" and owner == you)


def _children(ex: Ex) -> Iterator[Ex]:
    for name in ex.fields:
        value = getattr(ex, name)
        if isinstance(value, Ex):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Ex):
                    yield item
                elif isinstance(item, tuple):
                    yield from (part for part in item if isinstance(part, Ex))
