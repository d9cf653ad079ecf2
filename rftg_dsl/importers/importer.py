"""Importers, which are found by entry point; each importer uses our engine to replay games in one recorded format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from operator import sub
from pathlib import Path
from re import fullmatch
from typing import Any

from attrs import field, frozen

from rftg_dsl.base import plugins
from rftg_dsl.base.diagnostic import UsageError, suggest_known
from rftg_dsl.base.plugins import IMPORTERS
from rftg_dsl.importers.import_report import (
    INCOMPLETE,
    LISTS,
    OUTCOMES,
    UNSCORED,
    Difference,
    Disagreement,
    Followed,
    Imported,
    ImportReport,
    Scored,
    Unread,
)
from rftg_dsl.importers.reading import read_games
from rftg_dsl.kernel.play import CHOOSE, USE, Play
from rftg_dsl.library.installed import find_game
from rftg_dsl.library.load import Library, load_library, load_standard
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.write_log import LogFile
from rftg_dsl.log.proof.randomness import RECORDED

OpenLog = Callable[[Library, Play[Any], list[str]], Recorder | None]
"""A function that begins a log for a play, given the players' names, or returns None if no log is wanted."""


class Wanted:
    """The edition, sets and options requested for recorded games, and the departures to tolerate."""

    def __init__(
        self,
        edition: str | None = None,
        extra: Sequence[str | Path] = (),
        options: Mapping[str, str] | None = None,
        tolerate: Collection[str] = (),
    ) -> None:
        self.edition = edition
        self.extra = tuple(extra)
        self.options = dict(options or {})
        self.tolerate = frozenset(tolerate)
        self.loaded: dict[tuple[Any, ...], Library] = {}

    def check(self, importer: Importer) -> None:
        for name in sorted(self.tolerate - {*importer.tolerances}):
            hint = suggest_known(name, importer.tolerances, "tolerances")
            raise UsageError(f"{importer.name!r} has no tolerance called {name!r}", hint, "wrong-option")
        if self.edition is not None or self.extra or self.options:
            load_library(importer.game, self.edition, self.extra, self.options)

    def library(
        self,
        game: str,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        sets: Sequence[str] = (),
    ) -> Library:
        """Return the library that a game was recorded with, plus the requested sets and options; libraries are cached.

        ``sets`` are the ids of the shipped sets that the game was recorded with.
        """
        chosen = {**self.options, **(options or {})}
        named = [str(name) for name in self.extra]
        # A set that the user specifies replaces the shipped set with the same id.
        extra: list[str | Path] = [*(set_id for set_id in sets if set_id not in named), *self.extra]
        if not extra and not chosen:
            return load_standard(game, edition or self.edition)
        key = (game, edition or self.edition, tuple(sorted(chosen.items())), tuple(extra))
        if key not in self.loaded:
            self.loaded[key] = load_library(game, edition or self.edition, extra, chosen)
        return self.loaded[key]

    def agree(self, edition: str | None, options: Mapping[str, str]) -> None:
        if self.edition is not None and edition is not None and self.edition != edition:
            reason = f"a game was recorded with the edition {edition!r}, not {self.edition!r}"
            raise UsageError(reason, "leave out --edition: each game is replayed with its own edition", "wrong-edition")
        for key, value in self.options.items():
            if options.get(key, value) != value:
                reason = f"a game was recorded with the option {key}={options[key]}, not {value}"
                raise UsageError(
                    reason, f"leave out --option {key}=...: each game is replayed with its own options", "wrong-option"
                )


@frozen
class Importer:
    """An importer for one format of recorded games."""

    name: str
    game: str
    about: str
    recognise: Callable[[Mapping[str, Any]], str]
    """Returns the id of a recorded game, or an empty string if the game is not in this format."""
    follow: Callable[[Mapping[str, Any], OpenLog, Wanted], Followed | None]
    """Replays a recorded game in our engine as far as the recording goes; returns None if the game simply agrees.

    Raises ``Disagreement`` at the first difference, and ``UsageError`` for a recording that cannot be followed.
    """
    answers: frozenset[str] = field(kw_only=True)
    """The names of the questions that the recordings answer; all of them must be questions in the game."""
    read: Callable[[Path], Iterator[dict[str, Any]]] = field(default=read_games, kw_only=True)
    """Yields the recorded games in a file, and raises ``UsageError`` at the first part that cannot be read."""
    tolerances: Mapping[str, str] = field(factory=dict, kw_only=True)
    """The departures from the rules that a user can choose to tolerate, each with a one-sentence explanation."""
    has_logs: bool = field(default=True, kw_only=True)
    """Whether a game can become a log; a position that is scored cannot."""


