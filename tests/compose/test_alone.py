"""Every variant is checked by itself, whichever runs that takes."""

from __future__ import annotations

import pytest

import rulelang
from rulelang.alone import findings_of_all
from rulelang.diagnostics import Diagnostic, codes
from rulelang.source import Span

from .texts import GAME, put_together

BASE = GAME + "phase game: nothing\n"


class Runs:
    """A run of the stages that notes what was chosen and finds what it is told to."""

    def __init__(self, wrong: dict[str, str] | None = None) -> None:
        self.chosen: list[tuple[str, ...]] = []
        self.wrong = wrong or {}
        self.diagnostics: tuple[Diagnostic, ...] = ()

    def __call__(self, chosen: tuple[str, ...]) -> Runs:
        self.chosen.append(chosen)
        made = Runs()
        made.diagnostics = tuple(
            Diagnostic(codes.UNKNOWN_NAME, Span("f", 0, 0), text) for name, text in self.wrong.items() if name in chosen
        )
        return made


def runs_of(text: str, **wrong: str) -> tuple[list[tuple[str, ...]], list[str]]:
    """The choices that were run for a text's variants, and the messages found."""
    composed, _ = put_together(BASE + text)
    run = Runs(wrong)
    found = findings_of_all(composed.variants, Runs(), run)
    return run.chosen, [item.message for item in found]


def test_strangers_are_run_together() -> None:
    assert runs_of('variant a "A": die d: 1, 2\nvariant b "B": die e: 1, 2\n') == ([("a", "b")], [])


def test_what_is_found_is_traced_to_one_variant() -> None:
    text = 'variant a "A": die d: 1, 2\nvariant b "B": die e: 1, 2\n'
    assert runs_of(text, b="wrong") == ([("a", "b"), ("a",), ("b",)], ["wrong"])


@pytest.mark.parametrize(
    "text",
    [
        'variant a "A": die d: 1, 2\nvariant b "B": rule r: roll d as n\n',
        'variant a "A": rule r: nothing\nvariant b "B": remove rule r\n',
        'variant a "A": change x from 1 to 2\nvariant b "B": change x from 1 to 3\n',
        'variant a "A": add to player:\n    lame: flag\nvariant b "B": rule r: set lame to yes\n'.replace(
            "\n    ", "\n        "
        ).replace('"A": add', '"A":\n    add'),
        'variant a "A": die d: 1, 2\nvariant b "B": excludes a\n',
    ],
)
def test_those_that_may_hide_each_others_mistakes_are_run_apart(text: str) -> None:
    assert runs_of(text)[0] == [("a",), ("b",)]


def test_a_variant_comes_with_what_it_requires() -> None:
    text = 'variant a "A": excludes c\nvariant b "B": requires a\nvariant c "C": die d: 1, 2\n'
    assert runs_of(text)[0] == [("a", "b"), ("c",)]


def test_runs_are_bounded() -> None:
    text = "".join(f'variant v{n} "V": die d: 1, 2\n' for n in range(400))
    assert len(runs_of(text)[0]) <= 100


def test_a_mistake_in_a_variant_nobody_chose_is_found() -> None:
    text = BASE + 'variant a "A": rule r: frobnicate\nvariant b "B": die e: 1, 2\n'
    assert not any(item.message.count("frobnicate") for item in rulelang.load_text(text).diagnostics)
    assert any(item.message.count("frobnicate") for item in rulelang.check_text(text).diagnostics)
