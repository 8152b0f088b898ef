"""Makes the nodes: a function for each production, found by the rule's name.

A rule called like a class (`each_in`, EachIn) makes that node, its children zipped with the class's fields in order
and turned into what the field holds: a NAME token into an Ident, a TEXT token into its text, what is missing into None, () or
False. A rule with a function in shapes.py is made by it; any other is a tuple. Nodes skip pydantic's validation: the
grammar has done it, and it costs ten times as much as the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Any, Union, get_args, get_origin

from rulelang.ast.node import KINDS, Ident, Node
from rulelang.parse.tables import Production
from rulelang.parse.tokens import Token
from rulelang.source import Span

Builder = Callable[[list[Any], int, int], Any]
Coerce = Callable[[Any, str], Any]
Make = Callable[..., Any]

_new = object.__new__
_set = object.__setattr__
_tuple = tuple.__new__


def class_name(rule: str) -> str:
    """`each_in` -> `EachIn`"""
    return "".join(part.capitalize() for part in rule.split("_"))


def fast(cls: type[Node], fields: dict[str, Any]) -> Any:
    """A node made without validation; `fields` holds all of them, the span included."""
    node = _new(cls)
    _set(node, "__dict__", fields)
    _set(node, "__pydantic_fields_set__", set(fields))
    _set(node, "__pydantic_extra__", None)
    _set(node, "__pydantic_private__", None)
    return node


def ident(token: Token, file: str) -> Ident:
    """A NAME token as a name."""
    node: Ident = fast(Ident, {"span": Span(file, token.start, token.end), "name": token.text})
    return node


def quoted(token: Token) -> str:
    """A TEXT token's text, without its quotes."""
    return token.text[1:-1]


def _as_ident(value: Any, file: str) -> Any:
    return ident(value, file) if type(value) is Token else value


def _as_text(value: Any, file: str) -> Any:
    if type(value) is not Token:
        return value
    return value.text[1:-1] if value.kind == "TEXT" else value.text


def _as_flag(value: Any, file: str) -> bool:
    return value is not None and value is not False


def _as_tuple(value: Any, file: str) -> Any:
    return () if value is None else value


def _as_idents(value: Any, file: str) -> Any:
    return tuple(_as_ident(item, file) for item in value or ())


def _as_texts(value: Any, file: str) -> Any:
    return tuple(_as_text(item, file) for item in value or ())


def _coercion(annotation: Any) -> Coerce | None:
    """What turns a child into a field of this type; None where the child is it already."""
    options = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    if any(get_origin(option) is tuple for option in options):
        if type(None) in options:  # a rule without a body is not one with an empty body
            return None
        item = get_args(options[0])[0]
        return _as_idents if item is Ident else _as_texts if item is str else _as_tuple
    if Ident in options:
        return _as_ident
    if bool in options:
        return _as_flag
    if any(isinstance(option, type) and issubclass(option, Node) for option in options):
        return None
    return _as_text


COERCIONS: dict[type[Node], list[tuple[str, Coerce | None]]] = {}


def coercions(cls: type[Node]) -> list[tuple[str, Coerce | None]]:
    """The fields of a class in order, each with what a child is turned by."""
    if cls not in COERCIONS:
        COERCIONS[cls] = [(part, _coercion(cls.model_fields[part].annotation)) for part in cls.parts]
    return COERCIONS[cls]


def zipped(cls: type[Node]) -> Callable[[list[Any], Span], Any]:
    """What makes a node of `cls` of its children, in the order of its fields; the last ones may be missing."""
    plan = coercions(cls)
    names = {"span", *cls.parts}

    def make(children: list[Any], span: Span) -> Any:
        file = span[0]
        fields: dict[str, Any] = {"span": span}
        if len(children) < len(plan):
            children = children + [None] * (len(plan) - len(children))
        for (name, coerce), child in zip(plan, children, strict=True):
            fields[name] = child if coerce is None else coerce(child, file)
        node = _new(cls)
        _set(node, "__dict__", fields)
        _set(node, "__pydantic_fields_set__", names)
        _set(node, "__pydantic_extra__", None)
        _set(node, "__pydantic_private__", None)
        return node

    return make


class Trees:
    """The builders of one file's productions."""

    def __init__(self, file: str, shapes: dict[str, Make]) -> None:
        self.file = file
        self.shapes = shapes
        self.made: dict[str, Callable[[list[Any], Span], Any] | None] = {}

    def builders(self, productions: list[Production]) -> list[Builder | None]:
        return [self._builder(production) for production in productions]

    def _maker(self, rule: str) -> Callable[[list[Any], Span], Any] | None:
        """What makes the node of a rule of its children; None for a tuple of them."""
        if rule not in self.made:
            cls = KINDS.get(class_name(rule))
            self.made[rule] = self.shapes.get(rule) or (zipped(cls) if cls else None)
        return self.made[rule]

    def _builder(self, production: Production) -> Builder | None:
        picks = production.picks
        spread = any(pick < -1 for pick in picks)
        if production.inline:
            return _list_of(picks)
        if production.single and len(picks) == 1 and not spread:
            only = picks[0]
            return None if production.size == 1 else lambda values, begin, end: values[only]
        make = self._maker(production.name)
        file = self.file
        plain = picks == tuple(range(production.size))
        if make is None:
            if spread:
                return lambda values, begin, end: tuple(_picked(values, picks))
            return lambda values, begin, end: tuple([values[pick] if pick >= 0 else None for pick in picks])
        if spread:
            return lambda values, begin, end: make(_picked(values, picks), _tuple(Span, (file, begin, end)))
        if plain:
            return lambda values, begin, end: make(values, _tuple(Span, (file, begin, end)))
        return lambda values, begin, end: make(
            [values[pick] if pick >= 0 else None for pick in picks], _tuple(Span, (file, begin, end))
        )


def _list_of(picks: tuple[int, ...]) -> Builder:
    """A rule that leaves no trace: a list, which the left-recursive ones append to, so that long lists stay linear."""
    grows = bool(picks) and picks[0] == -2

    def build(values: list[Any], begin: int, end: int) -> list[Any]:
        if not grows:
            return _picked(values, picks)
        grown: list[Any] = values[0]
        grown.extend(_picked(values, picks[1:]))
        return grown

    return build


def _picked(values: list[Any], picks: tuple[int, ...]) -> list[Any]:
    out: list[Any] = []
    for pick in picks:
        if pick >= 0:
            out.append(values[pick])
        elif pick == -1:
            out.append(None)
        else:
            out.extend(values[-2 - pick])
    return out
