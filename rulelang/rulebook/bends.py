"""Triggers, modifies, offers and edits in words: a phrase for every head of a trigger and every kind of change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Decl, Expr, Head
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.doing import called, ending, steps, with_body, with_steps
from rulelang.rulebook.names import in_words, is_many
from rulelang.rulebook.options import choice_steps, declare
from rulelang.rulebook.pages import Step, clean, ref, strong
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import bare, the, value

# --- triggers --------------------------------------------------------------------------------------------


def trigger_step(s: Sayer, trigger: d.Trigger, named: bool = True) -> Step:
    """A trigger as a step, with its name in front."""
    with s.scope():
        head, when = head_of(s, trigger)
        if when is None:
            step = with_body(s, "trigger.does", trigger.body, head=head)
        else:
            step = with_body(s, "trigger.when", trigger.body, head=head, when=clause(s, when))
    if named and trigger.name is not None:
        words = in_words(trigger.name.name)
        text = step.text[:1].upper() + step.text[1:]
        return Step(s.say("trigger", name=words[:1].upper() + words[1:], text=text), step.below, step.ordered)
    return step


def head_of(s: Sayer, trigger: d.Trigger) -> tuple[str, Expr | None]:
    """When a trigger speaks, and what is left of its condition. What it is about is known from here on."""
    head = trigger.head
    if isinstance(head, d.Enters | d.Leaves):
        word = "enters" if isinstance(head, d.Enters) else "leaves"
        if isinstance(head.what, e.Name) and s.names.is_player(head.what.name):
            place, rest = _place_in(s, trigger.when)
            who = s.say("one", kind=in_words(head.what.name))
            if place is not None:
                return s.say(f"{word}.here", what=who, place=value(s, place)), rest
            return s.say(f"{word}.place", what=who), rest
        return s.say(f"{word}.thing", what=_one(s, head.what)), trigger.when
    return HEADS[type(head)](s, head) if type(head) in HEADS else s.written(head), trigger.when


def _one(s: Sayer, what: Expr) -> str:
    if isinstance(what, e.Name) and (what.name in s.names.kinds or what.name in ("player", "place")):
        return s.say("one", kind=in_words(what.name))
    return value(s, what)


def _place_in(s: Sayer, when: Expr | None) -> tuple[Expr | None, Expr | None]:
    """The place that a condition names, and the rest of the condition."""
    if isinstance(when, e.Compare) and when.op == "is" and _is_at(s, when.left):
        return when.right, None
    if isinstance(when, e.Logic) and when.op == "and":
        place, rest = _place_in(s, when.left)
        if place is not None:
            left = when.right if rest is None else e.Logic(left=rest, op="and", right=when.right)
            return place, left
    return None, when


def _is_at(s: Sayer, expr: Expr) -> bool:
    member = s.names.of_player.get(expr.name) if isinstance(expr, e.Name) else None
    return member is not None and member.place


def _around(s: Sayer, key: str, targets: tuple[Expr, ...]) -> str:
    said: list[str] = []
    for target in targets:
        name = target_name(target)
        decl = s.names.happenings.get(name)
        if isinstance(decl, d.Rule | d.Phase | d.Choice | d.Table):
            declare(s, decl.params)
            said.append(s.say(key, what=called(s, target)))
        elif name in s.names.options:
            label = s.quoted(s.names.options[name])
            said.append(s.say(f"{key}.option", what=ref(f"option-{name}", label)))
            declare(s, option_params(s, name))
        else:
            said.append(s.say(key, what=value(s, target)))
    return s.phrases.row(said, "or")


def option_params(s: Sayer, option: str) -> tuple[e.Param, ...]:
    """The parameters of the choice that has an option."""
    for decl in s.names.happenings.values():
        if isinstance(decl, d.Choice) and any(o.name is not None and o.name.name == option for o in decl.options):
            return decl.params
    return ()


def target_name(target: Expr) -> str:
    """The name that a target ends in."""
    return target.name if isinstance(target, e.Name) else target.name.name if isinstance(target, e.Member) else ""


def _before(s: Sayer, head: d.Before) -> str:
    return _around(s, "before", head.targets)


def _after(s: Sayer, head: d.After) -> str:
    return _around(s, "after", head.targets)


def _instead(s: Sayer, head: d.InsteadOf) -> str:
    return _around(s, "instead", head.targets)


def _whenever(s: Sayer, head: d.Whenever) -> str:
    return s.say("whenever", when=clause(s, head.condition))


def _reaches(s: Sayer, head: d.Reaches) -> str:
    return s.say("reaches", what=value(s, head.track), n=value(s, head.value))


def _runs_out(s: Sayer, head: d.RunsOut) -> str:
    return s.say("runs.out", what=value(s, head.place))


def _draw_from(s: Sayer, head: d.DrawFrom) -> str:
    return s.say("draw.from", what=value(s, head.place))


def _enters(s: Sayer, head: d.Enters) -> str:
    return s.say("enters.thing", what=_one(s, head.what))


def _leaves(s: Sayer, head: d.Leaves) -> str:
    return s.say("leaves.thing", what=_one(s, head.what))


HEADS: dict[type[Head], Callable[[Sayer, Any], str]] = {
    d.Before: _before,
    d.After: _after,
    d.InsteadOf: _instead,
    d.Whenever: _whenever,
    d.Reaches: _reaches,
    d.Enters: _enters,
    d.Leaves: _leaves,
    d.RunsOut: _runs_out,
    d.DrawFrom: _draw_from,
}

# --- bends of values, offers ------------------------------------------------------------------------------


def modify_text(s: Sayer, modify: d.Modify) -> str:
    """`modify holder.wound by -1 when …` as a clause."""
    with s.scope():
        name = target_name(modify.target)
        define = s.names.defines.get(name)
        declare(s, define.params if define is not None else ())
        said = _modified(s, modify, name, define)
        if modify.when is not None:
            said = s.say("modify.when", text=said, when=clause(s, modify.when))
    return s.say("modify.once", text=said) if modify.once else said


def _modified(s: Sayer, modify: d.Modify, name: str, define: d.Define | None) -> str:
    member = s.names.member(name)
    if modify.op == "to" and member is not None and member.flag and define is not None:
        asked: Expr = e.Name(name=name)
        if define.params:
            asked = e.Apply(target=asked, args=tuple(e.Name(name=param.name.name) for param in define.params))
        if isinstance(modify.value, e.Name) and modify.value.name in ("yes", "no"):
            return clause(s, asked, modify.value.name == "no")
        return s.say("modify.means", what=strong(in_words(name)), when=clause(s, modify.value))
    what = _target(s, modify.target)
    many = ".many" if is_many(in_words(name)) else ""
    if modify.op == "to":
        return s.say(f"modify.to{many}", what=what, n=value(s, modify.value))
    if isinstance(modify.value, e.Number):
        return s.say(f"modify.by{many}", what=what, n=modify.value.value)
    if isinstance(modify.value, e.Negate) and isinstance(modify.value.value, e.Number):
        return s.say(f"modify.less{many}", what=what, n=modify.value.value.value)
    return s.say(f"modify.change{many}", what=what, n=value(s, modify.value))


def _target(s: Sayer, target: Expr) -> str:
    if isinstance(target, e.Member) and isinstance(target.owner, e.Name) and target.owner.name == "holder":
        return s.say("holders", what=define_ref(target.name.name))
    name = target_name(target)
    if isinstance(target, e.Name) and name in s.names.of_player:
        return s.say("everyones", what=define_ref(name))
    return the(s, define_ref(name)) if isinstance(target, e.Name) else value(s, target)


def define_ref(name: str) -> str:
    """A value by name, leading to where it is explained."""
    return ref(f"define-{name}", in_words(name))


def offer_step(s: Sayer, offer: d.Offer) -> Step:
    """An offer with its options."""
    with s.scope():
        for choice in offer.choices:
            decl = s.names.happenings.get(target_name(choice))
            declare(s, decl.params if isinstance(decl, d.Choice) else ())
        said = s.phrases.row([called(s, choice) for choice in offer.choices])
        return Step(s.say("offer", choice=said), choice_steps(s, offer.options, steps))


def ending_step(s: Sayer, decl: d.EndingWhen) -> Step:
    """`defeat "…" when C`."""
    return Step(s.say("ending.when", when=clause(s, decl.when), ending=ending(s, decl.result, decl.text)))


# --- what a card or variant says --------------------------------------------------------------------------


def bend_steps(s: Sayer, members: tuple[Decl, ...], named: bool = True) -> tuple[Step, ...]:
    """What the members of a card or variant do, a step for each."""
    return tuple(step for member in members for step in _bend(s, member, named))


def _bend(s: Sayer, member: Decl, named: bool) -> tuple[Step, ...]:
    said = BENDS.get(type(member))
    if said is None:
        return (Step(s.say("new", what=_declared(s, member))),)
    made = said(s, member, named)
    return (Step(made),) if isinstance(made, str) else (made,) if isinstance(made, Step) else made


def _declared(s: Sayer, member: Decl) -> str:
    """A declaration by its word and name."""
    names = getattr(member, "names", None) or (getattr(member, "name", None),)
    idents = [ident.name if isinstance(ident, d.TrackName) else ident for ident in names if ident is not None]
    word = s.say(f"word.{type(member).__name__.lower()}") if f"word.{type(member).__name__.lower()}" in WORDS else ""
    said = s.phrases.row([strong(in_words(ident.name)) for ident in idents])
    return f"{word} {said}".strip() if said else s.written(member)


WORDS = frozenset(
    f"word.{word}"
    for word in (
        "phase",
        "rule",
        "choice",
        "table",
        "kind",
        "things",
        "track",
        "field",
        "define",
        "order",
        "cards",
        "card",
        "symbols",
        "die",
        "setting",
        "board",
    )
)


def _trigger(s: Sayer, decl: d.Trigger, named: bool) -> Step:
    return trigger_step(s, decl, named)


def _modify(s: Sayer, decl: d.Modify, named: bool) -> str:
    return modify_text(s, decl)


def _offer(s: Sayer, decl: d.Offer, named: bool) -> Step:
    return offer_step(s, decl)


def _filled_rule(s: Sayer, decl: d.Rule, named: bool) -> Step | str:
    if decl.body is None:
        return s.say("new", what=_declared(s, decl))
    with s.scope():
        declare(s, decl.params)
        return with_steps(s, "fills.rule", steps(s, decl.body), what=s.happening(decl.name.name))


def _filled_define(s: Sayer, decl: d.Define, named: bool) -> str:
    what = define_ref(decl.name.name)
    if decl.value is None:
        return s.say("new", what=_declared(s, decl))
    with s.scope():
        declare(s, decl.params)
        return s.say("fills.define", what=what, value=value(s, decl.value))


def _ending_when(s: Sayer, decl: d.EndingWhen, named: bool) -> Step:
    return ending_step(s, decl)


def _change(s: Sayer, decl: d.Change, named: bool) -> str:
    what = the(s, in_words(target_name(decl.target)))
    if isinstance(decl.target, e.Member):
        what = s.say("of", name=in_words(decl.target.name.name), owner=value(s, decl.target.owner))
    setting = next((row for row in s.names.program.settings if row.name == target_name(decl.target)), None)
    if setting is not None and setting.title:
        what = s.say("quote", text=clean(setting.title))
    return s.say("change", what=what, new=value(s, decl.new), old=value(s, decl.old))


def _replace(s: Sayer, decl: d.Replace, named: bool) -> Step:
    inner = decl.declaration
    name = getattr(inner, "name", None)
    if isinstance(inner, d.Rule | d.Phase | d.Choice | d.Table) and name is not None:
        return Step(s.say("replace.short", what=s.happening(name.name)))
    return Step(s.say("replace.short", what=_declared(s, inner)))


def _remove(s: Sayer, decl: d.Remove, named: bool) -> str:
    said = " – ".join(s.names.title(name.name) for name in decl.names)
    return s.say("remove", what=f"{in_words(decl.word.name)} {strong(said)}")


def _add(s: Sayer, decl: d.AddTo, named: bool) -> Step:
    what = strong(in_words(decl.target.name))
    return Step(s.say("add", what=what), bend_steps(s, decl.members, named))


def _row(s: Sayer, decl: d.RowMember, named: bool) -> str:
    cells = [clean(cell.text) for cell in decl.row.cells if cell.text.strip()]
    return s.say("row", cells=", ".join(cells)) if cells else s.say("nothing")


def _option(s: Sayer, decl: d.OptionMember, named: bool) -> Step:
    return choice_steps(s, (decl.option,), steps)[0]


def _order_line(s: Sayer, decl: d.OrderMember, named: bool) -> str:
    return order_line(s, decl.line)


def order_line(s: Sayer, line: d.OrderLine) -> str:
    """One line of an order."""
    what = ""
    if line.value is not None:
        what = clause(s, line.value) if line.word == "first" else bare(value(s, line.value))
    if line.word == "seats" and line.value is not None:
        what = value(s, line.value)
    said = s.say(line.word, value=what)
    return s.say("modify.when", text=said, when=clause(s, line.when)) if line.when is not None else said


def _places(s: Sayer, decl: d.Place, named: bool) -> str:
    return s.say("new", what=s.phrases.row([strong(s.names.title(place.name.name)) for place in decl.places]))


def _path(s: Sayer, decl: d.Path, named: bool) -> str:
    return s.say("new.way", what=" – ".join(s.names.title(end.name) for end in decl.ends))


def _requires(s: Sayer, decl: d.Requires, named: bool) -> str:
    return s.say("requires", what=s.phrases.row([strong(in_words(name.name)) for name in decl.variants]))


def _excludes(s: Sayer, decl: d.Excludes, named: bool) -> str:
    said = s.say("excludes", what=s.phrases.row([strong(in_words(name.name)) for name in decl.variants]))
    return s.say("because", what=said, reason=clean(decl.because)) if decl.because else said


def _invariant(s: Sayer, decl: d.Invariant, named: bool) -> str:
    return s.quoted(decl.text)


def _test(s: Sayer, decl: d.Test, named: bool) -> tuple[Step, ...]:
    return ()


BENDS: dict[type[Decl], Callable[[Sayer, Any, bool], str | Step | tuple[Step, ...]]] = {
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
