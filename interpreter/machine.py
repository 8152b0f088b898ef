"""The machine: runs a linked Program until it waits for a player or for chance, or is over.

Given a Linked, a nature and a seed it sets the game up. All that changes is in `state`; what is waited for is derived
from it again at any time, so a state can be saved, copied and taken up anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

from interpreter import rng
from interpreter.asks import Entry
from interpreter.faults import Fault
from interpreter.layout import (
    DEPTH,
    FP,
    LOST,
    MAX_STEPS,
    PC,
    QUIET,
    RESULT,
    RESULT_PC,
    RNG,
    WON,
)
from interpreter.link import FILE, Linked
from interpreter.looking import Looking
from interpreter.nature import Nature
from interpreter.runs import refill
from interpreter.sharing import SHARES
from interpreter.waiting import Asking, Choice, Throwing
from interpreter.witness import EVERYONE, witnesses
from rulelang.messages.words import say, say_in
from rulelang.program import code as c
from rulelang.source import NOWHERE, Span


def _fault(error: Fault | RecursionError | ZeroDivisionError) -> Fault:
    """What went wrong, in the rules' own words."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, RecursionError):
        return Fault("deep", say("a value depends on itself without end"))
    return Fault("division", say("a number is divided by 0"))


class Machine(Looking):
    """One running game. `events` is None when nothing is recorded."""

    def __init__(
        self, linked: Linked, nature: Nature, seed: int = 0, names: Sequence[str] | None = None,
        record: bool = True, check_laws: bool = False,
    ) -> None:  # fmt: skip
        self.linked, self.nature, self.check_laws = linked, nature, check_laws
        self.program, self.layout = linked.program, linked.layout
        self.names = tuple(names) if names else tuple(f"Player {seat}" for seat in linked.layout.seats)
        self.events: list[tuple[Any, ...]] | None = None
        self.waiting: Asking | Throwing | None = None
        self._given: int | None = None
        self.state: list[int] = [0] * self.layout.size
        self.state[RNG] = rng.seeded(seed)
        self._set_up()
        if record:
            self.events = []

    # --- setting up --------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Things to their first places, decks shuffled, variables to their first values, the first frame."""
        state, layout, moves = self.state, self.layout, self.linked.moves
        for container, row in enumerate(self.program.containers):
            owners = (0,) if row.owners is None else row.owners
            for owner, things in zip(owners, row.content, strict=False):
                address = layout.address(container, owner)
                if address:
                    moves.put_all(self, state, things, address, False, -1)
        for index in range(len(self.program.variables)):
            self._first_value(index)
        for address, (container, _) in layout.container_at.items():
            if self.program.containers[container].word == "deck":
                moves.shuffle(self, state, address, -1)
        self.push(self.program.main, -1)

    def _first_value(self, index: int) -> None:
        table = self.layout.variables[index]
        first = self.linked.moves.firsts[index]
        if table is None:
            return
        if not table:
            self.state[self.layout.game_variables[index]] = first(self.state, 0)
            return
        waits = self.program.variables[index].when_filled is not None
        for owner in self.program.variables[index].owners or ():
            if table[owner] and not (waits and not self._filled(index, owner)):
                self.state[table[owner]] = first(self.state, owner)

    def _filled(self, index: int, owner: int) -> bool:
        slot = self.program.variables[index].when_filled
        address = self.layout.address(slot, owner) if slot is not None else 0
        return bool(address and self.state[address])

    def push(self, routine: int, back: int) -> None:
        """A frame for a routine without arguments, on top of what runs."""
        state, at = self.state, len(self.state)
        caller = state[FP]
        state.extend((back, caller, routine, 0, 0, 0, 0, 0, state[caller + DEPTH] + 1 if caller else 1))
        state.extend((0,) * self.program.routines[routine].size)
        state[FP] = at
        if back < 0:
            state[PC] = self.linked.starts[routine]

    # --- running -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """On to the next wait or the end. Raises Fault."""
        if self.state[RESULT]:
            self.waiting = None
            return
        self.waiting = None
        self.go(self.state[PC])

    def go(self, pc: int) -> None:
        """Run from an address on."""
        state, ops = self.state, self.linked.ops
        steps = 0
        refill()
        try:
            while pc >= 0:
                pc = ops[pc](self, state, state[FP])  # type: ignore[misc]
                steps += 1
                if steps > MAX_STEPS:
                    raise Fault("steps", say("the rules go on without end and ask nobody anything"))
        except (Fault, RecursionError, ZeroDivisionError) as error:
            place = self._place(error)
            span = place if place != NOWHERE else self.linked.span(pc)
            raise _fault(error).at(span, tuple(self.rules_running())) from None
        if self.check_laws and not state[QUIET]:
            self._look_at_laws()

    def _place(self, error: BaseException) -> Span:
        """The statement that compiled code had got to."""
        trace, line = error.__traceback__, 0
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == FILE:
                line = trace.tb_lineno
            trace = trace.tb_next
        return self.linked.origin(line) if line else NOWHERE

    def _look_at_laws(self) -> None:
        for law, holds in zip(self.program.laws, self.linked.laws, strict=True):
            if not holds(self.state):
                raise Fault("law", say("this no longer holds: {law}", law=law.text), law.span, tuple(self.rules_running()))

    def over(self, result: int, pc: int, at: int = 0) -> None:
        """The game ends: by the instruction at `pc`, -1 for none. `at`: where it stands then, if by none."""
        self.state[RESULT], self.state[RESULT_PC] = result, pc
        self.state[PC] = pc if pc >= 0 else at
        self.waiting = None
        if self.events is not None:
            word = {WON: "win", LOST: "defeat"}.get(result, "over")
            self.note("finished", pc, word, 0, self.text_of(pc))

    def answer(self, index: int) -> None:
        """Take a legal answer and run on. ValueError for one that is not legal."""
        waiting = self.waiting
        if not isinstance(waiting, Asking) or not 0 <= index < waiting.count:
            raise ValueError(f"no such answer: {index}")
        self._given = index
        self.waiting = None
        try:
            self.go(self.state[PC])
        finally:
            self._given = None

    def answer_chance(self, answer: Sequence[int]) -> None:
        """How the dice fell (face indexes) or what was drawn (indexes into the things). ValueError if it cannot be."""
        waiting = self.waiting
        if not isinstance(waiting, Throwing):
            raise ValueError("no chance is waited for")
        size = waiting.faces if waiting.kind == "dice" else len(waiting.things)
        if len(answer) != waiting.count or not all(0 <= a < size for a in answer):
            raise ValueError(f"{waiting.count} numbers from 0 to {size - 1} are wanted")
        if waiting.kind == "pick" and len(set(answer)) != len(answer):
            raise ValueError("the same thing twice")
        self.nature.give(answer)
        self.waiting = None
        self.go(self.state[PC])

    def take_answer(self) -> int | None:
        """The answer that was given, once."""
        given, self._given = self._given, None
        return given

    def load(self, state: Sequence[int]) -> None:
        """Take up a state that was saved at a wait."""
        self.state[:] = state
        self._given = None
        events, self.events = self.events, None
        try:
            self.run()
        finally:
            self.events = events

    def copy(self, record: bool = False, nature: Nature | None = None) -> Machine:
        """A machine that goes on from here on its own."""
        twin = object.__new__(Machine)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.nature = nature or self.nature.copy()
        twin.events = list(self.events) if record and self.events is not None else ([] if record else None)
        if isinstance(self.waiting, Asking):
            twin.waiting = replace(self.waiting, machine=twin)
        return twin

    # --- waiting -----------------------------------------------------------------------------------------

    def wait_for_option(self, pc: int, kind: str, entries: list[Entry], chooser: int) -> None:
        """Wait for an option of an Ask."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.Ask)
        asks = self.linked.asks

        def options(m: Machine) -> tuple[Choice, ...]:
            made = [
                Choice(i, asks.option_id(instr, entry), asks.option_label(m, m.state, m.state[FP], pc, entry),
                       instr.options[entry[0]].span)
                for i, entry in enumerate(entries)
            ]
            if kind != "choose":
                made.append(Choice(len(made), "pass", asks.closing(m, pc, kind), instr.span))
            return tuple(made)

        count = len(entries) + (kind != "choose")
        self._wait(pc, kind, chooser, instr.choice, instr.secret, count, self._prompt(instr.prompt, pc, 2), options)

    def wait_for_member(self, pc: int, members: list[int], chooser: int, values: object) -> None:
        """Wait for a member of a set."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.PickOne | c.PickBy)
        asks, sort = self.linked.asks, instr.sort

        def options(m: Machine) -> tuple[Choice, ...]:
            return tuple(
                Choice(i, asks.member_name(member, sort), asks.shown(member, sort, m), instr.span)
                for i, member in enumerate(members)
            )

        kind = "number" if sort == "number" else "pick"
        secret = isinstance(instr, c.PickOne) and instr.secret
        self._wait(pc, kind, chooser, instr.name, secret, len(members), self._prompt(instr.prompt, pc, 0), options)

    def wait_for_subset(self, pc: int, die: int, subsets: list[tuple[int, ...]], lock: bool, chooser: int) -> None:
        """Wait for some of the dice of a pool."""
        span = self.linked.span(pc)

        def options(m: Machine) -> tuple[Choice, ...]:
            return tuple(Choice(i, *self._subset(die, subset), span) for i, subset in enumerate(subsets))

        language = self.program.language
        word = say_in(language, "Lock which dice?") if lock else say_in(language, "Reroll which dice?")
        self._wait(pc, "dice", chooser, "lock" if lock else "reroll", False, len(subsets), lambda m: word, options)

    def _subset(self, die: int, subset: tuple[int, ...]) -> tuple[str, str]:
        if not subset:
            return "pass", self.words_pass
        faces = [self.program.dice[die].faces[face] for face in subset]
        return "dice:" + ",".join(face.label for face in faces), ", ".join(face.title or face.label for face in faces)

    def note_subset(self, pc: int, die: int, subset: tuple[int, ...], chooser: int) -> None:
        """Note which dice were picked."""
        if self.events is not None:
            word = "lock" if isinstance(self.linked.instrs[pc], c.Lock) else "reroll"
            self.note("chosen", pc, self.seat_of(chooser), word, *self._subset(die, subset))

    def wait_for_things(self, pc: int, ways: Sequence[tuple[int, ...]], chooser: int) -> None:
        """Wait for some things of a set."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.PickSome | c.PickCover)
        span = self.linked.span(pc)

        def options(m: Machine) -> tuple[Choice, ...]:
            rows = [m.some(things) for things in ways]
            alike = Counter(tuple(sorted(label.split(", "))) for _, label in rows)
            return tuple(
                Choice(i, id, label if alike[tuple(sorted(label.split(", ")))] == 1 else m.which_dice(ways[i]), span)
                for i, (id, label) in enumerate(rows)
            )

        secret = isinstance(instr, c.PickCover) and instr.secret
        self._wait(pc, "things", chooser, instr.name, secret, len(ways), lambda m: "", options)

    def some(self, things: Sequence[int]) -> tuple[str, str]:
        """The id of an answer that is some things, and how it reads."""
        if not things:
            return "pass", self.words_pass
        names = [self.face_shown(thing) or self.linked.asks.member_name(thing, "entity") for thing in things]
        return "things:" + ",".join(names), ", ".join(self.title(thing) for thing in things)

    def which_dice(self, things: Sequence[int]) -> str:
        """Some things, each with what die it is and where it lies: for those that show the same and are not alike."""
        return ", ".join(self._which(thing) for thing in things) or self.words_pass

    def _which(self, thing: int) -> str:
        lies = self.place_of(thing)
        row = self.program.containers[lies[0]] if lies is not None else None
        place = (row.title or row.name.replace("_", " ")).lower() if row is not None else ""
        die = self.program.entities[thing - 1].title if self.face_shown(thing) else ""
        told = ", ".join(part for part in (die, place) if part)
        return f"{self.title(thing)} ({told})" if told else self.title(thing)

    def note_things(self, pc: int, things: Sequence[int], chooser: int) -> None:
        """Note which things were picked."""
        if self.events is not None:
            instr = self.linked.instrs[pc]
            assert isinstance(instr, c.PickSome | c.PickCover)
            self.note("chosen", pc, self.seat_of(chooser), instr.name, *self.some(things))

    def wait_for_shares(self, pc: int, members: Sequence[int], ways: Sequence[tuple[int, ...]], chooser: int) -> None:
        """Wait for a way to share a number out among members; without members for one share alone."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.PickShares)

        def options(m: Machine) -> tuple[Choice, ...]:
            return tuple(Choice(i, *m.shares(instr.sort, members, way), instr.span) for i, way in enumerate(ways))

        kind, prompt = ("pick", self._prompt(instr.prompt, pc, 0)) if members else ("number", self._prompt(instr.one, pc, 1))
        self._wait(pc, kind, chooser, instr.name, False, len(ways), prompt, options)

    def shares(self, sort: str, members: Sequence[int], way: Sequence[int]) -> tuple[str, str]:
        """The id of a way to share a number out, and how it reads; without members it is one share."""
        if not members:
            return str(way[0]), str(way[0])
        asks = self.linked.asks
        pairs = [(member, share) for member, share in zip(members, way, strict=True) if share]
        return SHARES + ",".join(map(str, way)), ", ".join(f"{asks.shown(m, sort, self)} {n}" for m, n in pairs)

    def _prompt(self, template: Any, pc: int, at: int) -> Callable[[Machine], str]:
        asks = self.linked.asks
        if template is None:
            return lambda m: ""
        return lambda m: asks.render(template, asks.made[pc][at], m.state, m.state[FP], m)

    def _wait(
        self, pc: int, kind: str, chooser: int, choice: str, secret: bool, count: int,
        prompt: Callable[[Machine], str], options: Callable[[Machine], tuple[Choice, ...]],
    ) -> None:  # fmt: skip
        self.state[PC] = pc
        self.waiting = Asking(
            kind, self.seat_of(chooser), choice, secret, self.linked.span(pc), pc, count, self, prompt, options  # type: ignore[arg-type]
        )

    def wait_for_dice(self, pc: int, die: int, count: int) -> None:
        """Wait for dice to be thrown outside."""
        self.state[PC] = pc
        sides = len(self.program.dice[die].faces)
        self.waiting = Throwing("dice", die, sides, count, (), self.doer(), self.linked.span(pc), pc)

    def wait_for_pick(self, pc: int, count: int, things: Sequence[int]) -> None:
        """Wait for something to be drawn outside."""
        self.state[PC] = pc
        self.waiting = Throwing("pick", -1, 0, count, tuple(things), self.doer(), self.linked.span(pc), pc)

    def chance_outcomes(self) -> list[tuple[list[int], Fraction]]:
        """The outcomes of the chance that is waited for, with exact odds: dice as multisets (face indexes ascending),
        draws as sorted indexes. Their odds sum to 1."""
        waiting = self.waiting
        if not isinstance(waiting, Throwing):
            raise ValueError("no chance is waited for")
        if waiting.kind == "pick":
            found = list(combinations(range(len(waiting.things)), waiting.count))
            return [(list(pick), Fraction(1, len(found))) for pick in found]
        whole = waiting.faces**waiting.count
        outcomes = []
        for faces in combinations_with_replacement(range(waiting.faces), waiting.count):
            ways = factorial(waiting.count) // prod(factorial(n) for n in Counter(faces).values())
            outcomes.append((list(faces), Fraction(ways, whole)))
        return outcomes

    # --- events ------------------------------------------------------------------------------------------

    def note(self, word: str, pc: int, *fields: Any) -> None:
        """Record an event: (word, seen, cause, routine, pc in it, *fields)."""
        assert self.events is not None
        routine = self.linked.routine_at[pc] if pc >= 0 else -1
        at = pc - self.linked.starts[routine] if pc >= 0 else -1
        self.events.append((word, self._seen_by(word, pc, fields), len(self.events) - 1, routine, at, *fields))

    def _seen_by(self, word: str, pc: int, fields: tuple[Any, ...]) -> int:
        """A bit for each seat that may know what an event is about; -1 for all."""
        if word == "chosen":
            return 1 << fields[0] if getattr(self.linked.instrs[pc], "secret", False) else EVERYONE
        return witnesses(self, word, fields)
