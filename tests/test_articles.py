"""Messages put the right article before a noun of the content."""

import pytest

from rftg_dsl.base.diagnostic import with_article


@pytest.mark.parametrize(
    "phrase", ["a tile", "an explorer", "an Alien good", "a unit", "a eureka", "an uninhabited world", "a one-off"]
)
def test_a_noun_gets_its_article(phrase: str) -> None:
    assert with_article(phrase.partition(" ")[2]) == phrase
