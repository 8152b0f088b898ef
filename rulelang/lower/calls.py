"""Rules, phases, choices and tables that are run by name."""

from __future__ import annotations

from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.check import types as t
from rulelang.check.symbols import Happening
from rulelang.diagnostics import codes
from rulelang.lower.block import Block
from rulelang.lower.body import lower_block, lowers
from rulelang.lower.frame import unless
from rulelang.lower.lowering import ZERO
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex, Local, LocalPool
from rulelang.source import Span

MODES = {"choose": 0, "may": 1, "menu": 2}
POOL = 99
Found = tuple[Happening, Ex | None, list[Ex]]


def call(block: Block, found: Found, span: Span, result: int = -1, *, pool: bool = False, more: tuple[Ex, ...] = ()) -> None:
    """Run a happening's routine: its doer is this block's, its thing the one it is a rule of."""
    happening, this, args = found
    _check_doer(block, happening, span)
    if this is None and happening.kind is not None and not happening.kind.is_player:
        this = block.scope.this
    block.emit(c.Call(block.low.entry(happening), (*args, *more), _doer(block, found), this, result, pool, span=span))


def _check_doer(block: Block, happening: Happening, span: Span) -> None:
    """`rule hunt for fiend` is done by fiends only."""
    wanted, given = happening.doer_kind, block.scope.you_kind
    if wanted is None or wanted.is_player or block.scope.you is None or given is None or t.related(given, wanted):
        return
    block.low.findings.report(
        codes.NO_DOER, span, f"`{happening.name}` is done by a `{wanted.name}`, and here a `{given.name}` would do it",
        help=f"say which: `for the_{wanted.name}: {happening.name}`", related=[(happening.span, "declared here")],
    )


def _doer(block: Block, found: Found) -> Ex:
    """A rule of a player's kind that is run of a player is that player's doing."""
    happening, this, _ = found
    if this is not None and happening.kind is not None and happening.kind.is_player:
        return this
    return block.you


@lowers(s.Do)
def lower_do(block: Block, stmt: s.Do) -> None:
    found = block.low.elab.call(stmt.what, stmt.args, block.scope)
    name = stmt.name
    if found is None:
        if name is not None:
            block.scope.bind(name.name, t.ANY, ZERO, name.span)
        return
    happening = found[0]
    if happening.sort in ("choice", "table"):
        told = f"`choose`, `may` or `menu {happening.name}`" if happening.sort == "choice" else f"`roll on {happening.name}`"
        block.low.findings.report(
            codes.MISPLACED, stmt.span, f"`{happening.name}` is a {happening.sort}: it is not run by its name alone", help=f"say {told}"
        )
        return
    if name is None:
        call(block, found, stmt.span)
        return
    from rulelang.lower.happenings import work_out_gives

    work_out_gives(block.low, happening)
    gives = happening.gives
    if gives is None:
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.span, f"`{happening.name}` gives no value to be called `{name.name}`",
            help="`give V` in the rule hands a value back", related=[(happening.span, "declared here")],
        )
        gives = t.ANY
    pool = isinstance(gives, t.PoolT)
    slot = block.frame.set_cells(POOL) if pool else block.frame.cell()
    call(block, found, stmt.span, slot, pool=pool)
    block.scope.bind(name.name, gives, LocalPool(slot) if pool else Local(slot), name.span)


@lowers(s.RunChoice)
def lower_run_choice(block: Block, stmt: s.RunChoice) -> None:
    name = x.Name(name=stmt.choice.name, span=stmt.choice.span)
    found = block.low.elab.call(name, stmt.args, block.scope)
    if found is None:
        return
    if found[0].sort != "choice":
        block.low.findings.report(
            codes.WRONG_TYPE, stmt.choice.span, f"`{found[0].name}` is a {found[0].sort}, not a choice",
            help=f"run it by its name: `{found[0].name}`",
        )
        return
    mode = Const(MODES[stmt.mode])
    until = Const(_until(block, stmt.until, stmt.span))
    taken = block.frame.cell() if stmt.otherwise else -1
    call(block, found, stmt.span, taken, more=(mode, until))
    if stmt.otherwise:
        past = unless(block.frame, e.Not(Local(taken)), stmt.span)
        lower_block(block, stmt.otherwise)
        block.frame.mark(past)


def _until(block: Block, text: str | None, span: Span) -> int:
    """The index of the closing option's label: a text without values, since it is shown in another frame."""
    if text is None:
        return -1
    template = block.low.elab.template(text, block.scope, span)
    if any(not isinstance(part, str) for part in template.parts):
        block.low.unsupported(span, "a closing label with values in it")
        return -1
    return block.low.text(template)
