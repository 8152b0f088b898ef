"""Texts with mistakes: the code, the line and the words of what is said, and what is suggested."""

from __future__ import annotations

import pytest

from rulelang.parse import parse, parse_cell
from rulelang.source import Source, Span
from tests.parse.brief import mistakes, tree

MISTAKES: list[tuple[str, list[tuple[str, int, str]]]] = [
    ('phase turn\n    gain 1 clue\n', [('R0101', 1, 'expected a colon before the line ends')]),
    ('rule r: move x y\n', [('R0101', 1, 'expected `to` and a place, not `y`')]),
    ('rule r: move x\n', [('R0101', 1, 'expected `to` and a place before the line ends')]),
    ('rule r: set x 5\n', [('R0101', 1, 'expected `to` and a value, not `5`')]),
    ('rule r: set to 5\n', [('R0101', 1, 'expected a value, not `to`')]),
    ('rule r: gain 1\n', [('R0101', 1, 'expected a track before the line ends')]),
    ('rule r: gain 1 + clue\n', [('R0101', 1, 'expected a track before the line ends')]),
    ('rule r: draw x\n', [('R0101', 1, 'expected `from` and a place before the line ends')]),
    ('rule r: show x\n', [('R0101', 1, 'expected `to` and who sees it before the line ends')]),
    ('rule r: end\n', [('R0101', 1, 'expected a phase before the line ends')]),
    ('rule r: let x 4\n', [('R0101', 1, 'expected `=` and a value, not `4`')]),
    ('rule r: let = 4\n', [('R0101', 1, 'expected a name, not `=`')]),
    ('rule r: if x = 3: stop\n', [('R0101', 1, 'expected a colon, not `=`')]),
    ('rule r: if x == 3: stop\n', [('R0105', 1, '`==` is not used in rules')]),
    ('rule r: if x: stop else: meet\n', [('R0101', 1, 'expected the end of the line, not `else`')]),
    ('rule r:\n    stop stop\n', [('R0101', 2, 'expected the end of the line, not `stop`')]),
    ('rule r:\n    if x\n        stop\n', [('R0101', 2, 'expected a colon before the line ends')]),
    ('rule r:\n    else: stop\n', [('R0101', 2, 'expected a statement, not `else`')]),
    ('rule r:\n    each x form s: stop\n', [('R0101', 2, '`form` cannot stand here')]),
    ('rule r:\n    each player form p: stop\n', [('R0101', 2, '`form` cannot stand here')]),
    ('rule r:\n    repeat 3: stop\n', [('R0101', 2, 'expected `times`, not `:`')]),
    ('rule r:\n    repeat 3 tims: stop\n', [('R0101', 2, '`tims` cannot stand here')]),
    ('rule r:\n    els: stop\n', [('R0101', 2, 'expected `as` or the end of the line, not `:`')]),
    ('rule r:\n    chose x from s\n', [('R0101', 2, '`chose` cannot stand here')]),
    ('rule r:\n    match x: stop\n', [('R0101', 2, 'expected the end of the line, not `stop`')]),
    ('rule r:\n    match x:\n        1 stop\n', [('R0101', 3, 'expected a colon or a comma, not `stop`')]),
    ('rule r: pick x from s\n', [('R0101', 1, 'expected `by` and an order before the line ends')]),
    ('rule r: reroll x of dice\n', [('R0101', 1, 'expected a figure, `all`, `any` or `up`, not `x`')]),
    ('rule r: roll\n', [('R0101', 1, 'expected a value or `on` before the line ends')]),
    ('rule r: hurt(1, )\n', [('R0101', 1, 'expected a value, not `)`')]),
    ('rule r: hurt(1\n', [('R0109', 1, 'this parenthesis is not closed')]),
    ('rule r: hurt 1)\n', [('R0101', 1, 'expected `as` or the end of the line, not `1`')]),
    ('rule for: stop\n', [('R0101', 1, '`for` is a word of the language and cannot be a name')]),
    ('rule 5: stop\n', [('R0101', 1, 'expected a name, not `5`')]),
    ('rule r stop\n', [('R0101', 1, 'expected a colon, `for` or the end of the line, not `stop`')]),
    ('triger t on x enters: stop\n', [('R0101', 1, '`triger` cannot stand here')]),
    ('trigger t on x: stop\n', [('R0101', 1, 'expected `enters`, `leaves`, `reaches` or `runs`, not `:`')]),
    ('trigger t on x reach 0: stop\n', [('R0101', 1, '`reach` cannot stand here')]),
    ('trigger t befor x: stop\n', [('R0101', 1, '`befor` cannot stand here')]),
    ('trigger t: stop\n', [('R0101', 1, 'expected `after`, `before`, `instead`, `on` or `whenever`, not `:`')]),
    ('kind k\n    a: flag\n', [('R0101', 1, 'expected a colon before the line ends')]),
    ('kind k:\n    a flag\n', [('R0101', 2, 'expected a colon or a comma, not `flag`')]),
    ('kind k:\n    a:\n', [('R0101', 2, 'expected a name, a figure or `set` before the line ends')]),
    ('kind k:\n    trak a: 0..1\n', [('R0101', 2, '`trak` cannot stand here')]),
    ('kind k:\n    a: 0..\n', [('R0101', 2, 'expected a name or a figure before the line ends')]),
    ('kind k:\n    a: flag (sen by all)\n', [('R0101', 2, '`sen` cannot stand here')]),
    ('kind k:\n    a: flag = yes (seen by all)\n', [('R0101', 2, 'expected a closing parenthesis, a name or a comma, not `by`')]),
    ('track t: 5\n', [('R0101', 1, 'expected `+`, `-` or `..` before the line ends')]),
    ('deck d from x\n', [('R0101', 1, 'expected `of`, not `from`')]),
    ('deck d of x (refil from y)\n', [('R0101', 1, '`refil` cannot stand here')]),
    ('define x 5\n', [('R0101', 1, 'expected a colon, `=` and a value or the end of the line, not `5`')]),
    ('define x == 5\n', [('R0105', 1, '`==` is not used in rules')]),
    ('choice c "C":\n    "A" cost 1 clue: nothing\n', [('R0101', 2, '`cost` cannot stand here')]),
    ('choice c "C":\n    "A" when: nothing\n', [('R0101', 2, 'expected a value, not `:`')]),
    ('choice c "C":\n    "A"\n', [('R0101', 2, 'expected a colon, `costs`, `for`, `once`, `up` or `when` before the line ends')]),
    ('choice c "C":\n    foo bar\n', [('R0101', 2, 'expected a text in quotes, not `bar`')]),
    ('cards x of y:\n    | a | b\n', [('R0106', 2, 'the table row does not end with a bar')]),
    ('cards x of y:\n    a | b |\n', [('R0101', 2, 'expected a table row, `card` or `from`, not `a`')]),
    ('cards x of y\n    | a |\n', [('R0101', 1, 'expected a colon before the line ends')]),
    ('board b:\n    plce a\n', [('R0101', 2, '`plce` cannot stand here')]),
    ('board b:\n    path a - b\n', [('R0101', 2, 'expected `--`, not `-`')]),
    ('modify a 3\n', [('R0101', 1, 'expected `by` and a value or `to` and a value, not `3`')]),
    ('modify a by\n', [('R0101', 1, 'expected a value before the line ends')]),
    ('offer in c: stop\n', [('R0101', 1, 'expected the end of the line, not `stop`')]),
    ('win when x\n', [('R0101', 1, 'expected a text in quotes, not `when`')]),
    ('setting s: 0..9 = 3\n', [('R0101', 1, 'expected a text in quotes before the line ends')]),
    ('symbols s: a b\n', [('R0101', 1, 'expected a comma or the end of the line, not `b`')]),
    ('die d: 1 2\n', [('R0101', 1, 'expected a name, a comma or the end of the line, not `2`')]),
    ('die d:\n', [('R0101', 1, 'expected a value before the line ends')]),
    ('table t of d6:\n    1 2: stop\n', [('R0101', 2, 'expected a colon or a comma, not `2`')]),
    ('order o:\n    higest x\n', [('R0101', 2, '`higest` cannot stand here')]),
    ('order o:\n    seats p\n', [('R0101', 2, 'expected `from`, not `p`')]),
    ('game g:\n    players: 1\n', [('R0101', 1, 'expected a text in quotes, not `:`')]),
    ('variant v: stop\n', [('R0101', 1, 'expected a text in quotes, not `:`')]),
    ('variant v "V" stop\n', [('R0101', 1, 'expected a colon or `on`, not `stop`')]),
    ('change x to 3\n', [('R0101', 1, 'expected `from` and what it says now, not `to`')]),
    ('replace x\n', [('R0101', 1, 'expected a colon or a comma before the line ends')]),
    ('remove 5\n', [('R0101', 1, 'expected a name, not `5`')]),
    ('test "t":\n    expect\n', [('R0101', 2, 'expected a value before the line ends')]),
    ('test "t":\n    player ann\n', [('R0101', 2, '`player` cannot stand here')]),
    ('include more.rules\n', [('R0101', 1, 'expected a text in quotes, not `more`')]),
    ('invariant x: y\n', [('R0101', 1, 'expected a text in quotes, not `x`')]),
    ('foo\n', [('R0101', 1, 'expected a colon or a comma before the line ends')]),
    ('foo bar\n', [('R0101', 1, 'expected a colon or a comma, not `bar`')]),
    ('rule r: win "foo\n', [('R0104', 1, 'the text has no closing quote')]),
    ('rule r: x § y\n', [('R0105', 1, '`§` is not used in rules')]),
    ('rule r: x → y\n', [('R0105', 1, '`→` is not used in rules')]),
    ('rule r: “hello”\n', [('R0105', 1, '`“` is not used in rules'), ('R0105', 1, '`”` is not used in rules')]),
    ('rule r: x != 3\n', [('R0105', 1, '`!=` is not used in rules')]),
    ('rule r: gain 1234567890 clues\n', [('R0108', 1, 'a number may have 9 digits, not 10')]),
    ('define x = a is b is c\n', [('R0101', 1, 'expected the end of the line, not `is`')]),
    ('define x = a <\n', [('R0101', 1, 'expected a value before the line ends')]),
    ('define x = (a\n', [('R0109', 1, 'this parenthesis is not closed')]),
    ('define x = a)\n', [('R0101', 1, 'this parenthesis closes nothing')]),
    ('define x = up a\n', [('R0101', 1, 'expected an opening parenthesis, not `a`')]),
    ('define x = a where\n', [('R0101', 1, 'expected a value before the line ends')]),
]

