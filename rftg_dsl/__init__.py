"""Rules as data for dice and card games: a language, an engine, and logs that can be audited.

``import rftg_dsl as rftg`` is the API for programs, with a guide in ``docs/api.md``. Each name is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rftg_dsl.base.version import __version__ as __version__

if TYPE_CHECKING:
    from rftg_dsl.api import audit as audit
    from rftg_dsl.api import events as events
    from rftg_dsl.api import load as load
    from rftg_dsl.api import play_game as play_game
    from rftg_dsl.api import read_log as read_log
    from rftg_dsl.api import replay as replay
    from rftg_dsl.api import resume as resume
    from rftg_dsl.api import rule_lines as rule_lines
    from rftg_dsl.api import rule_text as rule_text
    from rftg_dsl.api import start as start
    from rftg_dsl.api import why as why
    from rftg_dsl.base.diagnostic import Diagnostic as Diagnostic
    from rftg_dsl.base.diagnostic import Rejected as Rejected
    from rftg_dsl.base.diagnostic import Unusable as Unusable
    from rftg_dsl.base.plugins import Broken as Broken
    from rftg_dsl.kernel.refusal import Refusal as Refusal
    from rftg_dsl.kernel.refusal import Refused as Refused
    from rftg_dsl.library.installed import game_names as game_names
    from rftg_dsl.library.load import Library as Library
    from rftg_dsl.log.account.event_words import Cause as Cause
    from rftg_dsl.log.account.event_words import Happened as Happened
    from rftg_dsl.log.account.why import Why as Why
    from rftg_dsl.log.audit.verdict import Verdict as Verdict
    from rftg_dsl.log.format.read_log import Damaged as Damaged
    from rftg_dsl.log.format.read_log import Log as Log
    from rftg_dsl.log.format.read_log import Missing as Missing
    from rftg_dsl.log.proof.randomness import Randomness as Randomness
    from rftg_dsl.log.proof.randomness import secret_of as secret_of
    from rftg_dsl.log.proof.randomness import shared as shared
    from rftg_dsl.play.asked import Answer as Answer
    from rftg_dsl.play.asked import Asked as Asked
    from rftg_dsl.play.bots import Bot as Bot
    from rftg_dsl.play.bots import bot_names as bot_names
    from rftg_dsl.play.match import Match as Match
    from rftg_dsl.play.one_game import Result as Result
    from rftg_dsl.play.seen import Seen as Seen
    from rftg_dsl.wording.power_text import Line as Line
    from rftg_dsl.wording.text_segments import Segment as Segment

DOOR = {
    "base.diagnostic": ("Diagnostic", "Rejected", "Unusable"),
    "base.plugins": ("Broken",),
    "api": (
        "audit",
        "events",
        "load",
        "play_game",
        "read_log",
        "replay",
        "resume",
        "rule_lines",
        "rule_text",
        "start",
        "why",
    ),
    "kernel.refusal": ("Refusal", "Refused"),
    "library.load": ("Library",),
    "log.account.event_words": ("Cause", "Happened"),
    "log.proof.randomness": ("Randomness", "secret_of", "shared"),
    "log.format.read_log": ("Damaged", "Log", "Missing"),
    "log.audit.verdict": ("Verdict",),
    "log.account.why": ("Why",),
    "play.asked": ("Answer", "Asked"),
    "play.bots": ("Bot", "bot_names"),
    "play.one_game": ("Result",),
    "play.match": ("Match",),
    "play.seen": ("Seen",),
    "library.installed": ("game_names",),
    "wording.power_text": ("Line",),
    "wording.text_segments": ("Segment",),
}
"""The names of the API, by module."""

__all__ = sorted(name for names in DOOR.values() for name in names)


def __getattr__(name: str) -> Any:
    """A name of the API, loaded on first use."""
    for module, names in DOOR.items():
        if name in names:
            value = getattr(import_module(f"rftg_dsl.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"rftg_dsl has no {name!r}; it offers: {', '.join(__all__)}")


def __dir__() -> list[str]:
    """The names of the API."""
    return [*__all__, "__version__"]
