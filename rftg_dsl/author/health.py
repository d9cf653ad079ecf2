"""The state of the installation, for ``rftg doctor``."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, distribution, version
from time import perf_counter
from typing import Any

from attrs import asdict, define, field

from rftg_dsl.base.version import __version__
from rftg_dsl.library.backends import UnsuitableBackend, find_backend, list_backends
from rftg_dsl.library.load import Library

EXTRA = re.compile(r"(?P<name>[\w.-]+).*; extra == ['\"](?P<extra>[\w-]+)['\"]")

FOR_DEVELOPERS = {"test", "docs"}


@define
class Tried:
    """The result of preparing a game on a back end."""

    backend: str
    why: str = ""
    """The reason why the back end cannot play the game; empty if it can."""
    seconds: float = 0.0
    python: list[str] = field(factory=list)


@define
class Health:
    """The state of the installation."""

    version: str
    python: str
    system: str
    extras: dict[str, bool]
    backends: dict[str, str]
    """The requirements that each back end lacks; empty if it is usable."""
    tried: list[Tried]
    """The result of preparing the given game on each back end other than Python."""

    def as_plain(self) -> dict[str, Any]:
        return asdict(self)


def check_health(library: Library | None = None, players: int = 2) -> Health:
    """Check the installation. If a library is given, its native code is compiled if necessary."""
    # The first back end is Python, which can play every game.
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
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def try_backend(name: str, library: Library, players: int) -> Tried:
    # Done before the clock starts, because compiling the rules is not part of the back end's work.
    library.rules(players)
    began = perf_counter()
    try:
        engine = find_backend(name).make_engine(library, players)
    except UnsuitableBackend as why:
        return Tried(name, str(why))
    return Tried(name, "", perf_counter() - began, [*engine.warnings])
