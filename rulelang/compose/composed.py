"""What composition gives: one file, the variants there were, the texts it came from, and a digest of it all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.ast import declarations as d
from rulelang.ast.json import to_json
from rulelang.ast.node import Decl, Expr
from rulelang.source import Source, Span


@dataclass(frozen=True)
class VariantInfo:
    """A declared variant.

    `requires` are names, `excludes` pairs of a name and the reason (or None); `on` is the condition that switches it on by
    itself; `declarations` is all it says, edits included.
    """

    name: str
    title: str
    requires: tuple[str, ...]
    excludes: tuple[tuple[str, str | None], ...]
    chosen: bool
    on: Expr | None
    declarations: tuple[Decl, ...]
    span: Span


@dataclass(frozen=True)
class Composed:
    """A game put together.

    `file` has no variants, edits, includes or spreadsheets left. `sources` are the texts by name, also those of the command
    line; `texts` names those that are files, in the order they were read. `chosen` are the variants in force in the order
    they were applied, `settings` those given from outside.
    """

    file: d.File
    variants: tuple[VariantInfo, ...]
    sources: dict[str, Source]
    chosen: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[str, ...] = ()


def digest(composed: Composed) -> str:
    """A sha256 in hexadecimal digits, equal for equal texts, variants and settings wherever the files lie.

    A tree that came without a text is taken for what it says.
    """
    made = hashlib.sha256(b"rulelang 1")
    texts = [composed.sources[name].text for name in composed.texts if name in composed.sources]
    if not texts:
        texts = [json.dumps(_spanless(to_json(composed.file)), sort_keys=True)]
    for text in texts:
        data = text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")
        made.update(b"\0text %d\0" % len(data))
        made.update(data)
    settings = {name.strip(): " ".join(text.split()) for name, text in composed.settings.items()}
    made.update(json.dumps([composed.chosen, sorted(settings.items())]).encode())
    return made.hexdigest()


def _spanless(data: object) -> object:
    if isinstance(data, dict):
        return {key: _spanless(value) for key, value in data.items() if key != "span"}
    if isinstance(data, list):
        return [_spanless(item) for item in data]
    return data
