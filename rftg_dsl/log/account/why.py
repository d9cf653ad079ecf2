"""Explains an event by tracing it to its input, to the step or power behind it, and to the changes that led up to it.

Everything except the texts of powers and rules is in the log. If the log does not show which of several pieces a power
belongs to, all of these pieces are listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from attrs import asdict, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.in_play import LASTING
from rftg_dsl.library.finder import Finder
from rftg_dsl.log.account.causes import Ground, Grounds, teller_of
from rftg_dsl.log.account.event_words import cause_id_of
from rftg_dsl.log.account.log_words import Clock, Words
from rftg_dsl.log.account.replay import Eyes, as_seen, seen_from
from rftg_dsl.log.account.viewed_records import ACT
from rftg_dsl.log.audit.line_check import fold_record, fold_start
from rftg_dsl.log.format.budget import Spend, check_name
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.read_log import Log, check_line, check_whole
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import guard_reading
from rftg_dsl.wording.names import ids_of

MOST = 1_000
COPIES = 1_000
BACK = 20
NAMED = 8


@frozen
class Earlier:
    """An earlier event: its line, its number within that line, and its description."""

    line: int
    event: int
    text: str


@frozen
class Change:
    """A thing that an event changed, with its values before and after the event."""

    what: str
    before: Any
    after: Any


@frozen
class Carrier:
    """A piece that has the power, with its place, the owner of that place, and the event that brought the piece
    there."""

    piece: str
    name: str
    place: str
    seat: int | None
    """The seat that owns the piece's place, numbered from 0; None for a shared place."""
    in_play: bool
    since: Earlier | None
    """The event that brought the piece to its place; None if the piece has been there from the beginning."""
    lasting: int | None = None
    """The line at which the power began to last regardless of the piece; None if the power does not last."""


@frozen
class Reason:
    """One event and its explanation."""

    event: int
    text: str
    plain: str
    stage: str
    changes: tuple[Change, ...]
    ground: Ground
    carriers: tuple[Carrier, ...]
    just_before: Earlier | None
    """The nearest earlier event on this line that has a different cause, preferably one mentioned in the story."""
    earlier: tuple[Earlier, ...]


@frozen
class Input:
    """The decision that led to a chance result."""

    line: int
    kind: str
    text: str


@frozen(repr=False)
class Why:
    """The full explanation of one line of a log."""

    log: str
    line: int
    kind: str
    round: str
    stage: str
    stage_line: int
    text: str
    inputs: tuple[Input, ...]
    """The decision that led to a chance result; empty for other lines, and before the first decision in a round."""
    events: tuple[Reason, ...]
    more: int
    missing: str

    def plain(self) -> dict[str, Any]:
        """Return the explanation as JSON-ready data."""
        return asdict(self)

    def __repr__(self) -> str:
        return f"<why line {self.line}: {self.text} ({len(self.events)} events)>"


def explain_line(log: Log, line: int, find: Finder, only: int | None = None, eyes: Eyes | None = None) -> Why:
    """Explain the record on a line or, with ``only``, just one of its events, numbered from 1.

    ``find`` looks up the content that the log was played with. Without that content, the texts of powers are missing.
    With ``eyes``, the line is explained as this viewer reads it. Raise ``UsageError`` if the log has no such line or
    event, and ``DamagedLog`` if the log cannot be read that far.
    """
    check_whole(log)
    check_line(log, line)
    record = next(record for number, record in as_seen(log, eyes) if number == line)
    events: list[Any] = record.get("fx", [])
    if only is not None and not 1 <= only <= len(events):
        hint = f"it has {len(events)} events" if events else "it has no events"
        raise UsageError(f"line {line} has no event {only}", hint, "unknown-event")
    words, grounds = Words(log.head, teller_of(log.head), log.budget.spend), Grounds(log.head, find)
    past = Past(log, line, events, words, eyes)
    wanted = range(1, MOST + 1) if only is None else (only,)
    with guard_reading(line):
        text = words.word_record(record, grounds.rule_of(record.get("name")))
        inputs = tuple(past.inputs_of(record, grounds))
    moment = past.clock.now
    reasons = tuple(Explained(past, line, grounds).explain_events(events, wanted))
    more = len(events) - len(reasons) if only is None else 0
    stage = grounds.title_of(moment.stage)
    return Why(
        log.path,
        line,
        record["k"],
        moment.round,
        stage,
        moment.since if stage else 0,
        text,
        inputs,
        reasons,
        more,
        grounds.missing,
    )


