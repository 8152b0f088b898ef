"""The tree goes to JSON and back, and the published schema is current."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulelang.ast import KINDS, walk
from rulelang.ast.json import FAMILIES, from_json, schema, to_json
from rulelang.parse import parse
from rulelang.source import Source

SAMPLE = Path(__file__).with_name("sample.rules").read_text(encoding="utf-8")
PUBLISHED = Path(__file__).parents[2] / "docs" / "schema" / "ast.schema.json"


def test_there_and_back() -> None:
    file, found = parse(Source("sample.rules", SAMPLE))
    assert not found
    back = from_json(json.loads(json.dumps(to_json(file))), "sample.rules")
    assert back == file
    assert [node.span for node in walk(back)] == [node.span for node in walk(file)]
    assert hash(back) == hash(file)


def test_the_sample_holds_every_class() -> None:
    seen = {type(node) for node in walk(parse(Source("t", SAMPLE))[0])}
    assert {cls for cls in KINDS.values() if cls not in FAMILIES} <= seen


def test_the_published_schema_is_current() -> None:
    assert json.loads(PUBLISHED.read_text()) == schema(), "run python -m rulelang.ast.json > docs/schema/ast.schema.json"


def fits(data: Any, rule: dict[str, Any], defs: dict[str, Any]) -> bool:
    """Whether data is as the part of JSON Schema that is used here says."""
    if "$ref" in rule:
        return fits(data, defs[rule["$ref"].rpartition("/")[2]], defs)
    for several in ("anyOf", "oneOf"):
        if several in rule:
            number = sum(fits(data, one, defs) for one in rule[several])
            return number == 1 if several == "oneOf" else number > 0
    if "const" in rule:
        return bool(data == rule["const"])
    if "enum" in rule:
        return data in rule["enum"]
    types = {"array": list, "object": dict, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    if type(data) is not types[rule["type"]]:
        return False
    if rule["type"] == "array":
        return all(fits(item, rule["items"], defs) for item in data)
    if rule["type"] == "object":
        return set(data) == set(rule["required"]) and all(fits(data[k], r, defs) for k, r in rule["properties"].items())
    return True


def test_every_node_fits_the_schema() -> None:
    defs = schema()["$defs"]
    for node in walk(parse(Source("t", SAMPLE))[0]):
        if len(list(walk(node))) < 60:
            assert fits(to_json(node), {"$ref": f"#/$defs/{type(node).__name__}"}, defs), node


DEEP: Any = 1
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "data",
    [
        None, 5, [], {}, {"node": "Nothing"}, {"node": "Number", "span": [0, 1]}, {"node": "Number", "span": [0, 1], "value": "x"},
        {"node": "Expr", "span": [0, 1]}, {"node": "object", "span": [0, 1]}, {"node": "Stop", "span": [0, 1], "more": 1},
        {"node": "Stop", "span": [0]}, {"node": "Stop", "span": ["a", 1]}, {"node": ["Stop"], "span": [0, 1]},
        {"node": "Not", "span": [0, 1], "value": {"node": "Stop", "span": [0, 1]}}, {"node": "Cell", "span": [0, 1], "text": DEEP},
    ],
)  # fmt: skip
def test_what_is_no_tree_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        from_json(data)
