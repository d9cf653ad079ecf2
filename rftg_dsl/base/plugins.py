"""Finds installed plug-ins by entry point: games, packages that extend games, importers, bots and back ends.

Requesting a plug-in that cannot be loaded raises ``PluginError``; everything else keeps working.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from traceback import walk_tb
from typing import Any

from rftg_dsl.base.diagnostic import UsageError

GAMES = "rftg_dsl.games"
IMPORTERS = "rftg_dsl.importers"
BOTS = "rftg_dsl.bots"
PACKAGES = "rftg_dsl.extensions"
BACKENDS = "rftg_dsl.library.backends"
GROUPS = (GAMES, IMPORTERS, BOTS, PACKAGES, BACKENDS)


class PluginError(UsageError):
    """Raised for a plug-in that cannot be loaded, or that breaks its contract."""

    def __init__(self, name: str, where: str, package: str, reasons: tuple[str, ...]) -> None:
        hint = f"fix {package}, or uninstall it: pip uninstall {package}"
        super().__init__(f"{name} ({where}) cannot be used: {reasons[0]}{word_more(reasons)}", hint, "broken-plugin")
        # Unpickling calls the class with ``args``, which ``UsageError`` has set to its own arguments.
        self.args = (name, where, package, reasons)
        self.name = name
        self.where = where
        """The entry point as ``module:object``, followed by its distribution."""
        self.package = package
        self.reasons = reasons


def word_more(reasons: Sequence[str]) -> str:
    """A note with the number of reasons after the first; empty if there is only one reason."""
    return f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""


@cache
def entry_points_of(group: str) -> Mapping[str, EntryPoint]:
    """The entry points in a group, keyed by name and sorted; cached after the first lookup."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def load(point: EntryPoint) -> Any:
    """Load the object that an entry point refers to. Raise ``PluginError`` if importing it fails or exits the
    program."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise error_for(point, [" ".join(f"{type(error).__name__}: {error}".split())[:300]]) from error


def error_for(point: EntryPoint, reasons: Iterable[str]) -> PluginError:
    """The error for an unusable plug-in; each of the ``reasons`` is a whole sentence."""
    return PluginError(point.name, place_of(point), package_of(point), tuple(reasons))


def listing_of(wrong: PluginError) -> tuple[str, str]:
    """The text of the ``entry_points.txt`` that lists a broken plug-in, and the part that refers to the plug-in's
    object."""
    for group in GROUPS:
        point = entry_points_of(group).get(wrong.name)
        if point is not None and place_of(point) == wrong.where:
            text = point.dist.read_text("entry_points.txt") if point.dist else None
            return text or f"{point.name} = {point.value}\n", point.value
    return wrong.where, wrong.where


def place_of(point: EntryPoint) -> str:
    """The entry point with its distribution: ``module:object of name 1.0``."""
    return f"{point.value} of {point.dist.name} {point.dist.version}" if point.dist else point.value


def package_of(point: EntryPoint) -> str:
    """The name of a plug-in's distribution or, if it has none, of its top-level module."""
    return point.dist.name if point.dist else point.module.partition(".")[0]


OURS = __name__.partition(".")[0]


def find_foreign() -> Iterator[tuple[str, EntryPoint]]:
    """Yield the entry-point group and entry point of each plug-in from another package."""
    for group in GROUPS:
        for point in entry_points_of(group).values():
            if point.module.partition(".")[0] != OURS:
                yield group, point


def origin_of(error: BaseException) -> str:
    """The innermost module and line in a traceback that belong to another package's plug-in; empty if there are
    none."""
    packages = {point.module.partition(".")[0] for _, point in find_foreign()}
    for frame, number in reversed([*walk_tb(error.__traceback__)]):
        module = str(frame.f_globals.get("__name__"))
        if module.partition(".")[0] in packages:
            return f"{module}, line {number}"
    return ""
