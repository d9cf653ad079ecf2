"""A game's record: the verbs, events and numbers that powers can use, and the functions for play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from attrs import field, frozen

from rftg_dsl.check.signatures import MANY, Signatures
from rftg_dsl.kernel.decision import Decision, Question
from rftg_dsl.kernel.form import Pick, Random
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step

SUPPLY = "supply"
"""The place of the table that fungible things come from and return to."""


class SeatReport(TypedDict):
    """A game's report on a seat, to which games add their own keys."""

    seat: int
    score: dict[str, int]
    tie_break: int | Sequence[int]
    """Decides between equal totals; the higher value wins."""


class Ending(TypedDict):
    """The result of a game: the reasons for its end, and the winners."""

    why: list[str]
    scores: list[int]
    tied: list[int]
    winners: list[int]


class Report(TypedDict, total=False):
    """Figures of a game in progress, with ``end`` once it is over."""

    seats: list[Any]
    table: dict[str, Any]
    end: Ending


Prospects = Callable[[Play[Any]], Sequence[float]]

Adviser = Callable[[Play[Any], Decision], Pick]

Teller = Callable[[Sequence[Any], Mapping[str, str]], str]
"""A function that describes an event, given the sides' printed names by id; returns "" to leave it out."""


def nothing_to_tell(event: Sequence[Any], names: Mapping[str, str]) -> str:
    """The default for ``tell``: describes nothing."""
    return ""


def room_for_all(play: Play[Any], seat: int, place: int) -> int:
    """The default for ``room``: no limit."""
    return MANY


def nothing_to_hide(play: Play[Any], seat: int) -> None:
    """The default for ``conceal``: hides nothing beyond the declared visibility."""


def nothing_to_suppose(play: Play[Any], seat: int, random: Random) -> None:
    """The default for ``suppose``: a guess is playable as it is."""


def nothing_to_prepare(play: Play[Any]) -> None:
    """The default for ``prepare``: the table is playable as it was laid out."""


@frozen
class Game(Signatures):
    """A game's Python code, checked by ``contract`` on loading."""

    content: Path = field(kw_only=True)
    version: int = field(default=1, kw_only=True)
    """The version of its rules, recorded in logs; increase it when the same inputs would produce a different game."""
    packages: Mapping[str, int] = field(factory=dict, kw_only=True)
    """For each package that extends the game, the version of that package's rules."""
    steps: Sequence[Step[Any]] = field(kw_only=True)
    questions: Sequence[Question] = field(kw_only=True)
    lay: Callable[[Play[Any]], None] = field(kw_only=True)
    """Lays out the table before the first event; raises ``ValueError`` if an option is not valid."""
    prepare: Callable[[Play[Any]], None] = field(default=nothing_to_prepare, kw_only=True)
    """Makes a table from ``lay`` playable without the setup steps, for scenarios, by adding what every seat gets."""
    facts: Mapping[str, object] = field(factory=dict, kw_only=True)
    """Facts of the table with their initial values; a name ending in ``*`` gives one fact per seat."""
    either_facts: Mapping[str, object] = field(factory=dict, kw_only=True)
    """Facts that exist only if a die has a face with several meanings."""
    numbers: Callable[[Any], Any] = field(kw_only=True)
    report: Callable[[Play[Any]], Report] = field(kw_only=True)
    advisers: Callable[[], Mapping[str, Adviser]] = field(kw_only=True)
    """Returns the advisers of the ``greedy`` bot by decision name; called when a bot first needs them."""
    outlook: Prospects | None = field(default=None, kw_only=True)
    """Each seat's expected score, for bots that look ahead; without it, they use the current score."""
    room: Callable[[Play[Any], int, int], int] = field(default=room_for_all, kw_only=True)
    unseen: str = field(default="piece", kw_only=True)
    """The word for a hidden piece: ``tile``, ``card``."""
    tell: Teller = field(default=nothing_to_tell, kw_only=True)
    conceal: Callable[[Play[Any], int], None] = field(default=nothing_to_hide, kw_only=True)
    """Hides fungible things and counters from a seat in its view."""
    mixed: Sequence[frozenset[str]] = field(default=(), kw_only=True)
    """The kinds of component that are shuffled together; any other kind is shuffled on its own."""
    suppose: Callable[[Play[Any], int, Random], None] = field(default=nothing_to_suppose, kw_only=True)
    """``suppose(play, seat, random)`` makes a guess playable, after hidden pieces are dealt and ``conceal`` has run."""
