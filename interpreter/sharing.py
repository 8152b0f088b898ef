"""What linked `PickShares` call: a number shared out among members, in one question where the ways are few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.faults import Fault
from interpreter.layout import HEADER
from rulelang.messages.words import say
from rulelang.program import code as c

if TYPE_CHECKING:
    from interpreter.link import Linked
    from interpreter.machine import Machine

State = list[int]
Way = tuple[int, ...]
MOST_WAYS = 30  # more than a player likes to read: the next member's share is then asked alone
MOST_SHARES = 5_000
SHARES = "shares:"  # how the id of a way begins


class Shares:
    """Closures over one Program. `rooms[pc]` is the function written for how much a member has room for, or None."""

    def __init__(self, linked: Linked) -> None:
        self.linked = linked
        self.rooms: dict[int, Callable[[State, int, int], int] | None] = {}

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {"pick_shares": self.pick_shares, "ROOMS": self.rooms}

    def pick_shares(self, m: Machine, state: State, fp: int, group: Sequence[int], chooser: int, pc: int) -> int:
        """Each member's share into its cell; -1 to wait. State knows how many have theirs, and what is left."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.PickShares)
        base = fp + HEADER
        at, left, member = base + instr.slot, base + instr.left, base + instr.member
        while state[at] < len(group):
            waiting = group[state[at] :]
            rooms = self._rooms(state, fp, waiting, state[left], pc)
            state[member] = waiting[0]
            taken = self._answered(m, instr, waiting, rooms, min(state[left], sum(rooms)), chooser, pc)
            if taken is None:
                return -1
            first = at + 1 + state[at]
            state[first : first + len(taken)] = taken
            state[at] += len(taken)
            state[left] -= sum(taken)
        return 0

    def _rooms(self, state: State, fp: int, members: Sequence[int], left: int, pc: int) -> list[int]:
        """How much of what is left each could take."""
        room = self.rooms[pc]
        if room is None:
            return [left] * len(members)
        return [max(0, min(left, room(state, fp, member))) for member in members]

    def _answered(
        self,
        m: Machine,
        instr: c.PickShares,
        members: Sequence[int],
        rooms: list[int],
        total: int,
        chooser: int,
        pc: int,
    ) -> Way | None:
        """The shares of all, or of the first where the ways are many; a single way is taken unasked. None: wait."""
        ways = ways_to_share(rooms, total) or _of_first(rooms, total)
        if len(ways) == 1:
            return ways[0]
        whole = members if len(ways[0]) > 1 else ()
        given = m.take_answer()
        if given is None:
            m.wait_for_shares(pc, whole, ways, chooser)
            return None
        if m.events is not None:
            m.note("chosen", pc, m.seat_of(chooser), instr.name, *m.shares(instr.sort, whole, ways[given]))
        return ways[given]


def ways_to_share(rooms: Sequence[int], total: int) -> list[Way] | None:
    """Every way to share out a total of at most all rooms, nobody getting more than theirs; None where they are more than
    MOST_WAYS."""
    if total in (0, sum(rooms)):
        return [tuple(rooms) if total else (0,) * len(rooms)]
    free = [index for index, room in enumerate(rooms) if room]
    if len(free) > MOST_WAYS:
        return None  # one point moved from or to each of them makes as many ways
    after = [sum(rooms[index] for index in free[at:]) for at in range(len(free) + 1)]
    found: list[Way] = []

    def extend(shares: Way, left: int) -> bool:
        at = len(shares)
        if at == len(free):
            given = dict(zip(free, shares, strict=True))
            found.append(tuple(given.get(index, 0) for index in range(len(rooms))))
            return len(found) <= MOST_WAYS
        least, most = max(0, left - after[at + 1]), min(left, rooms[free[at]])
        return all(extend((*shares, share), left - share) for share in range(least, most + 1))

    return found if extend((), total) else None


def _of_first(rooms: Sequence[int], total: int) -> list[Way]:
    """The shares the first can get, from what the rest cannot take."""
    least, most = max(0, total - sum(rooms[1:])), min(total, rooms[0])
    if most - least >= MOST_SHARES:
        raise Fault("size", say("a choice among more than {most} things or numbers", most=f"{MOST_SHARES:,}"))
    return [(share,) for share in range(least, most + 1)]
