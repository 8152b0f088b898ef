"""A game being played: the machine behind one small surface.

Given a Program, players and a seed, a Game runs to the first point where it waits, then goes on with each answer. It is
a pure function of (program, players, seed, answers). It never reads the clock, prints, or looks at hidden things on
a player's behalf: `view` is the only thing a seat should be shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from interpreter import events as ev
from interpreter.history import History, Mark
from interpreter.link import link
from interpreter.machine import Machine
from interpreter.nature import Nature, Seeded
from interpreter.telling import story
from interpreter.views import View, view_of
from interpreter.waiting import Asking, Throwing
from interpreter.wording import Teller, face_words, seat_name
from rulelang.messages.words import say, say_in
from rulelang.program.tables import Program
from rulelang.source import NOWHERE, Span

UndoPolicy = Literal["keep", "again", "locked"]
PASS = "pass"
MOST_REASONS = 50


class GameError(Exception):
    """Something that cannot be done with a game as it stands; its text says why, for people."""


class IllegalChoice(GameError):
    """An answer that is not among the options. `legal` are those that are."""

    def __init__(self, given: object, legal: tuple[Option, ...]) -> None:
        self.given = given
        self.legal = legal
        super().__init__(_illegal(given, legal))


class IllegalChance(GameError):
    """Dice or a draw, told from outside, that cannot be."""


class UndoError(GameError):
    """Nothing can be taken back, or not past this."""


@dataclass(frozen=True, slots=True)
class Option:
    """A legal answer: `id` is stable under rewording and unique in its decision, `label` is how it reads, `index` its
    place among the options and `span` the line that offers it."""

    id: str
    label: str
    index: int
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Decision:
    """The game waits for a seat (from 1). `kind` is choose, may, menu, pick, number or dice; `secret`: others learn
    only that the seat decides, and which choice it is."""

    seat: int
    choice: str
    prompt: str
    kind: str
    options: tuple[Option, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that can fall or be drawn: what to tell the game (`value`), how it reads, and its odds as
    `weight` in `out_of`, for the first die or thing of the chance."""

    value: int
    label: str
    weight: int
    out_of: int


