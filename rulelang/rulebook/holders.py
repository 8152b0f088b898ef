"""Places for things, tracks and notes in words: what they hold, who sees them, where things come from and go to."""

from __future__ import annotations

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Attr, Decl, TypeRef
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.names import lower
from rulelang.rulebook.pages import Step
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import of_game, value


def holding(s: Sayer, decl: Decl) -> tuple[Step, ...]:
    """A slot, pile, deck or bag, a track or a note as a step for each of its names; nothing for other declarations."""
    if isinstance(decl, d.Things):
        kind, kinds = s.names.kind(decl.of.name), s.names.kinds_plural(decl.of.name)
        said = [s.say(decl.word, kind=kind, kinds=kinds), *_attributes(s, decl.attrs)]
        if decl.content is None and decl.word != "slot":
            said.append(s.say("empty.start"))
        said += [s.say(key, what=_holder(s, name, of)) for key, name, of in s.incoming.get(decl.name.name, ())]
        return (Step(s.say("entry", name=_thing_title(s, decl), what="; ".join(said))),)
    if isinstance(decl, d.Track):
        return _tracks(s, decl)
    if isinstance(decl, d.Field):
        return tuple(_field(s, decl, name.name) for name in decl.names)
    return ()


def _thing_title(s: Sayer, decl: d.Things) -> str:
    member = s.names.member(decl.name.name)
    return member.title if member is not None else s.word(decl.name.name)


def _holder(s: Sayer, name: str, of: str) -> str:
    """A place for things: the game's, or that of each of a kind."""
    member = s.names.member(name)
    title = member.title if member is not None else s.word(name)
    if not of and member is not None:
        return of_game(s, member)
    return s.say("of", name=title, owner=s.say("any", kind=s.word(of)))


def incoming(file: d.File) -> dict[str, list[tuple[str, str, str]]]:
    """For every place for things, which others send things there or are refilled from it, each with its kind or ``."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for decl in file.declarations:
        inside = decl.members if isinstance(decl, d.Kind) else (decl,)
        of = decl.name.name if isinstance(decl, d.Kind) else ""
        for things in inside:
            if not isinstance(things, d.Things):
                continue
            for attr in things.attrs:
                if isinstance(attr, e.DiscardsTo | e.RefillFrom) and isinstance(attr.place, e.Name):
                    key = "takes" if isinstance(attr, e.DiscardsTo) else "fills"
                    found.setdefault(attr.place.name, []).append((key, things.name.name, of))
    return found


def _tracks(s: Sayer, decl: d.Track) -> tuple[Step, ...]:
    said = [_type(s, decl.range)] if decl.range is not None else []
    of_player = any(named.name.name in s.names.of_player for named in decl.names)  # the setting up says those
    if decl.default not in (None, e.Number(value=0)) and not of_player:
        said.append(s.say("starts.at", what=value(s, decl.default or e.Number(value=0))))
    said += _attributes(s, decl.attrs)
    made: list[Step] = []
    for named in decl.names:
        title = lower(s.text(decl.title)) if decl.title else s.word((named.plural or named.name).name)
        made.append(Step(s.say("entry", name=title, what="; ".join(said))))
    return tuple(made)


def _field(s: Sayer, decl: d.Field, name: str) -> Step:
    member = s.names.member(name)
    said = [_type(s, decl.type)]
    if decl.default is not None and decl.default != e.Number(value=0):
        said.append(s.say("starts.at", what=value(s, decl.default)))
    said += _attributes(s, decl.attrs)
    title = s.names.kind("place") if member is not None and member.place else s.word(name)
    return Step(s.say("entry", name=title, what="; ".join(said)))


def _type(s: Sayer, of: TypeRef) -> str:
    if isinstance(of, e.RangeType):
        said = s.say("type.range", low=value(s, of.low), high=value(s, of.high))
        return s.say("or.none", what=said) if of.optional else said
    if isinstance(of, e.SetType):
        return s.say("type.set", what=_type(s, of.of))
    assert isinstance(of, e.NamedType)
    names = [name.name for name in of.names]
    if names == ["flag"]:
        return s.say("type.flag")
    if len(names) > 1:
        return s.say("type.words", words=s.phrases.row([s.symbol(name) for name in names], "or"))
    said = _one_of(s, names[0])
    return s.say("or.none", what=said) if of.optional else said


def _one_of(s: Sayer, name: str) -> str:
    if name in s.names.kinds or name in ("player", "place", "path"):
        return s.say("type.kind", kinds=s.names.kinds_plural(name))
    words = s.words_of.get(name)
    return s.say("type.words", words=s.phrases.row([s.symbol(word) for word in words], "or")) if words else s.word(name)


def _attributes(s: Sayer, attrs: tuple[Attr, ...]) -> list[str]:
    return [said for attr in attrs if (said := attribute(s, attr))]


def attribute(s: Sayer, attr: Attr) -> str:
    """One attribute of a place, track or field."""
    if isinstance(attr, e.SeenBy):
        seen = s.say(f"seen.{attr.who.name}") if attr.who.name in ("all", "holder", "none") else s.written(attr)
        return s.say("seen.when", seen=seen, when=clause(s, attr.when)) if attr.when is not None else seen
    if isinstance(attr, e.Active):
        return s.say("active") if attr.when is None else s.say("active.when", when=clause(s, attr.when))
    if isinstance(attr, e.Holds):
        if isinstance(attr.size, e.Range):
            return s.say("holds.span", low=value(s, attr.size.low), high=value(s, attr.size.high))
        return s.say("holds.up", n=value(s, attr.size))
    if isinstance(attr, e.RefillFrom):
        return s.say("refill", what=value(s, attr.place))
    if isinstance(attr, e.DiscardsTo):
        return s.say("discards", what=value(s, attr.place))
    if isinstance(attr, e.Each):
        return s.say("each.phase", phase=s.happening(attr.phase.name))
    if isinstance(attr, e.Quiet):
        return ""
    assert isinstance(attr, e.FieldValue)
    return s.say("field", name=s.word(attr.name.name), value=value(s, attr.value))
