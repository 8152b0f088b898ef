"""What a card or a variant says, a step for each: its triggers, bends and options, and the edits of a variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Decl
from rulelang.rulebook.bends import (
    define_ref,
    ending_step,
    modify_text,
    offer_step,
    order_line,
    target_name,
    trigger_step,
)
from rulelang.rulebook.doing import steps, with_steps
from rulelang.rulebook.holders import holding
from rulelang.rulebook.names import capital
from rulelang.rulebook.options import choice_steps, declare
from rulelang.rulebook.pages import Step, clean, ref, strong
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import of_game, the, value


def bend_steps(s: Sayer, members: tuple[Decl, ...]) -> tuple[Step, ...]:
    """What the members of a card or variant do, a step for each."""
    return tuple(step for member in members for step in _bend(s, member))


def _bend(s: Sayer, member: Decl) -> tuple[Step, ...]:
    said = BENDS.get(type(member))
    if said is None:
        said_new = brought(s, member)
        return (Step(s.say("brings", what=said_new)),) if said_new else ()
    made = said(s, member)
    return (Step(made),) if isinstance(made, str) else (made,) if isinstance(made, Step) else made


def brought(s: Sayer, decl: Decl) -> str:
    """What a variant brings with it, or nothing where a declaration is no new thing."""
    word = type(decl).__name__.lower()
    if isinstance(decl, d.Phase | d.Rule | d.Choice | d.Table):
        return s.say(f"word.{word}", what=s.happening(decl.name.name))
    if isinstance(decl, d.Things):
        member = s.names.of_game.get(decl.name.name)
        return of_game(s, member) if member is not None else ""
    if isinstance(decl, d.Cards | d.Order):
        name = decl.name.name
        return s.say(f"word.{word}", what=ref(f"{word}-{name}", strong(capital(s.word(name)))))
    if isinstance(decl, d.Track | d.Field):
        idents = [item.name if isinstance(item, d.TrackName) else item for item in decl.names]
        return s.phrases.row([s.say(f"word.{word}", what=strong(_title(s, ident.name))) for ident in idents])
    if isinstance(decl, d.Define | d.Die | d.Symbols | d.Board | d.Setting):
        return s.say(f"word.{word}", what=strong(_title(s, decl.name.name)))
    return ""


def _title(s: Sayer, name: str) -> str:
    member = s.names.member(name)
    return member.title if member is not None else s.word(name)


def _trigger(s: Sayer, decl: d.Trigger) -> Step:
    return trigger_step(s, decl)


def _modify(s: Sayer, decl: d.Modify) -> str:
    return modify_text(s, decl)


def _offer(s: Sayer, decl: d.Offer) -> Step:
    return offer_step(s, decl)


def _filled_rule(s: Sayer, decl: d.Rule) -> Step | str:
    if decl.body is None:
        return s.say("brings", what=brought(s, decl))
    with s.scope():
        declare(s, decl.params)
        return with_steps(s, "fills.rule", steps(s, decl.body), what=s.happening(decl.name.name))


def _filled_define(s: Sayer, decl: d.Define) -> str:
    what = define_ref(s, decl.name.name)
    if decl.value is None:
        return s.say("brings", what=brought(s, decl))
    with s.scope():
        declare(s, decl.params)
        return s.say("fills.define", what=what, value=value(s, decl.value))


def _ending_when(s: Sayer, decl: d.EndingWhen) -> Step:
    return ending_step(s, decl)


def _change(s: Sayer, decl: d.Change) -> str:
    what = the(s, s.word(target_name(decl.target)))
    if isinstance(decl.target, e.Member):
        what = s.say("of", name=s.word(decl.target.name.name), owner=value(s, decl.target.owner))
    setting = next((row for row in s.names.program.settings if row.name == target_name(decl.target)), None)
    if setting is not None and setting.title:
        what = s.say("quote", text=s.text(setting.title))
    return s.say("change", what=what, new=value(s, decl.new), old=value(s, decl.old))


def _replace(s: Sayer, decl: d.Replace) -> Step:
    inner = decl.declaration
    return Step(s.say("replace.short", what=brought(s, inner) or s.written(inner)))


def _remove(s: Sayer, decl: d.Remove) -> Step:
    trigger = s.gone.get(decl.names[0].name)
    if decl.word.name == "trigger" and trigger is not None:
        gone = trigger_step(s, trigger)
        return Step(s.say("remove.trigger", what=gone.text), gone.below, gone.ordered)
    said = " – ".join(s.names.title(name.name) for name in decl.names)
    return Step(s.say("remove", what=f"{s.word(decl.word.name)} {strong(said)}"))


def _add(s: Sayer, decl: d.AddTo) -> Step:
    name = decl.target.name
    if name in s.names.kinds or name == "place":
        s.kind = s.word(name)
        below = tuple(step for member in decl.members for step in holding(s, member) or _bend(s, member))
        s.kind = "card"
        return Step(s.say("add.kind", kind=s.word(name)), below)
    what = s.happening(name) if name in s.names.happenings else strong(capital(s.word(name)))
    return Step(s.say("add", what=what), bend_steps(s, decl.members))


def _row(s: Sayer, decl: d.RowMember) -> str:
    cells = [clean(cell.text) for cell in decl.row.cells if cell.text.strip()]
    return s.say("row", cells=", ".join(cells)) if cells else s.say("nothing")


def _option(s: Sayer, decl: d.OptionMember) -> Step:
    return choice_steps(s, (decl.option,), steps)[0]


def _order_line(s: Sayer, decl: d.OrderMember) -> str:
    return order_line(s, decl.line)


def _places(s: Sayer, decl: d.Place) -> str:
    return s.say("new", what=s.phrases.row([strong(s.names.title(place.name.name)) for place in decl.places]))


def _path(s: Sayer, decl: d.Path) -> str:
    return s.say("new.way", what=" – ".join(s.names.title(end.name) for end in decl.ends))


def _requires(s: Sayer, decl: d.Requires) -> str:
    return s.say("requires", what=s.phrases.row([strong(s.word(name.name)) for name in decl.variants]))


def _excludes(s: Sayer, decl: d.Excludes) -> str:
    said = s.say("excludes", what=s.phrases.row([strong(s.word(name.name)) for name in decl.variants]))
    return s.say("because", what=said, reason=s.text(decl.because)) if decl.because else said


def _invariant(s: Sayer, decl: d.Invariant) -> str:
    return s.quoted(decl.text)


def _test(s: Sayer, decl: d.Test) -> tuple[Step, ...]:
    return ()


BENDS: dict[type[Decl], Callable[[Sayer, Any], str | Step | tuple[Step, ...]]] = {
    d.Trigger: _trigger,
    d.Modify: _modify,
    d.Offer: _offer,
    d.Rule: _filled_rule,
    d.Define: _filled_define,
    d.EndingWhen: _ending_when,
    d.Change: _change,
    d.Replace: _replace,
    d.Remove: _remove,
    d.AddTo: _add,
    d.RowMember: _row,
    d.OptionMember: _option,
    d.OrderMember: _order_line,
    d.Place: _places,
    d.Path: _path,
    d.Requires: _requires,
    d.Excludes: _excludes,
    d.Invariant: _invariant,
    d.Test: _test,
}
