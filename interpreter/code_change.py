"""How instructions that change variables and move things are written."""

from __future__ import annotations

from interpreter.layout import HEADER
from interpreter.link_code import BlockWriter, instruction
from rulelang.program import code as c
from rulelang.program import expr as x
from rulelang.program.tables import Variable


def reach_cell(b: BlockWriter, ref: c.Ref) -> bool:
    """Write `o` and `a`, the owner and the address of a variable; True if `a` may be 0 and has to be tested."""
    w = b.w
    table = w.layout.variables[ref.variable]
    owned = ref.owner is not None and bool(table)
    b.emit(f"o = {b.val(ref.owner)}" if owned and ref.owner is not None else "o = 0")
    b.emit(f"a = {w.out.constant(table)}[o]" if owned else f"a = {w.layout.game_variables[ref.variable]}")
    return owned


def bound(b: BlockWriter, ref: c.Ref, e: x.Ex | None, fallback: int) -> str:
    """One end of a variable's range, `o` being its owner."""
    variable: Variable = b.w.program.variables[ref.variable]
    if e is None:
        return str(fallback)
    name = f"v{variable.owner_var}"
    if variable.owner_var >= 0 and not isinstance(e, x.Const):
        b.emit(f"{name} = o")
        return b.w.val(e, b.scope.bind(name))
    return b.val(e)


def changed(b: BlockWriter, ref: c.Ref) -> str:
    """The line that notes a change from `z` to `x`."""
    return f"if m.events is not None and x != z: m.note('changed', {b.pc}, {ref.variable}, o, z, x)"


@instruction(c.Assign)
def _assign(b: BlockWriter, i: c.Assign) -> None:
    guarded = reach_cell(b, i.ref)
    variable = b.w.program.variables[i.ref.variable]
    b.emit(f"x = {b.val(i.value)}")
    test = ""
    if variable.sort == "number" or i.ref.low is not None or i.ref.high is not None:
        low = bound(b, i.ref, i.ref.low, variable.least)
        high = bound(b, i.ref, i.ref.high, variable.most)
        test = f"not {low} <= x <= {high}"
        out = f"out_of_range({i.ref.variable}, o, x, {low}, {high})"
        b.emit(f"if a and {test}: {out}" if guarded else f"if {test}: {out}")
    _store(b, i.ref, guarded)


def _store(b: BlockWriter, ref: c.Ref, guarded: bool) -> None:
    """Put `x` into cell `a`; writing to nothing does nothing."""
    indent = ""
    if guarded:
        b.emit("if a:")
        indent = "    "
    b.emit(f"{indent}z = S[a]", f"{indent}S[a] = x", indent + changed(b, ref))


@instruction(c.Add)
def _add(b: BlockWriter, i: c.Add) -> None:
    reach_cell(b, i.ref)
    variable = b.w.program.variables[i.ref.variable]
    b.emit(f"n = {b.val(i.amount)}")
    if i.sign > 0:
        end = bound(b, i.ref, i.ref.high, variable.most)
        new = "z + n if z + n <= e else (e if e > z else z)"
    else:
        end = bound(b, i.ref, i.ref.low, variable.least)
        new = "z - n if z - n >= e else (e if e < z else z)"
    b.emit("if a and n > 0:", f"    z = S[a]; e = {end}", f"    x = S[a] = bounded({new})", "    " + changed(b, i.ref))


@instruction(c.Step)
def _step(b: BlockWriter, i: c.Step) -> None:
    reach_cell(b, i.ref)
    variable = b.w.program.variables[i.ref.variable]
    end = bound(b, i.ref, i.ref.high, variable.most) if i.sign > 0 else bound(b, i.ref, i.ref.low, variable.least)
    stops = tuple(sorted(i.stops, reverse=i.sign < 0))
    left, hit = b.local(i.left), b.local(i.hit)
    b.emit(
        f"{hit} = 0; n = {left}; {left} = 0",
        "if a and n > 0:",
        f"    z = S[a]; e = {end}",
        f"    x, n, {hit} = step_to(z, n, e, {i.sign}, {b.w.out.constant(stops)})",
        f"    S[a] = x; {left} = n",
        "    " + changed(b, i.ref),
    )


@instruction(c.Reset)
def _reset(b: BlockWriter, i: c.Reset) -> None:
    for variable in i.variables:
        b.emit(f"reset(m, S, {variable}, {b.pc})")


@instruction(c.Walk)
def _walk(b: BlockWriter, i: c.Walk) -> None:
    table = b.w.layout.variables[i.variable]
    b.emit(f"o = {b.val(i.who)}", f"x = {b.val(i.place)}")
    b.emit(f"a = {b.w.out.constant(table)}[o]" if table else f"a = {b.w.layout.game_variables[i.variable]}")
    b.emit("z = S[a]")
    if i.moved >= 0:
        b.emit(f"S[fp+{HEADER + i.moved}] = 1 if a and z != x else 0")
    b.emit("if a and z != x:", "    S[a] = x", f"    if m.events is not None: m.note('walked', {b.pc}, o, z, x)")


def target(b: BlockWriter, place: c.PlaceRef | None) -> tuple[str, str]:
    """Address of a place to put things (0: the box) and whether they go on top."""
    if place is None:
        return "0", "False"
    on_top = b.w.program.containers[place.container].word == "deck" and not place.bottom
    return b.w.address(place.container, place.owner, b.scope), str(on_top)


@instruction(c.Move)
def _move(b: BlockWriter, i: c.Move) -> None:
    address, on_top = target(b, i.target)
    b.emit(f"a = {address}")
    group = i.things.value if isinstance(i.things, x.Single) else None
    indent = "if a: " if i.target is not None and not address.isdigit() else ""
    if group is not None:
        b.emit(f"{indent}put(m, S, {b.val(group)}, a, {on_top}, {b.pc})")
    else:
        b.emit(f"{indent}put_all(m, S, {b.val(i.things)}, a, {on_top}, {b.pc})")


@instruction(c.Discard)
def _discard(b: BlockWriter, i: c.Discard) -> None:
    things = b.val(i.things) if b.w.is_set(i.things) else f"single({b.val(i.things)})"
    b.emit(f"discard(m, S, {things}, {b.pc})")


@instruction(c.Draw)
def _draw(b: BlockWriter, i: c.Draw) -> None:
    source = b.w.address(i.source.container, i.source.owner, b.scope)
    address, on_top = target(b, i.target)
    count = "1" if i.count is None else b.val(i.count)
    where = f"{address}, {on_top}, -1" if i.target is not None else f"-1, False, fp+{HEADER + i.slot}"
    b.emit(f"if draw(m, S, {source}, {count}, {where}, {b.pc}) < 0: return -1")


@instruction(c.Shuffle)
def _shuffle(b: BlockWriter, i: c.Shuffle) -> None:
    b.emit(f"shuffle(m, S, {b.w.address(i.place.container, i.place.owner, b.scope)}, {b.pc})")


@instruction(c.Show)
def _show(b: BlockWriter, i: c.Show) -> None:
    sets = [b.val(e) if b.w.is_set(e) else f"single({b.val(e)})" for e in (i.things, i.seats)]
    b.emit(f"show(m, S, {sets[0]}, {sets[1]}, {b.pc})")
