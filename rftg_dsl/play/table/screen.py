"""What is to be shown to the person at a table, block by block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.log.account.causes import Ground
from rftg_dsl.play.table.commands import Word
from rftg_dsl.play.table.narration import Heard


@frozen
class Note:
    """A remark; ``wrong`` if what was typed could not be done."""

    text: str
    hint: str = ""
    wrong: bool = False


@frozen
class News:
    """What has happened since the seat was asked last."""

    heard: Sequence[Heard]


@frozen
class Position:
    """The table as a seat may see it."""

    figures: Mapping[str, Any]
    seats: Sequence[str]
    seat: int


@frozen
class Choice:
    """An answer as it is shown."""

    number: int
    label: str
    there: int
    printed: str
    foreseen: Sequence[str]


@frozen
class Asking:
    """A question with its answers, or with those that fit a filter."""

    seat: int
    player: str
    text: str
    power: str
    how: str
    choices: Sequence[Choice]
    hidden: int
    """How many more answers there are."""
    given: Sequence[str] = ()
    """The answers so far that can still be taken back."""


@frozen
class Card:
    """A side of a component: what is printed on it."""

    name: str
    id: str
    printed: str
    lines: Sequence[str]


@frozen
class Reason:
    """Something that a seat has heard, and why it happened."""

    text: str
    stage: str
    ground: Ground


@frozen
class Because:
    """The reasons for the events that the seat has heard in a line; ``line`` is its number for this seat."""

    line: int
    reasons: Sequence[Reason]


@frozen
class Commands:
    """The words of commands."""

    words: Sequence[Word]


@frozen
class Curtain:
    """The screen is to be cleared: it is another person's turn to look at it."""

    seat: int
    player: str


Block = Note | News | Position | Asking | Card | Because | Commands | Curtain
