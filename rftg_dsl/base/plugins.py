"""Installed plugins, found by entry point: games, packages for them, formats of recorded games, bots and back ends.

A plugin that cannot be loaded raises ``Broken`` when it is requested; everything else keeps working.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from traceback import walk_tb
from typing import Any

from rftg_dsl.base.diagnostic import Unusable

GAMES = "rftg_dsl.games"
IMPORTERS = "rftg_dsl.importers"
BOTS = "rftg_dsl.bots"
PACKAGES = "rftg_dsl.extensions"
BACKENDS = "rftg_dsl.library.backends"
GROUPS = (GAMES, IMPORTERS, BOTS, PACKAGES, BACKENDS)


class Broken(Unusable):
    """A plug-in that cannot be loaded, or does not keep its contract."""

    def __init__(self, name: str, where: str, package: str, reasons: tuple[str, ...]) -> None:
        hint = f"fix {package}, or uninstall it: pip uninstall {package}"
        super().__init__(f"{name} ({where}) cannot be used: {reasons[0]}{word_more(reasons)}", hint, "broken-plugin")
        self.args = (name, where, package, reasons)
        self.name = name
        self.where = where
        """The entry point: ``module:object``, and the distribution that has it."""
        self.package = package
        self.reasons = reasons
        """What is wrong with it, one sentence each."""


def word_more(reasons: Sequence[str]) -> str:
    """How many more reasons there are than the first."""
    return f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""


@cache
def entry_points_of(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name, sorted by name; looked up once."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def load(point: EntryPoint) -> Any:
    """The object of an entry point; ``Broken`` if importing it fails, or ends the program."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise error_for(point, [" ".join(f"{type(error).__name__}: {error}".split())[:300]]) from error


def error_for(point: EntryPoint, reasons: Iterable[str]) -> Broken:
    """The error for a plug-in that cannot be used."""
    return Broken(point.name, place_of(point), package_of(point), tuple(reasons))


def listing_of(wrong: Broken) -> tuple[str, str]:
    """The text that lists a broken plug-in, and the part of it that names the plug-in's object."""
    for group in GROUPS:
        point = entry_points_of(group).get(wrong.name)
        if point is not None and place_of(point) == wrong.where:
            text = point.dist.read_text("entry_points.txt") if point.dist else None
            return text or f"{point.name} = {point.value}\n", point.value
    return wrong.where, wrong.where


def place_of(point: EntryPoint) -> str:
    """The source of a plugin: its entry point and distribution."""
    return f"{point.value} of {point.dist.name} {point.dist.version}" if point.dist else point.value


def package_of(point: EntryPoint) -> str:
    """The name of the distribution that a plug-in comes with; its module where there is none."""
    return point.dist.name if point.dist else point.module.partition(".")[0]


OURS = __name__.partition(".")[0]
"""The package of what comes with this program."""


def find_foreign() -> Iterator[tuple[str, EntryPoint]]:
    """The plug-ins of other packages, each with its group."""
    for group in GROUPS:
        for point in entry_points_of(group).values():
            if point.module.partition(".")[0] != OURS:
                yield group, point


def origin_of(error: BaseException) -> str:
    """The module and line of another package's plug-in where an error was raised; empty if it was raised in ours."""
    packages = {point.module.partition(".")[0] for _, point in find_foreign()}
    for frame, number in reversed([*walk_tb(error.__traceback__)]):
        module = str(frame.f_globals.get("__name__"))
        if module.partition(".")[0] in packages:
            return f"{module}, line {number}"
    return ""
