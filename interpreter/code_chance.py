"""How instructions that roll dice are written: each calls a function of `chances` and gives -1 when the run must wait."""

from __future__ import annotations

from interpreter.layout import HEADER
from interpreter.link_code import BlockWriter, instruction
from rulelang.program import code as c


@instruction(c.RollPool)
def _roll_pool(b: BlockWriter, i: c.RollPool) -> None:
    b.emit(f"if roll_pool(m, S, fp+{HEADER + i.slot}, {b.val(i.count)}, {i.die}, {i.capacity}, {b.pc}) < 0: return -1")


@instruction(c.RollOne)
def _roll_one(b: BlockWriter, i: c.RollOne) -> None:
    b.emit(f"if roll_one(m, S, fp+{HEADER + i.slot}, {i.die}, {b.pc}) < 0: return -1")


@instruction(c.RollAmount)
def _roll_amount(b: BlockWriter, i: c.RollAmount) -> None:
    b.emit(f"if roll_amount(m, S, fp+{HEADER + i.slot}, {b.val(i.amount)}, {b.pc}) < 0: return -1")


@instruction(c.Reroll, c.Lock)
def _reroll(b: BlockWriter, i: c.Reroll | c.Lock) -> None:
    count = "99" if i.count is None else b.val(i.count)
    lock = isinstance(i, c.Lock)
    b.emit(
        f"if change_dice(m, S, {b.val(i.pool)}, {i.die}, {b.val(i.positions)}, {i.mode!r}, {count}, {lock}, "
        f"{b.val(i.chooser)}, {b.pc}) < 0: return -1"
    )
