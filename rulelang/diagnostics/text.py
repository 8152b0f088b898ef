"""Diagnostics for people: the message, the line with carets under it, related places, help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.diagnostics.place import Place, place
from rulelang.diagnostics.visible import visible, width
from rulelang.messages.words import mark, say
from rulelang.source import Source, Span

SEVERITIES = (mark("error"), mark("warning"))  # as they are said
SHOWN = 140  # characters of a long line that are shown
RESET, BOLD, RED, YELLOW, BLUE, GREEN = "\x1b[0m", "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1;32m"


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], *, color: bool = False) -> str:
    """Every diagnostic as a paragraph of its own; empty for none."""
    return "\n".join(one(item, sources, color=color) for item in diagnostics)


def one(item: Diagnostic, sources: Mapping[str, Source], *, color: bool = False) -> str:
    """One diagnostic, several lines, with a line break at the end."""
    paint = _painter(color)
    where = place(item.span, sources)
    tone = RED if item.severity is Severity.ERROR else YELLOW
    margin = _margin([item.span, *(related.span for related in item.related)], sources)
    lines = [paint(f"{say(str(item.severity))}[{item.code}]", tone) + paint(f": {visible(item.message)}", BOLD)]
    lines += _excerpt(item.span, where, sources, margin, paint, tone)
    for related in item.related:
        lines.append(f"{' ' * margin} {paint(say('= note:'), BLUE)} {visible(related.label)}")
        lines += _excerpt(related.span, place(related.span, sources), sources, margin, paint, BLUE)
    if item.help:
        lines.append(f"{' ' * margin} {paint(say('= help:'), GREEN)} {visible(item.help)}")
    return "\n".join(lines) + "\n"


class _painter:
    """Puts text in a colour, or leaves it."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, tone: str) -> str:
        return f"{tone}{text}{RESET}" if self.on else text


def _margin(spans: list[Span], sources: Mapping[str, Source]) -> int:
    """The width of the widest line number."""
    return max(len(str(place(span, sources).line)) for span in spans)


def _excerpt(
    span: Span, where: Place, sources: Mapping[str, Source], margin: int, paint: _painter, tone: str
) -> list[str]:
    """The place, its line and carets under the stretch; only the place where the text is not at hand."""
    pad = " " * margin
    head = f"{pad}{paint('-->', BLUE)} {visible(where.file)}"
    source = sources.get(span.file)
    if source is None:
        return [head]
    head += f":{where.line}:{where.column}"
    line = source.line(where.line)
    if not line.strip():
        return [head]
    start = where.column - 1
    end = where.end_column - 1 if where.end_line == where.line else len(line)
    shown, start, end = _cropped(line, start, end)
    bar = paint("|", BLUE)
    number = paint(f"{where.line:>{margin}}", BLUE)
    carets = "^" * max(1, width(shown[start:end]))
    return [
        head,
        f"{pad} {bar}",
        f"{number} {bar} {shown}",
        f"{pad} {bar} {_blank(shown[:start])}{paint(carets, tone)}",
    ]


def _cropped(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A line made safe and, where it is long, cut to what is near the stretch; and where the stretch now is."""
    end = max(start, min(end, len(line)))
    if len(line) <= SHOWN:
        return visible(line), start, end
    left = max(0, min(start - SHOWN // 3, len(line) - SHOWN))
    piece = visible(line[left : left + SHOWN])
    if left + SHOWN < len(line):
        piece += "…"
    if left:
        piece, left = "…" + piece, left - 1
    return piece, start - left, min(end - left, len(piece))


def _blank(text: str) -> str:
    """As wide as the text, with its tabs kept, so that what follows stands below what followed it."""
    return "".join("\t" if character == "\t" else " " * width(character) for character in text)
