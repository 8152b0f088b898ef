"""Every code there is, by stage: 01 syntax, 02 composition, 03 names, 04 types, 05 structure, 06 translations, 07 layout.

A code's page, with a wrong and a right example, is `pages/CODE.md` beside this file.
"""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Code, Severity

CODES: dict[str, Code] = {}


def _code(number: str, title: str, severity: Severity = Severity.ERROR) -> Code:
    code = Code(number, severity, title)
    assert number not in CODES, number
    CODES[number] = code
    return code


# --- 01: reading the text --------------------------------------------------------------------------------
SYNTAX = _code("R0101", "this cannot stand here")
BAD_INDENT = _code("R0102", "the indentation fits no line above")
TAB = _code("R0103", "a tab in the indentation")
OPEN_TEXT = _code("R0104", "a text without its closing quote")
STRAY_CHARACTER = _code("R0105", "a character the language does not use")
OPEN_ROW = _code("R0106", "a table row without its closing bar")
NOT_TEXT = _code("R0107", "the file is not UTF-8 text")
TOO_LARGE = _code("R0108", "the file or a part of it is too large")
OPEN_PARENTHESIS = _code("R0109", "a parenthesis that is not closed on its line")
# --- 02: putting files and variants together -------------------------------------------------------------
NO_FILE = _code("R0201", "a file that cannot be read")
CIRCLE_OF_FILES = _code("R0202", "files that include each other in a circle")
NOTHING_TO_EDIT = _code("R0203", "an edit of something that is not there")
CHANGED_BASE = _code("R0204", "the base no longer says what is to be changed")
NO_VARIANT = _code("R0205", "an unknown variant")
EXCLUDED = _code("R0206", "variants that exclude each other")
REQUIRED = _code("R0207", "a variant without the one it requires")
CLASH = _code("R0208", "two variants that change the same thing")
NO_GAME = _code("R0209", "a file without a game")
BAD_CSV = _code("R0210", "a spreadsheet that cannot be read")
# --- 03: names -------------------------------------------------------------------------------------------
UNKNOWN_NAME = _code("R0301", "an unknown name")
TWICE = _code("R0302", "a name declared twice")
AMBIGUOUS = _code("R0303", "a name that could mean two things")
SHADOW = _code("R0304", "a local name that hides another", Severity.WARNING)
UNUSED = _code("R0305", "something that is never used", Severity.WARNING)
NO_MEMBER = _code("R0306", "a thing without such a member")
UNREAD_LOCAL = _code("R0307", "a local that is never read", Severity.WARNING)
UNKNOWN_COLUMN = _code("R0308", "a column that is no field")
# --- 04: types -------------------------------------------------------------------------------------------
WRONG_TYPE = _code("R0401", "a value of another type")
OUT_OF_RANGE = _code("R0402", "a value outside its range")
ARGUMENTS = _code("R0403", "a wrong number of arguments")
NO_DOER = _code("R0404", "a rule that needs a doer and has none")
NOT_A_CONDITION = _code("R0405", "something that is neither yes nor no")
MISSING_CASE = _code("R0406", "a match without every case")
CANNOT_CHANGE = _code("R0407", "something that cannot be changed")
UNSEEN = _code("R0408", "a guard that reads what its chooser may not see")
BAD_CELL = _code("R0409", "a cell that does not fit its column")
FACE_MISSING = _code("R0410", "a face the die does not have")
BAD_ROW = _code("R0411", "a row with too many or too few cells")
# --- 05: structure ---------------------------------------------------------------------------------------
UNREACHABLE_PLACE = _code("R0501", "a place nobody can reach")
NEVER_ENTERED = _code("R0502", "a phase or rule that is never entered", Severity.WARNING)
NEVER_OFFERED = _code("R0503", "an option that can never be offered")
SETTING_RANGE = _code("R0504", "a setting out of its range")
BEND_CLASH = _code("R0505", "two bends that clash")
READS_ITSELF = _code("R0506", "a value that depends on itself")
ENDLESS = _code("R0507", "a loop or circle that cannot end")
BAD_TEST = _code("R0508", "a test that cannot run")
MISPLACED = _code("R0509", "a statement that makes no sense here")
NO_START = _code("R0510", "a game without its first phase")
TOO_MANY = _code("R0511", "more things than a game can hold")
LEFT_ON_TABLE = _code("R0512", "a drawn thing that is left lying")
UNREACHED = _code("R0513", "statements that are never reached", Severity.WARNING)
DUPLICATE_ENTRY = _code("R0514", "the same entry twice")
NOT_YET = _code("R0590", "a construct this version does not play yet")
# --- 06: translations ------------------------------------------------------------------------------------
UNTRANSLATED = _code("R0601", "a text without a translation", Severity.WARNING)
STALE_TRANSLATION = _code("R0602", "a translation of nothing", Severity.WARNING)
WRONG_HOLES = _code("R0603", "a translation with other values in it than its text")
BAD_TRANSLATIONS = _code("R0604", "translations that cannot be read")
# --- 07: layout ------------------------------------------------------------------------------------------
LAYOUT = _code("R0701", "a layout that would change the rules")
