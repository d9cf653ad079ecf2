"""Installed plug-ins, found by entry point: games, packages that extend games, importers, bots and back ends.

A plug-in that cannot be loaded raises ``PluginError`` when it is requested; everything else keeps working.
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
    """A plug-in that cannot be loaded, or breaks its contract."""

    def __init__(self, name: str, where: str, package: str, reasons: tuple[str, ...]) -> None:
        hint = f"fix {package}, or uninstall it: pip uninstall {package}"
        super().__init__(f"{name} ({where}) cannot be used: {reasons[0]}{word_more(reasons)}", hint, "broken-plugin")
        # Unpickling calls the class with ``args``; ``UsageError`` has set them to its own arguments.
        self.args = (name, where, package, reasons)
        self.name = name
        self.where = where
        """The entry point as ``module:object``, and its distribution."""
        self.package = package
        self.reasons = reasons


def word_more(reasons: Sequence[str]) -> str:
    """The number of reasons beyond the first, in words."""
    return f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""


@cache
def entry_points_of(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name, sorted; looked up once."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def load(point: EntryPoint) -> Any:
    """The object of an entry point; ``PluginError`` if importing it fails or exits the program."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise error_for(point, [" ".join(f"{type(error).__name__}: {error}".split())[:300]]) from error


def error_for(point: EntryPoint, reasons: Iterable[str]) -> PluginError:
    """The error for an unusable plug-in; ``reasons`` are one sentence each."""
    return PluginError(point.name, place_of(point), package_of(point), tuple(reasons))


def listing_of(wrong: PluginError) -> tuple[str, str]:
    """The ``entry_points.txt`` that lists a broken plug-in, and the part of it that names the plug-in's object."""
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
    """The name of a plug-in's distribution, or its top-level module if it has none."""
    return point.dist.name if point.dist else point.module.partition(".")[0]


OURS = __name__.partition(".")[0]


def find_foreign() -> Iterator[tuple[str, EntryPoint]]:
    """Plug-ins of other packages, each with its group."""
    for group in GROUPS:
        for point in entry_points_of(group).values():
            if point.module.partition(".")[0] != OURS:
                yield group, point


def origin_of(error: BaseException) -> str:
    """The innermost module and line of another package's plug-in in a traceback; empty if there is none."""
    packages = {point.module.partition(".")[0] for _, point in find_foreign()}
    for frame, number in reversed([*walk_tb(error.__traceback__)]):
        module = str(frame.f_globals.get("__name__"))
        if module.partition(".")[0] in packages:
            return f"{module}, line {number}"
    return ""
