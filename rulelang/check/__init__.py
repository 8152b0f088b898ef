"""The check stage: names are resolved, types worked out, and every mistake found that can be found before play.

Declarations and expressions are checked here; statements by lowering, with the same elaborator and the same findings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.check import types as t
from rulelang.check.cells import read_cells
from rulelang.check.defines import Defines
from rulelang.check.entities import declare_all
from rulelang.check.expressions import Elaborator
from rulelang.check.members import Members
from rulelang.check.scope import Scope
from rulelang.check.symbols import DefineSym
from rulelang.check.usage import report_unused
from rulelang.check.world import World
from rulelang.diagnostics import Diagnostic, Findings
from rulelang.program.expr import Ex
from rulelang.program.tables import DefineCode, Law
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.compose import Composed


class Checker(Elaborator):
    """The elaborator with the passes behind it: what lowering asks for types, values and tables."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.members = Members(world, self)
        self.defines = Defines(world, self, self.members)

    def define_type(self, symbol: DefineSym, span: Span) -> t.Type:
        return self.defines.type_of(symbol, span)


@dataclass(eq=False)
class Checked:
    """A game whose declarations are checked. `elaborate` goes on with the bodies; `finish` when all are done."""

    world: World
    findings: Findings
    composed: Composed
    elaborate: Checker
    speaker: Ex | None = None

    def finish(self) -> tuple[DefineCode, ...]:
        """What is left when every body has been lowered: unused names, and the defines as the engine reads them."""
        defines = self.elaborate.defines.tables()
        report_unused(self.world)
        return defines


def check(composed: Composed) -> tuple[Checked, tuple[Diagnostic, ...]]:
    """Check a composed file's declarations. The findings are shared with the stage that follows."""
    findings = Findings()
    world = World(findings, composed, composed.file.declarations)
    checker = Checker(world)
    declare_all(world)
    checker.members.declare()
    checker.members.work_out_types()
    values = read_cells(world, checker)
    checker.members.work_out(values)
    checker.defines.bend_all()
    for symbol in world.defines:
        checker.defines.type_of(symbol, symbol.span)
    checked = Checked(world, findings, composed, checker)
    if world.speaker is not None:
        checked.speaker = checker.value(world.speaker, Scope(world), t.EntityT(world.player))[0]
    for law in world.invariants:
        world.laws.append(Law(law.text, checker.condition(law.condition, Scope(world)), law.span))
    return checked, tuple(findings.items)