@dataclass(frozen=True, slots=True)
class Chance:
    """The game waits for nature (a manual game only): `count` dice of one kind (face indexes are told), or `count`
    different things out of a row (indexes into it are told)."""

    kind: Literal["dice", "pick"]
    count: int
    outcomes: tuple[Outcome, ...]
    prompt: str


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended. `won`: for the players together, None where seats ended apart; `seats`: win or defeat by seat,
    from seat 1."""

    won: bool | None
    text: str
    seats: tuple[bool | None, ...] = ()


class Game:
    """A running game. `record`: keep events and what undo needs; bots and simulations do without. `check_laws`: a law
    that does not hold where the game waits is a Fault; without it, only in games that record.

    Raises GameError for a number of players the game does not allow, Fault where the rules run into one.
    """

    def __init__(
        self,
        program: Program,
        players: int = 2,
        seed: int = 0,
        *,
        undo: UndoPolicy = "keep",
        record: bool = True,
        nature: Nature | None = None,
        names: Sequence[str] = (),
        check_laws: bool | None = None,
    ) -> None:
        least, most = program.players
        if not least <= players <= most:
            raise GameError(say(
                "{game} is for {least} to {most} players, not {players}",
                game=program.title or program.name, least=least, most=most, players=players,
            ))  # fmt: skip
        self.program = program
        self.players = players
        self.seed = seed
        self.undo_policy = undo
        self.names = tuple(names[:players]) + tuple(seat_name(program, n) for n in range(len(names) + 1, players + 1))
        self._record = record
        self._history = History()
        self._events: list[ev.Event] = []
        self._decision: Decision | None = None
        self._machine = Machine(link(program, players), nature or Seeded(), seed, self.names, record, record if check_laws is None else check_laws)
        self._machine.run()

    # --- where it stands ---------------------------------------------------------------------------------

    @property
    def state(self) -> tuple[int, ...]:
        """The whole state, where the run stands and the generator included. Equal states play on alike."""
        return tuple(self._machine.state)

    @property
    def machine(self) -> Machine:
        """The machine behind it, for views, bots and provers; players must not see into it."""
        return self._machine

    @property
    def decision(self) -> Decision | None:
        """What a player is asked now, or None."""
        waiting = self._machine.waiting
        if not isinstance(waiting, Asking):
            return None
        if self._decision is None:
            self._decision = _decision(waiting)
        return self._decision

    @property
    def chance(self) -> Chance | None:
        """What nature is asked now, or None; always None unless the game is manual."""
        waiting = self._machine.waiting
        return _chance(waiting, self) if isinstance(waiting, Throwing) else None

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""
        ended = self._machine.result
        if ended is None:
            return None
        word, text = ended
        seats = tuple(None if row is None else row[0] == "win" for row in self._machine.seat_results)
        won = {"win": True, "defeat": False}.get(word)
        if won is None and seats and len(set(seats)) == 1:
            won = seats[0]  # each for themselves, but all to the same end
        return Result(won, text, seats)

    @property
    def events(self) -> list[ev.Event]:
        """All that happened so far, in order (only of a game that records)."""
        raw = self._machine.events or []
        for seq in range(len(self._events), len(raw)):
            self._events.append(ev.event_of(self.program, seq, raw[seq]))
        return self._events

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would find something, its policy aside."""
        return bool(self._history)

    # --- going on ----------------------------------------------------------------------------------------

    def choose(self, answer: int | str | Option) -> None:
        """Answer the decision: an index into its options, an id, or one of the options; then run to the next point of
        waiting. Raises IllegalChoice, and Fault where the rules fail (the game then stands as before, if it records)."""
        decision = self.decision
        if decision is None:
            raise GameError(say("no player is asked anything now"))
        index = _index(answer, decision.options)
        self._go(lambda: self._machine.answer(index), told=False)

    def tell(self, answer: Sequence[int]) -> None:
        """Say how dice fell or what was drawn, in a manual game. Raises IllegalChance."""
        waiting = self._machine.waiting
        if not isinstance(waiting, Throwing):
            raise GameError(say("no dice and no draw are waited for now"))
        _check_chance(waiting, answer)
        self._go(lambda: self._machine.answer_chance(list(answer)), told=True)

    def _go(self, answer: Any, told: bool) -> None:
        machine = self._machine
        if not self._record:
            self._decision = None
            answer()
            return
        mark = Mark.of(machine.state, len(machine.events or ()), told)
        try:
            answer()
        except Exception:
            self._restore(mark)
            raise
        self._decision = None
        self._history.push(mark)

    def undo(self) -> None:
        """Take back the last answer. Raises UndoError where there is none, or the policy is "locked" and chance has
        spoken since."""
        mark = self._history.last
        if mark is None:
            raise UndoError(say("there is nothing to take back") if self._record else say("this game keeps no record to go back by"))
        if self.undo_policy == "locked" and self._chance_since(mark):
            raise UndoError(say("dice, draws and shuffles cannot be taken back in this game"))
        cell = self._machine.layout.rng
        moved_on = self._machine.state[cell]
        self._history.pop()
        self._restore(mark)
        if self.undo_policy == "again":
            self._machine.state[cell] = moved_on

    def _restore(self, mark: Mark) -> None:
        self._machine.load(mark.state())
        if self._machine.events is not None:
            del self._machine.events[mark.events :]
        del self._events[mark.events :]
        self._decision = None

    def _chance_since(self, mark: Mark) -> bool:
        cell = self._machine.layout.rng
        if mark.told or mark.state()[cell] != self._machine.state[cell]:
            return True
        decks = {index for index, row in enumerate(self.program.containers) if row.word == "deck"}
        return any(isinstance(event, ev.Moved) and event.source in decks for event in self.events[mark.events :])

    def copy(self, record: bool = False) -> Game:
        """The same game, to be played on apart. It has no events and nothing to undo from before the copy."""
        twin = object.__new__(Game)
        twin.program = self.program
        twin.players = self.players
        twin.seed = self.seed
        twin.undo_policy = self.undo_policy
        twin.names = self.names
        twin._record = record
        twin._history = History()
        twin._events = []
        twin._decision = self._decision
        twin._machine = self._machine.copy(record)
        twin._machine.check_laws = record
        return twin

    def load(self, state: Sequence[int]) -> None:
        """Stand where `state` (from this Program and number of players) says. Forgets events and undo."""
        self._machine.load(list(state))
        if self._machine.events is not None:
            self._machine.events.clear()
        self._events.clear()
        self._history = History()
        self._decision = None

    # --- telling people ----------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What a seat may know, and nothing else. Seats count from 1; 0 is an onlooker."""
        return view_of(self, seat)

    def events_for(self, seat: int, since: int = 0) -> list[ev.Event]:
        """The events from number `since` on as a seat may know them."""
        seen = (ev.for_seat(event, self.program, seat) for event in self.events[since:])
        return [event for event in seen if event is not None]

    def sentences(self, seat: int, since: int = 0) -> list[str]:
        """The same as a story: what belongs together in one sentence, and of what begins only turns and rounds."""
        return story(Teller(self.program, self.names), self.events, self.events_for(seat, since))

    def why(self, seq: int) -> list[ev.Event]:
        """An event and what led to it, the event itself first."""
        chain: list[ev.Event] = []
        events = self.events
        while 0 <= seq < len(events) and len(chain) < 100:
            chain.append(events[seq])
            seq = events[seq].cause if events[seq].cause < seq else -1
        return chain

    def why_not(self, text: str) -> list[str]:
        """Why an option, known by a part of its id or label, is not offered now: a sentence for each that fits."""
        return _why_not(self, text.strip().casefold())


