"""Loops that cannot end: a `repeat` without `until` out of which nothing leads."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast import walk
from rulelang.ast.node import Node
from rulelang.check.symbols import Happening
from rulelang.diagnostics import codes
from rulelang.lower.block import Block
from rulelang.lower.lowering import Lowering


def check_repeat(block: Block, stmt: s.Repeat) -> None:
    """Report a `repeat` that nothing in it, in what it runs or in a trigger can leave."""
    if stmt.times is not None or stmt.until is not None:
        return
    if not all(isinstance(part, s.Nothing) for part in stmt.body) and _can_end(block, stmt):
        return
    block.low.findings.report(
        codes.ENDLESS, stmt.span, "this `repeat` can never end: nothing in it stops, ends a phase or the game",
        help="give it an `until C` or a number of `times`, or `stop` in it",
    )


def _can_end(block: Block, stmt: s.Repeat) -> bool:
    if block.low.world.endings:
        return True
    if any(isinstance(node, s.Stop | s.Give | s.Ending) for part in stmt.body for node in walk(part)):
        return True
    reached = [happening.decl for happening in run_from(block.low, stmt.body)]
    inside = {node.name.name for node in reached if isinstance(node, d.Phase)}
    own = block.happening.name if block.happening else None
    ends, ended = _ways_out((stmt, *reached))
    bend_ends, bend_ended = _bends_ways_out(block.low)
    return ends or bend_ends or any(phase == own or phase not in inside for phase in ended | bend_ended)


def _ways_out(parts: Iterable[Node]) -> tuple[bool, set[str]]:
    """Whether something in some nodes ends the game, and the phases they end."""
    nodes = [node for part in parts for node in walk(part) if isinstance(node, s.Ending | s.End)]
    return any(isinstance(node, s.Ending) for node in nodes), {node.phase.name for node in nodes if isinstance(node, s.End)}


def _bends_ways_out(low: Lowering) -> tuple[bool, set[str]]:
    """The same of all triggers and offers and what they run; worked out once."""
    if low.bends_ways_out is None:
        decls = [bend.decl for bend in (*low.world.triggers, *low.world.offers)]
        low.bends_ways_out = _ways_out((*decls, *(called.decl for called in run_from(low, decls))))
    return low.bends_ways_out


def run_from(low: Lowering, start: Iterable[Node]) -> list[Happening]:
    """All that is run from some statements, near and far."""
    found: list[Happening] = []
    seen: set[int] = set()
    queue = list(start)
    while queue:
        for node in walk(queue.pop()):
            for name in _run(node):
                for happening in low.world.called(name):
                    if happening.id not in seen:
                        seen.add(happening.id)
                        found.append(happening)
                        queue.append(happening.decl)
    return found


def _run(node: Node) -> tuple[str, ...]:
    match node:
        case s.Do(what=x.Name(name=name)) | s.RollTable(table=x.Name(name=name) | x.Apply(target=x.Name(name=name))):
            return (name,)
        case s.Do(what=x.Member(name=name)):
            return (name.name,)
        case s.RunChoice(choice=choice):
            return (choice.name,)
    return ()
