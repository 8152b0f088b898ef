"""docs/machine.md has every instruction and expression of a Program, with its operands, and says which may wait."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from rulelang.program.code import Instr
from rulelang.program.expr import Ex

PAGE = (Path(__file__).parents[2] / "docs" / "machine.md").read_text(encoding="utf-8")
ROWS = {m[1]: m[0] for m in re.finditer(r"^\| `(\w+)` \|.*$", PAGE, re.MULTILINE)}


def _operands(kind: type) -> str:
    return ", ".join(name for name in inspect.get_annotations(kind) if name != "span")


@pytest.mark.parametrize("kind", [*Instr.__subclasses__(), *Ex.__subclasses__()], ids=lambda kind: kind.__name__)
def test_it_is_documented(kind: type) -> None:
    assert kind.__name__ in ROWS, "no row"
    assert ROWS[kind.__name__].startswith(f"| `{kind.__name__}` | {_operands(kind)} |")


@pytest.mark.parametrize("kind", Instr.__subclasses__(), ids=lambda kind: kind.__name__)
def test_it_says_whether_it_waits(kind: type) -> None:
    says = ROWS[kind.__name__].split("|")[3].strip()
    assert (says == "may") == ("ay wait" in (inspect.getdoc(kind) or ""))


def test_nothing_is_documented_that_is_not_there() -> None:
    assert sorted(set(ROWS) - {kind.__name__ for kind in (*Instr.__subclasses__(), *Ex.__subclasses__())}) == []
