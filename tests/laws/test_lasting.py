"""Effects that last until the end of a round, turn or phase are over by then, so none counts in a final score."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from check.joined import join
from lanes import law
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.in_play import LASTING

PIECES = {
    "galaxies": (
        'planet-card Z{n} replaces "{old}" {{ planet "Z{n}" culture economy length 2 vp 2 {{ {power} }} }}\n',
        ("action: until end of turn, when anyone follows: gain 1 culture", "when you follow: until end of turn, {}"),
        "follow price: 1 less",
    ),
    "race": (
        'card Z{n} copies 4 {{ development "Z{n}" cost 1 vp 1 {{ {power} }} }}\n',
        tuple(
            f"at {edge} of {phase}: until end of {period}, {{}}"
            for edge, phase, period in [
                ("start", "produce", "phase"),
                ("end", "settle", "phase"),
                ("start", "explore", "round"),
                ("end", "round", "round"),
                ("end", "round", "phase"),
            ]
        ),
        "military: 2 more",
    ),
    "roll": (
        'tile Z{n} {{ development "ZD{n}" cost 1 {{ {power} }} world "ZW{n}" gray cost 1 {{ {power} }} }}\n',
        (
            "at start of ship: until end of phase, {}",
            "at end of ship: until end of round, {}",
            "at end of round: until end of round, {}",
            "at end of round: until end of phase, {}",
        ),
        "cost of worlds: 1 less",
    ),
}
"""A component, powers that begin something, and what they begin, by game."""


@cache
def rules_of(game: str) -> Rules:
    """The rules of a game with many pieces that begin something which lasts."""
    piece, powers, begun = PIECES[game]
    old = ("NIBIRU", "JAKKS") if game == "galaxies" else ("", "")
    lines = [piece.format(n=n, old=old[n % 2], power=power.format(begun)) for n, power in enumerate(powers)]
    loaded = join("".join(lines), game)
    assert loaded.library is not None, loaded.diagnostics
    return loaded.library.rules(2)


def play_out(game: str, seed: int) -> tuple[Any, list[Any]]:
    """A game that is over, and what lasted at its decisions."""
    play, random = rules_of(game).start(Seeded(str(seed), game)), Random(seed).random
    lasted: list[Any] = []

    def choose(play: Any, asked: Any) -> Any:
        lasted.extend(play.facts[play.layout.fact[LASTING]])
        return asked.form.draw(random)

    drive(play, [choose] * play.layout.seats)
    return play, lasted


@pytest.mark.parametrize("game", sorted(PIECES))
def test_something_lasts_in_these_games(game: str) -> None:
    assert any(play_out(game, seed)[1] for seed in range(3))


@given(st.integers(0, 10_000))
@pytest.mark.parametrize("game", sorted(PIECES))
@law(4)
def test_nothing_lasts_beyond_the_end_of_the_game(game: str, seed: int) -> None:
    play, _ = play_out(game, seed)

    assert play.facts[play.rules.program.ended]
    assert play.facts[play.layout.fact[LASTING]] == ()
