"""Values in words: a phrase for every class of expression, in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ast import expressions as e
from rulelang.ast.node import Expr
from rulelang.rulebook.names import Member, capital, is_many
from rulelang.rulebook.pages import clean, emph
from rulelang.rulebook.sayer import DEEP, Sayer

BUILT_IN = ("you", "this", "holder", "value", "none", "box", "yes", "no")


def value(s: Sayer, expr: Expr) -> str:
    """What an expression is, as a noun phrase (a condition: as a clause)."""
    said = VALUES.get(type(expr))
    if said is None or s.depth >= DEEP:
        return s.written(expr)
    s.depth += 1
    try:
        return said(s, expr)
    finally:
        s.depth -= 1


def _clause(s: Sayer, expr: Expr) -> str:
    from rulelang.rulebook.conditions import clause

    return clause(s, expr)


def _name(s: Sayer, expr: e.Name) -> str:
    name = expr.name
    if name in s.locals:
        return s.locals[name].text
    if name == "it":
        return s.say("it.person" if s.people else "it")
    if name in BUILT_IN:
        return s.say(name, kind=s.kind)
    if name in s.names.of_player:
        member = s.names.of_player[name]
        if member.place:
            return s.say("your.place", name=place_word(s))
        if member.flag:
            return s.say("whether", when=_clause(s, expr))
        return s.say("your", name=member_words(member))
    if name in s.names.of_game:
        return of_game(s, s.names.of_game[name])
    if name in s.names.plurals:
        return s.say("all.kind", kinds=s.names.kinds_plural(s.names.plurals[name]))
    if name in s.names.titles:
        return s.say("thing", title=s.names.title(name))
    return emph(s.symbol(name)) if name in s.names.symbols else s.word(name)


def of_game(s: Sayer, member: Member) -> str:
    """Something that the game has one of: "the burden", "the pile *Spent*"."""
    if not member.holder:
        return the(s, member.title)
    title = member.title if member.slot else capital(member.title)
    return s.say(f"things.{member.holder}", title=title)


def place_word(s: Sayer) -> str:
    return s.names.kind("place")


def member_words(member: Member) -> str:
    """The plural where a track is reached by its plural, else the title."""
    return member.plural if member.word == "track" and member.plural else member.title


def the(s: Sayer, title: str) -> str:
    """A title with its article, unless it has one."""
    return title if title.lower().startswith(("the ", "a ", "an ")) else s.say("the", name=title)


def _member(s: Sayer, expr: e.Member) -> str:
    name = expr.name.name
    if is_pool(s, expr.owner):
        return s.say("faces", word=s.symbol(name))
    member = s.names.member(name)
    if member is not None and member.flag:
        return s.say("whether", when=_clause(s, expr))
    words = member_words(member) if member is not None else s.word(name)
    if member is not None and member.place:
        words = place_word(s)
    return owned(s, words, expr.owner)


def owned(s: Sayer, words: str, owner: Expr) -> str:
    """Something of an owner's: yours, its, or the … of …"""
    if isinstance(owner, e.Name) and owner.name not in s.locals:
        if owner.name == "you":
            return s.say("your", name=words)
        if owner.name == "it":
            return s.say("their" if s.people else "its", name=words)
        if owner.name == "holder":
            return s.say("holders", what=words)
        if owner.name == "this":
            return s.say("its", name=words)
    return s.say("of", name=words, owner=value(s, owner))


def is_pool(s: Sayer, expr: Expr) -> bool:
    if isinstance(expr, e.Where):
        return is_pool(s, expr.group)
    return isinstance(expr, e.Name) and expr.name in s.locals and s.locals[expr.name].sort == "pool"


def _apply(s: Sayer, expr: e.Apply) -> str:
    target = expr.target
    if isinstance(target, e.Name):
        built_in = CALLS.get(target.name)
        if built_in is not None and target.name not in s.names.defines:
            said = built_in(s, expr.args)
            if said is not None:
                return said
        member = s.names.member(target.name)
        if member is not None and member.flag:
            return _clause(s, expr)
        if len(expr.args) == 1 and target.name not in s.names.of_player:
            return owned(s, s.word(target.name), expr.args[0])
    what = value(s, target)
    said_args = [value(s, arg) for arg in expr.args]
    return s.say("call", what=what, args=s.phrases.row(said_args)) if said_args else what


