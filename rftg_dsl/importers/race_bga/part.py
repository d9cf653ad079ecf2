"""Parts of a recording. Each part knows its location and checks the types of the values that are read from it."""

from __future__ import annotations

from re import fullmatch
from typing import Any

from rftg_dsl.base.diagnostic import UsageError

SHOWN = 60
DIGITS = 12


class Part:
    """A value in a recording, with its location. Methods raise ``UsageError`` if the value is of an unexpected type."""

    __slots__ = ("at", "place", "value")

    def __init__(self, value: Any, place: str, at: int = 0) -> None:
        self.value = value
        self.place = place
        """The location in words, such as ``packet 12, playcard: card.id``."""
        self.at = at
        """The number of the packet with the value, starting from 1; 0 for the header."""

    def error_for_value(self, wanted: str) -> UsageError:
        return error_for_recording(f"{self.place} must be {wanted}, not {describe_value(self.value)}")

    def error_for_place(self, reason: str) -> UsageError:
        return error_for_recording(f"{self.place}: {reason}")

    def has(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def get(self, *path: str) -> Part:
        part = self
        for key in path:
            if not part.has(key):
                raise part.error_for_value(f"an object with {key!r}")
            part = Part(part.value[key], f"{part.place}{'.' if part is not self else ': '}{key}", self.at)
        return part

    def as_number(self) -> int:
        # The site writes a whole number either as a number or as a string.
        value = self.value
        if isinstance(value, str) and fullmatch(f"-?[0-9]{{1,{DIGITS}}}", value):
            return int(value)
        if type(value) is int and abs(value) < 10**DIGITS:
            return value
        raise self.error_for_value("a whole number")

    def as_text(self) -> str:
        if isinstance(self.value, str):
            return self.value
        raise self.error_for_value("text")

    def as_list(self) -> list[Part]:
        if not isinstance(self.value, list):
            raise self.error_for_value("a list")
        return [Part(member, f"{self.place}[{nth}]", self.at) for nth, member in enumerate(self.value)]

    def as_fields(self) -> dict[str, Part]:
        # The site writes an empty object as ``[]``.
        if self.value == []:
            return {}
        if not isinstance(self.value, dict):
            raise self.error_for_value("an object")
        return {
            key: Part(value, f"{self.place}.{to_printable(key)[:SHOWN]}", self.at) for key, value in self.value.items()
        }

    def as_entries(self) -> list[tuple[Part, Part]]:
        return [(Part(key, f"{part.place}, as a key,", self.at), part) for key, part in self.as_fields().items()]

    def as_numbered_fields(self) -> dict[int, Part]:
        return {key.as_number(): part for key, part in self.as_entries()}


def error_for_recording(message: str) -> UsageError:
    hint = "the recording is damaged, or this version of the program cannot read it"
    return UsageError(message, hint, "wrong-recording")


def describe_value(value: Any) -> str:
    """A short description of a value: a string or number itself, but only the type and size of a list or object."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if type(value) is int and abs(value) >= 10**DIGITS:
        return "a larger number"
    shown = repr(value)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."


def to_printable(text: str) -> str:
    """Replace lone surrogates, which cannot be written to a file."""
    return text.encode("utf-8", "replace").decode("utf-8")
