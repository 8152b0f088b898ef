"""Events in plain English: one table of phrases, and what fills their holes.

`PHRASES` are translated, each by its key as the context, into the Program's language; nothing else here is English, apart
from names, which come from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter import events as ev
from interpreter.sharing import SHARES
from interpreter.witness import TABLE
from rulelang.messages.words import catalog_for, fill, say_in
from rulelang.program.tables import Container, DieTable, Face, Program, Variable

PHRASES: dict[str, str] = {
    "and": "{most} and {last}",
    "entered": "{what} begins",
    "entered.again": "{what} {n} begins",
    "entered.you": "{you}'s {what}",
    "moved": "{thing} goes to {target}",
    "moved.from": "{thing} goes from {source} to {target}",
    "moved.drawn": "{thing} is drawn from {source}",
    "moved.to_owner": "{thing} comes to {owner} as {title}",
    "moved.within": "{thing} becomes the {title} of {owner}",
    "moved.then": "{drawn} and {comes}",
    "moved.dice": "{dice} to {target}",
    "moved.box": "{thing} leaves the game",
    "walked": "{who} moves to {target}",
    "walked.paid": "{who} moves to {target}: {paid}",
    "walked.away": "{who} leaves {source}",
    "changed.gain": "{owner} gains {n} {what}: {new} now",
    "changed.lose": "{owner} loses {n} {what}: {new} left",
    "changed.left": "{new} {what} left",
    "changed.rise": "{what}: up by {n} to {new}",
    "changed.fall": "{what}: down by {n} to {new}",
    "changed.set": "{what} is now {new}",
    "changed.flag": "{owner}: {what}",
    "changed.owner": "{owner}'s {what}: {new}",
    "rolled": "{who} rolls {faces}",
    "rolled.nobody": "The dice show {faces}",
    "rolled.none": "{who} has no dice to roll",
    "rerolled": "{who} throws {n} again: {faces}",
    "turned": "A {die} die is turned to {face}",
    "locked": "{who} locks {n}: {faces}",
    "chosen": "{who} chooses: {label}",
    "chosen.pass": "{who} passes",
    "chosen.secret": "{who} has chosen",
    "shown": "{who} may look at {things}",
    "shown.secret": "{who} may look at something",
    "shuffled": "{what} is shuffled",
    "finished.win": "The players win",
    "finished.defeat": "The players lose",
    "finished.win.seat": "{who} wins",
    "finished.defeat.seat": "{who} loses",
    "amount": "{n} {what}",
    "why": "{sentence}: {text}",
    "place.game": "{title}",
    "place.common": "the {title}",
    "place.player": "{owner}'s {title}",
    "place.other": "the {title} of {owner}",
    "nobody": "The game",
    "nothing": "nothing",
    "something": "Something unseen",
    "box": "the box",
    "yes": "yes",
    "no": "no",
    "die": "1 die",
    "dice": "{n} dice",
}


class Teller:
    """Says events of one Program in words. `names` are those of the seats, the first for seat 1."""

    def __init__(self, program: Program, names: Sequence[str] = (), phrases: Mapping[str, str] = PHRASES) -> None:
        self.program = program
        self.names = tuple(names)
        self.phrases = phrases
        self.dice_things = frozenset(thing for thing, _ in program.things_dice)

    def say(self, key: str, **holes: object) -> str:
        """A phrase with its holes filled; it has plural forms where it has a hole `n`."""
        n = holes.get("n")
        count = n if isinstance(n, int) else None
        return fill(catalog_for(self.program.language), self.phrases[key], count, None, key, holes)

    def entity(self, entity: int) -> str:
        """A player's name, or the title of anything else; 0 is nothing."""
        if not 0 < entity <= len(self.program.entities):
            return self.say("nothing")
        row = self.program.entities[entity - 1]
        if row.sort == "player":
            return self.names[entity - 1] if entity <= len(self.names) else seat_name(self.program, entity)
        if row.part_of:
            return f"{self.entity(row.part_of)} ({row.title})"
        return row.title or in_words(row.name)

    def value(self, value: int, sort: str) -> str:
        """A value as a person would write it."""
        if sort == "flag":
            return self.say("yes" if value else "no")
        if sort == "entity":
            return self.entity(value)
        symbols = self.program.symbols
        if sort in ("symbol", "face") and 0 <= value - 1001 < len(symbols):
            return self.program.words[value - 1001] if self.program.words else in_words(symbols[value - 1001])
        if sort == "symbol":
            return self.say("nothing")
        return str(value)

    def happening(self, index: int) -> str:
        """What a phase or rule is called."""
        return self.program.phases[index] if self.program.phases else in_words(self.program.happenings[index])

    def rule(self, name: str) -> str:
        """What a routine is called; one that begins unheard of has only its name in the rules."""
        happenings = self.program.happenings
        return self.happening(happenings.index(name)) if name in happenings else in_words(name)

    def place(self, container: int, owner: int) -> str:
        """A container with whose it is."""
        if not 0 <= container < len(self.program.containers):
            return self.say("box")
        row = self.program.containers[container]
        title = plain_title(row)
        if owner == 0:
            return self.say("place.common" if title[:1].islower() else "place.game", title=title)
        sort = self.program.entities[owner - 1].sort
        key = "place.player" if sort == "player" else "place.other"
        return self.say(key, title=title, owner=self.entity(owner))

    def faces(self, die: int, faces: Sequence[int]) -> str:
        """What dice show, in their order."""
        table = self.program.dice[die].faces
        return ", ".join(face_words(table[face]) for face in faces)

    def dice(self, n: int) -> str:
        """How many dice."""
        return self.say("die") if n == 1 else self.say("dice", n=n)

    def row(self, things: Sequence[str]) -> str:
        """A list as in a sentence."""
        if len(things) < 2:
            return things[0] if things else self.say("nothing")
        return self.say("and", most=", ".join(things[:-1]), last=things[-1])

    def who(self, seat: int) -> str:
        """A seat's name, or the game where it is nobody's."""
        return self.entity(seat) if seat else self.say("nobody")


