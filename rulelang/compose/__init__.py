"""The compose stage: a game's files, the chosen variants and the turned settings become one File, AST to AST.

It follows `include` and `extends`, applies edits, reads spreadsheets. It resolves no names but those that edits and variants
use, and never raises on what a file says. What it cannot do it reports, and leaves that one thing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl
from rulelang.compose.choosing import Declared, choose, excluded, required, with_required
from rulelang.compose.clashes import find_clashes
from rulelang.compose.composed import Composed, VariantInfo, digest
from rulelang.compose.draft import Draft, TooMuchWork, changed
from rulelang.compose.edits import apply, is_edit
from rulelang.compose.files import Files, Level, Parse, Read
from rulelang.compose.settings import turn
from rulelang.diagnostics import Diagnostic, Findings, codes, in_order
from rulelang.parse import parse
from rulelang.source import Source

__all__ = ["Composed", "VariantInfo", "compose", "digest"]
NOT_IN_VARIANTS = (d.Game, d.Variant)


def compose(
    file: d.File,
    *,
    variants: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
    players: int | None = None,
    read: Read,
    parse: Parse = parse,
) -> tuple[Composed, tuple[Diagnostic, ...]]:
    """One File of a game's first file, and what is wrong with putting it together, syntax of the other files included.

    `variants` are names, with a leading `-` to keep off one that switches itself on; `players` is the number of players, or
    None where it is not known. `read` gives the text called by a name (`folder/cards.rules`, `/`-separated, as the first
    file is called), None where there is no such file, or the reason in words why it cannot be read.
    """
    findings = Findings()
    sources: dict[str, Source] = {}
    files = Files(read, parse, findings, sources)
    draft = Draft(findings, sources)
    declared: Declared = {}
    chosen: list[d.Variant] = []
    levels = files.levels(file)
    texts = tuple(sources)
    try:
        for level in levels:
            _lay(draft, level)
        declared = _take_variants(draft)
        chosen = choose(draft, declared, variants, players)
        _apply_variants(draft, declared, chosen)
        turn(draft, settings or {})
    except TooMuchWork:
        message = "the file has more edits of more things than can be worked through"
        findings.report(codes.TOO_LARGE, file.span._replace(end=file.span.start), message)
    if not any(isinstance(decl, d.Game) for decl in draft.items):
        span = file.span._replace(end=file.span.start)
        findings.report(codes.NO_GAME, span, "the file has no game", help='begin it with `game name "Title":`')
    left = tuple(decl for decl in draft.items if not isinstance(decl, d.Variant) and not is_edit(decl))
    names = tuple(variant.name.name for variant in chosen)
    on = frozenset(names)
    infos = tuple(_info(variant, variant.name.name in on) for variant in declared.values())
    whole = changed(file, declarations=left)
    composed = Composed(whole, infos, sources, names, dict(settings or {}), texts)
    return composed, in_order([*files.syntax, *findings.items])


# --- one game on another ---------------------------------------------------------------------------------


def _lay(draft: Draft, level: Level) -> None:
    """Put a level's declarations after those of the levels below, then apply its edits to the whole."""
    plain, edits = _sorted_out(level.declarations)
    below = next((index for index, decl in enumerate(draft.items) if isinstance(decl, d.Game)), None)
    for decl in plain:
        if isinstance(decl, d.Game) and below is not None:
            base = draft.items[below]
            assert isinstance(base, d.Game)
            draft.items[below] = _renamed(base, decl)
            below = None  # a second one of the same level stays, and is reported as declared twice
        else:
            draft.items.append(decl)
    apply(draft, edits)


def _renamed(base: d.Game, game: d.Game) -> d.Game:
    """The upper game's name, title and entries, and those entries of the base that it does not name."""
    new = {entry.key.name: entry for entry in game.entries}
    kept = [new.pop(entry.key.name, entry) for entry in base.entries]
    added = [entry for entry in game.entries if entry.key.name in new]
    return changed(game, entries=(*kept, *added))


def _sorted_out(declarations: Iterable[Decl]) -> tuple[list[Decl], tuple[Decl, ...]]:
    """Declarations and edits apart; what a board takes away is an edit."""
    plain: list[Decl] = []
    edits: list[Decl] = []
    for decl in declarations:
        if isinstance(decl, d.Board):
            plain.append(_without_removals(decl, edits))
        elif isinstance(decl, d.Replace) and isinstance(decl.declaration, d.Board):
            inner: list[Decl] = []
            edits.append(changed(decl, declaration=_without_removals(decl.declaration, inner)))
            edits += inner
        elif is_edit(decl):
            edits.append(decl)
        else:
            plain.append(decl)
    return plain, tuple(edits)


def _without_removals(board: d.Board, edits: list[Decl]) -> d.Board:
    removals = [member for member in board.members if isinstance(member, d.Remove)]
    if not removals:
        return board
    edits += removals
    return changed(board, members=tuple(member for member in board.members if not isinstance(member, d.Remove)))


# --- variants --------------------------------------------------------------------------------------------


def _take_variants(draft: Draft) -> Declared:
    """Take the variants out of the draft, by name; a second one of a name is reported."""
    declared: Declared = {}
    rest: list[Decl] = []
    for decl in draft.items:
        if not isinstance(decl, d.Variant):
            rest.append(decl)
        elif decl.name.name in declared:
            first = declared[decl.name.name]
            message = f"there are two variants `{decl.name.name}`"
            related = [(first.name.span, "the first is here")]
            draft.findings.report(codes.TWICE, decl.name.span, message, related=related)
        else:
            declared[decl.name.name] = decl
    draft.items[:] = rest
    for variant in declared.values():
        for member in variant.members:
            if isinstance(member, NOT_IN_VARIANTS):
                what = "game" if isinstance(member, d.Game) else "variant"
                draft.findings.report(codes.MISPLACED, member.span, f"a `{what}` cannot stand inside a variant")
    return declared


def _apply_variants(draft: Draft, declared: Declared, chosen: list[d.Variant]) -> None:
    parts = [(variant.name.name, *_sorted_out(_own(variant))) for variant in chosen]

    def together(a: str, b: str) -> bool:
        return a in with_required(draft, declared, b) or b in with_required(draft, declared, a)

    find_clashes(draft, [(name, edits) for name, _, edits in parts], together)
    for _, plain, edits in parts:
        draft.items += plain
        apply(draft, edits)


def _own(variant: d.Variant) -> tuple[Decl, ...]:
    """What a variant declares and edits."""
    leave = (d.Requires, d.Excludes, *NOT_IN_VARIANTS)
    return tuple(member for member in variant.members if not isinstance(member, leave))


def _info(variant: d.Variant, chosen: bool) -> VariantInfo:
    return VariantInfo(
        name=variant.name.name,
        title=variant.title,
        requires=tuple(name.name for name in required(variant)),
        excludes=tuple((name.name, because) for name, because in excluded(variant)),
        chosen=chosen,
        on=variant.on,
        declarations=_own(variant),
        span=variant.span,
    )
