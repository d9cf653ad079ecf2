"""The blocks that a table shows to a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from rftg_dsl.log.account.causes import Ground
from rftg_dsl.play.table.commands import Word
from rftg_dsl.play.table.narration import Heard


@frozen
class Note:
    """A remark; ``wrong`` is set if a typed line could not be carried out."""

    text: str
    hint: str = ""
    wrong: bool = False


@frozen
class News:
    """The events since the seat was last asked."""

    heard: Sequence[Heard]


@frozen
class Position:
    """The table as a seat may see it."""

    figures: Mapping[str, Any]
    seats: Sequence[str]
    seat: int
    before: Mapping[str, Any] | None = None
    """The figures that the person has seen last; None if the whole table is to be shown."""
    card_texts: Mapping[str, str] = field(factory=dict)
    """The properties and powers of each card, by the card's name."""
    unsaid: Sequence[str] = ()
    """Names of figures that do not matter to players."""


@frozen
class Choice:
    """A possible answer, as shown."""

    number: int
    label: str
    there: int
    printed: str
    foreseen: Sequence[str]


@frozen
class Asking:
    """A question with its possible answers, or only those that match a filter."""

    seat: int
    player: str
    text: str
    power: str
    how: str
    choices: Sequence[Choice]
    hidden: int
    given: Sequence[str] = ()


@frozen
class Card:
    """A side of a component, as printed."""

    name: str
    id: str
    printed: str
    lines: Sequence[str]


@frozen
class Reason:
    """An event that a seat has been told about, and its cause."""

    text: str
    stage: str
    ground: Ground


@frozen
class Because:
    """The causes of the events in a line that the seat was told about; ``line`` is the line's number for this seat."""

    line: int
    reasons: Sequence[Reason]


@frozen
class Commands:
    """The list of commands."""

    words: Sequence[Word]


@frozen
class Curtain:
    """Clears the screen because another person is about to look at it."""

    seat: int
    player: str


Block = Note | News | Position | Asking | Card | Because | Commands | Curtain
