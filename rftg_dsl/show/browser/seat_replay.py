"""A game in progress as seen from one seat, line by line.

The lines are specific to the seat; neither their number nor their content depends on information hidden from it.
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
    """Follows the log of a game in progress for one seat."""

    def __init__(self, lines: Sequence[str], library: Library, seat: int) -> None:
        log = parse_log("".join(f"{line}\n" for line in lines[:1]).encode())
        self.library = library
        self.seat = seat
        # Keep this between calls, so that a new line takes no longer to process late in a game than early on.
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
        """Return events that are not in the log yet, as the seat would see them, with their texts and causes."""
        assert self.winding.views is not None
        # Use a copy, because the player may take back the answers that led to these events.
        audience = deepcopy(self.winding.views.audience) if events else self.winding.views.audience
        seen = [each for event in events for each in audience.follow(event)[self.seat]]
        told = [text for event in seen if (text := self.winding.words.tell_event(event))]
        causes = {event[2]: self.winding.cause_of(event) for event in seen if event[2]}
        return {"events": seen, "told": told, "causes": causes}

    def make_reel(self, pictures: str) -> Reel:
        """Create a reel of the game so far; ``pictures`` is the URL prefix for pictures."""
        reel = self.winding.put_together(self.table, self.lines, None)
        return {**reel, "sides": sides_of(self.library, pictures), "live": True, "complete": True}

    def lines_after(self, line: int) -> dict[str, Any]:
        """Return the lines after ``line``, with the causes of their events."""
        new = self.lines[line:]
        causes = {event[2] for record in new for event in record.get("fx", ())}
        known = self.winding.causes
        return {"from": line, "lines": new, "causes": {id: known[id] for id in causes if id in known}}
