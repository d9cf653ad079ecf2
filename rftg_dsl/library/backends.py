"""Back ends: engines that play whole games.

The Python back end can always play. The others are found by name and imported on demand. They either produce exactly
the same results as Python, or decline and leave the game to Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
"""The modules of the back ends that ship with the program. Each module has a ``Backend`` called ``backend``."""

WORTH = 300
"""The minimum number of games for which compiling an engine pays off."""


LARGE = 20_000_000
"""The minimum total size of logs, in bytes, for which compiling a checker pays off."""


RANDOM, GREEDY = ENGINE_BOTS = "random", "greedy"
"""The bots that engines can play; ``play/bots.py`` describes them."""

PATIENCE = 1_000
"""The number of decisions, far more than a seat makes in a normal game, after which ``greedy`` plays at random."""


class UnsuitableBackend(Exception):
    """Raised by a back end that cannot play or check something; the message explains why."""


class GameSpec(NamedTuple):
    """A game to be played without a log."""

    seed: str
    bots: Sequence[str]
    """The bot for each seat, which must be one of ``ENGINE_BOTS``."""
    options: Mapping[str, str] | None = None
    """The game options, which may differ from the library's only in free texts; None for those of the library."""
    withheld: Collection[int] | None = None
    """For coupled chance, the pieces that are drawn last; see ``rftg_dsl/balance``. None for ordinary chance."""


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
    """The log; empty if none was requested."""


@frozen
class Followed:
    """The verified part of a log, which extends to the log's end if the log is complete."""

    used: int
    """The number of bytes that were verified."""
    size: int
    """The number of lines that were verified."""
    nodes: Sequence[bytes]
    """The Merkle tree nodes that cover these lines."""
    roots: Mapping[int, bytes]
    """The Merkle root after each mark and at the end, keyed by number of lines."""


@frozen
class Ahead:
    """The settings of a playout."""

    sensible: bool
    """Whether all seats follow the game's advice; if not, they answer at random."""
    horizon: int
    """The number of rounds or turns to play, including the current one; 0 plays to the end of the game."""
    answers: int
    """The maximum number of answers; after that, the position is judged as it is."""


Looks = Callable[[Sequence[int], int], Sequence[Sequence[float]] | None]
"""A function that looks ahead from a decision. Given the numbers of some picks, it returns, for each pick, the score
that each seat can expect.

The second argument is a seed, which determines the result. The result is None if Python has to look ahead instead.
"""


class Source(Protocol):
    """The source of a game's chance results, and the log records that describe it."""

    @property
    def seed(self) -> str | None:
        """The seed that determines all results; None if it is unknown."""

    @property
    def text(self) -> str:
        """The seed for the bots' choices."""

    @property
    def head(self) -> Mapping[str, Any]:
        """The value of ``randomness`` in the head of a log."""

    @property
    def opening(self) -> Sequence[Mapping[str, Any]]:
        """The records before the first result."""

    @property
    def closing(self) -> Sequence[Mapping[str, Any]]:
        """The records after the last result."""


class Engine(Protocol):
    """Plays games of one library with one number of seats."""

    players: int
    warnings: Sequence[str]
    """Descriptions, with locations, of everything that this engine leaves to Python. The engine does not play a game
    that reaches any of these."""

    def play_game(self, dice: Source, bots: Sequence[str], logged: bool, rounds: int) -> Played | None:
        """Play a game between bots, stopping after ``rounds``. Return None if Python has to play the game."""

    def play_games(self, games: Sequence[GameSpec], rounds: int) -> Sequence[Outcome | None]:
        """Play many games; the result is None for a game that Python has to play."""

    def follow(self, log: bytes, head: Mapping[str, Any], dice: Source) -> Followed | None:
        """Replay a log, comparing every line up to the end of the log. Return None if Python has to do this.

        If the seed is unknown, the chance results are taken from the log and merely have to be possible.
        """

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> Looks | None:
        """Create a ``Looks`` for the pending decision of ``play``. Return None if Python has to look ahead."""


class Checker(Protocol):
    """Checks logs of any game without using its rules."""

    def check_log(self, log: bytes, game: str, dice: Source, shares: int) -> Followed | None:
        """Return the verified part of a log, or None if Python has to check it.

        ``shares`` is the number of lines after the head that have already been checked.
        """


class Backend(Protocol):
    """Creates engines and a checker."""

    def find_missing(self) -> str:
        """Describe the requirements that this system does not meet; empty if it meets all of them."""

    def is_engine_ready(self, library: Library, players: int) -> bool:
        """Whether ``make_engine`` has nothing left to compile."""

    def make_engine(self, library: Library, players: int) -> Engine:
        """Create an engine, which can take seconds to compile.

        Raise ``UnsuitableBackend`` if an engine cannot be created for this library.
        """

    def is_checker_ready(self) -> bool: ...

    def make_checker(self) -> Checker:
        """Create a checker, which can take a second to compile. Raise ``UnsuitableBackend`` if one cannot be
        created."""


def list_backends() -> list[str]:
    return [PYTHON, *BUILT_IN, *[name for name in entry_points_of(BACKENDS) if name not in (PYTHON, *BUILT_IN)]]


def find_backend(name: str) -> Backend:
    """Find a back end other than Python. Raise ``UsageError`` if the name is unknown."""
    if name in BUILT_IN:
        backend: Backend = import_module(BUILT_IN[name]).backend
        return backend
    if name in entry_points_of(BACKENDS):
        other: Backend = load(entry_points_of(BACKENDS)[name])
        return other
    hint = suggest_nearest(name, list_backends()) or f"known back ends: {', '.join(list_backends())}"
    raise UsageError(f"{name!r} is not a known back end", hint, "no-backend")


def check_backend(wanted: str | None) -> None:
    """Raise ``UsageError`` if the requested back end is unknown, or if this system does not meet the back end's
    requirements."""
    if wanted not in (None, PYTHON) and (missing := find_backend(str(wanted)).find_missing()):
        hint = f"leave out --backend, or use --backend {PYTHON}"
        raise UsageError(f"the back end {wanted} cannot be used without {missing}", hint, "no-backend")


def engine_for(library: Library, players: int, wanted: str | None, games: int) -> Engine | None:
    """Create an engine for a library, or return None if Python should play.

    ``wanted`` specifies a back end; None accepts any back end that is ready or worth compiling for this number of
    ``games``. Raise ``UsageError`` if the specified back end cannot play the games.
    """
    if wanted == PYTHON:
        return None
    if wanted is not None:
        try:
            return find_backend(wanted).make_engine(library, players)
        except UnsuitableBackend as why:
            hint = "leave out --backend, or use --backend python; 'rftg doctor' shows details"
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
    """Create a checker for logs of any game, or return None if Python should check them.

    ``wanted`` is used as in ``engine_for``; ``size`` is the total size of the logs so far, in bytes.
    """
    names = list_backends()[1:] if wanted is None else [wanted] if wanted != PYTHON else []
    for backend in map(find_backend, names):
        if not backend.find_missing() and (wanted is not None or size >= LARGE or backend.is_checker_ready()):
            try:
                return backend.make_checker()
            except UnsuitableBackend:
                continue
    return None
