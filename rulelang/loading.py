"""From a file to a Program: reads, parses, composes, checks and lowers, and gathers what every stage found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.alone import findings_of_all
from rulelang.ast.declarations import File
from rulelang.compose import Composed, VariantInfo, compose
from rulelang.diagnostics import Diagnostic, Severity, codes, in_order
from rulelang.followers import without_followers, without_idle, without_unadded
from rulelang.messages.audit import audit
from rulelang.parse import collector_paused, parse
from rulelang.reading import LARGE, NOT_UTF8, Reader, read_text
from rulelang.source import Source, Span

if TYPE_CHECKING:
    from rulelang.program.tables import Program

BROKEN = frozenset({"R0201", "R0202"})  # a file is missing: what it declares would be called unknown everywhere
AFTER_BROKEN = frozenset({"R0203", "R0204", "R0205", "R0209", "R0301", "R0504"})


@dataclass(frozen=True)
class Loaded:
    """A game read from a file: its Program if nothing is wrong, and what is.

    `file` is the composed tree; `sources` the texts diagnostics point into, by name; `variants` those declared. `composed` is
    None where there was no text.
    """

    program: Program | None
    file: File
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, Source]
    variants: tuple[VariantInfo, ...] = ()
    composed: Composed | None = field(default=None, repr=False)

    @property
    def has_errors(self) -> bool:
        return any(item.severity is Severity.ERROR for item in self.diagnostics)


class _Stages:
    """Runs the stages on one top file, for one choice of variants or several; every file is read and parsed once."""

    def __init__(self, source: Source, read: Reader) -> None:
        self.source = source
        self.read = read
        self.read.known[source.name] = source
        self.parsed: dict[str, tuple[File, tuple[Diagnostic, ...]]] = {}

    def parse(self, source: Source) -> tuple[File, tuple[Diagnostic, ...]]:
        if source.name not in self.parsed:
            self.parsed[source.name] = parse(source)
        return self.parsed[source.name]

    def run(
        self, variants: tuple[str, ...], settings: Mapping[str, str] | None, players: int | None, every_test: bool = False
    ) -> Loaded:
        """All stages, once. `every_test`: see lower."""
        with collector_paused():
            return self._run(variants, settings, players, every_test)

    def _run(
        self, variants: tuple[str, ...], settings: Mapping[str, str] | None, players: int | None, every_test: bool
    ) -> Loaded:
        file, found = self.parse(self.source)
        composed, more = compose(
            file, variants=variants, settings=settings, players=players, read=self.read, parse=self.parse
        )
        sources = {self.source.name: self.source, **composed.sources}
        found = (*found, *more)
        program = None
        broken = [item for item in found if _breaks(item)]
        if any(item.code.number in BROKEN for item in broken):
            found = tuple(item for item in found if item.code.number not in AFTER_BROKEN)
        elif broken:
            later = [item for item in found if item not in broken]
            found = (*broken, *without_followers(broken, (*later, *_checked(composed, every_test)[1]), sources))
        else:
            program, more = _checked(composed, every_test)
            found = (*found, *without_unadded(more, found, sources))
        if any(item.severity is Severity.ERROR for item in found):
            program = None
        return Loaded(program, composed.file, in_order(dict.fromkeys(without_idle(found))), sources, composed.variants, composed)


def _breaks(item: Diagnostic) -> bool:
    """Whether a finding means that declarations are missing, so that later stages would only talk about that."""
    number = item.code.number
    return number in BROKEN or (number.startswith("R01") and item.severity is Severity.ERROR)


def _checked(composed: Composed, every_test: bool) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    from rulelang.check import check
    from rulelang.lower import lower

    checked, found = check(composed)
    program, more = lower(checked, every_test)
    return program, (*found, *more)


# --- the entries -----------------------------------------------------------------------------------------


def load(
    path: str | Path,
    variants: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
    players: int | None = None,
) -> Loaded:
    """The game in a file, with the chosen variants (`-name` keeps one off), settings by name, for so many players.

    Never raises on what a file holds or on a file that is not there: the diagnostics say it.
    """
    stages = _open(path)
    return stages.run(tuple(variants), settings, players) if isinstance(stages, _Stages) else stages


def opened(path: str | Path) -> Callable[[tuple[str, ...], int | None], Loaded]:
    """`load` for one file and many choices of variants and players: it is read and parsed once."""
    stages = _open(path)
    if isinstance(stages, Loaded):
        missing = stages
        return lambda variants, players: missing
    return lambda variants, players: stages.run(variants, None, players)


def load_text(
    text: str,
    name: str = "<text>",
    variants: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
    players: int | None = None,
    folder: str | Path | None = None,
) -> Loaded:
    """The game in a text. With a `folder` it may include what lies there, as if it were a file in it."""
    return _of_text(text, name, folder).run(tuple(variants), settings, players)


def check_all(path: str | Path, settings: Mapping[str, str] | None = None) -> Loaded:
    """The game without variants, with the findings of that and of each variant alone (and what it requires), and of the
    translations that lie beside it."""
    stages = _open(path)
    return _all_of(stages, settings) if isinstance(stages, _Stages) else stages


def check_text(
    text: str,
    name: str = "<text>",
    folder: str | Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Loaded:
    """`check_all` for a text."""
    return _all_of(_of_text(text, name, folder), settings)


def _all_of(stages: _Stages, settings: Mapping[str, str] | None) -> Loaded:
    base = stages.run((), settings, None)
    if any(_breaks(item) for item in base.diagnostics):
        return base
    sources = dict(base.sources)

    def run(variants: tuple[str, ...]) -> Loaded:
        required = {name for info in base.variants if info.name in variants for name in info.requires}
        several = len(set(variants) - required) > 1
        loaded = stages.run(variants, settings, None, several)
        sources.update(loaded.sources)
        return loaded

    diagnostics = findings_of_all(base.variants, base, run)
    untranslated, texts = audit(base)
    diagnostics = in_order((*diagnostics, *untranslated))
    sources.update(texts)
    program = None if any(item.severity is Severity.ERROR for item in diagnostics) else base.program
    return Loaded(program, base.file, diagnostics, sources, base.variants, base.composed)


def _of_text(text: str, name: str, folder: str | Path | None) -> _Stages:
    name = name if folder is None else (Path(folder) / name).as_posix()
    reader = Reader(None if folder is None else Path(folder).as_posix())
    return _Stages(Source(name, text), reader)


def _open(path: str | Path) -> _Stages | Loaded:
    """The stages on a file's text, or a Loaded that says why there is none."""
    name = Path(path).as_posix()
    source = read_text(str(path), name)
    if isinstance(source, Source):
        return _Stages(source, Reader(Path(path).parent.as_posix()))
    code = codes.NOT_TEXT if source == NOT_UTF8 else codes.TOO_LARGE if source == LARGE else codes.NO_FILE
    span = Span(name, 0, 0)
    message = f"`{name}` cannot be read: {source}" if source else f"there is no file `{name}`"
    nothing = Source(name, "")
    return Loaded(None, File(span=span, declarations=()), (Diagnostic(code, span, message),), {name: nothing})
