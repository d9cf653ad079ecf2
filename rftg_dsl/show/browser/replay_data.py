"""A game as data for the replay page, called a reel: the records in the log, with everything shown next to them.

The page replays the events itself, for which it does not need the rules. It also hides the things that a seat cannot
see, except in the texts, which this module produces for each viewer. A reel for a single viewer contains only the
records that this viewer can read (``Views``), so its line numbers differ from those in the log. Logs are untrusted; a
damaged log is shown up to the damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import REEL
from rftg_dsl.check.model import Side
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import Finder
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.causes import Grounds, teller_of
from rftg_dsl.log.account.event_words import cause_id_of
from rftg_dsl.log.account.log_words import RECORDS, Clock, Words
from rftg_dsl.log.account.replay import Eyes, as_seen, position_of
from rftg_dsl.log.account.sight import Truth
from rftg_dsl.log.account.viewed_records import Condenser, Views
from rftg_dsl.log.audit.verdict import RESTS, Verdict
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import DamagedLog, Log
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import guard_reading
from rftg_dsl.play.seen import HIDDEN, Seen
from rftg_dsl.show.browser.content_data import counters_in, looks_in, places_in, side_in, side_with_address, titles_in
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.wording.names import ids_of

Reel = dict[str, Any]
Line = dict[str, Any]

FORMAT = "rftg-reel/1"


def make_reel(log: Log, find: Finder, verdict: Verdict | None = None, eyes: Eyes | None = None) -> Reel:
    """Create a self-contained reel of a log; ``eyes`` restricts it to one viewer.

    ``find`` returns the content that the log was played with; if it finds none, the reel uses the names in the log.
    """
    return Winding(log, find, eyes).wind(verdict)


def make_quick_reel(log: Log, find: Finder, pictures: str) -> Reel:
    """Create a reel without the parts that are slow to produce: each seat's texts, the verdict and the pictures."""
    return Winding(log, find, None, views=False).wind(None, pictures)


def views_of(log: Log, find: Finder) -> Mapping[str, Mapping[int, Line]]:
    """For each viewer, the texts of the lines that differ from the texts for the whole log."""
    winding = Winding(log, find, None)
    with guard_reading(1):
        for _ in winding.read_lines():
            pass
    return winding.told


