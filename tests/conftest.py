"""What the tests may be told on the command line; and that they read English, whatever the system speaks."""

from __future__ import annotations

import os

import pytest

os.environ["RULES_LANG"] = "en"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write tests/golden/*.txt anew from the decisions in them"
    )
