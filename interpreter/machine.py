"""The machine: runs a linked Program until it waits for a player or for chance, or is over.

Given a Linked, a nature and a seed it sets the game up. All that changes is in `state`; what is waited for is derived
from it again at any time, so a state can be saved, copied and taken up anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, Literal

from interpreter import rng
from interpreter.asks import Entry
from interpreter.faults import Fault
from interpreter.layout import (
    CALLER,
    DEPTH,
    FP,
    HEADER,
    LOST,
    MAX_STEPS,
    PC,
    QUIET,
    RESULT,
    RESULT_PC,
    RETURN,
    RNG,
    ROUTINE,
    STAGE,
    WON,
    YOU,
    Layout,
)
from interpreter.link import FILE, Linked
from interpreter.nature import Nature
from interpreter.witness import EVERYONE, witnesses
from rulelang.program import code as c
from rulelang.source import NOWHERE, Span

Kind = Literal["choose", "may", "menu", "pick", "number", "dice"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal answer: its place in the list, a stable id, how it reads, the rule's place."""

    index: int
    id: str
    label: str
    span: Span


@dataclass
class Asking:
    """A decision that is waited for. `count` answers are legal; texts are made when they are asked for."""

    kind: Kind
    seat: int
    choice: str
    secret: bool
    span: Span
    pc: int
    count: int
    machine: Machine = field(repr=False)
    make_prompt: Callable[[Machine], str] = field(repr=False)
    make_options: Callable[[Machine], tuple[Choice, ...]] = field(repr=False)

    @cached_property
    def prompt(self) -> str:
        return self.make_prompt(self.machine)

    @cached_property
    def options(self) -> tuple[Choice, ...]:
        return self.make_options(self.machine)


@dataclass
class Throwing:
    """Chance that is waited for: `count` dice of a kind with `faces` sides, or `count` of some things."""

    kind: Literal["dice", "pick"]
    die: int
    faces: int
    count: int
    things: tuple[int, ...]
    seat: int
    span: Span
    pc: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """An option line that is not offered, and what refuses it."""

    id: str
    label: str
    reason: Literal["when", "price", "limit", "empty"]
    text: str
    span: Span


REASONS = {
    "when": "its condition does not hold",
    "price": "its price cannot be paid",
    "limit": "it has been taken as often as it may be",
    "empty": "there is nothing it could be done with",
}


