"""How each expression that gives a number, a thing or a set is written as Python."""

from __future__ import annotations

from typing import Any

from interpreter.layout import HEADER
from interpreter.link_expr import ExprWriter, Scope, value_of
from rulelang.program import expr as x


@value_of(x.Const)
def _const(w: ExprWriter, e: x.Const, s: Scope) -> str:
    return str(int(e.value)) if e.value >= 0 else f"({int(e.value)})"


@value_of(x.Local)
def _local(w: ExprWriter, e: x.Local, s: Scope) -> str:
    return s.locals.get(e.slot) or f"S[{w.slot(e.slot)}]"


@value_of(x.LocalSet)
def _local_set(w: ExprWriter, e: x.LocalSet, s: Scope) -> str:
    at = HEADER + e.slot
    return f"S[fp+{at + 1}:fp+{at + 1}+S[fp+{at}]]"


@value_of(x.LocalAt)
def _local_at(w: ExprWriter, e: x.LocalAt, s: Scope) -> str:
    return f"local_at(S, {w.slot(e.slot)}, {w.val(e.index, s)})"


@value_of(x.LocalPool)
def _local_pool(w: ExprWriter, e: x.LocalPool, s: Scope) -> str:
    return f"({w.slot(e.slot)})"


@value_of(x.You)
def _you(w: ExprWriter, e: x.You, s: Scope) -> str:
    return s.you


@value_of(x.This)
def _this(w: ExprWriter, e: x.This, s: Scope) -> str:
    return s.this


@value_of(x.Var)
def _var(w: ExprWriter, e: x.Var, s: Scope) -> str:
    name = f"v{e.id}"
    return name if name in s.bound else "0"


@value_of(x.Read)
def _read(w: ExprWriter, e: x.Read, s: Scope) -> str:
    constants = w.layout.constants.get(e.variable)
    if constants is None:
        return f"S[{w.cell(e.variable, e.owner, s)}]"
    if e.owner is None:
        return f"({w.layout.game_constants.get(e.variable, 0)})"
    if isinstance(e.owner, x.Const):
        return f"({constants[e.owner.value]})"
    return f"{w.out.constant(constants)}[{w.val(e.owner, s)}]"


@value_of(x.Held)
def _held(w: ExprWriter, e: x.Held, s: Scope) -> str:
    return f"S[{w.address(e.container, e.owner, s)}]"


@value_of(x.Contents)
def _contents(w: ExprWriter, e: x.Contents, s: Scope) -> str:
    return f"contents(S, {w.address(e.container, e.owner, s)})"


@value_of(x.ContentsOf)
def _contents_of(w: ExprWriter, e: x.ContentsOf, s: Scope) -> str:
    table = w.layout.containers[e.container]
    if not table:
        return f"contents(S, {w.layout.game_containers[e.container]})"
    return f"contents_of(S, {w.out.constant(table)}, {w.val(e.owners, s)})"


@value_of(x.Holder)
def _holder(w: ExprWriter, e: x.Holder, s: Scope) -> str:
    return f"HOLDERS[S[{w.out.constant(w.layout.loc_of)}[{w.val(e.thing, s)}]]]"


@value_of(x.Standing)
def _standing(w: ExprWriter, e: x.Standing, s: Scope) -> str:
    return f"standing(S, {w.val(e.thing, s)})"


@value_of(x.Players)
def _players(w: ExprWriter, e: x.Players, s: Scope) -> str:
    if e.start is None:
        return w.out.constant(w.layout.seats)
    return f"players_from({w.val(e.start, s)})"


@value_of(x.Entities)
def _entities(w: ExprWriter, e: x.Entities, s: Scope) -> str:
    return w.out.constant(tuple(i for i in e.ids if i not in w.layout.unseated))


@value_of(x.ActiveOf)
def _active_of(w: ExprWriter, e: x.ActiveOf, s: Scope) -> str:
    return f"active_of(S, {w.out.constant(e.ids)})"


@value_of(x.NextPlayer)
def _next_player(w: ExprWriter, e: x.NextPlayer, s: Scope) -> str:
    return f"next_player({w.val(e.player, s)})"


