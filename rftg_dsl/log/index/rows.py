"""Creates the rows for one log in the tables of an index, using only the log itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.budget import check_name
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import DamagedLog, Log, read_record
from rftg_dsl.log.format.record import Record, digest, line_of
from rftg_dsl.log.index.csv_parts import Rows, Value
from rftg_dsl.log.proof.merkle import root_of
from rftg_dsl.wording.names import ids_of, is_number

Event = Sequence[Any]


def id_of(path: str, root: str) -> int:
    """The id of a game in all tables: the first 60 bits of the digest of its log's path and root."""
    return int(digest([path, root])[:15], 16)


class Reading:
    """Turns a log into rows. Every line passed to it has already passed the light check."""

    def __init__(self, log: Log, game_id: int, rows: Rows) -> None:
        self.game_id = game_id
        self.rows = rows
        self.spend = log.budget.spend
        self.players: int = log.head["players"]
        self.folded = Folded(log.head["table"], spend=self.spend)
        self.names: Mapping[str, str] = log.head["names"]
        self.line = 0
        self.round = 0
        self.decisions = 0
        self.events = 0
        self.end: Mapping[str, Any] = {}
        self.ended_by = ""
        """The digest of the end record, which contains the root of all lines before it."""
        self.changes: dict[int, Record] = {}
        self.sitting: dict[int, str] = {}
        self.places: dict[str, Place] = {}

    def take(self, line: str) -> None:
        self.line += 1
        record = read_record(line, self.line)
        if handle := RECORDS.get(record["k"]):
            handle(self, record)

    def add(self, table: str, *values: Value) -> None:
        """Add a row and charge for its size, because rows may repeat names that occur only once in the log."""
        self.spend(self.rows.add(table, *values) >> 3)

    # -- records, by kind ------------------------------------------------------------------------------------

    def take_decision(self, record: Record) -> None:
        self.decisions += 1
        kind, *bounds = record["form"]
        # A form has one bound (n), two bounds (the low and high of an amount) or three bounds (low, high and n).
        low, high, answers = {1: (1, 1, *bounds), 2: (*bounds, None), 3: bounds}[len(bounds)]
        pick = record["pick"]
        self.add(
            "decisions",
            self.game_id,
            self.decisions,
            self.line,
            self.round,
            record["seat"],
            record["name"],
            kind,
            low,
            high,
            answers,
            pick if isinstance(pick, str) else line_of(pick),
            self.name_of_pick(pick),
            "secret" in record,
        )
        self.add_events(record["fx"], self.decisions)

    def take_run(self, record: Record) -> None:
        self.add_events(record["fx"], None)

    def take_seat(self, record: Record) -> None:
        self.changes[record["seat"]] = record
        if record["does"] == "sits":
            self.sitting[record["seat"]] = player_name_of(record["who"])

    def take_mark(self, record: Record) -> None:
        self.add_figures(record["figures"], False)
        self.round += 1

    def take_end(self, record: Record) -> None:
        # The last mark has already advanced to a round that was never played.
        self.round -= 1
        self.end, self.ended_by = record["figures"], digest(record)
        self.add_figures(self.end, True)
        for seat, figures in enumerate(self.end["seats"]):
            for name, points in figures["score"].items():
                if name != "total":
                    self.add("scores", self.game_id, seat, name, points)

    # -- figures ---------------------------------------------------------------------------------------------

    def add_figures(self, figures: Mapping[str, Any], final: bool) -> None:
        at = (self.game_id, self.line, self.round, final)
        for name, value, text in flatten_figure("", figures.get("table", {})):
            self.add("rounds", *at, None, name, value, text)
        for seat, own in enumerate(figures["seats"]):
            for name, value, text in flatten_figure("", own):
                if name != "seat":
                    self.add("rounds", *at, seat, name, value, text)

    # -- events ----------------------------------------------------------------------------------------------

    def add_events(self, events: Sequence[Event], decision: int | None) -> None:
        add, fold = self.add, self.folded.fold
        for event in events:
            self.events += 1
            op, word, cause = event[:3]
            power, name, step = self.split_cause(cause)
            told = EVENTS[op](self, event)
            add(
                "events",
                self.game_id,
                self.events,
                self.line,
                self.round,
                decision,
                op,
                word,
                power,
                name,
                step,
                *told,
            )
            # Fold the event only now, because a move's source is the place where the piece was before the event.
            fold((event,))

    def split_cause(self, cause: str) -> tuple[str | None, str | None, str | None]:
        side, slash, _ = cause.partition("/")
        return (cause, self.name_of_side(side), None) if slash else (None, None, cause)

    def name_of_side(self, side: Any) -> str | None:
        return next((self.names[key] for key in (str(side), *ids_of(str(side))) if key in self.names), None)

    def name_of_pick(self, pick: Any) -> str | None:
        if not isinstance(pick, str):
            return None
        chosen = pick.partition("|")[0].partition("/")[0]
        return self.name_of_piece(chosen) if chosen in self.folded.where else self.name_of_side(chosen)

    def name_of_piece(self, piece: Any) -> str | None:
        return self.name_of_side(self.folded.table["sides"].get(piece, piece))

    def split(self, place: str) -> Place:
        """Split the name of a place, counter or fact into its bare name, its seat, and the piece it is on. Results are
        cached."""
        if place not in self.places:
            if len(self.places) > MOST_PLACES:
                self.places.clear()
            self.places[place] = self.parts_of(place)
        return self.places[place]

    def parts_of(self, place: str) -> Place:
        stem, dot, rest = place.partition(".")
        if is_number(rest) and int(rest) < self.players:
            return stem, int(rest), None
        if dot and rest in self.folded.where:
            return stem, None, rest
        return place, None, None

    def seat_of(self, *places: Place) -> int | None:
        """Return the seat of the first place that has one.

        A place on a piece has the seat of the place that the piece is in.
        """
        for _, seat, piece in places:
            if seat is None and piece is not None:
                seat = self.split(self.folded.where[piece])[1]
            if seat is not None:
                return seat
        return None

    def describe_piece(self, piece: Any) -> tuple[int | None, Value, Value]:
        return (
            self.seat_of(self.split(self.folded.where[piece]), self.split_id(piece)),
            str(piece),
            self.name_of_piece(piece),
        )

    def split_id(self, piece: Any) -> Place:
        return self.split(ids_of(str(piece))[0])

    def tell_shift(self, event: Event) -> Told:
        kind, _, out = event[3].partition("@")
        source, target = self.split(out), self.split(str(event[4]).partition("@")[2])
        piece = target[2] or source[2]
        name = self.name_of_piece(piece) if piece else None
        return self.seat_of(target, source), piece, name, kind, source[0], target[0], None, None, event[5], None, None

    def tell_move(self, event: Event) -> Told:
        piece = event[3]
        source, target = self.split(self.folded.where[piece]), self.split(event[4])
        seat, name = self.seat_of(target, source, self.split_id(piece)), self.name_of_piece(piece)
        return seat, str(piece), name, None, source[0], target[0], None, None, None, None, None

    def tell_adjustment(self, event: Event) -> Told:
        counter, seat, _ = self.split(event[3])
        lost = event[5] if len(event) > 5 else None
        return seat, None, None, None, None, None, counter, None, event[4], lost, None

    def tell_flip(self, event: Event) -> Told:
        seat, piece, _ = self.describe_piece(event[3])
        return seat, piece, self.name_of_side(event[4]), None, None, None, None, None, None, None, None

    def tell_number(self, event: Event) -> Told:
        return *self.describe_piece(event[3]), None, None, None, None, None, event[4], None, None

    def tell_waking(self, event: Event) -> Told:
        return *NOTHING[:8], event[3], None, None

    def tell_fact(self, event: Event) -> Told:
        fact, seat, _ = self.split(event[3])
        return seat, None, None, None, None, None, None, fact, None, None, line_of(event[4])

    def tell_arrangement(self, event: Event) -> Told:
        target, seat, _ = self.split(event[3])
        return seat, None, None, None, None, target, None, None, None, None, line_of(event[4])

    def tell_note(self, event: Event) -> Told:
        return *NOTHING[:10], line_of(list(event[3:]))

    # -- the game as a whole ---------------------------------------------------------------------------------

    def close(self, log: Log, root: str, verdict: Verdict) -> None:
        head, end = log.head, self.end.get("end", {})
        self.add(
            "games",
            self.game_id,
            verdict.log,
            root,
            *(head["game"], head["edition"], line_of(head["sets"]), line_of(head["options"])),
            *(self.players, log.randomness.mode, head["made_by"]),
            *(verdict.verdict == "valid", verdict.verdict, verdict.reason, bool(self.end)),
            ", ".join(map(str, end["why"])) if isinstance(end.get("why"), list) else None,
            *(head["stretch"][0], max(self.round if self.end else self.round - 1, 0)),
            *(self.line, self.decisions, self.events),
            root_of_whole(log) if verdict.verdict == "invalid" else self.ended_by or root,
        )
        won, tied = seats_in(end.get("winners")), seats_in(end.get("tied"))
        for seat, player in enumerate(head["seats"]):
            self.add(
                "seats",
                self.game_id,
                seat,
                player_name_of(player),
                *self.result_of(seat, end, seat in won, seat in tied),
            )

    def result_of(self, seat: int, end: Mapping[str, Any], won: bool, tied: bool) -> tuple[Value, ...]:
        changed = self.changes[seat]["does"] if seat in self.changes else None
        if not self.end:
            return None, None, None, changed, self.sitting.get(seat)
        return end["scores"][seat], won, tied, changed, self.sitting.get(seat)