def in_words(name: str) -> str:
    """An identifier as words."""
    return name.replace("_", " ")


def face_words(row: Face | DieTable) -> str:
    """A side of a die, or a die itself, as words."""
    return row.title or in_words(row.name if isinstance(row, DieTable) else row.label)


def seat_name(program: Program, seat: int) -> str:
    """How a player is called who has no name."""
    return say_in(program.language, "Player {seat}", seat=seat)


def title_of(row: Container | Variable) -> str:
    """The printed title, else the name."""
    return row.title or in_words(row.name)


def plain_title(row: Container | Variable) -> str:
    """As it stands inside a sentence: in small letters, unless the file gives it a title of its own."""
    name = in_words(row.name)
    return name if title_of(row).casefold() == name.casefold() else row.title


def sentence(event: ev.Event, program: Program, names: Sequence[str] = ()) -> str:
    """One event in plain English, without a full stop."""
    return tell(Teller(program, names), event)


def tell(teller: Teller, event: ev.Event) -> str:
    """One event in the teller's language."""
    return _TELL[type(event)](teller, event)


def _entered(t: Teller, event: ev.Entered) -> str:
    what = t.happening(event.happening) if event.happening >= 0 else in_words(event.rule)
    if event.you:
        return t.say("entered.you", you=t.entity(event.you), what=what)
    return _capital(t.say("entered", what=what))


def _moved(t: Teller, event: ev.Moved) -> str:
    thing = t.entity(event.thing) if event.thing else t.say("something")
    if event.target == TABLE and event.source >= 0:
        return t.say("moved.drawn", thing=thing, source=t.place(event.source, event.source_owner))
    if event.target < 0:
        return t.say("moved.box", thing=thing)
    target = t.place(event.target, event.target_owner)
    row = t.program.containers[event.target]
    if row.word == "slot" and event.target_owner and t.program.entities[event.target_owner - 1].sort == "place":
        within = event.source >= 0 and event.source_owner == event.target_owner
        words = "moved.within" if within else "moved.to_owner"
        return t.say(words, thing=thing, owner=t.entity(event.target_owner), title=plain_title(row))
    if event.source < 0:
        return t.say("moved", thing=thing, target=target)
    return t.say("moved.from", thing=thing, source=t.place(event.source, event.source_owner), target=target)