SUGGESTIONS = [
    ("triger t on x enters: stop\n", "trigger"),
    ("trigger t on x enter: stop\n", "enters"),
    ("trigger t befor x: stop\n", "before"),
    ("kind k:\n    trak a: 0..1\n", "track"),
    ("rule r:\n    each player form p: stop\n", "from"),
    ("rule r:\n    chose x from s\n", "choose"),
    ("rule r:\n    reoll any of dice\n", "reroll"),
    ("rule r: discrad x\n", "discard"),
    ('choice c "C":\n    "A" cost 1 clue: nothing\n', "costs"),
    ("order o:\n    higest x\n", "highest"),
    ("varient v \"V\":\n    rule r: stop\n", "variant"),
    ("define x = a adn b\n", "and"),
    ("invarient \"x\": y\n", "invariant"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), MISTAKES)
def test_mistake(text: str, expected: list[tuple[str, int, str]]) -> None:
    assert mistakes(text) == expected


@pytest.mark.parametrize(("text", "word"), SUGGESTIONS)
def test_a_misspelt_word_is_mended(text: str, word: str) -> None:
    (found,) = parse(Source("t", text))[1]
    assert found.help == f"did you mean `{word}`?"
    assert found.fix
    assert found.fix.text == word
    mended = text[: found.fix.span.start] + word + text[found.fix.span.end :]
    assert mistakes(mended) == []


