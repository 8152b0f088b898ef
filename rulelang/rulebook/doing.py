"""Statements in words: a step for every class of statement, in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as st
from rulelang.ast.node import Expr, Stmt
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.dicing import lock, reroll, roll
from rulelang.rulebook.names import Member
from rulelang.rulebook.options import choice_steps, given
from rulelang.rulebook.pages import Step, ref, strong
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import bare, counted, group, is_set, member_words, of_people, the, value

Body = tuple[Stmt, ...]


def steps(s: Sayer, body: Body) -> tuple[Step, ...]:
    """The statements of a body as steps; its local names are known until it ends."""
    with s.scope():
        return tuple(step for statement in body for step in step_of(s, statement)) or (Step(s.say("nothing")),)


def step_of(s: Sayer, statement: Stmt) -> tuple[Step, ...]:
    """One statement as one step, or as several that belong together."""
    said = STATEMENTS.get(type(statement))
    made = s.written(statement) if said is None else said(s, statement)
    if isinstance(made, str):
        return (Step(made),)
    return (made,) if isinstance(made, Step) else made


def with_body(s: Sayer, key: str, body: Body, **holes: object) -> Step:
    """A step with a body: on one line where that is a single step, else below."""
    return with_steps(s, key, steps(s, body), **holes)


def with_steps(s: Sayer, key: str, below: tuple[Step, ...], **holes: object) -> Step:
    """As `with_body`, of steps already said. `key` has the hole `does` or `then`; `key.many` has neither."""
    if len(below) == 1 and not below[0].below:
        return Step(s.say(key, does=below[0].text, then=below[0].text, **holes))
    if len(below) == 1 and key in ("trigger.does", "trigger.when", "option.does"):
        return Step(s.say(key, does=below[0].text, **holes), below[0].below, below[0].ordered)
    return Step(s.say(f"{key}.many", **holes), below, len(below) > 1)


# --- what changes things ---------------------------------------------------------------------------------


def _set(s: Sayer, stmt: st.Set) -> str:
    if (
        isinstance(stmt.value, e.Name)
        and stmt.value.name in ("yes", "no")
        and isinstance(stmt.target, e.Name | e.Member)
    ):
        return s.say(f"set.{stmt.value.name}", what=clause(s, stmt.target))
    return s.say("set", what=value(s, stmt.target), value=value(s, stmt.value))


def _track(s: Sayer, track: Expr) -> Member | None:
    return s.names.member(track.name) if isinstance(track, e.Name) else None


def _gain(s: Sayer, stmt: st.Gain) -> str:
    return _moved(s, stmt.amount, stmt.track, "gain", "raise")


def _lose(s: Sayer, stmt: st.Lose) -> str:
    return _moved(s, stmt.amount, stmt.track, "lose", "sink")


def _moved(s: Sayer, amount: Expr, track: Expr, mine: str, games: str) -> str:
    n = value(s, amount)
    dice = _is_dice(s, amount)
    name = track.name if isinstance(track, e.Name) else ""
    if name not in s.names.of_player and name in s.names.of_game:
        return s.say(f"{games}.dice" if dice else games, what=the(s, s.names.of_game[name].title), n=n)
    if isinstance(amount, e.Number):
        return s.say(mine, n=n, what=counted(s, track, n))
    member = _track(s, track)
    what = member_words(member) if member is not None else value(s, track)
    if dice:
        return s.say(f"{mine}.dice", n=n, what=what)
    if isinstance(amount, e.Name) and amount.name in s.locals and n == _letter(amount.name):
        return s.say(mine, n=n, what=what)
    return s.say(f"{mine}.equal", n=n, what=what)


def _letter(name: str) -> str:
    return f"\x02{name}\x06"


def _is_dice(s: Sayer, amount: Expr) -> bool:
    name = (
        amount.name
        if isinstance(amount, e.Name)
        else amount.name.name
        if isinstance(amount, e.Formula) and isinstance(amount.name, e.Name)
        else ""
    )
    return name not in s.locals and any(die.name == name for die in s.names.program.dice)


def _move(s: Sayer, stmt: st.Move) -> str:
    place = value(s, stmt.place)
    if isinstance(stmt.what, e.Name) and stmt.what.name == "you":
        return s.say("go", place=place)
    last = (
        stmt.place.name
        if isinstance(stmt.place, e.Name)
        else stmt.place.name.name
        if isinstance(stmt.place, e.Member)
        else ""
    )
    member = s.names.member(last)
    key = "move"
    if member is not None and member.holder and last not in s.locals:
        key = "move.slot" if member.slot else "move.things"
    return s.say(key, what=value(s, stmt.what), place=place)


def _discard(s: Sayer, stmt: st.Discard) -> str:
    return s.say("discard", what=value(s, stmt.what))


def _draw(s: Sayer, stmt: st.Draw) -> str:
    source = value(s, stmt.source)
    if stmt.target is not None:
        return s.say("draw.many", n=value(s, stmt.what), source=source, target=value(s, stmt.target))
    name = stmt.what.name if isinstance(stmt.what, e.Name) else ""
    kind = _kind_in(s, stmt.source)
    if name and kind:
        s.local(name)
        key = "draw.same" if s.word(name) == s.word(kind) else "draw.kind"
        return s.say(key, source=source, what=s.word(name), kind=s.word(kind))
    return s.say("draw", source=source, what=s.local(name) if name else value(s, stmt.what))


def _kind_in(s: Sayer, place: Expr) -> str:
    """The kind of what lies in a place for things, or nothing."""
    name = place.name if isinstance(place, e.Name) else place.name.name if isinstance(place, e.Member) else ""
    member = s.names.member(name) if name not in s.locals else None
    return member.of if member is not None and member.word == "things" else ""


def _shuffle(s: Sayer, stmt: st.Shuffle) -> str:
    return s.say("shuffle", what=value(s, stmt.place))


def _show(s: Sayer, stmt: st.Show) -> str:
    return s.say("show", what=value(s, stmt.what), who=value(s, stmt.who))


# --- dice ------------------------------------------------------------------------------------------------


def _roll_table(s: Sayer, stmt: st.RollTable) -> str:
    return s.say("roll.on", table=called(s, stmt.table))


# --- who decides -----------------------------------------------------------------------------------------


def _choosing(s: Sayer, name: str, kind: str) -> str:
    """How a choice from a set is said: by the kind of what is chosen, where that is known."""
    if kind:
        return "choose.same" if s.word(kind) == s.word(name) else "choose.kind"
    return "choose.one" if name == "there" else "choose.from"


def _choose_from(s: Sayer, stmt: st.ChooseFrom) -> str:
    if isinstance(stmt.group, e.Range):
        low, high = value(s, stmt.group.low), value(s, stmt.group.high)
        said = s.say("choose.number", name=s.local(stmt.name.name, "number"), low=low, high=high)
    else:
        of = group(s, stmt.group)
        kind = _kind_in(s, stmt.group)
        name = stmt.name.name
        key = _choosing(s, name, kind)
        shown = s.local(name)
        said = s.say(key, name=s.word(name) if kind else shown, group=of, kind=s.word(kind))
    return s.say("asked", what=said, prompt=s.quoted(stmt.prompt)) if stmt.prompt else said


def _run_choice(s: Sayer, stmt: st.RunChoice) -> tuple[Step, ...]:
    decl = s.names.happenings.get(stmt.choice.name)
    params = decl.params if isinstance(decl, d.Choice) else ()
    until = s.quoted(stmt.until) if stmt.until else ""
    key = "run.menu.free" if stmt.mode == "menu" and not until else f"run.{stmt.mode}"
    said = s.say(key, choice=s.happening(stmt.choice.name), given=given(s, params, stmt.args), until=until)
    return (Step(said), *_declined(s, stmt.otherwise))


def _inline_choice(s: Sayer, stmt: st.InlineChoice) -> tuple[Step, ...]:
    until = s.quoted(stmt.until) if stmt.until else ""
    prompt = s.say("prompt", prompt=s.quoted(stmt.prompt)) if stmt.prompt else ""
    options = choice_steps(s, stmt.options, steps)
    if stmt.mode == "may" and len(options) == 1:
        first = Step(s.say("inline.may.one", what=options[0].text), options[0].below, options[0].ordered)
    else:
        first = Step(s.say(f"inline.{stmt.mode}", prompt=prompt, until=until), options)
    return (first, *_declined(s, stmt.otherwise))


def _declined(s: Sayer, body: Body) -> tuple[Step, ...]:
    return (with_body(s, "run.else", body),) if body else ()


def _divide(s: Sayer, stmt: st.Divide) -> Step:
    with s.among(of_people(s, stmt.group)):
        limit = s.say("divide.limit", limit=value(s, stmt.limit)) if stmt.limit is not None else ""
    n, of = value(s, stmt.amount), group(s, stmt.group)
    with s.scope():
        s.local(stmt.name.name, "number")
        return with_body(s, "divide", stmt.body, n=n, group=of, limit=limit, name=s.word(stmt.name.name))


def by_order(s: Sayer, order: Expr) -> str:
    """`by ORDER` in words."""
    name = order.name if isinstance(order, e.Name) else ""
    if name in ("chance", "choice"):
        return s.say(f"by.{name}")
    return s.say("by.order", order=ref(f"order-{name}", strong(s.word(name))) if name else value(s, order))


def _pick(s: Sayer, stmt: st.Pick) -> str:
    of = group(s, stmt.group)
    s.local(stmt.name.name)
    return s.say("pick", group=of, order=by_order(s, stmt.order), name=s.word(stmt.name.name))


# --- course ----------------------------------------------------------------------------------------------


def _each_in(s: Sayer, stmt: st.EachIn) -> Step:
    order = s.say("each.order", order=by_order(s, stmt.order)) if stmt.order is not None else ""
    of = group(s, stmt.group)
    with s.scope():
        name = s.local(stmt.name.name)
        return with_body(s, "each.in", stmt.body, name=name, group=of, order=order)


def _each_player(s: Sayer, stmt: st.EachPlayer) -> Step:
    from rulelang.rulebook.conditions import such

    kind = s.word(stmt.kind.name)
    with s.among(s.names.is_player(stmt.kind.name)):
        where = s.say("each.where", where=such(s, stmt.where, False)) if stmt.where is not None else ""
    start = s.say("each.start", start=value(s, stmt.start)) if stmt.start is not None else ""
    order = s.say("each.order", order=by_order(s, stmt.order)) if stmt.order is not None else ""
    with s.scope():
        if not s.names.is_player(stmt.kind.name):
            s.local(stmt.kind.name)
        step = with_body(s, "each.player", stmt.body, kind=kind, where=where, start=start, order=order)
    return Step(s.say("at.once", step=step.text), step.below, step.ordered) if stmt.at_once else step


def _for(s: Sayer, stmt: st.For) -> Step:
    return with_body(s, "for", stmt.body, who=value(s, stmt.who))


def _repeat(s: Sayer, stmt: st.Repeat) -> Step:
    until = clause(s, stmt.until) if stmt.until is not None else ""
    times = value(s, stmt.times) if stmt.times is not None else ""
    key = "repeat.both" if until and times else "repeat.until" if until else "repeat.times" if times else "repeat"
    if key == "repeat.times" and not isinstance(stmt.times, e.Number):
        key = "repeat.as_often"
    return with_body(s, key, stmt.body, n=times, until=until)


def _if(s: Sayer, stmt: st.If) -> tuple[Step, ...]:
    made: list[Step] = []
    for at, branch in enumerate(stmt.branches):
        made.append(with_body(s, "step.elif" if at else "step.if", branch.body, when=clause(s, branch.condition)))
    if stmt.otherwise:
        made.append(with_body(s, "step.else", stmt.otherwise))
    return tuple(made)


def _match(s: Sayer, stmt: st.Match) -> Step:
    arms = tuple(with_body(s, "match.arm", arm.body, keys=keys(s, arm)) for arm in stmt.arms)
    return Step(s.say("match", value=value(s, stmt.value)), arms)


def keys(s: Sayer, arm: st.Arm) -> str:
    """What an arm is for."""
    return ", ".join(bare(value(s, key)) for key in arm.keys) if arm.keys else s.say("match.else")


def _let(s: Sayer, stmt: st.Let) -> str:
    said = clause(s, stmt.value) if isinstance(stmt.value, e.Logic | e.Not) else value(s, stmt.value)
    if is_set(s, stmt.value):
        said = group(s, stmt.value)
    s.local(stmt.name.name, "let", people=of_people(s, stmt.value))
    return s.say("let", name=s.word(stmt.name.name), value=said)


def _end(s: Sayer, stmt: st.End) -> str:
    return s.say("end", phase=the(s, s.happening(stmt.phase.name)))


def _stop(s: Sayer, stmt: st.Stop) -> str:
    return s.say("stop")


def _give(s: Sayer, stmt: st.Give) -> str:
    return s.say("give", value=value(s, stmt.value))


def _proceed(s: Sayer, stmt: st.Proceed) -> str:
    return s.say("proceed")


def _cancel(s: Sayer, stmt: st.Cancel) -> str:
    return s.say("cancel")


def _nothing(s: Sayer, stmt: st.Nothing) -> str:
    return s.say("nothing")


def _ending(s: Sayer, stmt: st.Ending) -> str:
    return ending(s, stmt.result, stmt.text, stmt.seat)


def ending(s: Sayer, result: str, text: str | None, seat: Expr | None = None) -> str:
    """How the game ends, with what is said then."""
    who = "" if seat is None else value(s, seat)
    you = isinstance(seat, e.Name) and seat.name == "you"
    said = s.say(f"{result}.you" if you else f"{result}.seat", who=who) if who else s.say(result)
    return s.say("ending.text", what=said, text=s.quoted(text)) if text else said


def called(s: Sayer, what: Expr) -> str:
    """A happening by name, or one of a thing's."""
    if isinstance(what, e.Name):
        return s.happening(what.name)
    if isinstance(what, e.Member):
        return s.say("of", name=s.happening(what.name.name), owner=value(s, what.owner))
    if isinstance(what, e.Apply):
        said = [value(s, arg) for arg in what.args]
        return s.say("call", what=called(s, what.target), args=s.phrases.row(said)) if said else called(s, what.target)
    return value(s, what)


