"""The sentences of the program itself, found in its Python sources: what there is to translate of it.

These are first texts of `say` and `mark` (second ones of `say_in`), the values of the tables named in TABLES, and the help
of commands and their options. Only what is written out is found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rulelang.messages.catalog import Key
from rulelang.messages.holes import holes
from rulelang.messages.words import unwrapped

SAYING = {"say": 0, "mark": 0, "say_in": 1}  # which argument is the text
KEYED, TABLES = "PHRASES", ("HELP", "REASONS", "WORDS", "COMMANDS")
CLICK = "CLICK_WORDS"  # what click says
COMMANDS = ("command", "rules")  # functions whose docstring is a command's help


class Line(NamedTuple):
    """A text for a .po file: where it stands, what it is, and its plural (the same text where a hole counts)."""

    key: Key
    plural: str | None
    places: list[tuple[str, int]]
    note: str


def program_lines(folders: Iterable[Path]) -> list[Line]:
    """The sentences of the Python sources in some packages, each once, with all the places it stands at."""
    found: dict[Key, Line] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            for key, plural, number in _said(ast.parse(path.read_text("utf-8")), folder.name != "rulelang"):
                line = found.setdefault(key, Line(key, plural, [], ""))
                line.places.append((path.relative_to(folder.parent).as_posix(), number))
    return list(found.values())


Said = tuple[Key, str | None, int]


def _said(tree: ast.AST, tables: bool) -> Iterator[Said]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _call(node)
        elif isinstance(node, ast.AnnAssign | ast.Assign) and tables:
            yield from _table(node)
        elif isinstance(node, ast.FunctionDef) and node.name in COMMANDS:
            text = ast.get_docstring(node)
            if text:
                yield ("", unwrapped(text)), None, node.lineno


def _call(node: ast.Call) -> Iterator[Said]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    words = {word.arg: text for word in node.keywords if (text := _text(word.value)) is not None}
    at = SAYING.get(name)
    if at is not None and len(node.args) > at:
        text = _text(node.args[at])
        if text:
            yield (words.get("context", ""), text), words.get("plural"), node.lineno
    elif getattr(node.func, "attr", "").lower() == "option" and words.get("help"):
        yield ("", words["help"]), None, node.lineno


def _table(node: ast.AnnAssign | ast.Assign) -> Iterator[Said]:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    name = target.id if isinstance(target, ast.Name) else ""
    if name == KEYED and isinstance(node.value, ast.Dict):
        for key, value in zip(node.value.keys, node.value.values, strict=True):
            context, text = _text(key), _text(value)
            if context is not None and text is not None:
                yield (context, text), text if set(holes(text)) == {"n"} else None, value.lineno
    elif name in (*TABLES, CLICK) and node.value is not None:
        values = node.value.values if isinstance(node.value, ast.Dict) else getattr(node.value, "elts", [])
        for value in values:
            last = value.elts[-1] if isinstance(value, ast.Tuple) and value.elts else value
            text = _text(last)
            if text:
                yield ("click" if name == CLICK else "", text), None, value.lineno


def _text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
