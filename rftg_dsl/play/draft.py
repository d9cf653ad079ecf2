"""A draft of a seat's answers, which are not in the log yet and can still be taken back.

An answer settles the draft if it leads to another seat's decision, the end of a phase or turn, a dice roll, a
draw, or the disclosure of anything hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import DISCLOSED
from rftg_dsl.kernel.table import ADJUST, NOTE
from rftg_dsl.kernel.view import pieces_hidden_from
from rftg_dsl.play.asked import Answer, Asked


class UnforeseenResult(Exception):
    """Raised if an answer leads to a random result; the message describes the roll or draw."""


class Unknown:
    """The random source of a draft, which raises ``UnforeseenResult`` as soon as a result is needed."""

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        raise UnforeseenResult("1 die is rolled" if times == 1 else f"{times} dice are rolled")

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        raise UnforeseenResult(f"a draw of {times} follows")


class Draft:
    """The answers of the pending seat, tried out on copies of the game."""

    def __init__(self, game: Game, play: Play[Any]) -> None:
        first = play.clone()
        first.chance = Unknown()
        assert first.pending is not None
        self._game = game
        self._states = [first]
        self.seat = first.pending.seat
        self.answers: list[Answer] = []
        self.settled = False
        """Whether the last answer ends the draft; it becomes final as soon as the match receives the answers."""

    @property
    def play(self) -> Play[Any]:
        return self._states[-1]

    @property
    def states(self) -> Sequence[Play[Any]]:
        """The states before the draft and after each answer that did not settle the draft, each with its events."""
        return self._states

    @property
    def asked(self) -> Asked:
        """The open question: the next question to this seat or, if the draft is settled, the last question."""
        play = self.play
        assert play.pending is not None
        return Asked(self._game, play, play.pending)

    def answer(self, answer: Answer) -> Self:
        """Answer the open question. If the answer is illegal, raise ``IllegalAnswer`` and change nothing."""
        pick = self.asked.pick(answer)
        twin = self._states[-1].clone()
        hidden = self._hidden_pieces_in(twin)
        try:
            twin.take(pick)
        except UnforeseenResult:
            self.settled = True
        else:
            same = twin.pending is not None and twin.pending.seat == self.seat and not twin.paused
            self.settled = not same or self._has_learnt(twin, hidden)
        self.answers.append(answer)
        if not self.settled:
            self._states.append(twin)
        return self

    def back(self) -> bool:
        if not self.answers:
            return False
        self.answers.pop()
        if not self.settled:
            self._states.pop()
        self.settled = False
        return True

    def copy(self) -> Draft:
        twin = Draft(self._game, self._states[0])
        twin._states = self._states[:]
        twin.answers = self.answers[:]
        twin.settled = self.settled
        return twin

    def _hidden_pieces_in(self, play: Play[Any]) -> set[int]:
        return {piece for place in range(play.layout.places) for piece in pieces_hidden_from(play, self.seat, place)}

    def _has_learnt(self, play: Play[Any], hidden: set[int]) -> bool:
        """Whether an answer has revealed something to the seat and must therefore be final."""
        if hidden - self._hidden_pieces_in(play):
            return True
        for event in play.events:
            if event[0] == NOTE and event[1] == DISCLOSED:
                return True
            if event[0] == ADJUST and not play.layout.can_see_counter(event[3], self.seat):
                return True
        return False
