"""The language: text in, a checked Program out. Knows nothing of play.

`load` and what it gives are imported when first asked for, so that the package itself costs nothing to import.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers read it; importing `typing` would cost more than all the rest

if TYPE_CHECKING:
    from rulelang.loading import Loaded, check_all, check_text, load, load_text

__version__ = "0.1.0"
__all__ = ["Loaded", "__version__", "check_all", "check_text", "load", "load_text"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rulelang import loading

    globals()[name] = value = getattr(loading, name)
    return value
