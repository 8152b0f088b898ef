"""How instructions of course and of locals are written: jumps, calls, ends, cells of the frame."""

from __future__ import annotations

from interpreter.code_asks import text_function
from interpreter.layout import DEPTH, HEADER, MAX_CELLS, MAX_DEPTH, QUIET, THIS, YOU
from interpreter.link_code import BlockWriter, instruction
from interpreter.link_expr import grows
from rulelang.program import code as c
from rulelang.program import expr as x


@instruction(c.Jump)
def _jump(b: BlockWriter, i: c.Jump) -> None:
    b.end(f"return {b.base + i.to}")


@instruction(c.Unless)
def _unless(b: BlockWriter, i: c.Unless) -> None:
    b.emit(f"if not {b.cond(i.condition)}: return {b.base + i.to}")


@instruction(c.Switch)
def _switch(b: BlockWriter, i: c.Switch) -> None:
    b.emit(f"x = {b.val(i.value)}")
    for low, high, to in i.cases:
        test = f"x == {low}" if low == high else f"{low} <= x <= {high}"
        b.emit(f"if {test}: return {b.base + to}")
    b.end(f"return {b.base + i.otherwise}")


@instruction(c.Call)
def _call(b: BlockWriter, i: c.Call) -> None:
    program = b.w.program
    routine = program.routines[i.routine]
    following = b.pc + 1
    if routine.sort == "trigger":
        b.emit(f"if S[{QUIET}]: return {following}")
    args, cells = [], 0
    for arg, capacity in zip(i.args, routine.params, strict=True):
        text = b.val(arg)
        if capacity < 0:
            args.append(text)
            cells += 1
        else:
            args.append(f"*padded({text}, {capacity})")
            cells += 1 + capacity
    gives = 0 if i.result < 0 else 2 * (i.result + 1) + int(i.result_pool)
    this = "0" if i.this is None else b.val(i.this)
    header = [str(following), "fp", str(i.routine), b.val(i.you), this, "0", "0", str(gives), f"S[fp+{DEPTH}]+1"]
    b.emit("n = len(S)", f"if S[fp+{DEPTH}] >= {MAX_DEPTH} or n > {MAX_CELLS}: too_deep()")
    b.emit(f"S.extend(({', '.join([*header, *args])},))")
    if routine.size > cells:
        b.emit(f"S.extend({b.w.out.constant((0,) * (routine.size - cells))})")
    b.emit("S[3] = n")
    if routine.happening >= 0:
        b.emit(f"if m.events is not None: m.note('entered', {b.pc}, {routine.happening}, S[n+3])")
    b.end(f"return {b.w.starts[i.routine]}")


@instruction(c.Return)
def _return(b: BlockWriter, i: c.Return) -> None:
    b.end(f"return leave(m, S, fp, {'0' if i.value is None else kept(b, i.value)})")


@instruction(c.BeginAfter)
def _begin_after(b: BlockWriter, i: c.BeginAfter) -> None:
    b.emit("S[fp+6] = 1")


@instruction(c.End)
def _end(b: BlockWriter, i: c.End) -> None:
    b.end(f"return end(m, S, fp, {i.happening}, {b.pc + 1})")


@instruction(c.Finish)
def _finish(b: BlockWriter, i: c.Finish) -> None:
    seat = "0" if i.seat is None else b.val(i.seat)
    whole = "True" if i.seat is None else "False"
    text = text_function(b.w, i.text)
    if text != "None":
        b.w.out.add(f"ASKS[{b.pc}] = ({text},)", b.pc)
    b.end(f"return finish(m, S, {1 if i.result == 'win' else 2}, {whole}, {seat}, {b.pc})")


@instruction(c.Rest)
def _rest(b: BlockWriter, i: c.Rest) -> None:
    if b.w.program.rest < 0:
        b.end(f"return {b.pc + 1}")
    else:
        b.end(f"return rest(S, fp, {b.pc + 1})")


@instruction(c.Fail)
def _fail(b: BlockWriter, i: c.Fail) -> None:
    b.end(f"fail({b.pc})")


def kept(b: BlockWriter, e: x.Ex) -> str:
    """A value that will be kept in a cell, checked where it may have grown out of bounds."""
    return f"bounded({b.val(e)})" if grows(e) else b.val(e)


@instruction(c.Let)
def _let(b: BlockWriter, i: c.Let) -> None:
    b.emit(f"{b.local(i.slot)} = {kept(b, i.value)}")


@instruction(c.LetSet)
def _let_set(b: BlockWriter, i: c.LetSet) -> None:
    at = HEADER + i.slot
    b.emit(f"x = {b.val(i.value)}", "n = len(x)", f"if n > {i.capacity}: too_many({i.capacity})")
    b.emit(f"S[fp+{at}] = n", f"S[fp+{at + 1}:fp+{at + 1}+n] = x")
    b.emit("for e in x: bounded(e)" if grows(i.value) and not _things(i.value) else "pass")


def _things(e: x.Ex) -> bool:
    """Whether a set can only hold entities, which need no check."""
    if isinstance(e, x.Filter):
        return _things(e.group)
    if isinstance(e, x.Union):
        return all(_things(part) for part in e.parts)
    return isinstance(e, (x.Contents, x.ContentsOf, x.Players, x.Entities, x.ActiveOf, x.Neighbours, x.Reach))


@instruction(c.LetAt)
def _let_at(b: BlockWriter, i: c.LetAt) -> None:
    b.emit(f"set_at(S, fp+{HEADER + i.slot}, {b.val(i.index)}, {kept(b, i.value)})")


@instruction(c.TakeOut)
def _take_out(b: BlockWriter, i: c.TakeOut) -> None:
    b.emit(f"take_out(S, fp+{HEADER + i.slot}, {b.val(i.member)})")


@instruction(c.Queue)
def _queue(b: BlockWriter, i: c.Queue) -> None:
    b.end(f"return m.queue({b.pc})")


@instruction(c.Quiet)
def _quiet(b: BlockWriter, i: c.Quiet) -> None:
    b.emit(f"S[{QUIET}] = {int(i.on)}")


@instruction(c.Expect)
def _expect(b: BlockWriter, i: c.Expect) -> None:
    if i.condition is not None:
        name = b.w.fresh()
        found = b.cond(i.condition) if i.knows is None else f"({b.val(i.knows)}, {b.val(i.condition)})"
        lines = [f"y = S[fp+{YOU}]", f"t = S[fp+{THIS}]", f"return {found}"]
        b.w.out.function(f"def {name}(S, fp):", [(line, b.pc) for line in lines])
        b.w.out.add(f"ASKS[{b.pc}] = ({name},)", b.pc)
    b.end(f"return m.expect({b.pc})")
