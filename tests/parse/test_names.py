"""Every word of the language, tried as a name in every role a name can stand in.

A name that is refused, or taken for the word, is in REFUSED, and nothing else is. The reserved words are refused everywhere.
"""

from __future__ import annotations

import pytest

from rulelang.parse import parse
from rulelang.parse.tables import load
from rulelang.parse.tokens import RESERVED
from rulelang.source import Source
from tests.parse.brief import brief

ROLES = {
    "game": 'game {w} "G":\n    players: 1..2\n',
    "game entry": 'game g "G":\n    {w}: 1..2\n',
    "setting": 'setting {w}: 0..3 = 1 "S"\n',
    "symbols": "symbols {w}: a, b\n",
    "symbol": "symbols s: {w}, b, {w}\n",
    "die": "die {w}: 1..6\n",
    "face": "die d: {w}, 2 {w}, {w} or {w}, 3 {w} and {w}\n",
    "kind": "kind {w} / {w}:\n    a: flag\n",
    "kind alone": "kind {w}\n",
    "parent": "kind k is {w}, {w}:\n    a: flag\n",
    "first field": "kind k:\n    {w}: flag\n",
    "first field of several": "kind k:\n    {w}, a: flag\n",
    "second field": "kind k:\n    a, {w}: flag\n",
    "field of the game": "{w}: 0..3 = 1\n",
    "type": "kind k:\n    a: {w}\n    b: {w}? (seen by all)\n    c: {w} | {w} = {w}\n",
    "set type": "kind k:\n    a: set of {w}\n",
    "bound": "kind k:\n    a: 0..{w}\n    b: {w}..9\n    c: {w}.{w}..{w} + {w}\n",
    "slot": "slot {w} of {w}\n",
    "deck": "deck {w} of {w} (discards to {w}, refill from {w}) = {w}\n",
    "content": "pile p of q = 6 {w} and 1 {w}\n",
    "track": "track {w} / {w}: 0..9\n",
    "space": "track t:\n    space {w}: 1, 2\n    marker {w}: 0 to 9\n",
    "attribute": "kind k:\n    a: flag (seen by {w} when {w}, active when {w})\n    b: flag (each {w})\n",
    "attribute field": "board b:\n    place a: k ({w}: {w})\n",
    "cards": "cards {w} of {w}:\n    card {w}\n",
    "card with a member": "cards c of d:\n    card {w}: modify {w} by 1\n",
    "board": "board {w} laid from {w}:\n    place {w}, {w} \"W\": {w}\n    path {w} -- {w}: {w}\n",
    "define": "define {w} = 1\n",
    "define with parameters": "define {w}({w}: {w}): 0..2 = 1\n",
    "value": "define x = {w}\n",
    "member": "define x = {w}.{w} + a.{w}\n",
    "call": "define x = {w}({w}, 1) + a.{w}()\n",
    "argument": "define x = f({w}) + f(1, {w})\n",
    "operand": "define x = {w} + {w} * {w} - {w} / {w}\n",
    "compared": "define x = {w} is {w} or {w} is not {w} and {w} < {w}\n",
    "compared with a member": "define x = a is {w}.b\n",
    "kind asked for": "define x = a is a {w} or b is not an {w}\n",
    "within": "define x = {w} in {w}\n",
    "condition": "define x = {w} if {w} else {w}\n",
    "negated": "define x = not {w} and -{w} > 1\n",
    "of": "define x = {w} of {w} of {w}\n",
    "where": "define x = {w} where {w}\n",
    "range": "define x = {w}..{w}\n",
    "formula": "define x = 2 {w}\n",
    "order": "order {w}({w}): chance\n",
    "order value": "order o:\n    highest {w} when {w}\n    first {w}\n    seats from {w}\n",
    "table": "table {w} of 2 {w}, {w}:\n    {w}: stop\n    {w}..{w}, {w}: stop\n",
    "phase": "phase {w}({w}): stop\n",
    "rule": "rule {w}\n",
    "rule with body": "rule {w}({w}: {w} = {w}) for {w}: stop\n",
    "choice": "choice {w}({w}: {w}) \"C\":\n    {w} \"O\": stop\n",
    "trigger": "trigger {w} after a: stop\n",
    "trigger before": "trigger before {w}, {w}: stop\n",
    "trigger after": "trigger t after {w} when {w}: stop\n",
    "trigger instead": "trigger t instead of {w}: stop\n",
    "trigger whenever": "trigger t whenever {w}: stop\n",
    "trigger on": "trigger t on {w} enters: stop\n",
    "trigger on reaches": "trigger t on {w} reaches {w}: stop\n",
    "trigger on runs out": "trigger t on {w}.{w} runs out: stop\n",
    "trigger on draw": "trigger t on draw from {w}: stop\n",
    "modify": "modify {w} by {w} when {w} once\n",
    "modify to": "modify {w}.{w} to {w}\n",
    "offer": "offer in {w}, {w} \"O\": stop\n",
    "offer named": "offer in a {w} \"O\": stop\n",
    "generator": "choice c:\n    \"O\" for each {w} in {w}, {w} in {w} when {w}: stop\n",
    "price": "choice c:\n    \"O\" costs {w} from {w} to {w} and {w}: stop\n",
    "price counted": "choice c:\n    \"O\" costs 2 {w} and {w} {w} from {w}: stop\n",
    "limit": "choice c:\n    \"O\" up to {w} times once a {w}: stop\n",
    "variant": "variant {w} \"V\":\n    requires {w}, {w}\n    excludes {w}\n",
    "change": "change {w}.{w} from {w} to {w}\n",
    "remove": "remove {w} {w}\n",
    "add to": "add to {w}:\n    a: flag\n",
    "field added": "add to k:\n    {w}: flag\n",
    "seat": "test \"t\":\n    players {w} as {w}, {w}\n",
    "test variants": "test \"t\":\n    variants {w}, {w}\n",
    "test dice": "test \"t\":\n    dice {w}, 2 {w}, {w} and {w}\n",
    "test answers": "test \"t\":\n    answers {w}, {w}\n    draws {w}, {w}\n",
    "expect": "test \"t\":\n    expect {w} is {w}\n",
    "expect knows": "test \"t\":\n    expect {w} knows {w}\n    expect {w} does not know {w}\n",
    "test statement": "test \"t\":\n    {w}\n",
    "rule run": "rule r:\n    {w}\n",
    "rule run with arguments": "rule r: {w}({w}, {w})\n",
    "rule run with a result": "rule r: {w}(1) as {w}\n",
    "rule of a thing": "rule r: {w}.{w}(1)\n",
    "set": "rule r: set {w} to {w}\n",
    "set member": "rule r: set {w}.{w} to {w}.{w}\n",
    "gain": "rule r: gain 1 {w}\n",
    "gain counted": "rule r: gain {w} {w}\n",
    "lose member": "rule r: lose 1 {w}.{w}\n",
    "move": "rule r: move {w} to {w}\n",
    "move bottom": "rule r: move {w} to bottom of {w}\n",
    "discard": "rule r: discard {w}\n",
    "draw": "rule r: draw {w} from {w}\n",
    "draw counted": "rule r: draw {w} from {w} to {w}\n",
    "shuffle": "rule r: shuffle {w}\n",
    "show": "rule r: show {w} to {w}\n",
    "roll": "rule r: roll {w}\n",
    "roll named": "rule r: roll {w} as {w}\n",
    "roll counted": "rule r: roll {w} {w} as {w} where {w}\n",
    "roll on": "rule r: roll on {w}\n",
    "reroll": "rule r: reroll any of {w}\n",
    "reroll up to": "rule r: reroll up to {w} of {w}\n",
    "choose from": "rule r: choose {w} from {w}\n",
    "choose": "rule r: choose {w}\n",
    "choose with arguments": "rule r: choose {w}({w})\n",
    "may": "rule r: may {w}\n",
    "menu": "rule r: menu {w} until \"M\"\n",
    "divide": "rule r:\n    divide {w} among {w} as {w} up to {w}: stop\n",
    "pick": "rule r: pick {w} from {w} by {w}\n",
    "each in": "rule r: each {w} in {w} by {w}: stop\n",
    "each player": "rule r: each {w}: stop\n",
    "each player from": "rule r: each {w} from {w} where {w} by {w}: stop\n",
    "each at once": "rule r: each {w} at once: stop\n",
    "for": "rule r: for {w}: stop\n",
    "repeat": "rule r: repeat {w} times until {w}: stop\n",
    "if": "rule r: if {w}: stop\n",
    "match": "rule r:\n    match {w}:\n        {w}: stop\n        1..2, {w}: stop\n",
    "let": "rule r: let {w} = {w}\n",
    "end": "rule r: end {w}\n",
    "give": "rule r: give {w}\n",
    "win": "rule r: win {w}\n",
}  # fmt: skip

