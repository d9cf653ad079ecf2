"""Importers, found by entry point: each drives the games recorded in one format through our engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from re import fullmatch
from typing import Any

from attrs import frozen

from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import Library, Unusable
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.write import LogFile
from rftg_dsl.traces.reading import read_games
from rftg_dsl.traces.report import Difference, Differs, ImportReport

GROUP = "rftg_dsl.importers"

OpenLog = Callable[[Library, Play, list[str]], Recorder | None]
"""Begins the log of a play, with what played its seats; nothing if none is wanted."""


@frozen
class Importer:
    """A format of recorded games."""

    name: str
    game: str
    about: str
    recognise: Callable[[Mapping[str, Any]], str]
    """The id of a recorded game; empty if it is not one of this format."""
    follow: Callable[[Mapping[str, Any], OpenLog], None]
    """Drives one recorded game through our engine; raises ``Differs`` at the first difference."""


def importer_names() -> list[str]:
    """The importers that are installed, without loading them."""
    return sorted(point.name for point in entry_points(group=GROUP))


def find_importer(name: str) -> Importer:
    """An importer by name; ``Unusable`` with a suggestion if there is none."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            found: Importer = point.load()
            return found
    known = importer_names()
    raise Unusable(f"no importer is called {name!r}", did_you_mean(name, known) or f"known: {', '.join(known)}")


def import_file(importer: Importer, path: Path, to: Path | None = None) -> ImportReport:
    """Follow every game of a file; with ``to``, write one log for each into that folder."""
    ids: list[str] = []
    differences: list[Difference] = []
    if to is not None:
        make_folder(to)
    for nth, game in enumerate(read_games(path), 1):
        name = importer.recognise(game)
        if not name:
            hint = f"{importer.name} reads {importer.about}"
            raise Unusable(f"game {nth} of {path} is not recorded in this format", hint)
        try:
            with logging_to(None if to is None else to / log_name(name, nth, ids)) as open_log:
                importer.follow(game, open_log)
        except Differs as found:
            differences.append(Difference(name, found.line, found.what, found.ours, found.theirs))
        ids.append(name)
    return ImportReport(len(ids), len(ids) - len(differences), tuple(differences))


def make_folder(folder: Path) -> None:
    """The folder is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(f"{folder} cannot be made: {error.strerror}", "name a folder for the logs") from None


def log_name(game: str, nth: int, taken: list[str]) -> str:
    """The name of a game's log: its id, unless that is no plain name or stands twice in the file."""
    plain = fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", game) and game not in taken
    return f"{game if plain else f'game-{nth}'}.rlog"


@contextmanager
def logging_to(path: Path | None) -> Iterator[OpenLog]:
    """Gives what begins the log at this path; a log whose game is not followed to its end is left unfinished."""
    files: list[LogFile] = []

    def open_log(library: Library, play: Play, seats: list[str]) -> Recorder | None:
        if path is None:
            return None
        files.append(LogFile(path, sync=False))
        return Recorder(play, head_of(library, play, None, seats), files[0])

    try:
        yield open_log
    finally:
        for file in files:
            file.close()
