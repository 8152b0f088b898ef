"""What instructions do, seen through small rules: leaving phases, moving things, rerolling, faults. Answers by hand."""

from __future__ import annotations

import pytest

from interpreter.faults import Fault
from interpreter.link import link
from interpreter.machine import Machine
from interpreter.nature import Manual, Scripted, Seeded
from interpreter.waiting import Asking, Throwing
from rulelang import load_text
from rulelang.program.tables import Program

HEAD = """game tiny "Tiny":
    players: 1..3
track n: 0..99
track m: 0..99
kind player:
    track health: 0..9 = 5
"""
CARDS = """kind card
cards all_cards of card:
    | name | copies |
    | ace  | 1      |
    | king | 2      |
    | five | 3      |
deck stack of card (refill from used) = all_cards
pile used of card
pile hand of card (discards to bottom of stack)
slot seat of card
"""


def program(rules: str) -> Program:
    loaded = load_text(HEAD + rules)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    return loaded.program


def run(rules: str, players: int = 2, nature: object = None) -> Machine:
    machine = Machine(link(program(rules), players), nature or Seeded(), 1)  # type: ignore[arg-type]
    machine.run()
    return machine


def value(machine: Machine, name: str, owner: int = 0) -> int:
    return machine.read(next(i for i, row in enumerate(machine.program.variables) if row.name == name), owner)


def pile(machine: Machine, name: str) -> list[str]:
    index = next(i for i, row in enumerate(machine.program.containers) if row.name == name)
    return [machine.program.entities[thing - 1].name for thing in machine.contents(index)]


# --- leaving ---------------------------------------------------------------------------------------------------


def test_after_runs_when_a_phase_is_ended_from_within() -> None:
    machine = run("""phase game:
    outer
    win
phase outer:
    inner
    gain 50 m
phase inner:
    end outer
trigger a after inner: gain 1 n
trigger b after outer: gain 10 n
""")
    assert (value(machine, "n"), value(machine, "m")) == (11, 0)


def test_an_after_that_ends_an_outer_phase_wins_over_what_was_pending() -> None:
    machine = run("""phase game:
    far
    win
phase far:
    near
    gain 1 m
phase near:
    here
    gain 2 m
phase here:
    end near
trigger a after here: end far
trigger b after near: gain 4 n
trigger c after far: gain 8 n
""")
    assert (value(machine, "n"), value(machine, "m")) == (12, 0)


def test_a_cancelled_rule_is_undone_and_has_no_after() -> None:
    machine = run("""phase game:
    each player: bruise
    win
rule bruise: lose 2 health
trigger shield before bruise when you is first(players): cancel
trigger ache after bruise: gain 1 n
""")
    assert [value(machine, "health", seat) for seat in (1, 2)] == [5, 3]
    assert value(machine, "n") == 1


def test_ends_of_nothing_do_nothing() -> None:
    machine = run("phase game:\n    end spare\n    gain 3 n\n    if n is 0: spare\n    win\nphase spare: nothing\n")
    assert value(machine, "n") == 3


# --- tracks ----------------------------------------------------------------------------------------------------


def test_gain_and_lose_stop_at_the_ends() -> None:
    machine = run("phase game:\n    for first(players):\n        lose 99 health\n        gain 3 health\n        gain 99 health\n        lose 1 health\n    win\n")
    assert value(machine, "health", 1) == 8


def test_a_loss_settles_each_space_it_comes_to() -> None:
    machine = run("""phase game:
    for first(players): lose 4 health
    win
trigger low on health reaches 3: gain 1 health
trigger gone on health reaches 0: gain 1 n
""")
    # 5 -> 4 -> 3, up to 4, then the last two points: 3 (up again to 4), 3 (and up to 4)
    assert (value(machine, "health", 1), value(machine, "n")) == (4, 0)


def test_set_outside_its_range_is_a_fault() -> None:
    with pytest.raises(Fault, match="`n` cannot be 150") as caught:
        run("phase game:\n    gain 50 n\n    set n to n * 3\n    win\n")
    assert caught.value.kind == "range"


