"""Writes docs/arkham-figures.md: how random players fare in Arkham Express, variant by variant. `make figures` runs it.

Each game is the one that `rules simulate` plays for the same seed; what happens in it is counted as well.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.bots import team
from interpreter.events import Entered
from interpreter.game import Game
from interpreter.rng import derive
from interpreter.simulation import MOST_DECISIONS, Z95, wilson
from rulelang import games, load
from rulelang.program.tables import Program

PAGE = Path(__file__).with_name("arkham-figures.md")
GAMES, SEED = 200, 1
HARD = (
    "one_reroll", "slow_research", "slow_healing", "all_or_nothing", "no_idle_turns", "face_down", "stronger_monsters",
    "renewal", "many_hunters",
)  # fmt: skip
OTHERS = ("other_awakening", "herald")
COUNTED = ("round", "seal", "knockout", "battle")  # phases and rules whose runs are counted
BOTS = ("random",)


@dataclass(frozen=True)
class Played:
    """One game: how it ended, its decisions, and how often each of COUNTED ran."""

    ending: str
    decisions: int
    runs: Counter[str]


def rows_for(players: int) -> list[tuple[str, tuple[str, ...]]]:
    """The lines of a table: what they are called, and the variants chosen (`-name` keeps one off)."""
    rows: list[tuple[str, tuple[str, ...]]] = [("base", ("-solo",) if players == 1 else ())]
    if players == 1:
        rows.append(("solo", ()))
    hard = HARD if players > 2 else HARD[:-1]  # the last changes nothing for one or two
    rows += [(name, (name,)) for name in hard]
    return [*rows, ("all nine", HARD), *((name, (name,)) for name in OTHERS)]


def play(program: Program, players: int, index: int) -> Played:
    """The `index`-th game that `rules simulate` plays with this seed."""
    own = derive(SEED, index)
    bots = team(BOTS, players, own)
    game = Game(program, players, own, check_laws=False)
    decisions = 0
    while (decision := game.decision) is not None and decisions < MOST_DECISIONS:
        game.choose(bots[decision.seat - 1].choose(game, decision.seat))
        decisions += 1
    names = [program.happenings[event.happening] for event in game.events if isinstance(event, Entered)]
    ending = game.result.text if game.result is not None else "unfinished"
    return Played(ending, decisions, Counter(name for name in names if name in COUNTED))


def program_of(variants: Sequence[str], players: int) -> Program:
    """Arkham Express with variants. ValueError if they do not go together."""
    loaded = load(str(games.find("arkham")), tuple(variants), players=players)
    if loaded.program is None:
        raise ValueError("; ".join(item.message for item in loaded.diagnostics))
    return loaded.program


# --- tables ----------------------------------------------------------------------------------------------

HEAD = (
    "| | won | overrun | lost in the last battle | woken | rounds | decisions | gates sealed | knock-outs |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
ENDINGS = (
    "The Ancient One sinks back into sleep",
    "Monsters and gates overrun the town",
    "Nobody is left to stand against it",
)


def share(hits: int, trials: int) -> str:
    """A share in percent with its interval."""
    low, high = wilson(hits, trials)
    return f"{hits / trials:.1%} ({low:.1%}–{high:.1%})"


def mean(values: Sequence[int]) -> str:
    """A mean and half its interval, 95 times in 100, by the normal distribution."""
    middle = sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{middle:.2f} ± {Z95 * math.sqrt(spread / len(values)):.2f}"


def line(title: str, played: Sequence[Played]) -> str:
    """A line of a table."""
    count = Counter(game.ending for game in played)
    cells = [share(count[ending], len(played)) for ending in ENDINGS]
    cells.append(share(sum(1 for game in played if game.runs["battle"]), len(played)))
    cells.append(mean([game.runs["round"] for game in played]))
    cells.append(mean([game.decisions for game in played]))
    cells += [mean([game.runs[name] for game in played]) for name in ("seal", "knockout")]
    return f"| {title} | {' | '.join(cells)} |"


def table(players: int, count: int) -> str:
    """The table for a number of players, with the command whose games these are."""
    command = f"rules simulate arkham --players {players} --games {count} --seed {SEED} --bot {BOTS[0]}"
    lines = [f"## {players} player{'s' if players > 1 else ''}", "", f"    {command} [-V VARIANT]", "", HEAD]
    for title, variants in rows_for(players):
        program = program_of(variants, players)
        name = title if " " in title or title in ("base", "solo") else f"`{title}`"
        lines.append(line(name, [play(program, players, index) for index in range(count)]))
        sys.stderr.write(f"{players} players: {title}\n")
    return "\n".join(lines)


def page(count: int = GAMES) -> str:
    """The whole page; what stands above its first table is kept as it is."""
    above = PAGE.read_text("utf-8").partition("\n## ")[0].rstrip()
    return "\n\n".join((above, *(table(players, count) for players in range(1, 5)))) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