def _count(s: Sayer, args: tuple[Expr, ...]) -> str | None:
    if len(args) != 1:
        return None
    one = args[0]
    whole = isinstance(one, e.Name) and one.name in s.names.of_game and not is_many(s.word(one.name))
    return s.say("count.whole" if whole else "count", what=_uncounted(s, one))


def _uncounted(s: Sayer, expr: Expr) -> str:
    """What is counted: plurals without their article."""
    said = group(s, expr)
    named = isinstance(expr, e.Name) and is_many(s.word(expr.name))
    return bare(said) if named or isinstance(expr, e.Of) else said


def _weighed(key: str) -> Callable[[Sayer, tuple[Expr, ...]], str | None]:
    def say(s: Sayer, args: tuple[Expr, ...]) -> str | None:
        if len(args) == 2 and args[1] == e.Name(name="it"):
            return s.say(f"{key}.plain", group=group(s, args[0]))
        if len(args) == 2:
            with s.among(of_people(s, args[0])):
                weighed = bare(_unspoken_it(s, args[1]))
            return s.say(key, group=bare(group(s, args[0])), value=weighed)
        return s.say("sum.plain", group=group(s, args[0])) if len(args) == 1 else None

    return say


def _unspoken_it(s: Sayer, expr: Expr) -> str:
    """A value of `it` without saying so, where it is a define's: "might"."""
    if isinstance(expr, e.Apply) and isinstance(expr.target, e.Name) and expr.args == (e.Name(name="it"),):
        return s.word(expr.target.name) if expr.target.name in s.names.defines else value(s, expr)
    return value(s, expr)


def of_people(s: Sayer, expr: Expr, deep: int = 0) -> bool:
    """Whether a set is one of players, as far as its look and the values it is made of tell."""
    if isinstance(expr, e.Where):
        return of_people(s, expr.group, deep)
    if not isinstance(expr, e.Name) or deep > 8:
        return False
    if expr.name in s.locals:
        return s.locals[expr.name].people
    if expr.name in s.names.plurals:
        return s.names.is_player(s.names.plurals[expr.name])
    define = s.names.defines.get(expr.name)
    return define is not None and define.value is not None and of_people(s, define.value, deep + 1)


def bare(text: str) -> str:
    """A phrase without the article or the "its" in front of it."""
    for front in ("the ", "its ", "their "):
        if text.startswith(front):
            return text.removeprefix(front)
    return text


def _of_one(key: str) -> Callable[[Sayer, tuple[Expr, ...]], str | None]:
    def say(s: Sayer, args: tuple[Expr, ...]) -> str | None:
        return s.say(key, what=group(s, args[0])) if len(args) == 1 else None

    return say


def _distance(s: Sayer, args: tuple[Expr, ...]) -> str | None:
    return s.say("distance", a=value(s, args[0]), b=value(s, args[1])) if len(args) == 2 else None


def _reach(s: Sayer, args: tuple[Expr, ...]) -> str | None:
    if len(args) < 2:
        return None
    holes = {"what": value(s, args[0]), "n": value(s, args[1])}
    return s.say("reach.where", when=_clause(s, args[2]), **holes) if len(args) > 2 else s.say("reach", **holes)


CALLS: dict[str, Callable[[Sayer, tuple[Expr, ...]], str | None]] = {
    "count": _count,
    "sum": _weighed("sum"),
    "least": _weighed("least"),
    "most": _weighed("most"),
    "first": _of_one("first.of"),
    "one": _of_one("one.of"),
    "next": _of_one("next.to"),
    "down": _of_one("down"),
    "up": _of_one("up"),
    "neighbours": _of_one("neighbours"),
    "distance": _distance,
    "reach": _reach,
}


def group(s: Sayer, expr: Expr) -> str:
    """A set in the plural: "players at your place"; a define or a pile stays "the company"."""
    if isinstance(expr, e.Name) and expr.name in s.names.of_game and s.names.of_game[expr.name].word == "define":
        return s.say("the", name=s.word(expr.name))
    return value(s, expr)


def _of(s: Sayer, expr: e.Of) -> str:
    if isinstance(expr.field, e.Name) and expr.field.name == "bottom":
        return s.say("bottom", what=value(s, expr.owners))
    words = s.word(expr.field.name) if isinstance(expr.field, e.Name) else value(s, expr.field)
    member = s.names.member(expr.field.name) if isinstance(expr.field, e.Name) else None
    if member is not None and member.word == "track":
        words = member_words(member)
    plural = words if words.endswith("s") or not s.phrases.english else f"{words}s"
    return s.say("of.all", names=plural, group=bare(group(s, expr.owners)))