def _walked(t: Teller, event: ev.Walked) -> str:
    if not event.target:
        return t.say("walked.away", who=t.entity(event.who), source=t.entity(event.source))
    return t.say("walked", who=t.entity(event.who), target=t.entity(event.target))


def counted(row: Variable, n: int) -> str:
    """How `n` of a track are called: `clue`, `clues`; by its title where it has one of its own."""
    if row.title.casefold() != row.name.replace("_", " ").casefold():
        return row.title
    return (row.plural if n != 1 and row.plural else row.name).replace("_", " ")


def _changed(t: Teller, event: ev.Changed) -> str:
    row = t.program.variables[event.variable]
    what, up = title_of(row), event.new - event.old
    owner = t.entity(event.owner) if event.owner else ""
    if not row.track or up == 0:
        new = t.value(event.new, row.sort)
        if owner and row.sort == "flag" and event.new:
            return t.say("changed.flag", owner=owner, what=plain_title(row))
        return (
            t.say("changed.owner", owner=owner, what=plain_title(row), new=new)
            if owner
            else _capital(t.say("changed.set", what=what, new=new))
        )
    if owner:
        what = counted(row, abs(up))
        return t.say("changed.gain" if up > 0 else "changed.lose", owner=owner, n=abs(up), what=what, new=event.new)
    return _capital(t.say("changed.rise" if up > 0 else "changed.fall", what=what, n=abs(up), new=event.new))


def _rolled(t: Teller, event: ev.Rolled) -> str:
    faces = t.faces(event.die, event.faces)
    if not event.faces:
        return t.say("rolled.none", who=t.who(event.seat))
    if not event.seat:
        return t.say("rolled.nobody", faces=faces)
    return t.say("rolled", who=t.entity(event.seat), faces=faces)


def _thrown(t: Teller, event: ev.Rerolled | ev.Locked) -> str:
    n, faces = t.dice(len(event.positions)), t.faces(event.die, event.faces)
    return t.say(event.kind, who=t.who(event.seat), n=n, faces=faces)


def _turned(t: Teller, event: ev.Turned) -> str:
    return t.say("turned", die=face_words(t.program.dice[event.die]), face=t.faces(event.die, (event.face,)))


def _chosen(t: Teller, event: ev.Chosen) -> str:
    who = t.who(event.seat)
    if event.option == "":
        return t.say("chosen.secret", who=who)
    if not event.label:
        return t.say("chosen.pass", who=who)
    if event.label.startswith(who + " ") and not event.option.startswith(SHARES):
        return event.label  # "Ann gives Bob a clue" says who already
    return t.say("chosen", who=who, label=event.label)


def _shown(t: Teller, event: ev.Shown) -> str:
    who = t.row([t.entity(seat) for seat in event.seats])
    if not event.things:
        return t.say("shown.secret", who=who)
    return t.say("shown", who=who, things=t.row([t.entity(thing) for thing in event.things]))


def _shuffled(t: Teller, event: ev.Shuffled) -> str:
    return _capital(t.say("shuffled", what=t.place(event.container, event.owner)))


def _finished(t: Teller, event: ev.Finished) -> str:
    key = f"finished.{event.result}" + (".seat" if event.seat else "")
    words = t.say(key, who=t.entity(event.seat))
    return t.say("why", sentence=words, text=event.text) if event.text else words


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


_TELL: dict[type[ev.Event], Callable[[Teller, Any], str]] = {
    ev.Entered: _entered,
    ev.Moved: _moved,
    ev.Walked: _walked,
    ev.Changed: _changed,
    ev.Rolled: _rolled,
    ev.Rerolled: _thrown,
    ev.Locked: _thrown,
    ev.Turned: _turned,
    ev.Chosen: _chosen,
    ev.Shown: _shown,
    ev.Shuffled: _shuffled,
    ev.Finished: _finished,
}
