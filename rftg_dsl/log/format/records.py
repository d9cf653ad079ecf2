"""Reads the records of a log one by one, and checks that each has the shape required for its kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from rftg_dsl.log.format.fold import UnfitEvent
from rftg_dsl.log.format.kinds import AFTER, SEALED, WHOLE, Kinds
from rftg_dsl.log.format.read_log import DamagedLog, Log, check_shape, read_record
from rftg_dsl.log.format.record import Record, line_of


def read_records(log: Log, last: int | None = None, first: int = 1) -> Iterator[tuple[int, Record]]:
    """Yield the records from line ``first`` to line ``last`` inclusive, with their line numbers."""
    for number, line in enumerate(islice(log, first - 1, last), first):
        yield number, check_record(line, number, SEALED if log.sealed else WHOLE)


def check_record(line: str, number: int, kinds: Kinds = WHOLE) -> Record:
    record = read_record(line, number)
    check_shape(record, number, kinds)
    return record


MARK = re.compile(AFTER.pattern)


def number_of(after: str) -> str | None:
    ended = MARK.fullmatch(after)
    return ended and ended["nth"]


def read_canonical(line: str, number: int, kinds: Kinds = WHOLE) -> Record:
    record = check_record(line, number, kinds)
    if line_of(record) != line:
        raise DamagedLog(number, "the line is not in canonical form")
    return record


UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, UnfitEvent, ValueError)
"""Errors that game code may raise when it is given a forged event or table."""


def damage_from(line: int, error: Exception) -> DamagedLog:
    return DamagedLog(line, f"the game cannot process this line: {type(error).__name__}: {error}")


@contextmanager
def guard_reading(line: int) -> Iterator[None]:
    """Report an error that game code raises on forged data as damage in ``line``."""
    try:
        yield
    except UNREADABLE as error:
        raise damage_from(line, error) from None