class Winding:
    """Builds the reel for a log."""

    def __init__(self, log: Log, find: Finder, eyes: Eyes | None, *, views: bool = True) -> None:
        self.log = log
        self.eyes = Eyes(PUBLIC) if eyes is None and log.sealed else eyes
        self.tell = teller_of(log.head)
        self.words = Words(log.head, self.tell, log.budget.spend)
        self.grounds = Grounds(log.head, find)
        self.clock = Clock(log.head)
        self.pieces: set[str] = set()
        self.causes: dict[str, Line] = {}
        people = (PUBLIC, *range(log.head["players"])) if views and self.eyes is None else ()
        with guard_reading(1):
            self.others = Views(log.head, people, log.budget.spend) if people else None
            """The views of all viewers, for the reel of a whole log."""
            viewer = None if self.eyes is None or log.sealed else self.eyes.who
            self.views = None if viewer is None else Views(log.head, [viewer], log.budget.spend)
            """The view of a single viewer, for that viewer's reel."""
        self.told: dict[str, dict[int, Line]] = {str(who): {} for who in people}
        """For each viewer, the texts of the lines that differ from the texts for the whole log."""
        self.condenser = Condenser()
        self.count = 0
        self.reported: dict[str, list[str]] = {"seats": [], "table": []}
        """The names of the figures that the game reports for each seat and for the table."""
        self.events = 0
        self.stopped: Line | None = None
        """The first line that cannot be shown, with the reason; None if the log is undamaged."""

    def wind(self, verdict: Verdict | None, pictures: str = "") -> Reel:
        """Build the whole reel; ``pictures`` is the URL prefix for pictures, or empty to embed them."""
        with guard_reading(1):
            table = self.table_at_start()
            lines = [*self.read_lines()]
            self.pieces |= {piece for pieces in table["pieces"].values() for piece in pieces if piece}
        reel = self.put_together(table, lines, verdict)
        return {**reel, **sides_in(self.grounds.found, self.pieces, self.causes, pictures)}

    def put_together(self, table: Mapping[str, Any], lines: Sequence[Line], verdict: Verdict | None) -> Reel:
        head, library = self.log.head, self.grounds.found
        return {
            "format": FORMAT,
            "game": head["game"],
            "title": library.model.words.title if library else head["game"],
            "edition": head["edition"],
            "options": head["options"],
            "sets": [entry["id"] for entry in head["sets"] if isinstance(entry, dict) and "id" in entry],
            "seats": list(map(player_name_of, head["seats"])),
            "stretch": head["stretch"][0],
            "unseen": head["unseen"] if self.eyes is None else {"places": {}, "counters": {}},
            "names": head["names"],
            "table": table,
            "lines": lines,
            "stopped": self.stopped,
            "complete": self.log.complete,
            "seen_by": None if self.eyes is None else self.eyes.who,
            "views": self.told,
            "causes": self.causes,
            "reported": self.reported,
            "missing": self.grounds.missing,
            "verdict": describe_verdict(verdict, self.views is None),
            **vocabulary_of(library),
        }

    def table_at_start(self) -> Mapping[str, Any]:
        if self.eyes is None or self.views is None:
            return self.log.head["table"]  # type: ignore[no-any-return]
        return Truth(self.log.head, self.log.budget.spend).table_for(self.eyes.who)

    def read_lines(self) -> Iterator[Line]:
        told = self.eyes if self.views is None else None
        try:
            for number, record in as_seen(self.log, told):
                with guard_reading(number):
                    self.check_size(record)
                    lines = self.take(record)
                yield from lines
        except DamagedLog as wrong:
            if self.views is None:
                self.stopped = {"line": wrong.line, "reason": wrong.reason}
            else:
                # The real line number and the real reason could reveal hidden records.
                self.stopped = {"line": self.count + 1, "reason": "audit the whole log for the reason"}

    def take(self, record: Record) -> list[Line]:
        if "figures" in record:
            self.reported = figure_names_in(record["figures"])
        if self.eyes is None or self.views is None:
            return [self.make_line(record)]
        viewed = self.views.read(record)[self.eyes.who]
        if viewed["k"] == "mark" and (figures := self.figures_for_viewer()):
            viewed["figures"] = figures
        return [self.make_line(each) for each in self.condenser.take(viewed)]

    def figures_for_viewer(self) -> Mapping[str, Any]:
        library = self.grounds.found
        if self.eyes is None or self.views is None or library is None:
            return {}
        play = position_of(self.views.audience.truth.folded, library, self.log.head)
        seats = Seen(library.game, play, self.eyes.who).figures["seats"]
        return {"seats": [{"score": without_hidden_lines(seat["score"])} for seat in seats]}

    def check_size(self, record: Record) -> None:
        """Count a record's events, and raise ``UsageError`` once there are too many for a page."""
        self.events += len(record.get("fx", ()))
        if self.events > REEL.most:
            hint = "view part of it with 'rftg replay --round'"
            raise UsageError(f"the log has more than {REEL.most} events, too many for a page", hint, "file-too-large")

    def make_line(self, record: Record) -> Line:
        self.count += 1
        number, events = self.count, record.get("fx", ())
        self.clock.take(record, number)
        line: Line = {"k": record["k"]}
        if events:
            line["fx"] = events
            told = {nth: text for nth, event in enumerate(events) if (text := self.words.tell_event(event))}
            line |= {"told": list(told.items())} if told else {}
        if number == 1:
            return line
        for event in events:
            self.learn(event)
        if (seat := seat_of(record)) is not None:
            line["seat"] = seat
        if text := self.word_record(record):
            line["text"] = text
        if record["k"] == "mark":
            line["ends"] = record["after"]
        if self.others is not None:
            self.watch(self.others.read(record), line, number)
        if "figures" in record:
            line["figures"] = scores_in(record["figures"])
        return line

    def word_record(self, record: Record) -> str:
        """Describe a record in words; empty for automatic steps and marks."""
        if record["k"] == "end":
            return self.words.word_end(record)
        if record["k"] in ("run", "mark") or record["k"] not in RECORDS:
            return ""
        return self.words.word_record(record, self.grounds.rule_of(record.get("name")))

    def learn(self, event: Sequence[Any]) -> None:
        if event[0] in ("move", "pass", "flip", "enter", "tag") and isinstance(event[3], str):
            self.pieces.add(event[3])
        elif event[0] == "arrange" and len(event) > 4:
            self.pieces |= set(event[4])
        elif event[0] == "see":
            self.pieces |= {piece for pieces in event[3].get("pieces", {}).values() for piece in pieces or () if piece}
        cause = cause_id_of(event)
        if cause and cause not in self.causes:
            self.causes[cause] = self.cause_of(event)

    def cause_of(self, event: Any) -> Line:
        ground = self.grounds.ground_of(event)
        side = ground.power.partition("/")[0]
        known = {"side": side, "name": ground.name, "rule": ground.rule, "text": ground.text, "place": ground.place}
        return {key: value for key, value in known.items() if value}

    def watch(self, viewed: Mapping[int, Record], line: Line, number: int) -> None:
        """Store each viewer's texts for a line if they differ from the texts for the whole log."""
        whole = {"told": [text for _, text in line.get("told", ())], "said": line.get("text", "")}
        for who, record in viewed.items():
            told = [text for event in record.get("fx", ()) if (text := self.words.tell_event(event))]
            read = {"told": told, "said": self.word_record(record)}
            if read != whole or record.get("fx", ()) != line.get("fx", ()):
                self.told[str(who)][number] = read


