"""Conditions in words: a clause for every class of expression that holds or does not, said straight or denied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.ast import expressions as e
from rulelang.ast.node import Expr, walk
from rulelang.rulebook.names import Member, is_many
from rulelang.rulebook.pages import emph
from rulelang.rulebook.sayer import DEEP, Sayer
from rulelang.rulebook.values import bare, group, is_pool, is_set, member_words, of_people, value

VERBS = ("can ", "may ", "must ", "has ", "will ", "needs ", "knows ")
OPPOSITE = {"is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
AMOUNTS = {">=": "least", "<=": "most", ">": "more", "<": "less", "is": "is"}


def clause(s: Sayer, expr: Expr, denied: bool = False) -> str:
    """A condition as a clause; `denied`: its contrary."""
    if s.depth >= DEEP:
        return s.written(expr)
    s.depth += 1
    try:
        return CLAUSES.get(type(expr), _other)(s, expr, denied)
    finally:
        s.depth -= 1


def _other(s: Sayer, expr: Expr, denied: bool) -> str:
    return s.say("flag.not" if denied else "flag", what=value(s, expr))


def _not(s: Sayer, expr: e.Not, denied: bool) -> str:
    return clause(s, expr.value, not denied)


def _logic(s: Sayer, expr: e.Logic, denied: bool) -> str:
    word = expr.op if not denied else ("or" if expr.op == "and" else "and")
    sides = [clause(s, side, denied) for side in (expr.left, expr.right)]
    nested = [isinstance(side, e.Logic) and side.op != expr.op for side in (expr.left, expr.right)]
    a, b = (f"({side})" if inner else side for side, inner in zip(sides, nested, strict=True))
    return s.say(word, a=a, b=b)


# --- comparisons -----------------------------------------------------------------------------------------


def _compare(s: Sayer, expr: e.Compare, denied: bool) -> str:
    op = OPPOSITE[expr.op] if denied else expr.op
    left, right = expr.left, expr.right
    if isinstance(left, e.Number) and not isinstance(right, e.Number):
        left, right = right, left
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    for special in (_standing, _having, _counting):
        said = special(s, left, op, right)
        if said is not None:
            return said
    return _compared(s, left, op, right)


def _compared(s: Sayer, left: Expr, op: str, right: Expr) -> str:
    a, b = value(s, left), value(s, right)
    many = ".many" if _plural(s, left) else ""
    if op in ("is", "is not"):
        if _is_none(right):
            return s.say("there.any" if op == "is not" else "there.no", what=a)
        if {left, right} <= {e.Name(name="you"), e.Name(name="holder")}:
            return s.say("holder.you" if op == "is" else "holder.you.not")
        if isinstance(left, e.Name) and left.name == "you":
            return s.say("are" if op == "is" else "are.not", b=b)
        if isinstance(right, e.Name) and right.name == "you":
            return s.say("are" if op == "is" else "are.not", b=a)
        return s.say(("is" if op == "is" else "is.not") + many, a=a, b=b)
    if op in (">=", "<="):
        end = "" if isinstance(right, e.Number) else ".value"
        return s.say(("is.least" if op == ">=" else "is.most") + end + many, a=a, b=b)
    return s.say(("is.more" if op == ">" else "is.less") + many, a=a, b=b)


def _plural(s: Sayer, expr: Expr) -> bool:
    """Whether a phrase begins with something in the plural."""
    if isinstance(expr, e.Arith) and expr.op in "+-":
        return _plural(s, expr.left)
    if isinstance(expr, e.Member) and is_pool(s, expr.owner):
        return False
    name = expr.name if isinstance(expr, e.Name) else expr.name.name if isinstance(expr, e.Member) else ""
    if isinstance(expr, e.Apply) and isinstance(expr.target, e.Name) and expr.target.name in s.names.defines:
        name = expr.target.name
    if name in s.locals and isinstance(expr, e.Name):
        return False
    member = s.names.member(name)
    return is_many(member_words(member) if member is not None else s.word(name))


def _is_none(expr: Expr) -> bool:
    return isinstance(expr, e.Name) and expr.name == "none"


def _is_you(s: Sayer, expr: Expr | None) -> bool:
    return expr is None or (isinstance(expr, e.Name) and expr.name == "you")


def _owned(s: Sayer, expr: Expr) -> tuple[Member, Expr | None] | None:
    """A member that is read, and whose (None: the doer's)."""
    if isinstance(expr, e.Name) and expr.name not in s.locals and expr.name in s.names.of_player:
        return s.names.of_player[expr.name], None
    if isinstance(expr, e.Member) and not is_pool(s, expr.owner):
        member = s.names.member(expr.name.name)
        return (member, expr.owner) if member is not None else None
    return None


def _standing(s: Sayer, left: Expr, op: str, right: Expr) -> str | None:
    """Who is where."""
    owned = _owned(s, left)
    if owned is None or not owned[0].place or op not in ("is", "is not"):
        return None
    no = ".not" if op == "is not" else ""
    place = value(s, right)
    if _is_you(s, owned[1]):
        return s.say(f"at.you{no}", place=place)
    assert owned[1] is not None
    return s.say(f"at{no}", who=value(s, owned[1]), place=place)


def _having(s: Sayer, left: Expr, op: str, right: Expr) -> str | None:
    """How many of something counted a player has."""
    owned = _owned(s, left)
    if owned is None or not (owned[0].word == "track" and owned[0].plural):
        return None
    member, owner = owned
    verb = "have" if _is_you(s, owner) else "has"
    holes = {} if _is_you(s, owner) or owner is None else {"who": value(s, owner)}
    return _amount(s, verb, op, right, holes, member.plural, member.title)


def _counting(s: Sayer, left: Expr, op: str, right: Expr) -> str | None:
    """How many there are."""
    if not (isinstance(left, e.Apply) and left.target == e.Name(name="count") and len(left.args) == 1):
        return None
    if "count" in s.names.defines:
        return None
    arg = left.args[0]
    if isinstance(arg, e.Of) and isinstance(arg.field, e.Name) and of_people(s, arg.owners):
        member = s.names.of_player.get(arg.field.name)
        if member is not None and member.is_set:
            return _amount(s, "together", op, right, {"group": group(s, arg.owners)}, member.title, "")
    what = _some(s, arg)
    if op == "is" and right == e.Number(value=1) and isinstance(arg, e.Name) and arg.name in s.names.plurals:
        return s.say("there.is.one", n="1", what=s.names.kind(s.names.plurals[arg.name]))
    return _amount(s, "there", op, right, {}, what, "") if what else None


def _some(s: Sayer, expr: Expr) -> str:
    """A set as what there are any of: "players at your place"; nothing where it has a name in the singular."""
    if isinstance(expr, e.Where | e.Of | e.Apply | e.Arith):
        inner: Expr = expr
        while isinstance(inner, e.Where):
            inner = inner.group
        return bare(value(s, expr)) if not isinstance(inner, e.Name) or _some(s, inner) else ""
    name = expr.name if isinstance(expr, e.Name) else expr.name.name if isinstance(expr, e.Member) else ""
    member = s.names.of_game.get(name)
    of_many = name in s.names.plurals or (member is not None and member.word == "define")
    named = is_many(s.word(name)) if s.phrases.english else of_many
    if name in s.locals or not named:
        return ""
    return bare(group(s, expr))


def _amount(s: Sayer, verb: str, op: str, right: Expr, holes: dict[str, str], many: str, one: str) -> str | None:
    if not isinstance(right, e.Number | e.Name | e.Member):
        return None
    zero = right == e.Number(value=0)
    if zero and op in ("is", "<="):
        return s.say(f"{verb}.no", what=many, **holes)
    if zero and op in ("is not", ">"):
        return s.say(f"{verb}.any", what=many, **holes)
    if op not in AMOUNTS or not isinstance(right, e.Number):
        return None
    what = one if one and right.value == 1 else many
    return s.say(f"{verb}.{AMOUNTS[op]}", n=value(s, right), what=what, **holes)


# --- flags, kinds, sets ----------------------------------------------------------------------------------


def _is_a(s: Sayer, expr: e.IsA, denied: bool) -> str:
    no = ".not" if expr.negated != denied else ""
    return s.say(f"is.a{no}", who=value(s, expr.value), kind=s.word(expr.kind.name))


def _within(s: Sayer, expr: e.Within, denied: bool) -> str:
    no = ".not" if denied else ""
    who = value(s, expr.value)
    if isinstance(expr.group, e.Range):
        return s.say(f"in.span{no}", who=who, low=value(s, expr.group.low), high=value(s, expr.group.high))
    key = "in.pile" if _is_pile(s, expr.group) else "in"
    return s.say(f"{key}{no}", who=who, group=group(s, expr.group))


def _is_pile(s: Sayer, expr: Expr) -> bool:
    name = expr.name if isinstance(expr, e.Name) else expr.name.name if isinstance(expr, e.Member) else ""
    member = s.names.member(name)
    return member is not None and member.word == "things" and member.is_set


def _name(s: Sayer, expr: e.Name, denied: bool) -> str:
    no = ".not" if denied else ""
    if expr.name in ("yes", "no"):
        return s.say("flag.word", what=s.say("yes" if (expr.name == "yes") != denied else "no"))
    if expr.name in s.locals:
        return _other(s, expr, denied)
    if expr.name in s.names.of_player:
        return s.say(f"is.you{no}", what=s.word(expr.name))
    words = s.word(expr.name)
    return s.say(f"flag.word{no}", what=words)


def _member(s: Sayer, expr: e.Member, denied: bool) -> str:
    no = ".not" if denied else ""
    words = s.word(expr.name.name)
    if words.startswith(VERBS):
        return _able(s, value(s, expr.owner), words, denied)
    return s.say(f"is.word{no}", who=value(s, expr.owner), what=words)


def _able(s: Sayer, who: str, words: str, denied: bool) -> str:
    """A flag that is called after a verb: "can appear"."""
    if denied and words.startswith("can "):
        return s.say("cannot", who=who, what=words.removeprefix("can "))
    return s.say("can.not" if denied else "can", who=who, what=words)


def _apply(s: Sayer, expr: e.Apply, denied: bool) -> str:
    name = expr.target.name if isinstance(expr.target, e.Name) else ""
    if name in ("any", "none") and len(expr.args) == 1 and name not in s.names.defines:
        return _any(s, expr.args[0], (name == "none") != denied)
    if name in s.names.defines and len(expr.args) == 1:
        words = s.word(name)
        if words.startswith(VERBS):
            return _able(s, value(s, expr.args[0]), words, denied)
        return s.say("is.word.not" if denied else "is.word", who=value(s, expr.args[0]), what=words)
    said = [value(s, arg) for arg in expr.args]
    what = s.say("call", what=value(s, expr.target), args=s.phrases.row(said)) if said else value(s, expr.target)
    return s.say("flag.not" if denied else "flag", what=what)


def _any(s: Sayer, expr: Expr, none: bool) -> str:
    """Whether there are any of a set."""
    no = "no" if none else ""
    owned = _owned(s, expr)
    if owned is not None and owned[0].slot:
        member, owner = owned
        if owner is None:
            return s.say("have.no" if none else "have.any", what=member.title)
        if member.name in s.names.of_thing:
            return s.say(f"place.has{no}", what=member.title, place=value(s, owner))
        return s.say(f"being.has{no}", who=value(s, owner), what=member.title)
    if _is_pile(s, expr):
        many = ".many" if _plural(s, expr) else ""
        return s.say(("empty" if none else "not.empty") + many, what=value(s, expr))
    if isinstance(expr, e.Arith) and expr.op == "+" and is_set(s, expr) and _all_piles(s, expr):
        return s.say("empty.many" if none else "not.empty.many", what=value(s, expr))
    if isinstance(expr, e.Where) and is_pool(s, expr.group):
        return s.say("there.no.dice" if none else "there.dice", where=such(s, expr.condition, True))
    some = _some(s, expr)
    if some:
        return s.say("there.no" if none else "there.any", what=some)
    if isinstance(expr, e.Where):
        with s.among(of_people(s, expr.group)):
            where = such(s, expr.condition, False)
        return s.say("among.no" if none else "among.any", group=group(s, expr.group), where=where)
    return s.say("empty" if none else "not.empty", what=group(s, expr))


def _all_piles(s: Sayer, expr: Expr) -> bool:
    if isinstance(expr, e.Arith):
        return _all_piles(s, expr.left) and _all_piles(s, expr.right)
    return _is_pile(s, expr)


CLAUSES: dict[type[Expr], Callable[[Sayer, Any, bool], str]] = {
    e.Not: _not,
    e.Logic: _logic,
    e.Compare: _compare,
    e.IsA: _is_a,
    e.Within: _within,
    e.Name: _name,
    e.Member: _member,
    e.Apply: _apply,
}


# --- those of a set for whom something holds -------------------------------------------------------------


def such(s: Sayer, condition: Expr, pool: bool) -> str:
    """A condition on `it`, behind the set it picks from: "at your place", "whose health is 3"."""
    parts = _conjuncts(condition)
    said = s.phrases.row([_such(s, part, pool) for part in parts if _speaks_of_it(part)])
    rest = [clause(s, part) for part in parts if not _speaks_of_it(part)]
    also = s.say("where.if", when=s.phrases.row(rest)) if rest else ""
    return ", ".join(part for part in (said, also) if part)


def _speaks_of_it(expr: Expr) -> bool:
    return any(isinstance(node, e.Name) and node.name == "it" for node in walk(expr))


def _conjuncts(expr: Expr) -> list[Expr]:
    if isinstance(expr, e.Logic) and expr.op == "and":
        return [*_conjuncts(expr.left), *_conjuncts(expr.right)]
    return [expr]


def _such(s: Sayer, expr: Expr, pool: bool) -> str:
    denied = isinstance(expr, e.Not)
    inner = expr.value if isinstance(expr, e.Not) else expr
    said = None
    if isinstance(inner, e.Compare) and not denied:
        said = _such_compared(s, inner, pool)
    elif isinstance(inner, e.Member) and _is_it(inner.owner):
        said = _such_flag(s, inner.name.name, pool, denied)
    elif isinstance(inner, e.Apply):
        said = _such_called(s, inner, denied)
    return said if said is not None else s.say("where", when=clause(s, expr))


def _such_flag(s: Sayer, name: str, pool: bool, denied: bool) -> str:
    """Things that are marked so, or dice that lie so."""
    if pool and name in ("locked", "rerolled"):
        return s.say(f"where.{name}.not" if denied else f"where.{name}")
    return s.say("where.arenot" if denied else "where.are", what=s.word(name))


def _is_it(expr: Expr) -> bool:
    return isinstance(expr, e.Name) and expr.name == "it"


def _such_compared(s: Sayer, expr: e.Compare, pool: bool) -> str | None:
    if _is_it(expr.left) and expr.op in ("is", "is not"):
        what = value(s, expr.right)
        if pool and isinstance(expr.right, e.Name) and expr.right.name in s.names.symbols:
            what = emph(s.symbol(expr.right.name))  # a face, also where something else is called so
        if pool:
            return s.say("where.is" if expr.op == "is" else "where.not", what=what)
        return s.say("where.being" if expr.op == "is" else "where.other", what=what)
    if isinstance(expr.left, e.Arith):
        return _whose(s, expr)
    if not (isinstance(expr.left, e.Member) and _is_it(expr.left.owner)):
        return None
    member = s.names.member(expr.left.name.name)
    if member is not None and member.place and expr.op in ("is", "is not"):
        return s.say("where.at" if expr.op == "is" else "where.away", place=value(s, expr.right))
    if member is not None and member.word == "track" and member.plural and expr.right == e.Number(value=0):
        if expr.op in ("is", "<="):
            return s.say("where.hasno", what=member.plural)
        if expr.op in (">", "is not"):
            return s.say("where.has", what=member.plural)
    return _whose(s, expr)


def _whose(s: Sayer, expr: e.Compare) -> str | None:
    """ "whose clues plus spells are more than 0", where a comparison begins with something of `it`."""
    said = _compared(s, expr.left, expr.op, expr.right)
    if not s.phrases.english:
        return s.say("where.whose", what=said) if s.people else None
    own = s.say("their" if s.people else "its", name="")
    if not own.strip() or not said.startswith(own):
        return None
    return s.say("where.whose", what=said.removeprefix(own).replace(f" plus {own}", " plus "))


def _such_called(s: Sayer, expr: e.Apply, denied: bool) -> str | None:
    name = expr.target.name if isinstance(expr.target, e.Name) else ""
    if len(expr.args) != 1:
        return None
    if name in ("any", "none"):
        arg = expr.args[0]
        if isinstance(arg, e.Member) and _is_it(arg.owner):
            member = s.names.member(arg.name.name)
            words = member_words(member) if member is not None else s.word(arg.name.name)
            return s.say("where.none" if (name == "none") != denied else "where.some", what=words)
        return None
    if name in s.names.defines and _is_it(expr.args[0]):
        words = s.word(name)
        if words.startswith(VERBS):
            return None if denied else s.say("where.can", what=words)
        return s.say("where.arenot" if denied else "where.are", what=words)
    return None
