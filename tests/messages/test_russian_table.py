"""A whole game at the table in Russian: nothing it shows has Latin letters, but for what is listed here."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from cli.gamefile import load_game
from cli.main import run
from cli.plain import PlainScreen
from cli.question import question
from cli.screen import RichScreen
from cli.session import Session, begin
from cli.table import Table
from interpreter.game import Decision
from interpreter.replay import Header
from rulelang.messages.words import use

ROOT = Path(__file__).parents[2]
ARKHAM = str(ROOT / "rules" / "arkham.rules")
ELDER_SIGN = str(ROOT / "rules" / "elder_sign.rules")
LATIN = re.compile("[A-Za-z]")
CITED = re.compile(r"  (arkham|elder_sign)\.rules:\d+: .*")
MOST = 3000
# What is asked in between, at random; `? 1` and `почему` name rules, and have a test of their own.
QUESTIONS = (
    "помощь",
    "карта",
    "карты",
    "журнал",
    "журнал 100",
    "стол",
    "почему нет жетон",
    "почему нет",
    "99",
    "ы",
    "отменить",
)


@pytest.fixture(autouse=True)
def russian(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RULES_LANG", "ru")
    use("ru")
    yield
    use("en")


def session(
    folder: Path, variants: tuple[str, ...], manual: bool = False, game: str = ARKHAM, seed: int = 5
) -> Session:
    program, _ = load_game(game, variants, None, 2)
    header = Header(
        program=program.name, digest=program.digest, path=game, variants=variants, settings={}, players=2,
        names=("Аня", "Боря"), seed=seed, undo="keep", manual=manual,
    )  # fmt: skip
    return begin(program, header, folder / "игра.replay")


class Answers:
    """Answers at random, and now and then asks something first."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.decision: Decision | None = None
        self.given = 0

    def next(self) -> str | None:
        self.given += 1
        if self.given > MOST:
            return None
        if self.chance.random() < 0.15 or self.decision is None:
            return self.chance.choice(QUESTIONS)
        labels = [option.label for option in self.decision.options]
        if all(label.isdigit() for label in labels):
            return self.chance.choice(labels)
        return str(self.chance.randrange(len(labels)) + 1)


class Plain(PlainScreen):
    def __init__(self, answers: Answers) -> None:
        super().__init__()
        self.echo = False
        self.answers = answers

    def ask(self, name: str, decision: Decision, remarks: list[str]) -> None:
        self.answers.decision = decision
        super().ask(name, decision, remarks)

    def read(self) -> str | None:
        return self.answers.next()


class Drawn(RichScreen):
    def __init__(self, answers: Answers) -> None:
        super().__init__()
        self.answers = answers
        self.console = Console(file=io.StringIO(), width=400, highlight=False, markup=False, emoji=False)

    def ask(self, name: str, decision: Decision, remarks: list[str]) -> None:
        self.answers.decision = decision
        super().ask(name, decision, remarks)

    def read(self) -> str | None:
        return self.answers.next()


def latin(text: str, folder: Path) -> list[str]:
    """The lines with Latin letters. Two things are let pass: the save's path, and lines cited from the rule file."""
    lines = (CITED.sub("", line) for line in text.replace(f"{folder}/игра.replay", "").splitlines())
    return sorted({line for line in lines if LATIN.search(line)})


