"""Languages: the texts of a game and of this program, and their translations in gettext's .po files.

Nothing here is needed for English; what reads .po files (and the library for it) is imported when another language is asked
for. `rules messages` writes and updates the files.
"""

from rulelang.messages.catalog import ENGLISH, Catalog
from rulelang.messages.lang import choose
from rulelang.messages.words import say, use

__all__ = ["ENGLISH", "Catalog", "choose", "say", "use"]
