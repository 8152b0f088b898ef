"""What lowered rules do when they run: the tests that the rule files beside this one have."""

from pathlib import Path

import pytest

from rulelang.loading import load

FILES = {name: load(Path(__file__).with_name(f"{name}.rules")) for name in ("behaviour", "covers")}
TESTS = [(name, index) for name, loaded in FILES.items() for index in range(len(loaded.program.tests) if loaded.program else 0)]


@pytest.mark.parametrize("name", FILES)
def test_the_rules_are_sound(name: str) -> None:
    assert not FILES[name].has_errors, [item.message for item in FILES[name].diagnostics]


@pytest.mark.parametrize(("name", "index"), TESTS)
def test_rules_do_what_they_say(name: str, index: int) -> None:
    testing = pytest.importorskip("interpreter.examples")
    program = FILES[name].program
    assert program is not None
    result = testing.run_test(program, index)
    assert result.passed, f"{program.tests[index].text}: {result.message}"
