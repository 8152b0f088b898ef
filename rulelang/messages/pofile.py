"""Reads .po files: `arkham.ru.po` beside `arkham.rules`. What is wrong in one is a finding, and left out.

The files are strangers': they may be huge, no .po files at all, or have holes that their originals have not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from rulelang.diagnostics import Diagnostic, Findings, codes
from rulelang.messages.catalog import Catalog, Entry, Key, merged
from rulelang.messages.holes import mismatch
from rulelang.messages.lang import codes as codes_of
from rulelang.messages.plural import GERMANIC, is_rule
from rulelang.reading import read_text
from rulelang.source import Source, Span

MOST_CHARACTERS = 2_000_000
MOST_TEXT = 5_000  # characters of one translation
MOST_FORMS = 6
LINE = re.compile(r'(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s*)?"(?:[^"\\]|\\.)*"|)')


@dataclass(frozen=True)
class Translation:
    """One entry as it stands in the file. `unsure`: marked fuzzy, so it is not used; `forms` are empty where there is
    nothing yet."""

    key: Key
    forms: tuple[str, ...]
    unsure: bool
    span: Span

    @property
    def text(self) -> str:
        return self.key[1]


@dataclass(frozen=True)
class PoFile:
    """What a .po file holds and what is wrong with it. `catalog` has what may be used."""

    source: Source
    catalog: Catalog
    translations: tuple[Translation, ...]
    diagnostics: tuple[Diagnostic, ...]


def po_path(rules: str, lang: str) -> str:
    """Where the translations of a rule file lie."""
    path = PurePath(rules)
    return path.with_name(f"{path.stem}.{lang}.po").as_posix() if path.name else ""


def load_catalog(
    files: str | Path | Iterable[str], lang: str
) -> tuple[Catalog, tuple[Diagnostic, ...], dict[str, Source]]:
    """The catalogue of a game made of these rule files, the top one first, which has the last word; what is wrong in the
    .po files, and their texts by name. Empty where there are none."""
    named = [str(files)] if isinstance(files, str | Path) else [name for name in files if name.endswith(".rules")]
    found = [po for code in codes_of(lang) for name in named if (po := _beside(name, code)) is not None]
    diagnostics = tuple(item for po in found for item in po.diagnostics)
    return merged(lang, (po.catalog for po in found)), diagnostics, {po.source.name: po.source for po in found}


def _beside(rules: str, lang: str) -> PoFile | None:
    path = po_path(rules, lang)
    return read(path, lang) if path else None


def program_catalog(folder: Path, file: str, lang: str) -> Catalog:
    """The program's own words in a language, as far as `folder/ru/file` translates them."""
    found = (read((folder / code / file).as_posix(), code) for code in codes_of(lang))
    return merged(lang, (po.catalog for po in found if po is not None))


def read(path: str, lang: str) -> PoFile | None:
    """A .po file; None where there is none. Never raises on what it holds."""
    source = read_text(path, path)
    if source is None:
        return None
    if isinstance(source, Source) and len(source.text) <= MOST_CHARACTERS:
        return read_source(source, lang)
    reason = source if isinstance(source, str) else f"it has more than {MOST_CHARACTERS:,} characters"
    return _unread(Source(path, ""), lang, 1, reason)


def read_source(source: Source, lang: str) -> PoFile:
    """A .po file's text."""
    odd = _odd_line(source.text)
    if odd:
        return _unread(source, lang, odd, f"line {odd} is none of a .po file")
    try:
        raw = _parsed(source, lang)
    except Exception as error:  # the library trusts its files and lets many kinds of exception out
        line = getattr(error, "lineno", 0)
        return _unread(source, lang, line + 1 if isinstance(line, int) else 1, f"line {line + 1}" if line else "")
    findings = Findings()
    rule = _rule(raw, source, findings)
    found = tuple(_translation(message, source) for message in raw if message.id)
    entries = {item.key: Entry(item.forms, rule) for item in found if _is_usable(item, findings)}
    return PoFile(source, Catalog(lang, entries), found, tuple(findings.items))


def _odd_line(text: str) -> int:
    """The first line, from 1, that can be no line of a .po file, 0 for none: the library passes over some of them."""
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if not LINE.fullmatch(line.strip())), 0)


def _parsed(source: Source, lang: str) -> Any:
    from babel.core import Locale, UnknownLocaleError
    from babel.messages.pofile import read_po

    try:
        locale = Locale.parse(lang)
    except (ValueError, UnknownLocaleError):
        locale = None
    return read_po(source.text.splitlines(keepends=True), locale=locale, abort_invalid=True)


def _unread(source: Source, lang: str, line: int, reason: str) -> PoFile:
    findings = Findings()
    what = f": {reason}" if reason else ""
    message = f"the translations in `{PurePath(source.name).name}` cannot be read{what}"
    findings.report(codes.BAD_TRANSLATIONS, line_span(source, line), message)
    return PoFile(source, Catalog(lang), (), tuple(findings.items))


def line_span(source: Source, line: int) -> Span:
    """A line of a text, counted from 1."""
    line = max(1, min(line, len(source.starts)))
    start = source.starts[line - 1]
    return Span(source.name, start, start + len(source.line(line)))


def _rule(raw: Any, source: Source, findings: Findings) -> str:
    """The header's plural rule; the English one, and a finding, where it has none that works."""
    rule, forms = str(raw.plural_expr).strip(), raw.num_plurals
    if isinstance(forms, int) and 1 <= forms <= MOST_FORMS and is_rule(rule, forms):
        return rule
    message = f"the header's rule for plurals does not give one of {forms} forms"
    findings.report(
        codes.BAD_TRANSLATIONS, line_span(source, 1), message, help="write a line `Plural-Forms: …` as gettext has it"
    )
    return GERMANIC


def _translation(message: Any, source: Source) -> Translation:
    msgid = message.id[0] if isinstance(message.id, tuple | list) else message.id
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    forms = tuple(str(text) for text in strings) if all(strings) else ()
    key = (str(message.context or ""), str(msgid))
    return Translation(key, forms, bool(message.fuzzy), line_span(source, int(message.lineno or 1)))


def _is_usable(item: Translation, findings: Findings) -> bool:
    if not item.forms or item.unsure:
        return False
    for form in item.forms:
        wrong = mismatch(item.text, form)
        if wrong:
            help = "put what stands in braces into the translation as it is, and nothing else in braces"
            findings.report(codes.WRONG_HOLES, item.span, f"the translation of `{short(item.text)}` {wrong}", help=help)
            return False
        if len(form) > MOST_TEXT:
            message = f"the translation of `{short(item.text)}` has more than {MOST_TEXT:,} characters"
            findings.report(codes.BAD_TRANSLATIONS, item.span, message)
            return False
    return True


def short(text: str) -> str:
    """A text as it is named in a finding."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
