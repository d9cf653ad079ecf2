"""Visits every record and event of a log in a single pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from rftg_dsl.log.account.event_words import Happened, parse_event
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import read_records


class Visitor:
    """A base class for visitors. Override the methods that you need. Lines are numbered from 1 and seats from 0;
    docs/log-format.md describes the records."""

    def visit_head(self, head: Mapping[str, Any]) -> None:
        """Visit the first line, which describes the game, its content and its players."""

    def visit_chance(self, line: int, record: Record) -> None:
        """Visit the result of a roll or a draw."""

    def visit_decision(self, line: int, record: Record) -> None:
        """Visit a seat's answer. Sealed logs do not contain answers."""

    def visit_event(self, line: int, event: Happened) -> None:
        """Visit an event that followed from a record. The record itself is visited first."""

    def visit_mark(self, line: int, record: Record) -> None:
        """Visit the mark at the end of setup, or of a round or turn."""

    def visit_end(self, line: int, record: Record) -> None:
        """Visit the end of the game, which includes the final figures."""

    def visit_other(self, line: int, record: Record) -> None:
        """Visit any other record, such as a change at a seat, a share of the dice, or a signature."""


V = TypeVar("V", bound=Visitor)


def visit(log: Log, visitor: V) -> V:
    """Call a visitor for every record and event of a log in a single pass, and return the visitor.

    Raise ``DamagedLog`` at a line that cannot be read, after visiting the lines before it.
    """
    visits = {
        "rnd": visitor.visit_chance,
        "do": visitor.visit_decision,
        "mark": visitor.visit_mark,
        "end": visitor.visit_end,
    }
    for line, record in read_records(log):
        if record["k"] == "head":
            visitor.visit_head(record)
        else:
            visits.get(record["k"], visitor.visit_other)(line, record)
        for event in record.get("fx", ()):
            visitor.visit_event(line, parse_event(event))
    return visitor


def read_events(log: Log, last: int | None = None) -> Iterator[Happened]:
    """Yield the events of a log lazily, up to line ``last`` or, by default, to the end."""
    for _, record in read_records(log, last):
        yield from map(parse_event, record.get("fx", ()))
