"""What may be asked of a running game without changing it: where things are, who knows what, how it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.layout import CALLER, FP, HEADER, LOST, RESULT, RESULT_PC, RETURN, ROUTINE, WON, YOU, Layout
from interpreter.waiting import REASONS, Asking, Refusal, Throwing
from rulelang.messages.words import say_in
from rulelang.program import code as c
from rulelang.program.expr import Template
from rulelang.program.tables import FACES, Face, Program
from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.link import Linked


class Looking:
    """A machine as it can be looked at. Only `write` and `put_contents` change anything: raw, with no event or rule."""

    linked: Linked
    program: Program
    layout: Layout
    state: list[int]
    names: tuple[str, ...]
    waiting: Asking | Throwing | None

    @property
    def words_pass(self) -> str:
        """How the answer that takes nothing reads where the rules give it no words."""
        return say_in(self.program.language, "Pass")

    # --- what the rules say of it ------------------------------------------------------------------------

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
        made = self.linked.asks.made.get(pc)
        running = self.state[self.state[FP] + ROUTINE] if self.state[FP] else -1
        if made is not None and running == self.linked.routine_at[pc]:  # its frame holds what the holes read
            return self.linked.asks.render(template, made[0], self.state, self.state[FP], self)
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
            every = groups[index](self, self.state, fp) if groups[index] else [()]
            found += [self._refusal(at, index, values, why) for values in every if (index, values) not in legal]
            if not every:
                found.append(Refusal(option.id, _unfilled(option.label), "empty", self._reason("empty"), option.span))
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
        reason = why(self, self.state, fp, index) or "when"
        for cell, value in zip(cells, kept, strict=True):
            self.state[cell] = value
        return Refusal(asks.option_id(instr, (index, values)), label, reason, self._reason(reason), option.span)  # type: ignore[arg-type]

    def _reason(self, reason: str) -> str:
        return say_in(self.program.language, REASONS[reason])

    def rules_running(self) -> list[tuple[str, Span]]:
        """The running routines, innermost first, each with the statement it has got to."""
        state, frame = self.state, self.state[FP]
        found: list[tuple[str, Span]] = []
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

    def face_shown(self, thing: int) -> str:
        """What a die that is a thing shows, as printed; "" for one that shows nothing, and for all else."""
        face = self._face(thing)
        return face.label if face is not None else ""

    def _face(self, thing: int) -> Face | None:
        if self.program.face < 0 or not 0 < thing <= len(self.program.entities):
            return None
        code = self.read(self.program.face, thing)
        return self.program.dice[(code - 1) // FACES].faces[(code - 1) % FACES] if code else None

    def title(self, entity: int) -> str:
        """An entity as players read it; a player by the name at the table."""
        if 0 < entity <= len(self.names):
            return self.names[entity - 1]
        face = self._face(entity)
        if face is not None:
            return face.title or face.label
        if 0 < entity <= len(self.program.entities):
            row = self.program.entities[entity - 1]
            return f"{self.title(row.part_of)} ({row.title})" if row.part_of else row.title
        return say_in(self.program.language, "nothing", context="nothing")


def _unfilled(template: Template) -> str:
    """A label whose holes have nothing to be filled with: `Go to …`."""
    return "".join(part if isinstance(part, str) else "…" for part in template.parts)
