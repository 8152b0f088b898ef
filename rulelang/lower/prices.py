"""What an option costs: numbers that must be there and things that must cover it, and the code that pays them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.ast import expressions as x
from rulelang.ast import statements as s
from rulelang.ast.node import Expr, Ident
from rulelang.check import bundles
from rulelang.check import types as t
from rulelang.check.calls import Target
from rulelang.check.dice import faces_named, is_die
from rulelang.check.symbols import ContainerSym, KindInfo
from rulelang.diagnostics import codes
from rulelang.lower.block import Block
from rulelang.lower.changing import discard, move
from rulelang.lower.events import change
from rulelang.lower.secrecy import reads_hidden
from rulelang.program import code as c
from rulelang.program import expr as e
from rulelang.program.code import Cover, Price, Weight
from rulelang.program.expr import Ex, LocalSet
from rulelang.source import Span

ONE_WORD = 1  # the word of a price in kinds or in worth: no symbol of a game has so low an id


@dataclass
class Things:
    """What things pay: all of a set (`cover` None: `this`), or a smallest cover, picked by who pays."""

    cover: Cover | None
    group: Ex
    type: t.SetT
    target: Target | None
    name: str
    span: Span
    places: tuple[Expr | None, Expr | None] = (None, None)


@dataclass
class Prices:
    """A whole price: what is looked at before the option is offered, and what is paid once it is picked."""

    numbers: list[Price] = field(default_factory=list)
    things: list[Things] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    @property
    def covers(self) -> tuple[Cover, ...]:
        return tuple(things.cover for things in self.things if things.cover is not None)


def price(block: Block, needs: tuple[s.Need, ...]) -> Prices:
    """Read a price. `from` and `to` belong to the need they follow; a need without them takes the next one's."""
    found = Prices()
    source: Expr | None = None
    target: Expr | None = None
    for need in reversed(needs):
        source, target = need.source or source, need.target or target
        _Need(block, need, source, target, found).read()
    found.numbers.reverse()
    found.things.reverse()
    _serve_once(block, found)
    return found


def _serve_once(block: Block, found: Prices) -> None:
    """A thing serves one need: what pays by being `this` pays nothing else."""
    for own in [things.group for things in found.things if things.cover is None]:
        for things in found.things:
            if things.cover is not None:
                var = block.low.world.fresh_var()
                others = e.Filter(things.cover.things, var, e.Not(e.InSet(e.Var(var), own)))
                things.cover = things.cover.but(things=others)


