"""Positions as text: a game from one goes on as the original, and no other text is taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rftg_dsl as rftg
from lanes import law

GAMES = st.tuples(st.sampled_from(["roll", "race", "galaxies"]), st.integers(2, 4), st.integers(0, 10**6))


def play_some(match: rftg.Match, answers: int) -> None:
    """Answer at random, up to a number of times."""
    for _ in range(answers):
        if (asked := match.asked) is None:
            return
        asked.random.seed(answers)
        match.answer(asked.draw())


@given(GAMES, st.integers(0, 60))
@law(12)
def test_a_game_from_a_position_goes_on_as_the_original(game: tuple[str, int, int], answers: int) -> None:
    name, players, seed = game
    match = rftg.start(name, players, str(seed))
    play_some(match, answers)

    again = rftg.start(name, position=match.position(), seed=str(seed))

    assert again.position() == match.position() and repr(again.asked) == repr(match.asked)
    assert again.finish("random").figures == match.finish("random").figures


def test_a_game_over_is_a_position_too() -> None:
    match = rftg.start("galaxies", 2, "over").finish()

    again = rftg.start("galaxies", position=match.position())

    assert again.over and again.winners == match.winners


@pytest.fixture(scope="module")
def position() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(rftg.start("roll", 2, "p").position())
    return data


Spoil = Callable[[dict[str, Any]], Any]
SPOILT: dict[str, Spoil] = {
    "not a table": lambda data: data["play"].update(table={}),
    "an unknown place": lambda data: data["play"]["table"]["pieces"].update(nowhere=["T1"]),
    "an unknown piece": lambda data: data["play"]["table"]["pieces"].update(bag=["T999"]),
    "an unknown step": lambda data: data["play"]["agenda"].append(["roll.nothing"]),
    "a step that is not one": lambda data: data["play"]["agenda"].append([[]]),
    "another form": lambda data: data["play"]["asked"].update(form=["many"]),
    "another version": lambda data: data.update(format="rftg-position/0"),
    "no players": lambda data: data.update(players="2"),
    "another game": lambda data: data.update(game="race"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_what_is_not_a_position_is_refused(position: dict[str, Any], spoil: Spoil) -> None:
    data = json.loads(json.dumps(position))
    spoil(data)

    with pytest.raises(rftg.UsageError, match="this is not a position"):
        rftg.start("roll", position=json.dumps(data))


@pytest.mark.parametrize("text", ["x", "[]", "{}", "1.5", "[" * 100_000, "{" * 2_000_000, '"' + "x" * 2_000_000 + '"'])
def test_nor_is_any_other_text(text: str) -> None:
    with pytest.raises(rftg.UsageError, match="this is not a position"):
        rftg.start("roll", position=text)


def test_a_position_of_other_content_is_refused(position: dict[str, Any]) -> None:
    other = {**position, "digests": {**position["digests"], "base": "0" * 64}}

    with pytest.raises(rftg.MissingContent, match="'base' differs"):
        rftg.start("roll", position=json.dumps(other))
    with pytest.raises(rftg.MissingContent, match="digest"):
        rftg.start(rftg.load("roll", edition="2014"), position=json.dumps(position))
    with pytest.raises(rftg.UsageError, match="for 2 to 5 players"):
        rftg.start("roll", position=json.dumps({**position, "players": 9}))


def test_what_a_position_excludes(tmp_path: Any, position: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="takes its players from there"):
        rftg.start("roll", 2, position=json.dumps(position))
    with pytest.raises(ValueError, match="no log"):
        rftg.start("roll", position=json.dumps(position), log=tmp_path / "new.rlog")
    with pytest.raises(ValueError, match="specify the number of players"):
        rftg.start("roll")
    with pytest.raises(ValueError, match="has no log"):
        print(rftg.start("roll", position=json.dumps(position)).log)
    assert not (tmp_path / "new.rlog").exists()
