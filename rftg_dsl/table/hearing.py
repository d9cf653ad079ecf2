"""What each person at the table hears of the game: the new lines of the log, as that seat may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.compile.game import Teller
from rftg_dsl.log.record import Record, parsed
from rftg_dsl.log.sight import Audience
from rftg_dsl.log.words import Words


@frozen
class Heard:
    """Something that a seat has seen happen."""

    line: int
    """The line of the log."""
    event: int
    """The number of the event within it, from 1; 0 for the record itself."""
    text: str
    heading: bool = False


class Hearing:
    """Follows a log, line by line, for several seats."""

    def __init__(self, head: Record, tell: Teller, seats: Sequence[int]) -> None:
        self.words = Words(head, tell)
        self.audience = Audience(head, seats)
        self.lines = 1
        """The number of lines taken; the head is the first."""
        self.heard: dict[int, list[Heard]] = {seat: [] for seat in seats}
        """Everything that each seat has heard, in order."""
        self.told: dict[int, int] = dict.fromkeys(seats, 0)
        """How much of it each seat has been shown."""

    def take(self, lines: Sequence[str]) -> None:
        """Go on with the lines after those taken before."""
        for line in lines:
            self.lines += 1
            self._record(parsed(line))

    def _record(self, record: Record) -> None:
        for nth, event in enumerate(record.get("fx", ()), 1):
            for seat, seen in self.audience.follow(event).items():
                for text in filter(None, map(self.words.tells, seen)):
                    self.heard[seat].append(Heard(self.lines, nth, text))
        if said := self._said(record):
            for those in self.heard.values():
                those.append(Heard(self.lines, 0, said, record["k"] == "mark"))

    def _said(self, record: Record) -> str:
        """What all hear of a record besides its events."""
        match record["k"]:
            case "mark":
                return f"End of {record['after']}"
            case "seat":
                return self.words.changed(record)
        return ""

    def news(self, seat: int) -> list[Heard]:
        """What a seat has heard and not been shown yet."""
        new = self.heard[seat][self.told[seat] :]
        self.told[seat] = len(self.heard[seat])
        return new

    def events(self, seat: int, line: int) -> list[Heard]:
        """What a seat has heard of the events of a line."""
        return [one for one in self.heard[seat] if one.line == line and one.event]

    def last(self, seat: int) -> int | None:
        """The last line in which a seat has heard of an event."""
        return next((one.line for one in reversed(self.heard[seat]) if one.event), None)


def head_of(lines: Sequence[str]) -> Any:
    """The head of a log."""
    return parsed(lines[0])
