"""The verbs that every game shares mean the same in each of them."""

from __future__ import annotations

import pytest

from check.joined import join
from rftg_dsl.library.installed import find_game

SHARED = ("gain", "have", "spend", "discard")
COMPONENTS = {
    "roll": 'tile Z1 {{ development "Z" cost 1 {{ {} }}\nworld "Y" gray cost 1 }}',
    "race": 'card Z1 {{ development "Z" cost 1 vp 1 {{ {} }} }}',
    "galaxies": 'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {} }} }}',
}
POWERS = {
    "roll": ("at end of ship: ", "credit", "vp"),
    "race": ("at end of settle: ", "vp", "glory"),
    "galaxies": ("action: ", "energy", "culture"),
}


@pytest.mark.parametrize("game", COMPONENTS)
def test_every_game_has_the_shared_verbs(game: str) -> None:
    assert set(SHARED) <= {verb.name for verb in find_game(game).verbs}


@pytest.mark.parametrize("game", COMPONENTS)
@pytest.mark.parametrize(
    "power",
    [
        "gain 1 {one}",
        "have 1 {one}",
        "may spend 1 {one}: gain 1 {other}",
        "gain 1 {one} from an opponent",
        "gain 2 {one} or {other}",
        "may spend up to 3 {one}: gain 1 {other} per spent",
        "may spend any number of {one}: gain 1 {other} per 2 spent, rounded up",
        "choose one: gain 1 {one}, or gain 1 {other}",
    ],
)
def test_every_game_says_the_same_of_its_counters(game: str, power: str) -> None:
    head, one, other = POWERS[game]
    extra = "counter glory plural glory of seat\n" if game == "race" else ""

    diagnostics = join(extra + COMPONENTS[game].format(head + power.format(one=one, other=other)), game).diagnostics

    assert diagnostics == ()
