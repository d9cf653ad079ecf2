"""Answers: the order of entries in a pick does not affect its outcome."""

from __future__ import annotations

from random import Random

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Bag
from rftg_dsl.library.load import load_standard


@pytest.mark.parametrize("game", ["roll", "galaxies"])
def test_the_order_in_a_bag_does_not_matter(game: str) -> None:
    """A log names a bag by unordered ids, so the outcome of a pick must not depend on their order."""
    play = load_standard(game).rules(2).start(Seeded("order", game))
    draw, compared = Random(1).random, 0
    while not play.over and compared < 10:
        if play.pending is None:
            play.run()
            continue
        pick = play.pending.form.draw(draw)
        twin = play.clone()
        play.take_events()
        if isinstance(play.pending.form, Bag) and len(pick) > 1:
            assert twin.answer(tuple(reversed(pick))) is None
            assert play.answer(pick) is None
            assert twin.events == play.events
            compared += 1
        else:
            play.answer(pick)
    assert compared == 10
