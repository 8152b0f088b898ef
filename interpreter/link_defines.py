"""Writes each define of a Program as one Python function, its bends inside.

`d17(S, y, t, v5, ...)`: the state, the doer, the thing, the parameters. The value (or what a card fills in) comes first;
then bends that always hold, in their order, and those of active cards by order of arrival: the last `to` wins, then all
`by` are summed, then the range clamps. A bend sees as `value` what the value was before it: all `to` before it taken.
"""

from __future__ import annotations

from interpreter.expr_conditions import one_of
from interpreter.layout import LIMIT
from interpreter.link_expr import ExprWriter, Scope, grows
from rulelang.program.tables import BendCode, DefineCode


def write_defines(w: ExprWriter) -> None:
    """Add a function for every define."""
    for index, define in enumerate(w.program.defines):
        w.origin = -1 - index
        _DefineWriter(w, index, define).write()


class _DefineWriter:
    def __init__(self, w: ExprWriter, index: int, define: DefineCode) -> None:
        self.w, self.index, self.define = w, index, define
        names = [f"v{define.you_var}", f"v{define.this_var}", *(f"v{p}" for p in define.params)]
        self.scope = Scope("y", "t").bind(*dict.fromkeys(names))
        self.lines: list[str] = []

    def write(self) -> None:
        define, w = self.define, self.w
        params = "".join(f", v{p}" for p in define.params)
        self.lines += [f"v{define.you_var} = y", f"v{define.this_var} = t"]
        if w.weights.counted(self.index):
            self.lines.append("spend()")
        self._base()
        tos = [b for b in define.bends if b.op == "to"]
        cards = [b for b in tos if b.ids]
        for bend in tos:
            if not bend.ids:
                self._bend(bend, "x = {}", "x")
        if cards:
            self._by_arrival(cards)
        bys = [b for b in define.bends if b.op == "by"]
        if bys:
            self.lines.append("b = x")
            for bend in bys:
                form = "x = [*x, *{}]" if define.sort == "bundle" else "x = union(x, {})" if define.is_set else "x += {}"
                self._bend(bend, form, "b")
        self._clamp()
        self.lines.append("return x")
        origin = -1 - self.index
        w.out.function(f"def d{self.index}(S, y, t{params}):", [("fp = 0", origin), *((s, origin) for s in self.lines)])

    def _base(self) -> None:
        define, w = self.define, self.w
        empty = "()" if define.is_set else "0"
        base = empty if define.value is None else w.val(define.value, self.scope)
        word = "if"
        for ids, value in define.fills:
            self.lines.append(f"{word} {one_of(w, 't', ids)}: x = {w.val(value, self.scope)}")
            word = "elif"
        self.lines.append(f"else: x = {base}" if define.fills else f"x = {base}")

    def _bend(self, bend: BendCode, form: str, was: str) -> None:
        """One bend: the line that applies it, for the rules or for each active copy of its card."""
        if not bend.ids:
            self._apply(bend, form, was, "")
            return
        ids = self.w.out.constant(bend.ids)
        if len(bend.ids) == 1:
            self.lines.append(f"if active(S, {bend.ids[0]}):")
            self.lines.append(f"    c = {bend.ids[0]}")
        else:
            self.lines.append(f"for c in active_of(S, {ids}){'[:1]' if bend.once else ''}:")
        self._apply(bend, form, was, "    ")

    def _apply(self, bend: BendCode, form: str, was: str, indent: str) -> None:
        scope = self.scope.bind(f"v{bend.value_var}", f"v{bend.this_var}")
        self.lines.append(f"{indent}v{bend.value_var} = {was}")
        self.lines.append(f"{indent}v{bend.this_var} = {'c' if bend.ids else '0'}")
        test = "" if bend.when is None else f"if {self.w.cond(bend.when, scope)}: "
        self.lines.append(f"{indent}{test}{form.format(self.w.val(bend.value, scope))}")

    def _by_arrival(self, cards: list[BendCode]) -> None:
        table = tuple((i, bend.ids, bend.once) for i, bend in enumerate(cards))
        self.lines.append(f"for i, c in arrivals(S, {self.w.out.constant(table)}):")
        for i, bend in enumerate(cards):
            self.lines.append(f"    {'if' if i == 0 else 'elif'} i == {i}:")
            self._apply(bend, "x = {}", "x", "        ")

    def _clamp(self) -> None:
        define, w = self.define, self.w
        if define.is_set:
            return
        for bound, op in ((define.high, ">"), (define.low, "<")):
            if bound is not None:
                self.lines.append(f"e = {w.val(bound, self.scope)}")
                self.lines.append(f"if x {op} e: x = e")
        unbounded = define.low is None or define.high is None
        if unbounded and (define.bends or define.fills or grows(define.value)):
            self.lines.append(f"if not {-LIMIT} < x < {LIMIT}: too_big(x)")
