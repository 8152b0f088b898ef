"""Cutting paths: a stretch between two places goes, the rest of its line stays."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl
from rulelang.compose.draft import Draft, changed
from rulelang.compose.rows import columns

Gone = Callable[[str, str], bool]


def cut(draft: Draft, gone: Gone) -> int:
    """Take every stretch between neighbours a, b with gone(a, b) out of all boards; how many there were."""
    total = 0
    for index, decl in enumerate(draft.items):
        if not isinstance(decl, d.Board):
            continue
        draft.spend(len(decl.members))
        members: list[Decl] = []
        for member in decl.members:
            kept, cuts = _without(draft, member, gone)
            members += kept
            total += cuts
        draft.items[index] = changed(decl, members=tuple(members))
    return total


def _without(draft: Draft, member: Decl, gone: Gone) -> tuple[tuple[Decl, ...], int]:
    if isinstance(member, d.Path):
        draft.spend(len(member.ends))
        runs, cuts = _runs([end.name for end in member.ends], gone)
        if not cuts:
            return (member,), 0
        return tuple(changed(member, ends=member.ends[start:stop]) for start, stop in runs), cuts
    if isinstance(member, d.Paths) and "ends" in columns(member.rows):
        draft.spend(len(member.rows))
        return _without_rows(member, columns(member.rows).index("ends"), gone)
    return (member,), 0


def _without_rows(paths: d.Paths, column: int, gone: Gone) -> tuple[tuple[Decl, ...], int]:
    rows = list(paths.rows[:1])
    total = 0
    for row in paths.rows[1:]:
        ends = [part.strip() for part in row.cells[column].text.split("--")] if column < len(row.cells) else []
        runs, cuts = _runs(ends, gone)
        total += cuts
        if not cuts:
            rows.append(row)
            continue
        for start, stop in runs:
            cell = changed(row.cells[column], text=" -- ".join(ends[start:stop]))
            rows.append(changed(row, cells=(*row.cells[:column], cell, *row.cells[column + 1 :])))
    return (changed(paths, rows=tuple(rows)),), total


def _runs(ends: list[str], gone: Gone) -> tuple[list[tuple[int, int]], int]:
    """The stretches of a line that stay, as slices of two places or more, and how many cuts there were."""
    runs = []
    cuts = 0
    start = 0
    for at in range(1, len(ends)):
        if gone(ends[at - 1], ends[at]):
            cuts += 1
            if at - start > 1:
                runs.append((start, at))
            start = at
    if len(ends) - start > 1:
        runs.append((start, len(ends)))
    return runs, cuts