@value_of(x.Neighbours)
def _neighbours(w: ExprWriter, e: x.Neighbours, s: Scope) -> str:
    return f"NEIGHBOURS[{w.val(e.place, s)}]"


@value_of(x.Distance)
def _distance(w: ExprWriter, e: x.Distance, s: Scope) -> str:
    return f"distance({w.val(e.a, s)}, {w.val(e.b, s)})"


@value_of(x.Reach)
def _reach(w: ExprWriter, e: x.Reach, s: Scope) -> str:
    plain = f"reach({w.val(e.place, s)}, {w.val(e.steps, s)}"
    if e.condition is None:
        return plain + ")"
    return f"{plain}, lambda v{e.var}: {w.cond(e.condition, s.bind(f'v{e.var}'))})"


@value_of(x.Ends)
def _ends(w: ExprWriter, e: x.Ends, s: Scope) -> str:
    return f"ENDS[{w.val(e.path, s)}]"


@value_of(x.Arith)
def _arith(w: ExprWriter, e: x.Arith, s: Scope) -> str:
    left, right = w.val(e.left, s), w.val(e.right, s)
    if e.op == "down":
        return f"({left} // {right})"
    if e.op == "up":
        return f"(-(-{left} // {right}))"
    return f"({left} {e.op} {right})"


@value_of(x.If)
def _if(w: ExprWriter, e: x.If, s: Scope) -> str:
    return f"({w.val(e.then, s)} if {w.cond(e.condition, s)} else {w.val(e.otherwise, s)})"


@value_of(x.Case)
def _case(w: ExprWriter, e: x.Case, s: Scope) -> str:
    keys = [w.val(k, s) for k in e.keys]
    if all(isinstance(value, x.Const) for _, value in e.rows):
        table: dict[tuple[int, ...], int] = {}
        for row, value in e.rows:
            table.setdefault(row, value.value)  # type: ignore[attr-defined]
        name = w.out.constant(tuple(sorted(table.items())))
        return f"TABLES[{name!r}].get(({', '.join(keys)},), 0)"
    return _case_apart(w, e, s, keys)


def _case_apart(w: ExprWriter, e: x.Case, s: Scope, keys: list[str]) -> str:
    """Rows that are expressions: a function, so that only the row that holds is evaluated."""
    name = w.fresh()
    inner = Scope("y", "t", s.locals, s.bound)
    passed = ["S", "fp", *dict.fromkeys((*s.bound, *s.locals.values()))]
    depth, w.depth = w.depth, 0
    lines = []
    for row, value in e.rows:
        test = " and ".join(f"k{i} == {int(key)}" for i, key in enumerate(row)) or "True"
        lines.append((f"if {test}: return {w.val(value, inner)}", w.origin))
    w.depth = depth
    lines.append(("return ()" if w.is_set(e) else "return 0", w.origin))
    keyed = [f"k{i}" for i in range(len(keys))]
    w.out.function(f"def {name}({', '.join((*passed, 'y', 't', *keyed))}):", lines)
    return f"{name}({', '.join((*passed, s.you, s.this, *keys))})"


def group_of(w: ExprWriter, e: x.Ex, s: Scope) -> str:
    """A set to be walked over once, as the source of a comprehension."""
    return w.val(e, s)


@value_of(x.Filter)
def _filter(w: ExprWriter, e: x.Filter, s: Scope) -> str:
    v = f"v{e.var}"
    return f"[{v} for {v} in {w.val(e.group, s)} if {w.inside(e.group, lambda: w.cond(e.condition, s.bind(v)))}]"


@value_of(x.Map)
def _map(w: ExprWriter, e: x.Map, s: Scope) -> str:
    v = f"v{e.var}"
    return f"[e for e in [{w.inside(e.group, lambda: w.val(e.value, s.bind(v)))} for {v} in {w.val(e.group, s)}] if e]"


@value_of(x.Fold)
def _fold(w: ExprWriter, e: x.Fold, s: Scope) -> str:
    v = f"v{e.var}"
    each = f"[{w.inside(e.group, lambda: w.val(e.value, s.bind(v)))} for {v} in {w.val(e.group, s)}]"
    if e.op == "sum":
        return f"sum({each})"
    return f"{'min' if e.op == 'least' else 'max'}({each}, default=0)"


