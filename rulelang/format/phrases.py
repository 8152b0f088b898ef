"""What each node says on one line: a pattern for each class, written like its rule in the grammar.

In a pattern `{part}` is a field; `{part:sum}` an expression that binds at least so closely, `{part:text}` a text in quotes;
`{part/ | }` has what stands between several. `[...]` is left out where one of its parts is missing. A class with a body is
here with its head only; blocks.py lays out the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rulelang.ast import declarations as d
from rulelang.ast import expressions as e
from rulelang.ast import statements as s
from rulelang.ast.node import Expr, Ident, Node
from rulelang.format.expressions import LEVELS, Kept, said

PIECE = re.compile(
    r"\[(?P<optional>[^\]]*)\]|\{(?P<part>\w+)(?::(?P<how>\w+))?(?:/(?P<between>[^}]*))?\}|(?P<plain>[^\[{]+)"
)
MISSING: tuple[Any, ...] = (None, (), False)

Pattern = tuple[tuple[Any, ...], ...]


def phrase(node: Node, kept: Kept) -> str:
    """The text of a node, or of its head where it has a body."""
    how = PHRASES.get(type(node))
    if how is None:
        assert isinstance(node, Expr), type(node).__name__
        return said(node, kept)
    return how(node, kept) if callable(how) else filled(node, how, kept)


def filled(node: Node, pattern: str, kept: Kept) -> str:
    """A pattern with a node's parts put in."""
    return _fill(node, _read(pattern), kept) or ""


@lru_cache(maxsize=512)
def _read(pattern: str) -> Pattern:
    """A pattern's pieces: ("plain", text), ("part", name, how, between), ("optional", pieces)."""
    pieces: list[tuple[Any, ...]] = []
    for found in PIECE.finditer(pattern):
        if found["plain"] is not None:
            pieces.append(("plain", found["plain"]))
        elif found["part"] is not None:
            pieces.append(("part", found["part"], found["how"], ", " if found["between"] is None else found["between"]))
        else:
            pieces.append(("optional", _read(found["optional"])))
    return tuple(pieces)


def _fill(node: Node, pieces: Pattern, kept: Kept) -> str | None:
    """The text of pieces; None where a part is missing."""
    out: list[str] = []
    for kind, *rest in pieces:
        if kind == "plain":
            out.append(rest[0])
        elif kind == "optional":
            out.append(_fill(node, rest[0], kept) or "")
        else:
            part, how, between = rest
            value = getattr(node, part)
            if any(value is missing or value == missing for missing in MISSING):
                return None
            out.append(between if value is True else _part(value, how, between, kept))
    return "".join(out)


def _part(value: Any, how: str | None, between: str, kept: Kept) -> str:
    if isinstance(value, tuple):
        return between.join(_part(item, how, between, kept) for item in value)
    if how == "text":
        return f'"{value}"'
    if isinstance(value, Expr):
        return said(value, kept, LEVELS[how or "post"])
    return phrase(value, kept) if isinstance(value, Node) else str(value)


def _option(node: s.Option, kept: Kept) -> str:
    clauses = [filled(node, "[{name} ]{label:text}[ for each {each}][ costs {costs/ and }]", kept)]
    clauses += [phrase(limit, kept) for limit in node.limits]
    return " ".join(clauses) + filled(node, "[ when {when:expr}]", kept)


def _do(node: s.Do, kept: Kept) -> str:
    called = filled(node, "{what:post}[({args:value})]", kept)
    bare = isinstance(node.what, e.Apply) and not node.args  # `f(1)()` is not `f(1)`
    return called + ("()" if bare else "") + filled(node, "[ as {name}]", kept)


def _quantity(node: s.Quantity, kept: Kept) -> str:
    if node.word in ("any", "all"):
        return node.word
    return filled(node, "{count:post}" if node.word == "exactly" else "up to {count:post}", kept)


def _order_line(node: d.OrderLine, kept: Kept) -> str:
    from_ = " from {value:post}" if node.word == "seats" else " {value:expr}"
    return node.word + filled(node, f"[{from_}][ when {{when:expr}}]", kept)


def _expect_knows(node: d.ExpectKnows, kept: Kept) -> str:
    return filled(
        node, "expect {seat} does not know {what:group}" if node.negated else "expect {seat} knows {what:group}", kept
    )


Phrase = str | Callable[[Any, Kept], str]

