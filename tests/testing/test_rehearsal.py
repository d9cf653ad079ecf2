"""Rehearsals find the loose ends of a game."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.check.signatures import event
from rftg_dsl.kernel.decision import Question
from rftg_dsl.library.load import load_standard
from rftg_dsl.testing import rehearse


@event("rain", "rains", text="It never does.")
def rains(play: object, seat: int) -> None: ...


def test_a_rehearsal_lists_everything_that_never_came_up() -> None:
    library = load_standard("roll")
    game = library.game
    loose = evolve(
        game,
        events=(*game.events, rains),
        questions=(*game.questions, Question("tea")),
    )

    rehearsal = rehearse(evolve(library, game=loose), 1, [2])

    assert {"'rain' never happened", "question 'tea' was never asked"} <= set(rehearsal.never)
