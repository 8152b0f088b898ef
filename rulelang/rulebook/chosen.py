"""The chapters of a rulebook about what was chosen: the variants in play with what they change, and the settings."""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast.node import Decl
from rulelang.compose import VariantInfo
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.edits import bend_steps, brought
from rulelang.rulebook.pages import Grid, Section, Step, Steps, plain, strong
from rulelang.rulebook.sayer import Sayer


def variants(s: Sayer, infos: tuple[VariantInfo, ...], declared: dict[str, tuple[Decl, ...]]) -> Section:
    """The chosen variants with what they change, and the names of the others. `declared`: with settings put in."""
    section = Section(s.say("head.variants"), "variants")
    chosen = [info for info in infos if info.chosen]
    for info in chosen:
        section.below.append(_variant(s, info, declared[info.name]))
    others = [strong(s.text(info.title) or s.word(info.name)) for info in infos if not info.chosen]
    if others and chosen:
        section.say(s.say("variants.more", what="; ".join(others)))
    elif others:
        section.say(s.say("variants.none"))
        section.blocks.append(Steps(tuple(Step(other) for other in others), False))
    return section


def _variant(s: Sayer, info: VariantInfo, declared: tuple[Decl, ...]) -> Section:
    section = Section(s.text(info.title) or s.word(info.name), f"variant-{info.name}")
    if info.on is not None:
        section.say(s.say("variant.on", when=clause(s, info.on)))
    new = [said for decl in declared if (said := brought(s, decl))]
    made = [Step(s.say("brings", what=s.phrases.row(new)))] if new else []
    for decl in declared:
        if not brought(s, decl) and not isinstance(decl, d.Kind):
            made += bend_steps(s, (decl,))
    if made:
        section.blocks.append(Steps(tuple(made), False))
    return section


def settings(s: Sayer) -> Section:
    """What the settings stand at."""
    section = Section(s.say("head.settings"), "settings")
    rows = tuple((s.text(row.title) or s.word(row.name), _stands(s, row.value)) for row in s.names.program.settings)
    if rows:
        section.say(s.say("settings.note"))
        right = frozenset({1}) if all(plain(row[1]).isdecimal() for row in rows) else frozenset()
        section.blocks.append(Grid((s.say("setting"), s.say("stands")), rows, right))
    return section


def _stands(s: Sayer, text: str) -> str:
    return s.say(text) if text in ("yes", "no") else s.symbol(text)
