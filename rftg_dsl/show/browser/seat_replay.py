"""A game in progress as seen from one seat, line by line.

The lines are specific to the seat; neither their number nor their content depends on information hidden from it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from operator import itemgetter
from typing import Any

from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.replay import Eyes, fold_to_line
from rftg_dsl.log.account.sight import Seen
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.read_log import ENDS, parse_log
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.show.browser.content_data import sides_of
from rftg_dsl.show.browser.film import Change, Line
from rftg_dsl.show.browser.replay_data import Reel, Winding

SHOWN = 2
"""The number of things that a player can still take back which are named: the last ones."""


def changes_between(mine: Folded, whole: Folded, words: Vocabulary) -> list[Change]:
    """Return the changes that turn a viewer's table into the whole one, as far as the seats' own places go."""
    hidden = [place.name for place in words.places.values() if place.owner == "seat" and place.seen == "owner"]
    changes: list[Change] = []
    for name, pieces in whole.pieces.items():
        if name.partition(".")[0] in hidden and pieces != mine.pieces.get(name, []):
            changes.append(("set", "pieces", name, [*pieces]))
            sides = whole.table["sides"]
            changes += [("set", "sides", piece, sides[piece]) for piece in pieces if piece in sides]
    return changes


class Following:
    """Follows the log of a game in progress for one seat."""

    def __init__(self, lines: Sequence[str], library: Library, seat: int) -> None:
        log = parse_log("".join(f"{line}\n" for line in lines[:1]).encode())
        self.library = library
        self.seat = seat
        # Keep this between calls, so that a new line takes no longer to process late in a game than early on.
        self.winding = Winding(log, lambda _: library, Eyes(seat))
        self.film = self.winding.films[seat]
        self.taken = 0
        self.lines: list[Line] = []
        """The lines so far in which a step ends."""
        self.take(lines)

    @property
    def line(self) -> int:
        """The number of lines so far."""
        return self.winding.line

    def take(self, log: Sequence[str]) -> None:
        for line in log[self.taken :]:
            self.winding.log.budget.earn(len(line))
            self.lines += self.winding.take(parse_json(line))
            if line.startswith(ENDS):
                self.uncover(log)
        self.taken = len(log)

    def uncover(self, log: Sequence[str]) -> None:
        """Turn up what the other seats have hidden to the end of a finished game, as part of its last step."""
        whole = parse_log("".join(f"{line}\n" for line in log).encode())
        table, _, _ = fold_to_line(whole, len(log))
        changes = changes_between(self.film.table, table, self.library.model.words)
        last = self.lines[-1]
        *steps, step = last["steps"]
        self.lines[-1] = {**last, "steps": [*steps, {**step, "changes": (*step["changes"], *changes)}]}

    def lines_after(self, line: int) -> list[Line]:
        return self.lines[bisect_right(self.lines, line, key=itemgetter("line")) :]

    def show_tail(self, events: Sequence[Seen] = (), said: Sequence[str] = ()) -> list[Line]:
        """Return a line with everything that no step shows yet, or nothing if there is no such thing.

        ``said`` are the answers that the player can still take back, in words; ``events`` follow from them.
        """
        if not said:
            return [self.film.show_rest(self.line)] if self.film.changes else []
        assert self.winding.views is not None
        ahead, audience = self.film, self.winding.views.audience
        if events:
            # Use copies, so that the answers can be taken back.
            ahead, audience = ahead.fork(), deepcopy(audience)
        seen = [each for event in events for each in audience.follow(event)[self.seat]]
        told = [text for event in seen if (text := ahead.hear(event, self.line + 1))]
        last = (told or said)[-SHOWN:]
        more = "…; " if len(told or said) > SHOWN else ""
        return [ahead.show_rest(self.line + 1, self.seat, f"You can still take this back: {more}{'; '.join(last)}")]

    def causes_in(self, lines: Iterable[Line]) -> Mapping[str, Any]:
        causes = self.winding.captions.causes
        return {id: causes[id] for line in lines for step in line["steps"] for id in step["why"]}

    def make_reel(self, pictures: str) -> Reel:
        """Create a reel of the game so far; ``pictures`` is the URL prefix for pictures."""
        reel = self.winding.put_together(self.lines, None)
        guide = self.winding.captions.grounds.talk.phases
        return {**reel, "sides": sides_of(self.library, pictures), "guide": guide, "live": True, "complete": True}
