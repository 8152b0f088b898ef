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
from interpreter.wording import Teller, tell
from rulelang.diagnostics.visible import visible
from rulelang.messages.words import say

if TYPE_CHECKING:
    from interpreter.game import Decision, Game

MOST_REASONS = 10
HELP = (
    "Answer with an option's number, or with the beginning of what it says.",
    "1 3  all   several dice or things in one answer, where they are asked for",
    "? 2        what option 2 does: its rule, with file and line",
    "why        what led to the last thing; why WORDS: to the last with these words",
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
    lines = [visible(option.label) + (", " + say("for {price}", price=cost) if cost else "")]
    text = block(option.span)
    if text:
        lines.append(f"  {where(option.span)}")
        lines += [f"  | {line}" for line in text]
    return lines


def why_not(game: Game, words: str) -> list[str]:
    """Why options with these words are not offered, each with its line in the rules."""
    if not words.strip():
        return [say("why not what? For example: why not rest")]
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
    if wanted:
        return [say("nothing with `{words}` has happened", words=visible(words.strip()))]
    return [say("nothing has happened yet")]


def _chain(game: Game, events: list[ev.Event], event: ev.Event, sentence: str) -> list[str]:
    teller = Teller(game.program, game.names)
    lines = [say("{sentence}, by {place}", sentence=visible(sentence), place=_place(teller, event))]
    for cause in callers(game.program, events, event.seq):
        if isinstance(cause, ev.Entered):
            what = visible(teller.happening(cause.happening))
            if cause.you:
                what = say("{what} of {owner}", what=what, owner=visible(teller.entity(cause.you)))
            line = say("in {what}, run by {place}", what=what, place=_place(teller, cause))
        else:
            line = say("for {sentence}, at {place}", sentence=visible(tell(teller, cause)), place=_place(teller, cause))
        lines.append("  " + line)
    return lines


def _place(teller: Teller, event: ev.Event) -> str:
    place = where(event.span)
    text = line_of(event.span)
    return visible(teller.rule(event.rule)) + (f" ({place}: {text})" if place else "")


def log(game: Game, seat: int, words: str, most: int) -> list[str]:
    """The last sentences; as many as are asked for."""
    count = int(words[:6]) if words.isascii() and words.isdigit() else most
    told = game.events_for(seat)
    sentences = story(Teller(game.program, game.names), game.events, told)
    left = len(sentences) - count
    head = [say("… {left} earlier; log {all} shows all", left=left, all=len(sentences))] if left > 0 else []
    return head + sentences[-count:] if count else head


def board(game: Game, seat: int) -> list[str]:
    """Each place: the places beside it, and in the lines under it who and what is there."""
    lines: list[str] = []
    for spot, beside in spots_of(game, seat):
        lines.append(f"{spot.title} -- {', '.join(beside) or say('nothing beside it')}")
        if spot.who or spot.what:
            lines.append(f"    {'; '.join((*spot.who, *spot.what))}")
    return lines or [say("this game has no board")]


def cards(game: Game, seat: int) -> list[str]:
    """Each pile and hand that holds something, and what the seat knows to lie in it."""
    lines: list[str] = []
    for title, things in cards_of(game, seat):
        lines.append(title)
        lines += [f"    {thing}" for thing in things]
    return lines or [say("nothing lies anywhere yet")]
