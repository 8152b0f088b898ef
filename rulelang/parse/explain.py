"""Puts a place where parsing cannot go on into words: what could stand there, and what was probably meant.

Given the tokens and where the machine got stuck, it gives a diagnostic. It never changes the tokens it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from rulelang.diagnostics import Diagnostic, Fix, codes
from rulelang.parse.machine import END, Machine, Stuck
from rulelang.parse.tokens import RESERVED, Token
from rulelang.source import Span

MOST_NAMED = 6
FEW = 8  # a name and a few words: the place of a declared name
LONGEST_RETRIED = 4_000  # tokens that are run again in search of a misspelt word
NEAR = 12  # how many words before the place may be the misspelt one
GOING_ON = frozenset(
    {"+", "-", "*", "/", "and", "or", "is", "<", "<=", ">", ">=", "in", "if", "where", ".", "(", "..", "of", "?", "|"}
)  # what may follow any value
VALUE = frozenset({"NAME", "NUMBER", "("})
STATEMENT = frozenset({"gain", "set", "if", "move"})
MEMBER = frozenset({"track", "define", "trigger"})
DECLARATION = frozenset({"kind", "phase", "board"})
PLAIN = {
    "NAME": "a name", "NUMBER": "a figure", "TEXT": "a text in quotes", "ROW": "a table row", "_NL": "the end of the line",
    ":": "a colon", ",": "a comma", ")": "a closing parenthesis", "(": "an opening parenthesis", "=": "`=` and a value",
    "..": "`..`", "_INDENT": "an indented block", "_DEDENT": "the end of the block", "$END": "the end of the file",
}
BY_VERB = {
    ("move", "to"): "`to` and a place", ("draw", "from"): "`from` and a place", ("draw", "to"): "`to` and a place",
    ("set", "to"): "`to` and a value", ("show", "to"): "`to` and who sees it", ("gain", "NAME"): "a track",
    ("lose", "NAME"): "a track", ("change", "from"): "`from` and what it says now", ("pick", "by"): "`by` and an order",
    ("change", "to"): "`to` and what it shall say", ("modify", "to"): "`to` and a value", ("modify", "by"): "`by` and a value",
    ("choose", "from"): "`from` and a set", ("end", "NAME"): "a phase", ("marker", "to"): "`to` and its last space",
}  # fmt: skip


def explain(machine: Machine, tokens: Sequence[Token], start: str, stuck: Stuck, file: str) -> Diagnostic:
    """What to say of the place where `stuck` ended."""
    short = len(tokens) <= LONGEST_RETRIED
    plain = machine.run(tokens, start, peek=False) if short else stuck
    peek = not (isinstance(plain, Stuck) and plain.index >= stuck.index)
    stuck = stuck if peek else plain
    if short:
        stuck = machine.run(tokens, start, peek=peek, upto=stuck.index)
    index = stuck.index
    token = tokens[index] if index < len(tokens) else END
    before = tokens[index - 1] if index else Token("_NL", "", 0, 0)
    expected = frozenset(machine.expected(stuck.states))
    if token.kind == "_INDENT":
        return _too_deep(tokens, index, file)
    if expected == {"_INDENT"}:
        place = _last_written(tokens, index)
        help = "put what belongs to it on the lines below, four spaces deeper"
        return Diagnostic(codes.SYNTAX, _span(place, file), "expected an indented block after this colon", help)
    if short and (found := _misspelt(machine, tokens, start, index, file)):
        return found
    if token.text in RESERVED and "NAME" in expected and len(expected) <= FEW and all(map(str.isalpha, expected)):
        message = f"`{token.text}` is a word of the language and cannot be a name"
        return Diagnostic(codes.SYNTAX, _span(token, file), message, "choose another name")
    if token.kind == ")" and _closes_nothing(tokens, index):
        return Diagnostic(codes.SYNTAX, _span(token, file), "this parenthesis closes nothing")
    verb = _first_of_line(tokens, index).text
    wanted = _listed(_in_words(expected if start == "file" else expected - {"$END"}, verb))
    if token.kind in ("_NL", "_DEDENT", "$END"):
        where = "before the line ends" if start == "file" else "before the cell ends"
        message = f"expected {wanted} {where}" if wanted else "something is missing before the line ends"
        return Diagnostic(codes.SYNTAX, Span(file, before.end, before.end), message, _help(token, expected, before))
    shown = token.text if len(token.text) <= 40 else token.text[:37] + "…"
    message = f"expected {wanted}, not `{shown}`" if wanted else f"`{shown}` cannot stand here"
    return Diagnostic(codes.SYNTAX, _span(token, file), message, _help(token, expected, before))


def _span(token: Token, file: str) -> Span:
    return Span(file, token.start, token.end)


def _last_written(tokens: Sequence[Token], index: int) -> Token:
    """The last token before `index` that is not layout."""
    index -= 1
    while index > 0 and tokens[index].kind in ("_NL", "_DEDENT", "_INDENT"):
        index -= 1
    return tokens[index]


def _line_start(tokens: Sequence[Token], index: int) -> int:
    """Where the logical line that holds `index` begins."""
    index = max(0, min(index, len(tokens) - 1))
    while index > 0 and tokens[index - 1].kind not in ("_NL", "_INDENT", "_DEDENT"):
        index -= 1
    return index


def _first_of_line(tokens: Sequence[Token], index: int) -> Token:
    """The line's first word; behind `if x:` and its like, the verb after the colon."""
    at = _line_start(tokens, index)
    for back in range(min(index, len(tokens)) - 1, at, -1):
        if tokens[back - 1].kind == ":" and tokens[back].kind == "NAME":
            return tokens[back]
    return tokens[at] if tokens else END


