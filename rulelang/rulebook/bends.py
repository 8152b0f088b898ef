"""Triggers, modifies, offers and edits in words: a phrase for every head of a trigger and every kind of change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast.node import Expr, Head
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.doing import called, ending, steps, with_body
from rulelang.rulebook.names import is_many
from rulelang.rulebook.options import choice_steps, declare, param_words
from rulelang.rulebook.pages import Step, ref, strong
from rulelang.rulebook.sayer import Local, Sayer
from rulelang.rulebook.values import bare, group, is_set, the, value

# --- triggers --------------------------------------------------------------------------------------------


def trigger_step(s: Sayer, trigger: d.Trigger) -> Step:
    """A trigger as a step."""
    with s.scope():
        head, when = head_of(s, trigger)
        if when is None:
            return with_body(s, "trigger.does", trigger.body, head=head)
        return with_body(s, "trigger.when", trigger.body, head=head, when=clause(s, when))


def head_of(s: Sayer, trigger: d.Trigger) -> tuple[str, Expr | None]:
    """When a trigger speaks, and what is left of its condition. What it is about is known from here on."""
    head = trigger.head
    if isinstance(head, d.Enters | d.Leaves):
        word = "enters" if isinstance(head, d.Enters) else "leaves"
        if isinstance(head.what, e.Name) and s.names.is_player(head.what.name):
            place, rest = _place_in(s, trigger.when)
            where = f"{word}.place" if place is None else f"{word}.here"
            holes = {} if place is None else {"place": value(s, place)}
            if head.what.name == "player":
                return s.say(where, **holes), rest
            return s.say(f"{where}.other", kind=s.word(head.what.name), **holes), rest
        return s.say(f"{word}.thing", what=_one(s, head.what)), trigger.when
    return HEADS[type(head)](s, head) if type(head) in HEADS else s.written(head), trigger.when


def _one(s: Sayer, what: Expr) -> str:
    if isinstance(what, e.Name) and (what.name in s.names.kinds or what.name in ("player", "place")):
        return s.say("one", kind=s.word(what.name))
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
            if len(define.params) == 1 and is_thing(s, define.params[0]):
                return _flag_of_one(s, asked, define.params[0], modify)
        if isinstance(modify.value, e.Name) and modify.value.name in ("yes", "no"):
            return clause(s, asked, modify.value.name == "no")
        return s.say("modify.means", what=strong(s.word(name)), when=clause(s, modify.value))
    what = _target(s, modify.target, define)
    many = ".many" if is_many(s.word(name)) else ""
    if modify.op == "to":
        key = "modify.instead" if modify.when is None and isinstance(modify.target, e.Name) else "modify.to"
        n = group(s, modify.value) if is_set(s, modify.value) else value(s, modify.value)
        return s.say(f"{key}{many}", what=what, n=n)
    if isinstance(modify.value, e.Number):
        return s.say(f"modify.by{many}", what=what, n=modify.value.value)
    if isinstance(modify.value, e.Negate) and isinstance(modify.value.value, e.Number):
        return s.say(f"modify.less{many}", what=what, n=modify.value.value.value)
    return s.say(f"modify.change{many}", what=what, n=value(s, modify.value))


def _flag_of_one(s: Sayer, asked: Expr, param: e.Param, modify: d.Modify) -> str:
    """A flag of a thing that is switched: "a spot is not quiet"."""
    with s.scope():
        words = param_words(s, param)
        s.locals[param.name.name] = Local(s.say("one", kind=words))
        if isinstance(modify.value, e.Name) and modify.value.name in ("yes", "no"):
            return clause(s, asked, modify.value.name == "no")
        said = clause(s, asked)
    return s.say("modify.means.of", text=said, when=clause(s, modify.value))


def _target(s: Sayer, target: Expr, define: d.Define | None) -> str:
    """What is bent: its holder's, everybody's, or the one of the game."""
    name = target_name(target)
    words = define_ref(s, name)
    if isinstance(target, e.Member):
        of_holder = isinstance(target.owner, e.Name) and target.owner.name == "holder"
        said = s.say("holders", what=words) if of_holder else value(s, target)
    else:
        said = s.say("everyones", what=words) if name in s.names.of_player else the(s, words)
    return of_what(s, said, define)


def of_what(s: Sayer, said: str, define: d.Define | None) -> str:
    """A value with what it is worked out for: "the might of a foe", "the portent for a row and a column"."""
    params = define.params if define is not None else ()
    things = [s.say("one", kind=param_words(s, param)) for param in params if is_thing(s, param)]
    if len(things) < len(params) or not things:
        return said
    one = len(things) == 1 and define is not None and define.name.name not in s.names.of_player
    return s.say("define.of" if one else "define.for", name=said, what=s.phrases.row(things))


def is_thing(s: Sayer, param: e.Param) -> bool:
    """Whether a parameter is a place, player or card."""
    if not isinstance(param.type, e.NamedType) or len(param.type.names) != 1:
        return False
    name = param.type.names[0].name
    return name in s.names.kinds or name in ("player", "place")


def define_name(s: Sayer, name: str) -> str:
    """A value's name."""
    return s.word(name)


def bends_of(node: d.File | d.Card, name: str) -> Iterator[d.Modify]:
    """The modifies of a value that a file or a card has."""
    for item in node.declarations if isinstance(node, d.File) else node.members:
        if isinstance(item, d.Modify) and target_name(item.target) == name:
            yield item


def define_ref(s: Sayer, name: str) -> str:
    """A value by name, leading to where it is explained."""
    return ref(f"define-{name}", define_name(s, name))


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


def order_line(s: Sayer, line: d.OrderLine) -> str:
    """One line of an order."""
    what = ""
    if line.value is not None:
        what = clause(s, line.value) if line.word == "first" else bare(value(s, line.value))
    if line.word == "seats" and line.value is not None:
        what = value(s, line.value)
    said = s.say(line.word, value=what)
    return s.say("modify.when", text=said, when=clause(s, line.when)) if line.when is not None else said
