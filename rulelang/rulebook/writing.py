"""A Book as Markdown or as one self-contained HTML page. Every text is escaped: rule files are untrusted."""

from __future__ import annotations

import html
import re

from rulelang.rulebook.pages import (
    BREAK,
    CODE,
    EMPH,
    END,
    REF,
    STRONG,
    Block,
    Book,
    Grid,
    Paragraph,
    Picture,
    Section,
    Step,
    Steps,
    plain,
    sentence,
)

STYLE = """
:root { color-scheme: light; }
body { font: 11pt/1.5 Georgia, "Times New Roman", serif; color: #222; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 2.2em; margin: 0 0 .1em; } h1 + p { margin: 0 0 1em; color: #666; font-style: italic; }
h2 { font-size: 1.5em; margin: 2em 0 .6em; padding-bottom: .15em; border-bottom: 2px solid #7a2e1d; }
h3 { font-size: 1.15em; margin: 1.6em 0 .4em; } h4 { font-size: 1em; margin: 1.3em 0 .3em; }
h2, h3, h4 { color: #7a2e1d; break-after: avoid; } .n { color: #b0907f; font-weight: normal; padding-right: .4em; }
p { margin: .4em 0; } ol, ul { margin: .3em 0; padding-left: 1.6em; } li { margin: .2em 0; } li > ol { list-style: lower-alpha; }
table { border-collapse: collapse; margin: .8em 0; font-size: .92em; break-inside: avoid; } tr { break-inside: avoid; }
th, td { border: 1px solid #cbb8a5; padding: .2em .55em; text-align: left; vertical-align: top; }
th { background: #f3ebe0; font-weight: bold; } td.r, th.r { text-align: right; } td:first-child { white-space: nowrap; }
a { color: inherit; text-decoration: none; border-bottom: 1px dotted #b0907f; } a .n { font-size: .8em; padding: 0 0 0 .2em; }
code { font: .85em/1.3 monospace; background: #f5f1ea; padding: 0 .2em; } svg { max-width: 100%; height: auto; }
nav ul { list-style: none; padding-left: 1em; } nav > ul { padding: 0; columns: 2; } nav li { margin: .1em 0; } nav .sub { padding-left: 1.2em; font-size: .92em; }
figure { margin: 1em 0; break-inside: avoid; }
figcaption, .note { color: #666; }
@page { size: A4; margin: 18mm 16mm; }
@media print {
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; line-height: 1.4; }
  a, a .n { border: 0; } nav { break-after: page; } nav a { border: 0; }
  p, li { orphans: 3; widows: 3; } thead { display: table-header-group; }
  svg { max-height: 150mm; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

# --- HTML ------------------------------------------------------------------------------------------------


def to_html(book: Book) -> str:
    """One page, without scripts and without anything from elsewhere."""
    parts = [
        f'<!doctype html>\n<html lang="{html.escape(book.language)}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{html.escape(book.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{html.escape(book.title)}</h1>\n<p>{html.escape(book.subtitle)}</p>",
        f"<p>{_Html(book).text(book.words['how'])}</p>",
        _html_contents(book),
    ]
    writer = _Html(book)
    parts += [writer.section(number, depth, section) for number, depth, section in book.numbered()]
    return "\n".join(parts) + "\n</body>\n</html>\n"


def _anchor(number: str) -> str:
    return f"s{number.replace('.', '-')}"


def _html_contents(book: Book) -> str:
    lines = [f"<nav>\n<h2>{html.escape(book.words['contents'])}</h2>\n<ul>"]
    for number, depth, section in book.numbered():
        if depth <= 2:
            title = html.escape(section.title)
            mark = ' class="sub"' if depth == 2 else ""
            lines.append(f'<li{mark}><a href="#{_anchor(number)}"><span class="n">{number}</span> {title}</a></li>')
    return "\n".join(lines) + "\n</ul>\n</nav>"


class _Html:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.numbers = numbers_of(book)

    def section(self, number: str, depth: int, section: Section) -> str:
        level = min(depth + 1, 4)
        title = html.escape(section.title)
        head = f'<h{level} id="{_anchor(number)}"><span class="n">{number}</span>{title}</h{level}>'
        return "\n".join([head, *(self.block(block) for block in section.blocks)])

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return f"<p>{self.text(block.text)}</p>"
        if isinstance(block, Steps):
            return self.steps(block.steps, block.numbered)
        if isinstance(block, Grid):
            return self.grid(block)
        assert isinstance(block, Picture)
        return f"<figure>\n{block.svg}\n</figure>"

    def steps(self, steps: tuple[Step, ...], numbered: bool) -> str:
        tag = "ol" if numbered else "ul"
        items = "\n".join(self.step(step) for step in steps)
        return f"<{tag}>\n{items}\n</{tag}>"

    def step(self, step: Step) -> str:
        text = self.text(sentence(_led(step)))
        return f"<li>{text}\n{self.steps(step.below, _ordered(step))}</li>" if step.below else f"<li>{text}</li>"

    def grid(self, grid: Grid) -> str:
        def row(cells: tuple[str, ...], tag: str) -> str:
            made = "".join(
                f"<{tag}{' class=r' if at in grid.right else ''}>{self.text(cell)}</{tag}>"
                for at, cell in enumerate(cells)
            )
            return f"<tr>{made}</tr>"

        body = "\n".join(row(cells, "td") for cells in grid.rows)
        return f"<table>\n<thead>{row(grid.head, 'th')}</thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def text(self, text: str) -> str:
        """A marked text as HTML."""
        made: list[str] = []
        ends: list[str] = []
        for mark, piece in pieces(text):
            if mark == "":
                made.append(html.escape(piece))
            elif mark == END:
                made.append(ends.pop() if ends else "")
            elif mark == REF:
                number = self.numbers.get(piece, "")
                shown = f'<span class="n">({number})</span>' if piece.startswith("rule-") and number else ""
                made.append(f'<a href="#{_anchor(number)}">' if number else "")
                ends.append(f" {shown}</a>" if shown else "</a>" if number else "")
            else:
                tag = {STRONG: "b", EMPH: "i", CODE: "code"}[mark]
                made.append(f"<{tag}>")
                ends.append(f"</{tag}>")
        return "".join([*made, *reversed(ends)])


# --- Markdown --------------------------------------------------------------------------------------------

_SPECIAL = re.compile(r"([\\`*_{}\[\]#|~$])")
_LEADING = re.compile(r"^(\s*)([-+=]|\d+[.)])")


def to_markdown(book: Book) -> str:
    """Markdown with tables (GitHub's kind); the board as a list of ways."""
    writer = _Markdown(book)
    parts = [f"# {writer.escape(book.title)}", writer.escape(book.subtitle), writer.text(book.words["how"])]
    for number, depth, section in book.numbered():
        parts.append(f"{'#' * min(depth + 1, 6)} {number} {writer.escape(section.title)}")
        parts += [writer.block(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


class _Markdown:
    def __init__(self, book: Book) -> None:
        self.numbers = numbers_of(book)

    @staticmethod
    def escape(text: str) -> str:
        """A text that means nothing to Markdown or HTML."""
        made = _SPECIAL.sub(r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
        return _LEADING.sub(lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", made)

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self.text(block.text)
        if isinstance(block, Steps):
            return "\n".join(self.steps(block.steps, block.numbered, ""))
        if isinstance(block, Grid):
            return self.grid(block)
        assert isinstance(block, Picture)
        return "\n".join(self.steps(block.words.steps, block.words.numbered, ""))

    def steps(self, steps: tuple[Step, ...], numbered: bool, indent: str) -> list[str]:
        made: list[str] = []
        for number, step in enumerate(steps, 1):
            mark = f"{number}. " if numbered else "- "
            made.append(f"{indent}{mark}{self.text(sentence(_led(step)))}")
            if step.below:
                made += self.steps(step.below, _ordered(step), indent + " " * len(mark))
        return made

    def grid(self, grid: Grid) -> str:
        def row(cells: tuple[str, ...]) -> str:
            return "| " + " | ".join(self.text(cell) or " " for cell in cells) + " |"

        rule = "|" + "|".join("---:" if at in grid.right else "---" for at in range(len(grid.head))) + "|"
        return "\n".join([row(grid.head), rule, *(row(cells) for cells in grid.rows)])

    def text(self, text: str) -> str:
        """A marked text as Markdown."""
        made: list[str] = []
        ends: list[str] = []
        for mark, piece in pieces(text):
            if mark == "":
                shown = piece.replace("`", "ˋ") if ends and ends[-1] == "`" else self.escape(piece)
                made.append(shown.replace("|", "\\|") if ends and ends[-1] == "`" else shown)
            elif mark == END:
                made.append(ends.pop() if ends else "")
            elif mark == REF:
                number = self.numbers.get(piece, "")
                ends.append(f" ({number})" if number and piece.startswith("rule-") else "")
            else:
                sign = {STRONG: "**", EMPH: "_", CODE: "`"}[mark]
                made.append(sign)
                ends.append(sign)
        return "".join([*made, *reversed(ends)])


# --- both ------------------------------------------------------------------------------------------------

_PIECES = re.compile(f"{REF}([^{BREAK}]*){BREAK}|([{STRONG}{EMPH}{CODE}{END}])|([^{STRONG}-{END}]+)")


def pieces(text: str) -> list[tuple[str, str]]:
    """A marked text in order: ("", letters), (REF, key) or (mark, "")."""
    return [(REF, m[1]) if m[1] is not None else (m[2], "") if m[2] else ("", m[3]) for m in _PIECES.finditer(text)]


def numbers_of(book: Book) -> dict[str, str]:
    """The number of the section for every key, those of words and their orders and grids too."""
    numbers = book.numbers()
    for key in list(numbers):
        if key.startswith("grid-"):
            numbers.setdefault(f"define-{key.removeprefix('grid-')}", numbers[key])
    return _Words(numbers, numbers.get("words", ""))


class _Words(dict[str, str]):
    """Values that have no section of their own stand in the chapter of words."""

    def __init__(self, numbers: dict[str, str], words: str) -> None:
        super().__init__(numbers)
        self.words = words

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        return super().get(key) or (self.words if key.startswith("define-") else default)


def _led(step: Step) -> str:
    """A step's text, ending in a colon where something follows it that it has not led up to."""
    if not step.below or plain(step.text)[-1:] in ".:?!”»":
        return step.text
    return f"{step.text}:"


def _ordered(step: Step) -> bool:
    """Whether what stands below a step is done one after the other."""
    return step.ordered
