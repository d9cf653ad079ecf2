"""A game as data for the replay page, called a reel: its films, and everything that they refer to.

The reel of a whole log has a film of everything and one for each viewer. Their lines are in one list, in which viewers
who see the same share a line. A reel for a single viewer is made from the records that this viewer can read
(``Views``), so its line numbers differ from those in the log. Logs are untrusted; a damaged log is shown up to the
damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import REEL
from rftg_dsl.check.model import Side
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import Finder
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.replay import Eyes, as_seen, position_of
from rftg_dsl.log.account.viewed_records import Condenser, Views
from rftg_dsl.log.audit.verdict import RESTS, Verdict
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import DamagedLog, Log
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import guard_reading
from rftg_dsl.play.seen import Seen
from rftg_dsl.show.browser.content_data import looks_in, places_in, side_in, side_with_address, table_in, titles_in
from rftg_dsl.show.browser.film import Captions, Film, Line, pieces_in
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.wording.names import ids_of

Plain = dict[str, Any]
Reel = Plain

Viewer = int | None
"""A seat, ``PUBLIC``, or None for a film of everything."""

EVERYTHING = None

SCORING = 3_000
"""The steps (``log.format.budget``) that it costs to compute the scores that one viewer sees."""


def make_reel(log: Log, find: Finder, verdict: Verdict | None = None, eyes: Eyes | None = None) -> Reel:
    """Create a self-contained reel of a log; ``eyes`` restricts it to one viewer.

    ``find`` returns the content that the log was played with; if it finds none, the reel uses the names in the log.
    """
    return Winding(log, find, eyes, [EVERYTHING, PUBLIC, *range(log.head["players"])]).wind(verdict)


def make_quick_reel(log: Log, find: Finder, pictures: str) -> Reel:
    """Create a reel without the parts that are slow to produce: the viewers' films, the verdict and the pictures."""
    return Winding(log, find, None, [EVERYTHING]).wind(None, pictures)


def film_of(log: Log, find: Finder, viewer: int) -> Plain:
    """Create one viewer's film for the reel of a whole log."""
    winding = Winding(log, find, None, [viewer])
    return {"lines": [*winding.read_lines()], "tables": winding.tables}


