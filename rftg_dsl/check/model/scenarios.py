"""Scenarios, which are tests of powers, after their words have been resolved."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rftg_dsl.base.source import Span

Sign = Literal[":", "+", "-"]
"""The mark in a scenario line: ``:`` introduces the full content, ``+`` additions, and ``-`` removals."""


@frozen
class Meant:
    """A thing named in an answer: a word, printed name, number or seat, with its location.

    It is compared with the options of a decision when the scenario runs.
    """

    word: str = ""
    name: str = ""
    nth: int = 0
    """The ordinal number of a power or alternative on the piece; 0 for any."""
    number: int | None = None
    seat: int | None = None
    """The seat, numbered from 0; None if no seat is named."""
    where: tuple[tuple[str, Meant], ...] = ()
    """The location, as prepositions with their objects: ``in explore``, ``on "Spice World"``, ``at 2``."""


@frozen
class Pick:
    """One item of an answer. It has an amount and one or more parts, for example a worker and its destination."""

    parts: tuple[Meant, ...]
    text: str
    n: int | None = None
    sort: str = ""
    """If set, any pieces of this kind match, as in ``2 cards``."""


@frozen
class Content:
    """Some of the things or pieces in a place."""

    n: int
    kind: str = ""
    name: str = ""
    sort: str = ""
    """If set, any pieces that are this kind of component or have this kind of side."""
    tag: int | None = None
    at: Span = field(kw_only=True, eq=False, repr=False)


@frozen
class Target:
    """The subject of a scenario line."""

    sort: Literal["place", "counter", "fact", "score", "tie", "number", "winners"]
    name: str
    seat: int | None = None
    """The seat, numbered from 0; None if the subject belongs to the table or to a piece."""
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
    """The content of a target, as in ``seat 1 citizenry: 3 military dice`` or ``seat 1 credits + 2``."""

    target: Target
    sign: Sign
    contents: tuple[Content, ...] = ()
    number: int = 0
    values: tuple[str | int, ...] = ()
    """The words, numbers or seats in a fact of the table, or the winning seats."""


@frozen
class Begin(Line):
    """The point at which play starts.

    Examples are ``phase ship``, ``end of ship``, ``round``, ``seat 1 turn``, ``setup`` and ``seat 1 manage``.
    """

    how: Literal["stage", "start", "end", "stretch", "setup", "task"]
    name: str
    seat: int | None = None
    words: tuple[str, ...] = ()


@frozen
class Thrown:
    """A rolled result: a kind of die and its face, or a number if the dice have no faces."""

    kind: str = ""
    face: str = ""
    number: int | None = None


@frozen
class Chance(Line):
    """A random result, as in ``seat 1 rolls home explore, 2 military settle`` or ``seat 1 draws "Spice World"``."""

    seat: int | None
    dice: tuple[Thrown, ...] = ()
    drawn: tuple[str | int, ...] = ()


@frozen
class Answer(Line):
    """A seat's answer, as in ``seat 1 chooses trade``, ``seat 1 uses "Alien Toy Shop"`` or ``seat 1 declines``."""

    seat: int
    how: Literal["chooses", "uses", "declines"]
    picks: tuple[Pick, ...] = ()


@frozen
class Offered(Line):
    """A claim about the options of a seat: they include, are exactly, or do not include the given ones.

    Examples are ``seat 1 can choose trade``, ``seat 1 can only choose trade`` and ``seat 1 cannot use "Alien Toy
    Shop"``.
    """

    seat: int
    how: Literal["can", "only", "cannot"]
    uses: bool
    picks: tuple[Pick, ...]


@frozen
class Asked(Line):
    """A claim that a decision is still pending, as in ``seat 1 is asked mode``."""

    seat: int
    name: str


@frozen
class Ended(Line):
    """A claim that the game is over for certain reasons, as in ``ended squares``."""

    reasons: tuple[str, ...]


@frozen
class Unchanged(Line):
    """The line ``nothing changes``."""


@frozen
class Excuse:
    """A comment in a scenario file that lists a mutation of powers that no scenario can detect."""

    powers: tuple[str, ...]
    """The ids of the mutated powers, or ``*`` for any power."""
    old: str
    new: str
    """The text that replaces ``old``; empty if ``old`` is deleted."""
    reason: str
    at: Span = field(eq=False, repr=False)


@frozen
class Beat:
    """A series of events and answers, and the state that results."""

    when: tuple[Begin | Answer | Chance, ...]
    then: tuple[Holding | Offered | Asked | Ended | Unchanged, ...]


@frozen
class Scenario:
    """A test of powers, with its starting position and beats."""

    title: str
    at: Span = field(eq=False, repr=False)
    seats: int
    given: tuple[Holding, ...]
    beats: tuple[Beat, ...]
    edition: str = ""
    """The edition that the scenario is played with; empty for the default edition."""
    options: tuple[tuple[str, str], ...] = ()
