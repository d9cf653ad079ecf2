"""Back ends: engines that play whole games.

Python can always play. Other back ends are found by name and imported on demand. They give exactly Python's results or
none at all, in which case Python plays the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError, suggest_nearest
from rftg_dsl.base.plugins import BACKENDS, entry_points_of, load
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library

PYTHON = "python"
BUILT_IN = {"native": "rftg_dsl.native.backend"}
"""Modules of the back ends that ship with the program; each has a ``Backend`` called ``backend``."""

WORTH = 300
"""The number of games from which compiling an engine pays off."""


LARGE = 20_000_000
"""The total size of logs, in bytes, from which compiling a checker pays off."""


class UnsuitableBackend(Exception):
    """Raised by a back end that cannot play or check something; the message says why."""


class Outcome(NamedTuple):
    """The result of a game."""

    decisions: int
    events: int
    rounds: int
    scores: Sequence[int]
    winners: Sequence[int]


@frozen
class Played:
    """A finished game."""

    outcome: Outcome
    report: bytes
    """The final report, as JSON."""
    log: bytes
    """Empty if no log was requested."""


@frozen
class Followed:
    """The verified part of a log, up to its end if it has one."""

    used: int
    """The number of bytes verified."""
    size: int
    """The number of lines verified."""
    nodes: Sequence[bytes]
    """The Merkle tree nodes over these lines."""
    roots: Mapping[int, bytes]
    """The root after each mark and at the end, by number of lines."""


@frozen
class Ahead:
    """The settings of a playout."""

    sensible: bool
    """Whether all seats follow the game's advice; otherwise they answer at random."""
    horizon: int
    """The number of rounds or turns to play, including the current one; 0 plays to the end of the game."""
    answers: int
    """The maximum number of answers, after which the position is judged as it is."""


Looks = Callable[[Sequence[int], int], Sequence[Sequence[float]] | None]
"""A function that looks ahead from one decision: given the numbers of some picks, it returns the score that each seat
can expect after each pick.

The second argument is a seed, which determines the result. The result is None if Python has to look ahead.
"""


class Source(Protocol):
    """The origin of a game's chance results, and the log records that describe it."""

    @property
    def seed(self) -> str | None:
        """The text that all results follow from; None if unknown."""

    @property
    def text(self) -> str:
        """The seed for the bots' choices."""

    @property
    def head(self) -> Mapping[str, Any]:
        """The value of ``randomness`` in a log's head."""

    @property
    def opening(self) -> Sequence[Mapping[str, Any]]:
        """The records before the first result."""

    @property
    def closing(self) -> Sequence[Mapping[str, Any]]:
        """The records after the last result."""


class Engine(Protocol):
    """Plays the games of one library for one number of seats."""

    players: int
    warnings: Sequence[str]
    """Descriptions, with locations, of whatever is left to Python; this engine does not play a game that reaches it."""

    def play_random_game(self, dice: Source, names: Sequence[str] | None, rounds: int) -> Played | None:
        """Play a game between random bots, stopped after ``rounds``; None if Python has to play it.

        ``names``: the names of the seats in the game's log; None to keep no log.
        """

    def play_random_games(self, seeds: Sequence[str], rounds: int) -> Sequence[Outcome | None]:
        """Play a game between random bots for each seed, without logs; None for each game that Python has to play."""

    def follow(self, log: bytes, head: Mapping[str, Any], dice: Source) -> Followed | None:
        """Replay a log and compare every line up to its end; None if Python has to do so.

        If the seed is unknown, the log supplies the chance results, which must be possible.
        """

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> Looks | None:
        """Make ``Looks`` for the pending decision of ``play``; None if Python has to look ahead."""


class Checker(Protocol):
    """Checks logs of any game without its rules."""

    def check_log(self, log: bytes, game: str, dice: Source, shares: int) -> Followed | None:
        """The verified part of a log; None if Python has to check it.

        ``shares``: the number of lines after the head that have already been checked.
        """


class Backend(Protocol):
    """Makes engines and a checker."""

    def find_missing(self) -> str:
        """The requirements that this system lacks, in words; empty if it lacks none."""

    def is_engine_ready(self, library: Library, players: int) -> bool:
        """Whether ``make_engine`` has nothing left to compile."""

    def make_engine(self, library: Library, players: int) -> Engine:
        """Make an engine, which can take seconds to compile; raises ``UnsuitableBackend`` if this library cannot have
        one."""

    def is_checker_ready(self) -> bool: ...

    def make_checker(self) -> Checker:
        """Make a checker, which can take a second to compile; raises ``UnsuitableBackend`` if there can be none."""


def list_backends() -> list[str]:
    return [PYTHON, *BUILT_IN, *[name for name in entry_points_of(BACKENDS) if name not in (PYTHON, *BUILT_IN)]]


def find_backend(name: str) -> Backend:
    """A back end other than Python; raises ``UsageError`` if the name is unknown."""
    if name in BUILT_IN:
        backend: Backend = import_module(BUILT_IN[name]).backend
        return backend
    if name in entry_points_of(BACKENDS):
        other: Backend = load(entry_points_of(BACKENDS)[name])
        return other
    hint = suggest_nearest(name, list_backends()) or f"known back ends: {', '.join(list_backends())}"
    raise UsageError(f"{name!r} is not a known back end", hint, "no-backend")


def check_backend(wanted: str | None) -> None:
    """Raise ``UsageError`` if the requested back end is unknown, or if this system lacks something it requires."""
    if wanted not in (None, PYTHON) and (missing := find_backend(str(wanted)).find_missing()):
        hint = f"leave --backend out, or use --backend {PYTHON}"
        raise UsageError(f"the back end {wanted} cannot be used without {missing}", hint, "no-backend")


def engine_for(library: Library, players: int, wanted: str | None, games: int) -> Engine | None:
    """The engine for a library; None if Python is to play.

    ``wanted`` names a back end; None accepts any that is ready or worth compiling for this number of ``games``. Raises
    ``UsageError`` if the named back end cannot play them.
    """
    if wanted == PYTHON:
        return None
    if wanted is not None:
        try:
            return find_backend(wanted).make_engine(library, players)
        except UnsuitableBackend as why:
            hint = "leave --backend out, or use --backend python; 'rftg doctor' says more"
            raise UsageError(f"the back end {wanted} cannot play this: {why}", hint, "no-backend") from None
    for name in list_backends()[1:]:
        backend = find_backend(name)
        # Compiling takes seconds, so a small run uses an engine only if it is already compiled.
        if not backend.find_missing() and (games >= WORTH or backend.is_engine_ready(library, players)):
            try:
                return backend.make_engine(library, players)
            except UnsuitableBackend:
                continue
    return None


def checker_for(wanted: str | None, size: int) -> Checker | None:
    """The checker for logs of any game; None if Python is to check.

    ``wanted``: as for ``engine_for``. ``size``: the total size of the logs so far, in bytes.
    """
    names = list_backends()[1:] if wanted is None else [wanted] if wanted != PYTHON else []
    for backend in map(find_backend, names):
        if not backend.find_missing() and (wanted is not None or size >= LARGE or backend.is_checker_ready()):
            try:
                return backend.make_checker()
            except UnsuitableBackend:
                continue
    return None
