"""Scenarios: tests of powers, with their words resolved."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rftg_dsl.base.source import Span

Sign = Literal[":", "+", "-"]
"""``:`` gives the full content, ``+`` additions and ``-`` removals."""


@frozen
class Meant:
    """An item of an answer: a word, printed name, number or seat, with its location.

    It is compared with a decision's options when the scenario runs.
    """

    word: str = ""
    name: str = ""
    nth: int = 0
    """The number of the piece's power or alternative; 0 for any."""
    number: int | None = None
    seat: int | None = None
    """Counted from 0."""
    where: tuple[tuple[str, Meant], ...] = ()
    """Its location by preposition: ``in explore``, ``on "Spice World"``, ``at 2``."""


@frozen
class Pick:
    """One item of an answer: its parts, for example a worker and its destination, and an amount."""

    parts: tuple[Meant, ...]
    text: str
    n: int | None = None
    sort: str = ""
    """If set, any pieces of this kind match: ``2 cards``."""


@frozen
class Content:
    """Things or pieces in a place."""

    n: int
    kind: str = ""
    name: str = ""
    sort: str = ""
    """If set, any pieces of this component or kind of side."""
    tag: int | None = None
    at: Span = field(kw_only=True, eq=False, repr=False)


@frozen
class Target:
    """The subject of a line."""

    sort: Literal["place", "counter", "fact", "score", "tie", "number", "winners"]
    name: str
    seat: int | None = None
    """Counted from 0; None if the subject belongs to the table or to a piece."""
    on: str = ""


@frozen
class Line:
    """A line of a scenario."""

    at: Span = field(eq=False, repr=False)

    @property
    def text(self) -> str:
        return " ".join(self.at.source.text[self.at.start : self.at.end].split())


@frozen
class Holding(Line):
    """The content of a target: ``seat 1 citizenry: 3 military dice``, ``seat 1 credits + 2``."""

    target: Target
    sign: Sign
    contents: tuple[Content, ...] = ()
    number: int = 0
    values: tuple[str | int, ...] = ()
    """The words, numbers or seats of a fact, or the winning seats."""


@frozen
class Begin(Line):
    """A start of play: ``phase ship``, ``end of ship``, ``round``, ``seat 1 turn``, ``setup``, ``seat 1 manage``."""

    how: Literal["stage", "start", "end", "stretch", "setup", "task"]
    name: str
    seat: int | None = None
    words: tuple[str, ...] = ()


@frozen
class Thrown:
    """A result of chance: a kind and a face, or a number if there are no faces."""

    kind: str = ""
    face: str = ""
    number: int | None = None


@frozen
class Chance(Line):
    """A result of chance: ``seat 1 rolls home explore, 2 military settle``, ``seat 1 draws "Spice World"``."""

    seat: int | None
    dice: tuple[Thrown, ...] = ()
    drawn: tuple[str | int, ...] = ()


@frozen
class Answer(Line):
    """An answer: ``seat 1 chooses trade``, ``seat 1 uses "Alien Toy Shop"``, ``seat 1 declines``."""

    seat: int
    how: Literal["chooses", "uses", "declines"]
    picks: tuple[Pick, ...] = ()


@frozen
class Offered(Line):
    """``seat 1 can choose trade``, ``seat 1 can only choose trade``, ``seat 1 cannot use "Alien Toy Shop"``."""

    seat: int
    how: Literal["can", "only", "cannot"]
    uses: bool
    picks: tuple[Pick, ...]


@frozen
class Asked(Line):
    """``seat 1 is asked mode``: a decision is still pending."""

    seat: int
    name: str


@frozen
class Ended(Line):
    """``ended squares``: the game is over, for these reasons."""

    reasons: tuple[str, ...]


@frozen
class Unchanged(Line):
    """The line ``nothing changes``."""


@frozen
class Excuse:
    """A comment listing a mutation of powers that no scenario can notice."""

    powers: tuple[str, ...]
    """Ids of powers, or ``*`` for any power."""
    old: str
    new: str
    """The replacement; empty if the phrase is deleted."""
    reason: str
    at: Span = field(eq=False, repr=False)


@frozen
class Beat:
    """Some events, and the state after them."""

    when: tuple[Begin | Answer | Chance, ...]
    then: tuple[Holding | Offered | Asked | Ended | Unchanged, ...]


@frozen
class Scenario:
    """A test of powers."""

    title: str
    at: Span = field(eq=False, repr=False)
    seats: int
    given: tuple[Holding, ...]
    beats: tuple[Beat, ...]
    edition: str = ""
    """Empty for the default edition."""
    options: tuple[tuple[str, str], ...] = ()
