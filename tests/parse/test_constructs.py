"""Each construct: a small text and the tree it makes."""

from __future__ import annotations

import pytest

from rulelang.ast import KINDS, walk
from rulelang.ast.json import FAMILIES
from rulelang.parse import parse
from rulelang.source import Source
from tests.parse.brief import tree

DECLARATIONS = [
    ('game g "G":\n    players: 1..4\n', "Game(g, 'G', [Entry(players, Range(1, 4))])"),
    ('include "a.rules"\n', "Include('a.rules')"),
    ('extends "a.rules"\n', "Extends('a.rules')"),
    ('setting s: 0..9 = 3 "S"\n', "Setting(s, RangeType(0, 9, no), 3, 'S')"),
    ('setting s: flag = yes "S"\n', "Setting(s, NamedType([flag], no), yes, 'S')"),
    ('symbols harm: body, mind\n', 'Symbols(harm, [body, mind])'),
    ('die d6: 1..6\n', 'Die(d6, [Range(1, 6)])'),
    ('die fate: clue, 2 search, lore or peril or 4 search, silk and 2 tea\n', 'Die(fate, [clue, Formula(2, search), Either([lore, peril, Formula(4, search)]), Join([silk, Formula(2, tea)])])'),
    ('kind omen\n', 'Kind(omen, -, [], [])'),
    ('kind breed / breeds is actor, thing:\n    speed: 0..12\n', 'Kind(breed, breeds, [actor, thing], [Field([speed], RangeType(0, 12, no), [], -)])'),
    ('contact, armed: flag (each turn) = no\n', 'Field([contact, armed], NamedType([flag], no), [Each(turn)], no)'),
    ('turner: player? (quiet)\n', 'Field([turner], NamedType([player], yes), [Quiet()], -)'),
    ('course: whole | lost\n', 'Field([course], NamedType([whole, lost], no), [], -)'),
    ('colour: colour? (seen by holder when lit)\n', 'Field([colour], NamedType([colour], yes), [SeenBy(holder, lit)], -)'),
    ('numbers: set of 1..6\n', 'Field([numbers], SetType(RangeType(1, 6, no)), [], -)'),
    ('prey: 0..n + 1?\n', "Field([prey], RangeType(0, Arith(n, '+', 1), yes), [], -)"),
    ('guests: set of trader = traders where it.at is gate\n', "Field([guests], SetType(NamedType([trader], no)), [], Where(traders, Compare(Member(it, at), 'is', gate)))"),
    ('deck a of b (discards to bottom of c, refill from d.e, active) = cs\n', "Things('deck', a, b, [DiscardsTo(Of(bottom, c)), RefillFrom(Member(d, e)), Active(-)], cs)"),
    ('pile p of die = 6 green and 1 yellow\n', "Things('pile', p, die, [], Join([Formula(6, green), Formula(1, yellow)]))"),
    ('slot s of t (holds 0..3, site: 1)\n', "Things('slot', s, t, [Holds(Range(0, 3)), FieldValue(site, 1)], -)"),
    ('track health: 0..who.health = who.health\n', 'Track([TrackName(health, -)], -, RangeType(0, Member(who, health), no), [], Member(who, health), [])'),
    ('track clue / clues, coin: 0..9 (each bout)\n', 'Track([TrackName(clue, clues), TrackName(coin, -)], -, RangeType(0, 9, no), [Each(bout)], -, [])'),
    ('track depth "The way":\n    space a "A": 0..5\n    space b: 3, 6 (calm: yes)\n    marker c: 16 to 0\n', "Track([TrackName(depth, -)], 'The way', -, [], -, [Space(a, 'A', [Range(0, 5)], []), Space(b, -, [3, 6], [FieldValue(calm, yes)]), Marker(c, -, 16, 0)])"),
    ('cards a of b:\n    | name | x |\n    from "a.csv"\n    card c\n    card d "D": modify x by 1\n', "Cards(a, b, [Row([Cell('name'), Cell('x')])], [CsvFile('a.csv')], [Card(c, -, []), Card(d, 'D', [Modify(x, 'by', 1, -, no)])])"),
    ('board t "T" laid from tiles:\n    place a "A", b: street (site: 1)\n    path a -- b -- c: lane\n    sign "A": cell\n', "Board(t, 'T', tiles, [Place([Titled(a, 'A'), Titled(b, -)], street, [FieldValue(site, 1)]), Path([a, b, c], lane, []), Sign(['A'], cell, [])])"),
    ('board t:\n    paths of vent:\n        | ends | n |\n    remove path a -- b\n', "Board(t, -, -, [Paths(vent, [Row([Cell('ends'), Cell('n')])]), Remove(path, [a, b])])"),
    ('drawing hall:\n    |  . . |\n', "Drawing(hall, [Row([Cell('  . . ')])])"),
    ('define x\n', 'Define(x, [], -, -, [])'),
    ('define x: 0..9 = a if b else c\n', 'Define(x, [], RangeType(0, 9, no), IfElse(a, b, c), [])'),
    ('define x(a: b, c = 1) = 2 d6\n', 'Define(x, [Param(a, NamedType([b], no), -), Param(c, -, 1)], -, Formula(2, d6), [])'),
    ('define x(a: b): 0..2:\n    |  | a |\n', "Define(x, [Param(a, NamedType([b], no), -)], RangeType(0, 2, no), -, [Row([Cell(''), Cell('a')])])"),
    ('order o(v: w):\n    highest v.a when b\n    seats from c\n    choice\n', "Order(o, [Param(v, NamedType([w], no), -)], [OrderLine('highest', Member(v, a), b), OrderLine('seats', c, -), OrderLine('choice', -, -)])"),
    ('order o: chance\n', "Order(o, [], [OrderLine('chance', -, -)])"),
    ('table t(n: 0..9) of 2 d6, d6:\n    2, 3..4: stop\n    else: nothing\n', 'Table(t, [Param(n, RangeType(0, 9, no), -)], [Dice(2, d6), Dice(-, d6)], [Arm([2, Range(3, 4)], [Stop()]), Arm([], [Nothing()])])'),
    ('phase p(a: b): stop\n', 'Phase(p, [Param(a, NamedType([b], no), -)], [Stop()])'),
    ('rule r\n', 'Rule(r, [], -, -)'),
    ('rule r(n: amount) for fiend: stop\n', 'Rule(r, [Param(n, NamedType([amount], no), -)], fiend, [Stop()])'),
    ('choice c\n', 'Choice(c, [], -, [])'),
    ('choice c(n: 0..9) "C":\n    go "Go" for each a in b, c in 0..n costs 2 x from y to z and this up to n times once a turn when q: stop\n', "Choice(c, [Param(n, RangeType(0, 9, no), -)], 'C', [Option(go, 'Go', [Generator(a, b), Generator(c, Range(0, n))], [Need(Formula(2, x), y, z), Need(this, -, -)], [UpTo(n), Once(turn)], q, [Stop()])])"),
    ('trigger a before b, c.d when e: stop\n', 'Trigger(a, Before([b, Member(c, d)]), e, [Stop()])'),
    ('trigger after b: stop\n', 'Trigger(-, After([b]), -, [Stop()])'),
    ('trigger instead of b: proceed\n', 'Trigger(-, InsteadOf([b]), -, [Proceed()])'),
    ('trigger whenever a > 1: stop\n', "Trigger(-, Whenever(Compare(a, '>', 1)), -, [Stop()])"),
    ('trigger on health reaches 0: stop\n', 'Trigger(-, Reaches(health, 0), -, [Stop()])'),
    ('trigger on player enters: stop\n', 'Trigger(-, Enters(player), -, [Stop()])'),
    ('trigger on this leaves: stop\n', 'Trigger(-, Leaves(this), -, [Stop()])'),
    ('trigger on held runs out: stop\n', 'Trigger(-, RunsOut(held), -, [Stop()])'),
    ('trigger on draw from p: stop\n', 'Trigger(-, DrawFrom(p), -, [Stop()])'),
    ('modify a.b by -1 when c once\n', "Modify(Member(a, b), 'by', Negate(1), c, yes)"),
    ('modify quiet to no\n', "Modify(quiet, 'to', no, -, no)"),
    ('offer in a, b.c "X": stop\n', "Offer([a, Member(b, c)], [Option(-, 'X', [], [], [], -, [Stop()])])"),
    ('offer in a:\n    x "X": stop\n    "Y": stop\n', "Offer([a], [Option(x, 'X', [], [], [], -, [Stop()]), Option(-, 'Y', [], [], [], -, [Stop()])])"),
    ('win "Won" when a\n', "EndingWhen('win', 'Won', a)"),
    ('defeat "Lost" when a\n', "EndingWhen('defeat', 'Lost', a)"),
    ('variant v "V": requires a, b\n', "Variant(v, 'V', -, [Requires([a, b])])"),
    ('variant v "V" on when a:\n    excludes c because "d"\n    kind k\n', "Variant(v, 'V', a, [Excludes([c], 'd'), Kind(k, -, [], [])])"),
    ('change a.b from 1..4 to 1..1\n', 'Change(Member(a, b), Range(1, 4), Range(1, 1))'),
    ('replace die d: 1..2\n', 'Replace(Die(d, [Range(1, 2)]))'),
    ('replace card c: rule r: stop\n', 'Replace(Card(c, -, [Rule(r, [], -, [Stop()])]))'),
    ('remove trigger t\n', 'Remove(trigger, [t])'),
    ('add to a:\n    | x |\n    c "C": stop\n    highest b\n', "AddTo(a, [RowMember(Row([Cell('x')])), OptionMember(Option(c, 'C', [], [], [], -, [Stop()])), OrderMember(OrderLine('highest', b, -))])"),
    ('invariant "i": none(a where b)\n', "Invariant('i', Apply(none, [Where(a, b)]))"),
    ('test "t":\n    players ann as a, bob\n    variants v\n    given: stop\n    dice 3 search, 5\n    draws a\n    answers pass, "X"\n    turn\n', 'Test(\'t\', [Players([Seat(ann, a), Seat(bob, -)]), Variants([v]), Given([Stop()]), DiceQueue([Formula(3, search), 5]), DrawsQueue([a]), AnswersQueue([pass, "X"]), Act([Do(turn, [], -)])])'),
    ('test "t":\n    expect a is 1\n    expect ann knows b\n    expect ann does not know b\n    expect ann sees the same whatever b\n', "Test('t', [Expect(Compare(a, 'is', 1)), ExpectKnows(ann, no, b), ExpectKnows(ann, yes, b), ExpectSame(ann, b)])"),
]
STATEMENTS = [
    ('set die.search to x + 1', "Set(Member(die, search), Arith(x, '+', 1))"),
    ('gain n f.injuries', 'Gain(n, Member(f, injuries))'),
    ('gain d6 sick_days', 'Gain(d6, sick_days)'),
    ('gain dice.monster threat', 'Gain(Member(dice, monster), threat)'),
    ('lose blows - n terror', "Lose(Arith(blows, '-', n), terror)"),
    ('lose count(a where it is 6) * b health', "Lose(Arith(Apply(count, [Where(a, Compare(it, 'is', 6))]), '*', b), health)"),
    ('move first(a) to bottom of b.c', 'Move(Apply(first, [a]), Of(bottom, Member(b, c)))'),
    ('move f to beyond(way, f.at).intruders', 'Move(f, Member(Apply(beyond, [way, Member(f, at)]), intruders))'),
    ('discard hands where it is an item', 'Discard(Where(hands, IsA(it, no, item)))'),
    ('draw x from p', 'Draw(x, p, -)'),
    ('draw n from p to q.r', 'Draw(n, p, Member(q, r))'),
    ('shuffle p', 'Shuffle(p)'),
    ('show a to all', 'Show(a, all)'),
    ('roll 5 fate as dice', 'Roll(5, fate, dice, -)'),
    ('roll 5 - threat fate as dice', "Roll(Arith(5, '-', threat), fate, dice, -)"),
    ('roll d6 as n', 'Roll(-, d6, n, -)'),
    ('roll pool', 'Roll(-, pool, -, -)'),
    ('roll n as total', 'Roll(-, n, total, -)'),
    ('roll blows(kin) d6 as dice where it > 1', "Roll(Apply(blows, [kin]), d6, dice, Compare(it, '>', 1))"),
    ('roll on injury', 'RollTable(injury)'),
    ('reroll any of dice where it is not monster', "Reroll(Quantity('any', -), Where(dice, Compare(it, 'is not', monster)))"),
    ('reroll up to clue_dice(why) of dice', "Reroll(Quantity('up to', Apply(clue_dice, [why])), dice)"),
    ('reroll up to 2 of dice', "Reroll(Quantity('up to', 2), dice)"),
    ('lock 2 of dice', "Lock(Quantity('exactly', 2), dice)"),
    ('choose x from s "P"', "ChooseFrom(x, s, 'P')"),
    ('choose n from 0..b', 'ChooseFrom(n, Range(0, b), -)'),
    ('choose opening', "RunChoice('choose', opening, [], -, [])"),
    ('may flight(foe)', "RunChoice('may', flight, [foe], -, [])"),
    ('menu walking(a, 2) until "Stay"', "RunChoice('menu', walking, [a, 2], 'Stay', [])"),
    ('choose "P":\n        a "A": stop', "InlineChoice('choose', 'P', -, [Option(a, 'A', [], [], [], -, [Stop()])], [])"),
    ('choose:\n        "A" costs n weapons and toll - n spells: nothing', "InlineChoice('choose', -, -, [Option(-, 'A', [], [Need(Formula(n, weapons), -, -), Need(Formula(Arith(toll, '-', n), spells), -, -)], [], -, [Nothing()])], [])"),
    ('menu until "M":\n        "A" costs this.adds from supply to pool: stop\n    else: stop', "InlineChoice('menu', -, 'M', [Option(-, 'A', [], [Need(Member(this, adds), supply, pool)], [], -, [Stop()])], [Stop()])"),
    ('menu "P" until "M":\n        "A": stop', "InlineChoice('menu', 'P', 'M', [Option(-, 'A', [], [], [], -, [Stop()])], [])"),
    ('may:\n        "A": stop', "InlineChoice('may', -, -, [Option(-, 'A', [], [], [], -, [Stop()])], [])"),
    ('may "A" for each x in y once a day: stop', "InlineChoice('may', -, -, [Option(-, 'A', [Generator(x, y)], [], [Once(day)], -, [Stop()])], [])"),
    ('may act\n    else: stop', "RunChoice('may', act, [], -, [Stop()])"),
    ('divide n among s as share up to it.health: lose share health', 'Divide(n, s, share, Member(it, health), [Lose(share, health)])'),
    ('pick x from s by chance', 'Pick(x, s, chance)'),
    ('pick x from s by near(a)', 'Pick(x, s, Apply(near, [a]))'),
    ('each x in s: stop', 'EachIn(x, s, -, [Stop()])'),
    ('each x in s where it.a by o(b): stop', 'EachIn(x, Where(s, Member(it, a)), Apply(o, [b]), [Stop()])'),
    ('each player: stop', 'EachPlayer(player, -, -, -, no, [Stop()])'),
    ('each player from p where it.a by o: stop', 'EachPlayer(player, p, Member(it, a), o, no, [Stop()])'),
    ('each player at once: stop', 'EachPlayer(player, -, -, -, yes, [Stop()])'),
    ('for first(a): stop', 'For(Apply(first, [a]), [Stop()])'),
    ('repeat: stop', 'Repeat(-, -, [Stop()])'),
    ('repeat n times until a: stop', 'Repeat(n, a, [Stop()])'),
    ('repeat (a if b else c) times: stop', 'Repeat(IfElse(a, b, c), -, [Stop()])'),
    ('if a: stop\n    else if b: stop\n    else: nothing', 'If([Branch(a, [Stop()]), Branch(b, [Stop()])], [Nothing()])'),
    ('if a: if b: stop', 'If([Branch(a, [If([Branch(b, [Stop()])], [])])], [])'),
    ('match a:\n        1, 2..3: stop\n        else: stop', 'Match(a, [Arm([1, Range(2, 3)], [Stop()]), Arm([], [Stop()])])'),
    ('let x = a where it.b', 'Let(x, Where(a, Member(it, b)))'),
    ('end combat', 'End(combat)'),
    ('stop', 'Stop()'),
    ('give 2 d6', 'Give(Formula(2, d6))'),
    ('proceed', 'Proceed()'),
    ('cancel', 'Cancel()'),
    ('nothing', 'Nothing()'),
    ('win', "Ending('win', -, -)"),
    ('win you "W"', "Ending('win', you, 'W')"),
    ('defeat "D"', "Ending('defeat', -, 'D')"),
    ('meet', 'Do(meet, [], -)'),
    ('hurt(1, foe.harm)', 'Do(hurt, [1, Member(foe, harm)], -)'),
    ('being.foretold', 'Do(Member(being, foretold), [], -)'),
    ('kin.strike(dice)', 'Do(Member(kin, strike), [dice], -)'),
    ('check(a, b) as wins', 'Do(check, [a, b], wins)'),
]
EXPRESSIONS = [
    ('1', '1'),
    ('-x', 'Negate(x)'),
    ('"T"', '"T"'),
    ('a.b.c', 'Member(Member(a, b), c)'),
    ('f(a).g(1, b where c)', 'Apply(Member(Apply(f, [a]), g), [1, Where(b, c)])'),
    ('up(a / 2)', "Apply(up, [Arith(a, '/', 2)])"),
    ('down(a / 2)', "Apply(down, [Arith(a, '/', 2)])"),
    ('a of b of c', 'Of(a, Of(b, c))'),
    ('guard of places', 'Of(guard, places)'),
    ('(guard of a) + b', "Arith(Of(guard, a), '+', b)"),
    ('a + b - c * d / e', "Arith(Arith(a, '+', b), '-', Arith(Arith(c, '*', d), '/', e))"),
    ('not a and b or c', "Logic(Logic(Not(a), 'and', b), 'or', c)"),
    ('a is b', "Compare(a, 'is', b)"),
    ('a is not b', "Compare(a, 'is not', b)"),
    ('a <= b', "Compare(a, '<=', b)"),
    ('a < 1', "Compare(a, '<', 1)"),
    ('a > b', "Compare(a, '>', b)"),
    ('a >= b', "Compare(a, '>=', b)"),
    ('a is a room', 'IsA(a, no, room)'),
    ('a is not an item', 'IsA(a, yes, item)'),
    ('a in 1..3', 'Within(a, Range(1, 3))'),
    ('not x in s', 'Not(Within(x, s))'),
    ('a if b else c if d else e', 'IfElse(a, b, IfElse(c, d, e))'),
    ('a where b and c', "Where(a, Logic(b, 'and', c))"),
    ('1..n + 1', "Range(1, Arith(n, '+', 1))"),
    ('a is a', "Compare(a, 'is', a)"),
]


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS)
def test_declaration(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize(("text", "expected"), STATEMENTS)
def test_statement(text: str, expected: str) -> None:
    assert tree(f"rule r:\n    {text}\n") == f"Rule(r, [], -, [{expected}])"


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS)
def test_expression(text: str, expected: str) -> None:
    assert tree(f'invariant "": {text}\n') == f"Invariant('', {expected})"


def test_the_examples_reach_every_class() -> None:
    examples = [text for text, _ in DECLARATIONS]
    examples += [f"rule r:\n    {text}\n" for text, _ in STATEMENTS]
    examples += [f'invariant "": {text}\n' for text, _ in EXPRESSIONS]
    seen = {type(node) for text in examples for node in walk(parse(Source("t", text))[0])}
    assert {cls.__name__ for cls in KINDS.values() if cls not in FAMILIES} == {cls.__name__ for cls in seen}


@pytest.mark.parametrize(
    ("word", "text"),
    [("choose", "choose c"), ("may", "may c"), ("menu", 'menu c until "x"'), ("each", "each x in s: gain 1 a")],
)
def test_statements_stand_on_one_line(word: str, text: str) -> None:
    assert tree(f"rule r: {text}\n") == tree(f"rule r:\n    {text}\n")


def test_an_else_after_a_one_line_if_belongs_to_the_outer_one() -> None:
    text = "rule r:\n    if a: if b: stop\n    else: nothing\n"
    assert tree(text) == "Rule(r, [], -, [If([Branch(a, [If([Branch(b, [Stop()])], [])])], [Nothing()])])"
