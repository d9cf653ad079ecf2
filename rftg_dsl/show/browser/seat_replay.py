"""A game in progress as one seat sees it, line by line.

The lines are the seat's own: neither their number nor their content depends on hidden information.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from rftg_dsl.library.load import Library
from rftg_dsl.log.account.replay import Eyes
from rftg_dsl.log.account.sight import Seen
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.show.browser.content_data import sides_of
from rftg_dsl.show.browser.replay_data import Line, Reel, Winding


class Following:
    """Follows a log for one seat."""

    def __init__(self, lines: Sequence[str], library: Library, seat: int) -> None:
        log = parse_log("".join(f"{line}\n" for line in lines[:1]).encode())
        self.library = library
        self.seat = seat
        # Its state is kept between calls, so that a new line takes no longer in a long game.
        self.winding = Winding(log, lambda _: library, Eyes(seat))
        self.table = self.winding.table_at_start()
        self.taken = 0
        self.lines: list[Line] = []
        self.take(lines)

    def take(self, log: Sequence[str]) -> None:
        for line in log[self.taken :]:
            self.winding.log.budget.earn(len(line))
            self.lines += self.winding.take(parse_json(line))
        self.taken = len(log)

    def preview(self, events: Sequence[Seen]) -> dict[str, Any]:
        """Events not yet in the log, as the seat would see them, with their words and causes."""
        assert self.winding.views is not None
        # Use a copy, because the seat may take the answers back.
        audience = deepcopy(self.winding.views.audience) if events else self.winding.views.audience
        seen = [each for event in events for each in audience.follow(event)[self.seat]]
        told = [text for event in seen if (text := self.winding.words.tell_event(event))]
        causes = {event[2]: self.winding.cause_of(event) for event in seen if event[2]}
        return {"events": seen, "told": told, "causes": causes}

    def make_reel(self, pictures: str) -> Reel:
        """The reel so far; ``pictures`` is the URL prefix of pictures."""
        reel = self.winding.put_together(self.table, self.lines, None)
        return {**reel, "sides": sides_of(self.library, pictures), "live": True, "complete": True}

    def lines_after(self, line: int) -> dict[str, Any]:
        """The lines after ``line``, with their causes."""
        new = self.lines[line:]
        causes = {event[2] for record in new for event in record.get("fx", ())}
        known = self.winding.causes
        return {"from": line, "lines": new, "causes": {id: known[id] for id in causes if id in known}}
