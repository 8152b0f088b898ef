"""Choices: a list of options becomes one Ask, each option the code it leads to.

A declared choice is a routine with two parameters more: how it is run (0 choose, 1 may, 2 menu) and the index of its
closing label; it gives 1 if an option was taken. An option with triggers round it becomes a routine of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast import walk
from rulelang.ast.node import Expr
from rulelang.check.scope import Scope
from rulelang.check.symbols import Bend, Happening, SettingSym
from rulelang.diagnostics import codes, did_you_mean
from rulelang.lower.bends import Bent, always, build, in_force
from rulelang.lower.block import Block
from rulelang.lower.body import lower_block, lower_body, lowers
from rulelang.lower.frame import Frame, unless
from rulelang.lower.listeners import Bends, bend_scope, choice_named
from rulelang.lower.lowering import ONE, ZERO, Bound, Lowering, bounds, parameter
from rulelang.lower.prices import Prices, pay, price
from rulelang.lower.secrecy import check_guard
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.code import OptionCode
from rulelang.program.expr import Const, Ex, Local, Template
from rulelang.program.tables import Variable
from rulelang.source import Span


@dataclass
class Line:
    """An option to be made: where it is written decides its scope. `id` names it for good."""

    option: s.Option
    block: Block
    id: str
    first: tuple[int, Ex] | None = None  # the card that offers it, as a generator
    bends: Bends = field(default_factory=Bends)
    names: list[Bound] = field(default_factory=list)
    counters: list[int] = field(default_factory=list)
    onces: list[int] = field(default_factory=list)
    prices: Prices = field(default_factory=Prices)
    secret: bool = False  # the card that offers it may lie where not every seat sees it


@dataclass
class Question:
    """What is asked, and how."""

    choice: str
    prompt: Template | None
    mode: str
    span: Span
    until: Template | None = None
    mode_slot: int = -1
    until_slot: int = -1
    taken: int = -1  # the cell that says whether an option was taken


# --- a declared choice -----------------------------------------------------------------------------------


def choice_routine(low: Lowering, happening: Happening, id: int) -> None:
    decl = happening.decl
    assert isinstance(decl, d.Choice)
    frame = Frame(happening.name, "choice", decl.span)
    scope = low.scope(happening)
    names = bounds(happening.params)
    exs = [parameter(frame, name.type) for name in names]
    mode, until = frame.parameter(), frame.parameter()
    taken = frame.giving()
    block = Block(low, frame, scope, frame.done, frame.done, happening)
    _bind(scope, names, exs)
    prompt = low.elab.template(decl.prompt, scope, decl.span) if decl.prompt is not None else None
    lines = [
        Line(option, block.inner(), _id(happening.name, option, index), None, _bends(low, happening, option), list(names))
        for index, option in enumerate(decl.options)
    ]
    for bend in low.world.offers:
        lines += _offered(low, happening, bend, block, names, exs)
    question = Question(
        happening.name, prompt, "slot", decl.span, None, mode, until, taken
    )
    ask(block, question, lines, frame.done)
    low.finish(id, frame, scope)


def _bind(scope: Scope, names: Sequence[Bound], exs: Sequence[Ex]) -> None:
    for name, ex in zip(names, exs, strict=True):
        scope.bind(name.name, name.type, ex, name.span, quiet=True)


def _id(choice: str, option: s.Option, index: int) -> str:
    return option.name.name if option.name is not None else f"{choice}.{index + 1}"


def _bends(low: Lowering, happening: Happening, option: s.Option) -> Bends:
    """The triggers round an option: its own inside those of its choice."""
    found = low.listeners.bends(happening)
    own = low.listeners.option(happening, option.name.name) if option.name is not None else Bends()
    return Bends([*found.before, *own.before], [*own.instead, *found.instead], [*own.after, *found.after])


def _offered(
    low: Lowering, happening: Happening, bend: Bend, block: Block, names: Sequence[Bound], exs: Sequence[Ex]
) -> list[Line]:
    """The options a bend offers in a choice; on a card, one for each card whose rules are in force."""
    decl = bend.decl
    assert isinstance(decl, d.Offer)
    quiet = len(low.findings.items)
    targets = [choice_named(low, target, bend.kind) for target in decl.choices]
    del low.findings.items[quiet:]
    if happening not in targets:
        return []
    lines = []
    for index, option in enumerate(decl.options):
        scope = bend_scope(low, bend, happening.doer_kind)
        first: tuple[int, Ex] | None = None
        if not always(bend):
            slot = block.frame.cell()
            scope.this = Local(slot)
            first = (slot, in_force(low, bend.ids))
        scope.seen = block.scope.seen
        scope.uses_you = block.scope.uses_you
        _bind(scope, names, exs)
        label = f"{happening.name}.{bend.kind.name if bend.kind else 'offer'}.{bend.span.start}"
        id = option.name.name if option.name is not None else f"{label}.{index + 1}"
        inner = replace(block, scope=scope)
        secret = first is not None and _held_secretly(low, bend.ids)
        lines.append(Line(option, inner, id, first, _bends(low, happening, option), list(names), secret=secret))
    return lines


def _held_secretly(low: Lowering, ids: tuple[int, ...]) -> bool:
    """Whether the rules of some of these things may be in force where not every seat sees them: then what they offer tells
    what lies there."""
    members = {kind.id: kind.entities for kind in low.world.kinds.values()}
    return any(
        row.active is not None and row.seen_by != "all" and row.seen_when is None and not set(ids).isdisjoint(members[row.of])
        for row in low.world.containers
    )


# --- options in place ------------------------------------------------------------------------------------


@lowers(s.InlineChoice)
def lower_inline(block: Block, stmt: s.InlineChoice) -> None:
    elab, frame = block.low.elab, block.frame
    prompt = elab.template(stmt.prompt, block.scope, stmt.span) if stmt.prompt is not None else None
    until = elab.template(stmt.until, block.scope, stmt.span) if stmt.until is not None else None
    name = block.happening.name if block.happening is not None else frame.name
    lines = [
        Line(option, block.inner(), _id(name, option, index)) for index, option in enumerate(stmt.options)
    ]
    taken = frame.cell() if stmt.otherwise else -1
    if taken >= 0:
        block.emit(c.Let(taken, ZERO, span=stmt.span))
    end = frame.label()
    ask(block, Question(name, prompt, stmt.mode, stmt.span, until, taken=taken), lines, end)
    frame.mark(end)
    if stmt.otherwise:
        past = unless(frame, e.Not(Local(taken)), stmt.span)
        lower_block(block, stmt.otherwise)
        frame.mark(past)


# --- the question ----------------------------------------------------------------------------------------


def ask(block: Block, question: Question, lines: Sequence[Line], end: int) -> None:
    """Emit the Ask and its options' bodies. `end`: where the run goes on once it is over."""
    frame = block.frame
    _check_names(block.low, lines)
    made = [_option(line) for line in lines]
    secret = any(found[1] for found in made)
    options = tuple(found[0] for found in made)
    for line in lines:
        for counter in line.counters:
            block.emit(c.Let(counter, ZERO, span=question.span))
    top = frame.here()
    block.emit(c.Ask(
        question.choice, question.prompt, options, question.mode, question.until, end, block.you,  # type: ignore[arg-type]
        question.mode_slot, question.until_slot, secret, span=question.span,
    ))
    for line, option in zip(lines, options, strict=True):
        frame.mark(option.to)
        _taken(line, question)
        after = frame.label()
        _body(line, after)
        frame.mark(after)
        _go_on(frame, question, top, end)