def _closes_nothing(tokens: Sequence[Token], index: int) -> bool:
    kinds = [token.kind for token in tokens[_line_start(tokens, index) : index]]
    return kinds.count("(") <= kinds.count(")")


OPENERS = frozenset({"rule", "phase", "choice", "trigger", "kind", "board", "variant", "test", "if", "each", "for", "repeat", "match"})


def _too_deep(tokens: Sequence[Token], index: int, file: str) -> Diagnostic:
    head = [token for token in tokens[_line_start(tokens, index - 1) : index] if token.end > token.start]
    if head and head[0].text in OPENERS and not any(token.kind == ":" for token in head):
        end = head[-1].end
        help = f"a line that begins with `{head[0].text}` opens a block"
        return Diagnostic(codes.SYNTAX, Span(file, end, end), "expected a colon before the line ends", help)
    place = tokens[index + 1] if index + 1 < len(tokens) else tokens[index]
    message = "the line is indented deeper than the one above, which opens no block"
    help = "to open a block, end the line above with a colon; a line that goes on is indented two levels deeper"
    return Diagnostic(codes.BAD_INDENT, _span(place, file), message, help)


def _misspelt(machine: Machine, tokens: Sequence[Token], start: str, index: int, file: str) -> Diagnostic | None:
    """A name on the line that is nearly a word of the language, if parsing gets further with that word."""
    at = max(_line_start(tokens, index), index - NEAR)
    best: tuple[int, int, str] | None = None
    for place in range(at, min(index + 1, len(tokens))):
        token = tokens[place]
        if token.kind != "NAME" or token.text in machine.tables.words or len(token.text) > 20:
            continue
        for word in get_close_matches(token.text, machine.tables.words, n=3, cutoff=0.66):
            tried = [*tokens[:place], token._replace(text=word), *tokens[place + 1 :]]
            result = machine.run(tried, start)
            reached = result.index if isinstance(result, Stuck) else len(tokens) + 1
            if reached > index + 1 and (best is None or reached > best[0]):
                best = (reached, place, word)
    if best is None:
        return None
    span = _span(tokens[best[1]], file)
    message = f"`{tokens[best[1]].text}` cannot stand here"
    return Diagnostic(codes.SYNTAX, span, message, f"did you mean `{best[2]}`?", fix=Fix(span, best[2]))


def _in_words(expected: frozenset[str], verb: str) -> list[str]:
    """The expectations, most telling first."""
    left = set(expected)
    phrases = []
    if left >= STATEMENT:
        phrases.append("a statement")
        left = {kind for kind in left if not kind.isalpha() or kind in ("NAME", "TEXT", "ROW")} - VALUE
    elif left >= DECLARATION:
        phrases.append("a declaration")
        left.clear()
    elif left >= MEMBER:
        phrases.append("a field, a track, a place, a value, a rule or a bend")
        left = left & {"ROW", "TEXT"}
    elif left >= VALUE:
        phrases.append("a value")
        left -= VALUE | {"TEXT", "up", "-", "not"}
    if len(left - GOING_ON) or phrases:
        left -= GOING_ON
    if len(left) > 1 and "NAME" in left and left >= {"_NL"} and phrases:
        left.discard("_NL")
    order = {":": 0, "_NL": 3, ",": 2, "=": 2}
    ranked = sorted(left, key=lambda kind: (order.get(kind, 1), kind))
    phrases += [BY_VERB.get((verb, kind)) or PLAIN.get(kind) or f"`{kind}`" for kind in ranked]
    return phrases[:MOST_NAMED]


def _listed(phrases: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`"""
    *most, last = list(phrases) or [""]
    return f"{', '.join(most)} or {last}" if most else last


def _help(token: Token, expected: frozenset[str], before: Token) -> str | None:
    if before.kind == ":" and expected == {"_NL"}:
        return "what belongs to it stands on the lines below, four spaces deeper"
    if token.kind == "=" and "is" in expected:
        return "compare with `is`; `=` gives a first value"
    if token.text == "else":
        return "`else` stands under an `if`, `may` or `choose` of its own line, as deep as it"
    if token.kind == "(" and ":" in expected:
        return "attributes stand before `=`"
    return None