def _number(s: Sayer, expr: e.Number) -> str:
    return str(expr.value)


def _text(s: Sayer, expr: e.Text) -> str:
    return s.quoted(expr.value)


def _negate(s: Sayer, expr: e.Negate) -> str:
    inner = value(s, expr.value)
    return f"−{inner}" if isinstance(expr.value, e.Number) else s.say("negative", a=inner)


def _arith(s: Sayer, expr: e.Arith) -> str:
    if expr.op == "/" and expr.right == e.Number(value=2):
        return s.say("half", what=_factor(s, expr.left))
    if expr.op == "+" and (is_set(s, expr.left) or is_set(s, expr.right)):
        return s.say("joined", a=value(s, expr.left), b=value(s, expr.right))
    key = {"+": "plus", "-": "minus", "*": "times", "/": "over"}[expr.op]
    if expr.op == "+":
        return s.say(key, a=_factor(s, expr.left, True), b=_factor(s, expr.right, True))
    left = _factor(s, expr.left, expr.op == "-")
    return s.say(key, a=left, b=_factor(s, expr.right))


def _factor(s: Sayer, expr: Expr, summand: bool = False) -> str:
    """One side of a calculation, in parentheses where it would be read wrongly without them."""
    said = value(s, expr)
    rounded = isinstance(expr, e.Apply) and expr.target in (e.Name(name="down"), e.Name(name="up"))
    loose = isinstance(expr, e.IfElse) or rounded or (isinstance(expr, e.Arith) and not summand)
    return f"({said})" if loose else said


def is_set(s: Sayer, expr: Expr) -> bool:
    """Whether an expression is a set, as far as its look tells."""
    if isinstance(expr, e.Of | e.Where):
        return not is_pool(s, expr)
    if isinstance(expr, e.Arith):
        return is_set(s, expr.left) or is_set(s, expr.right)
    if isinstance(expr, e.Name | e.Member):
        name = expr.name if isinstance(expr, e.Name) else expr.name.name
        member = s.names.member(name)
        return (member is not None and (member.is_set or member.slot)) or name in s.names.plurals
    return False


def _ifelse(s: Sayer, expr: e.IfElse) -> str:
    then, other = value(s, expr.then), value(s, expr.otherwise)
    return s.say("ifelse", then=then, when=_clause(s, expr.condition), other=other)


def _where(s: Sayer, expr: e.Where) -> str:
    from rulelang.rulebook.conditions import such

    with s.among(of_people(s, expr.group)):
        where = such(s, expr.condition, is_pool(s, expr.group))
    return s.say("such.as", group=group(s, expr.group), where=where)


def _range(s: Sayer, expr: e.Range) -> str:
    return s.say("range", low=value(s, expr.low), high=value(s, expr.high))


def _formula(s: Sayer, expr: e.Formula) -> str:
    count = value(s, expr.count)
    if isinstance(expr.name, e.Name) and any(die.name == expr.name.name for die in s.names.program.dice):
        return f"{count} {s.die(expr.name.name)}" if not clean(count).isdecimal() else f"{count}{expr.name.name}"
    return s.say("bundle", n=count, what=counted(s, expr.name, count))


def counted(s: Sayer, what: Expr, count: str) -> str:
    """The name of what is counted, in the number that the count asks for."""
    if not isinstance(what, e.Name):
        return value(s, what)
    member = s.names.member(what.name)
    if member is None:
        return s.word(what.name)
    return (member.title if count == "1" else member.plural) if member.plural else bare(member.title)


def _join(s: Sayer, expr: e.Join) -> str:
    return s.phrases.row([value(s, item) for item in expr.items])


def _either(s: Sayer, expr: e.Either) -> str:
    return s.phrases.row([value(s, item) for item in expr.items], "or")


VALUES: dict[type[Expr], Callable[[Sayer, Any], str]] = {
    e.Number: _number,
    e.Text: _text,
    e.Name: _name,
    e.Member: _member,
    e.Apply: _apply,
    e.Of: _of,
    e.Not: _clause,
    e.Negate: _negate,
    e.Logic: _clause,
    e.Compare: _clause,
    e.IsA: _clause,
    e.Within: _clause,
    e.Arith: _arith,
    e.IfElse: _ifelse,
    e.Where: _where,
    e.Range: _range,
    e.Formula: _formula,
    e.Join: _join,
    e.Either: _either,
}
