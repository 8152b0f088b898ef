"""Rulebooks of whole games: nothing is left out, nothing changes from run to run, nothing gets out of its quotes."""

from __future__ import annotations

import html
import random
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from interpreter import picture
from rulelang import load, load_text
from rulelang.ast import declarations as d
from rulelang.ast.node import walk
from rulelang.loading import Loaded
from rulelang.rulebook import rulebook, to_html, to_markdown
from rulelang.rulebook.folding import fold
from rulelang.rulebook.names import in_words

ROOT = Path(__file__).parents[2]
ARKHAM = ROOT / "rules" / "arkham.rules"
VARIANTS = [info.name for info in load(ARKHAM).variants]
PAGE = ROOT / "docs" / "language.md"
FENCE = re.compile(r"^```rules(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCES = [(m[1] or "whole", m[2]) for m in FENCE.finditer(PAGE.read_text("utf-8"))]
PRELUDE = next(text for sort, text in FENCES if sort == "prelude")


@cache
def arkham(*variants: str) -> Loaded:
    return load(ARKHAM, variants)


def words(text: str) -> str:
    """A rulebook's letters without marks, in small ones."""
    return re.sub(r"[_*\\]", "", html.unescape(re.sub(r"<[^>]*>", "", text))).casefold()


@pytest.mark.parametrize("form", ["md", "html"])
@pytest.mark.parametrize("variant", ["", *VARIANTS])
def test_everything_is_named(variant: str, form: str) -> None:
    loaded = arkham(*([variant] if variant else []))
    assert loaded.program is not None
    book = rulebook(loaded, picture.svg(loaded.program))
    said = words(to_markdown(book) if form == "md" else to_html(book))
    for decl in walk(fold(loaded.file, loaded.program)):
        if isinstance(decl, d.Choice) and decl.prompt and "{" not in decl.prompt:
            assert decl.prompt.casefold() in said
        elif isinstance(decl, d.Phase | d.Rule | d.Choice | d.Table | d.Define | d.Order):
            assert in_words(decl.name.name).casefold() in said
        if isinstance(decl, d.Choice | d.Offer):
            for option in decl.options:
                label = in_words(re.sub(r"[{}]", "", option.label)).casefold()
                assert label in said, option.label
        if isinstance(decl, d.Variant):
            assert decl.title.casefold() in said
    for entity in loaded.program.entities:
        if entity.sort in ("place", "thing"):
            assert entity.title.casefold() in said


@pytest.mark.parametrize("variant", ["", *VARIANTS])
def test_nothing_is_left_as_code(variant: str) -> None:
    """What has no phrase is shown as it is written, in backticks: the bundled game needs none of that."""
    said = to_markdown(rulebook(arkham(*([variant] if variant else []))))
    assert "`" not in said
    assert not re.search(r"[\x00-\x08\x0b-\x1f]", said)


READS = {
    "": (
        "If the burden is 6 or more, the game is lost: “Monsters and gates overrun the town”.",
        "When you come to Gun Shop, gain 1 weapon.",
        "When you come to any place, resolve **Meet**",
        "Each player, beginning with the starter: resolve **Turn**",
        "Each player begins with the health, sanity, weapons and spells printed on the investigator.",
        "Put all investigators into the pile _Crew_.",
        "Choose an investigator (the _sheet_) from the pile _Crew_: “Your investigator”.",
        "The sheet becomes your investigator.",
        "**Seal the gate** (costs 5 clues; only if there is a gate at your place and your place is quiet).",
        "Roll as many fate dice as 5 minus the monster dice on the table.",
        "Lose clues equal to half of your clues, rounded down.",
        "if the players together have 6 or more seals, resolve **Battle**",
        "**Spent**: a pile of monsters; empty at the start; takes what is discarded from the guard of any place;",
        "A spot **can appear** if the site of the spot is more than 0 and the spot is quiet",
        "The **might** of a foe is the strength of the foe",
        "The **burden** is the number of guards plus the number of gates of all places.",
        "The **risen strength** is the full strength plus the burden",
        "The **company** is the players at your place, if your place is quiet.",
        "there is any among the company whose clues plus weapons plus spells are more than 0",
        "at most their health each",
        "**Kate Winthrop**: a spot cannot appear if the spot is its holder’s place.",
        "**Attack** (4.10.1): if beaten, the game is won: “The Ancient One sinks back into sleep”.",
    ),
    "herald": (
        "Put all omens into the pile _To come_.",
        "Discard the _omen now_.",
        "The portent for the row and the column becomes the _omen now_.",
        "Changed by The Horde, Fury and Languor.",
        "**Mire**: everybody’s stride is 1 less.",
    ),
    "kept_dice_stay": ("Instead of the option “Reroll”:", "Lock any number of the dice that do not show _monster_"),
    "face_down": ("Each place also has:", "A spot is not quiet if there is a lurker at the spot."),
    "other_awakening": (
        "No longer so: after **Seal** (4.3.7), if the players together have 6 or more seals, resolve **Battle**",
        "Instead, the risen strength is the full strength plus the might of all guards whose harm is _body_, added up.",
    ),
    "solo": ("Instead, everybody’s clue cap is 99.", "The rule **Strike** (4.10.2) is played in another way"),
    "slow_research": ("“Clue faces that buy one clue” is 3, not 1.",),
}


@pytest.mark.parametrize("variant", READS)
def test_it_reads_like_rules(variant: str) -> None:
    said = to_markdown(rulebook(arkham(*([variant] if variant else []))))
    folded = said.casefold()
    for line in READS[variant]:
        assert line.casefold() in folded


CHANCE = random.Random(7)
EXCLUSIVE = {"all_or_nothing", "kept_dice_stay"}
SETS = [
    chosen
    for chosen in (CHANCE.sample(VARIANTS, CHANCE.randint(2, 9)) for _ in range(9))
    if not set(chosen) >= EXCLUSIVE
]


@pytest.mark.parametrize(
    "chosen", [*([name] for name in ["", *VARIANTS]), *SETS], ids=lambda chosen: "+".join(chosen) or "none"
)
def test_no_name_of_the_file_leaks(chosen: list[str]) -> None:
    """Names with underscores are a rule file's own: players read their titles, or words."""
    loaded = arkham(*filter(None, chosen))
    assert loaded.program is not None
    every = {name for source in loaded.sources.values() for name in re.findall(r"\b[a-z]\w*_\w+\b", source.text)}
    assert {"can_appear", "most_health", "omen_now", "shub_niggurath", "other_awakening"} <= every
    page = to_html(rulebook(loaded, picture.svg(loaded.program)))
    shown = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert set(re.findall(r"\w+_\w+", shown)) & every == set()
    assert set(re.findall(r"\w+_\w+", shown)) == set()


class Balance(HTMLParser):
    """Whether every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self.ids += [held["id"] or ""] if "id" in held else []
        self.links += [held["href"] or ""] if "href" in held else []
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("chosen", [[], ["herald", "solo", "face_down"]])
def test_html_is_one_well_formed_page(chosen: list[str]) -> None:
    loaded = arkham(*chosen)
    assert loaded.program is not None
    page = to_html(rulebook(loaded, picture.svg(loaded.program)))
    read = Balance()
    read.feed(page)
    assert read.open == []
    assert len(set(read.ids)) == len(read.ids)
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    for outside in ("<script", "src=", "url(", "@import", "<link"):
        assert outside not in page
    assert "@media print" in page
    assert "size: A4" in page


def test_settings_and_variants_change_what_is_said() -> None:
    assert "Your **rerolls** are 1" in to_markdown(rulebook(arkham("one_reroll")))
    loaded = load(ARKHAM, settings={"seal_price": "7", "monster_comes": "after_moves"})
    said = to_markdown(rulebook(loaded))
    assert "costs 7 clues" in said
    assert "- After **Deeds** (4.8):" in said
    assert "- After **Deeds**" not in to_markdown(rulebook(arkham()))


def test_equal_games_give_equal_books() -> None:
    first, second = load(ARKHAM, ("herald",)), load(ARKHAM, ("herald",))
    assert first.program is not None
    assert second.program is not None
    assert to_html(rulebook(first, picture.svg(first.program))) == to_html(
        rulebook(second, picture.svg(second.program))
    )
    assert to_markdown(rulebook(first)) == to_markdown(rulebook(second))


@pytest.mark.parametrize("at", range(len(FENCES)), ids=lambda at: f"fence {at}")
def test_examples_of_the_language(at: int) -> None:
    """Every construct of the reference page has its rulebook."""
    sort, text = FENCES[at]
    if sort not in ("prelude", "whole", "fragment"):
        return
    loaded = load_text(f"{PRELUDE}\n{text}" if sort == "fragment" else text)
    book = rulebook(loaded)
    assert "`" not in to_markdown(book)
    assert to_html(book).endswith("</html>\n")


# --- untrusted files -------------------------------------------------------------------------------------

EVIL = "</text></title><script>alert(1)</script> **b** | `c` [x](javascript:y) \u202e & {at} # \\"
HOSTILE = f"""game evil "{EVIL}":
    players: 1..2
    edition: "<b>"
setting s: 0..9 = 3 "{EVIL}"
kind thing
kind player:
    at: place = here
    slot hand of thing
board b "{EVIL}":
    place here "{EVIL}", other
    path here -- other
cards things of thing:
    card one "{EVIL}"
    card two
pile heap of thing = things
phase game: each player: choose deed
choice deed "{EVIL}":
    go "{EVIL}" for each there in neighbours(at): move you to there
    end_it "{EVIL}": win "{EVIL}"
invariant "{EVIL}": count(heap) < 9
variant v "{EVIL}": modify w by 1
define w: 0..9 = s
trigger after deed when w > 9: defeat "x"
"""


def test_hostile_titles_are_escaped_in_html() -> None:
    loaded = load_text(HOSTILE)
    assert loaded.program is not None, [item.message for item in loaded.diagnostics]
    page = to_html(rulebook(loaded, picture.svg(loaded.program)))
    assert "<script" not in page.casefold()
    assert "\u202e" not in page
    assert page.count("</title>") == 1 + page.count("<g><title>") + 1  # the page's, each place's and the picture's
    for mark in "\x01\x02\x03\x04\x05\x06":
        assert mark not in page


def test_hostile_titles_are_escaped_in_markdown() -> None:
    from markdown_it import MarkdownIt

    page = to_markdown(rulebook(load_text(HOSTILE)))
    assert "<script" not in page
    made = MarkdownIt("commonmark").enable("table").render(page)
    assert "<script" not in made
    assert "<a " not in made
    assert "<code>" not in made
    assert made.count("<h1>") == 1


def test_marks_in_a_file_mean_nothing() -> None:
    text = HOSTILE.replace(EVIL, "a\x01b\x02c\x03d\x04e\x05f\x06")
    loaded = load_text(text)
    if loaded.program is not None:
        page = to_markdown(rulebook(loaded))
        assert not re.search("[\x01-\x06]", page)


def test_long_chains_of_rules_and_sums() -> None:
    rules = "".join(f"rule r{i}: r{i + 1}\n" for i in range(600))
    text = f'game long "L":\n    players: 1..1\nphase game: r0\n{rules}rule r600: win "x"\n'
    loaded = load_text(text + "define x = " + " + ".join(["1"] * 90) + "\n")
    assert loaded.program is not None
    assert "R600" in to_markdown(rulebook(loaded))
