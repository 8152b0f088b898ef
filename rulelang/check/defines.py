"""Named values: their types and expressions, what cards fill in, and the modifies that bend them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr
from rulelang.check import types as t
from rulelang.check.scope import Scope
from rulelang.check.symbols import Bend, DefineSym, KindInfo
from rulelang.check.types import Type
from rulelang.check.world import World
from rulelang.diagnostics import codes, did_you_mean
from rulelang.parse import parse_cell
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex
from rulelang.program.tables import BendCode, DefineCode
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.check.expressions import Elaborator
    from rulelang.check.members import Members


@dataclass
class Defines:
    """The pass. `type_of` may be asked at any time: a define is worked out at its first use."""

    world: World
    el: Elaborator
    members: Members
    bends: dict[int, list[BendCode]] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)  # the defines being worked out, each for the one before
    circled: set[int] = field(default_factory=set)  # those whose circle was told

    def type_of(self, symbol: DefineSym, span: Span) -> Type:
        """A define's type; one that needs itself to be known is a finding."""
        if symbol.type is not None:
            return symbol.type
        if symbol.busy:
            declared = self.members.type(symbol.decl.type) if symbol.decl.type is not None else None
            if declared is None or not symbol.params:
                circle = self.asked[self.asked.index(symbol.id) :]
                if not self.circled.isdisjoint(circle):
                    return t.ANY
                self.circled.update(circle)
                symbol = min((self.world.defines[id] for id in circle), key=lambda item: (item.span.file, item.span.start))
                self.world.findings.report(
                    codes.READS_ITSELF, symbol.span, f"`{symbol.name}` depends on itself",
                    help="break the circle, or give it a type", related=[(span, "asked for here")],
                )
                return t.ANY
            return declared
        symbol.busy = True
        self.asked.append(symbol.id)
        type_ = self._work_out(symbol)
        self.asked.pop()
        symbol.type = type_
        symbol.busy = False
        return type_

    def scope(self, symbol: DefineSym) -> Scope:
        """Where a define's expression looks names up."""
        scope = Scope(self.world)
        scope.you, scope.you_kind = e.Var(symbol.you_var), self.world.player
        if symbol.owner is not None and symbol.owner.is_player:
            scope.you_kind = symbol.owner
            scope.this, scope.this_kind = e.Var(symbol.you_var), symbol.owner
        elif symbol.owner is not None:
            scope.this, scope.this_kind, scope.ids = e.Var(symbol.this_var), symbol.owner, symbol.owner.entities
        for param in symbol.params:
            scope.bind(param.name, param.type, e.Var(param.var), param.decl.name.span, quiet=True)
        return scope

    def _work_out(self, symbol: DefineSym) -> Type:
        decl = symbol.decl
        scope = self.scope(symbol)
        want = self.members.type(decl.type, scope) if decl.type is not None else None
        if isinstance(decl.type, x.RangeType):
            symbol.low = self.el.number(decl.type.low, scope)[0]
            symbol.high = self.el.number(decl.type.high, scope)[0]
        if decl.rows:
            symbol.value, given = self._grid(symbol, want, scope)
        elif decl.value is not None:
            symbol.value, given = self.el.value(decl.value, scope, t.Hint(want) if want is not None else None)
            if isinstance(want, t.NumberT) and isinstance(given, t.NumberT):
                given = want  # a define's range clamps: that is what it is for
            elif want is not None:
                symbol.value, given = self.el.fit(symbol.value, given, want, decl.value.span)
        else:
            symbol.value, given = e.Boxes(()) if isinstance(want, t.BundleT) else Const(0), want or t.FLAG
        symbol.needs_you = scope.uses_you[0] and not (symbol.owner is not None and symbol.owner.is_player)
        return want if want is not None and not isinstance(given, t.AnyT) else given

    # --- grids -------------------------------------------------------------------------------------------

    def _grid(self, symbol: DefineSym, want: Type | None, scope: Scope) -> tuple[Ex, Type]:
        rows = symbol.decl.rows
        if len(symbol.params) != 2 or len(rows) < 2:
            self.world.findings.report(codes.BAD_ROW, symbol.span, f"the grid `{symbol.name}` needs two parameters and rows")
            return Const(0), want or t.ANY
        type_ = want if want is not None else t.NUMBER
        first, second = symbol.params
        columns = [self._key(cell, second.type) for cell in rows[0].cells[1:]]
        made: list[tuple[tuple[int, ...], Ex]] = []
        for row in rows[1:]:
            if len(row.cells) != len(rows[0].cells):
                self.world.findings.report(
                    codes.BAD_ROW, row.span, f"the row has {len(row.cells)} cells, but the grid has {len(rows[0].cells)} columns"
                )
            key = self._key(row.cells[0], first.type) if row.cells else 0
            for column, cell in zip(columns, row.cells[1:], strict=False):
                made.append(((key, column), self._cell(cell, type_, scope)))
        return e.Case((e.Var(first.var), e.Var(second.var)), tuple(made)), type_

    def _key(self, cell: d.Cell, type_: Type) -> int:
        from rulelang.check.cells import constant

        node, found = parse_cell(cell.text, cell.span, "expr")
        self.world.findings.items.extend(found)
        return constant(self.world, self.el, node, type_, cell.span, "the grid's key") if isinstance(node, Expr) else 0

    def _cell(self, cell: d.Cell, type_: Type, scope: Scope) -> Ex:
        if not cell.text:
            return Const(0)
        node, found = parse_cell(cell.text, cell.span, "expr")
        self.world.findings.items.extend(found)
        return self.el.value(node, scope, t.Hint(type_))[0] if isinstance(node, Expr) and not found else Const(0)

    # --- modifies ----------------------------------------------------------------------------------------

    def bend_all(self) -> None:
        """Every modify goes to the define it bends."""
        for bend in self.world.modifies:
            self._bend(bend)

    def _bend(self, bend: Bend) -> None:
        decl = bend.decl
        assert isinstance(decl, d.Modify)
        this_var, value_var = self.world.fresh_var(), self.world.fresh_var()
        found = self._bent(decl, bend, this_var)
        if found is None:
            return
        symbol, owner = found
        self.type_of(symbol, decl.span)
        scope = self.scope(symbol)
        if bend.kind is not None:
            scope.this, scope.this_kind, scope.ids = e.Var(this_var), bend.kind, bend.ids
        meant = self._kind_meant(decl)
        if meant is not None and symbol.owner is not None and not symbol.owner.is_player:
            scope.bind(meant.name, t.EntityT(meant), e.Var(symbol.this_var), decl.span, quiet=True)
        scope.bind("value", symbol.type or t.ANY, e.Var(value_var), decl.span, quiet=True)
        want = symbol.type or t.ANY
        if decl.op == "by":
            value = self._summand(decl, scope, want)
        elif isinstance(want, t.NumberT):
            value = self.el.number(decl.value, scope)[0]
        else:
            value, given = self.el.value(decl.value, scope, t.Hint(want))
            value, _ = self.el.fit(value, given, want, decl.value.span)
        when = self.el.condition(decl.when, scope) if decl.when is not None else None
        if owner is not None:
            mine = e.Compare("==", owner, e.Var(symbol.you_var if symbol.owner and symbol.owner.is_player else symbol.this_var))
            when = mine if when is None else e.And(mine, when)
        if meant is not None and symbol.owner is not None and meant is not symbol.owner and not meant.is_player:
            of_kind = e.IsOneOf(e.Var(symbol.this_var), meant.entities)
            when = of_kind if when is None else e.And(of_kind, when)
        if any(_reads(part, symbol.id) for part in (value, when)):
            self.world.findings.report(
                codes.READS_ITSELF, decl.target.span, f"this bends `{symbol.name}` and reads it",
                help="say `value` for what it was without bends",
            )
            return
        code = BendCode(decl.op, value, when, bend.ids, decl.once, this_var, value_var, decl.span)
        self.bends.setdefault(symbol.id, []).append(code)
        self._hold_against(symbol, bend, code)

    def _kind_meant(self, decl: d.Modify) -> KindInfo | None:
        """The kind of `modify monster.boxes`: whose values are bent, and how they are called in it."""
        owner = decl.target.owner if isinstance(decl.target, x.Member) else None
        return self.world.kinds.get(owner.name) if isinstance(owner, x.Name) else None

    def _summand(self, decl: d.Modify, scope: Scope, want: Type) -> Ex:
        if isinstance(want, t.BundleT):
            value, given = self.el.value(decl.value, scope, t.Hint(want))
            return self.el.fit(value, given, want, decl.value.span)[0]
        if isinstance(want, t.SetT):
            self.world.findings.report(
                codes.WRONG_TYPE, decl.span, "a set is bent with `to`, not `by`", help="write `to value + …`"
            )
            return e.Union(())
        if isinstance(want, t.FlagT | t.EntityT | t.SymbolT):
            self.world.findings.report(codes.WRONG_TYPE, decl.span, f"{t.describe(want)} is bent with `to`, not `by`")
            return Const(0)
        return self.el.number(decl.value, scope)[0]

    def _bent(self, decl: d.Modify, bend: Bend, this_var: int) -> tuple[DefineSym, Ex | None] | None:
        """The define a modify names, and whose it is: `holder.rerolls` bends one player's, `rerolls` everyone's."""
        target = decl.target
        symbol: object = None
        owner: Ex | None = None
        name = target.name.name if isinstance(target, x.Member) else target.name if isinstance(target, x.Name) else ""
        if isinstance(target, x.Name):
            symbol = self.world.player.member(name) or self.world.values.get(name)
            if symbol is None and bend.kind is not None:
                symbol = bend.kind.member(name)
        elif isinstance(target, x.Member):
            scope = Scope(self.world)
            if bend.kind is not None:
                scope.this, scope.this_kind = e.Var(this_var), bend.kind
            if isinstance(target.owner, x.Name) and target.owner.name in self.world.kinds:
                symbol = self.world.kinds[target.owner.name].member(name)
            else:
                owner, type_ = self.el.value(target.owner, scope, None)
                if isinstance(type_, t.EntityT):
                    symbol = type_.kind.member(name)
                elif isinstance(type_, t.AnyT):
                    return None
        if isinstance(symbol, DefineSym):
            return symbol, owner
        if symbol is not None:
            self.world.findings.report(
                codes.CANNOT_CHANGE, target.span, f"`{name}` is no `define`, so nothing can bend it",
                help="put a `define` over it and use that where it counts", related=[(getattr(symbol, "span", target.span), "declared here")],
            )
            return None
        if isinstance(target, x.Apply):
            self.world.findings.report(
                codes.UNKNOWN_NAME, target.span, "what is bent is named without parentheses",
                help="in `to`, `by` and `when` its parameters are known by their names",
            )
            return None
        names = [define.name for define in self.world.defines]
        close = did_you_mean(name, names)
        self.world.findings.report(
            codes.UNKNOWN_NAME, target.span, f"there is no value `{name}` to bend",
            help=f"did you mean `{close}`?" if close else None,
        )
        return None

    def _hold_against(self, symbol: DefineSym, bend: Bend, code: BendCode) -> None:
        """Two that set the same value always, without a condition, clash."""
        if code.op != "to" or code.when is not None or code.ids:
            return
        for other in self.bends[symbol.id][:-1]:
            if other.op == "to" and other.when is None and not other.ids and other.value != code.value:
                self.world.findings.report(
                    codes.BEND_CLASH, code.span, f"`{symbol.name}` is set to two values at once",
                    help="give one of them a `when`, or let one variant exclude the other",
                    related=[(other.span, "set here too")],
                )

    # --- the tables --------------------------------------------------------------------------------------

    def tables(self) -> tuple[DefineCode, ...]:
        """All defines, in the order of their ids."""
        for symbol in self.world.defines:
            self.type_of(symbol, symbol.span)
        return tuple(self._code(symbol) for symbol in self.world.defines)

    def _code(self, symbol: DefineSym) -> DefineCode:
        fills = []
        key = (symbol.owner.name if symbol.owner else "", symbol.name)
        for ids, filled in self.world.define_fills.get(key, []):
            scope = self.scope(symbol)
            scope.this_kind = self.world.kind_of(ids[0]) if ids else scope.this_kind
            scope.ids = ids
            if filled.value is not None:
                want = symbol.type or t.ANY
                value, given = self.el.value(filled.value, scope, t.Hint(want))
                if not isinstance(want, t.NumberT):
                    value, _ = self.el.fit(value, given, want, filled.value.span)
                fills.append((ids, value))
                symbol.needs_you = symbol.needs_you or scope.uses_you[0]
        type_ = symbol.type or t.ANY
        return DefineCode(
            symbol.name, symbol.you_var, symbol.this_var, tuple(param.var for param in symbol.params), symbol.value,
            tuple(fills), symbol.low, symbol.high, tuple(self.bends.get(symbol.id, ())), isinstance(type_, t.SetT | t.BundleT),
            "set" if isinstance(type_, t.SetT) else t.sort_of(type_), symbol.span,
        )


def _reads(ex: object, define: int) -> bool:
    """Whether an expression itself reads a define."""
    queue = [ex]
    while queue:
        part = queue.pop()
        if isinstance(part, tuple):
            queue += part
        elif isinstance(part, Ex):
            if isinstance(part, e.Value) and part.define == define:
                return True
            queue += [getattr(part, name) for name in part.fields]
    return False