# --- things ----------------------------------------------------------------------------------------------------


def test_a_deck_is_drawn_from_the_top_and_things_go_under_or_on_it() -> None:
    machine = run(CARDS + """phase game:
    move stack to used
    move king to stack
    move ace to stack
    move five to bottom of stack
    draw 1 from stack to hand
    win
""")
    assert pile(machine, "hand") == ["ace"]
    assert pile(machine, "stack") == ["king", "five"]


def test_an_empty_deck_is_filled_from_where_it_says() -> None:
    machine = run(CARDS + "phase game:\n    move stack to used\n    draw 2 from stack to hand\n    win\n")
    assert len(pile(machine, "hand")) == 2
    assert len(pile(machine, "stack")) == 4
    assert pile(machine, "used") == []


def test_discards_go_where_the_place_says_else_where_they_began() -> None:
    machine = run(CARDS + """phase game:
    move stack to used
    move ace to hand
    move king to seat
    discard ace
    discard seat
    win
""")
    assert pile(machine, "stack") == ["king", "ace"]


def test_a_full_slot_is_a_fault() -> None:
    with pytest.raises(Fault, match="`king` cannot go to `seat`") as caught:
        run(CARDS + "phase game:\n    move ace to seat\n    move king to seat\n    win\n")
    assert caught.value.kind == "capacity"


def test_drawing_more_than_there_is_draws_what_there_is() -> None:
    machine = run(CARDS + "phase game:\n    draw 50 from stack to hand\n    win\n")
    assert len(pile(machine, "hand")) == 6


# --- dice ------------------------------------------------------------------------------------------------------

DICE = """die fate: clue, fight, fight, miss
phase game:
    roll 3 fate as dice
    for first(players): reroll any of dice where it is not miss
    gain dice.fight n
    win
"""


def test_equal_faces_are_one_choice() -> None:
    machine = run(DICE, nature=Scripted([1, 2, 0]))  # fight, fight (another side), clue
    assert isinstance(machine.waiting, Asking)
    found = sorted(option.id for option in machine.waiting.options)
    assert found == ["dice:clue", "dice:clue,fight", "dice:clue,fight,fight", "dice:fight", "dice:fight,fight"]


def test_dice_told_from_outside() -> None:
    machine = run(DICE, nature=Manual())
    assert isinstance(machine.waiting, Throwing)
    outcomes = machine.chance_outcomes()
    assert sum(odds for _, odds in outcomes) == 1
    assert len(outcomes) == 20  # multisets of three out of four sides
    machine.answer_chance([3, 3, 1])
    assert isinstance(machine.waiting, Throwing)  # one die may be thrown again, so it is
    machine.answer_chance([2])
    assert value(machine, "n") == 1


# --- bounds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("phase game:\n    repeat until n is 50: set m to 1\n    win\n", "steps"),
        ("define f(k: 0..9): 0..9 = f(k)\nphase game:\n    set n to f(3)\n    win\n", "deep"),
        ("phase game:\n    if n is 1: win\n    dig\nrule dig:\n    if m is 0: dig\n", "deep"),
        ("phase game:\n    set n to down(5 / m)\n    win\n", "division"),
        ("phase game:\n    choose:\n        \"Go\" when n > 3: win\n        \"Come\" when n > 4: win\n", "options"),
    ],
)
def test_nothing_runs_for_ever(rules: str, kind: str) -> None:
    with pytest.raises(Fault) as caught:
        run(rules)
    assert caught.value.kind == kind
    assert caught.value.span.file


def test_endings_are_looked_at_when_the_game_is_at_rest() -> None:
    machine = run("""phase game:
    climb
    gain 5 m
    win "Late"
rule climb:
    gain 7 n
    lose 7 n
    gain 6 n
win "High" when n > 5
""")
    assert machine.result == ("win", "High")
    assert value(machine, "m") == 0


