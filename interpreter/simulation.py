"""Many games by bots, on several processes, and the figures of them.

The i-th game's seed is made from the series' seed and i alone, so the figures are the same for any number of processes.
A game need not end: one that has gone on for too many decisions is counted as unfinished.
"""

from __future__ import annotations

import math
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from interpreter.bots import make, team
from interpreter.faults import Fault
from interpreter.game import Game, Result
from interpreter.rng import derive
from rulelang.program.tables import Program

MOST_DECISIONS = 5_000
MOST_FAULTS_KEPT = 20
Z95 = 1.959963984540054
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """A fault some games ran into; `index` and `seed` are those of the first of them, which plays it again."""

    text: str
    count: int
    index: int
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: `ending` is win, defeat, apart (seats ended differently), unfinished or fault."""

    index: int
    seed: int
    ending: str
    text: str
    decisions: int
    seats: tuple[bool | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The figures. All but `seconds` depend only on what was asked for."""

    program: str
    digest: str
    players: int
    bots: tuple[str, ...]
    seed: int
    games: int
    wins: int
    defeats: int
    apart: int
    unfinished: int
    faulty: int
    interval: tuple[float, float]
    mean_decisions: float
    longest: int
    endings: tuple[tuple[str, str, int], ...]
    seat_wins: tuple[int, ...]
    faults: tuple[FaultSeen, ...]
    seconds: float = field(compare=False)

    @property
    def games_per_second(self) -> float:
        """How fast it went."""
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def win_rate(self) -> float:
        """Wins by games that ended, or 0."""
        ended = self.wins + self.defeats + self.apart
        return self.wins / ended if ended else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data, without timing: equal for equal questions."""
        return {
            "program": self.program,
            "digest": self.digest,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "wins": self.wins,
            "defeats": self.defeats,
            "apart": self.apart,
            "unfinished": self.unfinished,
            "faulty": self.faulty,
            "win_rate": round(self.win_rate, 6),
            "interval_95": [round(end, 6) for end in self.interval],
            "mean_decisions": round(self.mean_decisions, 3),
            "longest": self.longest,
            "endings": [{"ending": e, "text": text, "games": n} for e, text, n in self.endings],
            "seat_wins": list(self.seat_wins),
            "faults": [{"text": f.text, "games": f.count, "index": f.index, "seed": f.seed} for f in self.faults],
        }


def wilson(hits: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share of `trials`; (0, 1) where there were none."""
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, z * z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def play_one(program: Program, players: int, bots: tuple[str, ...], seed: int, index: int, most: int) -> Outcome:
    """The `index`-th game of a series, played by bots to its end, a fault, or `most` decisions."""
    own = derive(seed, index)
    chosen = team(bots, players, own)
    decisions = 0
    try:
        game = Game(program, players, own, record=False)
        while (decision := game.decision) is not None:
            if decisions >= most:
                return Outcome(index, own, "unfinished", "", decisions)
            game.choose(chosen[decision.seat - 1].choose(game, decision.seat))
            decisions += 1
    except Fault as fault:
        return Outcome(index, own, "fault", str(fault), decisions)
    return _ended(index, own, decisions, game.result)


def _ended(index: int, seed: int, decisions: int, result: Result | None) -> Outcome:
    if result is None:
        return Outcome(index, seed, "unfinished", "", decisions)
    if result.won is None:
        return Outcome(index, seed, "apart", result.text, decisions, result.seats)
    return Outcome(index, seed, "win" if result.won else "defeat", result.text, decisions, result.seats)


# --- processes -------------------------------------------------------------------------------------------

_work: tuple[Program, int, tuple[str, ...], int, int] | None = None


def _begin(packed: bytes) -> None:
    global _work
    _work = pickle.loads(packed)


def _chunk(first: int, last: int) -> list[Outcome]:
    if _work is None:
        raise RuntimeError("a worker was not told what to play")
    program, players, bots, seed, most = _work
    return [play_one(program, players, bots, seed, index, most) for index in range(first, last)]


def simulate(
    program: Program,
    games: int,
    players: int = 2,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    most_decisions: int = MOST_DECISIONS,
) -> Report:
    """Play `games` games and count. `bots` names one for each seat, the last serving the rest; `jobs` is how many
    processes share the work; `progress` hears (done, of all). ValueError for a bot that does not exist, GameError for
    a number of players the game does not allow."""
    specs = tuple(bots)
    for spec in specs:
        make(spec, 0)
    begun = time.perf_counter()
    outcomes: list[Outcome] = []
    if jobs <= 1 or games < 2:
        batches: Iterator[list[Outcome]] = (
            [play_one(program, players, specs, seed, index, most_decisions)] for index in range(games)
        )
    else:
        batches = _spread((program, players, specs, seed, most_decisions), games, jobs)
    for batch in batches:
        outcomes += batch
        if progress is not None:
            progress(len(outcomes), games)
    outcomes.sort(key=lambda outcome: outcome.index)
    return _report(program, players, specs, seed, outcomes, time.perf_counter() - begun)


def _spread(work: tuple[Program, int, tuple[str, ...], int, int], games: int, jobs: int) -> Iterator[list[Outcome]]:
    """Batches as they are done; new processes know nothing of ours, so that it works alike everywhere."""
    size = max(1, min(50, games // (jobs * 4)))
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (pickle.dumps(work),))
    try:
        waiting: set[Future[list[Outcome]]] = {
            pool.submit(_chunk, first, min(first + size, games)) for first in range(0, games, size)
        }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# --- figures ---------------------------------------------------------------------------------------------


def _report(
    program: Program, players: int, bots: tuple[str, ...], seed: int, outcomes: list[Outcome], seconds: float
) -> Report:
    count = Counter(outcome.ending for outcome in outcomes)
    ended = count["win"] + count["defeat"] + count["apart"]
    texts = Counter((o.ending, o.text) for o in outcomes if o.ending in ("win", "defeat", "apart"))
    total = sum(outcome.decisions for outcome in outcomes)
    return Report(
        program=program.name,
        digest=program.digest,
        players=players,
        bots=bots,
        seed=seed,
        games=len(outcomes),
        wins=count["win"],
        defeats=count["defeat"],
        apart=count["apart"],
        unfinished=count["unfinished"],
        faulty=count["fault"],
        interval=wilson(count["win"], ended),
        mean_decisions=total / len(outcomes) if outcomes else 0.0,
        longest=max((outcome.decisions for outcome in outcomes), default=0),
        endings=tuple((ending, text, n) for (ending, text), n in sorted(texts.items(), key=lambda row: (-row[1], row[0]))),
        seat_wins=tuple(
            sum(1 for o in outcomes if seat < len(o.seats) and o.seats[seat]) for seat in range(players)
        ),
        faults=_faults(outcomes),
        seconds=seconds,
    )


def _faults(outcomes: list[Outcome]) -> tuple[FaultSeen, ...]:
    first: dict[str, Outcome] = {}
    count: Counter[str] = Counter()
    for outcome in outcomes:
        if outcome.ending == "fault":
            first.setdefault(outcome.text, outcome)
            count[outcome.text] += 1
    rows = [FaultSeen(text, n, first[text].index, first[text].seed) for text, n in count.most_common(MOST_FAULTS_KEPT)]
    return tuple(rows)
