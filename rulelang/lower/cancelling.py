"""Where `cancel` may be said besides in a `before` itself: in a choice or rule that such a trigger runs.

Others are asked whether they let it pass, and the option of one of them cancels. It is said in a hidden variable that
whoever called the trigger looks at.
"""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import statements as s
from rulelang.ast import walk
from rulelang.lower.endless import run_from
from rulelang.lower.listeners import choice_named
from rulelang.lower.lowering import ONE, ZERO, Lowering
from rulelang.program.tables import Variable


def find_cancellers(low: Lowering) -> None:
    """Note what is run from a `before`, and make the variable if `cancel` is said in any of it."""
    bodies = [
        stmt for bends in low.listeners.round.values() for bend in bends.before
        if isinstance(bend.decl, d.Trigger) for stmt in bend.decl.body
    ]
    run = run_from(low, bodies)
    said = any(isinstance(node, s.Cancel) for happening in run for node in walk(happening.decl))
    quiet = len(low.findings.items)
    for bend in low.world.offers:
        if isinstance(bend.decl, d.Offer) and any(isinstance(node, s.Cancel) for node in walk(bend.decl)):
            said = said or any(choice_named(low, target, bend.kind) in run for target in bend.decl.choices)
    del low.findings.items[quiet:]
    if not said:
        return
    low.cancellers = {happening.id for happening in run}
    low.cancelled = low.world.new_variable(Variable(
        "cancelled", "", "flag", None, low.world.fresh_var(), ZERO, ONE, 0, 1, ZERO, None, False, False, hidden=True
    ))
