"""Scenarios: tests of powers, with their words resolved."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rftg_dsl.base.source import Span

Sign = Literal[":", "+", "-"]
"""What there is; what has been added; what has been taken."""


@frozen
class Meant:
    """What an item means: a word, a printed name, a number or a seat, and where that is.

    It is compared with the options of a decision when the scenario runs.
    """

    word: str = ""
    name: str = ""
    nth: int = 0
    """Which power or alternative of the piece; 0: any."""
    number: int | None = None
    seat: int | None = None
    """Counted from 0."""
    where: tuple[tuple[str, Meant], ...] = ()
    """``in explore``, ``on "Spice World"``, ``at 2``, by the preposition."""


@frozen
class Pick:
    """One item of an answer: its parts, such as a worker and where it goes, and how many."""

    parts: tuple[Meant, ...]
    text: str
    n: int | None = None
    sort: str = ""
    """Any pieces of this kind: ``2 cards``."""


@frozen
class Content:
    """Things or pieces in a place."""

    n: int
    kind: str = ""
    """A kind of fungible thing."""
    name: str = ""
    """The printed name of a side."""
    sort: str = ""
    """Any pieces of this component or kind of side."""
    tag: int | None = None
    """The number that the pieces carry."""
    at: Span = field(kw_only=True, eq=False, repr=False)


@frozen
class Target:
    """What a line is about."""

    sort: Literal["place", "counter", "fact", "score", "tie", "number", "winners"]
    name: str
    seat: int | None = None
    """Counted from 0; None: the table's, or a piece's."""
    on: str = ""
    """The printed name of a piece."""


@frozen
class Line:
    """A line of a scenario."""

    at: Span = field(eq=False, repr=False)

    @property
    def text(self) -> str:
        """The line as it is written."""
        return " ".join(self.at.source.text[self.at.start : self.at.end].split())


@frozen
class Holding(Line):
    """``seat 1 citizenry: 3 military dice``, ``seat 1 credits + 2``."""

    target: Target
    sign: Sign
    contents: tuple[Content, ...] = ()
    """Of a place."""
    number: int = 0
    """Of a counter, a score or a number that powers change."""
    values: tuple[str | int, ...] = ()
    """Of a fact: words, numbers or seats; or the seats that have won."""


@frozen
class Begin(Line):
    """``phase ship``, ``end of ship``, ``round``, ``seat 1 turn``, ``setup``, ``seat 1 manage``."""

    how: Literal["stage", "start", "end", "stretch", "setup", "task"]
    name: str
    seat: int | None = None
    words: tuple[str, ...] = ()
    """What a step is told besides."""


@frozen
class Thrown:
    """What is thrown: its kind and face; a number where there are no faces."""

    kind: str = ""
    face: str = ""
    number: int | None = None


@frozen
class Chance(Line):
    """``seat 1 rolls home explore, 2 military settle``, ``seat 1 draws "Spice World"``."""

    seat: int | None
    dice: tuple[Thrown, ...] = ()
    drawn: tuple[str | int, ...] = ()
    """Printed names, or numbers."""


@frozen
class Answer(Line):
    """``seat 1 chooses trade``, ``seat 1 uses "Alien Toy Shop"``, ``seat 1 declines``."""

    seat: int
    how: Literal["chooses", "uses", "declines"]
    picks: tuple[Pick, ...] = ()


@frozen
class Offered(Line):
    """``seat 1 can choose trade``, ``seat 1 can only choose trade``, ``seat 1 cannot use "Alien Toy Shop"``."""

    seat: int
    how: Literal["can", "only", "cannot"]
    uses: bool
    """Whether powers are meant."""
    picks: tuple[Pick, ...]


@frozen
class Asked(Line):
    """``seat 1 is asked mode``: a decision that is still open."""

    seat: int
    name: str


@frozen
class Ended(Line):
    """``ended squares``: the game is over, for these reasons."""

    reasons: tuple[str, ...]


@frozen
class Unchanged(Line):
    """``nothing changes``."""


@frozen
class Excuse:
    """A comment that lists a change of powers which no scenario can notice."""

    powers: tuple[str, ...]
    """Ids of powers; ``*`` is any."""
    old: str
    """The phrase that is changed."""
    new: str
    """What it becomes; empty if it is left out."""
    reason: str
    at: Span = field(eq=False, repr=False)


@frozen
class Beat:
    """What happens, and what is then true."""

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
    """Empty: the one that the game is played in unless another is named."""
    options: tuple[tuple[str, str], ...] = ()
