"""The last stage: every body is lowered, the whole is checked, and the Program is put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.compose.composed import digest
from rulelang.diagnostics import Diagnostic, codes
from rulelang.lower import calls, changing, choices, course, deciding, dice
from rulelang.lower.cancelling import find_cancellers
from rulelang.lower.happenings import make_all
from rulelang.lower.listeners import gather
from rulelang.lower.lowering import Lowering
from rulelang.lower.rest import rest_routine
from rulelang.lower.testing import tests
from rulelang.lower.whole import check_whole, written
from rulelang.program import code as c
from rulelang.program.code import Routine
from rulelang.program.tables import DefineCode, KindTable, Program, TestTable, Variable, VariantTable

if TYPE_CHECKING:
    from rulelang.check import Checked

STATEMENTS = (calls, changing, choices, course, deciding, dice)  # imported for the statements they register


def lower(checked: Checked, every_test: bool = False) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """The Program of a checked game, None if anything is wrong with it; and what lowering found.

    `every_test`: where several variants are checked together, the tests of each of them are looked at.
    """
    findings = checked.findings
    before = len(findings.items)
    low = Lowering(checked.world, checked.elaborate, findings)
    low.listeners = gather(low)
    find_cancellers(low)
    low.rests = bool(low.world.endings or low.listeners.whenever)
    make_all(low)
    rest = rest_routine(low)
    made = tests(low, every_test)
    defines = checked.finish()
    start = low.world.happenings.get("game")
    main = low.entry(start) if start is not None and start.sort == "phase" else -1
    if main < 0:
        findings.report(
            codes.NO_START, low.world.composed.file.span, "the game has no `phase game`", help="play begins there: `phase game: …`"
        )
    check_whole(low, main, rest, made, defines)
    found = tuple(findings.items[before:])
    if findings.has_errors or main < 0:
        return None, found
    return _program(checked, low, main, rest, made, defines), found


def _program(
    checked: Checked, low: Lowering, main: int, rest: int, made: tuple[TestTable, ...], defines: tuple[DefineCode, ...]
) -> Program:
    world = low.world
    return Program(
        name=world.name, title=world.title, edition=world.edition, players=world.players,
        symbols=tuple(world.words), dice=tuple(world.dice), kinds=_kinds(low), entities=tuple(world.entities),
        variables=_variables(low), containers=tuple(world.containers), defines=defines, board=world.board,
        routines=_routines(low), happenings=tuple(item.name for item in world.every_happening), texts=tuple(low.texts),
        main=main, rest=rest, speaker=checked.speaker, laws=tuple(world.laws), tests=made,
        settings=tuple(world.settings), variants=_variants(low), digest=digest(world.composed),
        sources=tuple(world.composed.texts), things_dice=tuple(sorted(world.die_of.items())), face=world.face, track_words=tuple(sorted(world.track_words)),
    )


def _kinds(low: Lowering) -> tuple[KindTable, ...]:
    kinds = sorted(low.world.kinds.values(), key=lambda kind: kind.id)
    return tuple(
        KindTable(kind.name, kind.plural or kind.name, tuple(parent.id for parent in kind.ancestors[1:]), kind.entities)
        for kind in kinds
    )


def _variables(low: Lowering) -> tuple[Variable, ...]:
    return tuple(
        variable if written(low.world, id) else variable.but(fixed=True)
        for id, variable in enumerate(low.world.variables)
    )


def _variants(low: Lowering) -> tuple[VariantTable, ...]:
    return tuple(
        VariantTable(
            info.name, info.title, info.chosen, tuple(info.requires),
            tuple((name, because or "") for name, because in info.excludes),
        )
        for info in low.world.composed.variants
    )


def _routines(low: Lowering) -> tuple[Routine, ...]:
    """All routines; those that begin a phase with the variables it resets put in."""
    done = [routine if routine is not None else Routine("nothing", "rule", (), 0, (c.Return(),)) for routine in low.routines]
    for id, phase in low.resets:
        routine, variables = done[id], tuple(low.world.resets.get(phase, ()))
        code = tuple(
            instr.but(variables=variables) if isinstance(instr, c.Reset) else instr for instr in routine.code
        )
        done[id] = routine.but(code=code)
    return tuple(done)
