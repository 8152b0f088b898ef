"""Instructions of a Program: a small fixed set. Each says what it reads and writes and whether the run may wait in it.

A routine is a list of instructions; labels are indexes into it. A running routine has a frame on the stack, which lies
at the end of the state vector: a header (see docs/machine.md) and its locals. Arguments are the first locals.
"""

from __future__ import annotations

from typing import Literal

from rulelang.program.expr import Ex, Template
from rulelang.program.record import Record
from rulelang.source import NOWHERE, Span


class Instr(Record, kw_only=True):
    """An instruction. `span` is the statement it came from."""

    span: Span = NOWHERE


class Ref(Record):
    """A variable to be written: of the game (`owner` None) or of an entity; and the range it must keep, ends included.

    The ends are expressions, evaluated with `owner` known; writing to the entity 0 does nothing.
    """

    variable: int
    owner: Ex | None
    low: Ex | None
    high: Ex | None


class PlaceRef(Record):
    """A container of the game or of an entity. `bottom`: things are put under what lies there, else after it
    (a deck: on top)."""

    container: int
    owner: Ex | None
    bottom: bool = False


# --- course ----------------------------------------------------------------------------------------------


class Jump(Instr):
    """Go on at `to`."""

    to: int


class Unless(Instr):
    """Go on at `to` if the condition is 0."""

    condition: Ex
    to: int


class Switch(Instr):
    """Go on at the label of the first case (low, high, label) that has the value; else at `otherwise`."""

    value: Ex
    cases: tuple[tuple[int, int, int], ...]
    otherwise: int


class Call(Instr):
    """Run a routine in a frame of its own, then go on behind; what it gives goes to `result` (-1: nowhere).

    An argument that is a set fills 1 + capacity cells of the callee (see Routine.params). `you` and `this` go into the
    new frame's header. `result_pool` copies a given pool into the block at `result`.
    """

    routine: int
    args: tuple[Ex, ...]
    you: Ex
    this: Ex | None
    result: int = -1
    result_pool: bool = False


class Return(Instr):
    """Leave the routine, giving `value` (None: 0). With a pending `End` (see there), go on with that instead."""

    value: Ex | None = None


class BeginAfter(Instr):
    """Stands at a routine's `after` label: from here on an `End` that meets this frame does not run it again."""


class End(Instr):
    """Leave the innermost running routine whose `happening` is this one, and all that runs inside it.

    Frames are left from the top. A frame with an `after` label that it has not begun goes on there, with the rest of
    the leaving pending until it returns. Where no such routine runs nothing happens and the next instruction follows.
    """

    happening: int


class Finish(Instr):
    """The game ends, or (with `seat`) ends for one player; when every seat has its result the game ends."""

    result: Literal["win", "defeat"]
    seat: Ex | None
    text: Template | None


class Rest(Instr):
    """If every running routine is a phase (Routine.rests), run the routine `Program.rest`, which looks at endings and
    `whenever`."""


class Fail(Instr):
    """A fault the rules run into, with its text."""

    text: str


# --- locals ----------------------------------------------------------------------------------------------


class Let(Instr):
    """One local cell."""

    slot: int
    value: Ex


class LetSet(Instr):
    """A set kept in 1 + capacity cells; longer than its capacity is a fault."""

    slot: int
    value: Ex
    capacity: int


class LetAt(Instr):
    """The cell `slot + index`."""

    slot: int
    index: Ex
    value: Ex


class TakeOut(Instr):
    """Take a member out of a set kept at `slot`, closing the gap."""

    slot: int
    member: Ex


# --- change ----------------------------------------------------------------------------------------------


class Assign(Instr):
    """A variable gets a value; outside its range it is a fault."""

    ref: Ref
    value: Ex


class Add(Instr):
    """A variable goes up (`sign` 1) or down (-1) by an amount, stopping at its range; amounts below 0 are 0."""

    ref: Ref
    amount: Ex
    sign: int


class Step(Instr):
    """As Add, but only as far as the nearest of `stops`, values someone listens for: takes what it went off the
    local cell `left` (0 at the end of the range) and sets cell `hit` to 1 if it arrived at a stop, else 0."""

    ref: Ref
    left: int
    sign: int
    stops: tuple[int, ...]
    hit: int


class Reset(Instr):
    """Variables go back to their first values, for every owner."""

    variables: tuple[int, ...]


class Walk(Instr):
    """A player's (or other entity's) location variable gets a place. Sets cell `moved` to 1 if it was another
    (-1: nowhere)."""

    who: Ex
    variable: int
    place: Ex
    moved: int = -1


