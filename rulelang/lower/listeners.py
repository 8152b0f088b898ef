"""Who listens to what: the triggers sorted by what they speak at, before any statement is lowered."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from rulelang.ast import declarations as d
from rulelang.ast import expressions as x
from rulelang.ast.node import Expr
from rulelang.check.scope import Scope
from rulelang.check.symbols import Bend, Happening, KindInfo
from rulelang.diagnostics import codes, did_you_mean
from rulelang.lower.lowering import Lowering
from rulelang.program.expr import Const, This, You

Key = tuple[str, int, str]  # a happening or an option of one: ("happening", id, "") or ("option", choice id, name)


@dataclass
class Bends:
    """The triggers round one happening or option."""

    before: list[Bend] = field(default_factory=list)
    instead: list[Bend] = field(default_factory=list)
    after: list[Bend] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.before or self.instead or self.after)


@dataclass(frozen=True)
class Watcher:
    """A trigger on an event of things: of which kind; `own`: only of the thing it is written on."""

    bend: Bend
    kind: KindInfo
    own: bool


@dataclass
class Listeners:
    """All triggers, by what they speak at."""

    round: dict[Key, Bends] = field(default_factory=lambda: defaultdict(Bends))
    reaches: dict[int, list[tuple[int, Bend, bool]]] = field(default_factory=lambda: defaultdict(list))
    enters: list[Watcher] = field(default_factory=list)
    leaves: list[Watcher] = field(default_factory=list)
    runs_out: dict[int, list[tuple[Bend, bool]]] = field(default_factory=lambda: defaultdict(list))
    draws: dict[int, list[tuple[Bend, bool]]] = field(default_factory=lambda: defaultdict(list))
    whenever: list[Bend] = field(default_factory=list)

    def bends(self, happening: Happening) -> Bends:
        return self.round.get(("happening", happening.id, ""), Bends())

    def option(self, choice: Happening, name: str) -> Bends:
        return self.round.get(("option", choice.id, name), Bends())

    def stops(self, variable: int) -> tuple[int, ...]:
        """The values of a variable that someone listens for."""
        return tuple(sorted({value for value, _, _ in self.reaches.get(variable, ())}))


def bend_scope(low: Lowering, bend: Bend, you_kind: KindInfo | None = None) -> Scope:
    """The outermost scope of a trigger's or offer's body."""
    kind = bend.kind
    doer = you_kind or low.world.player
    if kind is not None and kind.is_player:
        return Scope(low.world, You(), kind, You(), kind, bend.ids)
    if kind is not None and bend.ids:
        return Scope(low.world, You(), doer, This(), kind, bend.ids)
    return Scope(low.world, You(), doer)


def gather(low: Lowering) -> Listeners:
    """Sort every trigger of the game by what it speaks at."""
    found = Listeners()
    options = named_options(low)
    for bend in low.world.triggers:
        assert isinstance(bend.decl, d.Trigger)
        match bend.decl.head:
            case d.Before(targets=targets):
                for target in targets:
                    _add(low, found, options, target, "before", bend)
            case d.After(targets=targets):
                for target in targets:
                    _add(low, found, options, target, "after", bend)
            case d.InsteadOf(targets=targets):
                for target in targets:
                    _add(low, found, options, target, "instead", bend)
            case d.Whenever():
                found.whenever.append(bend)
            case head:
                _event(low, found, head, bend)
    return found


def named_options(low: Lowering) -> dict[str, list[Key]]:
    """Every named option of a declared choice, by its name, those that are offered included."""
    found: dict[str, list[Key]] = defaultdict(list)

    def add(choice: Happening, options: tuple[object, ...]) -> None:
        for option in options:
            name = getattr(option, "name", None)
            if name is not None:
                found[name.name].append(("option", choice.id, name.name))

    for happening in low.world.every_happening:
        if isinstance(happening.decl, d.Choice):
            add(happening, happening.decl.options)
    for bend in low.world.offers:
        assert isinstance(bend.decl, d.Offer)
        for target in bend.decl.choices:
            choice = choice_named(low, target, bend.kind)
            if choice is not None:
                add(choice, bend.decl.options)
    return found


def choice_named(low: Lowering, target: Expr, kind: KindInfo | None = None) -> Happening | None:
    """The choice an offer is in; an unknown one is reported."""
    found = happening_named(low, target, kind)
    if found is not None and found.sort == "choice":
        return found
    name = _told(target)
    choices = [name for name, item in low.world.happenings.items() if item.sort == "choice"]
    near = did_you_mean(name, choices)
    low.findings.report(
        codes.UNKNOWN_NAME, target.span, f"there is no choice `{name}`", help=f"did you mean `{near}`?" if near else None
    )
    return None


def happening_named(low: Lowering, target: Expr, kind: KindInfo | None = None) -> Happening | None:
    """The happening of a name, of the game or (`being.foretold`, or in a kind) of a kind."""
    world = low.world
    if isinstance(target, x.Name):
        own = kind.happening(target.name) if kind else None
        found = own or world.happenings.get(target.name)
        if found is None:
            held = [item for item in world.every_happening if item.name == target.name]
            found = held[0] if len(held) == 1 else None
        return found
    if isinstance(target, x.Member) and isinstance(target.owner, x.Name):
        owner = world.kinds.get(target.owner.name)
        return owner.happening(target.name.name) if owner else None
    return None


def _told(target: Expr) -> str:
    match target:
        case x.Name(name=name):
            return name
        case x.Member(owner=owner, name=name):
            return f"{_told(owner)}.{name.name}"
        case x.Apply(target=inner):
            return _told(inner)
    return "?"


def _add(
    low: Lowering, found: Listeners, options: dict[str, list[Key]], target: Expr, where: str, bend: Bend
) -> None:
    happening = happening_named(low, target, bend.kind)
    if happening is not None:
        getattr(found.round[("happening", happening.id, "")], where).append(bend)
        return
    key = _option_key(low, options, target)
    if key is not None:
        getattr(found.round[key], where).append(bend)


def _option_key(low: Lowering, options: dict[str, list[Key]], target: Expr) -> Key | None:
    name = _told(target)
    keys = options.get(name.rpartition(".")[2], [])
    if "." in name:
        choice = low.world.happenings.get(name.partition(".")[0])
        keys = [key for key in keys if choice is not None and key[1] == choice.id]
    if len(set(keys)) == 1:
        return keys[0]
    if keys:
        low.findings.report(
            codes.AMBIGUOUS, target.span, f"several choices have an option `{name}`",
            help="say which: `CHOICE.OPTION`",
        )
        return None
    known = [*low.world.happenings, *options]
    near = did_you_mean(name, known)
    low.findings.report(
        codes.UNKNOWN_NAME, target.span, f"there is no rule, phase, choice or option `{name}`",
        help=f"did you mean `{near}`?" if near else None,
    )
    return None


# --- events ----------------------------------------------------------------------------------------------


def _event(low: Lowering, found: Listeners, head: object, bend: Bend) -> None:
    scope = bend_scope(low, bend)
    match head:
        case d.Reaches(track=track, value=value):
            ref = low.elab.ref(track, scope)
            if ref is None:
                return
            number, _ = low.elab.value(value, scope, ref[1])
            if not isinstance(number, Const):
                low.unsupported(value.span, "listening for a value that changes")
            else:
                found.reaches[ref[0].variable].append((number.value, bend, _is_own(track)))
        case d.Enters(what=what):
            _watch(low, found.enters, what, bend)
        case d.Leaves(what=what):
            _watch(low, found.leaves, what, bend)
        case d.RunsOut(place=place):
            source = low.elab.source(place, scope)
            if source is not None:
                found.runs_out[source[0].container].append((bend, _is_own(place)))
        case d.DrawFrom(place=place):
            source = low.elab.source(place, scope)
            if source is not None:
                found.draws[source[0].container].append((bend, _is_own(place)))


def _is_own(track: Expr) -> bool:
    return isinstance(track, x.Member) and isinstance(track.owner, x.Name) and track.owner.name == "this"


def _watch(low: Lowering, watchers: list[Watcher], what: Expr, bend: Bend) -> None:
    name = _told(what)
    if name == "this" and bend.kind is not None:
        watchers.append(Watcher(bend, bend.kind, True))
        return
    kind = low.world.kinds.get(name)
    if kind is None:
        near = did_you_mean(name, low.world.kinds)
        low.findings.report(
            codes.UNKNOWN_NAME, what.span, f"there is no kind `{name}`", help=f"did you mean `{near}`?" if near else None
        )
        return
    watchers.append(Watcher(bend, kind, False))