def list_importers() -> list[str]:
    return list(plugins.entry_points_of(IMPORTERS))


def find_importer(name: str) -> Importer:
    """Load an importer. Raise ``UsageError`` if there is no such importer, ``PluginError`` if it cannot be used."""
    point = plugins.entry_points_of(IMPORTERS).get(name)
    if point is None:
        hint = suggest_known(name, list_importers(), "known formats")
        raise UsageError(f"{name!r} is not a known recording format", hint, "unknown-format")
    loaded = plugins.load(point)
    if reasons := tuple(find_breaches(loaded, name)):
        raise plugins.error_for(point, reasons)
    importer: Importer = loaded
    return importer


def find_breaches(importer: object, name: str) -> Iterator[str]:
    if not isinstance(importer, Importer):
        yield f"it must be an Importer, not {type(importer).__name__!r}"
        return
    if importer.name != name:
        yield f"it is listed as {name!r} but calls itself {importer.name!r}"
    asked = {question.name for question in (*find_game(importer.game).questions, USE, CHOOSE)}
    for unknown in sorted(importer.answers - asked):
        yield f"it answers the question {unknown!r}, which {importer.game!r} never asks"


def import_file(importer: Importer, path: Path, to: Path | None = None, wanted: Wanted | None = None) -> ImportReport:
    """Follow every game in a file; with ``to``, write a log of each game to that folder."""
    report = import_files(importer, [path], to, wanted)
    for unread in report.unread:
        # A caller that passes a single file wants the error itself.
        raise unread.error
    return report


def import_files(
    importer: Importer,
    paths: Sequence[Path],
    to: Path | None = None,
    wanted: Wanted | None = None,
    *,
    every_seat: bool = False,
) -> ImportReport:
    """Follow every game in the given files; a file that cannot be used is listed and skipped.

    With ``to``, write a log of each game to that folder. With ``every_seat``, report the score of each seat in the
    positions, which takes memory for each. Raise ``UsageError`` if there are no files at all, or no logs to write.
    """
    if not paths:
        raise UsageError("no recording was specified", "specify files with recorded games", "missing-file")
    if to is not None and not importer.has_logs:
        reason = f"{importer.name!r} scores positions, and a position has no log"
        raise UsageError(reason, "leave out --out; the report has each score", "no-log")
    wanted = wanted or Wanted()
    wanted.check(importer)
    tally = Tally(importer, to, wanted, every_seat)
    for path in paths:
        tally.add_file(path)
    return tally.make_report()