@value_of(x.Count)
def _count(w: ExprWriter, e: x.Count, s: Scope) -> str:
    group = e.group
    if isinstance(group, x.Contents):
        at = w.address(group.container, group.owner, s)
        return f"S[{int(at) + 2 if at.isdigit() else at + '+2'}]"
    if isinstance(group, x.Filter):
        v = f"v{group.var}"
        return f"sum([1 for {v} in {w.val(group.group, s)} if {w.inside(group.group, lambda: w.cond(group.condition, s.bind(v)))}])"
    return f"len({w.val(group, s)})"


@value_of(x.First)
def _first(w: ExprWriter, e: x.First, s: Scope) -> str:
    if isinstance(e.group, x.Contents):
        return f"S[{w.address(e.group.container, e.group.owner, s)}]"
    group = e.group
    if isinstance(group, x.Filter):
        v = f"v{group.var}"
        members, test = w.val(group.group, s), w.inside(group.group, lambda: w.cond(group.condition, s.bind(v)))
        return f"next(({v} for {v} in {members} if {test}), 0)"
    return f"next(iter({w.val(e.group, s)}), 0)"


@value_of(x.Union)
def _union(w: ExprWriter, e: x.Union, s: Scope) -> str:
    return f"union({''.join(w.val(part, s) + ', ' for part in e.parts)})"


@value_of(x.Single)
def _single(w: ExprWriter, e: x.Single, s: Scope) -> str:
    return f"single({w.val(e.value, s)})"


@value_of(x.Numbers)
def _numbers(w: ExprWriter, e: x.Numbers, s: Scope) -> str:
    return f"numbers({w.val(e.low, s)}, {w.val(e.high, s)})"


@value_of(x.PoolCount)
def _pool_count(w: ExprWriter, e: x.PoolCount, s: Scope) -> str:
    shows = tuple(dict(face.shows).get(e.symbol, 0) for face in w.program.dice[e.die].faces)
    return f"pool_count(S, {w.val(e.pool, s)}, {w.out.constant(shows)})"


def _face_values(w: ExprWriter, die: int) -> str:
    return w.out.constant(tuple(face.value for face in w.program.dice[die].faces))


@value_of(x.PoolFaces)
def _pool_faces(w: ExprWriter, e: x.PoolFaces, s: Scope) -> str:
    return f"[e[1] for e in pool_dice(S, {w.val(e.pool, s)}, {_face_values(w, e.die)})]"


@value_of(x.PoolWhere)
def _pool_where(w: ExprWriter, e: x.PoolWhere, s: Scope) -> str:
    names = (f"v{e.var}", f"v{e.locked}", f"v{e.rerolled}")
    dice = f"pool_dice(S, {w.val(e.pool, s)}, {_face_values(w, e.die)})"
    test = "" if e.condition is None else f" if {w.cond(e.condition, s.bind(*names))}"
    return f"[i for i, {', '.join(names)} in {dice}{test}]"


@value_of(x.Value)
def _value(w: ExprWriter, e: x.Value, s: Scope) -> str:
    this = "0" if e.this is None else w.val(e.this, s)
    args = "".join(", " + w.val(a, s) for a in e.args)
    return f"d{e.define}(S, {w.val(e.you, s)}, {this}{args})"


@value_of(x.Shown, x.Template)
def _text(w: ExprWriter, e: Any, s: Scope) -> str:
    return w.val(e.value, s) if isinstance(e, x.Shown) else "0"


@value_of(x.Boxes)
def _boxes(w: ExprWriter, e: x.Boxes, s: Scope) -> str:
    return w.out.constant(e.boxes)


@value_of(x.BoxOf)
def _box_of(w: ExprWriter, e: x.BoxOf, s: Scope) -> str:
    return f"box_of({w.val(e.amount, s)}, {e.word})"


@value_of(x.Concat)
def _concat(w: ExprWriter, e: x.Concat, s: Scope) -> str:
    return f"[{', '.join(f'*{w.val(part, s)}' for part in e.parts)}]"


@value_of(x.BoxSum)
def _box_sum(w: ExprWriter, e: x.BoxSum, s: Scope) -> str:
    return f"box_sum({w.val(e.bundle, s)}, {e.word})"
