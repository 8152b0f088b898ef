"""Tests: each becomes a routine that sets up, queues what dice and players will say, acts, and expects."""

from __future__ import annotations

from dataclasses import replace

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr
from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import EntitySym
from rulelang.diagnostics import codes, did_you_mean
from rulelang.lower.block import Block
from rulelang.lower.body import lower_body
from rulelang.lower.frame import Frame
from rulelang.lower.lowering import Lowering
from rulelang.program import code as c
from rulelang.program.expr import Const, Entities
from rulelang.program.tables import TestTable
from rulelang.source import Span


def tests(low: Lowering, every: bool) -> tuple[TestTable, ...]:
    """The tests whose variants are in force. One that asks for other variants than there are is left out where it
    does not fit them: it is checked when the game is composed as it asks. `every`: say what is wrong with all that ask."""
    chosen = set(low.world.composed.chosen)
    required = {name for info in low.world.composed.variants if info.name in chosen for name in info.requires}
    for test in low.world.tests:
        _check_variants(low, test)
    found: list[TestTable] = []
    for test in low.world.tests:
        wanted = {name.name for item in test.items if isinstance(item, d.Variants) for name in item.names}
        if not wanted <= chosen:
            continue
        quiet, errors = len(low.findings.items), low.findings.has_errors
        made = _test(low, test)
        asked = wanted and (every or chosen - wanted <= required)
        if wanted != chosen and not asked and not errors and low.findings.has_errors:
            del low.findings.items[quiet:]
            continue
        found.append(made)
    return tuple(found)


def _check_variants(low: Lowering, test: d.Test) -> None:
    """Report variants that a test asks for and nobody declares."""
    known = [info.name for info in low.world.composed.variants]
    for item in test.items:
        for name in item.names if isinstance(item, d.Variants) else ():
            if name.name not in known:
                near = did_you_mean(name.name, known)
                low.findings.report(
                    codes.BAD_TEST, name.span, f"there is no variant `{name}`", help=f"did you mean `{near}`?" if near else None
                )


def _test(low: Lowering, test: d.Test) -> TestTable:
    frame, scope = Frame(test.text, "test", test.span, rests=True), Scope(low.world)
    seats: list[tuple[str, int]] = []
    for item in test.items:
        if isinstance(item, d.Players):
            _check_seats(low, item.seats)
            seats += [_seat(low, seat) for seat in item.seats]
    if len(seats) > low.world.players[1]:
        low.findings.report(codes.BAD_TEST, test.span, f"the test has {len(seats)} players, the game at most {low.world.players[1]}")
    for number, (name, _) in enumerate(seats[: low.world.players[1]], 1):
        scope.bind(name, t.EntityT(low.world.player), Const(number), test.span, quiet=True)
    block = Block(low, frame, scope, frame.done, frame.done)
    for index, item in enumerate(test.items):
        _item(block, item, test.items[index + 1 :])
    return TestTable(test.text, tuple(seats), low.make(frame, scope), test.span)


def _check_seats(low: Lowering, seats: tuple[d.Seat, ...]) -> None:
    """Report a name or a role that two seats have."""
    names: dict[str, Span] = {}
    roles: dict[str, Span] = {}
    for seat in seats:
        if seat.name.name in names:
            low.world.twice(seat.name.name, seat.name.span, names[seat.name.name])
        names.setdefault(seat.name.name, seat.name.span)
        if seat.role is None:
            continue
        symbol = low.world.values.get(seat.role.name)
        if seat.role.name in roles and isinstance(symbol, EntitySym) and len(symbol.copies) < 2:
            low.findings.report(
                codes.BAD_TEST, seat.role.span, f"`{seat.role.name}` is played twice, and there is only one",
                related=[(roles[seat.role.name], "here too")],
            )
        roles.setdefault(seat.role.name, seat.role.span)


def _seat(low: Lowering, seat: d.Seat) -> tuple[str, int]:
    if seat.role is None:
        return seat.name.name, 0
    symbol = low.world.values.get(seat.role.name)
    if isinstance(symbol, EntitySym):
        symbol.used = True
        return seat.name.name, symbol.id
    names = [name for name, item in low.world.values.items() if isinstance(item, EntitySym)]
    near = did_you_mean(seat.role.name, names)
    low.findings.report(
        codes.BAD_TEST, seat.role.span, f"nothing is called `{seat.role.name}` that could be played",
        help=f"did you mean `{near}`?" if near else None,
    )
    return seat.name.name, 0


def _item(block: Block, item: d.TestItem, rest: tuple[d.TestItem, ...]) -> None:
    match item:
        case d.Given(body=body):
            block.emit(c.Quiet(True, span=item.span))
            lower_body(replace(block, quiet=True), body)
            block.emit(c.Quiet(False, span=item.span))
        case d.DiceQueue(faces=faces):
            block.emit(c.Queue("dice", tuple(_face(block, face) for face in faces), span=item.span))
        case d.DrawsQueue(things=things):
            block.emit(c.Queue("draws", tuple(_thing(block, thing) for thing in things), span=item.span))
        case d.AnswersQueue(answers=answers):
            block.emit(c.Queue("answers", tuple(_answer(answer) for answer in answers), span=item.span))
        case d.Expect(condition=condition):
            for part in _parts(condition):
                _expect(block, part)
        case d.ExpectKnows():
            _knows(block, item)
        case d.ExpectSame():
            block.low.unsupported(item.span, "an expectation of what a seat sees")
        case d.Act(body=body):
            lower_body(replace(block, quiet=False, rests=True), body)
    if isinstance(item, d.DiceQueue | d.DrawsQueue | d.AnswersQueue) and not any(isinstance(later, d.Act) for later in rest):
        block.low.findings.report(
            codes.BAD_TEST, item.span, "nothing is done after this, so it answers nothing", help="put it before the statements"
        )


