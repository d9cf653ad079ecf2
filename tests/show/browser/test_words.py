"""Words and printed sentences beside the text of a set."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from rftg_dsl.base.source import Source
from rftg_dsl.library.load import load_standard
from rftg_dsl.show.browser.words_data import describe_words
from rftg_dsl.syntax.parse import parse

SIDES = {
    "roll": 'tile T1 {{\n world "A" gray cost 1 {{ {0} }}\n}}\n',
    "race": 'card C1 {{\n development "A" cost 1 vp 1 {{ {0} }}\n}}\n',
    "galaxies": 'planet-card P1 {{\n planet "A" energy economy length 1 vp 1 {{ {0} }}\n}}\n',
}


@pytest.mark.parametrize("game", SIDES)
def test_every_printed_power_is_there_as_it_is_worded_and_written(game: str) -> None:
    found = describe_words(game)
    powers = [power for side in load_standard(game).model.list_sides() for power in side.powers]

    assert len(found["sentences"]) == len(powers)
    assert all(one["name"] and one["written"] for one in found["sentences"])
    for one in found["sentences"]:
        assert parse(Source("text", SIDES[game].format(one["written"])))[1] == [], one["written"]


@pytest.mark.parametrize("game", SIDES)
def test_words_of_the_game_and_of_the_language_have_meanings(game: str) -> None:
    words = describe_words(game)["words"]

    assert {"when", "gain", "score"} <= {one["word"] for one in words}
    assert all(one["meaning"] for one in words)
    assert not any(one["example"].startswith("--") for one in words)
