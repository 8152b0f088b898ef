"""The parse stage: a file's text in, its tree and what is wrong with the text out.

Whatever the text, it gives a File and diagnostics and never raises; what parses is in the File even where something
else does not. Names are not resolved and nothing is typed here.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Literal, overload

from rulelang.ast.declarations import File, Titled
from rulelang.ast.node import Decl, Expr, Ident, Node, children
from rulelang.diagnostics import Diagnostic, codes, in_order
from rulelang.parse.explain import explain
from rulelang.parse.machine import Machine, Stuck
from rulelang.parse.recovery import recover
from rulelang.parse.shapes import SHAPES
from rulelang.parse.tables import load
from rulelang.parse.tokens import MOST_CHARACTERS, Tokens, tokenize, tokenize_part
from rulelang.parse.tree import Trees, fast
from rulelang.source import Source, Span

DEEPEST_TREE = 100
STARTS = {"cell": "cell", "title": "cell_title", "ends": "cell_ends", "expr": "cell_expr"}

__all__ = ["collector_paused", "comments", "parse", "parse_cell"]


def parse(source: Source) -> tuple[File, tuple[Diagnostic, ...]]:
    """The tree of a file and what is wrong with its text, in the order of the text."""
    text, name = source.text, source.name
    if len(text) > MOST_CHARACTERS:
        message = f"the file has {len(text):,} characters; {MOST_CHARACTERS:,} are allowed"
        return _file((), Span(name, 0, 0)), (Diagnostic(codes.TOO_LARGE, Span(name, 0, 0), message),)
    with collector_paused():
        declarations, found = _read(text, name)
    return _file(declarations, Span(name, 0, len(text))), in_order(found)


def _read(text: str, name: str) -> tuple[tuple[Decl, ...], list[Diagnostic]]:
    machine = _machine(name)
    tokens = tokenize(text)
    found = _faults(tokens, name)
    tree = machine.run(tokens.items, "file")
    if isinstance(tree, Stuck):
        declarations, more = recover(machine, tokens, name)
        found += more
    else:
        declarations = tree.declarations
    if tokens.deep or any(level > 16 for level in tokens.levels):
        declarations = _shallow(declarations, found)
    return declarations, found


@contextmanager
def collector_paused() -> Iterator[None]:
    """Python's cycle collector off: a tree has no cycles, and looking for them in one that grows makes long files slow.

    Loading pauses it too, for all its stages."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


@overload
def parse_cell(text: str, span: Span, kind: Literal["cell"]) -> tuple[tuple[Expr, ...], tuple[Diagnostic, ...]]: ...
@overload
def parse_cell(text: str, span: Span, kind: Literal["ends"]) -> tuple[tuple[Ident, ...], tuple[Diagnostic, ...]]: ...
@overload
def parse_cell(text: str, span: Span, kind: Literal["title"]) -> tuple[Titled | None, tuple[Diagnostic, ...]]: ...
@overload
def parse_cell(text: str, span: Span, kind: Literal["expr"]) -> tuple[Expr | None, tuple[Diagnostic, ...]]: ...
def parse_cell(text: str, span: Span, kind: str) -> tuple[Any, tuple[Diagnostic, ...]]:
    """What a table cell's text says; `span` is where that text stands.

    `cell`: the parts between its commas; `title`: a name with its printed title; `ends`: the places of `a -- b`;
    `expr`: one expression. A cell that does not parse is () or None.
    """
    nothing: tuple[Any, ...] | None = () if kind in ("cell", "ends") else None
    tokens = tokenize_part(text[:MOST_CHARACTERS], span.start)
    found = _faults(tokens, span.file)
    found += [
        Diagnostic(codes.STRAY_CHARACTER, Span(span.file, start, start + 1), "`#` is not used in a table cell")
        for start, _ in tokens.comments
    ]
    machine = _machine(span.file)
    result = machine.run(tokens.items, STARTS[kind])
    if not isinstance(result, Stuck):
        if not tokens.deep or all(_depth(node) <= DEEPEST_TREE for node in _nodes(result)):
            return result, tuple(found)
        found.append(Diagnostic(codes.TOO_LARGE, span, "what this cell says is nested too deep"))
    elif not tokens.items and not found:
        found.append(Diagnostic(codes.SYNTAX, span, "the cell is empty"))
    elif not found:
        found.append(explain(machine, tokens.items, STARTS[kind], result, span.file))
    return nothing, tuple(found)


def comments(source: Source) -> tuple[Span, ...]:
    """Where a file's comments stand, from `#` to the last character."""
    return tuple(Span(source.name, start, end) for start, end in tokenize(source.text).comments)


@lru_cache(maxsize=16)
def _machine(name: str) -> Machine:
    tables = load()
    return Machine(tables, Trees(name, SHAPES).builders(tables.productions))


def _faults(tokens: Tokens, file: str) -> list[Diagnostic]:
    return [Diagnostic(code, Span(file, start, end), message, help) for code, start, end, message, help in tokens.faults]


def _file(declarations: tuple[Decl, ...], span: Span) -> File:
    file: File = fast(File, {"span": span, "declarations": declarations})
    return file


def _nodes(result: Any) -> tuple[Node, ...]:
    return result if isinstance(result, tuple) else (result,)


def _shallow(declarations: tuple[Decl, ...], found: list[Diagnostic]) -> tuple[Decl, ...]:
    """The declarations without those whose tree is so deep that walking it might not end well."""
    kept = []
    for declaration in declarations:
        if _depth(declaration) <= DEEPEST_TREE:
            kept.append(declaration)
            continue
        message = f"what this declaration says is nested more than {DEEPEST_TREE} deep"
        help = "give a part of it a name with `define` or `rule`"
        found.append(Diagnostic(codes.TOO_LARGE, declaration.span, message, help))
    return tuple(kept)


def _depth(node: Node) -> int:
    """How many nodes stand below one another, at most."""
    deepest = 0
    stack = [(node, 1)]
    while stack:
        top, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((child, depth + 1) for child in children(top))
    return deepest
