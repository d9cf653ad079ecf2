"""Back ends: what plays whole games.

Python always can. Others are found by name and imported when they are needed. They give exactly what Python gives, or
nothing; then Python plays that game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from attrs import frozen

from rftg_dsl.base.diagnostic import Unusable, suggest_nearest
from rftg_dsl.base.plugins import BACKENDS, entry_points_of, load
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library

PYTHON = "python"
BUILT_IN = {"native": "rftg_dsl.native.backend"}
"""The module of each back end that comes with the program; its ``backend`` is a ``Backend``."""

WORTH = 300
"""For so many games it is worth while to make what a back end needs."""


LARGE = 20_000_000
"""For so many bytes of logs it is worth while to make what checks them without rules."""


class Unsuited(Exception):
    """Why a back end cannot play something."""


class Outcome(NamedTuple):
    """What a game came to."""

    decisions: int
    events: int
    rounds: int
    scores: Sequence[int]
    winners: Sequence[int]


@frozen
class Played:
    """A game that was played."""

    outcome: Outcome
    report: bytes
    """The report at its end, as JSON."""
    log: bytes
    """Its log; empty if none was asked for."""


@frozen
class Followed:
    """A log that was played again up to its end, and is right so far."""

    used: int
    """How many bytes of it that is."""
    size: int
    """How many lines that is."""
    nodes: Sequence[bytes]
    """The nodes of the tree over these lines."""
    roots: Mapping[int, bytes]
    """The root after each mark and the end, by the number of lines up to it."""


@frozen
class Ahead:
    """How a game is played on from a guess."""

    sensible: bool
    """Whether all seats follow the advice of the game; otherwise they answer at random."""
    horizon: int
    """For how many rounds or turns, the present one included; 0: to the end of the game."""
    answers: int
    """The most answers; then it is judged as it is."""


Looks = Callable[[Sequence[int], int], Sequence[Sequence[float]] | None]
"""Looks at one decision: for some of the picks, by number, what every seat can expect to score if it is answered so.

Everything follows from the second number. None if Python has to look.
"""


class Source(Protocol):
    """Where the results of a game come from, and what its log says of that."""

    @property
    def seed(self) -> str | None:
        """The text that all results follow from; None if it is not known."""

    @property
    def text(self) -> str:
        """The text that bots choose by."""

    @property
    def head(self) -> Mapping[str, Any]:
        """What the head of a log says of it."""

    @property
    def opening(self) -> Sequence[Mapping[str, Any]]:
        """The records before the first result."""

    @property
    def closing(self) -> Sequence[Mapping[str, Any]]:
        """The records after the last one."""


class Engine(Protocol):
    """Plays the games of a library for a number of seats."""

    players: int
    warnings: Sequence[str]
    """What it leaves to Python, each with its place: a game that comes there is not played by it."""

    def play_random_game(self, dice: Source, names: Sequence[str] | None, rounds: int) -> Played | None:
        """A game between bots that answer at random, stopped after so many rounds; None if Python has to play it.

        ``names``: those of the seats in its log; None: without a log.
        """

    def play_random_games(self, seeds: Sequence[str], rounds: int) -> Sequence[Outcome | None]:
        """Many such games without logs, one for each seed; None for each one that Python has to play."""

    def follow(self, log: bytes, head: Mapping[str, Any], dice: Source) -> Followed | None:
        """Play again what a log says, and compare every line up to its end; None if Python has to.

        Where no seed is known, the log gives the results; they have to be possible.
        """

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> Looks | None:
        """Looks at the pending decision of a play of the library; None if Python has to make them."""


class Checker(Protocol):
    """Checks logs of any game without its rules."""

    def check_log(self, log: bytes, game: str, dice: Source, shares: int) -> Followed | None:
        """What a log comes to that is consistent up to its end, or as far as it goes; None if Python has to see.

        ``shares``: how many lines after the head have been checked.
        """


class Backend(Protocol):
    """Makes engines and a checker."""

    def find_missing(self) -> str:
        """What is not there that it needs on this system; empty if everything is."""

    def is_engine_ready(self, library: Library, players: int) -> bool:
        """Whether an engine can be had at once."""

    def make_engine(self, library: Library, players: int) -> Engine:
        """The engine for a library and a number of seats; making it can take seconds. ``Unsuited`` if there is none."""

    def is_checker_ready(self) -> bool:
        """Whether a checker can be had at once."""

    def make_checker(self) -> Checker:
        """What checks logs; making it can take a second. ``Unsuited`` if there is none."""


def list_backends() -> list[str]:
    """The names of all back ends."""
    return [PYTHON, *BUILT_IN, *[name for name in entry_points_of(BACKENDS) if name not in (PYTHON, *BUILT_IN)]]


def find_backend(name: str) -> Backend:
    """A back end other than Python, by name; ``Unusable`` if there is none."""
    if name in BUILT_IN:
        backend: Backend = import_module(BUILT_IN[name]).backend
        return backend
    if name in entry_points_of(BACKENDS):
        other: Backend = load(entry_points_of(BACKENDS)[name])
        return other
    hint = suggest_nearest(name, list_backends()) or f"known back ends: {', '.join(list_backends())}"
    raise Unusable(f"{name!r} is not a known back end", hint, "no-backend")


def check_backend(wanted: str | None) -> None:
    """``Unusable`` if a back end that somebody wants is not known, or lacks something here."""
    if wanted not in (None, PYTHON) and (missing := find_backend(str(wanted)).find_missing()):
        hint = f"leave --backend out, or use --backend {PYTHON}"
        raise Unusable(f"the back end {wanted} cannot be used without {missing}", hint, "no-backend")


def engine_for(library: Library, players: int, wanted: str | None, games: int) -> Engine | None:
    """What plays games of a library; None: Python.

    ``wanted``: the name of the back end; None: any that is ready, or that is worth while for so many games.
    ``Unusable`` if the back end that is wanted cannot play them.
    """
    if wanted == PYTHON:
        return None
    if wanted is not None:
        try:
            return find_backend(wanted).make_engine(library, players)
        except Unsuited as why:
            hint = "leave --backend out, or use --backend python; 'rftg doctor' says more"
            raise Unusable(f"the back end {wanted} cannot play this: {why}", hint, "no-backend") from None
    for name in list_backends()[1:]:
        backend = find_backend(name)
        if not backend.find_missing() and (games >= WORTH or backend.is_engine_ready(library, players)):
            try:
                return backend.make_engine(library, players)
            except Unsuited:
                continue
    return None


def checker_for(wanted: str | None, size: int) -> Checker | None:
    """What checks logs without their rules; None: Python.

    ``wanted``: as for ``engine_for``. ``size``: how many bytes of logs there are so far.
    """
    names = list_backends()[1:] if wanted is None else [wanted] if wanted != PYTHON else []
    for backend in map(find_backend, names):
        if not backend.find_missing() and (wanted is not None or size >= LARGE or backend.is_checker_ready()):
            try:
                return backend.make_checker()
            except Unsuited:
                continue
    return None
