"""The records of a log, one after another, checked as far as whoever reads them relies on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from rftg_dsl.log.fold import Unfit
from rftg_dsl.log.read import Damaged, Log, read_record
from rftg_dsl.log.record import FIELDS, SEALED, Fields, Record, line_of


def records(log: Log, last: int | None = None, first: int = 1) -> Iterator[tuple[int, Record]]:
    """The records of a log with their line numbers, from line ``first`` up to and including line ``last``."""
    for number, line in enumerate(islice(log, first - 1, last), first):
        yield number, checked(line, number, SEALED if log.sealed else FIELDS)


def checked(line: str, number: int, known: Fields = FIELDS) -> Record:
    """One record, as far as whoever reads it relies on: its fields, and that events and figures are some."""
    record = read_record(line, number)
    check_fields(record, number, known)
    if record["k"] == "mark" and not MARK.fullmatch(str(record["after"])):
        raise Damaged(number, "the mark does not say what has ended")
    if not isinstance(record.get("fx", []), list) or not isinstance(record.get("figures", {}), dict):
        raise Damaged(number, "the record does not hold events, or figures")
    return record


MARK = re.compile(r"setup|[a-z]{1,30} ([1-9][0-9]{0,5})")
"""What can have ended."""


def number_of(after: str) -> str | None:
    """The number of the round (or turn) that has ended; None for setup."""
    ended = MARK.fullmatch(after)
    return ended and ended[1]


def read_canonical(line: str, number: int, known: Fields = FIELDS) -> Record:
    """One record; ``Damaged`` unless it is canonical and has the fields of its kind."""
    record = read_record(line, number)
    check_fields(record, number, known)
    if line_of(record) != line:
        raise Damaged(number, "the line is not in canonical form")
    return record


def check_fields(record: Record, number: int, known: Fields = FIELDS) -> None:
    """``Damaged`` unless a record has the fields of its kind."""
    if record["k"] not in known:
        raise Damaged(number, "such a log has no such record", sorted(known), record["k"])
    has, may = known[record["k"]]
    there = record.keys() - {"k"}
    if missing := sorted(has - there):
        raise Damaged(number, f"the record has no {missing[0]!r}", sorted(has), sorted(there))
    if surplus := sorted(there - has - may):
        raise Damaged(number, f"such a record has no {surplus[0]!r}", sorted(has | may), sorted(there))


UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, Unfit, ValueError)
"""Errors raised on reading an event or a table that no game wrote."""


def unreadable(line: int, error: Exception) -> Damaged:
    """The damage in a line that the game cannot read."""
    return Damaged(line, f"the game cannot read this line: {type(error).__name__}: {error}")


@contextmanager
def reading(line: int) -> Iterator[None]:
    """Within it, an error on reading what no game wrote is damage in this line."""
    try:
        yield
    except UNREADABLE as error:
        raise unreadable(line, error) from None
