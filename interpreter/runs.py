"""What linked instructions of course call: leaving routines, ending phases, the end of the game, cells of the frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.faults import Fault
from interpreter.layout import (
    AFTER,
    CALLER,
    DEPTH,
    GIVES,
    HEADER,
    LIMIT,
    OVER,
    PENDING,
    QUIET,
    RETURN,
    ROUTINE,
)
from rulelang.messages.words import say
from rulelang.program.tables import Program

if TYPE_CHECKING:
    from interpreter.machine import Machine

State = list[int]
RUNNING = 3  # the cell that holds the running frame's address
MOST_TURNS = 2_000_000
_left = [MOST_TURNS]


class Runs:
    """Closures over one Program; `starts[r]` is the address of a routine's first instruction."""

    def __init__(self, program: Program, starts: Sequence[int]) -> None:
        self.program, self.starts = program, starts
        self.happening = tuple(routine.happening for routine in program.routines)
        self.after = tuple(routine.after for routine in program.routines)
        self.size = tuple(routine.size for routine in program.routines)
        self.rests = tuple(routine.rests for routine in program.routines)

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {
            "leave": self.leave, "end": self.end, "finish": self.finish, "rest": self.rest, "too_deep": too_deep,
            "too_many": too_many, "too_big": too_big, "bounded": bounded, "step_to": step_to, "padded": padded,
            "set_at": set_at, "take_out": take_out, "spend": spend, "out_of_range": self.out_of_range, "fail": self.fail,
        }  # fmt: skip

    def leave(self, m: Machine, state: State, fp: int, value: int) -> int:
        """Return from the frame at `fp`; a pending leaving goes on instead."""
        pending, caller = state[fp + PENDING], state[fp + CALLER]
        if pending:
            del state[fp:]
            state[RUNNING] = caller
            return self.unwind(m, state, caller, pending - 1)
        gives, back = state[fp + GIVES], state[fp + RETURN]
        if gives:
            at = caller + HEADER + (gives >> 1) - 1
            if gives & 1:
                count = state[value]
                state[at : at + count + 1] = state[value : value + count + 1]
            else:
                state[at] = value
        del state[fp:]
        state[RUNNING] = caller
        if back < 0:
            m.over(OVER, -1)
        return back

    def end(self, m: Machine, state: State, fp: int, happening: int, following: int) -> int:
        """Leave the innermost running routine of a happening; none running: go on."""
        frame = fp
        while frame:
            if self.happening[state[frame + ROUTINE]] == happening:
                return self.unwind(m, state, fp, happening)
            frame = state[frame + CALLER]
        return following

    def unwind(self, m: Machine, state: State, frame: int, happening: int) -> int:
        """Leave frames from the top until that happening's; those with an unbegun `after` go on there first."""
        while frame:
            routine = state[frame + ROUTINE]
            target = self.happening[routine] == happening
            if self.after[routine] >= 0 and not state[frame + AFTER]:
                state[frame + PENDING] = 0 if target else happening + 1
                del state[frame + HEADER + self.size[routine] :]
                state[RUNNING] = frame
                return self.starts[routine] + self.after[routine]
            outer = state[frame + PENDING]
            if target:
                del state[frame + HEADER + self.size[routine] :]
                return self.leave(m, state, frame, 0)
            if outer and self._further(state, frame, outer - 1, happening):
                happening = outer - 1
            caller = state[frame + CALLER]
            del state[frame:]
            state[RUNNING] = frame = caller
        m.over(OVER, -1)
        return -1

    def _further(self, state: State, frame: int, one: int, other: int) -> bool:
        """Whether happening `one` runs further out than `other`."""
        found = frame
        while found:
            routine = state[found + ROUTINE]
            if self.happening[routine] == other:
                return True
            if self.happening[routine] == one:
                return False
            found = state[found + CALLER]
        return False

    def finish(self, m: Machine, state: State, result: int, whole: bool, seat: int, pc: int) -> int:
        """The game ends, or ends for one seat, and with the last seat's for all."""
        if whole:
            m.over(result, pc)
            return -1
        cell = m.layout.seat_result + seat
        if seat and not state[cell]:
            state[cell] = result
            state[m.layout.seat_result_pc + seat] = pc
            if m.events is not None:
                m.note("finished", pc, "win" if result == 1 else "defeat", seat, m.text_of(pc))
        if all(state[m.layout.seat_result + s] for s in m.layout.seats):
            m.over(OVER, -1, pc)
            return -1
        return pc + 1

    def rest(self, state: State, fp: int, following: int) -> int:
        """Run the routine that looks at endings, if only phases are running."""
        if state[QUIET]:
            return following
        frame, rests = fp, self.rests
        while frame:
            if not rests[state[frame + ROUTINE]]:
                return following
            frame = state[frame + CALLER]
        routine = self.program.rest
        at = len(state)
        state.extend((following, fp, routine, 0, 0, 0, 0, 0, state[fp + DEPTH] + 1))
        state.extend((0,) * self.size[routine])
        state[RUNNING] = at
        return self.starts[routine]

    def out_of_range(self, variable: int, owner: int, value: int, low: int, high: int) -> None:
        """`set` past a range."""
        name = self.program.variables[variable].name
        whose = f"{self.program.entities[owner - 1].name}." if owner else ""
        raise Fault("range", say("`{name}` cannot be {value}: it lies between {low} and {high}", name=whose + name, value=value, low=low, high=high))

    def fail(self, pc: int) -> None:
        """An instruction that says so."""
        raise Fault("rule", say(self.program_text(pc)))

    def program_text(self, pc: int) -> str:
        """The text of the Fail at an address."""
        routine = max(r for r, start in enumerate(self.starts) if start <= pc)
        return str(getattr(self.program.routines[routine].code[pc - self.starts[routine]], "text", "the rules failed"))


