"""A copy of a game, or one restored from JSON, is the same game and a game of its own."""

from __future__ import annotations

import json

import pytest

from kernel.test_view import plays
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.restore import restore_play
from rftg_dsl.library.installed import game_names


@pytest.mark.parametrize("game", game_names())
def test_a_copy_shares_no_list_with_the_original(game: str) -> None:
    play = plays(game, 20)

    copy = play.clone()

    lists = [name for name in dir(play) if not name.startswith("_") and isinstance(getattr(play, name), list)]
    assert {"tag", "zone", "side", "counters", "facts", "agenda"} <= {*lists}
    assert [name for name in lists if getattr(copy, name) is getattr(play, name)] == []


@pytest.mark.parametrize("decisions", range(0, 60, 3))
@pytest.mark.parametrize("game", game_names())
def test_a_game_restored_from_json_waits_for_the_same_steps_and_answers(game: str, decisions: int) -> None:
    play = plays(game, decisions)

    for _ in range(2):  # before and after the next steps
        again = restore_play(play.rules, Seeded("again", game), {}, json.loads(json.dumps(play.whole())))

        assert again.agenda == play.agenda
        assert again.whole() == play.whole()
        play.run()
