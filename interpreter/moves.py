"""What linked instructions that move things call: putting, discarding, drawing, shuffling, showing, going back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from interpreter import witness
from interpreter.faults import Fault
from interpreter.layout import RNG, STAGE, STAMPS, TABLE, Layout
from rulelang.messages.words import say
from rulelang.program.tables import Program

if TYPE_CHECKING:
    from interpreter.machine import Machine

State = list[int]


class Moves:
    """Closures over one layout. `firsts[v]` gives variable v's first value for an owner; filled in when linked."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program, self.layout = program, layout
        self.firsts: dict[int, Callable[[State, int], int]] = {}
        self.capacity = self._by_address(lambda c: program.containers[c].capacity)
        self.word = {at: program.containers[c].word for at, (c, _) in layout.container_at.items()}
        self.home = self._homes()
        self.dice = frozenset(thing for thing, _ in program.things_dice)
        self.faces = layout.variables[program.face] or () if program.face >= 0 else ()
        self.watchers: dict[int, list[int]] = {}
        for index, variable in enumerate(program.variables):
            if variable.when_filled is not None:
                self.watchers.setdefault(variable.when_filled, []).append(index)

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {
            "put": self.put, "put_all": self.put_all, "discard": self.discard, "draw": self.draw,
            "shuffle": self.shuffle, "show": self.show, "reset": self.reset,
        }  # fmt: skip

    def _by_address(self, of: Callable[[int], int]) -> dict[int, int]:
        return {address: of(container) for address, (container, _) in self.layout.container_at.items()}

    def _homes(self) -> dict[int, int]:
        """Where each thing began: a container's address."""
        homes: dict[int, int] = {}
        for container, row in enumerate(self.program.containers):
            owners = (0,) if row.owners is None else row.owners
            for owner, things in zip(owners, row.content, strict=False):
                address = self.layout.address(container, owner)
                homes.update(dict.fromkeys(things, address))
        return homes

    # --- moving ------------------------------------------------------------------------------------------

    def put(self, m: Machine, state: State, thing: int, address: int, on_top: bool, pc: int) -> None:
        """A thing goes to the container at `address` (0: the box), last or on top."""
        layout = self.layout
        if not thing or not layout.loc_of[thing]:
            return
        was = state[layout.loc + thing]
        if address and state[address + 2] >= self.capacity[address] and was != address:
            self._full(address, thing)
        self._unlink(state, thing, was)
        state[layout.loc + thing] = address
        if address:
            self._link(state, thing, address, on_top)
            self._arrive(m, state, thing, address, was)
        if m.events is not None:
            self._note(m, pc, thing, was, address)

    def _unlink(self, state: State, thing: int, was: int) -> None:
        layout = self.layout
        if not was or was == TABLE:
            return
        before, behind = state[layout.prev + thing], state[layout.next + thing]
        if before:
            state[layout.next + before] = behind
        else:
            state[was] = behind
        if behind:
            state[layout.prev + behind] = before
        else:
            state[was + 1] = before
        state[was + 2] -= 1
        state[layout.prev + thing] = state[layout.next + thing] = 0

    def _link(self, state: State, thing: int, address: int, on_top: bool) -> None:
        layout = self.layout
        if not state[address]:
            state[address] = state[address + 1] = thing
        elif on_top:
            first = state[address]
            state[layout.next + thing], state[layout.prev + first], state[address] = first, thing, thing
        else:
            last = state[address + 1]
            state[layout.prev + thing], state[layout.next + last], state[address + 1] = last, thing, thing
        state[address + 2] += 1

    def _arrive(self, m: Machine, state: State, thing: int, address: int, was: int) -> None:
        layout = self.layout
        stamp = layout.stamp_of[thing]
        if stamp:
            state[STAMPS] += 1
            state[stamp] = state[STAMPS]
        if thing in self.dice and address == self.home.get(thing):
            state[self.faces[thing]] = 0
        container, owner = layout.container_at[address]
        if self.program.containers[container].seen_by != "all":
            state[layout.known + thing] = 0
        filled = layout.filled.get(address)
        if filled is not None and not state[filled]:
            state[filled] = 1
            for variable in self.watchers.get(container, ()):
                cell = layout.variables[variable]
                if cell:
                    state[cell[owner]] = self.firsts[variable](state, owner)

    def _full(self, address: int, thing: int) -> None:
        container, owner = self.layout.container_at[address]
        row = self.program.containers[container]
        whose = f"{self.program.entities[owner - 1].name}." if owner else ""
        holds = "one thing" if row.capacity == 1 else f"{row.capacity} things"
        name = self.program.entities[thing - 1].name
        raise Fault("capacity", say("`{name}` cannot go to `{place}`, which holds {holds} and is full", name=name, place=whose + row.name, holds=holds))

    def _note(self, m: Machine, pc: int, thing: int, was: int, address: int) -> None:
        at = self.layout.container_at
        now = m.state[self.layout.loc + thing]
        come = at.get(was, (witness.TABLE if was == TABLE else witness.BOX, 0))
        gone = at.get(address, (witness.TABLE if now == TABLE else witness.BOX, 0))
        m.note("moved", pc, thing, *come, *gone)

    def put_all(self, m: Machine, state: State, things: Iterable[int], address: int, on_top: bool, pc: int) -> None:
        """Things go there in the order of the set; on top, the first of them ends on top."""
        order = list(things)
        for thing in reversed(order) if on_top else order:
            self.put(m, state, thing, address, on_top, pc)

    def discard(self, m: Machine, state: State, things: Iterable[int], pc: int) -> None:
        """Each goes where its container discards to, else where it began, else to the box."""
        for thing in list(things):
            if not thing or not self.layout.loc_of[thing]:
                continue
            target, bottom = self._discards(state[self.layout.loc + thing], thing)
            self.put(m, state, thing, target, self.word.get(target) == "deck" and not bottom, pc)

    def _discards(self, was: int, thing: int) -> tuple[int, bool]:
        """Where a thing is discarded to: what the place says where it lies, else the one where it began; else that place."""
        home = self.home.get(thing, 0)
        for address in (was, home):
            spot = self.layout.container_at.get(address)
            discards = self.program.containers[spot[0]].discards if spot is not None else None
            if spot is not None and discards is not None:
                return self.layout.address(discards[0], spot[1]), discards[1]
        return home, False

    # --- drawing -----------------------------------------------------------------------------------------

    def draw(
        self, m: Machine, state: State, source: int, count: int, target: int, on_top: bool, cell: int, pc: int
    ) -> int:
        """Draw; with `cell` >= 0 one thing to the table. Gives -1 when the run must wait for chance, else 0."""
        if cell >= 0:
            state[cell] = 0
        if not source or count <= 0:
            return 0
        if self.word[source] not in ("deck", "slot"):
            return self._draw_by_chance(m, state, source, count, target, on_top, cell, pc)
        if not state[source]:
            self._refill(m, state, source, pc)
        drawn = list(self._contents(state, source))[:count]
        while len(drawn) < count and self._refillable(state, source):
            for thing in drawn:
                self._unlink(state, thing, source)
                state[self.layout.loc + thing] = TABLE
            self._refill(m, state, source, pc)
            drawn += list(self._contents(state, source))[: count - len(drawn)]
        for thing in drawn:
            self._drawn(m, state, thing, target, on_top, cell, pc)
        return 0

    def _draw_by_chance(
        self, m: Machine, state: State, source: int, count: int, target: int, on_top: bool, cell: int, pc: int
    ) -> int:
        """Draw unseen, filling the source each time it runs out. STAGE keeps what is still to be drawn, plus one."""
        left = state[STAGE] - 1 if state[STAGE] else count
        state[STAGE] = 0
        while left > 0:
            if not state[source]:
                self._refill(m, state, source, pc)
            here = list(self._contents(state, source))
            if not here:
                break
            picked = m.nature.picks(state, RNG, here, min(left, len(here)))
            if picked is None:
                state[STAGE] = left + 1
                m.wait_for_pick(pc, min(left, len(here)), here)
                return -1
            state[m.layout.chances] += 1
            for index in picked:
                self._drawn(m, state, here[index], target, on_top, cell, pc)
            left = left - len(picked) if target != source else 0
        return 0

    def _drawn(self, m: Machine, state: State, thing: int, target: int, on_top: bool, cell: int, pc: int) -> None:
        if cell >= 0:
            self._take(m, state, thing, pc)
            state[cell] = thing
        else:
            self.put(m, state, thing, target, on_top, pc)

    def _take(self, m: Machine, state: State, thing: int, pc: int) -> None:
        """A drawn thing lies on the table until it is put somewhere."""
        was = state[self.layout.loc + thing]
        self._unlink(state, thing, was)
        state[self.layout.loc + thing] = TABLE
        if m.events is not None:
            self._note(m, pc, thing, was, 0)

    def _contents(self, state: State, address: int) -> Iterable[int]:
        thing = state[address]
        while thing:
            yield thing
            thing = state[self.layout.next + thing]

    def _refill_source(self, source: int) -> int:
        container, owner = self.layout.container_at[source]
        refill = self.program.containers[container].refill
        return 0 if refill is None else self.layout.address(refill, owner)

    def _refillable(self, state: State, source: int) -> bool:
        other = self._refill_source(source)
        return bool(other and state[other] and other != source)

    def _refill(self, m: Machine, state: State, source: int, pc: int) -> None:
        if not self._refillable(state, source):
            return
        for thing in list(self._contents(state, self._refill_source(source))):
            self.put(m, state, thing, source, False, pc)
        self.shuffle(m, state, source, pc)

    def shuffle(self, m: Machine, state: State, address: int, pc: int) -> None:
        """A random order, known to nobody."""
        if not address:
            return
        things = list(self._contents(state, address))
        if len(things) > 1:
            m.nature.shuffle(state, RNG, things)
            self.arrange(state, address, things)
            state[self.layout.chances] += 1
        for thing in things:
            state[self.layout.known + thing] = 0
        if m.events is not None:
            m.note("shuffled", pc, *self.layout.container_at[address])

    def arrange(self, state: State, address: int, things: list[int]) -> None:
        """Let exactly these things lie at an address, in this order."""
        layout = self.layout
        state[address] = things[0] if things else 0
        state[address + 1] = things[-1] if things else 0
        state[address + 2] = len(things)
        for i, thing in enumerate(things):
            state[layout.loc + thing] = address
            state[layout.prev + thing] = things[i - 1] if i else 0
            state[layout.next + thing] = things[i + 1] if i + 1 < len(things) else 0

    def show(self, m: Machine, state: State, things: Iterable[int], seats: Iterable[int], pc: int) -> None:
        """Seats learn what things are: a bit for each seat in the thing's `known` cell."""
        told = tuple(seat for seat in seats if seat in self.layout.seats)
        shown = tuple(thing for thing in things if thing and self.layout.loc_of[thing])
        bits = sum(1 << seat for seat in told)
        for thing in shown:
            state[self.layout.known + thing] |= bits
        if m.events is not None and shown:
            m.note("shown", pc, shown, told)

    def reset(self, m: Machine, state: State, variable: int, pc: int) -> None:
        """A variable goes back to its first value, for every owner."""
        table = self.layout.variables[variable]
        first = self.firsts[variable]
        owners = (self.program.variables[variable].owners or ()) if table else (0,)
        for owner in owners:
            cell = table[owner] if table else self.layout.game_variables[variable]
            if cell:
                state[cell] = first(state, owner)
