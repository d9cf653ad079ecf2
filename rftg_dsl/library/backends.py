"""Back ends: engines that play whole games.

Python can always play. Other back ends are found by name and imported on demand. They give exactly Python's results or
none at all; then Python plays that game.
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
"""The number of games at which compiling an engine pays."""


LARGE = 20_000_000
"""The bytes of logs at which compiling a checker pays."""


class UnsuitableBackend(Exception):
    """A back end cannot play or check this; the message says why."""


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
    """Bytes verified."""
    size: int
    """Lines verified."""
    nodes: Sequence[bytes]
    """The Merkle tree nodes over these lines."""
    roots: Mapping[int, bytes]
    """The root after each mark and at the end, by number of lines."""


@frozen
class Ahead:
    """Settings of a play-out."""

    sensible: bool
    """Whether all seats follow the game's advice; otherwise they answer at random."""
    horizon: int
    """Rounds or turns to play, including the present one; 0: to the end of the game."""
    answers: int
    """The most answers; then the position is judged as it is."""


Looks = Callable[[Sequence[int], int], Sequence[Sequence[float]] | None]
"""Looks at one decision: for some picks, by number, what every seat can expect to score after each.

Everything follows from the second argument, a seed. None if Python has to look.
"""


class Source(Protocol):
    """The origin of a game's chance results, and the log records that describe it."""

    @property
    def seed(self) -> str | None:
        """The text that all results follow from; None if unknown."""

    @property
    def text(self) -> str:
        """The seed of the bots' choices."""

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
    """Whatever is left to Python, with locations: a game that reaches it is not played by this engine."""

    def play_random_game(self, dice: Source, names: Sequence[str] | None, rounds: int) -> Played | None:
        """Play a game between random bots, stopped after ``rounds``; None if Python has to play it.

        ``names`` are the names of the seats in its log; None: no log.
        """

    def play_random_games(self, seeds: Sequence[str], rounds: int) -> Sequence[Outcome | None]:
        """Play a game between random bots for each seed, without logs; None for each that Python has to play."""

    def follow(self, log: bytes, head: Mapping[str, Any], dice: Source) -> Followed | None:
        """Replay a log and compare every line up to its end; None if Python has to.

        Without a known seed, the log supplies the chance results, and they have to be possible.
        """

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> Looks | None:
        """Looks at the pending decision of ``play``; None if Python has to make them."""


class Checker(Protocol):
    """Checks logs of any game without its rules."""

    def check_log(self, log: bytes, game: str, dice: Source, shares: int) -> Followed | None:
        """The verified part of a log; None if Python has to check.

        ``shares`` is the number of lines after the head that have already been checked.
        """


class Backend(Protocol):
    """Makes engines and a checker."""

    def find_missing(self) -> str:
        """The requirements that this system lacks, in words; empty if none."""

    def is_engine_ready(self, library: Library, players: int) -> bool:
        """Whether ``make_engine`` has nothing left to compile."""

    def make_engine(self, library: Library, players: int) -> Engine:
        """Compiling can take seconds; ``UnsuitableBackend`` if there can be no engine for this library."""

    def is_checker_ready(self) -> bool: ...

    def make_checker(self) -> Checker:
        """Compiling can take a second; ``UnsuitableBackend`` if there can be no checker."""


def list_backends() -> list[str]:
    return [PYTHON, *BUILT_IN, *[name for name in entry_points_of(BACKENDS) if name not in (PYTHON, *BUILT_IN)]]


def find_backend(name: str) -> Backend:
    """A back end other than Python; ``UsageError`` if the name is unknown."""
    if name in BUILT_IN:
        backend: Backend = import_module(BUILT_IN[name]).backend
        return backend
    if name in entry_points_of(BACKENDS):
        other: Backend = load(entry_points_of(BACKENDS)[name])
        return other
    hint = suggest_nearest(name, list_backends()) or f"known back ends: {', '.join(list_backends())}"
    raise UsageError(f"{name!r} is not a known back end", hint, "no-backend")


def check_backend(wanted: str | None) -> None:
    """``UsageError`` if the requested back end is unknown, or this system lacks something it requires."""
    if wanted not in (None, PYTHON) and (missing := find_backend(str(wanted)).find_missing()):
        hint = f"leave --backend out, or use --backend {PYTHON}"
        raise UsageError(f"the back end {wanted} cannot be used without {missing}", hint, "no-backend")


def engine_for(library: Library, players: int, wanted: str | None, games: int) -> Engine | None:
    """The engine for a library; None: Python plays.

    ``wanted`` names a back end; None takes any that is ready, or worth compiling for this number of ``games``.
    ``UsageError`` if the back end named cannot play them.
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
    """The checker for logs of any game; None: Python checks.

    ``wanted``: as for ``engine_for``. ``size``: the total bytes of logs so far.
    """
    names = list_backends()[1:] if wanted is None else [wanted] if wanted != PYTHON else []
    for backend in map(find_backend, names):
        if not backend.find_missing() and (wanted is not None or size >= LARGE or backend.is_checker_ready()):
            try:
                return backend.make_checker()
            except UnsuitableBackend:
                continue
    return None