def _index(answer: int | str | Option, options: tuple[Option, ...]) -> int:
    if isinstance(answer, Option):
        if 0 <= answer.index < len(options) and options[answer.index] == answer:
            return answer.index
    elif isinstance(answer, str):
        for option in options:
            if option.id == answer:
                return option.index
    elif isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(options):
        return answer
    raise IllegalChoice(answer, options)


def _illegal(given: object, legal: tuple[Option, ...]) -> str:
    said = given.id if isinstance(given, Option) else str(given)[:80]
    ids = [option.id for option in legal]
    near = get_close_matches(said, ids, 1)
    if near:
        return say("`{said}` is not among the options; did you mean `{near}`?", said=said, near=near[0])
    shown = ", ".join(f"`{name}`" for name in ids[:12]) + (", ..." if len(ids) > 12 else "")
    return say("`{said}` is not among the options: {options}", said=said, options=shown)


def _decision(waiting: Asking) -> Decision:
    counts: dict[str, int] = {}
    options = []
    for index, option in enumerate(waiting.options):
        counts[option.id] = counts.get(option.id, 0) + 1
        name = option.id if counts[option.id] == 1 else f"{option.id}#{counts[option.id]}"
        options.append(Option(name, option.label, index, option.span))
    return Decision(waiting.seat, waiting.choice, waiting.prompt, waiting.kind, tuple(options), waiting.secret)


def _chance(waiting: Throwing, game: Game) -> Chance:
    teller = Teller(game.program, game.names)
    if waiting.kind == "dice":
        die = game.program.dice[waiting.die]
        rows = [face_words(face) for face in die.faces]
        prompt = f"{waiting.count} {face_words(die)}"
    else:
        rows = [teller.entity(thing) for thing in waiting.things]
        prompt = say_in(game.program.language, "{count} of {size}", count=waiting.count, size=len(rows))
    outcomes = tuple(Outcome(index, label, 1, len(rows)) for index, label in enumerate(rows))
    return Chance(waiting.kind, waiting.count, outcomes, prompt)


def _check_chance(waiting: Throwing, answer: Sequence[int]) -> None:
    size = waiting.faces if waiting.kind == "dice" else len(waiting.things)
    if len(answer) != waiting.count:
        raise IllegalChance(say("{count} are waited for, not {given}", count=waiting.count, given=len(answer)))
    if not all(type(value) is int and 0 <= value < size for value in answer):
        raise IllegalChance(say("each must be from {low} to {high}", low=0, high=size - 1))
    if waiting.kind == "pick" and len(set(answer)) != len(answer):
        raise IllegalChance(say("the same thing cannot be drawn twice"))


def _why_not(game: Game, wanted: str) -> list[str]:
    decision, lang = game.decision, game.program.language
    if decision is None:
        return [say_in(lang, "No player is asked anything now.")]
    found = [say_in(lang, "`{label}` is not offered: {reason}", label=row.label or row.id, reason=row.text) for row in game.machine.why_not()
             if not wanted or wanted in row.id.casefold() or wanted in row.label.casefold()]
    if found:
        return found[:MOST_REASONS]
    for option in decision.options:
        if wanted == option.id.casefold() or wanted in option.label.casefold():
            return [say_in(lang, "`{label}` is offered.", label=option.label)]
    if not decision.prompt:
        return [say_in(lang, "There is no such option.")]
    return [say_in(lang, "`{choice}` has no such option.", choice=decision.prompt)]
