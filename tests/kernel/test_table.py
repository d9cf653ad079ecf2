"""Small parts of the kernel on which everything else rests."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.guess import shuffle_pieces
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import Block, Program, Stretch
from rftg_dsl.kernel.restore import restore_play
from rftg_dsl.kernel.visibility import PUBLIC, TABLE, can_see, can_see_first
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard


def game_at(game: str, decisions: int) -> Play[Any]:
    """A random game of three after some decisions."""
    play = load_standard(game).rules(3).start(Seeded(f"table {decisions}", game))
    random = Random(decisions).random
    while not play.over and decisions:
        play.run()
        if play.pending is not None:
            play.answer(play.pending.form.draw(random))
            decisions -= 1
    play.run()
    return play


@pytest.mark.parametrize("game", game_names())
def test_a_copy_shares_no_list_with_the_original(game: str) -> None:
    play = game_at(game, 20)

    copy = play.clone()

    lists = [name for name in dir(play) if not name.startswith("_") and isinstance(getattr(play, name), list)]
    assert {"tag", "zone", "side", "counters", "facts", "agenda"} <= {*lists}
    assert [name for name in lists if getattr(copy, name) is getattr(play, name)] == []


@pytest.mark.parametrize("game", game_names())
def test_a_game_restored_from_json_waits_for_the_same_steps(game: str) -> None:
    for decisions in range(0, 60, 3):
        play = game_at(game, decisions)
        if play.over:
            break

        whole = json.loads(json.dumps(play.whole()))
        again = restore_play(play.rules, Seeded("again", game), {}, whole)

        assert again.agenda == play.agenda
        assert again.pending is None or play.pending is None or again.pending.form.plain() == play.pending.form.plain()


@pytest.mark.parametrize("round_number", range(7))
def test_with_rotating_rounds_the_first_seat_moves_on_by_one_each_round(round_number: int) -> None:
    day = Stretch(Block("day", "day", ()), counter=0, rotating=True)
    order = Program(Block("setup", "setup", ()), day, {}, {}, 3).order

    first = max(round_number - 1, 0) % 3  # setup, before round 1, has the order of round 1
    table: Any = SimpleNamespace(counters=[round_number])
    assert tuple(order(table)) == tuple((first + seat) % 3 for seat in range(3))


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    random = Random("fair").random

    orders = Counter(tuple(shuffle_pieces([1, 2, 3], random)) for _ in range(6_000))

    assert orders.keys() == {*permutations([1, 2, 3])}
    assert all(850 < n < 1_150 for n in orders.values())


SEES = {
    # seen: what the public, the owner and another seat see of a seat's place, and of one of the table
    "all": ("all", "all", "all", "all", "all"),
    "owner": ("nothing", "all", "nothing", "nothing", "nothing"),
    "top": ("first", "all", "first", "first", "first"),
    "none": ("nothing", "nothing", "nothing", "nothing", "nothing"),
}


@pytest.mark.parametrize("seen", SEES)
def test_a_viewer_sees_what_the_content_says_and_nothing_else(seen: str) -> None:
    viewers = ((1, PUBLIC), (1, 1), (1, 0), (TABLE, PUBLIC), (TABLE, 0))

    assert SEES[seen] == tuple(
        "all" if can_see(seen, *each) else "first" if can_see_first(seen, *each) else "nothing" for each in viewers
    )
