"""The nodes whose children are not simply their class's fields in order.

Each function is called like its rule, is given the children and the span, and gives the node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rulelang.ast import Node, declarations, expressions, statements
from rulelang.ast.node import Ident
from rulelang.parse.tokens import Token
from rulelang.parse.tree import coercions, fast, ident, quoted
from rulelang.source import Span

Shape = Callable[[list[Any], Span], Any]
SHAPES: dict[str, Shape] = {}
CELL = re.compile(r"((?:\"[^\"\n]*\"|[^\"|\n])*)\|")
LOOSE_CELL = re.compile(r"([^|\n]*)\|")


def shape(function: Shape) -> Shape:
    """Register a function under its rule's name."""
    SHAPES[function.__name__.rstrip("_")] = function
    return function


def make(cls: type[Node], span: Span, **fields: Any) -> Any:
    """A node of `cls`, its fields by name; those not given are None, () or False."""
    file = span.file
    values: dict[str, Any] = {"span": span}
    for name, coerce in coercions(cls):
        value = fields.get(name)
        values[name] = coerce(value, file) if coerce else value
    return fast(cls, values)


def _of(items: Iterable[Any], cls: type[Any]) -> tuple[Any, ...]:
    return tuple(item for item in items if isinstance(item, cls))


# --- expressions -----------------------------------------------------------------------------------------


@shape
def number(children: list[Any], span: Span) -> Any:
    return fast(expressions.Number, {"span": span, "value": int(children[0].text)})


@shape
def name(children: list[Any], span: Span) -> Any:
    return fast(expressions.Name, {"span": span, "name": children[0].text})


@shape
def text(children: list[Any], span: Span) -> Any:
    return fast(expressions.Text, {"span": span, "value": quoted(children[0])})


def _name(token: Token, file: str) -> Any:
    return fast(expressions.Name, {"span": Span(file, token.start, token.end), "name": token.text})


@shape
def of(children: list[Any], span: Span) -> Any:
    return make(expressions.Of, span, field=_name(children[0], span.file), owners=children[1])


@shape
def formula(children: list[Any], span: Span) -> Any:
    return make(expressions.Formula, span, count=children[0], name=_name(children[1], span.file))


SHAPES["formula_box"] = SHAPES["formula_lot"] = formula


@shape
def args(children: list[Any], span: Span) -> Any:
    return () if children == [None] else tuple(children)


SHAPES["cell"] = SHAPES["cell_args"] = args


@shape
def apply_up(children: list[Any], span: Span) -> Any:
    return make(expressions.Apply, span, target=_name(children[0], span.file), args=children[1])


@shape
def compare_not(children: list[Any], span: Span) -> Any:
    return make(expressions.Compare, span, left=children[0], op="is not", right=children[-1])


@shape
def join(children: list[Any], span: Span) -> Any:
    return make(expressions.Join, span, items=tuple(children))


@shape
def either(children: list[Any], span: Span) -> Any:
    return make(expressions.Either, span, items=tuple(children))


@shape
def contents(children: list[Any], span: Span) -> Any:
    return children[0] if len(children) == 1 else join(children, span)


# --- types -----------------------------------------------------------------------------------------------


@shape
def range_type(children: list[Any], span: Span) -> Any:
    low, high, optional = children
    return make(expressions.RangeType, span, low=low, high=high, optional=optional)


@shape
def named_type(children: list[Any], span: Span) -> Any:
    names = [child for child in children if isinstance(child, Token) and child.kind == "NAME"]
    return make(expressions.NamedType, span, names=names, optional=any(child and child.kind == "?" for child in children))


# --- declarations ----------------------------------------------------------------------------------------


def _cells(token: Token, span: Span) -> list[Any]:
    pattern = CELL if CELL.fullmatch(token.text, token.text.rfind("|")) or token.text.count('"') % 2 == 0 else LOOSE_CELL
    cells = []
    for found in pattern.finditer(token.text, 1):
        inner = found[1]
        stripped = inner.strip()
        start = token.start + found.start(1) + (len(inner) - len(inner.lstrip()) if stripped else 0)
        place = Span(span.file, start, start + len(stripped))
        cells.append(fast(declarations.Cell, {"span": place, "text": stripped}))
    return cells


@shape
def row(children: list[Any], span: Span) -> Any:
    return make(declarations.Row, span, cells=tuple(_cells(children[0], span)))


@shape
def drawn_row(children: list[Any], span: Span) -> Any:
    token = children[0]
    place = Span(span.file, token.start + 1, max(token.start + 1, token.end - 1))
    cell = fast(declarations.Cell, {"span": place, "text": token.text[1:-1]})
    return make(declarations.Row, span, cells=(cell,))


@shape
def track_of_spaces(children: list[Any], span: Span) -> Any:
    names, title, parts = children
    return make(declarations.Track, span, names=names, title=title, parts_of=parts)


@shape
def cards(children: list[Any], span: Span) -> Any:
    name, of, *items = children
    return make(
        declarations.Cards,
        span,
        name=name,
        of=of,
        rows=_of(items, declarations.Row),
        sources=_of(items, declarations.CsvFile),
        cards=_of(items, declarations.Card),
    )


@shape
def define_grid(children: list[Any], span: Span) -> Any:
    name, params, type_, rows = children
    return make(declarations.Define, span, name=name, params=params, type=type_, rows=rows)


