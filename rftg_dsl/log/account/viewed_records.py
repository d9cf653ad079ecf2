"""The records of a log as one viewer reads them.

Events are as the viewer sees them (``sight``). The rest of a record is cut down by the same rule. In a pick or a
result, ``?`` replaces a piece that the viewer does not see. A secret decision of another seat, or anything that it does
behind its screen, has neither name nor pick. Figures, forms, digests and secrets of the dice are left out where they
follow from something hidden. Everything made for a viewer begins with these records, so nothing later has to hide.

A viewed record has the kind of its original, and some of its fields. ``act`` is a kind of its own: a seat has done
something that the viewer does not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rftg_dsl.kernel.visibility import can_read_decision
from rftg_dsl.log.account.sight import UNKNOWN, Audience, Seen
from rftg_dsl.log.format.budget import Spend, spend_nothing
from rftg_dsl.log.format.record import Record

ACT = "act"
"""The kind of a viewed record: a seat decides in secret, or does something behind its screen."""

HIDDEN = UNKNOWN
"""Stands for an id that the viewer may not read."""

WORD = re.compile(r"[^\s|@/]+")
"""Parts of a pick that can be the id of a piece, of one of its sides, or of a place on it."""


class Views:
    """Reads a log for several viewers, a record at a time."""

    def __init__(self, head: Mapping[str, Any], viewers: Iterable[int], spend: Spend = spend_nothing) -> None:
        self.spend = spend
        self.audience = Audience(head, viewers, spend)
        self.pieces = frozenset(self.audience.truth.folded.where)

    def table_for(self, viewer: int) -> dict[str, Any]:
        """The table as a viewer sees it now."""
        return self.audience.viewers[viewer].shown.table

    def read(self, record: Record) -> dict[int, Record]:
        """The next record as each viewer reads it."""
        self.spend(len(self.audience.viewers))
        texts = texts_in((record.get("pick"), record.get("result")))
        named = frozenset(piece for text in texts for piece in self.pieces_in(text))
        readings = {viewer: Reading(self, record, viewer, named) for viewer in self.audience.viewers}
        for event in record.get("fx", ()):
            for viewer, seen in self.audience.follow(event).items():
                readings[viewer].seen += seen
        return {viewer: reading.as_viewed(named) for viewer, reading in readings.items()}

    def pieces_in(self, text: str) -> Iterator[str]:
        """The pieces that a text names: themselves, a side of theirs, or a place on them."""
        for word in WORD.findall(text):
            on = word.partition(".")[2]
            for id in (word, word.rpartition(".")[0], on, on.rpartition(".")[0]):
                if id in self.pieces:
                    yield id
                    break


class Reading:
    """One record, and what one viewer knows of it."""

    def __init__(self, views: Views, record: Record, viewer: int, named: frozenset[str]) -> None:
        person = views.audience.viewers[viewer]
        self.views = views
        self.record = record
        self.viewer = viewer
        self.where = person.shown.where
        self.known = set(named & self.where.keys())
        """The pieces named in it that the viewer sees before or after it, or in its events."""
        self.screened = person.screened
        """Whether seats acted behind screens when it began."""
        self.seen: list[Seen] = []
        """Its events as the viewer sees them."""

    def as_viewed(self, named: frozenset[str]) -> Record:
        """The record as the viewer reads it, once it has happened."""
        self.known |= (named & self.where.keys()) | named.intersection(texts_in([event[3:] for event in self.seen]))
        viewed = VIEWED.get(self.record["k"], keep())(self)
        return viewed | {"fx": self.seen} if "fx" in self.record else viewed

    def must_hide(self, seat: int, secret: bool = False) -> bool:
        """Whether what a seat does here is not for the viewer to read."""
        return (self.screened and seat != self.viewer) or not can_read_decision(secret, seat, self.viewer)

    def mask_unseen(self, value: Any) -> Any:
        """A pick or a result, with ``?`` for each id of a piece that the viewer does not see."""
        if isinstance(value, list):
            return [self.mask_unseen(each) for each in value]
        if isinstance(value, dict):
            return {key: n for key, n in value.items() if self.mask_unseen(key) is not HIDDEN}
        if isinstance(value, str) and not self.known.issuperset(self.views.pieces_in(value)):
            return HIDDEN
        return value


# -- kinds of records --------------------------------------------------------------------------------------------


def view_head(reading: Reading) -> Record:
    """The head, with the table as the viewer sees it."""
    return {**reading.record, "table": reading.views.audience.truth.table_for(reading.viewer)}


def view_decision(reading: Reading) -> Record:
    """A decision and its seat; the form is only for the seat that was asked, because it can reveal a hand."""
    record, seat = reading.record, reading.record["seat"]
    if reading.must_hide(seat, bool(record.get("secret"))):
        return {"k": ACT, "seat": seat}
    mine = ("form",) if seat == reading.viewer else ()
    viewed = {key: record[key] for key in ("k", "name", "seat", "secret", "stood", *mine) if key in record}
    return viewed | {"pick": reading.mask_unseen(record["pick"])}


def view_result(reading: Reading) -> Record:
    """The label, the number of results, and those that the viewer sees; never the list from which they were drawn."""
    record, seat = reading.record, seat_of_label(reading.record["label"])
    if seat is not None and reading.must_hide(seat):
        return {"k": ACT, "seat": seat}
    results = record["result"] if isinstance(record["result"], list) else []
    if record.get("fx") != reading.seen or not reading.seen:
        results = [HIDDEN if type(each) is int else each for each in results]
    viewed = {key: record[key] for key in ("k", "label", "domain")} | {"result": reading.mask_unseen(results)}
    if "from" in record:
        viewed["from"] = record["from"] if isinstance(record["from"], str) else HIDDEN
    return viewed


def view_mark(reading: Reading) -> Record:
    """A mark without digests, which can be guessed at, and without figures, which can reveal hands, until the end."""
    figures = reading.record["figures"]
    viewed = {"k": "mark", "after": reading.record["after"]}
    return viewed | {"figures": outcome_of(figures)} if "end" in figures else viewed


def view_end(reading: Reading) -> Record:
    """The final scores, line by line, which all see."""
    return {"k": "end", "figures": outcome_of(reading.record["figures"])}


def outcome_of(figures: Mapping[str, Any]) -> Record:
    """The scores and the outcome."""
    return {"seats": [{"score": seat["score"]} for seat in figures["seats"]], "end": figures["end"]}


def keep(*fields: str) -> Callable[[Reading], Record]:
    """A view that keeps these fields, and the events."""
    return lambda reading: {key: reading.record[key] for key in ("k", *fields) if key in reading.record}


VIEWED: Mapping[str, Callable[[Reading], Record]] = {
    "head": view_head,
    "share": keep("seat", "refused"),
    "rnd": view_result,
    "do": view_decision,
    "seat": keep("seat", "does", "who"),
    "mark": view_mark,
    "end": view_end,
}
"""The view of each kind of record; a record of any other kind keeps only its events."""


# -- what stands in records --------------------------------------------------------------------------------------


def texts_in(value: Any) -> Iterator[str]:
    """Every text in plain data, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def is_number(text: str) -> bool:
    """Whether a text is the number of a seat."""
    return 0 < len(text) < 4 and text.isascii() and text.isdigit()


def seat_of_label(label: Any) -> int | None:
    """The seat whose chance result it is; None for one of the table."""
    seat = label.split("/")[1:2] if isinstance(label, str) else []
    return int(seat[0]) if seat and is_number(seat[0]) else None


class Condenser:
    """Makes viewed records so that their number tells nothing: how often a seat acts out of sight is hidden as well.

    What a seat does out of sight, until something else happens, is one record, and what all see of it another.
    """

    def __init__(self) -> None:
        self.acting: int | None = None
        """The seat that has acted out of sight since anything else happened."""

    def take(self, record: Record) -> list[Record]:
        """The records that the next one becomes."""
        acts = record["k"] == ACT
        told = [{"k": ACT, "seat": record["seat"], "fx": []}] if acts and record["seat"] != self.acting else []
        if acts:
            self.acting = record["seat"]
        if acts or record["k"] == "run":
            record = {"k": "run", "fx": record["fx"]}
            if not record["fx"]:
                return told
        self.acting = None
        return [*told, record]