class Machine:
    """One running game. `events` is None when nothing is recorded."""

    words_pass = "Pass"

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
        try:
            while pc >= 0:
                pc = ops[pc](self, state, state[FP])  # type: ignore[misc]
                steps += 1
                if steps > MAX_STEPS:
                    raise Fault("steps", "the rules go on without end and ask nobody anything")
        except Fault as fault:
            raise fault.at(self._place(fault), tuple(self.rules_running())) from None
        except RecursionError as error:
            fault = Fault("deep", "a value depends on itself without end")
            raise fault.at(self._place(error), tuple(self.rules_running())) from None
        except ZeroDivisionError as error:
            fault = Fault("division", "a number is divided by 0")
            raise fault.at(self._place(error), tuple(self.rules_running())) from None
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
                raise Fault("law", f"this no longer holds: {law.text}", law.span, tuple(self.rules_running()))

    def over(self, result: int, pc: int) -> None:
        """The game ends."""
        self.state[RESULT], self.state[RESULT_PC] = result, pc
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

        word = "Lock which dice?" if lock else "Reroll which dice?"
        self._wait(pc, "dice", chooser, "lock" if lock else "reroll", False, len(subsets), lambda m: word, options)

    def _subset(self, die: int, subset: tuple[int, ...]) -> tuple[str, str]:
        labels = [self.program.dice[die].faces[face].label for face in subset]
        return "dice:" + ",".join(labels), ", ".join(labels)

    def note_subset(self, pc: int, die: int, subset: tuple[int, ...], chooser: int) -> None:
        """Note which dice were picked."""
        if self.events is not None:
            word = "lock" if isinstance(self.linked.instrs[pc], c.Lock) else "reroll"
            self.note("chosen", pc, self.seat_of(chooser), word, *self._subset(die, subset))

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

    # --- what the rules say of it ------------------------------------------------------------------------

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

    def seat_of(self, chooser: int) -> int:
        """Who decides: the doer if a player, else whoever the game names as speaker, else the first seat."""
        if chooser in self.layout.seats:
            return chooser
        if self.linked.speaker is not None:
            speaker = int(self.linked.speaker(self.state))
            if speaker in self.layout.seats:
                return speaker
        return 1

    def doer(self) -> int:
        """The player on whose behalf the running routine acts, 0 for none."""
        you = self.state[self.state[FP] + YOU]
        return you if you in self.layout.seats else 0

    def text_of(self, pc: int) -> str:
        """The text of the ending at an address."""
        instr = self.linked.instrs[pc] if 0 <= pc < len(self.linked.instrs) else None
        template = getattr(instr, "text", None)
        if template is None or isinstance(template, str):
            return template or ""
        return "".join(part for part in template.parts if isinstance(part, str)) or str(template.key)

    @property
    def result(self) -> tuple[str, str] | None:
        """How the game ended: win, defeat or over, and the rules' words for it; None while it goes on."""
        if not self.state[RESULT]:
            return None
        word = {WON: "win", LOST: "defeat"}.get(self.state[RESULT], "over")
        return word, self.text_of(self.state[RESULT_PC]) if self.state[RESULT_PC] >= 0 else ""

    @property
    def seat_results(self) -> tuple[tuple[str, str] | None, ...]:
        """The same for each seat that has a result of its own."""
        layout = self.layout
        rows = ((self.state[layout.seat_result + s], self.state[layout.seat_result_pc + s]) for s in layout.seats)
        return tuple(("win" if code == WON else "defeat", self.text_of(pc)) if code else None for code, pc in rows)

    def why_not(self, pc: int | None = None) -> list[Refusal]:
        """The option lines of the waiting choice that are not offered, and what refuses each."""
        at = pc if pc is not None else self.waiting.pc if self.waiting is not None else -1
        instr = self.linked.instrs[at] if at >= 0 else None
        if not isinstance(instr, c.Ask):
            return []
        found, fp, asks = [], self.state[FP], self.linked.asks
        legal = {(i, values) for i, values in asks.entries(self, self.state, fp, at, instr)}
        _, _, _, _, groups, why = asks.made[at]
        for index, option in enumerate(instr.options):
            for values in groups[index](self, self.state, fp) if groups[index] else [()]:
                if (index, values) not in legal:
                    found.append(self._refusal(at, index, values, why))
            if groups[index] and not groups[index](self, self.state, fp):
                found.append(Refusal(option.id, option.label.key, "empty", REASONS["empty"], option.span))
        return found

    def _refusal(self, pc: int, index: int, values: tuple[int, ...], why: Callable[..., str]) -> Refusal:
        instr, fp, asks = self.linked.instrs[pc], self.state[FP], self.linked.asks
        assert isinstance(instr, c.Ask)
        option = instr.options[index]
        label = asks.option_label(self, self.state, fp, pc, (index, values))
        cells = [fp + HEADER + slot for slot, _ in option.generators]
        kept = [self.state[cell] for cell in cells]
        for cell, value in zip(cells, values, strict=True):
            self.state[cell] = value
        reason = why(self.state, fp, index) or "when"
        for cell, value in zip(cells, kept, strict=True):
            self.state[cell] = value
        return Refusal(asks.option_id(instr, (index, values)), label, reason, REASONS[reason], option.span)  # type: ignore[arg-type]

    def rules_running(self) -> list[tuple[str, Span]]:
        """The running routines, innermost first, each with the statement it has got to."""
        state, found, frame = self.state, [], self.state[FP]
        back = -1
        while frame and len(found) < 200:
            routine = self.program.routines[state[frame + ROUTINE]]
            found.append((routine.name, self.linked.span(back - 1) if back > 0 else routine.span))
            back, frame = state[frame + RETURN], state[frame + CALLER]
        return found

    # --- where things are, for views ---------------------------------------------------------------------

    def place_of(self, thing: int) -> tuple[int, int] | None:
        """(container, owner) where a thing lies; None for the box and the table."""
        return self.layout.container_at.get(self.state[self.layout.loc + thing])

    def contents(self, container: int, owner: int = 0) -> list[int]:
        """The things there, top first."""
        address = self.layout.address(container, owner)
        found, thing = [], self.state[address] if address else 0
        while thing:
            found.append(thing)
            thing = self.state[self.layout.next + thing]
        return found

    def put_contents(self, container: int, owner: int, things: Sequence[int]) -> None:
        """Let exactly these lie there: no event, no rule."""
        address = self.layout.address(container, owner)
        if address:
            self.linked.moves.arrange(self.state, address, list(things))

    def seen(self, container: int, owner: int, seat: int) -> bool:
        """Whether a seat sees what lies there."""
        row = self.program.containers[container]
        test = self.linked.seen_tests.get(container)
        open_ = test is None or bool(test(self.state, owner))
        if row.seen_by == "all":
            return open_
        return row.seen_by == "holder" and owner == seat != 0 and open_

    def knows(self, seat: int, thing: int) -> bool:
        """Whether a seat knows what a thing is: it sees where it lies, or was shown it."""
        if self.state[self.layout.known + thing] >> seat & 1:
            return True
        spot = self.place_of(thing)
        return self.seen(*spot, seat) if spot is not None else bool(self.state[self.layout.loc + thing])

    def read(self, variable: int, owner: int = 0) -> int:
        """A variable's value."""
        constants = self.layout.constants.get(variable)
        if constants is not None:
            return constants[owner] if owner else self.layout.game_constants.get(variable, 0)
        table = self.layout.variables[variable]
        return self.state[table[owner] if table else self.layout.game_variables[variable]]

    def write(self, variable: int, owner: int, value: int) -> None:
        """A variable's value, raw: no event, no rule."""
        table = self.layout.variables[variable]
        cell = table[owner] if table else self.layout.game_variables[variable]
        if cell:
            self.state[cell] = value

    def bounds(self, variable: int, owner: int = 0) -> tuple[int, int]:
        """A variable's ends as they stand now."""
        row = self.program.variables[variable]
        low, high = self.linked.lows.get(variable), self.linked.highs.get(variable)
        return (low(self.state, owner) if low else row.least), (high(self.state, owner) if high else row.most)

    def holds(self, index: int) -> bool:
        """Whether a law of the Program holds."""
        return bool(self.linked.laws[index](self.state))

    def title(self, entity: int) -> str:
        """An entity as players read it; a player by the name at the table."""
        if 0 < entity <= len(self.names):
            return self.names[entity - 1]
        return self.program.entities[entity - 1].title if 0 < entity <= len(self.program.entities) else "nothing"
