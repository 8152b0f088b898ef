"""Every statement of the tree has a lowering, and every program made of a sound game holds together."""

from rulelang.ast import KINDS, Stmt
from rulelang.loading import load_text
from rulelang.lower import program as _  # noqa: F401  registers the statements
from rulelang.lower.body import LOWERS
from rulelang.program import code as c
from rulelang.program.tables import Program
from tests.lower.test_findings import CASES, GAME


def test_every_statement_has_a_lowering() -> None:
    statements = {cls for cls in KINDS.values() if issubclass(cls, Stmt) and cls is not Stmt}
    assert statements == set(LOWERS)


def sound() -> Program:
    path = next(path for path in CASES if path.stem == "sound")
    program = load_text(GAME + path.read_text(encoding="utf-8")).program
    assert program is not None
    return program


def labels(instr: c.Instr) -> list[int]:
    match instr:
        case c.Jump(to=to) | c.Unless(to=to):
            return [to]
        case c.Switch(cases=cases, otherwise=otherwise):
            return [otherwise, *(label for _, _, label in cases)]
        case c.Ask(options=options, otherwise=otherwise):
            return [otherwise, *(option.to for option in options)]
    return []


def test_labels_lie_in_their_routine() -> None:
    for routine in sound().routines:
        for instr in routine.code:
            assert all(0 <= label < len(routine.code) for label in labels(instr)), routine.name


def test_calls_bring_every_parameter() -> None:
    program = sound()
    for routine in program.routines:
        for instr in routine.code:
            if isinstance(instr, c.Call):
                assert len(instr.args) == len(program.routines[instr.routine].params)


def test_once_a_turn_is_reset_when_the_turn_starts() -> None:
    program = sound()
    turn = next(routine for routine in program.routines if routine.name == "turn" and routine.sort == "phase")
    first = turn.code[0]
    assert isinstance(first, c.Reset)
    assert [program.variables[id].hidden for id in first.variables] == [True]


def test_what_nobody_hears_costs_nothing() -> None:
    program = load_text(GAME + "phase game:\n    gain 1 doom\n    draw 1 from stack to box_pile\n    win\npile box_pile of card\n").program
    assert program is not None
    kinds = [type(instr).__name__ for instr in program.routines[program.main].code]
    assert kinds == ["Add", "Draw", "Finish", "Return"]
