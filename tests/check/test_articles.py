"""Articles say nothing, but one cannot stand for the word it belongs to."""

import pytest

from check.joined import codes, found, tile


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("a", "unknown-verb"),
        ("may a: gain 1 vp", "unknown-verb"),
        ("the: gain $1", "unknown-phase-or-number"),
        ("when the: gain $1", "unknown-event"),
        ("at end of ship, if the: gain $1", "unknown-condition"),
        ("gain 1 the", "wrong-kind"),
        ("move 1 own die to the", "unknown-place"),
        ("discard 1 die in the", "surplus-clause"),
        ("score 1 per world with the 6", "unknown-number"),
    ],
)
def test_an_article_alone_is_an_unknown_word(power: str, code: str) -> None:
    assert code in codes(tile(power))


@pytest.mark.parametrize("price", ["$1", "$1 culture"])
def test_a_game_without_money_has_no_prices_in_it(price: str) -> None:
    text = f'planet-card B1 {{ planet "X" culture economy length 2 vp 1 {{ action: use 1 colony for {price} }} }}'

    assert [diagnostic.code for diagnostic in found(text, "galaxies")] == ["wrong-kind"]