@shape
def else_arm(children: list[Any], span: Span) -> Any:
    return make(statements.Arm, span, body=children[0])


@shape
def order_line(children: list[Any], span: Span) -> Any:
    word, *rest = children
    value, when = rest if len(rest) == 2 else (None, rest[0])
    return make(declarations.OrderLine, span, word=word, value=value, when=when)


@shape
def option(children: list[Any], span: Span) -> Any:
    """[name] label clause* [when] body"""
    name, label, *clauses, when, body = children
    generators = [item for clause in clauses if isinstance(clause, tuple) for item in clause]
    return make(
        statements.Option,
        span,
        name=name,
        label=label,
        each=_of(generators, statements.Generator),
        costs=_of(generators, statements.Need),
        limits=_of(clauses, (statements.UpTo, statements.Once)),  # type: ignore[arg-type]
        when=when,
        body=body,
    )


@shape
def option_unnamed(children: list[Any], span: Span) -> Any:
    return option([None, *children], span)


@shape
def need_some(children: list[Any], span: Span) -> Any:
    count, what, source, target = children
    place = Span(span.file, span.start, what.span.end)
    formula = make(expressions.Formula, place, count=count, name=what)
    return make(statements.Need, span, what=formula, source=source, target=target)


@shape
def expect_knows(children: list[Any], span: Span) -> Any:
    return make(declarations.ExpectKnows, span, seat=children[0], negated=False, what=children[1])


@shape
def expect_ignores(children: list[Any], span: Span) -> Any:
    return make(declarations.ExpectKnows, span, seat=children[0], negated=True, what=children[1])


@shape
def act(children: list[Any], span: Span) -> Any:
    return make(declarations.Act, span, body=tuple(children))


# --- statements ------------------------------------------------------------------------------------------


@shape
def run_choice(children: list[Any], span: Span) -> Any:
    mode, choice, args, *rest = children
    return make(statements.RunChoice, span, mode=mode, choice=choice, args=args, otherwise=rest[0] if rest else ())


@shape
def run_menu(children: list[Any], span: Span) -> Any:
    mode, choice, args, until, *rest = children
    otherwise = rest[0] if rest else ()
    return make(statements.RunChoice, span, mode=mode, choice=choice, args=args, until=until, otherwise=otherwise)


SHAPES["run_or_else"] = run_choice
SHAPES["menu_or_else"] = run_menu


@shape
def inline_choose(children: list[Any], span: Span) -> Any:
    prompt, options, otherwise = children
    return make(statements.InlineChoice, span, mode="choose", prompt=prompt, options=options, otherwise=otherwise)


@shape
def inline_menu(children: list[Any], span: Span) -> Any:
    prompt, until, options, otherwise = children
    return make(
        statements.InlineChoice, span, mode="menu", prompt=prompt, until=until, options=options, otherwise=otherwise
    )


@shape
def inline_may(children: list[Any], span: Span) -> Any:
    return make(statements.InlineChoice, span, mode="may", options=children[0], otherwise=children[1])


@shape
def may_one(children: list[Any], span: Span) -> Any:
    return make(statements.InlineChoice, span, mode="may", options=(children[0],), otherwise=children[1])


@shape
def each_player(children: list[Any], span: Span) -> Any:
    kind, start, where, order, body = children
    return make(statements.EachPlayer, span, kind=kind, start=start, where=where, order=order, body=body)


@shape
def each_at_once(children: list[Any], span: Span) -> Any:
    return make(statements.EachPlayer, span, kind=children[0], at_once=True, body=children[1])


@shape
def if_(children: list[Any], span: Span) -> Any:
    *branches, otherwise = children
    return make(statements.If, span, branches=tuple(branches), otherwise=otherwise)


@shape
def if_inline(children: list[Any], span: Span) -> Any:
    condition, stmt = children
    branch = make(statements.Branch, span, condition=condition, body=(stmt,))
    return make(statements.If, span, branches=(branch,))


@shape
def roll(children: list[Any], span: Span) -> Any:
    count, what, name, where = children
    if what is None:
        count, what = None, count
    return make(statements.Roll, span, count=count, what=what, name=name, where=where)


@shape
def quantity(children: list[Any], span: Span) -> Any:
    """`any`, `all`, a figure, or `up` and a count"""
    if len(children) == 2:
        return make(statements.Quantity, span, word="up to", count=children[1])
    only = children[0]
    if isinstance(only, Token):
        return make(statements.Quantity, span, word=only)
    return make(statements.Quantity, span, word="exactly", count=only)


@shape
def ending(children: list[Any], span: Span) -> Any:
    result, seat, text = children
    return make(statements.Ending, span, result=result, seat=seat, text=text)


@shape
def do(children: list[Any], span: Span) -> Any:
    what, name = children
    if isinstance(what, expressions.Apply):
        return make(statements.Do, span, what=what.target, args=what.args, name=name)
    return make(statements.Do, span, what=what, name=name)


# --- cells -----------------------------------------------------------------------------------------------


@shape
def cell_title(children: list[Any], span: Span) -> Any:
    return make(declarations.Titled, span, name=children[0], title=children[1])


@shape
def cell_ends(children: list[Any], span: Span) -> Any:
    return tuple(ident(child, span.file) for child in children)


@shape
def cell_expr(children: list[Any], span: Span) -> Any:
    return children[0]


__all__ = ["SHAPES", "Ident", "Shape"]