PHRASES: dict[type[Node], Phrase] = {
    Ident: "{name}",
    # --- types, attributes ---
    e.RangeType: "{low:sum}..{high:sum}[{optional/?}]",
    e.NamedType: "{names/ | }[{optional/?}]",
    e.SetType: "set of {of}",
    e.Param: "{name}[: {type}][ = {default:expr}]",
    e.SeenBy: "seen by {who}[ when {when:expr}]",
    e.Active: "active[ when {when:expr}]",
    e.Quiet: "quiet",
    e.Holds: "holds {size:span}",
    e.RefillFrom: "refill from {place:post}",
    e.DiscardsTo: "discards to {place:field}",
    e.Each: "each {phase}",
    e.FieldValue: "{name}: {value:span}",
    # --- the file and its components ---
    d.Game: "game {name} {title:text}",
    d.Entry: "{key}: {value:group}",
    d.Include: "include {path:text}",
    d.Extends: "extends {path:text}",
    d.Setting: "setting {name}: {type} = {default:expr}",
    d.Symbols: "symbols {name}: {words}",
    d.Die: "die {name}: {faces:span}",
    d.Kind: "kind {name}[ / {plural}][ is {parents}]",
    d.Field: "{names}: {type}[ ({attrs})][ = {default:group}]",
    d.Things: "{word} {name} of {of}[ ({attrs})][ = {content:group}]",
    d.TrackName: "{name}[ / {plural}]",
    d.Track: "track {names}[ {title:text}][: {range}][ ({attrs})][ = {default:expr}]",
    d.Space: "space {name}[ {title:text}]: {positions:span}[ ({attrs})]",
    d.Marker: "marker {name}[ {title:text}]: {start:sum} to {end:sum}",
    d.Cell: "{text}",
    d.Row: lambda node, kept: "".join(f"| {cell.text} " for cell in node.cells) + "|",
    d.CsvFile: "from {path:text}",
    d.Card: "card {name}[ {title:text}]",
    d.Cards: "cards {name} of {of}",
    d.Titled: "{name}[ {title:text}]",
    d.Place: "place {places}[: {kind}][ ({attrs})]",
    d.Path: "path {ends/ -- }[: {kind}][ ({attrs})]",
    d.Paths: "paths[ of {kind}]",
    d.Sign: "sign {signs:text}: {kind}[ ({attrs})]",
    d.Board: "board {name}[ {title:text}][ laid from {laid:post}]",
    d.Drawing: "drawing {name}",
    # --- values, preferences, happenings, bends ---
    d.Define: "define {name}[({params})][: {type}][ = {value:value}]",
    d.Order: "order {name}[({params})]",
    d.OrderLine: _order_line,
    d.Dice: "[{count:sum} ]{die:post}",
    d.Table: "table {name}[({params})] of {dice}",
    d.Phase: "phase {name}[({params})]",
    d.Rule: "rule {name}[({params})][ for {doer}]",
    d.Choice: "choice {name}[({params})][ {prompt:text}]",
    d.Before: "before {targets:post}",
    d.After: "after {targets:post}",
    d.InsteadOf: "instead of {targets:post}",
    d.Whenever: "whenever {condition:expr}",
    d.Reaches: "on {track:post} reaches {value:sum}",
    d.Enters: "on {what:post} enters",
    d.Leaves: "on {what:post} leaves",
    d.RunsOut: "on {place:post} runs out",
    d.DrawFrom: "on draw from {place:post}",
    d.Trigger: "trigger[ {name}] {head}[ when {when:expr}]",
    d.Modify: "modify {target:post} {op} {value:value}[ when {when:expr}][{once/ once}]",
    d.Offer: "offer in {choices:post}",
    d.EndingWhen: "{result} {text:text} when {when:expr}",
    # --- variants, edits, laws, tests ---
    d.Requires: "requires {variants}",
    d.Excludes: "excludes {variants}[ because {because:text}]",
    d.Variant: "variant {name} {title:text}[ on when {on:expr}]",
    d.Change: "change {target:post} from {old:span} to {new:span}",
    d.Remove: "remove {word} {names/ -- }",
    d.OrderMember: "{line}",
    d.AddTo: "add to {target}",
    d.Invariant: "invariant {text:text}: {condition:group}",
    d.Test: "test {text:text}",
    d.Seat: "{name}[ as {role}]",
    d.Players: "players {seats}",
    d.Variants: "variants {names}",
    d.Given: "given",
    d.DiceQueue: "dice {faces:span}",
    d.DrawsQueue: "draws {things:group}",
    d.AnswersQueue: "answers {answers:group}",
    d.Expect: "expect {condition:group}",
    d.ExpectKnows: _expect_knows,
    d.ExpectSame: "expect {seat} sees the same whatever {what:group}",
    # --- options and statements ---
    s.Option: _option,
    s.Generator: "{name} in {group:group}",
    s.Need: "{what:sum}[ from {source:sum}][ to {target:sum}]",
    s.UpTo: "up to {times:sum} times",
    s.Once: "once a {phase}",
    s.Set: "set {target:post} to {value:group}",
    s.Gain: "gain {amount:sum} {track:post}",
    s.Lose: "lose {amount:sum} {track:post}",
    s.Move: "move {what:group} to {place:field}",
    s.Discard: "discard {what:group}",
    s.Draw: "draw {what:sum} from {source:group}[ to {target:field}]",
    s.Shuffle: "shuffle {place:post}",
    s.Show: "show {what:group} to {who:post}",
    s.Roll: "roll [{count:sum} ]{what:sum}[ as {name}][ where {where:either}]",
    s.RollTable: "roll on {table:post}",
    s.Quantity: _quantity,
    s.Reroll: "reroll {quantity} of {dice:group}",
    s.Lock: "lock {quantity} of {dice:group}",
    s.ChooseFrom: "choose {name} from {group:group}[ {prompt:text}]",
    s.RunChoice: "{mode} {choice}[({args:value})][ until {until:text}]",
    s.InlineChoice: "{mode}[ {prompt:text}][ until {until:text}]",
    s.Divide: "divide {amount:sum} among {group:group} as {name}[ up to {limit:sum}]",
    s.Pick: "pick {name} from {group:group} by {order:post}",
    s.EachIn: "each {name} in {group:group}[ by {order:post}]",
    s.EachPlayer: "each {kind}[ from {start:post}][ where {where:either}][ by {order:post}][{at_once/ at once}]",
    s.For: "for {who:post}",
    s.Repeat: "repeat[ {times:sum} times][ until {until:expr}]",
    s.Branch: "if {condition:expr}",
    s.Arm: lambda node, kept: filled(node, "{keys:span}", kept) or "else",
    s.Match: "match {value:group}",
    s.Let: "let {name} = {value:group}",
    s.End: "end {phase}",
    s.Stop: "stop",
    s.Give: "give {value:value}",
    s.Proceed: "proceed",
    s.Cancel: "cancel",
    s.Nothing: "nothing",
    s.Ending: "{result}[ {seat:post}][ {text:text}]",
    s.Do: _do,
}