def _do(s: Sayer, stmt: st.Do) -> str:
    name = (
        stmt.what.name
        if isinstance(stmt.what, e.Name)
        else stmt.what.name.name
        if isinstance(stmt.what, e.Member)
        else ""
    )
    decl = s.names.happenings.get(name)
    params = decl.params if isinstance(decl, d.Rule | d.Phase | d.Table) else ()
    holes = {"what": called(s, stmt.what), "given": given(s, params, stmt.args)}
    if stmt.name is None:
        return s.say("do", **holes)
    return s.say("do.named", name=s.local(stmt.name.name), **holes)


STATEMENTS: dict[type[Stmt], Callable[[Sayer, Any], str | Step | tuple[Step, ...]]] = {
    st.Set: _set,
    st.Gain: _gain,
    st.Lose: _lose,
    st.Move: _move,
    st.Discard: _discard,
    st.Draw: _draw,
    st.Shuffle: _shuffle,
    st.Show: _show,
    st.Roll: roll,
    st.RollTable: _roll_table,
    st.Reroll: reroll,
    st.Lock: lock,
    st.ChooseFrom: _choose_from,
    st.RunChoice: _run_choice,
    st.InlineChoice: _inline_choice,
    st.Divide: _divide,
    st.Pick: _pick,
    st.EachIn: _each_in,
    st.EachPlayer: _each_player,
    st.For: _for,
    st.Repeat: _repeat,
    st.If: _if,
    st.Match: _match,
    st.Let: _let,
    st.End: _end,
    st.Stop: _stop,
    st.Give: _give,
    st.Proceed: _proceed,
    st.Cancel: _cancel,
    st.Nothing: _nothing,
    st.Ending: _ending,
    st.Do: _do,
}
