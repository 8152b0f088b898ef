"""What can be said only of all routines together: doers that are missing, circles, what is never entered, clashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulelang.check.world import World
from rulelang.diagnostics import codes
from rulelang.lower.lowering import Lowering
from rulelang.program import code as c
from rulelang.program.code import Routine
from rulelang.program.expr import Const, You
from rulelang.program.tables import DefineCode, TestTable
from rulelang.source import NOWHERE


def check_whole(low: Lowering, main: int, rest: int, tests: Sequence[TestTable], defines: Sequence[DefineCode]) -> None:
    """Every check of the whole."""
    _never_entered(low)
    _without_doer(low, [main, rest, *(test.routine for test in tests)])
    _circles(low)
    _clashes(low, defines)


def _never_entered(low: Lowering) -> None:
    for happening in low.world.every_happening:
        if happening.used or (happening.name == "game" and happening.kind is None):
            continue
        verb = {"choice": "asked", "table": "rolled on"}.get(happening.sort, "entered")
        low.findings.report(
            codes.NEVER_ENTERED, happening.span, f"the {happening.sort} `{happening.name}` is never {verb}",
            help="remove it, or run it somewhere",
        )


# --- nobody's doing --------------------------------------------------------------------------------------


def _without_doer(low: Lowering, starts: Sequence[int]) -> None:
    """Follow the calls from where nobody is the doer, and report those that come to code which reads one."""
    if any(item.code == codes.READS_ITSELF for item in low.findings.items):
        return  # what such a value reads is not known
    seen: set[int] = set()
    queue = [start for start in starts if start >= 0]
    for start in queue:
        routine = low.routines[start]
        if low.needs_you.get(start) and routine is not None:
            low.findings.report(
                codes.NO_DOER, low.needs_you_at.get(start, routine.span), f"`{routine.name}` reads its doer's values, and nobody is doing it",
                help="say who: `for P:` or `each player:`",
            )
    while queue:
        id = queue.pop()
        routine = low.routines[id]
        if id in seen or routine is None:
            continue
        seen.add(id)
        for call in _calls(routine.code):
            if not _nobody(call):
                continue
            callee = low.routines[call.routine]
            if low.needs_you.get(call.routine) and callee is not None and call.routine not in seen:
                low.findings.report(
                    codes.NO_DOER, call.span, f"`{callee.name}` needs a doer, and nobody is doing this",
                    help="say who: `for P:` or `each player:` around it", related=[(callee.span, f"`{callee.name}` is here")],
                )
                seen.add(call.routine)
            queue.append(call.routine)


def _nobody(call: c.Call) -> bool:
    return isinstance(call.you, You) or (isinstance(call.you, Const) and call.you.value == 0)


def _calls(code: Sequence[c.Instr]) -> Iterator[c.Call]:
    for instr in code:
        if isinstance(instr, c.Call):
            yield instr


# --- circles ---------------------------------------------------------------------------------------------


def _circles(low: Lowering) -> None:
    """Report routines that always, whatever is the case, come to run themselves."""
    calls = {id: list(_certain(routine)) for id, routine in enumerate(low.routines) if routine is not None}
    done: set[int] = set()
    for start in calls:
        path: dict[int, c.Call | None] = {}
        _follow(low, calls, start, path, done)


def _follow(
    low: Lowering, calls: dict[int, list[c.Call]], start: int, path: dict[int, c.Call | None], done: set[int]
) -> None:
    """Depth first, without recursion; `path` is the way walked, `done` what is known to lead to no new circle."""
    stack: list[tuple[int, int]] = [(start, 0)]
    while stack:
        id, index = stack.pop()
        if index == 0:
            if id in done:
                continue
            path[id] = None
        if index >= len(calls.get(id, ())):
            path.pop(id, None)
            done.add(id)
            continue
        stack.append((id, index + 1))
        call = calls[id][index]
        if call.routine in path:
            _tell_circle(low, call)
        elif call.routine not in done:
            stack.append((call.routine, 0))


def _tell_circle(low: Lowering, call: c.Call) -> None:
    routine = low.routines[call.routine]
    span = call.span if call.span != NOWHERE or routine is None else routine.span
    name = routine.name if routine is not None else "this"
    low.findings.report(
        codes.ENDLESS, span, f"`{name}` always comes to run itself again",
        help="put a condition that can change in the circle: `if C:` or `when C`",
    )


def _certain(routine: Routine) -> Iterator[c.Call]:
    """The calls a routine makes in any case: those before its first condition."""
    at, seen = 0, set()
    while at < len(routine.code) and at not in seen:
        seen.add(at)
        instr = routine.code[at]
        match instr:
            case c.Jump(to=to):
                at = to
                continue
            case c.Unless() | c.Switch() | c.Ask() | c.Return() | c.End() | c.Finish():
                return
            case c.Call():
                yield instr
        at += 1


# --- clashes ---------------------------------------------------------------------------------------------


def _clashes(low: Lowering, defines: Sequence[DefineCode]) -> None:
    """Two modifies that always set the same value: only one can hold."""
    for define in defines:
        fixed = [bend for bend in define.bends if bend.op == "to" and not bend.ids and bend.when is None]
        for first, second in pairwise(fixed):
            low.findings.report(
                codes.BEND_CLASH, second.span, f"`{define.name}` is set here and elsewhere, and only one can hold",
                help="give one of them a `when`, or remove it", related=[(first.span, "set here too")],
            )


def written(world: World, variable: int) -> bool:
    """Whether anything may ever write a variable."""
    table = world.variables[variable]
    return table.hidden or table.place_of or variable in world.written or table.when_filled is not None
