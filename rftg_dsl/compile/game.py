"""The record of a game: the verbs, events and numbers it offers to powers, and its functions for play."""

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
"""The table's place that fungible things come from and return to."""


class SeatReport(TypedDict):
    """A game's report on a seat; games add keys of their own."""

    seat: int
    score: dict[str, int]
    tie_break: int | Sequence[int]
    """Decides between equal totals; the higher one wins."""


class Ending(TypedDict):
    """How a game ended."""

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
"""Describes an event, given the printed names of sides by id; empty if it is not worth telling."""


def nothing_to_tell(event: Sequence[Any], names: Mapping[str, str]) -> str:
    """The default for ``tell``: no story."""
    return ""


def room_for_all(play: Play[Any], seat: int, place: int) -> int:
    """The default for ``room``: no limit."""
    return MANY


def nothing_to_hide(play: Play[Any], seat: int) -> None:
    """The default for ``conceal``: hides nothing beyond the declared visibility."""


def nothing_to_suppose(play: Play[Any], seat: int, random: Random) -> None:
    """The default for ``suppose``: a guess can be played on as it is."""


def nothing_to_prepare(play: Play[Any]) -> None:
    """The default for ``prepare``: the table is playable as it was laid out."""


@frozen
class Game(Signatures):
    """A game's Python, verified on loading; see ``contract``."""

    content: Path = field(kw_only=True)
    version: int = field(default=1, kw_only=True)
    """The version of its rules, recorded in logs; raise it when the same inputs would give a different game."""
    packages: Mapping[str, int] = field(factory=dict, kw_only=True)
    """By package that adds to it, the version of that package's rules."""
    steps: Sequence[Step[Any]] = field(kw_only=True)
    questions: Sequence[Question] = field(kw_only=True)
    lay: Callable[[Play[Any]], None] = field(kw_only=True)
    """Lays out the table before the first event; ``ValueError`` if an option is not valid."""
    prepare: Callable[[Play[Any]], None] = field(default=nothing_to_prepare, kw_only=True)
    """Makes a table from ``lay`` playable without the setup steps, for scenarios: adds what every seat gets alike."""
    facts: Mapping[str, object] = field(factory=dict, kw_only=True)
    """Facts of the table with their initial values; a name ending in ``*`` gives one fact per seat."""
    either_facts: Mapping[str, object] = field(factory=dict, kw_only=True)
    """Facts that exist only if a die has a face with several meanings."""
    numbers: Callable[[Any], Any] = field(kw_only=True)
    report: Callable[[Play[Any]], Report] = field(kw_only=True)
    advisers: Callable[[], Mapping[str, Adviser]] = field(kw_only=True)
    """The advisers of the bot ``greedy``, by decision name; called when a bot first needs them."""
    outlook: Prospects | None = field(default=None, kw_only=True)
    """Each seat's expected score, for bots that look ahead; without it, the present score counts."""
    room: Callable[[Play[Any], int, int], int] = field(default=room_for_all, kw_only=True)
    unseen: str = field(default="piece", kw_only=True)
    """The word for a hidden piece: ``tile``, ``card``."""
    tell: Teller = field(default=nothing_to_tell, kw_only=True)
    conceal: Callable[[Play[Any], int], None] = field(default=nothing_to_hide, kw_only=True)
    """Hides fungible things and counters from a seat in its view."""
    mixed: Sequence[frozenset[str]] = field(default=(), kw_only=True)
    """The kinds of component that are shuffled together; any other kind is shuffled on its own."""
    suppose: Callable[[Play[Any], int, Random], None] = field(default=nothing_to_suppose, kw_only=True)
    """Makes a guess playable: ``suppose(play, seat, random)``, once hidden pieces are dealt and ``conceal`` has run."""
