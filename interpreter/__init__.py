"""A Program in, a game out: state, dice, decisions, events, bots. docs/api.md is the tour.

Names are loaded when first asked for, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.bots import Bot, RandomBot, SamplingBot
    from interpreter.conformance import Conformance, conform
    from interpreter.events import Event
    from interpreter.faults import Fault
    from interpreter.game import (
        Chance,
        Decision,
        Game,
        GameError,
        IllegalChance,
        IllegalChoice,
        Option,
        Result,
        UndoError,
    )
    from interpreter.nature import Manual, Nature, Scripted, Seeded
    from interpreter.replay import Recorder, Replay, ReplayError
    from interpreter.simulation import Report, simulate
    from interpreter.views import View
    from interpreter.wording import sentence

_HOMES = {
    "bots": ("Bot", "RandomBot", "SamplingBot"),
    "conformance": ("Conformance", "conform"),
    "events": ("Event",),
    "faults": ("Fault",),
    "game": (
        "Chance",
        "Decision",
        "Game",
        "GameError",
        "IllegalChance",
        "IllegalChoice",
        "Option",
        "Result",
        "UndoError",
    ),
    "nature": ("Manual", "Nature", "Scripted", "Seeded"),
    "replay": ("Recorder", "Replay", "ReplayError"),
    "simulation": ("Report", "simulate"),
    "views": ("View",),
    "wording": ("sentence",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Bot",
    "Chance",
    "Conformance",
    "Decision",
    "Event",
    "Fault",
    "Game",
    "GameError",
    "IllegalChance",
    "IllegalChoice",
    "Manual",
    "Nature",
    "Option",
    "RandomBot",
    "Recorder",
    "Replay",
    "ReplayError",
    "Report",
    "Result",
    "SamplingBot",
    "Scripted",
    "Seeded",
    "UndoError",
    "View",
    "conform",
    "sentence",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"interpreter.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'interpreter' has no attribute {name!r}")
