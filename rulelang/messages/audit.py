"""Missing and stale translations of a game: findings for `rules check`, where .po files lie beside the rules.

Each file answers for its own texts: a game that extends another is not asked to translate it, nor is one that comes without
.po files asked for any.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from rulelang.ast import declarations as d
from rulelang.ast.node import walk
from rulelang.diagnostics import Diagnostic, Findings, codes
from rulelang.messages.lang import code
from rulelang.parse import parse
from rulelang.source import Source

if TYPE_CHECKING:
    from rulelang.loading import Loaded
    from rulelang.messages.catalog import Key
    from rulelang.messages.pofile import PoFile
    from rulelang.messages.texts import Message

MOST_TOLD = 20  # findings of one sort for one language; the rest are counted


def languages(rules: str) -> list[str]:
    """The languages that a rule file has .po files for."""
    path = PurePath(rules)
    if path.suffix != ".rules":
        return []
    try:
        names = [found.name for found in Path(path.parent).glob("*.po") if found.name.startswith(path.stem + ".")]
    except (OSError, ValueError):
        return []
    middles = {name[len(path.stem) + 1 : -len(".po")] for name in names}
    return sorted(lang for lang in middles if code(lang) == lang)


def audit(loaded: Loaded, asked: tuple[str, ...] | None = None) -> tuple[tuple[Diagnostic, ...], dict[str, Source]]:
    """What is wrong with the translations of a game that was loaded without variants, and the .po files' texts. `asked`: of
    these languages, even if there is no file yet; else of those there are files for."""
    composed = loaded.composed
    top = composed.texts[0] if composed is not None and composed.texts else ""
    spoken = languages(top) if asked is None else list(asked)
    if composed is None or not spoken:
        return (), {}
    from rulelang.messages.texts import messages

    told = messages(loaded.file, loaded.variants)
    mine = own_files(top, composed.texts, loaded.sources)
    findings = Findings()
    sources: dict[str, Source] = {}
    for lang in spoken:
        sources.update(_audit_one(lang, top, composed.texts, told, mine, findings))
    return tuple(findings.items), sources


def _audit_one(
    lang: str, top: str, texts: tuple[str, ...], told: list[Message], mine: set[str], findings: Findings
) -> dict[str, Source]:
    from rulelang.messages.catalog import Catalog
    from rulelang.messages.pofile import PoFile, load_catalog, po_path, read

    po = read(po_path(top, lang), lang)
    if po is None:
        po = PoFile(Source("", ""), Catalog(lang), (), ())
    catalog, wrong, sources = load_catalog(texts, lang)
    findings.items += wrong
    if po.translations or not po.diagnostics:
        refused = {item.key for item in po.translations if item.forms and not item.unsure} - set(po.catalog.entries)
        lacking = [m for m in told if m.span.file in mine and m.key not in catalog.entries and m.key not in refused]
        _missing(lang, PurePath(top).name, lacking, {item.key for item in po.translations if item.unsure}, findings)
        _stale(po, {message.key for message in told}, findings)
    return sources


def _missing(lang: str, top: str, lacking: list[Message], unsure: set[Key], findings: Findings) -> None:
    from rulelang.messages.pofile import short

    help = f"`rules messages {top} --lang {lang}` writes what is to be translated"
    for message in lacking[:MOST_TOLD]:
        why = "has a translation that is marked fuzzy" if message.key in unsure else "has no translation"
        findings.report(codes.UNTRANSLATED, message.span, f"`{short(message.text)}` {why} ({lang})", help=help)
    if len(lacking) > MOST_TOLD:
        first = lacking[MOST_TOLD]
        findings.report(
            codes.UNTRANSLATED,
            first.span,
            f"{len(lacking) - MOST_TOLD} more texts have no translation ({lang})",
            help=help,
        )


def _stale(po: PoFile, known: set[Key], findings: Findings) -> None:
    from rulelang.messages.pofile import short

    stale = [item for item in po.translations if item.key not in known]
    for item in stale[:MOST_TOLD]:
        message = f"`{short(item.text)}` is translated, but no text of the game reads so"
        findings.report(
            codes.STALE_TRANSLATION, item.span, message, help="remove it, or correct it to the text as it reads now"
        )
    if len(stale) > MOST_TOLD:
        message = f"{len(stale) - MOST_TOLD} more translations are of nothing"
        findings.report(codes.STALE_TRANSLATION, stale[MOST_TOLD].span, message)


# --- whose texts they are --------------------------------------------------------------------------------


def own_files(top: str, texts: tuple[str, ...], sources: Mapping[str, Source]) -> set[str]:
    """The files of a game without those of the game it extends; its spreadsheets are among them."""
    if sum(name.endswith(".rules") for name in texts) < 2:
        return set(texts)
    found, stack = {top}, [top]
    while stack:
        name = stack.pop()
        for other in _named_in(name, sources):
            if other in texts and other not in found:
                found.add(other)
                stack.append(other)
    return found


def _named_in(name: str, sources: Mapping[str, Source]) -> Iterator[str]:
    """The files that a rule file includes or reads as spreadsheets."""
    if name not in sources or not name.endswith(".rules"):
        return
    for node in walk(parse(sources[name])[0]):
        if isinstance(node, d.Include | d.CsvFile):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(name), node.path))
