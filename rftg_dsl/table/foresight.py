"""What an answer would cost or do, as far as the seat that is asked can know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view
from rftg_dsl.library import Library
from rftg_dsl.log.record import naming_of
from rftg_dsl.play.draft import Unforeseen, Unknown
from rftg_dsl.play.seen import DEALS


class Foresight:
    """Tries answers on what a seat sees of a play, with the hidden pieces in several orders."""

    def __init__(self, library: Library, play: Play[Any], seat: int) -> None:
        self.library = library
        self.play = play
        self.seat = seat

    @cached_property
    def views(self) -> Sequence[Play[Any]]:
        """What the seat sees, with each order."""
        found = [view(self.play, self.seat, deal) for deal in range(1, DEALS + 1)]
        for one in found:
            self.library.game.conceal(one, self.seat)
            one.chance = Unknown()
        return found

    def of(self, pick: Pick) -> list[str]:
        """What happens at once after an answer, in the words of the story.

        What is not the same in every order of the hidden pieces is left out. It ends where chance, another decision or
        the next step of the rules begins.
        """
        told = [self._tried(one.clone(), pick) for one in self.views]
        first, same = told[0], 0
        while same < len(first) and all(same < len(each) and each[same] == first[same] for each in told):
            same += 1
        return list(dict.fromkeys(first[:same]))

    def _tried(self, twin: Play[Any], pick: Pick) -> Sequence[str]:
        """What happens with one order of the hidden pieces."""
        try:
            twin.take(pick)
        except Unforeseen:
            pass
        except Unusable:  # a set that makes the rules go in circles: whoever answers so is told
            return ()
        tell, names = self.library.game.tell, self.library.names
        return [text for event in naming_of(twin.layout).events(twin.events) if (text := tell(event, names))]