def test_every_wait_can_be_taken_up_again() -> None:
    machine = run("""phase game:
    each player: choose act
    win
choice act "Do":
    rest "Rest" for each k in 1..3 when k is not 2: gain k n
    work "Work": lose 1 health
""")
    while machine.waiting is not None:
        assert isinstance(machine.waiting, Asking)
        state, ids = machine.state.copy(), [option.id for option in machine.waiting.options]
        machine.load(state)
        assert isinstance(machine.waiting, Asking)
        assert ([option.id for option in machine.waiting.options], machine.state) == (ids, state)
        assert len(ids) == 3
        machine.answer(1)
    assert value(machine, "n") == 6


# --- bounds and likeness ---------------------------------------------------------------------------------------

ROLLING = """die d6: 1..6
phase game:
    for first(players): rolling
rule rolling:
    roll {n} d6 as dice
    reroll {what} of dice
"""


@pytest.mark.parametrize(("what", "least", "most"), [("1", 1, 1), ("up to 2", 1, 2)])
def test_a_small_part_of_many_dice_can_be_thrown_again(what: str, least: int, most: int) -> None:
    machine = run(ROLLING.format(n=20, what=what))
    assert isinstance(machine.waiting, Asking)
    sizes = {len(option.id.split(",")) for option in machine.waiting.options}
    assert (min(sizes), max(sizes)) == (least, most)


def test_dice_are_picked_one_by_one_where_the_ways_are_many() -> None:
    machine = run(ROLLING.format(n=30, what="any"), nature=Manual([[i % 6 for i in range(30)]]))
    picked = []
    while isinstance(machine.waiting, Asking) and len(picked) < 3:
        again = Machine(machine.linked, Manual(), 1)
        again.load(machine.state)
        assert again.state == machine.state
        assert isinstance(again.waiting, Asking)
        assert again.waiting.options == machine.waiting.options
        six = next(option for option in machine.waiting.options if option.id == "dice:6")
        picked.append(six.id)
        machine.answer(six.index)
    assert picked == ["dice:6"] * 3
    assert isinstance(machine.waiting, Asking)
    assert machine.waiting.options[-1].id == "pass"
    machine.answer(machine.waiting.count - 1)
    assert isinstance(machine.waiting, Throwing)
    assert machine.waiting.count == 3


def test_copies_that_differ_in_what_all_can_see_are_two_choices() -> None:
    machine = run("""kind beast:
    track wounds: 0..5
cards beasts of beast:
    | name | copies |
    | wolf | 3      |
pile den of beast = beasts
phase game:
    for first(players): hunt
rule hunt:
    let bitten = first(den)
    gain 2 bitten.wounds
    choose foe from den "Which?"
    gain 1 foe.wounds
""")
    assert isinstance(machine.waiting, Asking)
    assert machine.waiting.count == 2


def test_a_bag_that_runs_out_in_a_draw_is_filled_and_drawn_from_again() -> None:
    machine = run("""kind card
cards all_cards of card:
    | name | copies |
    | ace  | 4      |
bag sack of card (refill from used) = all_cards
pile used of card
pile hand of card
phase game:
    draw 3 from sack to used
    draw 3 from sack to hand
    win
""")
    assert len(pile(machine, "hand")) == 3


@pytest.mark.parametrize(
    "rules",
    [
        "phase game:\n    for first(players): asking\nrule asking:\n    choose:\n"
        '        "A {a}" for each a in 1..3000, b in 1..3000, c in 1..3000: gain 1 n\n',
        "define f(k: 0..60): 0..99 = 1 if k < 2 else f(k - 1) + f(k - 2)\nphase game:\n    if f(60) > 3: gain 1 n\n    win\n",
        "define z0 = n + 1\n" + "".join(f"define z{i} = z{i - 1} + z{i - 1}\n" for i in range(1, 45))
        + "phase game:\n    if z44 > 3: gain 1 n\n    win\n",
        "phase game:\n    if any((1..9000) where count((1..9000) where it > 8999) > 5): gain 1 n\n    win\n",
    ],
)  # fmt: skip
def test_no_value_takes_for_ever(rules: str) -> None:
    machine = Machine(link(program(rules), 2), Seeded(), 1)
    with pytest.raises(Fault) as caught:
        machine.run()
    assert caught.value.kind == "steps"