NEUTRAL = "zzq"

REFUSED: dict[str, str] = {
    "type": "set",
    "trigger": "after before on whenever",
    "field added": "paths",
    "test statement": "answers cancel choose defeat dice discard divide draw draws end expect gain give given let lock lose match may menu move nothing pick players proceed repeat reroll roll set show shuffle stop variants win",
    "rule run": "cancel choose defeat discard divide draw end gain give let lock lose match may menu move nothing pick proceed repeat reroll roll set show shuffle stop win",
    "rule run with arguments": "discard draw gain give lose move repeat roll set show shuffle",
    "rule run with a result": "discard draw gain give lose move repeat roll set show shuffle",
    "roll counted": "on",
}


def said(template: str, word: str) -> str | None:
    """The tree of a role with this name in it, or None where it is refused."""
    file, found = parse(Source("t", template.replace("{w}", word)))
    return None if found else " ".join(map(brief, file.declarations))


def refused(template: str) -> list[str]:
    """The words that cannot stand in a role, or mean something else there."""
    plain = said(template, NEUTRAL)
    assert plain is not None, template
    free = sorted(load().words - RESERVED)
    return [word for word in free if said(template, word) != plain.replace(NEUTRAL, word)]


@pytest.mark.parametrize("role", ROLES)
def test_words_as_names(role: str) -> None:
    assert " ".join(refused(ROLES[role])) == REFUSED.get(role, "")


@pytest.mark.parametrize("role", ROLES)
def test_reserved_words_are_never_names(role: str) -> None:
    plain = said(ROLES[role], NEUTRAL)
    assert plain is not None
    assert all(said(ROLES[role], word) != plain.replace(NEUTRAL, word) for word in RESERVED)


def test_the_reserved_words() -> None:
    assert len(RESERVED) == 22
    assert load().words >= RESERVED
