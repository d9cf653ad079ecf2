"""What is there on this system, and what that means: the answers of ``rftg doctor``."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, distribution, version
from time import perf_counter
from typing import Any

from attrs import asdict, define, field

from rftg_dsl.base.version import __version__
from rftg_dsl.library.backends import Unsuited, find_backend, list_backends
from rftg_dsl.library.load import Library

EXTRA = re.compile(r"(?P<name>[\w.-]+).*; extra == ['\"](?P<extra>[\w-]+)['\"]")
"""A requirement of an extra, in the metadata of a package."""

FOR_DEVELOPERS = {"test", "docs"}
"""The extras that users do not need."""


@define
class Tried:
    """What a back end could do with a game."""

    backend: str
    why: str = ""
    """Why it cannot play it; empty if it can."""
    seconds: float = 0.0
    """How long it took to get ready."""
    python: list[str] = field(factory=list)
    """What it leaves to Python, each with its place."""


@define
class Health:
    """What is there."""

    version: str
    python: str
    system: str
    extras: dict[str, bool]
    """Each extra, and whether it is installed."""
    backends: dict[str, str]
    """Each back end, and what is missing for it; empty if nothing is."""
    tried: list[Tried]
    """What each back end other than Python could do with the game that was named."""

    def as_plain(self) -> dict[str, Any]:
        """All of it as data."""
        return asdict(self)


def check_health(library: Library | None = None, players: int = 2) -> Health:
    """What is there; with a library, its native code is made if there is none yet."""
    names = list_backends()[1:]
    return Health(
        __version__,
        platform.python_version(),
        f"{platform.system()} {platform.machine()}",
        list_extras(),
        {name: find_backend(name).find_missing() for name in names},
        [try_backend(name, library, players) for name in names] if library is not None else [],
    )


def list_extras() -> dict[str, bool]:
    """Each extra for users, and whether everything it needs is installed."""
    extras: dict[str, bool] = {}
    try:
        wanted = distribution("rftg-dsl").requires or []
    except PackageNotFoundError:
        return extras
    for requirement in wanted:
        match = EXTRA.match(requirement)
        if match and match["extra"] not in FOR_DEVELOPERS:
            extras[match["extra"]] = extras.get(match["extra"], True) and is_installed(match["name"])
    return dict(sorted(extras.items()))


def is_installed(name: str) -> bool:
    """Whether a distribution is installed."""
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def try_backend(name: str, library: Library, players: int) -> Tried:
    """What a back end can do with a library."""
    library.rules(players)
    began = perf_counter()
    try:
        engine = find_backend(name).make_engine(library, players)
    except Unsuited as why:
        return Tried(name, str(why))
    return Tried(name, "", perf_counter() - began, [*engine.warnings])
