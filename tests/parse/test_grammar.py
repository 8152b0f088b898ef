"""The grammar has no conflict, its tables are current, and every rule has a node to make."""

from __future__ import annotations

import pytest

from rulelang.ast import KINDS, expressions
from rulelang.ast.json import FAMILIES
from rulelang.parse import tables
from rulelang.parse.shapes import SHAPES
from rulelang.parse.tree import class_name

LISTS = {
    "additions", "arms", "attrs", "board_parts", "body", "costs", "declarations", "drawn_rows", "ends", "entries", "faces",
    "generators", "members", "names", "one_member", "one_option", "one_variant_part", "options", "order_lines",
    "order_lines_one", "params", "positions", "queued_dice", "removed", "rolled", "rows", "seats", "sets", "spans",
    "targets", "test_items", "texts", "titles", "track_names", "track_parts", "variant_parts",
}  # fmt: skip


@pytest.fixture(scope="module")
def built() -> tables.Tables:
    return tables.build(strict=True)


def made(loaded: tables.Tables) -> list[tables.Production]:
    return [p for p in loaded.productions if not p.inline and not (p.single and len(p.picks) == 1)]


def test_there_is_no_conflict_and_the_kept_tables_are_current(built: tables.Tables) -> None:
    assert tables.load() == built, "run python -m rulelang.parse.build"


def test_the_kept_tables_are_used() -> None:
    kept = tables.files("rulelang.parse").joinpath("tables.bin").read_bytes()
    assert tables.unpack(kept) is not None


def test_tables_of_another_grammar_or_damaged_ones_are_not_used(built: tables.Tables) -> None:
    kept = tables.pack(built)
    assert tables.unpack(kept) == built
    assert tables.unpack(b"0" * 64 + kept[64:]) is None
    assert tables.unpack(kept[:-100]) is None
    assert tables.unpack(kept[:64] + b"no tables") is None
    assert tables.unpack(b"") is None


def test_every_rule_makes_a_node_or_is_a_list(built: tables.Tables) -> None:
    lists = {p.name for p in made(built) if p.name not in SHAPES and class_name(p.name) not in KINDS}
    assert lists == LISTS


def test_children_fit_the_fields(built: tables.Tables) -> None:
    for production in made(built):
        cls = KINDS.get(class_name(production.name))
        if cls and production.name not in SHAPES:
            assert len(production.picks) <= len(cls.parts), production
            assert all(pick >= -1 for pick in production.picks), production


def test_every_shape_has_a_rule(built: tables.Tables) -> None:
    assert set(SHAPES) <= {p.name for p in made(built)}


def test_no_field_hides_the_span() -> None:
    assert all("span" not in cls.parts for cls in KINDS.values())
    assert all(cls.parts or not issubclass(cls, FAMILIES[4]) for cls in KINDS.values() if cls not in (*FAMILIES, expressions.Quiet))
