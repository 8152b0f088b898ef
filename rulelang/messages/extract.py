"""Writes or updates .po files: a game's beside its rule file, and the program's own.

Translations and translators' comments are kept; a text that was reworded keeps its old translation marked fuzzy, and what
nothing says any more stays at the end, commented out. `python -m rulelang.messages.extract ru` updates the program's own.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.diagnostics import codes
from rulelang.messages.audit import own_files
from rulelang.messages.gather import Line, program_lines
from rulelang.messages.pofile import po_path, read
from rulelang.messages.texts import messages
from rulelang.messages.words import FILE, LOCALE, say

if TYPE_CHECKING:
    from rulelang.loading import Loaded

PACKAGES = ("rulelang", "interpreter", "cli")


class UpdateError(Exception):
    """A .po file that cannot be written; its text says why, for people."""


class Written(NamedTuple):
    """How far a .po file is that was written: `done` of `total` texts, marked fuzzy, and no longer in the game."""

    path: str
    done: int
    total: int
    unsure: int
    stale: int


def lines_of(loaded: Loaded, rules: str) -> Iterator[Line]:
    """The texts of a loaded game's own files, its variants' included; places are relative to its folder."""
    texts = loaded.composed.texts if loaded.composed is not None else ()
    mine, folder = own_files(rules, texts, loaded.sources), PurePath(rules).parent
    for message in messages(loaded.file, loaded.variants):
        if message.span.file not in mine:
            continue
        source = loaded.sources.get(message.span.file)
        line = source.position(message.span.start)[0] if source is not None else 0
        name = PurePath(message.span.file)
        place = name.relative_to(folder).as_posix() if name.is_relative_to(folder) else name.name
        yield Line(message.key, message.text if message.counted else None, [(place, line)], message.note)


# --- writing ---------------------------------------------------------------------------------------------


def update(path: Path, lang: str, lines: Iterable[Line], numbered: bool = True) -> Written:
    """Write or update a .po file; `numbered`: places have their line. Raises UpdateError, and then leaves it as it is."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    template = Catalog(fuzzy=False)
    for line in lines:
        context, text = line.key
        template.add(
            (text, line.plural) if line.plural else text,
            locations=line.places,
            context=context or None,
            auto_comments=[line.note] if line.note else (),
        )
    catalog = _old(path, lang)
    catalog.update(template, update_header_comment=False)
    written = io.BytesIO()
    write_po(written, catalog, width=110, include_previous=True, omit_header=True, include_lineno=numbered)
    beside = path.with_name(path.name + ".new")
    beside.write_text(_header(path.name, lang, catalog) + written.getvalue().decode("utf-8"), "utf-8")
    beside.replace(path)  # a full disk takes no translations away
    return _how_far(path, catalog)


def _old(path: Path, lang: str) -> Any:
    """The .po file as it stands; an empty one where there is none."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    found = read(path.as_posix(), lang)
    if found is None:
        return Catalog(locale=lang, fuzzy=False)  # of a language it does not know it has English plurals
    for item in found.diagnostics:
        if item.code is codes.BAD_TRANSLATIONS:
            line = found.source.position(item.span.start)[0]
            raise UpdateError(f"{path}:{line}: {item.message}")
    return read_po(found.source.text.splitlines(keepends=True), locale=lang, abort_invalid=True)


def _header(name: str, lang: str, catalog: Any) -> str:
    """What gettext's tools want to know; no dates, so that a file that did not change stays as it is."""
    fields = (
        f"Language: {lang}", f"Plural-Forms: nplurals={catalog.num_plurals}; plural={catalog.plural_expr};",
        "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
    )  # fmt: skip
    lines = "".join(f'"{field}\\n"\n' for field in fields)
    return f'# {name}: translations, for gettext\'s tools and any editor of .po files.\nmsgid ""\nmsgstr ""\n{lines}\n'


def _how_far(path: Path, catalog: Any) -> Written:
    texts = [message for message in catalog if message.id]
    done = sum(1 for message in texts if message.string and all(_forms(message)) and not message.fuzzy)
    fuzzy = sum(1 for message in texts if message.fuzzy)
    return Written(str(path), done, len(texts), fuzzy, len(catalog.obsolete))


def _forms(message: Any) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def update_game(path: str, lang: str) -> Written:
    """Write or update the .po file beside a rule file. Raises UpdateError."""
    from rulelang.loading import load

    loaded = load(path)
    if loaded.composed is None or not loaded.file.declarations:
        raise UpdateError(say("`{path}` cannot be read", path=path))
    name = PurePath(path).as_posix()
    return update(Path(po_path(name, lang)), lang, lines_of(loaded, name))


def update_program(lang: str) -> Written:
    """The same for the program's own words, whose sources lie in the packages beside this one."""
    root = LOCALE.parent.parent
    path = LOCALE / lang / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    return update(path, lang, program_lines(root / name for name in PACKAGES), numbered=False)


if __name__ == "__main__":
    for language in sys.argv[1:]:
        print(update_program(language))
