"""A game: what it offers to powers, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from attrs import field, frozen

from rftg_dsl.kernel.decision import Decision, Question
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step
from rftg_dsl.signatures import Signatures

if TYPE_CHECKING:
    from rftg_dsl.compile.rules import Rules


class SeatReport(TypedDict):
    """What a game reports of a seat; its own figures stand beside these keys."""

    seat: int
    score: dict[str, int]
    """Score lines by their source, and ``total``."""
    tie_break: int | Sequence[int]
    """What decides between equal totals: more wins."""


class Ending(TypedDict):
    """How a game ended."""

    why: list[str]
    scores: list[int]
    tied: list[int]
    winners: list[int]


class Report(TypedDict, total=False):
    """Figures of a game in progress; ``end`` is there once it is over."""

    seats: list[Any]
    """A ``SeatReport`` for each seat, with the figures that the game adds."""
    table: dict[str, Any]
    end: Ending


Adviser = Callable[[Play[Any], Decision], Pick]
"""What a sensible player picks."""

Teller = Callable[[Sequence[Any], Mapping[str, str]], str]
"""One event of a log, and the printed names of sides by their ids, in words; empty if it is not worth telling."""


def nothing_to_tell(event: Sequence[Any], names: Mapping[str, str]) -> str:
    """For a game that tells no story."""
    return ""


def nothing_to_hide(play: Play[Any], seat: int) -> None:
    """For a game in which nothing is secret beyond what its places hide."""


@frozen
class Game(Signatures):
    """A game's Python. It is verified when it is loaded: see ``contract``."""

    content: Path = field(kw_only=True)
    """The folder of its content: ``game.rftg``, sets, editions, options."""
    version: int = field(default=1, kw_only=True)
    """The version of its rules, written in logs: raised when the same inputs would play another game."""
    steps: Sequence[Step[Any]] = field(kw_only=True)
    questions: Sequence[Question] = field(kw_only=True)
    """The decisions that its steps ask for."""
    start: Step[[]] = field(kw_only=True)
    """The first step of a game."""
    lay: Callable[[Play[Any]], None] = field(kw_only=True)
    """Sets up the table before the first event, as when the box is opened.

    ``ValueError`` if an option of the play means nothing.
    """
    facts: Mapping[str, object] = field(kw_only=True)
    """Facts of the table with their first values; if a name ends in ``*``, each seat has its own."""
    numbers: Callable[[Rules], Any] = field(kw_only=True)
    """Builds what the steps look up: numbers of places, cells and counters by name."""
    order: Callable[[Play[Any]], Sequence[int]] = field(kw_only=True)
    """All seats in the order in which their powers react."""
    report: Callable[[Play[Any]], Report] = field(kw_only=True)
    """Figures of a game in progress, for marks, tables and the end."""
    advisers: Callable[[], Mapping[str, Adviser]] = field(kw_only=True)
    """What the bot ``greedy`` picks, by the name of the decision; called when a bot first needs it."""
    tell: Teller = field(default=nothing_to_tell, kw_only=True)
    """One event of a log in words a player uses."""
    conceal: Callable[[Play[Any], int], None] = field(default=nothing_to_hide, kw_only=True)
    """Hides from a seat what fungible things and counters would give away, in the view made for that seat."""
    powers_wake_immediately: bool = field(default=True, kw_only=True)
    """Whether a power counts as soon as its piece is in play, or from the next ``wake`` on."""