class Tally:
    """The findings from the games followed so far."""

    def __init__(self, importer: Importer, to: Path | None, wanted: Wanted, every_seat: bool = False) -> None:
        self.importer = importer
        self.to = to
        self.wanted = wanted
        self.every_seat = every_seat
        self.games = 0
        self.agree = 0
        self.names = FileNames()
        self.findings: dict[str, list[Difference]] = {name: [] for name in LISTS}
        self.with_illegal = 0
        """The number of games with illegal moves, of which a game can have several."""
        self.with_unscored = 0
        """The number of games with a seat that cannot be scored, of which a game can have several."""
        self.seats = dict.fromkeys(OUTCOMES, 0)
        self.scores: list[Scored] = []
        self.unknown: dict[str, None] = {}
        self.unread: list[Unread] = []
        self.files: list[Imported] = []

    def add_file(self, path: Path) -> None:
        before = self.count_results()
        try:
            for nth, game in enumerate(self.importer.read(path), 1):
                self.add(path, nth, game)
        except UsageError as error:
            self.unread.append(Unread(str(path), error))
        games, agree, conceded, incomplete, illegal, unscored, unread = map(sub, self.count_results(), before)
        self.files.append(Imported(str(path), games, agree, conceded, incomplete, illegal, unscored, not unread))

    def count_results(self) -> tuple[int, ...]:
        single = len(self.findings["conceded"]), len(self.findings["incomplete"])
        return self.games, self.agree, *single, self.with_illegal, self.with_unscored, len(self.unread)

    def add(self, path: Path, nth: int, game: Mapping[str, Any]) -> None:
        name = self.importer.recognise(game)
        if not name:
            raise self.error_for_unrecognised(path, nth, game)
        log = None if self.to is None else self.to / self.make_file_name(name)
        try:
            with logging_to(log) as open_log:
                followed = self.importer.follow(game, open_log, self.wanted) or Followed()
        except Disagreement as differs:
            followed = end_at(differs)
        except UsageError as error:
            raise UsageError(f"{path}: {error.message}", error.hint, error.code) from None
        self.games += 1
        self.agree += followed.agrees
        self.with_illegal += bool(followed.illegal)
        self.with_unscored += bool(followed.unscored)
        for score in followed.scores:
            self.seats[score.outcome] += 1
        if self.every_seat:
            self.scores += [Scored(str(path), name, score) for score in followed.scores]
        for listed, findings in followed.list_findings().items():
            self.findings[listed] += [make_difference(path, name, finding) for finding in findings]
        self.unknown |= dict.fromkeys(followed.unknown)

    def error_for_unrecognised(self, path: Path, nth: int, game: Mapping[str, Any]) -> UsageError:
        hint = f"{self.importer.name} reads {self.importer.about}"
        for name in list_importers():
            # A broken plug-in must not hide the error about this file.
            with suppress(UsageError):
                if name != self.importer.name and find_importer(name).recognise(game):
                    hint = f"it is in another format; use: rftg import {name} {path}"
        return UsageError(f"game {nth} in {path} is not in this format", hint, "wrong-recording")

    def make_file_name(self, game: str) -> str:
        name, number = f"{game}.rlog", self.games
        # A recorded id can be any string, so make sure that the file name is not a path and is valid on all systems.
        while not (fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,104}", name) and self.names.is_free(name)):
            number += 1
            name = f"game-{number}.rlog"
        return self.names.take(name)

    def make_report(self) -> ImportReport:
        lists: dict[str, Any] = {name: tuple(findings) for name, findings in self.findings.items()}
        return ImportReport(
            self.games,
            self.agree,
            seats=self.seats,
            scores=tuple(self.scores),
            unknown=tuple(self.unknown),
            unread=tuple(self.unread),
            files=tuple(self.files),
            **lists,
        )


def end_at(differs: Disagreement) -> Followed:
    """The result of following a game that ends at a disagreement."""
    if differs.kind == INCOMPLETE:
        return Followed(incomplete=differs)
    return Followed(unscored=(differs,)) if differs.kind == UNSCORED else Followed(differences=(differs,))


def make_difference(path: Path, game: str, differs: Disagreement) -> Difference:
    return Difference(
        str(path), game, differs.line, differs.what, differs.ours, differs.theirs, differs.kind, differs.lines
    )


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be created: {error.strerror}", "specify a folder for the logs", "unwritable"
        ) from None


@contextmanager
def logging_to(path: Path | None) -> Iterator[OpenLog]:
    """Yield a function that begins a log at this path; if a difference ends the replay early, the log stays unfinished.

    Only the file's owner can read an unfinished log.
    """
    begun: list[tuple[LogFile, Play[Any]]] = []

    def open_log(library: Library, play: Play[Any], seats: list[str]) -> Recorder | None:
        if path is None:
            return None
        make_folder(path.parent)
        file = LogFile(path, sync=False, private=True)
        begun.append((file, play))
        return Recorder(play, library.game, head_of(library, play, RECORDED, seats), file.write, RECORDED)

    try:
        yield open_log
    finally:
        for file, play in begun:
            # Until a game is over, its log may contain the seats' secrets.
            if play.over:
                file.publish()
            file.close()
