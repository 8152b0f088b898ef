"""Two chosen variants that edit the same thing: which of them is meant to hold cannot be known, so it is an error.

A variant that requires another is written with it in mind and applied after it: those two do not clash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl
from rulelang.compose.changes import path_of
from rulelang.compose.draft import Draft
from rulelang.compose.subjects import names, word
from rulelang.diagnostics import codes
from rulelang.source import Span

HAPPENINGS = frozenset({"rule", "phase", "trigger", "choice", "table", "order", "option"})


class Subject(NamedTuple):
    """What one edit is about: how it is edited, by which variant, the word if known, the path of names, and where."""

    verb: str
    variant: str
    word: str | None
    path: tuple[str, ...]
    span: Span


def find_clashes(
    draft: Draft, chosen: Iterable[tuple[str, tuple[Decl, ...]]], together: Callable[[str, str], bool]
) -> None:
    """Report the clashes between variants, except where `together(a, b)`: one of them requires the other."""
    by_name: dict[str, list[Subject]] = defaultdict(list)
    for variant, edits in chosen:
        for edit in edits:
            for subject in _subjects(edit, variant):
                _meet(draft, subject, by_name, together)
                for name in subject.path:
                    by_name[name].append(subject)


def _meet(draft: Draft, new: Subject, by_name: dict[str, list[Subject]], together: Callable[[str, str], bool]) -> None:
    for name in new.path:
        for old in by_name[name]:
            draft.spend(1)
            if old.variant != new.variant and _clash(old, new) and not together(old.variant, new.variant):
                called = ".".join(new.path)
                message = f"`{old.variant}` and `{new.variant}` both edit `{called}`"
                help = f"choose one of them, or let one say `requires {old.variant}`: it is then applied after it"
                related = [(old.span, f"`{old.variant}` edits it here")]
                draft.findings.report(codes.CLASH, new.span, message, help=help, related=related)
                return


def _clash(old: Subject, new: Subject) -> bool:
    verbs = {old.verb, new.verb}
    if verbs == {"remove"} or verbs <= {"add"} or verbs == {"add", "change"}:
        return False
    if verbs == {"change"}:
        longer, shorter = (old.path, new.path) if len(old.path) >= len(new.path) else (new.path, old.path)
        return longer[len(longer) - len(shorter) :] == shorter
    whole, other = (old, new) if old.verb in ("remove", "replace") else (new, old)
    if whole.path[0] not in other.path:
        return False
    if other.verb == "change":
        return whole.word not in HAPPENINGS
    if other.verb == "add":
        return True
    return whole.word == other.word and whole.path == other.path


def _subjects(edit: Decl, variant: str) -> Iterator[Subject]:
    match edit:
        case d.Change(target=target):
            path = path_of(target)
            if path is not None:
                yield Subject("change", variant, None, path, edit.span)
        case d.Replace(declaration=new):
            for name in names(new):
                yield Subject("replace", variant, word(new), (name,), edit.span)
        case d.Remove(word=kind, names=called) if len(called) == 1:
            yield Subject("remove", variant, kind.name, (called[0].name,), edit.span)
        case d.AddTo(target=owner, members=members):
            yield Subject("add", variant, None, (owner.name,), edit.span)
            for member in members:
                if isinstance(member, d.Remove):
                    yield from _subjects(member, variant)