Place = tuple[str, int | None, str | None]
Told = tuple[Value, ...]

MOST_PLACES = 10_000

NOTHING: Told = (None,) * 11

RECORDS: Mapping[str, Callable[[Reading, Record], None]] = {
    "do": Reading.take_decision,
    "rnd": Reading.take_run,
    "run": Reading.take_run,
    "seat": Reading.take_seat,
    "mark": Reading.take_mark,
    "end": Reading.take_end,
}

EVENTS: Mapping[str, Callable[[Reading, Event], Told]] = {
    "shift": Reading.tell_shift,
    "move": Reading.tell_move,
    "adjust": Reading.tell_adjustment,
    "flip": Reading.tell_flip,
    "tag": Reading.tell_number,
    "enter": Reading.tell_number,
    "wake": Reading.tell_waking,
    "fact": Reading.tell_fact,
    "arrange": Reading.tell_arrangement,
    "note": Reading.tell_note,
}


def seats_in(value: Any) -> frozenset[int]:
    return frozenset(seat for seat in value if type(seat) is int) if isinstance(value, list) else frozenset()


def flatten_figure(name: str, value: Any) -> Iterator[tuple[str, int | None, str | None]]:
    """Yield a figure and its parts, each with its number or text. Raise ``UsageError`` if a name is too long.

    A part's name begins with the name of the whole, so with long names, many parts would take quadratic space.
    """
    check_name(name)
    if isinstance(value, dict):
        for key, part in value.items():
            yield from flatten_figure(f"{name}.{key}" if name else key, part)
    elif isinstance(value, list):
        yield name, len(value), line_of(value)
    elif type(value) is int:
        yield name, value, None
    elif value is not None:
        yield name, None, value if isinstance(value, str) else line_of(value)


def root_of_whole(log: Log) -> str | None:
    """The root over all lines of an invalid log, shared only by copies of the log; None if a line is damaged."""
    try:
        return root_of(log)
    except DamagedLog:
        return None


def read_into(rows: Rows, log: Log, verdict: Verdict) -> None:
    most = len(log) if verdict.verdict != "invalid" or verdict.line is None else verdict.line - 1
    root = verdict.root or root_of(islice(log, most))
    reading = Reading(log, id_of(verdict.log, root), rows)
    for line in islice(log, most):
        reading.take(line)
    reading.close(log, root, verdict)