def test_messages_are_in_the_users_words() -> None:
    for text, _ in MISTAKES:
        for found in parse(Source("t", text))[1]:
            words = found.message + (found.help or "")
            assert not any(name in words for name in ("NAME", "NUMBER", "TEXT", "_NL", "INDENT", "DEDENT", "$END", "Token"))
            assert not found.message.endswith(".")
            assert found.message[0] == "`" or found.message[0].islower()
            assert found.message.count(",") <= 6


MANY = """\
kind place:
    site: 0..6 =
    guard: flag
triger t on x enters: stop
phase turn
    gain 1 clue
rule a: move x y
rule b:
    set x 5
    gain 1 clue
    if x = 3: stop
    else: stop
    stop
choice c "C":
    "A" cost 1 clue: nothing
    "B": nothing
cards monsters of monster:
    | name | x |
    | ghost | 1
    card foo: modify a by
    card bar: modify a by 1
variant v "V":
    rule q: stop
    rule for: stop
    rule s:
        stop
        win "x
rule last: stop
"""


def test_each_mistake_has_its_message_and_the_rest_is_kept() -> None:
    assert [line for _, line, _ in mistakes(MANY)] == [2, 4, 5, 7, 9, 11, 15, 19, 20, 24, 27]
    file = parse(Source("t", MANY))[0]
    kept = tree(
        "kind place:\n    guard: flag\nrule b:\n    gain 1 clue\n    stop\n"
        'choice c "C":\n    "B": nothing\n'
        "cards monsters of monster:\n    | name | x |\n    | ghost | 1 |\n    card bar: modify a by 1\n"
        'variant v "V":\n    rule q: stop\n    rule s:\n        stop\n        win "x"\n'
        "rule last: stop\n"
    )
    from tests.parse.brief import brief

    assert " ".join(map(brief, file.declarations)) == kept


