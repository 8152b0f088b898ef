"""Runs the examples that a rule file brings: its `test`s, with their dice, draws and answers.

A statement runs until it is done, or until the run waits for something that no queue answers; then the next lines of
the test are looked at in that state. Dice that are not queued are waited for, so no test hangs on luck.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from interpreter.faults import Fault
from interpreter.layout import FP, PC, RESULT, RESULT_PC, RETURN, STAGE
from interpreter.link import Linked, link
from interpreter.machine import Machine
from interpreter.nature import Scripted
from interpreter.waiting import Asking, Choice
from rulelang.program import code as c
from rulelang.program.tables import Program, TestTable
from rulelang.source import NOWHERE, Span

SEED = 0


@dataclass(frozen=True)
class TestResult:
    """How an example went: `message` says what was expected and what was, `span` where."""

    __test__ = False
    ok: bool
    message: str = ""
    span: Span = NOWHERE

    @property
    def passed(self) -> bool:
        return self.ok


class Script(Scripted):
    """Queued dice only: a roll that the queue cannot answer waits."""

    def dice(self, state: MutableSequence[int], cell: int, die: int, faces: int, count: int) -> list[int] | None:
        """The next queued faces, or None."""
        if count > len(self.faces):
            return None
        return super().dice(state, cell, die, faces, count)


class Failed(Exception):
    """An expectation that does not hold, or a script that does not fit."""


class Example(Machine):
    """The machine of one test."""

    def __init__(self, linked: Linked, table: TestTable) -> None:
        names = [name for name, _ in table.seats] + [f"Player {seat}" for seat in linked.layout.seats[len(table.seats):]]
        super().__init__(linked, Script(program=linked.program), SEED, names, record=False)
        self.table = table
        self.answers: list[str] = []
        self.offered: tuple[Choice, ...] = ()
        self.ended: tuple[str, ...] = ()
        self.base = self.layout.size
        self.at = self.linked.starts[table.routine]
        del self.state[self.base :]
        self.state[FP] = 0
        self._seat()
        self.push(table.routine, -1)

    def _seat(self) -> None:
        """What each plays goes to the first slot of theirs that takes it."""
        for seat, (_, role) in enumerate(self.table.seats, 1):
            if not role:
                continue
            for container, row in enumerate(self.program.containers):
                taken = role in self.program.kinds[row.of].members
                if row.word == "slot" and taken and row.owners is not None and seat in row.owners:
                    self.linked.moves.put(self, self.state, role, self.layout.address(container, seat), False, -1)
                    break

    # --- instructions of tests ---------------------------------------------------------------------------

    def queue(self, pc: int) -> int:
        """A Queue: what will answer next."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.Queue)
        assert isinstance(self.nature, Script)
        if instr.sort == "dice":
            self.nature.faces += instr.values
        elif instr.sort == "draws":
            self.nature.draws += [value for value in instr.values if isinstance(value, int)]
        else:
            self.answers += [str(value) for value in instr.values]
        self.at = pc + 1
        return pc + 1

    def expect(self, pc: int) -> int:
        """An Expect: Failed if it does not hold."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.Expect)
        self.at = pc
        if instr.offered is not None:
            self._expect_offered(instr)
        elif instr.ended is not None:
            self._expect_ended(instr)
        elif instr.knows is not None:
            self._expect_known(instr, pc)
        elif not self.linked.asks.made[pc][0](self.state, self.state[FP]):
            raise Failed(f"expected {instr.text}")
        return pc + 1

    def _expect_offered(self, instr: c.Expect) -> None:
        wanted = instr.offered or ""
        found = any(matches(choice, wanted) for choice in self.offered)
        if found == instr.negated:
            told = ", ".join(choice.label for choice in self.offered) or "nothing"
            raise Failed(f"expected {instr.text}; offered: {told}")

    def _expect_ended(self, instr: c.Expect) -> None:
        found = any(part.casefold() == (instr.ended or "").casefold() for part in self.ended)
        if found == instr.negated:
            told = ": ".join(part for part in self.ended if part) or "the game goes on"
            raise Failed(f"expected {instr.text}; {told}")

    def _expect_known(self, instr: c.Expect, pc: int) -> None:
        seat, things = self.linked.asks.made[pc][0](self.state, self.state[FP])
        if not things:
            raise Failed(f"expected {instr.text}; there is nothing to know")
        for thing in things:
            if self.knows(seat, thing) == instr.negated:
                raise Failed(f"expected {instr.text}; {self.title(thing)} is {'' if instr.negated else 'not '}known")

    # --- running -----------------------------------------------------------------------------------------

    def finish_test(self) -> None:
        """Run it to its end. Raises Failed or Fault."""
        pc = self.linked.starts[self.table.routine]
        while True:
            self.waiting = None
            self.go(pc)
            if len(self.state) <= self.base:
                break
            if isinstance(self.waiting, Asking) and self.answers:
                self._given = self._match(self.waiting, self.answers.pop(0))
                pc = self.state[PC]
                continue
            pc = self._pause()
            if pc < 0:
                break
        self._leftovers()

    def _pause(self) -> int:
        """Give the running statement up where it waits, or where the game ended; the address to go on at."""
        waits = self.waiting
        self.offered = waits.options if isinstance(waits, Asking) and not self.state[RESULT] else ()
        self.ended = self.result or ()
        back = self._resume()
        frame = self.base
        size = self.program.routines[self.table.routine].size
        del self.state[frame + 9 + size :]
        self.state[FP], self.state[RESULT], self.state[RESULT_PC], self.state[STAGE] = frame, 0, 0, 0
        return back

    def _resume(self) -> int:
        """The first address of the test behind the statement that was running: at the next instruction of tests."""
        frame, above = self.state[FP], 0
        while frame and frame != self.base:
            above, frame = frame, self.state[frame + 1]
        pc = self.state[above + RETURN] - 1 if above else self.state[PC]
        start = self.linked.starts[self.table.routine]
        end = start + len(self.program.routines[self.table.routine].code)
        pc += 1
        while pc < end and not isinstance(self.linked.instrs[pc], c.Queue | c.Quiet | c.Expect):
            pc += 1
        return pc if pc < end else -1

    def _match(self, waiting: Asking, answer: str) -> int:
        for choice in waiting.options:
            if matches(choice, answer):
                return choice.index
        told = ", ".join(f"`{choice.label}`" for choice in waiting.options[:12])
        raise Failed(f"`{answer}` answers nothing that is asked ({waiting.choice}): there is {told}")

    def _leftovers(self) -> None:
        assert isinstance(self.nature, Script)
        if self.nature.misfits:
            raise Failed(f"what was queued does not fit: {', '.join(map(str, self.nature.misfits))}")
        if self.answers:
            raise Failed(f"nobody asked for the answer `{self.answers[0]}`")
        if self.nature.faces:
            raise Failed(f"dice were left over: {', '.join(map(str, self.nature.faces))}")
        if self.nature.draws:
            raise Failed("draws were left over")


def matches(choice: Choice, answer: str) -> bool:
    """Whether an answer of a test means a choice: by label, id, or the option's own name."""
    wanted = answer.casefold()
    own = choice.id.split("(")[0]
    if wanted in (choice.label.casefold(), choice.id.casefold(), own.casefold(), own.rpartition(".")[2].casefold(),
                  own.rpartition("/")[2].casefold()):
        return True
    parts = sorted(part.strip() for part in wanted.split(","))
    return any(
        choice.id.startswith(word) and parts == sorted(choice.id.removeprefix(word).split(",")) for word in ("dice:", "things:")
    )


def run_test(program: Program, index: int) -> TestResult:
    """Run one example of a Program."""
    table = program.tests[index]
    players = max(len(table.seats), program.players[0])
    example = Example(link(program, min(players, program.players[1])), table)
    try:
        example.finish_test()
    except Failed as failed:
        return TestResult(False, str(failed), example.linked.span(example.at))
    except Fault as fault:
        return TestResult(False, fault.message, fault.span if fault.span != NOWHERE else table.span)
    return TestResult(True)
