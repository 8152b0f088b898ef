"""Which files make a game: follows `include`, `extends` and `from "cards.csv"`, inside the folder of the file that names them.

A path is relative to its file, with `/`, and may not leave the folder the game's top file lies in. `extends` may also name a
file by its bare name beside that folder, or a bundled game.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field

from rulelang import games
from rulelang.ast import declarations as d
from rulelang.ast.node import Decl
from rulelang.compose.draft import changed
from rulelang.compose.rows import Rows, joined
from rulelang.compose.spreadsheets import MOST_ROWS, read_rows
from rulelang.diagnostics import Diagnostic, Findings, codes, did_you_mean
from rulelang.parse.tokens import MOST_CHARACTERS
from rulelang.source import Source, Span

MOST_FILES = 100
DEEPEST = 12
Read = Callable[[str], "Source | str | None"]
Parse = Callable[[Source], tuple[d.File, tuple[Diagnostic, ...]]]


@dataclass(frozen=True)
class At:
    """Where a file lies: the folder it may not leave, its path from there, and the files that led to it."""

    root: str
    path: str
    trail: tuple[str, ...]

    @property
    def name(self) -> str:
        return posixpath.join(self.root, self.path) if self.root else self.path


@dataclass
class Level:
    """One game of an `extends` chain, its includes in place: what it declares and what it edits, in order."""

    declarations: list[Decl] = field(default_factory=list)
    extends: d.Extends | None = None
    at: At | None = None


@dataclass
class Files:
    """Reads and parses the files of one game, each once, within limits."""

    read: Read
    parse: Parse
    findings: Findings
    sources: dict[str, Source]
    size: int = 0
    included: set[str] = field(default_factory=set)
    syntax: list[Diagnostic] = field(default_factory=list)
    rows: int = 0

    def levels(self, file: d.File) -> list[Level]:
        """The game's levels, the base first."""
        name = file.span.file
        top = At(posixpath.dirname(name), posixpath.basename(name), (name,))
        source = self.read(name)
        if isinstance(source, Source):
            self.sources.setdefault(name, source)
            self.size += len(source.text)
        chain = [self._level(file, top)]
        while (last := chain[-1]).extends is not None and last.at is not None:
            base = self._base(last.extends, last.at)
            if base is None:
                break
            chain.append(base)
        return chain[::-1]

    def _level(self, file: d.File, at: At) -> Level:
        level = Level(at=at)
        level.declarations = self._flat(file.declarations, at, level, top=True)
        return level

    # --- include, extends ---

    def _flat(self, declarations: tuple[Decl, ...], at: At, level: Level, *, top: bool) -> list[Decl]:
        """Declarations with includes in place and spreadsheets read; `extends` goes into the level."""
        out: list[Decl] = []
        for decl in declarations:
            match decl:
                case d.Include():
                    out += self._included(decl, at, level)
                case d.Extends():
                    self._extends(decl, level, top)
                case d.Variant(members=members):
                    out.append(changed(decl, members=tuple(self._flat(members, at, level, top=False))))
                case d.Cards(sources=(_, *_)):
                    out.append(self._with_rows(decl, at))
                case d.Replace(declaration=d.Cards(sources=(_, *_)) as cards):
                    out.append(changed(decl, declaration=self._with_rows(cards, at)))
                case _:
                    out.append(decl)
        return out

    def _included(self, include: d.Include, at: At, level: Level) -> list[Decl]:
        there = self._inside(include.path, include.span, at)
        if there is None:
            return []
        if there.name in at.trail:
            self._circle(include.span, there.name, at)
            return []
        if there.name in self.included:
            return []  # two files of a game may include the same third one
        self.included.add(there.name)
        file = self._file(there, include.span, include.path)
        return self._flat(file.declarations, there, level, top=False) if file else []

    def _extends(self, extends: d.Extends, level: Level, top: bool) -> None:
        if not top:
            message = "`extends` stands at the top level of a game's first file"
            self.findings.report(codes.MISPLACED, extends.span, message)
        elif level.extends is not None:
            related = [(level.extends.span, "the first is here")]
            self.findings.report(codes.DUPLICATE_ENTRY, extends.span, "a game extends one other", related=related)
        else:
            level.extends = extends

    def _base(self, extends: d.Extends, at: At) -> Level | None:
        there = self._inside(extends.path, extends.span, at)
        if there is None:
            return None
        places = [there]
        if "/" not in extends.path and extends.path.endswith(".rules"):
            beside = posixpath.normpath(posixpath.join(at.root, ".."))
            places.append(_reached(beside, extends.path, at))
            bundled = games.find(extends.path)
            if bundled is not None:
                places.append(_reached(bundled.parent.as_posix(), bundled.name, at))
        for place in places:
            if place.name not in at.trail and self.read(place.name) is not None:
                file = self._file(place, extends.span, extends.path)
                return self._level(file, place) if file else None
        if there.name in at.trail:
            self._circle(extends.span, there.name, at)
        else:
            close = did_you_mean(extends.path, [f"{name}.rules" for name in games.names()])
            help = f"did you mean `{close}`?" if close else "beside this file, or the name of a bundled game"
            self.findings.report(codes.NO_FILE, extends.span, f"there is no file `{extends.path}`", help=help)
        return None

    # --- spreadsheets ---

    def _with_rows(self, cards: d.Cards, at: At) -> d.Cards:
        rows: Rows = cards.rows
        for wanted in cards.sources:
            there = self._inside(wanted.path, wanted.span, at)
            source = self._source(there.name, wanted.span, wanted.path) if there else None
            if source is not None and self.rows <= MOST_ROWS:
                new = read_rows(source, self.findings)
                self.rows += len(rows) + len(new) + 1
                rows = joined(rows, new)
            elif source is not None:
                message = f"the spreadsheets of a game may have {MOST_ROWS:,} rows in all"
                self.findings.report(codes.TOO_LARGE, wanted.span, message)
                break
        return changed(cards, rows=rows, sources=())

    # --- reading ---

    def _inside(self, path: str, span: Span, at: At) -> At | None:
        """Where a path leads from a file; None and a finding where it leaves the game's folder."""
        joint = posixpath.normpath(posixpath.join(posixpath.dirname(at.path), path))
        absolute = path.startswith(("/", "~")) or "\\" in path or ":" in path or "\0" in path
        if not path or absolute or joint == ".." or joint.startswith("../"):
            message = f"`{path}` leads out of the game's folder" if path else "the path is empty"
            help = "a path is relative to its file, with `/` between folders"
            self.findings.report(codes.NO_FILE, span, message, help=help)
            return None
        return _reached(at.root, joint, at)

    def _file(self, there: At, span: Span, path: str) -> d.File | None:
        if len(there.trail) > DEEPEST:
            message = f"files name one another more than {DEEPEST} deep"
            self.findings.report(codes.TOO_LARGE, span, message)
            return None
        source = self._source(there.name, span, path)
        if source is None:
            return None
        file, found = self.parse(source)
        self.syntax += found
        return file

    def _source(self, name: str, span: Span, path: str) -> Source | None:
        if name in self.sources:
            return self.sources[name]
        source = self.read(name)
        if not isinstance(source, Source):
            reason = f"`{path}` cannot be read: {source}" if source else f"there is no file `{path}`"
            self.findings.report(codes.NO_FILE, span, reason)
            return None
        self.size += len(source.text)
        if self.size > MOST_CHARACTERS or len(self.sources) >= MOST_FILES:
            message = f"a game may have {MOST_FILES} files and {MOST_CHARACTERS:,} characters in all"
            self.findings.report(codes.TOO_LARGE, span, message)
            return None
        self.sources[name] = source
        return source

    def _circle(self, span: Span, name: str, at: At) -> None:
        way = " -> ".join(f"`{posixpath.basename(step)}`" for step in (*at.trail[at.trail.index(name) :], name))
        self.findings.report(codes.CIRCLE_OF_FILES, span, f"files name each other in a circle: {way}")


def _reached(root: str, path: str, at: At) -> At:
    """A file reached from another."""
    there = At(root, path, ())
    return At(root, path, (*at.trail, there.name))
