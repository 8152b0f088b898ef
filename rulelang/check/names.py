"""Names and members: what a bare name or `x.y` stands for, and the Ex that reads it."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.ast import expressions as x
from rulelang.ast.node import Expr, Ident
from rulelang.check import bundles, dice
from rulelang.check import types as t
from rulelang.check.resolving import Resolving
from rulelang.check.scope import Scope
from rulelang.check.symbols import (
    CardsSym,
    ContainerSym,
    DefineSym,
    DieSym,
    EntitySym,
    KindInfo,
    LocalSym,
    SettingSym,
    Symbol,
    VariableSym,
    WordsSym,
)
from rulelang.check.types import Type
from rulelang.check.world import World
from rulelang.diagnostics import Findings, codes, did_you_mean
from rulelang.program import expr as e
from rulelang.program.expr import Const, Ex
from rulelang.source import Span

Typed = tuple[Ex, Type]
NOUGHT: Typed = (e.Var(-1), t.ANY)
ACTS = frozenset({"win", "defeat", "stop", "nothing", "cancel", "proceed"})  # statements that are one word
SPECIAL = ("you", "this", "holder", "yes", "no", "none", "it", "value", "players")


class Names(Resolving):
    """The half of the Elaborator that looks names up."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.findings: Findings = world.findings

    # --- bare names --------------------------------------------------------------------------------------

    def name(self, node: x.Name, scope: Scope, want: Type | None) -> Typed:
        local = scope.local(node.name)
        if local is not None:
            local.used = True
            return local.ex, local.type
        special = self._special(node, scope)
        if special is not None:
            return special
        word = self._word_wanted(node.name, want)
        if word is not None:
            return word
        symbol, owner = self.find(node, scope)
        if symbol is None:
            return self._plural_or_word(node, scope)
        return self.read(symbol, owner, node.span, scope)

    def _special(self, node: x.Name, scope: Scope) -> Typed | None:
        match node.name:
            case "yes":
                return Const(1), t.FLAG
            case "no":
                return Const(0), t.FLAG
            case "none":
                return Const(0), t.NONE
            case "players":
                return e.Players(), t.SetT(t.EntityT(self.world.player))
            case "you":
                return self._doer(node, scope)
            case "this":
                if scope.this is None or scope.this_kind is None:
                    self.findings.report(
                        codes.MISPLACED, node.span, "`this` stands only in a kind or a card",
                        help="name the thing that is meant",
                    )
                    return NOUGHT
                return scope.this, t.EntityT(scope.this_kind)
            case "holder":
                found = scope.holder()
                if found is None:
                    self.findings.report(codes.MISPLACED, node.span, "`holder` stands only in a kind or a card")
                    return NOUGHT
                return found
        return None

    def _doer(self, node: Expr, scope: Scope) -> Typed:
        you = scope.doer()
        if you is None:
            self.findings.report(
                codes.NO_DOER, node.span, "nobody is doing this, so `you` means no one",
                help="say who: `for P:` or `each player:`",
            )
            return NOUGHT
        return you, t.EntityT(scope.you_kind or self.world.player)

    def _word_wanted(self, name: str, want: Type | None) -> Typed | None:
        words = want.words if isinstance(want, t.Hint) else want
        if isinstance(words, t.SymbolT) and name in words.words:
            return Const(words.ids[words.words.index(name)]), words
        if isinstance(words, t.FaceT) and name in words.labels:
            return Const(words.values[words.labels.index(name)]), words
        return None

    def find(self, node: x.Name | Ident, scope: Scope) -> tuple[Symbol | None, Ex | None]:
        """A member of the doer or a name of the game; both is a finding."""
        member, own = scope.member(node.name), self.world.values.get(node.name)
        if member is not None and own is not None:
            self.findings.report(
                codes.AMBIGUOUS, node.span, f"`{node.name}` could be the doer's or the game's",
                help=f"say `you.{node.name}`, or rename one of them",
                related=[(member.span, "the doer's"), (own.span, "the game's")],
            )
        if member is not None:
            return member, scope.doer()
        return own, None

    def _plural_or_word(self, node: x.Name, scope: Scope) -> Typed:
        kind = self.world.plurals.get(node.name)
        if kind is not None:
            return self.all_of(kind)
        if node.name in self.world.words:
            ids = (self.world.words[node.name],)
            lists = [list_ for list_ in self.world.lists.values() if node.name in list_.words]
            return Const(ids[0]), lists[0] if len(lists) == 1 else t.SymbolT(None, (node.name,), ids)
        self.unknown(node.name, node.span, scope)
        return NOUGHT

    def all_of(self, kind: KindInfo) -> Typed:
        """The set of all members of a kind; of players, those seated."""
        if kind.is_player:
            return e.Players(), t.SetT(t.EntityT(kind))
        return e.Entities(kind.entities), t.SetT(t.EntityT(kind))

    def unknown(self, name: str, span: Span, scope: Scope) -> None:
        """Report a name nobody declares, with the nearest there is."""
        if name in self.world.silenced or name in self.world.unknown:
            return
        kind = self.kind_like(name)
        help: str | None = None
        if name in ACTS:
            self.findings.report(codes.MISPLACED, span, f"`{name}` does something: it is no value", help="put it on a line of its own")
            return
        close = did_you_mean(name, (known for known in self.known(scope) if known != name))
        if close is not None:
            help = f"did you mean `{close}`?"
        elif scope.you is None and self.world.player.member(name) is not None:
            self.findings.report(
                codes.NO_DOER, span, f"`{name}` belongs to a player, and nobody is doing this",
                help=f"say whose: `P.{name}`, or `for P:` or `each player:` around it",
            )
            return
        elif scope.this_kind is not None and scope.this_kind.member(name) is not None:
            help = f"did you mean `this.{name}`?"
        elif kind is not None:
            help = f"`{name}` is a kind; for all of them declare a plural, `kind {kind.name} / {kind.name}s`"
        if help is None:
            self.world.unknown.add(name)  # the declaration is missing: one message, not one for each use
        self.findings.report(codes.UNKNOWN_NAME, span, f"unknown name `{name}`", help=help)

    def kind_like(self, name: str) -> KindInfo | None:
        return self.world.kinds.get(name)

    def known(self, scope: Scope) -> Iterable[str]:
        """All names that could stand in a scope."""
        at: Scope | None = scope
        while at is not None:
            yield from (name for name in at.locals if " " not in name)
            at = at.parent
        if scope.you is not None and scope.you_kind is not None:
            yield from scope.you_kind.all_members()
        yield from self.world.values
        yield from self.world.plurals
        yield from self.world.words
        yield from SPECIAL

    # --- what a symbol reads as --------------------------------------------------------------------------

    def read(self, symbol: Symbol, owner: Ex | None, span: Span, scope: Scope) -> Typed:
        """The value of a name: of a slot the thing in it, of a pile its content, of a define its value."""
        symbol.used = True
        match symbol:
            case VariableSym() if isinstance(symbol.type, t.BundleT):
                known = tuple(((id,), e.Boxes(group)) for id, group in symbol.groups.items() if group)
                return e.Case((owner if owner is not None else Const(0),), known or (((-1,), e.Boxes(())),)), symbol.type
            case VariableSym() if isinstance(symbol.type, t.SetT):
                rows = tuple(((id,), e.Union(tuple(e.Single(Const(m)) for m in group))) for id, group in symbol.groups.items())
                return e.Case((owner if owner is not None else Const(0),), rows), symbol.type
            case VariableSym():
                return e.Read(symbol.id, owner, span=span), symbol.type
            case ContainerSym():
                thing = t.EntityT(symbol.of, optional=True)
                if symbol.word == "slot":
                    return e.Held(symbol.id, owner, span=span), thing
                return e.Contents(symbol.id, owner, span=span), t.SetT(t.EntityT(symbol.of))
            case DefineSym():
                return self.call_define(symbol, owner, [], span, scope)
            case SettingSym():
                return symbol.value, symbol.type
            case EntitySym():
                type_ = t.EntityT(symbol.kind)
                return self._copy_of(symbol), type_
            case CardsSym():
                return e.Entities(symbol.ids), t.SetT(t.EntityT(symbol.kind))
            case DieSym():
                return Const(1 + 65536 * (symbol.id + 1)), symbol.type
            case WordsSym() if isinstance(symbol.type, t.SymbolT):
                return e.Union(tuple(e.Single(Const(id)) for id in symbol.type.ids)), t.SetT(symbol.type)
            case LocalSym():
                return symbol.ex, symbol.type
        self.findings.report(codes.WRONG_TYPE, span, f"`{symbol.name}` has no value")
        return NOUGHT

    def _copy_of(self, symbol: EntitySym) -> Ex:
        """A card's name stands for one thing: of several copies the first that lies where it began, else the first."""
        if len(symbol.copies) < 2:
            return Const(symbol.id)
        all_ = e.Entities(symbol.copies)
        home = next((i for i, row in enumerate(self.world.containers) if any(symbol.id in batch for batch in row.content)), None)
        if home is None or self.world.containers[home].owners is not None:
            return e.First(all_)
        var = self.world.fresh_var()
        return e.First(e.Union((e.Filter(all_, var, e.Lies(e.Var(var), home, None)), all_)))

    def copies(self, node: Expr, scope: Scope) -> tuple[int, ...]:
        """The copies of the card that a bare name is, if it is one: what `x is ghoul` asks about."""
        if isinstance(node, x.Name) and scope.local(node.name) is None and scope.member(node.name) is None:
            symbol = self.world.values.get(node.name)
            if isinstance(symbol, EntitySym) and len(symbol.copies) > 1:
                return symbol.copies
        return ()

    # --- members -----------------------------------------------------------------------------------------

    def member(self, node: x.Member, scope: Scope, want: Type | None) -> Typed:
        owner, type_ = self.value(node.owner, scope, None)
        return self.member_of(owner, type_, node.name, node.span, scope)

    def member_of(self, owner: Ex, type_: Type, name: Ident, span: Span, scope: Scope) -> Typed:
        """`owner.name`"""
        match type_:
            case t.AnyT():
                return NOUGHT
            case t.PoolT(die) if die >= 0:
                return self._shown_of(owner, die, name)
            case t.BundleT():
                return self._boxes_of(owner, name)
            case t.FaceT() if name.name in ("locked", "rerolled"):
                flag = scope.local(f"it {name.name}")
                if flag is not None:
                    flag.used = True
                    return flag.ex, t.FLAG
            case t.EntityT(kind):
                found = (dice.shown(self.world, owner, type_, name) if dice.is_die(type_) else None) or self._entity_member(
                    owner, kind, name, span, scope
                )
                if found is not None:
                    return found
            case t.SetT(t.EntityT() as of) if dice.is_die(of):
                found = dice.shown(self.world, owner, type_, name)
                if found is not None:
                    return found
                dice.report_no_face(self.world, name, name.span)
                return NOUGHT
            case t.SetT(t.EntityT()):
                self.findings.report(
                    codes.NO_MEMBER, name.span, f"a set has no `{name.name}`",
                    help=f"say `{name.name} of …` for all of them, or `first(…).{name.name}` for one",
                )
                return NOUGHT
        if not isinstance(type_, t.EntityT):
            self.findings.report(codes.NO_MEMBER, name.span, f"{t.describe(type_)} has no `{name.name}`")
        return NOUGHT

    def _entity_member(self, owner: Ex, kind: KindInfo, name: Ident, span: Span, scope: Scope) -> Typed | None:
        symbol = kind.member(name.name)
        if symbol is None:
            symbol = self.member_below(kind, name.name)
        if symbol is not None:
            return self.read(symbol, owner, span, scope)
        if name.name == "at" and not kind.is_player:
            return e.Standing(owner), t.EntityT(self.world.kinds["place"], True)
        if name.name == "holder":
            return e.Holder(owner), t.EntityT(self.world.holder_kind(kind), True)
        if name.name == "ends" and kind.is_path:
            return e.Ends(owner), t.SetT(t.EntityT(self.world.kinds["place"]))
        if name.name in self.world.silenced:
            return NOUGHT
        members = kind.all_members()
        close = did_you_mean(name.name, members)
        help = f"did you mean `{close}`?" if close else (
            f"it has {', '.join(f'`{member}`' for member in members[:8])}" if members else None
        )
        self.findings.report(
            codes.NO_MEMBER, name.span, f"a `{kind.name}` has no `{name.name}`", help=help,
            related=[(kind.span, f"`{kind.name}` is declared here")],
        )
        return NOUGHT

    def member_below(self, kind: KindInfo, name: str) -> Symbol | None:
        """A member that only some of a kind's members have: read of the others it is nothing."""
        if kind.either:
            parts = {id(found): found for part in kind.either if (found := part.member(name) or self.member_below(part, name))}
            return next(iter(parts.values())) if len(parts) == 1 else None
        below = [other for other in self.world.kinds.values() if other.is_a(kind) and name in other.members]
        return below[0].members[name] if len(below) == 1 else None

    def _shown_of(self, pool: Ex, die: int, name: Ident) -> Typed:
        table = self.world.dice[die]
        word = self.world.words.get(name.name)
        labels = {self.world_word(id) for face in table.faces for id, _ in face.shows}
        if name.name in self.world.silenced:
            return NOUGHT
        if word is None or name.name not in labels:
            close = did_you_mean(name.name, labels)
            self.findings.report(
                codes.FACE_MISSING, name.span, f"the die `{table.name}` has no face `{name.name}`",
                help=f"did you mean `{close}`?" if close else f"its faces show {', '.join(f'`{label}`' for label in sorted(labels)) or 'numbers'}",
            )
            return Const(0), t.NUMBER
        return e.PoolCount(pool, word, die), t.NumberT(0, 99 * 9)

    def _boxes_of(self, bundle: Ex, name: Ident) -> Typed:
        """How much of a word the boxes of a bundle ask for."""
        node = x.Name(name=name.name, span=name.span)
        if bundles.is_written(self.world, node):
            return e.BoxSum(bundle, bundles.box_word(self.world, name.name)), t.NumberT(0, bundles.MOST_IN_BOX)
        bundles.boxes(self.world, node)  # says what is wrong with it
        return NOUGHT

    def world_word(self, id: int) -> str:
        return list(self.world.words)[id - 1001]

    def members_of(self, owners: Ex, of: t.SetT, name: Ident, scope: Scope) -> Typed:
        """`name of owners`: the values of all members of a set, nothing left out."""
        if isinstance(of.of, t.AnyT):
            return e.Union(()), t.SetT(t.ANY)
        kind = of.of.kind if isinstance(of.of, t.EntityT) else None
        symbol = (kind.member(name.name) or self.member_below(kind, name.name)) if kind else None
        if isinstance(symbol, ContainerSym):
            symbol.used = True
            return e.ContentsOf(symbol.id, owners), t.SetT(t.EntityT(symbol.of))
        var = self.world.fresh_var()
        value, type_ = self.member_of(e.Var(var), of.of, name, name.span, scope)
        return e.Map(owners, var, value), t.SetT(t.element(type_))

    # --- kinds, dice, faces ------------------------------------------------------------------------------

    def kind(self, name: Ident) -> KindInfo | None:
        """A kind by its name; unknown is a finding."""
        found = self.world.kinds.get(name.name)
        if found is None:
            close = did_you_mean(name.name, self.world.kinds)
            help = f"did you mean `{close}`?" if close else f"declare it: `kind {name.name}:`"
            self.findings.report(codes.UNKNOWN_NAME, name.span, f"unknown kind `{name.name}`", help=help)
        return found

    def die_named(self, node: Expr) -> int | None:
        """The die a name stands for, if it does."""
        if isinstance(node, x.Name):
            symbol = self.world.values.get(node.name)
            if isinstance(symbol, DieSym):
                symbol.used = True
                return symbol.id
        return None

    def face_type(self, die: int) -> t.FaceT:
        """The type of what a die shows."""
        table = self.world.dice[die]
        values: dict[int, str] = {}
        for face in table.faces:
            values.setdefault(face.value, face.label)
        numeric = all(value < 1001 for value in values)
        return t.FaceT(die, table.name, tuple(values), tuple(values.values()), numeric)
