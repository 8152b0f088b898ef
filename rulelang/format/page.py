"""Lays lines on the page: breaks, blank lines and comments where their author had them, comments and titles at columns.

Given the lines of a tree it gives the text. A comment on a line of its own stands before what it stood before; one at a
line's end stays at the end of that line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulelang.diagnostics.visible import width
from rulelang.format.lines import LEVEL, WIDEST, Line
from rulelang.format.origin import ARTICLES, Origin
from rulelang.parse.tokens import Token, tokenize_part

COLUMN = 36  # the first that titles and comments are set at
TIERS = (48, 80)  # what fits before the first shares one column, before the second another; what is wider has its own
GAP = 2
UNBROKEN = frozenset({"|", ",", ":"})  # no line begins with these: a row does with the first


@dataclass
class Part:
    """A line of the page: a logical line, one that continues it, or a comment alone (`text` is then empty).

    `column` is where its comment stood in the source, `tail_column` where its title did.
    """

    level: int
    text: str
    start: int
    continues: bool = False
    tail: str = ""
    blank: bool = False
    comment: str = ""
    column: int = 0
    tail_column: int = 0
    code: str = ""

    def indented(self, text: str) -> str:
        return " " * LEVEL * self.level + text


def parts(line: Line, origin: Origin) -> list[Part]:
    """A logical line, cut where its author broke it; what continues it stands two levels deeper."""
    whole = Part(line.level, line.text, line.start, tail=line.tail)
    if line.cells is not None or not line.text:
        return [whole]
    text = f"{line.text} {line.tail}" if line.tail else line.text
    tokens = tokenize_part(text, 0).items
    pairs = list(origin.pairs(line.start, tokens))
    if line.tail and pairs:
        whole.tail_column = origin.column(origin.starts[pairs[-1][1]])
    text = _with_articles(text, tokens, pairs, origin)
    if text != whole.text:
        tokens = tokenize_part(text, 0).items
        whole.text = text.removesuffix(f" {line.tail}") if line.tail else text
    cuts = [
        (tokens[_opening(tokens, position)].start, origin.starts[at])
        for position, at in pairs
        if position and tokens[position - 1].kind != ":" and tokens[position].kind not in UNBROKEN and origin.broken(at)
    ]
    return _cut(text, cuts, line) if cuts else [whole]


def _with_articles(text: str, tokens: list[Token], pairs: list[tuple[int, int]], origin: Origin) -> str:
    """The text with `a` or `an` before kinds as its author had it: the tree does not know."""
    for position, at in reversed(pairs):
        token, old = tokens[position], origin.tokens[at].text
        if token.text != old and token.text in ARTICLES:
            text = text[: token.start] + old + text[token.end :]
    return text


def _opening(tokens: list[Token], position: int) -> int:
    """Where a part begins: with the token, or with the parentheses that open before it, but behind those of a call."""
    first = position
    while first and tokens[first - 1].kind == "(":
        first -= 1
    call = first < position and first > 0 and tokens[first - 1].end == tokens[first].start
    first += call
    return first if first and tokens[first - 1].kind != ":" else position


def _cut(text: str, cuts: list[tuple[int, int]], line: Line) -> list[Part]:
    """The text cut before each (offset in it, offset in the source)."""
    starts = [0, *(cut for cut, _ in cuts)]
    ends = [*(cut for cut, _ in cuts), len(text)]
    found = []
    for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
        level = line.level + 2 if index else line.level
        found.append(
            Part(level, text[start:end].strip(), cuts[index - 1][1] if index else line.start, continues=index > 0)
        )
    return found


def page(lines: list[Line], origin: Origin) -> str:
    """The text of a file."""
    laid = [part for line in lines for part in parts(line, origin)]
    for part in laid:
        part.blank = not part.continues and origin.after_blank(part.start)
        part.code = part.indented(part.text)
    laid = list(_with_comments(laid, origin))
    _settle_blanks(laid)
    for run in _runs(laid, lambda part: bool(part.tail)):
        _set_titles(run)
    for run in _runs(laid, lambda part: bool(part.code and part.comment)):
        _set_comments(run)
    return "".join(_written(laid))


def _with_comments(laid: list[Part], origin: Origin) -> Iterator[Part]:
    """The parts with the comments at their ends, and between them the comments that stand alone."""
    ends = [part.start for part in laid]
    alone: list[list[Part]] = [[] for _ in range(len(laid) + 1)]
    for start, end in origin.comments:
        text = origin.source.text[start:end].rstrip()
        index = bisect_left(ends, start)  # the first part behind it
        owner = laid[index - 1] if index else None
        leads = origin.leads(start)
        inside = owner is not None and origin.goes_on(start, laid[index].start if index < len(laid) else None)
        if owner is not None and owner.comment and not alone[index] and (inside or not leads):
            # Two comments came to one line, whose break is no more: the first moves above.
            alone[index - 1].append(Part(0, "", start, blank=owner.blank, comment=owner.comment))
            owner.blank, owner.comment = False, ""
        if owner is not None and not leads and not alone[index]:
            owner.comment, owner.column = text, origin.column(start)
            continue
        comment = Part(0, "", start, blank=origin.after_blank(start), comment=text)
        if owner is not None and inside and not alone[index]:
            comment.blank, owner.blank = owner.blank, False
            alone[index - 1].append(comment)
        else:
            alone[index].append(comment)
    for index, part in enumerate([*laid, None]):
        _set_levels(alone[index], laid[index - 1] if index else None, part, origin)
        yield from alone[index]
        if part is not None:
            yield part


def _set_levels(comments: list[Part], above: Part | None, below: Part | None, origin: Origin) -> None:
    """Comments alone stand as deep as what follows; at the end of a block, as deep in it as their author set them.

    Inside a broken line no blank lines stand before them.
    """
    least = below.level if below else 0
    most = least if above is None or (below and below.continues) else max(above.level - 2 * above.continues, least)
    for comment in comments:
        written = (origin.column(comment.start) + LEVEL // 2) // LEVEL
        most = comment.level = max(least, min(most, written))
        comment.blank = comment.blank and not (below and below.continues)


def _runs(laid: list[Part], belongs: Callable[[Part], bool]) -> Iterator[list[Part]]:
    """Stretches of parts directly below one another that belong together."""
    run: list[Part] = []
    for part in laid:
        if run and (part.blank or not belongs(part)):
            yield run
            run = []
        if belongs(part):
            run.append(part)
    if run:
        yield run


def _set_titles(run: list[Part]) -> None:
    """Titles of settings below one another stand at columns; one alone follows closely."""
    if len(run) == 1:
        run[0].code += f" {run[0].tail}"
        return
    texts = [width(part.code) for part in run]
    for part, size, column in zip(run, texts, _columns(texts, [part.tail_column for part in run]), strict=True):
        part.code += " " * (column - size) + part.tail


def _set_comments(run: list[Part]) -> None:
    """Comments below one another stand at columns."""
    texts = [width(part.code) for part in run]
    for part, size, column in zip(run, texts, _columns(texts, [part.column for part in run]), strict=True):
        part.code += " " * (column - size) + part.comment


def _columns(texts: list[int], theirs: list[int]) -> list[int]:
    """At which column what follows each of several texts stands, given how wide the texts are and where it stood.

    Where it stood at one column of a level's width, but for texts too wide for it, all stays as it was.
    """
    least = [size + GAP for size in texts]
    base = min(theirs)
    if all(
        column % LEVEL == 0 and need <= column <= max(WIDEST, _stop(need)) and (column == base or need > base)
        for need, column in zip(least, theirs, strict=True)
    ):
        return theirs
    tiers = [bisect_left(TIERS, need) for need in least]
    widest = {tier: max(need for need, own in zip(least, tiers, strict=True) if own == tier) for tier in set(tiers)}
    return [
        max(COLUMN, _stop(widest[tier] if tier < len(TIERS) else need)) for need, tier in zip(least, tiers, strict=True)
    ]


def _stop(least: int) -> int:
    """The first column at a level's width that is no less."""
    return -(-least // LEVEL) * LEVEL


def _settle_blanks(laid: list[Part]) -> None:
    """No blank line at the start or right inside a block."""
    opened = True
    for part in laid:
        part.blank = part.blank and not opened
        opened = part.text.endswith(":")


def _written(laid: list[Part]) -> Iterator[str]:
    """The lines of the page."""
    for part in laid:
        if part.blank:
            yield "\n"
        yield (part.code or part.indented(part.comment)).rstrip(" ") + "\n"
