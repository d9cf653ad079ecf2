"""Importers, found by entry point; each replays the games recorded in one format through our engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from re import fullmatch
from typing import Any

from attrs import field, frozen

from rftg_dsl import plugins
from rftg_dsl.diagnostic import Unusable, suggestion
from rftg_dsl.importers.reading import read_games
from rftg_dsl.importers.report import Difference, Differs, ImportReport
from rftg_dsl.kernel.play import CHOOSE, USE, Play
from rftg_dsl.library import Library, library, standard
from rftg_dsl.log.randomness import RECORDED
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.write import LogFile
from rftg_dsl.plugins import IMPORTERS
from rftg_dsl.shelf import find_game

OpenLog = Callable[[Library, Play[Any], list[str]], Recorder | None]
"""A function that begins the log of a play, given its players' names; returns None if no log is wanted."""


class Wanted:
    """The edition, sets and options that the user requests for recorded games."""

    def __init__(
        self, edition: str | None = None, extra: Sequence[Path] = (), options: Mapping[str, str] | None = None
    ) -> None:
        self.edition = edition
        self.extra = tuple(extra)
        self.options = dict(options or {})
        self.loaded: dict[tuple[Any, ...], Library] = {}

    def check(self, game: str) -> None:
        """``Unusable`` or ``Rejected`` unless the game has the requested edition, sets and options."""
        if self.edition is not None or self.extra or self.options:
            library(game, self.edition, self.extra, self.options)

    def library(
        self,
        game: str,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        sets: Sequence[str] = (),
    ) -> Library:
        """The library a game was recorded with, plus the requested sets and options; each is loaded once.

        ``sets`` are the ids of the shipped sets that it was recorded with.
        """
        chosen = {**self.options, **(options or {})}
        named = [str(one) for one in self.extra]
        extra: list[str | Path] = [*(one for one in sets if one not in named), *self.extra]
        if not extra and not chosen:
            return standard(game, edition or self.edition)
        key = (game, edition or self.edition, tuple(sorted(chosen.items())), tuple(extra))
        if key not in self.loaded:
            self.loaded[key] = library(game, edition or self.edition, extra, chosen)
        return self.loaded[key]

    def agree(self, edition: str | None, options: Mapping[str, str]) -> None:
        """``Unusable`` if the request contradicts a recording's own edition or options."""
        if self.edition is not None and edition is not None and self.edition != edition:
            reason = f"a game was recorded with edition {edition!r}, not {self.edition!r}"
            raise Unusable(reason, "omit --edition: each game is replayed with its own", "wrong-edition")
        for key, value in self.options.items():
            if options.get(key, value) != value:
                reason = f"a game was recorded with option {key}={options[key]}, not {value}"
                raise Unusable(reason, f"omit --option {key}=...: each game has its own", "wrong-option")


@frozen
class Importer:
    """A format of recorded games."""

    name: str
    game: str
    about: str
    recognise: Callable[[Mapping[str, Any]], str]
    """The id of a recorded game; empty if it is not one of this format."""
    follow: Callable[[Mapping[str, Any], OpenLog, Wanted], Iterable[Differs] | None]
    """Replays one recorded game through our engine; raises ``Differs`` at the first difference.

    It may return the differences that come from a known mistake of the recorder.
    """
    answers: frozenset[str] = field(kw_only=True)
    """The names of the questions that its recordings answer; each must be one of the game's."""


def importer_names() -> list[str]:
    """The names of the installed importers, without loading them."""
    return list(plugins.installed(IMPORTERS))


def find_importer(name: str) -> Importer:
    """An importer by name; ``Unusable`` if there is none, ``Broken`` if it cannot be used."""
    point = plugins.installed(IMPORTERS).get(name)
    if point is None:
        hint = suggestion(name, importer_names(), "known formats")
        raise Unusable(f"{name!r} is not a known format of recorded games", hint, "unknown-format")
    found = plugins.load(point)
    if reasons := tuple(breaches(found, name)):
        raise plugins.broken(point, reasons)
    importer: Importer = found
    return importer


def breaches(found: object, name: str) -> Iterator[str]:
    """The problems with an importer, one sentence each; its game must be installed."""
    if not isinstance(found, Importer):
        yield f"it must be an Importer, not {type(found).__name__!r}"
        return
    if found.name != name:
        yield f"it is listed as {name!r} but calls itself {found.name!r}"
    asked = {question.name for question in (*find_game(found.game).questions, USE, CHOOSE)}
    for unknown in sorted(found.answers - asked):
        yield f"it answers {unknown!r}, a question that {found.game!r} never asks"


def import_file(importer: Importer, path: Path, to: Path | None = None, wanted: Wanted | None = None) -> ImportReport:
    """Follow every game in a file; with ``to``, write a log of each into that folder."""
    ids: list[str] = []
    differences: list[Difference] = []
    accounted: list[Difference] = []
    wanted = wanted or Wanted()
    wanted.check(importer.game)
    for nth, game in enumerate(read_games(path), 1):
        name = importer.recognise(game)
        if not name:
            hint = f"{importer.name} reads {importer.about}"
            raise Unusable(f"game {nth} of {path} is not recorded in this format", hint, "wrong-recording")
        try:
            with logging_to(None if to is None else to / log_name(name, nth, ids)) as open_log:
                known = importer.follow(game, open_log, wanted) or ()
            accounted += [difference(name, one) for one in known]
        except Differs as found:
            differences.append(difference(name, found))
        ids.append(name)
    return ImportReport(len(ids), len(ids) - len(differences), tuple(differences), tuple(accounted))


def difference(game: str, found: Differs) -> Difference:
    """A difference in a recorded game, for the report."""
    return Difference(game, found.line, found.what, found.ours, found.theirs)


def make_folder(folder: Path) -> None:
    """Make a folder if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(
            f"{folder} cannot be made: {error.strerror}", "name a folder for the logs", "unwritable"
        ) from None


def log_name(game: str, nth: int, taken: list[str]) -> str:
    """The file name of a game's log: its id, or its number if the id is a repeat or not a plain name."""
    plain = fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", game) and game not in taken
    return f"{game if plain else f'game-{nth}'}.rlog"


@contextmanager
def logging_to(path: Path | None) -> Iterator[OpenLog]:
    """A function that begins a log at this path; if the game differs before its end, the log stays unfinished."""
    files: list[LogFile] = []

    def open_log(library: Library, play: Play[Any], seats: list[str]) -> Recorder | None:
        if path is None:
            return None
        make_folder(path.parent)
        files.append(LogFile(path, sync=False))
        return Recorder(play, library.game, head_of(library, play, RECORDED, seats), files[0], RECORDED)

    try:
        yield open_log
    finally:
        for file in files:
            file.close()
