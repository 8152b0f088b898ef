"""Finds every mistake of a text that does not parse, and keeps what does.

The text is cut at its column-0 lines; a piece that does not parse alone is cut again at the lines of its block, each
tried under the header lines above it, down to the line that is wrong. So independent mistakes give a message
each. Lines that are wrong are left out with their blocks; what remains of a piece is still a declaration.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from rulelang.ast.declarations import File
from rulelang.ast.node import Decl
from rulelang.diagnostics import Diagnostic
from rulelang.parse.explain import explain
from rulelang.parse.machine import Machine, Stuck
from rulelang.parse.tokens import Token, Tokens

MOST_FINDINGS = 100


@dataclass
class Piece:
    """A logical line and the lines of its block; an `else` belongs to the piece before it, as a further head."""

    heads: list[int]
    blocks: list[list[Piece]] = field(default_factory=list)

    def lines(self) -> list[int]:
        out: list[int] = []
        stack: list[Piece | int] = [self]
        while stack:
            top = stack.pop()
            if isinstance(top, int):
                out.append(top)
                continue
            for head, block in zip(reversed(top.heads), reversed(top.blocks), strict=True):
                stack.extend(reversed(block))
                stack.append(head)
        return out


def recover(machine: Machine, tokens: Tokens, file: str) -> tuple[tuple[Decl, ...], list[Diagnostic]]:
    """The declarations that parse, and what is wrong with the others."""
    search = _Search(machine, tokens, file)
    trees = [search.tree([], piece) for piece in search.pieces()]
    return tuple(decl for tree in trees if tree is not None for decl in tree.declarations), search.found


class _Search:
    def __init__(self, machine: Machine, tokens: Tokens, file: str) -> None:
        self.machine = machine
        self.tokens = tokens
        self.file = file
        self.found: list[Diagnostic] = []
        self.budget = 30 * len(tokens.items) + 200_000  # tokens that may be run through the machine

    def pieces(self) -> list[Piece]:
        """The file's lines, nested as they are indented."""
        top: list[Piece] = []
        open_blocks = [top]
        for line, level in enumerate(self.tokens.levels):
            del open_blocks[level + 1 :]
            block = open_blocks[-1]
            if block and self._first(line) == "else":
                block[-1].heads.append(line)
                block[-1].blocks.append([])
            else:
                block.append(Piece([line], [[]]))
            open_blocks.append(block[-1].blocks[-1])
        return top

    def _first(self, line: int) -> str:
        return self.tokens.items[self.tokens.lines[line]].text

    def assemble(self, lines: list[int]) -> tuple[list[Token], list[int]]:
        """The tokens of these lines with their layout, and where each line begins among them."""
        items, starts, levels = self.tokens.items, self.tokens.lines, self.tokens.levels
        out: list[Token] = []
        begins: list[int] = []
        level = 0
        for line in lines:
            end = out[-1].end if out else 0
            if levels[line] > level:
                out.append(Token("_INDENT", "", end, end))
            out.extend([Token("_DEDENT", "", end, end)] * (level - levels[line]))
            level = levels[line]
            begins.append(len(out))
            at = starts[line]
            while items[at].kind != "_NL":
                out.append(items[at])
                at += 1
            end = out[-1].end if out else 0
            out.append(Token("_NL", "", end, end))
        end = out[-1].end if out else 0
        out.extend([Token("_DEDENT", "", end, end)] * level)
        return out, begins

    def attempt(self, lines: list[int]) -> tuple[File | Stuck, list[Token], list[int]]:
        tokens, begins = self.assemble(lines)
        self.budget -= len(tokens)
        return self.machine.run(tokens, "file"), tokens, begins

    def among(self, above: list[int], pieces: list[Piece]) -> list[Piece]:
        """Those of sibling pieces that parse below the lines `above`, mended by leaving out what does not."""
        return [piece for piece in pieces if self.tree(above, piece)]

    def tree(self, above: list[int], piece: Piece) -> File | None:
        """A piece below the lines `above`, if need be without some lines of its blocks; reports what is wrong with it."""
        if self.budget < 0:
            return None
        lines = above + piece.lines()
        result, tokens, begins = self.attempt(lines)
        if not isinstance(result, Stuck):
            return result
        if len(self.found) >= MOST_FINDINGS:
            return None
        line = lines[max(0, bisect_right(begins, min(result.index, len(tokens) - 1)) - 1)]
        opens = result.index < len(tokens) and tokens[result.index].kind == "_INDENT"
        if line in piece.heads or line in above or opens:
            self.report(tokens, begins, lines, line, result)
            return None
        before = len(self.found)
        dropped = self.cut(above, piece)
        if not all(piece.blocks[at] or not had for at, had in enumerate(dropped)):
            return None
        if any(dropped):
            result, tokens, begins = self.attempt(above + piece.lines())
            if not isinstance(result, Stuck):
                return result
        if len(self.found) == before and not self._silent(lines):
            self.report(tokens, begins, lines, line, result)
        return None

    def cut(self, above: list[int], piece: Piece) -> list[bool]:
        """Leave out of each block what does not parse; whether each block lost something."""
        lost = []
        for at, head in enumerate(piece.heads):
            block = piece.blocks[at]
            if not block or self.budget < 0:
                lost.append(False)
                continue
            so_far = Piece(piece.heads[:at], piece.blocks[:at]).lines()
            self.budget -= len(so_far)
            piece.blocks[at] = self.among([*above, *so_far, head], block)
            lost.append(len(piece.blocks[at]) < len(block))
        return lost

    def _silent(self, lines: list[int]) -> bool:
        return any(line in self.tokens.damaged for line in lines)

    def report(self, tokens: list[Token], begins: list[int], lines: list[int], line: int, stuck: Stuck) -> None:
        """Say what is wrong, unless the line's characters have been complained of already."""
        if line in self.tokens.damaged or len(self.found) >= MOST_FINDINGS:
            return
        end = begins[lines.index(line) + 1] if lines[-1] != line else len(tokens)
        upto = tokens[: max(end, stuck.index + 2)]
        found = explain(self.machine, upto, "file", stuck, self.file)
        if not any(old.span == found.span and old.message == found.message for old in self.found):
            self.found.append(found)
