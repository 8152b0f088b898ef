"""What lowered rules do when they run: the tests that `behaviour.rules` itself has."""

from pathlib import Path

import pytest

from rulelang.loading import load

LOADED = load(Path(__file__).with_name("behaviour.rules"))
TESTS = LOADED.program.tests if LOADED.program is not None else ()


def test_the_rules_are_sound() -> None:
    assert not LOADED.has_errors


@pytest.mark.parametrize("index", range(len(TESTS)), ids=[test.text for test in TESTS])
def test_rules_do_what_they_say(index: int) -> None:
    testing = pytest.importorskip("interpreter.examples")
    assert LOADED.program is not None
    result = testing.run_test(LOADED.program, index)
    assert result.passed, result.message