def _check_names(low: Lowering, lines: Sequence[Line]) -> None:
    """Report two options of one name; cards may offer theirs under the same."""
    seen: dict[str, Span] = {}
    for line in lines:
        name = line.option.name
        if name is None or line.first is not None:
            continue
        if name.name in seen:
            low.world.twice(name.name, name.span, seen[name.name])
        seen.setdefault(name.name, name.span)


def _go_on(frame: Frame, question: Question, top: int, end: int) -> None:
    if question.mode == "menu":
        frame.emit(c.Jump(top, span=question.span))
        return
    if question.mode == "slot":
        frame.emit(c.Unless(e.Compare("==", Local(question.mode_slot), Const(2)), end, span=question.span))
        frame.emit(c.Jump(top, span=question.span))
        return
    frame.emit(c.Jump(end, span=question.span))


def _option(line: Line) -> tuple[OptionCode, bool]:
    """An option's code, and whether it reads what not all may see."""
    block, option, elab = line.block, line.option, line.block.low.elab
    block.low.options.add(line.id)
    generators: list[tuple[int, Ex]] = [line.first] if line.first is not None else []
    guards: list[tuple[Ex, Span]] = []
    for each in option.each:
        group, type_ = elab.group(each.group, block.scope)
        slot = block.frame.cell()
        generators.append((slot, group))
        guards.append((group, each.group.span))
        block.scope.bind(each.name.name, type_.of, Local(slot), each.name.span, quiet=True)
        line.names.append(Bound(each.name.name, type_.of, each.name.span))
        _never_empty(block.low, group, each.group.span)
    label = elab.template(option.label, block.scope, option.span)
    when = elab.condition(option.when, block.scope) if option.when is not None else None
    if isinstance(when, Const) and not when.value and option.when is not None and not _dial(block.low, option.when):
        _never(block.low, option.when.span, "its guard is always no")
    line.prices = price(block, option.costs)
    limits = _limits(line)
    if when is not None and option.when is not None:
        guards.append((when, option.when.span))
    guards += [(part.amount, option.span) for part in line.prices.numbers]
    guards += [(part, option.span) for cover in line.prices.covers for part in (cover.boxes, cover.things)]
    hidden = [check_guard(block.low, guard, block.you, span) for guard, span in guards]
    code = OptionCode(
        line.id, label, tuple(generators), when, tuple(line.prices.numbers), tuple(limits), block.frame.label(), option.span,
        line.prices.covers,
    )
    return code, line.secret or any(hidden)


