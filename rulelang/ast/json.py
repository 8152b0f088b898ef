"""The tree as JSON: to it, from it, and the schema that describes it.

A node is an object with the name of its class as `node`, its `span` as [start, end] and its fields; a tuple is an array. Reading goes
through the `KINDS` registry and pydantic's validation, so that what comes in from outside is as sound as what is parsed.
"""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from rulelang.ast.declarations import TestItem
from rulelang.ast.node import KINDS, Attr, Decl, Expr, Head, Node, Stmt, TypeRef
from rulelang.source import Span

DEEPEST = 250  # arrays and objects inside one another; a parsed file stays below
FAMILIES: tuple[type[Node], ...] = (Decl, Stmt, Expr, Head, Attr, TypeRef, TestItem, Node)


def to_json(node: Node) -> dict[str, Any]:
    """A node as plain data."""
    data: dict[str, Any] = {"node": type(node).__name__, "span": [node.span.start, node.span.end]}
    for part in node.parts:
        data[part] = _plain(getattr(node, part))
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Node):
        return to_json(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def from_json(data: Any, file: str = "") -> Node:
    """The node that plain data says; ValueError where it says none."""
    node = _read(data, file, 0)
    if not isinstance(node, Node):
        raise ValueError("a node is an object with the name of a class")
    return node


def _read(data: Any, file: str, depth: int) -> Any:
    if depth > DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} deep")
    if isinstance(data, list):
        return tuple(_read(item, file, depth + 1) for item in data)
    if not isinstance(data, dict):
        return data
    name = data.get("node")
    cls = KINDS.get(name) if isinstance(name, str) else None
    if cls is None or cls in FAMILIES:
        raise ValueError(f"no node is called {name!r}")
    fields = {key: _read(value, file, depth + 1) for key, value in data.items() if key not in ("node", "span")}
    return cls(span=_span(data.get("span"), file), **fields)


def _span(data: Any, file: str) -> Span:
    if not (isinstance(data, list) and len(data) == 2 and all(type(offset) is int for offset in data)):
        raise ValueError("a span is two offsets")
    return Span(file, data[0], data[1])


# --- the schema ------------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """A JSON Schema (2020-12) of a File."""
    kinds = {name: cls for name, cls in sorted(KINDS.items()) if cls not in FAMILIES}
    definitions: dict[str, Any] = {name: _object(cls) for name, cls in kinds.items()}
    for family in FAMILIES:
        members = [{"$ref": f"#/$defs/{name}"} for name, cls in kinds.items() if issubclass(cls, family)]
        definitions[_family(family)] = {"description": _first_line(family), "oneOf": members}
    definitions["span"] = {
        "description": "Character offsets, 0-based, the end exclusive.",
        "type": "array",
        "items": {"type": "integer", "minimum": 0},
        "minItems": 2,
        "maxItems": 2,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The tree of a rulelang file",
        "$ref": "#/$defs/File",
        "$defs": definitions,
    }


def _family(cls: type[Node]) -> str:
    return f"any_{cls.__name__}"


def _first_line(cls: type[Node]) -> str:
    return (cls.__doc__ or "").strip().split("\n")[0]


def _object(cls: type[Node]) -> dict[str, Any]:
    properties: dict[str, Any] = {"node": {"const": cls.__name__}, "span": {"$ref": "#/$defs/span"}}
    for part in cls.parts:
        properties[part] = _type(cls.model_fields[part].annotation)
    return {
        "description": _first_line(cls),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _type(annotation: Any) -> dict[str, Any]:
    """The schema of what a field may hold."""
    origin, options = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return {"anyOf": [_type(option) for option in options]}
    if origin is tuple:
        return {"type": "array", "items": _type(options[0])}
    if origin is Literal:
        return {"enum": list(options)}
    if annotation in FAMILIES:
        return {"$ref": f"#/$defs/{_family(annotation)}"}
    if isinstance(annotation, type) and issubclass(annotation, Node):
        return {"$ref": f"#/$defs/{annotation.__name__}"}
    return {"type": {int: "integer", str: "string", bool: "boolean", type(None): "null"}[annotation]}


def main() -> None:
    """Print the schema: `python -m rulelang.ast.json > docs/schema/ast.schema.json`."""
    import json

    print(json.dumps(schema(), indent=1))


if __name__ == "__main__":
    main()

