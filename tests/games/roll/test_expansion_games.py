"""Whole games with Ambition, Rivalry and the promotional tiles."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from advised import advise
from games.roll.expanded import BACKENDS, SETS, expanded
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.play.one_game import play_game

TILES = [one for one in expanded().model.components if one.kind == "tile" and one.id[:2] in ("A-", "R-", "P-")]


def start(seats: int, seed: int, backend: str = "generated") -> Play:
    """A game in which tiles of the expansions are in play from the start."""
    random = Random(seed)
    tiles = random.sample(TILES, len(TILES))
    names = [tile.sides[random.random() < 0.3].name for tile in tiles]
    each = min(4, len(names) // seats)  # so few that games last
    options = {f"tableau.{seat}": "; ".join(names[each * seat : each * (seat + 1)]) for seat in range(seats)}
    return expanded().rules(seats, backend).start(Seeded(str(seed), "roll"), options)  # type: ignore[arg-type]


def play(g: Play, seed: int, advised: bool = False) -> Play:
    """Play to the end; every die stays accounted for."""
    draw = Random(seed).random
    w = g.numbers
    while not g.over:
        if g.pending is None:
            g.run()
            assert [sum(g.stock[kind :: w.width]) for kind in w.kinds] == w.supplies
        else:
            assert g.answer(advise(g) if advised and g.pending.seat == 0 else g.pending.form.draw(draw)) is None
    return g


@pytest.mark.parametrize("seed", range(8))
def test_both_back_ends_play_the_same_games(seed: int) -> None:
    fast, plain = (play(start(2 + seed % 4, seed, backend), seed) for backend in BACKENDS)

    assert fast.events == plain.events
    assert fast.whole() == plain.whole()


def test_most_powers_of_the_expansions_come_up_in_a_few_random_games() -> None:
    seen: set[str] = set()
    for seed in range(30):
        seen |= {event[2] for event in play(start(2 + seed % 4, seed), seed).events}
    new = {id for id in expanded().rules(2).by_id if id[:2] in ("A-", "R-", "P-")}

    assert len(new & seen) > 0.6 * len(new)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_advice_copes_with_the_expansions(seats: int) -> None:
    g = play(expanded().rules(seats).start(Seeded(f"advised/{seats}", "roll")), seats, advised=True)

    assert g.facts[g.numbers.ended]


def test_a_log_of_such_a_game_is_valid(tmp_path: Path) -> None:
    log = tmp_path / "game.rlog"
    play_game(expanded(), 3, "logged", ["greedy", "random", "random"], log)

    assert audit_file(log, SETS).verdict == "valid"
