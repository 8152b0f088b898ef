"""How decisions are written: a function that lists what is legal, one that makes the texts, and the call that asks."""

from __future__ import annotations

from interpreter.code_picks import covered
from interpreter.layout import HEADER, THIS, YOU
from interpreter.link_code import BlockWriter, instruction
from interpreter.link_expr import ExprWriter, Scope
from rulelang.program import code as c
from rulelang.program import expr as x

Lines = list[str]


def text_function(w: ExprWriter, template: x.Template | None, scope: Scope | None = None) -> str:
    """The name of a function (S, fp) that gives the values of a text's holes; "None" for a text without."""
    holes = [part for part in template.parts if isinstance(part, x.Shown)] if template is not None else []
    if not holes:
        return "None"
    name = w.fresh()
    values = "".join(f"{w.val(hole.value, scope or Scope('y', 't'))}, " for hole in holes)
    w.out.function(f"def {name}(S, fp):", [(line, w.origin) for line in (*_head(), f"return ({values})")])
    return name


def _head() -> Lines:
    return [f"y = S[fp+{YOU}]", f"t = S[fp+{THIS}]"]


def option_lines(b: BlockWriter, index: int, option: c.OptionCode) -> Lines:
    """Lines that add an option's legal combinations to `found`."""
    lines, indent = [], ""
    slots = [HEADER + slot for slot, _ in option.generators]
    for slot, group in option.generators:
        lines.append(f"{indent}for g{slot} in {b.val(group)}:")
        indent += "    "
        lines.append(f"{indent}S[fp+{HEADER + slot}] = g{slot}; spend()")
    tests = [b.cond(option.when)] if option.when is not None else []
    tests += [b.cond(limit) for limit in option.limits]
    tests += [_price(b, price) for price in option.prices]
    tests += [covered(b, cover, f"{b.pc}.{index}.{part}") for part, cover in enumerate(option.covers)]
    values = "".join(f"g{slot - HEADER}, " for slot in slots)
    add = f"found.append(({index}, ({values})))"
    lines.append(f"{indent}if {' and '.join(f'({test})' for test in tests)}: {add}" if tests else indent + add)
    if not tests or slots:
        return lines + [f"S[fp+{slot}] = 0" for slot in slots]
    return lines


def _price(b: BlockWriter, price: c.Price) -> str:
    """Whether a variable can pay: what it holds above the low end of its range."""
    return f"S[{b.w.cell(price.ref.variable, price.ref.owner, b.scope)}] >= {b.val(price.amount)}" if _kept(b, price) else (
        f"{b.val(x.Read(price.ref.variable, price.ref.owner))} >= {b.val(price.amount)}"
    )


def _kept(b: BlockWriter, price: c.Price) -> bool:
    return price.ref.variable not in b.w.layout.constants


def _why_function(b: BlockWriter, i: c.Ask) -> str:
    """A function that tells, for an option and one combination, the first thing that refuses it."""
    name = b.w.fresh()
    lines = _head()
    for index, option in enumerate(i.options):
        tests = [("when", b.cond(option.when))] if option.when is not None else []
        tests += [("limit", b.cond(limit)) for limit in option.limits]
        tests += [("price", _price(b, price)) for price in option.prices]
        tests += [("price", covered(b, cover, f"{b.pc}.{index}.{part}")) for part, cover in enumerate(option.covers)]
        lines.append(f"if k == {index}:")
        lines += [f"    if not ({test}): return {word!r}" for word, test in tests]
        lines.append("    return ''")
    b.w.out.function(f"def {name}(m, S, fp, k):", [(line, b.pc) for line in lines])
    return name


@instruction(c.Ask)
def _ask(b: BlockWriter, i: c.Ask) -> None:
    name = b.w.fresh()
    lines = [*_head(), "found = []"]
    for index, option in enumerate(i.options):
        lines += option_lines(b, index, option)
    lines.append("return found")
    b.w.out.function(f"def {name}(m, S, fp):", [(line, b.pc) for line in lines])
    labels = ", ".join(text_function(b.w, option.label) for option in i.options)
    groups = ", ".join(_groups_function(b, option) for option in i.options)
    prompt, until = text_function(b.w, i.prompt), text_function(b.w, i.until)
    b.w.out.add(f"ASKS[{b.pc}] = ({name}, ({labels}{',' if labels else ''}), {prompt}, {until}, "
                f"({groups}{',' if groups else ''}), {_why_function(b, i)})", b.pc)
    b.end(f"return ask(m, S, fp, {b.pc}, {b.base}, {b.val(i.chooser)})")


def _groups_function(b: BlockWriter, option: c.OptionCode) -> str:
    """A function (m, S, fp) that lists all combinations of an option's generators, legal or not."""
    if not option.generators:
        return "None"
    name = b.w.fresh()
    lines, indent = [*_head(), "found = []"], ""
    for slot, group in option.generators:
        lines.append(f"{indent}for g{slot} in {b.val(group)}:")
        indent += "    "
        lines.append(f"{indent}S[fp+{HEADER + slot}] = g{slot}; spend()")
    values = "".join(f"g{slot}, " for slot, _ in option.generators)
    lines.append(f"{indent}found.append(({values}))")
    lines += [f"S[fp+{HEADER + slot}] = 0" for slot, _ in option.generators]
    lines.append("return found")
    b.w.out.function(f"def {name}(m, S, fp):", [(line, b.pc) for line in lines])
    return name


@instruction(c.PickOne)
def _pick_one(b: BlockWriter, i: c.PickOne) -> None:
    b.w.out.add(f"ASKS[{b.pc}] = ({text_function(b.w, i.prompt)},)", b.pc)
    b.emit(
        f"if pick_one(m, S, fp, fp+{HEADER + i.slot}, {b.val(i.group)}, {b.pc}, {b.val(i.chooser)}) < 0: return -1"
    )


@instruction(c.PickBy)
def _pick_by(b: BlockWriter, i: c.PickBy) -> None:
    scope = Scope("y", "t").bind(f"v{i.var}")
    rows = []
    for line in i.lines:
        names = []
        for part in (line.value, line.when):
            if part is None:
                names.append("None")
                continue
            name = b.w.fresh()
            body = [*_head(), f"return {b.w.val(part, scope)}"]
            b.w.out.function(f"def {name}(S, fp, v{i.var}):", [(text, b.pc) for text in body])
            names.append(name)
        rows.append(f"({line.word!r}, {names[0]}, {names[1]})")
    b.w.out.add(f"ASKS[{b.pc}] = ({text_function(b.w, i.prompt)}, ({', '.join(rows)}{',' if rows else ''}))", b.pc)
    b.emit(f"if pick_by(m, S, fp, fp+{HEADER + i.slot}, {b.val(i.group)}, {b.pc}, {b.val(i.chooser)}) < 0: return -1")


@instruction(c.PickShares)
def _pick_shares(b: BlockWriter, i: c.PickShares) -> None:
    b.w.out.add(f"ASKS[{b.pc}] = ({text_function(b.w, i.prompt)}, {text_function(b.w, i.one)})", b.pc)
    room = "None"
    if i.room is not None:
        room = b.w.fresh()
        body = [*_head(), f"return {b.w.val(i.room, Scope('y', 't').bind(f'v{i.var}'))}"]
        b.w.out.function(f"def {room}(S, fp, v{i.var}):", [(text, b.pc) for text in body])
    b.w.out.add(f"ROOMS[{b.pc}] = {room}", b.pc)
    b.emit(f"if pick_shares(m, S, fp, {b.val(i.group)}, {b.val(i.chooser)}, {b.pc}) < 0: return -1")