def _never_empty(low: Lowering, group: Ex, span: Span) -> None:
    match group:
        case e.Entities(ids=()) | e.Union(parts=()):
            _never(low, span, "there is nothing to choose from")
        case e.Numbers(low=Const(value=a), high=Const(value=b)) if b < a:
            _never(low, span, "there is nothing to choose from")


def _dial(low: Lowering, guard: Expr) -> bool:
    """Whether a guard reads a setting, which may stand otherwise."""
    names = (node.name for node in walk(guard) if isinstance(node, x.Name))
    return any(isinstance(low.world.values.get(name), SettingSym) for name in names)


def _never(low: Lowering, span: Span, why: str) -> None:
    low.findings.report(codes.NEVER_OFFERED, span, f"this option can never be offered: {why}")


def _limits(line: Line) -> list[Ex]:
    found: list[Ex] = []
    block = line.block
    for limit in line.option.limits:
        if isinstance(limit, s.UpTo):
            times, _ = block.low.elab.number(limit.times, block.scope)
            counter = block.frame.cell()
            line.counters.append(counter)
            found.append(e.Compare("<", Local(counter), times))
        elif isinstance(limit, s.Once):
            variable = _once(block.low, line, limit)
            if variable is not None:
                line.onces.append(variable)
                found.append(e.Not(e.Read(variable, block.you)))
    return found


def _once(low: Lowering, line: Line, limit: s.Once) -> int | None:
    """The hidden field of each player that says the option was taken since the phase last began."""
    phase = low.world.happenings.get(limit.phase.name)
    if phase is None or phase.sort != "phase":
        phases = [name for name, item in low.world.happenings.items() if item.sort == "phase"]
        near = did_you_mean(limit.phase.name, phases)
        low.findings.report(
            codes.UNKNOWN_NAME, limit.phase.span, f"there is no phase `{limit.phase.name}`",
            help=f"did you mean `{near}`?" if near else None,
        )
        return None
    owners = low.world.player.entities
    variable = Variable(
        f"once {line.id}", "", "flag", owners, low.world.fresh_var(), ZERO, ONE, 0, 1, ZERO, None, False, False,
        hidden=True, span=limit.span,
    )
    id = low.world.new_variable(variable)
    low.world.resets.setdefault(phase.name, []).append(id)
    return id


# --- what an option does ---------------------------------------------------------------------------------


def _taken(line: Line, question: Question) -> None:
    block = line.block
    if question.taken >= 0:
        block.emit(c.Let(question.taken, ONE, span=question.span))
    for counter in line.counters:
        block.emit(c.Let(counter, e.Arith("+", Local(counter), ONE), span=question.span))
    for variable in line.onces:
        block.emit(c.Assign(c.Ref(variable, block.you, None, None), ONE, span=question.span))
    pay(block, line.prices)


def _body(line: Line, after: int) -> None:
    option, block = line.option, line.block
    if not line.bends:
        lower_body(block.inner(stop=after), option.body)
        return
    names = line.names
    exs: list[Ex] = []
    for name in names:
        local = block.scope.local(name.name)
        exs.append(local.ex if local is not None else ZERO)
    id = block.low.reserve()

    def scope() -> Scope:
        outer = block.scope
        return Scope(block.low.world, e.You(), outer.you_kind, e.This() if outer.this is not None else None, outer.this_kind, outer.ids)

    def body(inner: Block) -> None:
        lower_body(replace(inner, scope=inner.scope.child()), option.body)

    bent = Bent(
        block.low, line.id, "option", option.span, names, scope, body, line.bends,
        within=block.happening, you_kind=block.scope.you_kind,
    )
    build(bent, id)
    block.emit(c.Call(id, tuple(exs), block.you, block.scope.this, span=option.span))

