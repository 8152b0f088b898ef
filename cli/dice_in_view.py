"""The dice on the table: those that are things, where they lie, or else those that fell last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter import events as ev
from interpreter.telling import beginnings
from interpreter.wording import Teller, face_words
from rulelang.diagnostics.visible import visible
from rulelang.program import code as c
from rulelang.program import expr as x

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.views import SeenContainer, View
    from rulelang.program.tables import Program


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice that fell last: whose, what each shows, and which are locked."""

    who: str
    faces: tuple[str, ...]
    marks: tuple[str, ...]  # the same as the rules write them
    locked: tuple[bool, ...]  # for each: it lies and is thrown no more
    feared: tuple[bool, ...]  # for each: it shows what the game has things of, as a monster
    lie: bool = False  # they are things: `who` is then the place where they lie


def dice_in_view(game: Game, seat: int, teller: Teller, view: View | None = None) -> Dice | None:
    """The dice on the table: things in the pile that is thrown from, else those that fell last."""
    for pile in (view or game.view(seat)).containers:
        if thrown(game, pile):
            marks = tuple(game.machine.face_shown(thing) for thing in pile.things)
            kinds = {kind.name for kind in game.program.kinds}
            return Dice(
                visible(teller.place(pile.container, 0)),
                tuple(visible(game.machine.title(thing)) for thing in pile.things),
                marks,
                (False,) * len(marks),
                tuple(mark in kinds for mark in marks),
                lie=True,
            )
    return None if _thrown_from(game.program) else last_dice(game, seat, teller)


def thrown(game: Game, pile: SeenContainer) -> bool:
    """Whether a pile is one that dice are thrown from, and they show something."""
    if pile.owner or not pile.things or not pile.open or pile.container not in _thrown_from(game.program):
        return False
    return all(game.machine.face_shown(thing) for thing in pile.things)


def _thrown_from(program: Program) -> frozenset[int]:
    """The game's containers whose dice the rules throw."""
    if program.face < 0:
        return frozenset()
    groups = (instr.things for routine in program.routines for instr in routine.code if isinstance(instr, c.Throw))
    inner = (group.group if isinstance(group, x.Filter) else group for group in groups)
    return frozenset(group.container for group in inner if isinstance(group, x.Contents) and group.owner is None)


def last_dice(game: Game, seat: int, teller: Teller) -> Dice | None:
    """The dice that fell or were locked last, unless somebody's turn ended since."""
    recent = game.events[-200:]
    turns = beginnings(game.program, game.events)
    locked = _locked(recent)
    for event in reversed(recent):
        if isinstance(event, ev.Rolled | ev.Rerolled | ev.Locked):
            if not event.seen_by(seat) or not event.faces:
                return None
            return _dice(game, event, teller, locked)
        if event.seq in turns:
            return None
    return None


def _dice(game: Game, event: ev.Rolled | ev.Rerolled | ev.Locked, teller: Teller, locked: set[int]) -> Dice:
    faces = game.program.dice[event.die].faces
    shown = [faces[f] for f in event.faces]
    labels = [face_words(face) for face in shown]
    kinds = {kind.name for kind in game.program.kinds}
    return Dice(
        visible(teller.who(event.seat)),
        tuple(visible(label) for label in labels),
        tuple(face.label for face in shown),
        tuple(at in locked for at in range(len(labels))),
        tuple(face.label in kinds for face in shown),
    )


def _locked(events: Iterable[ev.Event]) -> set[int]:
    """The positions locked since the dice fell."""
    found: set[int] = set()
    for event in events:
        if isinstance(event, ev.Rolled):
            found.clear()
        elif isinstance(event, ev.Locked):
            found.update(event.positions)
    return found
