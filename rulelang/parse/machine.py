"""Runs the LALR tables over tokens: shifts, reduces, and says where it cannot go on.

Its stacks grow with the nesting of the text and nothing here recurses. A word of the language is taken for the word
wherever it can stand and what follows fits it, and for a name elsewhere; reserved words are never names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.parse.tables import ACCEPT, Tables
from rulelang.parse.tokens import RESERVED, Token
from rulelang.parse.tree import Builder

BEGINS = frozenset({":", "_NL", "_INDENT", "_DEDENT"})
END = Token("$END", "", 0, 0)


@dataclass
class Stuck:
    """Where no action was left: the token's index, and the states that led there."""

    index: int
    states: list[int]


class Machine:
    """The tables, with the builders of one file's nodes."""

    def __init__(self, tables: Tables, builders: Sequence[Builder | None]) -> None:
        self.tables = tables
        self.builders = builders
        self.sizes = [production.size for production in tables.productions]
        self.origins = [production.origin for production in tables.productions]

    def run(self, tokens: Sequence[Token], start: str, *, peek: bool = True, upto: int = -1) -> Any | Stuck:
        """What the tokens make, beginning with rule `start`; `peek` lets the token after a word decide what it is.

        With `upto` it stops before that token, where nothing is reduced yet for what cannot follow.
        """
        tables = self.tables
        actions, gotos, words = tables.actions, tables.gotos, tables.words
        builders, sizes, origins = self.builders, self.sizes, self.origins
        states = [tables.starts[start]]
        values: list[Any] = []
        begins: list[int] = []
        last = 0  # where the token before ends
        for index in range(len(tokens) + 1 if upto < 0 else upto):
            token = tokens[index] if index < len(tokens) else END
            kind = token[0]
            row = actions[states[-1]]
            if kind == "NAME" and token[1] in words and self._is_word(states, tokens, index, peek):
                kind = token[1]
            while True:
                action = row.get(kind)
                if action is None:
                    return Stuck(index, states)
                if action >= 0:
                    break
                number = -1 - action
                size, build = sizes[number], builders[number]
                if size != 1:
                    if size:
                        begin = begins[-size]
                        children = values[-size:]
                        del states[-size:], values[-size:], begins[-size:]
                    else:
                        begin, children = last, []
                    values.append(build(children, begin, last))  # type: ignore[misc]
                    begins.append(begin)
                else:
                    states.pop()
                    if build is not None:
                        values[-1] = build(values[-1:], begins[-1], last)
                state = gotos[states[-1]][origins[number]]
                states.append(state)
                row = actions[state]
            if action == ACCEPT:
                return values[0]
            states.append(action)
            values.append(token)
            begins.append(token[2])
            last = token[3]
        return Stuck(upto, states)

    def _is_word(self, states: list[int], tokens: Sequence[Token], index: int, peek: bool) -> bool:
        """Whether a word of the language stands for itself here, rather than for a name."""
        text = tokens[index][1]
        if text in RESERVED:
            return True
        row = self.tables.actions[states[-1]]
        if text not in row:
            return False
        if "NAME" not in row:
            return True
        state = self.after(states, text)
        if state is None:
            return False
        if not peek or index + 1 >= len(tokens):
            return True
        if tokens[index + 1][0] == "_NL" and (not index or tokens[index - 1][0] in BEGINS):
            return True  # alone on its line it is more likely a verb whose rest is missing
        following = self.tables.actions[state]
        kind, word = tokens[index + 1][:2]
        if kind != "NAME":
            return kind in following
        return word in following or ("NAME" in following and word not in RESERVED)

    def after(self, states: list[int], kind: str) -> int | None:
        """The state a terminal leads to once everything it completes is reduced; None where it cannot stand."""
        actions, gotos, sizes, origins = self.tables.actions, self.tables.gotos, self.sizes, self.origins
        kept = len(states)  # how much of `states` still stands below what the reductions put on top
        top: list[int] = []
        while True:
            state = top[-1] if top else states[kept - 1]
            action = actions[state].get(kind)
            if action is None or action >= 0:
                return action
            number = -1 - action
            size = sizes[number]
            from_top = min(size, len(top))
            if from_top:
                del top[-from_top:]
            kept -= size - from_top
            below = top[-1] if top else states[kept - 1]
            top.append(gotos[below][origins[number]])

    def expected(self, states: list[int]) -> list[str]:
        """The terminals that could stand next."""
        return [kind for kind in self.tables.actions[states[-1]] if self.after(states, kind) is not None]
