"""The messages of `rules play --json`: one JSON object a line, each of a type that `type` names. docs/json.md tells how
they follow one another; `python -m cli.messages` prints their schema."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_WORDS = 200
MOST_TOLD = 10_000

Words = Annotated[str, Field(max_length=MOST_WORDS)]


class Message(BaseModel):
    """A message, or a part of one; what it does not know of is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


# --- from the game ---------------------------------------------------------------------------------------


class Hello(Message):
    """The first message. `people`: the seats this program answers for; bots play the others. `save`: the file that each
    answer is written to."""

    type: Literal["hello"] = "hello"
    protocol: Literal[1] = 1
    game: str
    title: str
    players: int
    names: list[str]
    people: list[int]
    save: str
    note: str


class Track(Message):
    """Where a track stands between its ends."""

    title: str
    value: int
    low: int
    high: int


class Fact(Message):
    """Anything else that is worth showing, a title and a text."""

    title: str
    text: str


class Place(Message):
    """A place of the board: who stands there, what lies there, and the places beside it."""

    title: str
    who: list[str]
    what: list[str]
    beside: list[str]


class Player(Message):
    """A player as all may see them. `at`: the place where they stand, or empty."""

    seat: int
    name: str
    at: str
    tracks: list[Track]
    facts: list[Fact]
    things: list[Fact]


class Die(Message):
    """A die that lies on the table. `locked`: it is thrown no more."""

    face: str
    locked: bool


class Table(Message):
    """What `seat` may know of the table, and what it has not been told of before (`log`). Seat 0 is an onlooker."""

    type: Literal["table"] = "table"
    seat: int
    places: list[Place]
    players: list[Player]
    tracks: list[Track]
    facts: list[Fact]
    things: list[Fact]
    dice: list[Die]
    log: list[str]


class Choice(Message):
    """An option. `id` is what `choose` takes; `remark` what is worth knowing beforehand, or empty."""

    id: str
    label: str
    remark: str


class Ask(Message):
    """A seat is to choose. `kind` is choose, may, menu, pick, number or dice; of a `secret` choice the others hear only
    that it was made."""

    type: Literal["ask"] = "ask"
    seat: int
    name: str
    choice: str
    prompt: str
    kind: str
    secret: bool
    options: list[Choice]


class Throw(Message):
    """Real dice are to be thrown, or real things drawn: `count` of them; `tell` says which of `outcomes` came."""

    type: Literal["throw"] = "throw"
    kind: Literal["dice", "pick"]
    count: int
    prompt: str
    outcomes: list[str]


class Said(Message):
    """The answer to a question, for `seat` alone."""

    type: Literal["said"] = "said"
    seat: int
    lines: list[str]


class Over(Message):
    """The game is over. `won`: by the players together, null where they ended apart; `seats`: each one's end."""

    type: Literal["over"] = "over"
    won: bool | None
    text: str
    seats: list[bool | None]
    save: str


class Left(Message):
    """The game was left before its end; `rules play --resume` goes on with `save`."""

    type: Literal["left"] = "left"
    save: str


class Error(Message):
    """A line that was no message, or not possible now. The game stands as before, and waits."""

    type: Literal["error"] = "error"
    message: str


# --- to the game -----------------------------------------------------------------------------------------


class Choose(Message):
    """Answers `ask`, with an option's id."""

    type: Literal["choose"]
    option: str


class Tell(Message):
    """Answers `throw`: for each die or thing its place among the outcomes, from 0."""

    type: Literal["tell"]
    outcomes: Annotated[list[int], Field(max_length=MOST_TOLD)]


class Undo(Message):
    """Takes back the last answer of a person."""

    type: Literal["undo"]


class Look(Message):
    """Asks for the table as `seat` (one of `people`, or 0) may see it."""

    type: Literal["look"]
    seat: int


class About(Message):
    """Asks for the rule behind an option of the choice that is waited for."""

    type: Literal["about"]
    option: Words


class Why(Message):
    """Asks for what led to the last event told in these words, or to the last of all."""

    type: Literal["why"]
    words: Words = ""


class WhyNot(Message):
    """Asks why no option with these words is offered."""

    type: Literal["why_not"]
    words: Words


class Log(Message):
    """Asks for the last sentences of the story."""

    type: Literal["log"]
    count: Annotated[int, Field(ge=1, le=100_000)] = 40


class Quit(Message):
    """Leaves; the end of input does the same."""

    type: Literal["quit"]


Answer = Choose | Tell | Undo | Look | About | Why | WhyNot | Log | Quit
Told = Hello | Table | Ask | Throw | Said | Over | Left | Error
ANSWER: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="type")])
TOLD: TypeAdapter[Told] = TypeAdapter(Annotated[Told, Field(discriminator="type")])


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, under `from_game` and `to_game`."""
    from_game, to_game = TOLD.json_schema(ref_template=REF), ANSWER.json_schema(ref_template=REF)
    kinds = {**from_game.pop("$defs"), **to_game.pop("$defs")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of rules play --json",
        "$defs": {**kinds, "from_game": from_game, "to_game": to_game},
        "anyOf": [{"$ref": "#/$defs/from_game"}, {"$ref": "#/$defs/to_game"}],
    }


REF = "#/$defs/{model}"

if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