class Past:
    """The history of a log before one line, as far as it matters to that line.

    Only the table and the last change to each relevant thing are kept in memory, never the log.
    """

    def __init__(self, log: Log, line: int, events: Sequence[Any], words: Words, eyes: Eyes | None = None) -> None:
        self.words = words
        self.clock = Clock(log.head)
        self.folded = fold_start(log) if eyes is None else seen_from(log, eyes)
        powers = dict.fromkeys(power for event in events if (power := power_of(event)))
        copies = Copies(self.folded.where) if powers else None
        self.copies = {
            power: copies.pieces_with(power.partition("/")[0], log.budget.spend) for power in powers if copies
        }
        self.wanted = {key for event in events if (key := source_of(event))}
        self.wanted |= {f"{what} {piece}" for pieces in self.copies.values() for piece in pieces for what in PIECE}
        self.last: dict[str, tuple[int, int, Any]] = {}
        """The last change to each relevant thing: the line, the number of the event within that line, and the event."""
        self.lasting: dict[str, int] = {}
        self._decision: tuple[int, Record] | None = None
        for number, record in islice(as_seen(log, eyes), 1, line - 1):
            fold_record(self.folded, record, number)
            self.clock.take(record, number)
            self._take(record, number)

    def _take(self, record: Record, line: int) -> None:
        if record["k"] == "do":
            self._decision = line, {key: value for key, value in record.items() if key != "fx"}
        # After these records, chance results no longer follow from a decision that the viewer may read.
        elif record["k"] in ("run", "mark", ACT):
            self._decision = None
        for nth, event in enumerate(record.get("fx", ()), 1):
            self.hear(event, line, nth)

    def hear(self, event: Any, line: int, nth: int) -> None:
        """Remember an event if a later explanation needs it. The event has already been applied to the table."""
        if (key := target_of(event)) in self.wanted:
            self.last[key] = line, nth, event
        if key == f"fact {LASTING}":
            entries = event[4] if isinstance(event[4], list) else []
            there = {str(entry[0]) for entry in entries if isinstance(entry, list) and entry}
            self.lasting = {power: self.lasting.get(power, line) for power in there & self.copies.keys()}

    def inputs_of(self, record: Record, grounds: Grounds) -> Iterator[Input]:
        """Yield the decision that led to a chance result, if any."""
        if record["k"] == "rnd" and self._decision is not None:
            line, asked = self._decision
            yield Input(line, "do", self.words.word_record(asked, grounds.rule_of(asked["name"])))

    def last_change_of(self, key: str | None) -> Earlier | None:
        """Return the last change to the thing with this key, or None if the thing has not changed."""
        if key not in self.last:
            return None
        line, nth, event = self.last[key]
        return Earlier(line, nth, self.words.word_event(event, line))


class Explained:
    """Walks through the events on one line and explains them."""

    def __init__(self, past: Past, line: int, grounds: Grounds) -> None:
        self.past = past
        self.line = line
        self.grounds = grounds

    def explain_events(self, events: Sequence[Any], wanted: Collection[int]) -> Iterator[Reason]:
        """Yield the reason for each event in ``wanted``. All events are applied to the table, including the others."""
        for nth, event in enumerate(events, 1):
            if nth in wanted:
                yield self.explain_event(nth, events)
            else:
                fold_record(self.past.folded, {"fx": [event]}, self.line)
            self.past.hear(event, self.line, nth)
            self.past.clock.hear(event, self.line)

    def explain_event(self, nth: int, events: Sequence[Any]) -> Reason:
        """Explain one event and apply it to the table."""
        past, words, event = self.past, self.past.words, events[nth - 1]
        with guard_reading(self.line):
            before = self.values_of(event)
        carriers = tuple(self.carriers_of(power)) if (power := power_of(event)) else ()
        fold_record(past.folded, {"fx": [event]}, self.line)
        after = self.values_of(event)
        with guard_reading(self.line):
            return Reason(
                nth,
                words.tell_event_at(event, self.line),
                words.word_event_plainly(event),
                self.grounds.title_of(past.clock.now.stage),
                tuple([Change(words.word_thing(thing), before.get(thing), after[thing]) for thing in after]),
                self.grounds.ground_of(event),
                carriers,
                self.just_before(nth, events) if power else None,
                tuple([change for change in (past.last_change_of(source_of(event)),) if change]),
            )

    def just_before(self, nth: int, events: Sequence[Any]) -> Earlier | None:
        """Return the nearest earlier event with a different cause, preferably one mentioned in the story."""
        cause, back = cause_id_of(events[nth - 1]), range(nth - 1, max(nth - 1 - BACK, 0), -1)
        others = [at for at in back if cause_id_of(events[at - 1]) != cause]
        told = [at for at in others if self.past.words.tell_event_at(events[at - 1], self.line)]
        return next(
            (Earlier(self.line, at, self.past.words.word_event(events[at - 1], self.line)) for at in told or others),
            None,
        )

    def values_of(self, event: Any) -> dict[str, Any]:
        """Return the things that an event changes, with their current values. For a moved piece, the value is its place
        in words."""
        values = values_in(self.past.folded, event)
        return {thing: self.past.words.word_place(at) for thing, at in values.items()} if event[0] == "move" else values

    def carriers_of(self, power: str) -> Iterator[Carrier]:
        """Yield the pieces in play whose upper side has the power. If there are none, yield any pieces with that side
        up or, failing that, all pieces that have that side."""
        past, side = self.past, power.partition("/")[0]
        table = past.folded.table
        past.words.spend(4 * len(past.copies[power]))
        shown = [copy for copy in past.copies[power] if table["sides"].get(copy, side) == side]
        in_play = [copy for copy in shown if copy in table["entered"]]
        for piece in (in_play or shown or past.copies[power])[:NAMED]:
            place = past.folded.where.get(piece)  # None if the viewer has lost sight of the piece
            yield Carrier(
                piece,
                past.words.printed_name_of(piece),
                past.words.word_place(place) if place else UNSEEN_PLACE,
                past.words.owner_of(place) if place else None,
                piece in table["entered"],
                past.last_change_of(f"move {piece}") or past.last_change_of(f"enter {piece}"),
                past.lasting.get(power),
            )