@dataclass
class _Need:
    """One part of a price."""

    block: Block
    need: s.Need
    source: Expr | None
    target: Expr | None
    found: Prices

    def read(self) -> None:
        match self.need.what:
            case x.Name(name="this"):
                ex, type_ = self.block.low.elab.group(self.need.what, self.block.scope)
                to = self._target(self.need.target, type_)
                self.found.things.append(Things(None, ex, type_, to, "this", self.need.span))
            case x.Formula(count=count, name=x.Name() as name):
                self._some(count, name)
            case x.Formula(count=count, name=name):
                self._track(count, name)
            case x.Name(name=name) as what if name in faces_named(self.block.low.world) and self._is_word(what):
                self._some(x.Number(value=1, span=what.span), what)
            case what:
                self._bundle(what)

    def _is_word(self, what: x.Name) -> bool:
        return self.block.scope.local(what.name) is None and self.block.scope.member(what.name) is None

    def _some(self, count: Expr, name: x.Name) -> None:
        """`2 cards`, `10 worth`, `2 search`, `5 clues`: which it is the things that may pay decide."""
        low = self.block.low
        kind = low.world.plurals.get(name.name) or low.world.kinds.get(name.name)
        if kind is not None:
            self._of_kind(count, kind)
            return
        things = self._things(quiet=True) if self.source is not None else None
        if things is not None and isinstance(things[1].of, t.EntityT):
            of = things[1].of
            symbol = of.kind.member(name.name) or low.elab.member_below(of.kind, name.name)
            if symbol is not None and not isinstance(symbol, ContainerSym):
                self._of_worth(count, name, things, of)
                return
            if is_die(of) and name.name in faces_named(low.world):
                number = low.elab.number(count, self.block.scope)[0]
                self._cover(bundles.of_word(bundles.box_word(low.world, name.name), number), (), things, name.name)
                return
        self._track(count, name)

    def _track(self, count: Expr, name: Expr) -> None:
        low, scope = self.block.low, self.block.scope
        ref = low.elab.ref(name, scope)
        if ref is None:
            return
        amount, _ = low.elab.number(count, scope)
        if not isinstance(ref[1], t.NumberT | t.AnyT):
            low.findings.report(codes.WRONG_TYPE, name.span, f"a number pays a price, not {t.describe(ref[1])}")
            return
        self.found.numbers.append(Price(ref[0], amount))
        self.found.spans.append(self.need.span)

    def _of_kind(self, count: Expr, kind: KindInfo) -> None:
        things = self._things()
        if things is None:
            return
        number, _ = self.block.low.elab.number(count, self.block.scope)
        var = self.block.low.world.fresh_var()
        counts = Weight(ONE_WORD, var, e.IsOneOf(e.Var(var), kind.entities))
        self._cover(bundles.of_word(ONE_WORD, number), (counts,), things, kind.name)

    def _of_worth(self, count: Expr, name: x.Name, things: tuple[Ex, t.SetT], of: t.EntityT) -> None:
        low = self.block.low
        number, _ = low.elab.number(count, self.block.scope)
        var = low.world.fresh_var()
        value, type_ = low.elab.member_of(e.Var(var), of, Ident(name=name.name, span=name.span), name.span, self.block.scope)
        if not isinstance(type_, t.NumberT | t.AnyT):
            low.findings.report(codes.WRONG_TYPE, name.span, f"a number pays a price, not {t.describe(type_)}")
            return
        self._cover(bundles.of_word(ONE_WORD, number), (Weight(ONE_WORD, var, value),), things, name.name)

    def _bundle(self, what: Expr) -> None:
        """A bundle that is worked out: dice and things cover its boxes, the doer's tracks those that are named after them."""
        low, scope = self.block.low, self.block.scope
        boxes, type_ = low.elab.value(what, scope, t.BUNDLE)
        if not isinstance(type_, t.BundleT):
            return
        things = self._things()
        if things is None:
            return
        self._cover(boxes, (), things, "dice")
        for word, track in low.world.track_words.items():
            ref = low.elab.ref(x.Name(name=track, span=what.span), scope) if scope.member(track) is not None else None
            if ref is not None:
                self.found.numbers.append(Price(ref[0], e.BoxSum(boxes, word)))
                self.found.spans.append(self.need.span)

    def _cover(self, boxes: Ex, weights: tuple[Weight, ...], things: tuple[Ex, t.SetT], name: str) -> None:
        group, type_ = things
        last = self.found.things[-1] if self.found.things else None
        if last is not None and last.cover is not None and last.places == (self.source, self.target) and not (weights or last.cover.weights):
            parts = last.cover.boxes.parts if isinstance(last.cover.boxes, e.Concat) else (last.cover.boxes,)
            last.cover = last.cover.but(boxes=e.Concat((boxes, *parts)))  # needs of one source are one cover
            return
        to = self._target(self.target, type_)
        cover = Cover(boxes, group, weights)
        self.found.things.append(Things(cover, group, type_, to, name, self.need.span, (self.source, self.target)))

    def _things(self, quiet: bool = False) -> tuple[Ex, t.SetT] | None:
        """What may pay; None after a finding, or where it is no set of things."""
        low = self.block.low
        if self.source is None:
            low.findings.report(
                codes.WRONG_TYPE, self.need.span, "a price in things must say where they lie", help="add `from PLACE`"
            )
            return None
        before = len(low.findings.items)
        group, of = low.elab.group(self.source, self.block.scope)
        if quiet:
            del low.findings.items[before:]
        if isinstance(of.of, t.EntityT):
            return group, of
        if not quiet and not isinstance(of.of, t.AnyT):
            low.findings.report(
                codes.WRONG_TYPE, self.source.span, f"things should pay this, not {t.describe(of.of)}",
                help="loose dice pay nothing: let the dice lie in a pile",
            )
        return None

    def _target(self, target: Expr | None, of: t.SetT) -> Target | None:
        if target is None:
            return None
        kind = of.of.kind if isinstance(of.of, t.EntityT) else None
        return self.block.low.elab.target(target, self.block.scope, kind)


# --- paying ----------------------------------------------------------------------------------------------


def pay(block: Block, prices: Prices) -> None:
    """The code that pays a price, at the start of the option's body: things first, so that what a lost number brings
    about finds them paid."""
    for things in prices.things:
        _pay_things(block, things)
    for part in prices.numbers:
        change(block, part.ref, part.amount, -1, prices.spans[0])


def _pay_things(block: Block, things: Things) -> None:
    if not isinstance(things.type.of, t.EntityT):
        return
    if things.cover is None:
        _put(block, things.group, things)
        return
    capacity = t.capacity(things.type)
    picked = block.frame.set_cells(capacity)
    secret = reads_hidden(block.low, things.cover.things, block.you)
    block.emit(c.PickCover(picked, things.cover, capacity, things.name, block.you, secret, span=things.span))
    _put(block, LocalSet(picked), things)


def _put(block: Block, group: Ex, things: Things) -> None:
    if things.target is None:
        discard(block, group, things.type, things.span)
    else:
        move(block, group, things.type, things.target.place, things.span)

