"""How instructions that pick several things, throw dice that are things or turn them are written."""

from __future__ import annotations

from interpreter.layout import HEADER, THIS, YOU
from interpreter.link_code import BlockWriter, instruction
from interpreter.link_expr import Scope
from rulelang.program import code as c


@instruction(c.Throw)
def _throw(b: BlockWriter, i: c.Throw) -> None:
    b.emit(f"if throw(m, S, {b.val(i.things)}, {i.die}, {i.again}, {i.first}, {b.pc}) < 0: return -1")


@instruction(c.Turn)
def _turn(b: BlockWriter, i: c.Turn) -> None:
    b.emit(f"turn(m, S, {b.val(i.thing)}, {i.word}, {b.val(i.amount)}, {b.pc})")


@instruction(c.PickSome)
def _pick_some(b: BlockWriter, i: c.PickSome) -> None:
    count = "0" if i.count is None else b.val(i.count)
    b.emit(
        f"if pick_some(m, S, fp+{HEADER + i.slot}, {b.val(i.group)}, {i.capacity}, {i.mode!r}, {count}, "
        f"{b.val(i.chooser)}, {b.pc}) < 0: return -1"
    )


@instruction(c.PickCover)
def _pick_cover(b: BlockWriter, i: c.PickCover) -> None:
    key = weights(b, i.cover, f"{b.pc}")
    b.emit(
        f"if pick_cover(m, S, fp, fp+{HEADER + i.slot}, {b.val(i.cover.boxes)}, {b.val(i.cover.things)}, {key!r}, "
        f"{i.capacity}, {b.val(i.chooser)}, {b.pc}, {i.secret}) < 0: return -1"
    )


def covered(b: BlockWriter, cover: c.Cover, key: str) -> str:
    """A test whether a price can be paid by things; it needs `m`."""
    weights(b, cover, key)
    return f"covered(m, S, fp, {b.val(cover.boxes)}, {b.val(cover.things)}, {key!r})"


def weights(b: BlockWriter, cover: c.Cover, key: str) -> str:
    """Writes the functions (S, fp, thing) of a cover's own weights, kept under the key."""
    made = []
    for weight in cover.weights:
        name = b.w.fresh()
        lines = [f"y = S[fp+{YOU}]", f"t = S[fp+{THIS}]"]
        lines.append(f"return {b.w.val(weight.amount, Scope('y', 't').bind(f'v{weight.var}'))}")
        b.w.out.function(f"def {name}(S, fp, v{weight.var}):", [(line, b.pc) for line in lines])
        made.append(f"{int(weight.word)}: {name}")
    if made:
        b.w.out.add(f"WEIGHTS[{key!r}] = {{{', '.join(made)}}}", b.pc)
    return key
