"""Previews of an answer's cost and effect, limited to what the seat that is asked can know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import MOVE
from rftg_dsl.kernel.view import view
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.log_words import with_unseen
from rftg_dsl.log.account.sight import UNKNOWN, Seen
from rftg_dsl.log.format.record import naming_of
from rftg_dsl.play.draft import UnforeseenResult, Unknown
from rftg_dsl.play.seen import DEALS


class Foresight:
    """Tries out answers on a seat's view of a play, with the hidden pieces in several orders."""

    def __init__(self, library: Library, play: Play[Any], seat: int) -> None:
        self.library = library
        self.play = play
        self.seat = seat
        self.names = with_unseen(library.names, library.game.name)

    @cached_property
    def views(self) -> Sequence[Play[Any]]:
        conceal = self.library.game.conceal
        views = [view(self.play, self.seat, deal, conceal) for deal in range(1, DEALS + 1)]
        for play in views:
            # A preview must not roll dice: the result would be a guess shown as a fact.
            play.chance = Unknown()
        return views

    def effects_of(self, pick: Pick) -> list[str]:
        """The immediate effects of an answer, worded as in the story.

        A piece that differs between the orders of the hidden pieces is not named. The list ends as soon as anything
        else differs, or when a random result, another decision or the next step of the rules would follow.
        """
        told: Counter[str] = Counter()
        for same in zip_longest(*[self._try_answer(play.clone(), pick) for play in self.views], fillvalue=""):
            if len(texts := {*map(self._tell, same)}) > 1:
                vague = without_piece(same[0])
                if any(without_piece(event) != vague for event in same):
                    break
                texts = {self._tell(vague)}
            told.update(texts)
        return [f"{text} ({n} times)" if n > 1 else text for text, n in told.items() if text]

    def _try_answer(self, twin: Play[Any], pick: Pick) -> list[Seen | str]:
        ends = []
        try:
            twin.take(pick)
        except UnforeseenResult as chance:
            ends = [str(chance)]
        except UsageError:  # an endless loop in a set; it is reported if this answer is given
            return []
        return [*naming_of(twin.layout).list_events(twin.events), *ends]

    def _tell(self, event: Seen | str) -> str:
        return event if isinstance(event, str) else self.library.game.tell(event, self.names)


def without_piece(event: Seen | str) -> Seen | str:
    if isinstance(event, str) or event[0] != MOVE:
        return event
    op, word, cause, _, target, _ = event
    return [op, word, cause, UNKNOWN, target, 0]