class Move(Instr):
    """Things go to a container, in the order of the set. A slot that is full, or more than a container holds, is a
    fault. An empty set moves nothing. `target` None: to the box."""

    things: Ex
    target: PlaceRef | None


class Discard(Instr):
    """Things go each to where its container discards to; else to where the container it began in discards to; else to where
    it began; else to the box."""

    things: Ex


class Draw(Instr):
    """Up to `count` things leave a container for `target`; with `target` None one thing stays on the table and its id
    goes to cell `slot` (0 if there is none). From a deck the first, from a bag or pile one by chance.
    An empty source with `refill from` is filled and shuffled first. May wait for chance."""

    count: Ex | None
    source: PlaceRef
    target: PlaceRef | None
    slot: int = -1


class Shuffle(Instr):
    """A container's order becomes random, and unknown to all."""

    place: PlaceRef


class Show(Instr):
    """Players (a set) learn what things are."""

    things: Ex
    seats: Ex


# --- chance ----------------------------------------------------------------------------------------------


class RollPool(Instr):
    """`count` loose dice of one kind into the block at `slot` (1 + capacity cells); more than fit is a fault.
    May wait for chance."""

    slot: int
    count: Ex
    die: int
    capacity: int


class RollOne(Instr):
    """One die; its face value goes to cell `slot`. May wait for chance."""

    slot: int
    die: int


class RollAmount(Instr):
    """An amount becomes a number in cell `slot`: its dice rolled and summed. May wait for chance."""

    slot: int
    amount: Ex


class Reroll(Instr):
    """Dice of a loose pool are thrown again: of those at `positions` that are not locked, all, or as the doer picks:
    `exactly`, `up to` or `any` number. May wait for the player, then for chance. Equal faces are one choice."""

    pool: Ex
    die: int
    positions: Ex
    mode: Literal["all", "any", "exactly", "up to"]
    count: Ex | None
    chooser: Ex


class Lock(Instr):
    """As Reroll, but the dice are locked: passed over by every reroll until the pool is rolled anew.
    May wait for the player."""

    pool: Ex
    die: int
    positions: Ex
    mode: Literal["all", "any", "exactly", "up to"]
    count: Ex | None
    chooser: Ex


class Throw(Instr):
    """Of some things the dice of one kind are thrown: each shows a face by chance. `again`: it is a reroll. `first`: with
    it a throw begins, so that all dice among the things show nothing before. May wait for chance."""

    things: Ex
    die: int
    again: bool = False
    first: bool = True


class Turn(Instr):
    """A die that is a thing is turned to its face that shows `amount` of a word and nothing else; that it has none is
    a fault. Turning nothing, or a die that shows nothing, does nothing."""

    thing: Ex
    word: int
    amount: Ex


# --- decisions -------------------------------------------------------------------------------------------


class Price(Record):
    """Part of a price that a number pays: the variable must hold at least `amount`. The paying is code of the body."""

    ref: Ref
    amount: Ex


class Weight(Record):
    """How much of a word a thing counts for in a price: `amount`, with `var` the thing."""

    word: int
    var: int
    amount: Ex


class Cover(Record):
    """A price that things pay: every box of the bundle `boxes` must be covered by some of `things`, each thing in one
    box and for one word. A word without a weight is what a die shows, or which die it is."""

    boxes: Ex
    things: Ex
    weights: tuple[Weight, ...]


class OptionCode(Record):
    """One line of a choice. Generators fill local slots, one legal option for each combination for which all hold:
    `when`, every price, every cover (some of its things must cover it) and every limit (an expression that is 1 while the
    option may still be taken).
    Picked, the run goes on at `to`. `id` is stable under rewording; `rule` names the option in messages."""

    id: str
    label: Template
    generators: tuple[tuple[int, Ex], ...]
    when: Ex | None
    prices: tuple[Price, ...]
    limits: tuple[Ex, ...]
    to: int
    span: Span = NOWHERE
    covers: tuple[Cover, ...] = ()


class Ask(Instr):
    """The chooser picks one option. Modes: `choose` exactly one (a single legal one is taken without asking; none is a
    fault), `may` one or none, `menu` one or the closing label. With nothing legal, and when declined or closed, the
    run goes on at `otherwise`. `mode` and `until` may come from cells of the frame, for a choice run from several
    places: then `mode_slot` >= 0 holds 0 choose, 1 may, 2 menu, and `until_slot` an index into Program.texts.
    A declining or closing answer has the id `pass`. `secret`: waits even with one or no legal option. May wait."""

    choice: str
    prompt: Template | None
    options: tuple[OptionCode, ...]
    mode: Literal["choose", "may", "menu", "slot"]
    until: Template | None
    otherwise: int
    chooser: Ex
    mode_slot: int = -1
    until_slot: int = -1
    secret: bool = False


