"""Notes about a game, in a file next to its log, so that the lobby can list many games without reading their logs.

The notes contain nothing that is not public. They are written whenever they change, and made again when a game is
opened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from unicodedata import normalize

from attrs import asdict, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import write_over
from rftg_dsl.log.account.log_words import Clock
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.show.browser.chairs import read_beside

NOTES = ".about"
TITLE = 60
"""The most characters in the title of a game."""


@frozen
class Notes:
    """The facts about a game that the lobby lists."""

    game: str
    """The printed title of the game, such as ``Race for the Galaxy``."""
    seats: tuple[str, ...]
    """The player in each seat, as in the log."""
    moment: str = ""
    """The round or turn that is being played or, once the game is over, the last one; empty if unknown."""
    waits: int | None = None
    """The seat whose turn it is."""
    over: bool = False
    title: str = ""
    """The title that people gave to the game, if any."""
    rematch: str = ""
    """The name of the log of the rematch, if any."""

    @property
    def heading(self) -> str:
        return self.title or self.game


def notes_file_of(log: Path) -> Path:
    return log.with_name(f"{log.name}{NOTES}")


def write_notes(log: Path, notes: Notes) -> None:
    """Write the notes. Raise ``UsageError`` if that fails."""
    write_over(notes_file_of(log), json.dumps(asdict(notes), sort_keys=True).encode(), private=True)


def read_notes(log: Path) -> Notes | None:
    """Return the notes; None if there are none, or if they are malformed."""
    data = read_beside(notes_file_of(log))
    try:
        notes = Notes(**{**data, "seats": tuple(data["seats"])})
    except (TypeError, KeyError):
        return None
    return notes if is_sound(notes) else None


def is_sound(notes: Notes) -> bool:
    texts = (notes.game, notes.moment, notes.title, notes.rematch, *notes.seats)
    waits = notes.waits is None or (type(notes.waits) is int and 0 <= notes.waits < len(notes.seats))
    return waits and type(notes.over) is bool and all(type(text) is str and text.isprintable() for text in texts)


def check_title(title: str) -> str:
    """Return a title without surrounding spaces. Raise ``UsageError`` if it is too long or has control characters."""
    title = normalize("NFC", title).strip()
    if len(title) > TITLE or not title.isprintable():
        raise UsageError("this is not a valid title", f"use at most {TITLE} characters in one line", "wrong-option")
    return title


def moment_after(lines: Sequence[str], head: Mapping[str, Any]) -> str:
    """Return the round or turn after the lines of a log: the current one or, once the game is over, the last one."""
    last = next((line for line in reversed(lines) if line.startswith('{"after":')), None)
    if last is None:
        return "setup"
    mark = parse_json(last)
    if "end" in mark["figures"]:
        return str(mark["after"])
    clock = Clock(head)
    clock.take(mark, len(lines))
    return clock.now.round
