"""Installed plugins, found by entry point: games, formats of recorded games, and bots.

A plugin that cannot be loaded raises ``Broken`` when it is requested; everything else keeps working.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GAMES = "rftg_dsl.games"
IMPORTERS = "rftg_dsl.importers"
BOTS = "rftg_dsl.bots"


class Broken(Exception):
    """A plugin that cannot be loaded or breaks its contract."""

    def __init__(self, name: str, where: str, reasons: tuple[str, ...]) -> None:
        super().__init__(name, where, reasons)
        self.name = name
        self.where = where
        """The entry point, ``module:object``, and its distribution."""
        self.reasons = reasons
        """The problems with it, one sentence each."""

    def __str__(self) -> str:
        """The plugin and the first reason."""
        return f"{self.name} ({self.where}) cannot be used: {self.reasons[0]}"


@cache
def installed(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name, sorted by name; looked up once."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def load(point: EntryPoint) -> Any:
    """The object of an entry point; ``Broken`` if importing it fails, or ends the program."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise Broken(point.name, place_of(point), (reason,)) from error


def place_of(point: EntryPoint) -> str:
    """The source of a plugin: its entry point and distribution."""
    return f"{point.value} of {point.dist.name} {point.dist.version}" if point.dist else point.value


def package_of(point: EntryPoint) -> str:
    """The name of the distribution that a plug-in comes with; its module where there is none."""
    return point.dist.name if point.dist else point.module.partition(".")[0]


def remedy(point: EntryPoint) -> str:
    """What to do about a broken plug-in."""
    package = package_of(point)
    return f"fix {package}, or uninstall it: pip uninstall {package}"