def seat_of(record: Record) -> int | None:
    """Return the seat that a record concerns, or None if it concerns the table."""
    if type(record.get("seat")) is int:
        return record["seat"]  # type: ignore[no-any-return]
    parts = str(record.get("label", "")).split("/")
    return int(parts[1]) if len(parts) == 4 and parts[1].isdecimal() else None


def without_hidden_lines(score: Mapping[str, Any]) -> Mapping[str, int]:
    """Return the visible score lines, with a total that omits the hidden ones."""
    lines = {name: points for name, points in score.items() if name != "total" and points != HIDDEN}
    return lines | {"total": sum(lines.values())}


def scores_in(figures: Mapping[str, Any]) -> Line:
    scores: Line = {"scores": [dict(seat["score"]) for seat in figures.get("seats", ())]}
    if end := figures.get("end"):
        scores["winners"] = list(end["winners"])
    return scores


def figure_names_in(figures: Mapping[str, Any]) -> dict[str, list[str]]:
    return {"seats": list(next(iter(figures.get("seats", ())), {})), "table": list(figures.get("table", {}))}


def describe_verdict(verdict: Verdict | None, whole: bool = True) -> Line | None:
    """Serialize a verdict and its evidence; omit the details unless the ``whole`` log is shown."""
    if verdict is None:
        return None
    if not whole:
        nothing: Line = {"reason": "", "line": None, "rule": "", "remarks": [], "root": ""}
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


def vocabulary_of(library: Library | None) -> Line:
    if library is None:
        return {"places": [], "counters": [], "looks": {}, "titles": {}}
    words = library.model.words
    return {
        "places": places_in(words),
        "counters": counters_in(words),
        "looks": looks_in(studio_of(library)),
        "titles": titles_in(words),
    }


def sides_in(library: Library | None, pieces: set[str], causes: Mapping[str, Line], pictures: str) -> Line:
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
