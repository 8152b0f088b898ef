"""What players may ask at the table: what an option does, why something happened, why something is not offered, the
board and the cards in words. Each answer is a list of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.answers import meant
from cli.rule_text import block, line_of, where
from cli.scene import cards_of, spots_of
from interpreter import events as ev
from interpreter.reasons import callers, price
from interpreter.telling import story
from interpreter.wording import Teller, in_words, tell
from rulelang.diagnostics.visible import visible

if TYPE_CHECKING:
    from interpreter.game import Decision, Game

MOST_REASONS = 10
HELP = (
    "Answer with an option's number, or with the beginning of what it says.",
    "? 2        what option 2 does: its rule, with file and line",
    "why        what led to the last thing that happened; why WORDS: the last thing with these words",
    "why not X  why no option with X in it is offered",
    "map  m     the board: what lies beside what, who and what is there",
    "cards  c   all things in view: in hands, piles and on the table",
    "log  l     what happened so far; log 100: more of it",
    "board  b   the whole table once more",
    "undo  u    take back the last answer",
    "quit  q    save and leave; --resume goes on",
)


def about_option(game: Game, decision: Decision, words: str) -> list[str]:
    """The rule behind an option; where none is meant, why there is none."""
    option = meant(words, decision)
    if isinstance(option, str):
        if words.strip().isdigit():
            return [option]
        return why_not(game, words)
    cost = price(game, option)
    lines = [visible(option.label) + (f", for {cost}" if cost else "")]
    text = block(option.span)
    if text:
        lines.append(f"  {where(option.span)}")
        lines += [f"  | {line}" for line in text]
    return lines


def why_not(game: Game, words: str) -> list[str]:
    """Why options with these words are not offered, each with its line in the rules."""
    if not words.strip():
        return ["why not what? For example: why not rest"]
    wanted = words.strip().casefold()
    places = {row.text: row for row in reversed(game.machine.why_not()) if wanted in f"{row.id} {row.label}".casefold()}
    lines = [visible(line) for line in game.why_not(words)[:MOST_REASONS]]
    spans = dict.fromkeys(row.span for row in places.values())
    return lines + [f"  {where(span)}: {line_of(span)}" for span in list(spans)[:MOST_REASONS] if where(span)]


def why(game: Game, seat: int, words: str) -> list[str]:
    """What led to the last event, or to the last one that is told with these words."""
    events = game.events_for(seat)
    teller = Teller(game.program, game.names)
    wanted = words.strip().casefold()
    for event in reversed(events):
        if isinstance(event, ev.Entered | ev.Chosen) and not wanted:
            continue
        if isinstance(event, ev.Entered) and not event.you:
            continue
        sentence = tell(teller, event)
        if wanted in sentence.casefold():
            return _chain(game, events, event, sentence)
    return [f"nothing with `{visible(words.strip())}` has happened" if wanted else "nothing has happened yet"]


def _chain(game: Game, events: list[ev.Event], event: ev.Event, sentence: str) -> list[str]:
    teller = Teller(game.program, game.names)
    lines = [f"{visible(sentence)}, by {_place(event)}"]
    for cause in callers(game.program, events, event.seq):
        if isinstance(cause, ev.Entered):
            what = in_words(game.program.happenings[cause.happening])
            whose = f" of {teller.entity(cause.you)}" if cause.you else ""
            lines.append(f"  in {visible(what + whose)}, run by {_place(cause)}")
        else:
            lines.append(f"  for {visible(tell(teller, cause))}, at {_place(cause)}")
    return lines


def _place(event: ev.Event) -> str:
    place = where(event.span)
    text = line_of(event.span)
    return f"{visible(in_words(event.rule))}" + (f" ({place}: {text})" if place else "")


def log(game: Game, seat: int, words: str, most: int) -> list[str]:
    """The last sentences; as many as are asked for."""
    count = int(words[:6]) if words.isascii() and words.isdigit() else most
    told = game.events_for(seat)
    sentences = story(Teller(game.program, game.names), game.events, told)
    left = len(sentences) - count
    head = [f"… {left} earlier; log {len(sentences)} shows all"] if left > 0 else []
    return head + sentences[-count:] if count else head


def board(game: Game, seat: int) -> list[str]:
    """Each place: the places beside it, and in the lines under it who and what is there."""
    lines: list[str] = []
    for spot, beside in spots_of(game, seat):
        lines.append(f"{spot.title} -- {', '.join(beside) or 'nothing beside it'}")
        if spot.who or spot.what:
            lines.append(f"    {'; '.join((*spot.who, *spot.what))}")
    return lines or ["this game has no board"]


def cards(game: Game, seat: int) -> list[str]:
    """Each pile and hand that holds something, and what the seat knows to lie in it."""
    lines: list[str] = []
    for title, things in cards_of(game, seat):
        lines.append(title)
        lines += [f"    {thing}" for thing in things]
    return lines or ["nothing lies anywhere yet"]
