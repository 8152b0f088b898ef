"""What linked decisions call: what is legal, whether to wait, what an answer does, and the texts a player reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from interpreter.faults import Fault
from interpreter.layout import HEADER, RNG
from rulelang.messages.plural import form_of
from rulelang.messages.words import say, say_in
from rulelang.program import code as c
from rulelang.program import expr as x
from rulelang.program.tables import BOX, SYMBOLS_FROM, Program

if TYPE_CHECKING:
    from interpreter.link import Linked
    from interpreter.looking import Looking
    from interpreter.machine import Machine

State = list[int]
Entry = tuple[int, tuple[int, ...]]  # an option's index, and the members its generators are bound to
PASS = -1
MOST_OPTIONS = 5_000
MODES = ("choose", "may", "menu")
ENTITY_SETS = (x.Contents, x.ContentsOf, x.Players, x.Entities, x.ActiveOf, x.Neighbours, x.Reach, x.Ends)


class Asks:
    """`made[pc]` holds the functions that were written for the decision at an address (see code_asks)."""

    def __init__(self, linked: Linked) -> None:
        self.linked = linked
        self.program: Program = linked.program
        self.made: dict[int, tuple[Any, ...]] = {}
        self._things: dict[int, tuple[tuple[bool, ...], ...]] = {}
        self._seen_on: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def names(self) -> dict[str, object]:
        """The names generated code uses."""
        return {"ask": self.ask, "pick_one": self.pick_one, "pick_by": self.pick_by}

    # --- options -----------------------------------------------------------------------------------------

    def ask(self, m: Machine, state: State, fp: int, pc: int, base: int, chooser: int) -> int:
        """The decision of an Ask: the address to go on at, or -1 to wait."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.Ask)
        entries = self.entries(m, state, fp, pc, instr)
        mode = instr.mode if instr.mode != "slot" else MODES[state[fp + HEADER + instr.mode_slot]]
        given = m.take_answer()
        if given is None:
            if not entries and not instr.secret:
                return base + instr.otherwise if mode != "choose" else self._stuck(m, pc, instr)
            if mode == "choose" and not entries:
                return self._stuck(m, pc, instr)
            if mode != "choose" or len(entries) > 1 or instr.secret:
                m.wait_for_option(pc, mode, entries, chooser)
                return -1
            given = 0
        if given >= len(entries):
            if m.events is not None:
                m.note("chosen", pc, m.seat_of(chooser), instr.choice, "pass", self.closing(m, pc, mode))
            return base + instr.otherwise
        index, values = entries[given]
        option = instr.options[index]
        if m.events is not None:
            m.note("chosen", pc, m.seat_of(chooser), instr.choice, self.option_id(instr, entries[given]),
                   self.option_label(m, state, fp, pc, entries[given]))
        for (slot, _), value in zip(option.generators, values, strict=True):
            state[fp + HEADER + slot] = value
        return base + option.to

    def entries(self, m: Looking, state: State, fp: int, pc: int, instr: c.Ask) -> list[Entry]:
        """What is legal now, in the order of the options; things that look and lie alike count once."""
        found: list[Entry] = self.made[pc][0](m, state, fp)
        if len(found) > MOST_OPTIONS:
            raise Fault("size", say("`{choice}` has more than {most} options at once", choice=instr.choice, most=f"{MOST_OPTIONS:,}"))
        if len(found) < 2:
            return found
        things = self._thing_flags(pc, instr)
        if not any(any(flags) for flags in things):
            return found
        kept: dict[object, Entry] = {}
        for entry in found:
            kept.setdefault(self._looks(state, entry, things[entry[0]]), entry)
        return list(kept.values())

    def _thing_flags(self, pc: int, instr: c.Ask) -> tuple[tuple[bool, ...], ...]:
        if pc not in self._things:
            self._things[pc] = tuple(tuple(is_things(group) for _, group in o.generators) for o in instr.options)
        return self._things[pc]

    def _looks(self, state: State, entry: Entry, flags: tuple[bool, ...]) -> object:
        index, values = entry
        return index, tuple(self.look(state, v) if flag else v for v, flag in zip(values, flags, strict=True))

    def look(self, state: State, entity: int) -> object:
        """What a player can tell a thing apart by: its card, where it lies, its open values; itself where it holds something."""
        row = self.program.entities[entity - 1]
        if row.sort != "thing":
            return entity
        cells, holds = self._marks(entity)
        if any(state[address] for address in holds):
            return entity
        return row.card, state[self.linked.layout.loc_of[entity]], tuple(state[cell] for cell in cells)

    def _marks(self, thing: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cells of a thing that all can see, and the addresses of what it can hold: made once for each thing."""
        if thing not in self._seen_on:
            layout, rows = self.linked.layout, self.program.variables
            cells = [t[thing] for t, row in zip(layout.variables, rows, strict=True) if t and row.seen_by == "all"]
            holds = [table[thing] for table in layout.containers if table]
            self._seen_on[thing] = tuple(cell for cell in cells if cell), tuple(at for at in holds if at)
        return self._seen_on[thing]

    def _stuck(self, m: Machine, pc: int, instr: c.Ask) -> int:
        reasons = "; ".join(dict.fromkeys(f"`{row.label}`: {row.text}" for row in m.why_not(pc)))
        said = say("`{choice}` must be chosen from and nothing is legal", choice=instr.choice)
        raise Fault("options", f"{said} ({reasons})" if reasons else said)

    def closing(self, m: Machine, pc: int, mode: str) -> str:
        """How the answer that takes nothing reads."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.Ask)
        fp = m.state[3]
        if mode == "menu":
            template, names = instr.until, self.made[pc][3]
            if instr.until_slot >= 0:
                template, names = self.program.texts[m.state[fp + HEADER + instr.until_slot]], None
            if template is not None:
                return self.render(template, names, m.state, fp, m)
        return m.words_pass

    # --- picking -----------------------------------------------------------------------------------------

    def pick_one(self, m: Machine, state: State, fp: int, cell: int, group: Sequence[int], pc: int, chooser: int) -> int:
        """The chooser picks a member; -1 to wait."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.PickOne)
        members = self.distinct(state, group, instr.sort)
        secret = instr.secret
        if not members and not secret:
            state[cell] = 0
            return 0
        given = m.take_answer()
        if given is None:
            if len(members) > 1 or (secret and members):
                m.wait_for_member(pc, members, chooser, self.made[pc][0])
                return -1
            given = 0
        state[cell] = members[given] if members else 0
        if members and m.events is not None and len(members) > 1:
            name = self.member_name(members[given], instr.sort)
            m.note("chosen", pc, m.seat_of(chooser), instr.name, name, self.shown(members[given], instr.sort, m))
        return 0

    def distinct(self, state: State, group: Sequence[int], sort: str) -> list[int]:
        """A set's members, those alike once; more than a list can show are a fault."""
        if len(group) > MOST_OPTIONS:
            raise Fault("size", say("a choice among more than {most} things or numbers", most=f"{MOST_OPTIONS:,}"))
        if sort != "entity":
            return list(dict.fromkeys(group))
        kept: dict[object, int] = {}
        for member in group:
            if member:
                kept.setdefault(self.look(state, member), member)
        return list(kept.values())

    def pick_by(self, m: Machine, state: State, fp: int, cell: int, group: Sequence[int], pc: int, chooser: int) -> int:
        """A member by an order; -1 to wait."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.PickBy)
        left = list(dict.fromkeys(group))
        for word, value, when in self.made[pc][1]:
            if len(left) < 2:
                break
            if when is not None and not all(when(state, fp, member) for member in left):
                continue
            if word == "choice":
                left = self.distinct(state, left, instr.sort)
                if len(left) < 2:
                    break
                given = m.take_answer()
                if given is None:
                    m.wait_for_member(pc, left, chooser, self.made[pc][0])
                    return -1
                left = [left[given]]
            elif word == "chance":
                picked = m.nature.picks(state, RNG, left, 1)
                if picked is None:
                    m.wait_for_pick(pc, 1, left)
                    return -1
                state[m.layout.chances] += 1
                left = [left[picked[0]]]
            else:
                left = self._best(state, fp, left, word, value)
        state[cell] = left[0] if left else 0
        return 0

    def _best(self, state: State, fp: int, left: list[int], word: str, value: Callable[..., int]) -> list[int]:
        if word == "seats":
            seats = self.linked.layout.seats
            order = {p: (p - value(state, fp, p)) % len(seats) for p in left}
            return [min(left, key=lambda p: order[p])]
        weights = [value(state, fp, member) for member in left]
        if word == "first":
            first = [member for member, weight in zip(left, weights, strict=True) if weight]
            return first or left
        best = max(weights) if word == "highest" else min(weights)
        return [member for member, weight in zip(left, weights, strict=True) if weight == best]

    # --- texts -------------------------------------------------------------------------------------------

    def option_id(self, instr: c.Ask, entry: Entry) -> str:
        """A name that stays the same under rewording: the option's, and its members' in parentheses."""
        option = instr.options[entry[0]]
        if not entry[1]:
            return option.id
        flags = self._thing_flags_of(option)
        names = ",".join(self.member_name(v, "entity" if flag else "number") for v, flag in zip(entry[1], flags, strict=True))
        return f"{option.id}({names})"

    def _thing_flags_of(self, option: c.OptionCode) -> tuple[bool, ...]:
        return tuple(is_things(group) for _, group in option.generators)

    def member_name(self, value: int, sort: str) -> str:
        """A member as it stands in an id."""
        if sort == "entity":
            return self.program.entities[value - 1].name if 0 < value <= len(self.program.entities) else "none"
        return self._word(value) or str(value)

    def _word(self, value: int) -> str:
        index = value - SYMBOLS_FROM
        return self.program.symbols[index] if 0 <= index < len(self.program.symbols) else ""

    def option_label(self, m: Looking, state: State, fp: int, pc: int, entry: Entry) -> str:
        """An option's label with its values in."""
        instr = self.linked.instrs[pc]
        assert isinstance(instr, c.Ask)
        option = instr.options[entry[0]]
        cells = [fp + HEADER + slot for slot, _ in option.generators]
        kept = [state[cell] for cell in cells]
        for cell, value in zip(cells, entry[1], strict=True):
            state[cell] = value
        text = self.render(option.label, self.made[pc][1][entry[0]], state, fp, m)
        for cell, value in zip(cells, kept, strict=True):
            state[cell] = value
        return text

    def render(self, template: x.Template, values: Callable[..., tuple[int, ...]] | None, state: State, fp: int, m: Looking) -> str:
        """A text with its holes filled; `values` is the function written for them."""
        if values is None:
            return "".join(part for part in template.parts if isinstance(part, str)) if template.parts else template.key
        found = values(state, fp)
        if template.forms:
            return self._render_form(template, found, m)
        rest = iter(found)
        return "".join(
            part if isinstance(part, str) else self.shown(next(rest), part.sort, m) for part in template.parts
        )

    def _render_form(self, template: x.Template, found: Sequence[int], m: Looking) -> str:
        """The plural form that the text's only number asks for. Each form has the values of `parts`, in its own order."""
        holes = [part for part in template.parts if isinstance(part, x.Shown)]
        number = next(value for hole, value in zip(holes, found, strict=True) if hole.sort == "number")
        form = template.forms[form_of(template.plural, number, len(template.forms))]
        return "".join(
            part if isinstance(part, str) else self.shown(found[holes.index(part)], part.sort, m) for part in form
        )

    def _box(self, box: int) -> str:
        """A box of a bundle: `2 search`, `peril`."""
        word = self._title_of_word(box % BOX)
        count = box // BOX
        if count <= 1:
            return word
        return say_in(self.program.language, "{count} {word}", context="face", count=count, word=word)

    def shown(self, value: int, sort: str, m: Looking) -> str:
        """A value as players read it."""
        if sort == "entity" and value:
            return m.title(value)
        if sort == "bundle" and value:
            boxes = [self._box(box) for box in value]  # type: ignore[attr-defined]
            return reduce(self._and, boxes)
        if sort in ("entity", "flag", "bundle"):
            key = ("yes" if value else "no") if sort == "flag" else "nothing"
            return say_in(self.program.language, key, context=key)
        return self._title_of_word(value) or str(value)

    def _and(self, most: str, last: str) -> str:
        return say_in(self.program.language, "{most} and {last}", context="and", most=most, last=last)

    def _title_of_word(self, value: int) -> str:
        """A symbol as players read it; "" for none."""
        index = value - SYMBOLS_FROM
        if self.program.words and 0 <= index < len(self.program.words):
            return self.program.words[index]
        return self._word(value).replace("_", " ")


def is_things(group: object) -> bool:
    """Whether a set's members are entities."""
    match group:
        case x.Filter(group=inner):
            return is_things(inner)
        case x.Map(value=value):
            return isinstance(value, x.Held | x.Holder | x.Standing | x.First)
        case x.Union(parts=parts):
            return any(is_things(part) for part in parts)
        case x.Single(value=value):
            return isinstance(value, x.Held | x.Holder | x.Standing | x.You | x.This)
        case x.If(then=then, otherwise=other):
            return is_things(then) or is_things(other)
        case x.Value():
            return True
    return isinstance(group, ENTITY_SETS)
