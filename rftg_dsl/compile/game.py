"""A game's record: the verbs, events and numbers that powers can use, and the functions that play requires."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from attrs import field, frozen

from rftg_dsl.check.signatures import MANY, Signatures
from rftg_dsl.kernel.decision import Decision, Question
from rftg_dsl.kernel.form import Pick, Random
from rftg_dsl.kernel.play import ENGINE, Play
from rftg_dsl.kernel.step import Step

SUPPLY = "supply"
"""The place on the table from which fungible things are taken and to which they are returned."""


class SeatReport(TypedDict):
    """A game's report on one seat. Games add their own keys to it."""

    seat: int
    score: dict[str, int]
    tie_break: int | Sequence[int]
    """Decides between equal totals; the higher value wins."""


class Ending(TypedDict):
    """The result of a game: the reasons why it ended, the scores, the tied seats and the winners."""

    why: list[str]
    scores: list[int]
    tied: list[int]
    winners: list[int]


class Report(TypedDict, total=False):
    """The figures of a game in progress. Once the game is over, they include ``end``."""

    seats: list[Any]
    table: dict[str, Any]
    end: Ending


Prospects = Callable[[Play[Any]], Sequence[float]]

Adviser = Callable[[Play[Any], Decision], Pick]

Teller = Callable[[Sequence[Any], Mapping[str, str]], str]
"""A function that describes an event, given the sides' printed names by id. It returns "" to leave the event out."""


def nothing_to_tell(event: Sequence[Any], names: Mapping[str, str]) -> str:
    """Describe nothing; the default for ``tell``."""
    return ""


def room_for_all(play: Play[Any], seat: int, place: int) -> int:
    """Impose no limit; the default for ``room``."""
    return MANY


def nothing_to_hide(play: Play[Any], seat: int) -> None:
    """Hide nothing beyond the declared visibility; the default for ``conceal``."""


def nothing_to_suppose(play: Play[Any], seat: int, random: Random) -> None:
    """Leave the guess unchanged, because it is already playable; the default for ``suppose``."""


def nothing_to_prepare(play: Play[Any]) -> None:
    """Leave the table as it was laid out, because it is already playable; the default for ``prepare``."""


@frozen
class Game(Signatures):
    """A game's Python code, which ``contract`` checks when the game is loaded."""

    content: Path = field(kw_only=True)
    version: int = field(default=1, kw_only=True)
    """The version of the game's rules, recorded in logs. Increase it when the same inputs would produce a different
    game."""
    packages: Mapping[str, int] = field(factory=dict, kw_only=True)
    """For each package that extends the game, the version of the package's rules."""
    steps: Sequence[Step[Any]] = field(kw_only=True)
    questions: Sequence[Question] = field(kw_only=True)
    lay: Callable[[Play[Any]], None] = field(kw_only=True)
    """Lays out the table before the first event. Raises ``ValueError`` if an option is invalid."""
    prepare: Callable[[Play[Any]], None] = field(default=nothing_to_prepare, kw_only=True)
    """For scenarios: makes a table from ``lay`` playable without the setup steps, by adding the things that every seat
    gets."""
    facts: Mapping[str, object] = field(factory=dict, kw_only=True)
    """Facts about the table, with their initial values. A name that ends in ``*`` stands for one fact per seat."""
    either_facts: Mapping[str, object] = field(factory=dict, kw_only=True)
    """Facts that exist only if a die has a face with several meanings."""
    numbers: Callable[[Any], Any] = field(kw_only=True)
    report: Callable[[Play[Any]], Report] = field(kw_only=True)
    advisers: Callable[[], Mapping[str, Adviser]] = field(kw_only=True)
    """Returns the advisers for the ``greedy`` bot, by decision name. Called when a bot first needs them."""
    outlook: Prospects | None = field(default=None, kw_only=True)
    """Computes each seat's expected score for look-ahead bots. Without this function, the bots use the current
    score."""
    horizon: int = field(default=2, kw_only=True)
    """The number of rounds that look-ahead bots play on, including the current one, in a game played in rounds."""
    room: Callable[[Play[Any], int, int], int] = field(default=room_for_all, kw_only=True)
    unseen: str = field(default="piece", kw_only=True)
    """The word for a hidden piece, such as ``tile`` or ``card``."""
    tell: Teller = field(default=nothing_to_tell, kw_only=True)
    conceal: Callable[[Play[Any], int], None] = field(default=nothing_to_hide, kw_only=True)
    """Hides fungible things and counters from a seat when the seat's view is created."""
    mixed: Sequence[frozenset[str]] = field(default=(), kw_only=True)
    """The kinds of components that are shuffled together. Any other kind is shuffled on its own."""
    suppose: Callable[[Play[Any], int, Random], None] = field(default=nothing_to_suppose, kw_only=True)
    """``suppose(play, seat, random)`` makes a guess playable after hidden pieces have been dealt and ``conceal`` has
    run."""

    @property
    def rule_versions(self) -> dict[str, int]:
        """The versions of the rules of all games (``engine``), of this game, and of each package that extends it."""
        return {"engine": ENGINE, self.name: self.version, **self.packages}
