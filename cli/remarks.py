"""What is worth saying beside an option before it is taken: its price, and what stands where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.scene import spots_of
from interpreter.reasons import price
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.game import Decision, Game

MOST_OPTIONS = 200  # of a longer list nobody reads remarks


def remarks_on(game: Game, decision: Decision) -> list[str]:
    """A remark for each option, to stand right behind its label; "" where there is nothing to say."""
    if len(decision.options) > MOST_OPTIONS:
        return [""] * len(decision.options)
    lying = {spot.title: "; ".join(spot.what) for spot, _ in spots_of(game, decision.seat) if spot.what}
    costs = [price(game, option) for option in decision.options]
    given = {cost for cost, option in zip(costs, decision.options, strict=True) if option.id != "pass"}
    alike = len(given) == 1 and len(costs) > 2  # what all of them cost alike tells none from another
    found = []
    for cost, option in zip(costs, decision.options, strict=True):
        label = visible(option.label)
        there = next((what for title, what in lying.items() if label.endswith(title)), "")
        said = [say("costs {price}", price=cost)] if cost and not alike else []
        said += [there] if there else []
        found.append(f"  ({'; '.join(said)})" if said else "")
    return found
