"""Events as they are shown to people, with names and causes."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Cause:
    """The cause of an event: either a printed power or a step of the rules."""

    power: str = ""
    """The component, side and ordinal of the power, such as ``T12.a/1``; empty if the cause is a step."""
    step: str = ""
    """The id of the step, such as ``roll.ship-good``; empty if the cause is a power."""

    def __str__(self) -> str:
        return self.power or self.step


@frozen
class Happened:
    """An event: the kernel's operation, the game's word for it, its cause, and its operands under the names used in the
    log."""

    op: str
    word: str
    cause: Cause
    what: tuple[Any, ...]
    text: str = ""
    """The event in words; empty if the event is not worth mentioning."""

    def __repr__(self) -> str:
        said = self.text or " ".join(str(part) for part in (self.op, self.word, *self.what))
        return f"<{said} ({self.cause})>"


def parse_event(event: list[Any], text: str = "") -> Happened:
    """Parse a logged event, ``[op, word, cause, ...]``."""
    op, word, _, *what = event
    return Happened(op, word, cause_of(event), tuple(what), text)


def cause_of(event: Any) -> Cause:
    """The cause of a logged event, taken from its third entry. Only the ids of powers contain a slash."""
    cause = cause_id_of(event)
    return Cause(power=cause) if "/" in cause else Cause(step=cause)


def cause_id_of(event: Any) -> str:
    """The id of the power or step that caused an event; empty for anything that is not an event."""
    return event[2] if isinstance(event, list) and len(event) > 2 and isinstance(event[2], str) else ""
