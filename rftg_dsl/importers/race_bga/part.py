"""Parts of a recording, each with its place, and read as what it should be."""

from __future__ import annotations

from re import fullmatch
from typing import Any

from rftg_dsl.base.diagnostic import Unusable

SHOWN = 60
"""The most characters of a wrong text in a message."""
DIGITS = 12
"""The most digits of a number in a recording."""


class Part:
    """A value in a recording, and where it stands; ``Unusable`` if it is not what the reader expects."""

    __slots__ = ("at", "place", "value")

    def __init__(self, value: Any, place: str, at: int = 0) -> None:
        self.value = value
        self.place = place
        """Where it stands, in words: ``packet 12, playcard: card.id``."""
        self.at = at
        """The ordinal of its packet, counted from 1; 0 is the header."""

    def error_for_value(self, wanted: str) -> Unusable:
        """The error for a value that is something else."""
        return error_for_recording(f"{self.place} must be {wanted}, not {describe_value(self.value)}")

    def error_for_place(self, reason: str) -> Unusable:
        """The error for a value that may not come here."""
        return error_for_recording(f"{self.place}: {reason}")

    def has(self, key: str) -> bool:
        """Whether it is an object with this key."""
        return isinstance(self.value, dict) and key in self.value

    def get(self, *path: str) -> Part:
        """A part of it that has to be there."""
        part = self
        for key in path:
            if not part.has(key):
                raise part.error_for_value(f"an object with {key!r}")
            part = Part(part.value[key], f"{part.place}{'.' if part is not self else ': '}{key}", self.at)
        return part

    def as_number(self) -> int:
        """A whole number, which the site writes now as a number, now as text."""
        value = self.value
        if isinstance(value, str) and fullmatch(f"-?[0-9]{{1,{DIGITS}}}", value):
            return int(value)
        if type(value) is int and abs(value) < 10**DIGITS:
            return value
        raise self.error_for_value("a whole number")

    def as_text(self) -> str:
        """A text."""
        if isinstance(self.value, str):
            return self.value
        raise self.error_for_value("a text")

    def as_list(self) -> list[Part]:
        """The members of a list."""
        if not isinstance(self.value, list):
            raise self.error_for_value("a list")
        return [Part(member, f"{self.place}[{nth}]", self.at) for nth, member in enumerate(self.value)]

    def as_fields(self) -> dict[str, Part]:
        """The fields of an object; the site writes an empty one as ``[]``."""
        if self.value == []:
            return {}
        if not isinstance(self.value, dict):
            raise self.error_for_value("an object")
        return {
            key: Part(value, f"{self.place}.{to_printable(key)[:SHOWN]}", self.at) for key, value in self.value.items()
        }

    def as_entries(self) -> list[tuple[Part, Part]]:
        """The keys and values of an object whose keys mean something."""
        return [(Part(key, f"{part.place}, as a key,", self.at), part) for key, part in self.as_fields().items()]

    def as_numbered_fields(self) -> dict[int, Part]:
        """The fields of an object whose keys are numbers."""
        return {key.as_number(): part for key, part in self.as_entries()}


def error_for_recording(message: str) -> Unusable:
    """The error for a recording that cannot be followed."""
    hint = "the recording is damaged, or not of a game that this version can read"
    return Unusable(message, hint, "wrong-recording")


def describe_value(value: Any) -> str:
    """A wrong value in a message: a text or number itself, but only the kind of anything that may be large."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if type(value) is int and abs(value) >= 10**DIGITS:
        return "a larger one"
    shown = repr(value)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."


def to_printable(text: str) -> str:
    """A text without characters that no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