UNSEEN_PLACE = "a place that is not seen"

PIECE = ("move", "enter")


class Copies:
    """An index of pieces by the ids of their sides."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self.order: dict[str, int] = {}
        self.named: dict[str, list[str]] = {}
        """Pieces by component id. If each seat has its own copy, the copies are also listed under the id without the
        seat."""
        self.bare: dict[str, list[str]] = {}
        """Pieces by component id, which is a prefix of the ids of the component's sides."""
        for nth, piece in enumerate(pieces):
            self.order[piece] = nth
            ids = ids_of(piece)
            for id in dict.fromkeys(ids):
                self.named.setdefault(id, []).append(piece)
            self.bare.setdefault(ids[0], []).append(piece)

    def pieces_with(self, side: str, spend: Spend) -> list[str]:
        """Return the pieces that have a given side, whichever side is up, but at most ``COPIES`` of them."""
        check_name(side)
        begins = (self.bare.get(side[:at], ()) for at, character in enumerate(side) if character == ".")
        pieces = dict.fromkeys(chain(self.named.get(side, ()), *begins))
        spend(len(side) + 2 * len(pieces))
        return sorted(pieces, key=self.order.__getitem__)[:COPIES]


def power_of(event: Any) -> str:
    """The id of the power that caused an event; empty if a step caused it."""
    return cause if "/" in (cause := cause_id_of(event)) else ""


def parts_of(event: Any) -> list[Any]:
    """The operation and operands of an event; empty if there are no operands."""
    return [event[0], *event[3:]] if isinstance(event, list) and len(event) > 3 else []


def target_of(event: Any) -> str | None:
    """Return the key of the thing that an event changes. The last change to a thing is recorded under its key."""
    match parts_of(event):
        case ["shift", _, target, _]:
            return f"cell {target}"
        case ["move" | "flip" | "tag" | "adjust" | "fact" | "enter" as op, name, *_]:
            return f"{op} {name}"
    return None


def source_of(event: Any) -> str | None:
    """Return the key of an event's source: the cell that things leave, or the thing whose value changes."""
    match parts_of(event):
        case ["shift", source, _, _]:
            return f"cell {source}"
        case ["enter", *_]:
            return None
    return target_of(event)


def values_in(folded: Folded, event: Any) -> dict[str, Any]:
    """Return the things that an event changes, with their current values."""
    table = folded.table
    match parts_of(event):
        case ["shift", str(source), str(target), _]:
            return {cell: folded.stock.get(cell, 0) for cell in (source, target)}
        case ["adjust", str(counter), *_]:
            return {counter: folded.counters.get(counter)}
        case ["move", str(piece), *_]:
            return {piece: folded.where.get(piece)}
        case ["flip", str(piece), _]:
            return {piece: table["sides"].get(piece)}
        case ["tag", str(piece), _]:
            return {piece: table["tags"].get(piece, 0)}
        case ["fact", str(fact), _]:
            return {fact: table["facts"].get(fact)}
    return {}
