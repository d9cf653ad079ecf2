"""News for each person at the table: the new log lines, limited to what the person's seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.compile.game import Teller
from rftg_dsl.log.account.log_words import PlayerWords
from rftg_dsl.log.account.sight import Audience
from rftg_dsl.log.format.record import Record, parse_json


@frozen
class Heard:
    """An event or a record that a seat has been told about."""

    number: int
    """The line's number for this seat. Lines that the seat has not been told about are not counted and stay secret."""
    line: int
    event: int
    """The number of the event within the line, starting from 1, or 0 for the record itself."""
    text: str
    heading: bool = False


class Hearing:
    """Follows a log line by line on behalf of several seats."""

    def __init__(self, head: Record, tell: Teller, seats: Sequence[int]) -> None:
        self.words = PlayerWords(head, tell)
        self.audience = Audience(head, seats)
        self.lines = 1
        self.heard: dict[int, list[Heard]] = {seat: [] for seat in seats}
        self.numbers: dict[int, list[int]] = {seat: [] for seat in seats}
        self.told: dict[int, int] = dict.fromkeys(seats, 0)

    def take(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.lines += 1
            self._record(parse_json(line))

    def _record(self, record: Record) -> None:
        for nth, event in enumerate(record.get("fx", ()), 1):
            for seat, seen in self.audience.follow(event).items():
                for text in filter(None, map(self.words.tell_event, seen)):
                    self._hear(seat, nth, text)
        if said := self._text_of(record):
            for seat in self.heard:
                self._hear(seat, 0, said, record["k"] == "mark")

    def _hear(self, seat: int, event: int, text: str, heading: bool = False) -> None:
        numbers = self.numbers[seat]
        if not numbers or numbers[-1] != self.lines:
            numbers.append(self.lines)
        self.heard[seat].append(Heard(len(numbers), self.lines, event, text, heading))

    def _text_of(self, record: Record) -> str:
        match record["k"]:
            case "mark":
                return f"End of {record['after']}"
            case "seat":
                return self.words.word_seat_change(record)
        return ""

    def take_news(self, seat: int) -> list[Heard]:
        """Return the entries that a seat has not been shown yet, and mark them as shown."""
        new = self.heard[seat][self.told[seat] :]
        self.told[seat] = len(self.heard[seat])
        return new

    def events_in_line(self, seat: int, number: int) -> list[Heard]:
        """The events in a line that a seat has been told about; ``number`` is the line's number for this seat."""
        return [heard for heard in self.heard[seat] if heard.number == number and heard.event]

    def last_line_for(self, seat: int) -> int | None:
        return next((heard.number for heard in reversed(self.heard[seat]) if heard.event), None)


def head_of(lines: Sequence[str]) -> Any:
    return parse_json(lines[0])
