"""What a scenario denies has to be something that the game could offer; nothing that it offers is taken for a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.check.scenarios.scene import answers_of
from rftg_dsl.compile.words_in_code import find_words
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Bag, Form, Range
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard
from scenes import played

ASKED = """
given
  seat 1 tableau: "Rebel Fuel Cache"
when
  phase consume
then
  nothing changes
  seat 1 {} "Rebel Fuel Cache"
"""


@pytest.mark.parametrize(("verb", "found"), [("cannot choose", []), ("cannot use", ["unknown-answer"])])
def test_only_a_piece_with_a_power_can_be_used(verb: str, found: list[str]) -> None:
    assert [diagnostic.code for diagnostic in played(ASKED.format(verb), "race").diagnostics] == found


@pytest.mark.parametrize(
    ("text", "can_be"),
    [("explore", True), ("done", True), ("2 genes and 1 home", True), ("2 genes or 1 home", False), ("and", False)],
)
def test_words_come_from_content_or_code_and_longer_answers_are_made_of_them(text: str, can_be: bool) -> None:
    game = load_standard("roll")

    assert (text in answers_of(game.model.words, find_words(game.game))) == can_be


def words_in(form: Form) -> Iterator[str]:
    """The words among the options of a form; ids of pieces and powers are none."""
    if isinstance(form, Range):
        return
    for option in [cell for cell, _ in form.cells] if isinstance(form, Bag) else form.options:
        for part in option if isinstance(option, tuple) else (option,):
            if isinstance(part, str) and re.fullmatch(r"[a-z0-9 _-]+", text := part.partition(" with ")[0]):
                yield text


@pytest.mark.parametrize("game", game_names())
@law(3)
@given(seed=st.integers(0, 10_000))
def test_every_word_that_a_game_offers_can_be_denied(game: str, seed: int) -> None:
    library = load_standard(game)
    known = answers_of(library.model.words, find_words(library.game))
    play, random = library.rules(2).start(Seeded(str(seed), game)), Random(seed).random

    offered = set()
    while not play.over:
        if play.pending is None:
            play.run()
        else:
            offered |= set(words_in(play.pending.form))
            play.answer(play.pending.form.draw(random))

    assert len(offered) > 5
    assert {word for word in offered if word not in known} == set()