class PickOne(Instr):
    """The chooser picks a member of a set; it goes to cell `slot`. Of one member it is taken unasked, of none 0.
    `sort` says how members are written in labels. Things that look alike are one option. `secret`: waits even with one
    or no member. May wait."""

    slot: int
    group: Ex
    prompt: Template | None
    sort: Literal["number", "entity", "symbol", "flag", "face", "bundle"]
    name: str
    chooser: Ex
    secret: bool = False


class PickSome(Instr):
    """The chooser picks some of a set into the 1 + capacity cells at `slot`: `all`, `any` number from one up, `exactly`
    or `up to` a count. Things that look alike are one choice. May wait."""

    slot: int
    group: Ex
    capacity: int
    mode: Literal["all", "any", "exactly", "up to"]
    count: Ex | None
    name: str
    chooser: Ex


class PickCover(Instr):
    """The chooser picks what pays a price into the 1 + capacity cells at `slot`, of the smallest covers: those from
    which nothing can be left out. With one cover it is not asked, unless `secret`: what pays lies where not all see it, and
    haste would tell; with none it is a fault. May wait."""

    slot: int
    cover: Cover
    capacity: int
    name: str
    chooser: Ex
    secret: bool = False


class PickShares(Instr):
    """The chooser shares the number in cell `left` out among the members of a set, nobody getting more than `room`
    (with `var` the member; None: no limit), all of it as far as there is room. The k-th member's share goes to cell
    `slot` + k; cell `slot` counts those that have theirs, 0 at first; `left` is what is still to be shared. Of at most 30
    ways one is picked (`prompt`); of more the next member's share is (`one`, that member in cell `member`), and so on.
    A single way is taken unasked. `sort` says how members are written in labels. May wait."""

    slot: int
    left: int
    member: int
    group: Ex
    var: int
    room: Ex | None
    prompt: Template
    one: Template
    sort: Literal["number", "entity", "symbol", "flag", "face", "bundle"]
    name: str
    chooser: Ex


class OrderLineCode(Record):
    """One line of an order: members with the highest or lowest value, or for which it is 1 (`first`), stay; `seats`:
    the first of them round the table from a player; `choice`: the chooser picks; `chance`: nature does."""

    word: Literal["highest", "lowest", "first", "seats", "choice", "chance"]
    value: Ex | None
    when: Ex | None


class PickBy(Instr):
    """A member of a set by an order goes to cell `slot`; 0 of an empty set. `var` is the member in the lines.
    What all lines leave tied, the first in the set's order has. May wait for the player or chance."""

    slot: int
    group: Ex
    var: int
    lines: tuple[OrderLineCode, ...]
    prompt: Template | None
    sort: Literal["number", "entity", "symbol", "flag", "face", "bundle"]
    name: str
    chooser: Ex


# --- tests -----------------------------------------------------------------------------------------------


class Queue(Instr):
    """In a test: what dice, draws (entity ids) or players will answer next. Answers are texts, numbers (written
    as text), entity names or `pass`."""

    sort: Literal["dice", "draws", "answers"]
    values: tuple[int | str, ...]


class Quiet(Instr):
    """In a test: from here on (`on`), or no more, triggers are passed over: `given`. Stands behind each statement of a
    test, too: there the test goes on if the statement waits for what no queue has, or ends the game."""

    on: bool


class Expect(Instr):
    """In a test: the condition must hold, else the test fails with `text`. `offered` instead of a condition: an option
    (by id or its name) must, or must not, be among those of the waiting decision. `ended`: the statement before must, or
    must not, have ended the game so: `win`, `defeat`, or with that text. `knows`: a seat that must, or must not, know what
    the things are of which `condition` is then the set."""

    text: str
    condition: Ex | None
    offered: str | None = None
    negated: bool = False
    ended: str | None = None
    knows: Ex | None = None


# --- routines --------------------------------------------------------------------------------------------


class Routine(Record):
    """Instructions with a name. `params`: for each parameter its capacity, -1 for one cell, else a set in 1 + capacity
    cells. `size`: cells of locals, parameters included. `happening`: the phase or rule it is the body of, for `End`;
    -1 for none. `after`: label of its after-triggers, -1 for none. `rests`: a phase, at whose statements the game is at
    rest. `sort` and `name` are for messages and docs."""

    name: str
    sort: Literal["phase", "rule", "choice", "option", "trigger", "event", "test", "rest", "setup"]
    params: tuple[int, ...]
    size: int
    code: tuple[Instr, ...]
    happening: int = -1
    after: int = -1
    rests: bool = False
    span: Span = NOWHERE
