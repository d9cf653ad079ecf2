"""Sentences that once validated and meant something else than they say, by the number of the finding."""

from __future__ import annotations

import pytest

from check.joined import found

COMPONENTS = {
    "roll": 'tile Z1 {{ development "Z" cost 1 {{ {} }}\nworld "Y" gray cost 1 }}',
    "race": 'card Z1 {{ development "Z" cost 1 vp 1 {{ {} }} }}',
    "galaxies": 'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {} }} }}',
}
"""A component with one power, in each game."""


def codes(game: str, power: str) -> list[str]:
    """The codes of what is wrong with a power of a game."""
    return [one.code for one in found(COMPONENTS[game].format(power), game)]


# -- 4: a condition decides about the whole power, and comes before all of it -------------------------------------

PHRASES = {
    "roll": ("at end of ship", "gain 1 vp", "gain $1", "spend $1", "developments", "cost of worlds"),
    "race": ("at end of settle", "gain 1 vp", "draw 1 card", "discard 1 card in hand", "worlds", "draws"),
    "galaxies": ("action", "gain 1 energy", "gain 1 culture", "spend 1 energy", "colonies", "follow price"),
}
"""A moment, two effects, a price, things to have, and a changed number."""


@pytest.mark.parametrize("game", PHRASES)
@pytest.mark.parametrize(
    "power",
    [
        "{when}: {one}, if you have 9 {things}, {two}",
        "{when}: {one}, if you have 9 {things}",
        "{when}: may {one}, if you have 9 {things}",
        "{when}: opponents {one}, if you have 9 {things}, {two}",
        "{when}: may {price}, if you have 9 {things}: {two}",
        "{when}: may {price}: if you have 9 {things}, {two}",
        "{when}: may {price}: {one}, if you have 9 {things}, {two}",
        "{when}, choose one: if you have 9 {things}, {one}, or {two}",
        "{when}, choose one: {one}, or {two}, if you have 9 {things}",
        "{when}, whoever has 3 {things}, if you have 9 {things}: {one}",
        "{when}, whoever has 3 {things}: if you have 9 {things}, {one}",
        "{number}: 1 less, if you have 9 {things}",
        "score 1 per {things}, if you have 9 {things}",
        "{one}, if you have 9 {things}, {two}",
    ],
)
def test_finding_4_a_condition_in_mid_sentence_is_refused(game: str, power: str) -> None:
    when, one, two, price, things, number = PHRASES[game]

    wrong = codes(game, power.format(when=when, one=one, two=two, price=price, things=things, number=number))

    assert wrong == ["surplus-clause"]


@pytest.mark.parametrize("game", PHRASES)
@pytest.mark.parametrize(
    "power",
    [
        "{when}, if you have 9 {things}: {one}, {two}",
        "{when}: if you have 9 {things}, {one}, {two}",
        "{when}, if you have 9 {things}: may {price}: {two}",
        "{when}, if you have 9 {things}, choose one: {one}, or {two}",
        "{when}, choose one, if you have 9 {things}: {one}, or {two}",
        "{when}, if you have 9 {things}, whoever has 3 {things}: {one}",
        "{number}, if you have 9 {things}: 1 less",
        "if you have 9 {things}: score 1 per {things}",
        "if you have 9 {things}, score 1 per {things}",
        "if you have 9 {things}, {one}, {two}",
    ],
)
def test_finding_4_a_condition_before_everything_that_happens_is_read(game: str, power: str) -> None:
    when, one, two, price, things, number = PHRASES[game]

    wrong = codes(game, power.format(when=when, one=one, two=two, price=price, things=things, number=number))

    assert wrong == []
