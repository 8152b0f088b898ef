"""Other worlds: copies of a game whose hidden things lie otherwise, which a seat cannot tell from the game itself.

Writes raw cells of the state vector, over its Layout; causes no event and runs no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter import rng
from interpreter.views import owners, sees_variable

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.machine import Machine

Spot = tuple[tuple[int, int], int]  # a container with its owner, and a position in it


def redeal(game: Game, seat: int, generator: rng.Generator) -> None:
    """Make `game` (a copy!) another world that `seat` could not tell from the one it was: things that it has not seen
    change places, values that it may not see change owners, and future chance is new."""
    machine = game.machine
    _redeal_things(machine, game.players, seat, generator)
    _redeal_values(machine, game.players, seat, generator)
    machine.state[machine.layout.rng] = rng.seeded(generator.seed())
    game.load(list(machine.state))


def _redeal_things(machine: Machine, players: int, seat: int, generator: rng.Generator) -> None:
    """Hidden things change places with others that began where they began and may lie where they lie."""
    program = machine.program
    home = {t: (i, n) for i, row in enumerate(program.containers) for n, batch in enumerate(row.content) for t in batch}
    piles: dict[tuple[int, int], list[int]] = {}
    hidden: dict[tuple[int, int] | None, list[Spot]] = {}
    for index, row in enumerate(program.containers):
        for owner in owners(row, players, program.players[1]):
            if machine.seen(index, owner, seat):
                continue
            things = piles[index, owner] = list(machine.contents(index, owner))
            for at, thing in enumerate(things):
                if not machine.knows(seat, thing):
                    hidden.setdefault(home.get(thing), []).append(((index, owner), at))
    for spots in hidden.values():
        _deal(machine, spots, piles, generator)
    for (index, owner), things in piles.items():
        put(machine, index, owner, things)


def _deal(
    machine: Machine, spots: Sequence[Spot], piles: dict[tuple[int, int], list[int]], generator: rng.Generator
) -> None:
    """The things at these spots get a random order. They are sorted first, so that what comes out depends on what the
    seat knows and on nothing else; only where not every thing may lie at every spot does it begin as it is."""
    rows, kinds = machine.program.containers, machine.program.kinds
    things = sorted(piles[pile][at] for pile, at in spots)
    homes = {pile: kinds[rows[pile[0]].of].members for pile, _ in spots}
    if all(thing in members for members in homes.values() for thing in things):
        generator.shuffle(things)
        for (pile, at), thing in zip(spots, things, strict=True):
            piles[pile][at] = thing
        return
    for last in range(len(spots) - 1, 0, -1):
        (one, i), (two, j) = spots[last], spots[generator.below(last + 1)]
        a, b = piles[one][i], piles[two][j]
        if one == two or (b in homes[one] and a in homes[two]):
            piles[one][i], piles[two][j] = b, a


def _redeal_values(machine: Machine, players: int, seat: int, generator: rng.Generator) -> None:
    """Values of one variable that the seat may not see are dealt anew among their owners."""
    program, layout = machine.program, machine.layout
    for index, row in enumerate(program.variables):
        addresses = layout.variables[index]
        if row.hidden or row.seen_by == "all" or not addresses:
            continue
        unseen = [o for o in owners(row, players, program.players[1]) if not sees_variable(machine, row, o, seat)]
        values = sorted(machine.read(index, owner) for owner in unseen)
        generator.shuffle(values)
        for owner, value in zip(unseen, values, strict=True):
            machine.state[addresses[owner]] = value


def put(machine: Machine, container: int, owner: int, things: Sequence[int]) -> None:
    """Let exactly these things lie in a container, in this order. Where else they lay the caller sees to."""
    layout, state = machine.layout, machine.state
    address = layout.address(container, owner)
    if not address:
        return
    state[address] = things[0] if things else 0
    state[address + 1] = things[-1] if things else 0
    state[address + 2] = len(things)
    for at, thing in enumerate(things):
        state[layout.loc + thing] = address
        state[layout.prev + thing] = things[at - 1] if at else 0
        state[layout.next + thing] = things[at + 1] if at + 1 < len(things) else 0
