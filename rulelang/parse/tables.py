"""The LALR tables: made by Lark from the grammar, kept in the package as plain data.

`load` gives the tables kept in `tables.bin` where they fit the grammar and the Lark that is installed, and else
builds them in memory. The file holds numbers, strings, lists and dicts in `marshal` form under a digest; nothing in it is run.
"""

from __future__ import annotations

import hashlib
import marshal
import zlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

STARTS = ("file", "cell", "cell_title", "cell_ends", "cell_expr")
FORMAT = 1
ACCEPT = 1 << 30  # the action on the end of input that means: done


@dataclass(frozen=True)
class Production:
    """`origin` becomes `size` symbols. `picks` are the children: k the k-th symbol, -1 None, -2-k the k-th, spread."""

    origin: str
    name: str  # what the node is called: the alias, else the origin
    size: int
    picks: tuple[int, ...]
    inline: bool  # leaves no trace: its children become its parent's
    single: bool  # leaves no trace where it has one child


@dataclass(frozen=True)
class Tables:
    """By state: what to do on a terminal (a state to go to, or -1-n to reduce by production n), where to go after one.

    A word or a sign of the language is a terminal under its own text; the others are NAME, NUMBER, TEXT, ROW, _NL,
    _INDENT, _DEDENT and $END.
    """

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    productions: list[Production]
    starts: dict[str, int]
    words: frozenset[str]


def grammar() -> str:
    """The text of the grammar."""
    return files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")


def digest() -> str:
    """What the kept tables must name to be used."""
    return hashlib.sha256(f"{FORMAT}\n{version('lark')}\n{grammar()}".encode()).hexdigest()


@cache
def load() -> Tables:
    """The tables, kept or built."""
    try:
        kept = files(__package__).joinpath("tables.bin").read_bytes()
    except OSError:
        return build()
    return unpack(kept) or build()


def build(strict: bool = False) -> Tables:
    """The tables, made from the grammar; `strict` raises on any conflict."""
    from lark import Lark
    from lark.lexer import Lexer, PatternStr

    class NoLexer(Lexer):
        """Lark is asked for the tables only: tokens.py reads the text."""

        def __init__(self, conf: Any) -> None: ...

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            return iter(())

    lark = Lark(grammar(), parser="lalr", lexer=NoLexer, strict=strict, start=list(STARTS))
    return _tables(lark.rules, lark.parser.parser._parse_table, _spellings(lark.terminals, PatternStr))


def _spellings(terminals: Any, fixed: type[Any]) -> dict[str, str]:
    """What each terminal is called in our tables: its own text where it has a fixed one."""
    return {str(t.name): str(t.pattern.value if isinstance(t.pattern, fixed) else t.name) for t in terminals}


def _tables(rules: Any, table: Any, spelling: dict[str, str]) -> Tables:
    """Lark's table in our form, the same on every run: Lark numbers its states as its sets happen to be ordered."""
    rules = sorted(rules, key=lambda rule: (str(rule.origin.name), [str(symbol.name) for symbol in rule.expansion]))
    numbers = {rule: number for number, rule in enumerate(rules)}
    origins = {rule.origin.name for rule in rules}
    order = _numbered(table)
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for state in order:
        actions.append({})
        gotos.append({})
        for symbol, (action, argument) in sorted(table.states[state].items()):
            if symbol in origins:
                gotos[-1][str(symbol)] = order[argument]
            elif str(action) != "Shift":
                actions[-1][spelling.get(symbol, str(symbol))] = -1 - numbers[argument]
            else:
                actions[-1][spelling.get(symbol, str(symbol))] = order[argument]
    for state in table.end_states.values():
        actions[order[state]]["$END"] = ACCEPT
    starts = {str(start): order[state] for start, state in sorted(table.start_states.items())}
    words = frozenset(text for text in spelling.values() if text.isalpha() and text.islower())
    return Tables(actions, gotos, [_production(rule) for rule in rules], starts, words)


def _numbered(table: Any) -> dict[int, int]:
    """Each state's number, in the order they are reached from the starts."""
    order: dict[int, int] = {}
    queue = [state for _, state in sorted(table.start_states.items())]
    for state in queue:
        if state in order:
            continue
        order[state] = len(order)
        shifts = sorted((symbol, argument) for symbol, (action, argument) in table.states[state].items() if str(action) == "Shift")
        queue.extend(argument for _, argument in shifts)
    return order


def _production(rule: Any) -> Production:
    """A Lark rule, with what Lark's tree builder would have kept of its children."""
    origin = str(rule.origin.name)
    gaps = _gaps(rule)
    picks: list[int] = []
    for at, symbol in enumerate(rule.expansion):
        picks += [-1] * gaps[at]
        if symbol.is_term:
            if not symbol.filter_out:
                picks.append(at)
        else:
            picks.append(-2 - at if symbol.name.startswith("_") else at)
    picks += [-1] * gaps[-1]
    inline = origin.startswith("_")
    single = bool(rule.options.expand1) and not rule.alias
    return Production(origin, str(rule.alias or origin), len(rule.expansion), tuple(picks), inline, single)


def _gaps(rule: Any) -> list[int]:
    """How many optional parts are missing before each symbol, and after the last."""
    if not rule.options.empty_indices:
        return [0] * (len(rule.expansion) + 1)
    marks = "".join(str(int(missing)) for missing in rule.options.empty_indices)
    return [len(ones) for ones in marks.split("0")]


def pack(tables: Tables) -> bytes:
    """The tables as they are kept."""
    data = (
        tables.actions,
        tables.gotos,
        [(p.origin, p.name, p.size, p.picks, p.inline, p.single) for p in tables.productions],
        tables.starts,
        sorted(tables.words),
    )
    return digest().encode() + zlib.compress(marshal.dumps(data, 2), 9)


def unpack(kept: bytes) -> Tables | None:
    """The tables from what was kept; None where it does not fit or is damaged."""
    if kept[:64] != digest().encode():
        return None
    try:
        actions, gotos, productions, starts, words = marshal.loads(zlib.decompress(kept[64:]))
        return Tables(actions, gotos, [Production(*parts) for parts in productions], starts, frozenset(words))
    except (ValueError, TypeError, EOFError, zlib.error):
        return None
