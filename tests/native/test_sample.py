"""A sample of a game: which of its functions are called all the time, and which now and then."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.compiler import compile_rules
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import prospects_of
from rftg_dsl.compile.suppose import suppose
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_standard
from rftg_dsl.native.c_files import OFTEN, SOMETIMES, split_in_half
from rftg_dsl.native.sample import parts_of, rank_calls


@pytest.fixture(scope="module")
def rules() -> Rules:
    library = load_standard("race")
    return compile_rules(library.model, library.game, 2)


def test_functions_stand_in_files_by_how_often_they_are_called(rules: Rules) -> None:
    parts = parts_of(rules, load_standard("race").options, 200)

    assert {parts[method.__code__] for method in (Play.take, Play.draw, Play.move)} == {OFTEN}
    assert SOMETIMES in parts.values()
    assert Play.watch.__code__ not in parts


def test_what_only_looking_ahead_calls_counts(rules: Rules) -> None:
    parts = parts_of(rules, load_standard("race").options, 200)

    assert parts[suppose.__code__] == SOMETIMES
    assert prospects_of.__code__ in parts


def test_the_few_that_make_up_most_calls_come_first() -> None:
    def often() -> None: ...
    def seldom() -> None: ...

    parts = dict(rank_calls(Counter({often.__code__: 98, seldom.__code__: 2})))

    assert parts == {often.__code__: OFTEN, seldom.__code__: SOMETIMES}


def test_a_game_that_goes_wrong_ends_the_sample(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(range(50))
    take = Play.take

    def taken(play: Play[Any], pick: Any) -> None:
        if next(answers, None) is None:
            raise UsageError("it runs in circles", "mend it", "endless-game")
        take(play, pick)

    monkeypatch.setattr(Play, "take", taken)

    assert parts_of(rules, load_standard("race").options)[Play.draw.__code__] == OFTEN


def test_a_sample_leaves_other_profilers_alone(rules: Rules) -> None:

    def other(*_: Any) -> None: ...

    sys.setprofile(other)
    try:
        parts_of(rules, load_standard("race").options, 10)
        assert sys.getprofile() is other
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize(
    ("texts", "first"), [([], 0), (["a"], 0), (["aa", "b", "b"], 1), (["a", "b", "cc"], 2), (["a", "bbbb"], 1)]
)
def test_texts_are_halved_by_their_length(texts: list[str], first: int) -> None:
    assert split_in_half(texts) == (texts[:first], texts[first:])