def too_deep() -> None:
    """Rules nested beyond the bound."""
    raise Fault("deep", say("the rules call each other too deep: something runs in a circle"))


def too_many(capacity: int) -> None:
    """A set longer than its place."""
    raise Fault("capacity", say("a set has more than {capacity} members", capacity=capacity))


def too_big(value: int) -> None:
    """A number beyond what a cell holds."""
    if abs(value) < 10**18:
        raise Fault("size", say("the number {number} is larger than a game can count", number=value))
    raise Fault("size", say("a number came out that is larger than a game can count"))


def bounded(value: int) -> int:
    """A number that fits a cell."""
    if not -LIMIT < value < LIMIT:
        too_big(value)
    return value


def refill() -> None:
    """A new answer is worked out: what expressions may cost counts anew."""
    _left[0] = MOST_TURNS


def spend() -> None:
    """One turn of a loop, or one reading of a define, that may come to be very many."""
    _left[0] -= 1
    if _left[0] < 0:
        refill()
        raise Fault("steps", say("a value takes too long to work out: it goes through too many combinations"))


def step_to(now: int, amount: int, end: int, sign: int, stops: tuple[int, ...]) -> tuple[int, int, int]:
    """As far as the nearest stop: the new value, what is left of the amount, and whether it arrived at a stop.

    `stops` are in the order they are met, the range's end included only if somebody listens there.
    """
    if sign > 0:
        goal = min(now + amount, max(end, now))
        stop = next((s for s in stops if now < s <= goal), None)
    else:
        goal = max(now - amount, min(end, now))
        stop = next((s for s in stops if goal <= s < now), None)
    if stop is None:
        return goal, 0, 0
    left = amount - abs(stop - now)
    return stop, 0 if stop == end else left, 1


def padded(group: Sequence[int], capacity: int) -> list[int]:
    """A set as the cells of a parameter."""
    if len(group) > capacity:
        too_many(capacity)
    return [len(group), *group, *(0,) * (capacity - len(group))]


def set_at(state: State, base: int, index: int, value: int) -> None:
    """Write a cell of the frame by index; one past the frame is a fault."""
    if not base <= base + index < len(state):
        raise Fault("capacity", say("a place past the end of a list was written to"))
    state[base + index] = value


def take_out(state: State, at: int, member: int) -> None:
    """Take a member out of a set kept at an address, closing the gap."""
    count = state[at]
    for i in range(at + 1, at + 1 + count):
        if state[i] == member:
            state[i : at + count] = state[i + 1 : at + 1 + count]
            state[at + count] = 0
            state[at] = count - 1
            return