def _face(block: Block, face: Expr) -> int | str:
    if isinstance(face, x.Number):
        numbers = {side.value for die in block.low.world.dice for side in die.faces if not side.shows}
        most = max((len(die.faces) for die in block.low.world.dice), default=0)
        if not (1 <= face.value <= most or face.value in numbers):
            block.low.findings.report(codes.BAD_TEST, face.span, f"no die can show {face.value}")
        return face.value
    if isinstance(face, x.Formula | x.Join | x.Either):
        face = x.Name(name=_face_label(face), span=face.span)
    if isinstance(face, x.Name):
        if any(face.name == side.label for die in block.low.world.dice for side in die.faces):
            return face.name
        labels = {side.label for die in block.low.world.dice for side in die.faces}
        near = did_you_mean(face.name, labels)
        block.low.findings.report(
            codes.BAD_TEST, face.span, f"no die has a face `{face.name}`", help=f"did you mean `{near}`?" if near else None
        )
        return 0
    ex, _ = block.low.elab.number(face, block.scope)
    return ex.value if isinstance(ex, Const) else 0


def _face_label(face: Expr) -> str:
    """A face as it is printed: `2 search`, `search and lore`, `lore or peril`."""
    match face:
        case x.Formula(count=x.Number(value=value), name=x.Name(name=name)):
            return f"{value} {name}"
        case x.Join(items=items):
            return " and ".join(_face_label(item) for item in items)
        case x.Either(items=items):
            return " or ".join(_face_label(item) for item in items)
        case x.Name(name=name):
            return name
    return "?"


def _thing(block: Block, thing: Expr) -> int:
    symbol = block.low.world.values.get(thing.name) if isinstance(thing, x.Name) else None
    if isinstance(symbol, EntitySym):
        symbol.used = True
        return symbol.id
    ex, type_ = block.low.elab.value(thing, block.scope)
    if isinstance(ex, Const):
        return ex.value
    if isinstance(ex, Entities) and ex.ids:
        return ex.ids[0]
    if not isinstance(type_, t.AnyT):
        block.low.findings.report(codes.BAD_TEST, thing.span, "a thing or place by name should stand here")
    return 0


def _answer(answer: Expr) -> str:
    match answer:
        case x.Text(value=value):
            return value
        case x.Number(value=value):
            return str(value)
        case x.Name(name=name):
            return name
        case x.Member(name=name):
            return name.name
    return "pass"


def _parts(condition: Expr) -> list[Expr]:
    """What `and` joins at the top, each an expectation of its own."""
    if isinstance(condition, x.Logic) and condition.op == "and":
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _expect(block: Block, condition: Expr) -> None:
    span = condition.span
    text = _written(block.low, span)
    negated = isinstance(condition, x.Not)
    inner = condition.value if isinstance(condition, x.Not) else condition
    if isinstance(inner, x.Apply) and isinstance(inner.target, x.Name) and inner.target.name == "offered":
        name = _answer(inner.args[0]) if len(inner.args) == 1 else ""
        if isinstance(inner.args[0] if inner.args else None, x.Name) and name not in block.low.options:
            near = did_you_mean(name, block.low.options)
            block.low.findings.report(
                codes.BAD_TEST, inner.span, f"no option is called `{name}`", help=f"did you mean `{near}`?" if near else None
            )
        block.emit(c.Expect(text, None, name, negated, span=span))
        return
    if isinstance(inner, x.Apply) and isinstance(inner.target, x.Name) and inner.target.name == "ended":
        block.emit(c.Expect(text, None, None, negated, _how_ended(block, inner), span=span))
        return
    block.emit(c.Expect(text, block.low.elab.condition(condition, block.scope), span=span))


def _knows(block: Block, item: d.ExpectKnows) -> None:
    """`expect ann knows X`: of each of some things, what it is; `does not know`: of none of them."""
    elab, scope = block.low.elab, block.scope
    seat, type_ = elab.value(x.Name(name=item.seat.name, span=item.seat.span), scope)
    if isinstance(type_, t.AnyT):
        return
    if not (isinstance(type_, t.EntityT) and type_.kind.is_player):
        block.low.findings.report(codes.WRONG_TYPE, item.seat.span, f"a player knows something, not {t.describe(type_)}")
        return
    group, of = elab.group(item.what, scope)
    if isinstance(of.of, t.EntityT) and block.low.things(of.of.kind.entities):
        block.emit(c.Expect(_written(block.low, item.span), group, negated=item.negated, knows=seat, span=item.span))
    elif not isinstance(of.of, t.AnyT):
        block.low.findings.report(codes.WRONG_TYPE, item.what.span, f"things are known, not {t.describe(of.of)}")


def _how_ended(block: Block, what: x.Apply) -> str:
    """`win`, `defeat` or the text of an ending; a word that is none of them is a finding."""
    arg = what.args[0] if len(what.args) == 1 else None
    if isinstance(arg, x.Text):
        return arg.value
    if isinstance(arg, x.Name) and arg.name in ("win", "defeat"):
        return arg.name
    block.low.findings.report(
        codes.BAD_TEST, what.span, "a game ends with `win`, with `defeat`, or with a text", help='write `ended(win)` or `ended("The text")`'
    )
    return ""


def _written(low: Lowering, span: Span) -> str:
    """The expectation as the file says it."""
    source = low.world.composed.sources.get(span.file)
    return source.text[span.start : span.end].strip() if source is not None else "expect"
