"""The records of a log as one viewer reads them.

The events in a record are replaced by the viewer's version (``sight``), and the rest of the record is reduced by the
same rule. In picks and results, ``?`` replaces any piece that the viewer does not see. A secret decision by another
seat, or anything that another seat does behind its screen, is shown without its name and pick. Figures, forms, digests
and dice secrets are omitted if they depend on something hidden. Everything made for a viewer is made from these
records, so later stages do not have to hide anything.

A viewed record is of the same kind as its original and has some of its fields. The additional kind ``act`` means that a
seat has done something that the viewer may not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rftg_dsl.kernel.visibility import can_read_decision
from rftg_dsl.log.account.sight import UNKNOWN, Audience, Seen
from rftg_dsl.log.format.budget import Spend, spend_nothing
from rftg_dsl.log.format.record import Record
from rftg_dsl.wording.names import is_number

ACT = "act"

HIDDEN = UNKNOWN

WORD = re.compile(r"[^\s|@/]+")
"""Matches the parts of a pick that may be the id of a piece, of a side of a piece, or of a place on a piece."""


class Views:
    """Reads a log for several viewers, one record at a time."""

    def __init__(self, head: Mapping[str, Any], viewers: Iterable[int], spend: Spend = spend_nothing) -> None:
        self.spend = spend
        self.audience = Audience(head, viewers, spend)
        self.pieces = frozenset(self.audience.truth.folded.where)

    def table_for(self, viewer: int) -> dict[str, Any]:
        return self.audience.viewers[viewer].shown.table

    def read(self, record: Record) -> dict[int, Record]:
        self.spend(len(self.audience.viewers))
        texts = texts_in((record.get("pick"), record.get("result")))
        named = frozenset(piece for text in texts for piece in self.pieces_in(text))
        readings = {viewer: Reading(self, record, viewer, named) for viewer in self.audience.viewers}
        for event in record.get("fx", ()):
            for viewer, seen in self.audience.follow(event).items():
                readings[viewer].seen += seen
        return {viewer: reading.as_viewed(named) for viewer, reading in readings.items()}

    def pieces_in(self, text: str) -> Iterator[str]:
        """Yield the pieces named in a text, either directly or by the id of one of their sides or of a place on
        them."""
        for word in WORD.findall(text):
            on = word.partition(".")[2]
            for id in (word, word.rpartition(".")[0], on, on.rpartition(".")[0]):
                if id in self.pieces:
                    yield id
                    break


class Reading:
    """One record, and one viewer's knowledge about it."""

    def __init__(self, views: Views, record: Record, viewer: int, named: frozenset[str]) -> None:
        person = views.audience.viewers[viewer]
        self.views = views
        self.record = record
        self.viewer = viewer
        self.where = person.shown.where
        self.known = set(named & self.where.keys())
        """The pieces that are named in the record and that the viewer sees before it, after it, or in its events."""
        self.screened = person.screened
        self.seen: list[Seen] = []

    def as_viewed(self, named: frozenset[str]) -> Record:
        """Return the record as the viewer reads it. Call this only after the record's events have been followed."""
        if named:
            self.known |= (named & self.where.keys()) | named.intersection(texts_in([event[3:] for event in self.seen]))
        viewed = VIEWED.get(self.record["k"], keep())(self)
        return viewed | {"fx": self.seen} if "fx" in self.record else viewed

    def must_hide(self, seat: int, secret: bool = False) -> bool:
        return (self.screened and seat != self.viewer) or not can_read_decision(secret, seat, self.viewer)

    def mask_unseen(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.mask_unseen(each) for each in value]
        if isinstance(value, dict):
            return {key: n for key, n in value.items() if self.mask_unseen(key) is not HIDDEN}
        if isinstance(value, str) and not self.known.issuperset(self.views.pieces_in(value)):
            return HIDDEN
        return value


# -- kinds of records --------------------------------------------------------------------------------------------


def view_head(reading: Reading) -> Record:
    return {**reading.record, "table": reading.views.audience.truth.table_for(reading.viewer)}


def view_decision(reading: Reading) -> Record:
    """Return a decision and its seat. Only that seat sees the form, because the number of answers can reveal a hand."""
    record, seat = reading.record, reading.record["seat"]
    if reading.must_hide(seat, bool(record.get("secret"))):
        return {"k": ACT, "seat": seat}
    mine = ("form",) if seat == reading.viewer else ()
    viewed = {key: record[key] for key in ("k", "name", "seat", "secret", "stood", *mine) if key in record}
    return viewed | {"pick": reading.mask_unseen(record["pick"])}


def view_result(reading: Reading) -> Record:
    """Return the label and the results, with hidden results masked. The list that results were drawn from is never
    shown."""
    record, seat = reading.record, seat_of_label(reading.record["label"])
    if seat is not None and reading.must_hide(seat):
        return {"k": ACT, "seat": seat}
    results = record["result"] if isinstance(record["result"], list) else []
    # A drawn number may be an index into something hidden, so show it only if the viewer sees everything that followed
    # from it.
    if record.get("fx") != reading.seen or not reading.seen:
        results = [HIDDEN if type(each) is int else each for each in results]
    viewed = {key: record[key] for key in ("k", "label", "domain")} | {"result": reading.mask_unseen(results)}
    if "from" in record:
        viewed["from"] = record["from"] if isinstance(record["from"], str) else HIDDEN
    return viewed


def view_mark(reading: Reading) -> Record:
    """Return a mark without digests, which can be brute-forced. Until the end of the game, figures are left out too,
    because they can reveal hands."""
    figures = reading.record["figures"]
    viewed = {"k": "mark", "after": reading.record["after"]}
    return viewed | {"figures": outcome_of(figures)} if "end" in figures else viewed


def view_end(reading: Reading) -> Record:
    return {"k": "end", "figures": outcome_of(reading.record["figures"])}


def outcome_of(figures: Mapping[str, Any]) -> Record:
    return {"seats": [{"score": seat["score"]} for seat in figures["seats"]], "end": figures["end"]}


def keep(*fields: str) -> Callable[[Reading], Record]:
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


# -- texts in records --------------------------------------------------------------------------------------------


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def seat_of_label(label: Any) -> int | None:
    seat = label.split("/")[1:2] if isinstance(label, str) else []
    return int(seat[0]) if seat and is_number(seat[0]) else None


class Condenser:
    """Merges viewed records, so that their number does not reveal how often a seat acts out of sight.

    Consecutive hidden acts by a seat become one ``act`` record. Any events in these acts that the viewer sees become
    ``run`` records.
    """

    def __init__(self) -> None:
        self.acting: int | None = None

    def take(self, record: Record) -> list[Record]:
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
