"""Options of a choice in words: label, price, limits, condition and what is done."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ast import expressions as e
from rulelang.ast import statements as st
from rulelang.ast.node import Expr, Stmt
from rulelang.rulebook.conditions import clause
from rulelang.rulebook.names import PRONOUNS
from rulelang.rulebook.pages import Step, emph, sentence, strong
from rulelang.rulebook.sayer import Sayer
from rulelang.rulebook.values import bare, group, value

Saying = Callable[[Sayer, tuple[Stmt, ...]], tuple[Step, ...]]


def choice_steps(s: Sayer, options: tuple[st.Option, ...], saying: Saying) -> tuple[Step, ...]:
    """A step for each option; `saying` says bodies."""
    return tuple(option_step(s, option, saying) for option in options)


def option_step(s: Sayer, option: st.Option, saying: Saying) -> Step:
    """`**Reroll for a clue** (costs 1 clue; only if …). Reroll …`"""
    with s.scope():
        each = [_generator(s, item) for item in option.each]
        terms = [s.say("option.each", what=s.phrases.row(each))] if each else []
        if option.costs:
            terms.append(s.say("option.costs", price=s.phrases.row([_need(s, need) for need in option.costs])))
        terms += [_limit(s, limit) for limit in option.limits]
        if option.when is not None:
            terms.append(s.say("option.when", when=clause(s, option.when)))
        label = strong(s.printed(option.label))
        head = f"{label} ({'; '.join(terms)})" if terms else label
        below = saying(s, option.body)
    if all(isinstance(item, st.Nothing) for item in option.body):
        return Step(head)
    if any(step.below for step in below):
        if len(below) == 1:
            return Step(f"{sentence(head)} {sentence(below[0].text)}", below[0].below, below[0].ordered)
        return Step(f"{head}:", below, True)
    return Step(" ".join(sentence(text) for text in (head, *(step.text for step in below))))


def _generator(s: Sayer, item: st.Generator) -> str:
    if isinstance(item.group, e.Range):
        low, high = value(s, item.group.low), value(s, item.group.high)
        return s.say("each.number", name=s.local(item.name.name, "number"), low=low, high=high)
    of = group(s, item.group)
    return s.say("each.of", name=s.local(item.name.name), group=of)


def _need(s: Sayer, need: st.Need) -> str:
    return value(s, need.what)


def _limit(s: Sayer, limit: object) -> str:
    if isinstance(limit, st.UpTo):
        n = value(s, limit.times)
        return s.say("option.up.one") if n == "1" else s.say("option.up", n=n)
    assert isinstance(limit, st.Once)
    return s.say("option.once", phase=s.happening(limit.phase.name))


def given(s: Sayer, params: tuple[e.Param, ...], args: tuple[Expr, ...]) -> str:
    """What is handed to a rule or choice, leaving out what is called there as here."""
    said: list[str] = []
    for param, arg in zip(params, args, strict=False):
        words, what = param_words(s, param), value(s, arg)
        if bare(what) != words and bare(what).strip("\x02\x06") != words:
            slanted = _sort(s, param) == "number"
            name = emph(words) if slanted else s.say("the", name=words)
            said.append(s.say("with.one", name=name, value=what))
    if len(args) > len(params):
        said += [value(s, arg) for arg in args[len(params) :]]
    return s.say("with", what=s.phrases.row(said)) if said else ""


def declare(s: Sayer, params: tuple[e.Param, ...]) -> list[str]:
    """Makes parameters known; gives what they are called."""
    return [s.local(param.name.name, _sort(s, param), param_words(s, param)) for param in params]


def about(s: Sayer, params: tuple[e.Param, ...]) -> str:
    """Makes parameters known; gives what they are: "a monster (*foe*) and a place (*spot*)"."""
    said: list[str] = []
    for param in params:
        sort, words = _sort(s, param), param_words(s, param)
        s.local(param.name.name, sort, words)
        kind = s.word(param.type.names[0].name) if isinstance(param.type, e.NamedType) else ""
        if sort == "pool":
            said.append(s.say("given.pool"))
        elif sort == "number" or not kind:
            said.append(s.say("given.number" if sort == "number" else "given.other", name=words))
        else:
            said.append(s.say("given.self" if kind == words else "given.kind", kind=kind, name=words))
    return s.phrases.row(said)


def param_words(s: Sayer, param: e.Param) -> str:
    """What a parameter is called: a question word like `why` by its type."""
    if (
        param.name.name in (*PRONOUNS, "why", "how")
        and isinstance(param.type, e.NamedType)
        and len(param.type.names) == 1
    ):
        return s.word(param.type.names[0].name)
    return s.word(param.name.name)


def _sort(s: Sayer, param: e.Param) -> str:
    if isinstance(param.type, e.NamedType) and [name.name for name in param.type.names] == ["pool"]:
        return "pool"
    return "number" if isinstance(param.type, e.RangeType) else ""