class Winding:
    """Builds the reel for a log."""

    def __init__(self, log: Log, find: Finder, eyes: Eyes | None, viewers: Sequence[Viewer] = ()) -> None:
        """Without ``eyes``, which restrict the reel to one viewer, it has a film for each of the ``viewers``."""
        self.log = log
        self.eyes = Eyes(PUBLIC) if eyes is None and log.sealed else eyes
        viewers = viewers if self.eyes is None else [self.eyes.who]
        self.condenser = None if self.eyes is None or log.sealed else Condenser()
        """For a reel that is made from a single viewer's records."""
        spend = log.budget.spend
        self.captions = Captions(log.head, find, spend)
        with guard_reading(1):
            # The records of a sealed log are already those that its viewer reads.
            people = [] if log.sealed else [who for who in viewers if who is not None]
            self.views = Views(log.head, people, spend) if people else None
            self.films = {who: Film(self.captions, self.table_for(who), spend) for who in viewers}
        self.line = 0
        """The number of lines so far, as the reel counts them."""
        self.events = 0
        self.stopped: Plain | None = None
        """The first line that cannot be shown, with the reason; None if the log is undamaged."""

    def wind(self, verdict: Verdict | None, pictures: str = "") -> Reel:
        """Build the whole reel; ``pictures`` is the URL prefix for pictures, or empty to embed them."""
        lines = [*self.read_lines()]
        places = [place for film in self.films.values() for place in film.start["pieces"].values()]
        pieces = {*chain.from_iterable(places), *pieces_in(lines)} - {None}
        sides = sides_in(self.captions.grounds.found, pieces, self.captions.causes, pictures)
        return {**self.put_together(lines, verdict), **sides}

    def put_together(self, lines: Sequence[Line], verdict: Verdict | None) -> Reel:
        head, library = self.log.head, self.captions.grounds.found
        return {
            "game": head["game"],
            "title": library.model.words.title if library else head["game"],
            "edition": head["edition"],
            "options": head["options"],
            "sets": [entry["id"] for entry in head["sets"] if isinstance(entry, dict) and "id" in entry],
            "seats": list(map(player_name_of, head["seats"])),
            "names": head["names"],
            "tables": self.tables,
            "lines": lines,
            "stopped": self.stopped,
            "complete": self.log.complete,
            "seen_by": None if self.eyes is None else self.eyes.who,
            "causes": self.captions.causes,
            "missing": self.captions.grounds.missing,
            "verdict": describe_verdict(verdict, self.condenser is None),
            **vocabulary_of(library),
        }

    @property
    def tables(self) -> list[tuple[Viewer, Plain]]:
        """Each viewer's table at the start."""
        return [(viewer, film.start) for viewer, film in self.films.items()]

    def table_for(self, viewer: Viewer) -> Plain:
        if viewer is None or self.views is None:
            return self.log.head["table"]  # type: ignore[no-any-return]
        return self.views.table_for(viewer)

    def read_lines(self) -> Iterator[Line]:
        try:
            for number, record in as_seen(self.log, self.eyes if self.log.sealed else None):
                with guard_reading(number):
                    self.check_size(record)
                    lines = self.take(record)
                yield from lines
        except DamagedLog as wrong:
            if self.condenser is None:
                self.stopped = {"line": wrong.line, "reason": wrong.reason}
            else:
                # The real line number and the real reason could reveal hidden records.
                self.stopped = {"line": self.line + 1, "reason": "audit the whole log for the reason"}
        else:
            yield from self.merge({who: film.show_rest(self.line) for who, film in self.films.items() if film.changes})

    def take(self, record: Record) -> list[Line]:
        """Return the lines that show a record: none if no step ends there, several if viewers see different steps."""
        viewed = {} if self.views is None else self.views.read(record)
        if record["k"] == "mark" and self.views is not None:
            viewed = self.add_figures(viewed, self.views)
        if self.condenser is None:
            return self.show({who: record if who is None else viewed.get(who, record) for who in self.films})
        [(viewer, version)] = viewed.items()
        return [line for condensed in self.condenser.take(version) for line in self.show({viewer: condensed})]

    def show(self, versions: Mapping[Viewer, Record]) -> list[Line]:
        """Return the lines that show a record, given each film's version of it."""
        self.line += 1
        self.captions.forget_record()
        lines = {who: self.films[who].take(self.line, version) for who, version in versions.items()}
        return self.merge({who: line for who, line in lines.items() if line is not None})

    def add_figures(self, viewed: Mapping[int, Record], views: Views) -> dict[int, Record]:
        """Add the scores that each viewer sees to a mark, unless the mark has them or the content is missing."""
        library = self.captions.grounds.found
        if library is None:
            return {**viewed}
        self.log.budget.spend(SCORING * len(viewed))
        play = position_of(views.audience.truth.folded, library, self.log.head)
        points = {who: Seen(library.game, play, who).points for who in viewed}
        return {
            who: {"figures": {"seats": [{"score": {"total": total}} for total in points[who]]}} | version
            for who, version in viewed.items()
        }

    def check_size(self, record: Record) -> None:
        """Count a record's events, and raise ``UsageError`` once there are too many for a page."""
        self.events += len(record.get("fx", ()))
        if self.events > REEL.most:
            hint = "view part of it with 'rftg replay --round'"
            raise UsageError(f"the log has more than {REEL.most} events, too many for a page", hint, "file-too-large")

    def merge(self, lines: Mapping[Viewer, Line]) -> list[Line]:
        """Return a line as the viewers see it: each version once and, if there are several films, with its viewers."""
        if len(self.films) == 1:
            return [*lines.values()]
        versions: list[tuple[Line, list[Viewer]]] = []
        for viewer, line in lines.items():
            viewers = next((viewers for same, viewers in versions if same == line), None)
            if viewers is None:
                versions.append((line, [viewer]))
            else:
                viewers.append(viewer)
        return [{**line, "by": viewers} for line, viewers in versions]


def describe_verdict(verdict: Verdict | None, whole: bool = True) -> Plain | None:
    """Serialize a verdict and its evidence; omit the details unless the ``whole`` log is shown."""
    if verdict is None:
        return None
    if not whole:
        nothing: Plain = {"reason": "", "line": None, "rule": "", "remarks": [], "root": ""}
        return {"verdict": verdict.verdict, "rests": RESTS.get(verdict.randomness, ""), **nothing}
    return {
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "line": verdict.line,
        "rule": verdict.rule,
        "rests": RESTS.get(verdict.randomness, ""),
        "remarks": list(verdict.remarks),
        "root": verdict.root,
    }


def vocabulary_of(library: Library | None) -> Plain:
    if library is None:
        table: Plain = {"middle": [], "seat": [], "numbers": [], "selects": "", "selected": {}}
        return {"places": [], "looks": {}, "titles": {}, "phases": [], "table": table}
    words, at = library.model.words, studio_of(library)
    return {
        "places": places_in(words),
        "looks": looks_in(at),
        "titles": titles_in(words),
        "phases": list(words.phases),
        "table": table_in(at),
    }


def sides_in(library: Library | None, pieces: set[str], causes: Mapping[str, Plain], pictures: str) -> Plain:
    if library is None:
        return {"sides": {}}
    at = studio_of(library)
    named = {id for piece in pieces for id in ids_of(piece)} | {
        cause["side"] for cause in causes.values() if "side" in cause
    }
    sides = [side for side in library.model.list_sides() if is_named(side, named)]
    return {
        "sides": {each.id: side_with_address(at, each, pictures) if pictures else side_in(at, each) for each in sides}
    }


def is_named(side: Side, named: set[str]) -> bool:
    return side.id in named or side.id.rpartition(".")[0] in named
