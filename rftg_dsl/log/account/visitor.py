"""Visits every record and event of a log in a single pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from rftg_dsl.log.account.event_words import Happened, parse_event
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import read_records


class Visitor:
    """Override the methods that you need. Lines count from 1, seats from 0; docs/log-format.md describes the
    records."""

    def visit_head(self, head: Mapping[str, Any]) -> None:
        """The first line: the game, its content and players."""

    def visit_chance(self, line: int, record: Record) -> None:
        """The result of a roll or a draw."""

    def visit_decision(self, line: int, record: Record) -> None:
        """A seat's answer; sealed logs have none."""

    def visit_event(self, line: int, event: Happened) -> None:
        """An event that followed from a record; called after the record itself."""

    def visit_mark(self, line: int, record: Record) -> None:
        """The end of setup, or of a round or turn."""

    def visit_end(self, line: int, record: Record) -> None:
        """The end of the game, with its figures."""

    def visit_other(self, line: int, record: Record) -> None:
        """Any other record, such as a seat that changes hands, a share of the dice, or a signature."""


V = TypeVar("V", bound=Visitor)


def visit(log: Log, visitor: V) -> V:
    """Call a visitor for every record and event of a log in a single pass; returns the visitor.

    Raises ``DamagedLog`` at a line that cannot be read; the lines before it have been visited.
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
