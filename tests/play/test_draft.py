"""Answers that a seat tries before it gives them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rftg_dsl as rftg
from lanes import law
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.library.load import load_standard

GAMES = ("roll", "race", "galaxies")


def begun(game: str, seed: int, answers: int) -> tuple[rftg.Match, Random]:
    """A game in progress, after some answers at random."""
    match, random = rftg.start(load_standard(game), 2, str(seed)), Random(seed)
    for _ in range(answers):
        if match.asked is None:
            break
        asked = match.asked
        asked.random = random
        match.answer(asked.draw())
    return match, random


@law(40, derandomize=True)
@given(st.sampled_from(GAMES), st.integers(0, 1_000), st.integers(0, 60))
def test_what_is_tried_and_then_given_is_what_is_given(game: str, seed: int, answers: int) -> None:
    match, random = begun(game, seed, answers)
    if match.over:
        return
    before = match.log
    draft = match.draft()
    questions = []
    while not draft.settled and len(draft.answers) < 30:
        asked = draft.asked
        questions.append(repr(asked))
        asked.random = random
        draft.answer(asked.draw())
    assert match.log == before

    for question, answer in zip(questions, draft.answers, strict=True):
        assert repr(match.asked) == question
        match.answer(answer)


@law(25, derandomize=True)
@given(st.sampled_from(GAMES), st.integers(0, 1_000), st.integers(0, 60))
def test_everything_can_be_taken_back(game: str, seed: int, answers: int) -> None:
    match, random = begun(game, seed, answers)
    if match.over:
        return
    draft = match.draft()
    seen = []
    while not draft.settled and len(draft.answers) < 10:
        seen.append((repr(draft.asked), draft.play.plain()))
        asked = draft.asked
        asked.random = random
        draft.answer(asked.draw())

    for question, plain in reversed(seen):
        assert draft.back()
        assert (repr(draft.asked), draft.play.plain(), draft.settled) == (question, plain, False)
    assert not draft.back()
    assert draft.answers == []


def test_a_copy_goes_its_own_way() -> None:
    match, _ = begun("roll", 1, 2)
    draft = match.draft()
    draft.answer(draft.asked.options[0])

    twin = draft.copy()
    twin.answer(twin.asked.options[0])

    assert len(draft.answers) == 1
    assert twin.answers[:1] == draft.answers
    assert twin.back() and twin.back() and not twin.back()
    assert len(draft.answers) == 1


def test_what_is_refused_changes_nothing() -> None:
    match, _ = begun("roll", 1, 2)
    draft = match.draft()
    before = draft.play.plain()

    with pytest.raises(IllegalAnswer):
        draft.answer("nowhere")

    assert draft.answers == []
    assert draft.play.plain() == before


def test_a_draft_is_of_a_game_in_progress() -> None:
    match = rftg.start("race", 2, "s").finish("greedy")

    with pytest.raises(ValueError, match="the game is over"):
        match.draft()


def test_what_depends_on_chance_is_settled_before_the_chance() -> None:
    match, _ = begun("roll", 1, 0)
    draft = match.draft().answer(match.asked.options[0])  # type: ignore[union-attr]

    assert draft.settled
    assert draft.asked.name == "start"