@pytest.mark.parametrize(("seed", "variants"), [(1, ()), (2, ("herald",)), (3, ("face_down", "other_awakening"))])
def test_plain_lines(seed: int, variants: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Plain(Answers(seed))
    played = session(tmp_path, variants)
    Table(played, screen, "зерно 5").play()
    text = capsys.readouterr().out
    assert len(text.splitlines()) > 300
    assert "конец: " in text or screen.answers.given > MOST
    assert {line.split(":")[0] for line in text.splitlines()} >= {
        "место",
        "пути",
        "игрок",
        "счёт",
        "стол",
        "кубики",
        "журнал",
        "вопрос",
        "вариант",
        "заметка",
    }
    assert latin(text, tmp_path) == []


@pytest.mark.parametrize(("seed", "variants"), [(1, ()), (2, ("short_quiet_days", "first_printing"))])
def test_plain_lines_of_elder_sign(
    seed: int, variants: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Plain(Answers(seed))
    Table(session(tmp_path, variants, game=ELDER_SIGN, seed=seed), screen, "зерно").play()
    text = capsys.readouterr().out
    assert len(text.splitlines()) > 300
    assert "конец: " in text or screen.answers.given > MOST
    assert "Выполнить задачу: " in text
    assert "цена — Здоровье" not in text  # a bundle that asks for none
    assert latin(text, tmp_path) == []


def test_words_with_numbers_dice_and_tracks_among_symbols() -> None:
    program, _ = load_game(ELDER_SIGN, (), None, 1)
    dice = {die.name: die for die in program.dice}
    assert [face.title for face in dice["green"].faces] == [
        "поиск",
        "поиск 2",
        "поиск 3",
        "знание",
        "опасность",
        "ужас",
    ]
    assert dice["red"].faces[-1].title == "знание или опасность или ужас или поиск 4"
    words = dict(zip(program.symbols, program.words, strict=True))
    assert words["sanity"] == "рассудок"
    assert words["green"] == "зелёный кубик"
    assert {program.entities[thing - 1].title for thing, _ in program.things_dice} == {
        "зелёный кубик",
        "жёлтый кубик",
        "красный кубик",
    }


@pytest.mark.parametrize(
    ("lang", "prompt", "choice", "kind", "asked"),
    [
        ("en", "", "flesh_ward", "may", "flesh ward"),
        ("ru", "", "flesh_ward", "may", "Можно сделать"),
        ("ru", "", "here", "pick", "Что выбрать?"),
        ("ru", "", "reroll", "things", "Какие кубики перебросить?"),
        ("ru", "Куда?", "here", "pick", "Куда?"),
    ],
)
def test_a_question_without_words_of_its_own(lang: str, prompt: str, choice: str, kind: str, asked: str) -> None:
    use(lang)
    assert question(Decision(1, choice, prompt, kind, (), False)) == asked


def test_a_drawn_table(tmp_path: Path) -> None:
    screen = Drawn(Answers(4))
    Table(session(tmp_path, ("herald",)), screen, "зерно 5").play()
    assert isinstance(screen.console.file, io.StringIO)
    text = screen.console.file.getvalue()
    assert len(text.splitlines()) > 500
    assert latin(text, tmp_path) == []


def test_real_dice_are_asked_for_in_russian(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Plain(Answers(1))
    lines = iter(["1", "1", "1", "1", "Движение, Бой!", "Движение, Бой!, Бой!, Бой!, Лечение", "выход"])
    screen.read = lambda: next(lines, "выход")  # type: ignore[method-assign]
    Table(session(tmp_path, (), manual=True), screen, "зерно 5").play()
    text = capsys.readouterr().out
    assert "введите через запятую" in text
    assert "так не бывает" in text
    assert latin(text, tmp_path) == []


def test_what_cites_the_rules_is_russian_around_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Latin are only the lines of the rule file, its name, and names that stand in it: rules and choices."""
    screen = Plain(Answers(1))
    lines = iter(["1", "1", "1", "? 1", "почему", "выход"])
    screen.read = lambda: next(lines)  # type: ignore[method-assign]
    Table(session(tmp_path, ()), screen, "зерно 5").play()
    found = latin(capsys.readouterr().out, tmp_path)
    assert found
    assert [line for line in found if "arkham.rules" not in line and not line.startswith("заметка:   |")] == []


def test_the_whole_command_in_russian(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert (
        run(["play", "arkham", "--bots", "all", "--plain", "--seed", "3", "--save", str(tmp_path / "игра.replay")]) == 0
    )
    text = capsys.readouterr().out
    assert latin(text, tmp_path) == []
    assert "Игрок 1" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["play", "arkhan"], "нет ни файла, ни игры из поставки `arkhan`; может быть, `arkham`?"),
        (["play", "arkham", "--players", "7"], "Аркхэм Экспресс"),
        (["plya"], "команды `plya` нет; может быть, `play`?"),
        (["play", "--wrong"], "нет параметра '--wrong'"),
        (["play", "arkham", "--bots", "x"], "ни `all`, ни места"),
        (["explain", "R0333"], "кода `R0333` нет"),
    ],
)
def test_complaints(args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == 2
    assert said in capsys.readouterr().err


def test_the_option_beats_the_environment(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list"]) == 0
    assert "Аркхэм Экспресс (от 1 до 4 игроков)" in capsys.readouterr().out
    assert run(["--lang", "en", "list"]) == 0
    assert "Arkham Express (1 to 4 players)" in capsys.readouterr().out
    assert run(["list", "--lang=ru"]) == 0
    assert "игроков" in capsys.readouterr().out
    assert run(["list", "--lang", "tlh"]) == 0
    assert "1 to 4 players" in capsys.readouterr().out
    assert run(["list", "--lang", "../x"]) == 2


def test_a_broken_file_is_said_at_its_line_and_the_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.rules").write_text('game a "A":\n    players: 1\nphase game:\n    win "Done"\n', "utf-8")
    (tmp_path / "a.ru.po").write_text('msgid "Done"\nmsgstr "Готово\n', "utf-8")
    assert run(["play", str(tmp_path / "a.rules"), "--plain", "--save", str(tmp_path / "a.replay")]) == 0
    said = capsys.readouterr()
    assert said.err.startswith(f"{tmp_path}/a.ru.po:2: не все переводы")
    assert "конец: Победа: Done" in said.out
    assert run(["check", "--format", "concise", str(tmp_path / "a.rules")]) == 1
    assert f"{tmp_path}/a.ru.po:2:1: error[R0604]" in capsys.readouterr().out.replace(" error R0604", " error[R0604]")


def test_messages_writes_a_file_and_keeps_what_is_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, po = tmp_path / "a.rules", tmp_path / "a.ru.po"
    rules.write_text('game a "A game":\n    players: 1\nphase game:\n    win "All is done"\n', "utf-8")
    assert run(["messages", str(rules), "--check"]) == 1
    assert not po.exists()
    assert run(["messages", str(rules)]) == 0
    assert "переведено 0 из 3" in capsys.readouterr().out
    text = po.read_text("utf-8")
    for english, translated in (("A game", "Игра"), ("game", "игра"), ("All is done", "Всё сделано")):
        text = text.replace(
            f'msgid "{english}"\nmsgstr ""', f'# от переводчика\nmsgid "{english}"\nmsgstr "{translated}"'
        )
    po.write_text(text, "utf-8")
    assert run(["messages", str(rules), "--check"]) == 0
    assert run(["messages", str(rules)]) == 0
    assert po.read_text("utf-8").count("# от переводчика") == 3
    assert "переведено 3 из 3, проверить 0, лишних 0" in capsys.readouterr().out
    rules.write_text(
        rules.read_text("utf-8").replace("All is done", "All is well done").replace('"A game"', '"Zzz"'), "utf-8"
    )
    assert run(["messages", str(rules)]) == 0
    assert "переведено 1 из 3, проверить 1, лишних 1" in capsys.readouterr().out
    assert '#~ msgstr "Игра"' in po.read_text("utf-8")
    assert run(["messages", str(rules), "--lang", "tlh"]) == 0
    assert "nplurals=2; plural=n != 1" in (tmp_path / "a.tlh.po").read_text("utf-8").replace("(n != 1)", "n != 1")
    assert run(["messages", str(rules), "--lang", "en"]) == 2


@pytest.mark.parametrize("command", ["play", "check", "replay", "simulate", "messages", "new"])
def test_help_is_russian_but_for_what_is_typed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Использование:" in text
    assert "Параметры:" in text
    assert "Show this message" not in text
    assert not re.search(r"\b(the|and|with|of)\b", text)