def test_a_wrong_head_says_nothing_of_its_block() -> None:
    text = "phase a b c:\n    stop\n    gain 1 clue\n    if x: stop\n"
    assert [line for _, line, _ in mistakes(text)] == [1]


def test_an_else_goes_with_its_if() -> None:
    text = "rule r:\n    if a b c:\n        stop\n    else:\n        stop\n    stop\n"
    assert [line for _, line, _ in mistakes(text)] == [2]
    text = "rule r:\n    if a:\n        stop\n    else:\n        stop stop\n        stop\n    stop stop\n"
    assert [line for _, line, _ in mistakes(text)] == [5, 7]


def test_findings_are_bounded() -> None:
    assert len(mistakes("rule x y\n" * 500)) == 100
    assert len(mistakes("rule x: § a\n" * 500)) == 100


CELLS = [
    ("cell", "", "[]"),
    ("cell", "3", "[3]"),
    ("cell", "-1", "[Negate(1)]"),
    ("cell", "1, 2..4", "[1, Range(2, 4)]"),
    ("cell", "2 peril", "[Formula(2, peril)]"),
    ("cell", "red, yellow", "[red, yellow]"),
    ("cell", "a.b", "[Member(a, b)]"),
    ("cell", '"So"', '["So"]'),
    ("cell", "2 terror and sanity", "[Join([Formula(2, terror), sanity])]"),
    ("cell", "lore or 4 search", "[Either([lore, Formula(4, search)])]"),
    ("cell", "bring(looming, d3), call(2 peril), stop()", "[Apply(bring, [looming, d3]), Apply(call, [Formula(2, peril)]), Apply(stop, [])]"),
    ("cell", "framed inside 2 peril, lore", "[Join([framed, inside, Formula(2, peril)]), lore]"),
    ("title", 'cave "Black Cave"', "Titled(cave, 'Black Cave')"),
    ("title", "cave", "Titled(cave, -)"),
    ("ends", "a -- b -- c", "[a, b, c]"),
    ("expr", "a.b + 1 if c else 2 * d", "IfElse(Arith(Member(a, b), '+', 1), c, Arith(2, '*', d))"),
    ("expr", "2 d6", "Formula(2, d6)"),
]


@pytest.mark.parametrize(("kind", "text", "expected"), CELLS)
def test_cell(kind: str, text: str, expected: str) -> None:
    from tests.parse.brief import brief

    value, found = parse_cell(text, Span("t", 50, 50 + len(text)), kind)  # type: ignore[call-overload]
    assert not found
    assert brief(value) == expected


@pytest.mark.parametrize(
    ("kind", "text", "message", "at"),
    [
        ("cell", "a b)", "this parenthesis closes nothing", 3),
        ("cell", "wound(2", "this parenthesis is not closed", 5),
        ("cell", "a,", "expected a name, a figure or a text in quotes before the cell ends", 2),
        ("cell", "2 # x", "`#` is not used in a table cell", 2),
        ("title", "5", "expected a name, not `5`", 0),
        ("title", "", "the cell is empty", 0),
        ("ends", "a - b", "expected `--`, not `-`", 2),
        ("expr", "", "the cell is empty", 0),
        ("expr", "a +", "expected a value before the cell ends", 3),
    ],
)
def test_wrong_cell(kind: str, text: str, message: str, at: int) -> None:
    value, found = parse_cell(text, Span("t", 50, 50 + len(text)), kind)  # type: ignore[call-overload]
    assert message in [each.message for each in found]
    assert found[0].span.start == 50 + at
    if "#" not in text:
        assert not value
