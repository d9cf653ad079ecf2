"""What people see: exactly what the places show them, and nothing that depends on what is hidden from them."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.account.sight import Audience
from rftg_dsl.log.account.viewed_records import Views
from rftg_dsl.log.proof.seal import Sealer, salts_of
from twins import Begun, Lines, play, seen_events, twins

GAMES = ("roll", "race", "galaxies")


def lines_of(game: str, players: int, seed: str, most: int) -> Lines:
    """The lines of a game of random bots, up to so many decisions."""
    return play(Begun(load_standard(game), players), seed, most).log


def public(lines: Lines) -> Lines:
    """The public log, without what the commitments are."""
    sealer = Sealer(json.loads(lines[0]), salts_of("sight"))
    return [re.sub(r'"root":"[0-9a-f]{64}"', "", line) for line in sealer.seal(lines).lines]


FOUND = dict.fromkeys(GAMES, 0)
"""How many twins have been compared."""


@law(30)
@given(
    game=st.sampled_from(GAMES),
    players=st.integers(2, 4),
    seed=st.integers(0, 10**6),
    most=st.integers(1, 120),
    data=st.data(),
)
def test_games_that_differ_in_what_is_hidden_look_the_same(
    game: str, players: int, seed: int, most: int, data: st.DataObject
) -> None:
    who = data.draw(st.integers(PUBLIC, players - 1))
    begun = Begun(load_standard(game), players)
    match = play(begun, str(seed), most)
    for twin in twins(begun, match, str(seed), who):
        assert seen_events(match.log, who) == seen_events(twin().log, who)
        if who == PUBLIC:
            assert public(match.log) == public(twin().log)
        FOUND[game] += 1


def test_twins_are_found_for_every_game() -> None:
    """The law above would say nothing if there were none."""
    for game in GAMES:
        begun = Begun(load_standard(game), 2)
        assert any(True for seed in range(8) for _ in twins(begun, play(begun, str(seed), 30), str(seed), PUBLIC)), game


@law(12)
@given(game=st.sampled_from(GAMES), players=st.integers(2, 4), seed=st.integers(0, 10**6))
def test_everybody_sees_what_the_places_show_whenever_no_screen_is_up(game: str, players: int, seed: int) -> None:
    lines = lines_of(game, players, str(seed), 150)
    audience = Audience(json.loads(lines[0]), [PUBLIC, *range(players)])
    for nth, event in enumerate(event for line in lines for event in json.loads(line).get("fx", ())):
        audience.follow(event)
        if nth % 7 == 0:
            for who, viewer in audience.viewers.items():
                assert viewer.screened or viewer.shown.table == audience.truth.table_for(who)


def test_dice_behind_a_screen_are_seen_when_it_comes_down() -> None:
    lines = lines_of("roll", 2, "1", 40)
    mine, yours = seen_events(lines, 0), seen_events(lines, 1)
    at = next(nth for nth, event in enumerate(yours) if event[1] == "concealed")
    down = next(nth for nth, event in enumerate(yours) if event[1] == "disclosed")

    assert not any(".0" in json.dumps(event) for event in yours[at:down])
    assert any(".0" in json.dumps(event) for event in mine[mine.index(yours[at]) :][: down - at + 30])
    assert yours[down + 1][:2] == ["see", "disclosed"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_piece_is_named_to_nobody_else(game: str) -> None:
    """What a seat keeps in its hand, behind its stacks or as its mission never stands in what others are shown."""
    lines = lines_of(game, 3, "hidden", 25)
    audience = Audience(json.loads(lines[0]), [PUBLIC, 0, 1, 2])
    for line in lines:
        for event in json.loads(line).get("fx", ()):
            known = {piece for piece in audience.truth.folded.where if audience.truth.can_see_piece(piece, PUBLIC)}
            told = audience.follow(event)[PUBLIC]
            known |= {piece for piece in audience.truth.folded.where if audience.truth.can_see_piece(piece, PUBLIC)}
            named = {word for word in re.findall(r'"([^"]+)"', json.dumps(told)) if word in audience.truth.folded.where}
            assert named <= known, (event, told)


def test_nobody_sees_between_how_many_answers_another_chose(lines: list[str]) -> None:
    head = json.loads(lines[0])
    views = Views(head, [PUBLIC, 0, 1])

    seen = [(record, views.read(record)) for record in map(json.loads, lines[1:])]

    chosen = [(record["seat"], viewed) for record, viewed in seen if record["k"] == "do"]
    assert all("form" not in viewed[viewer] for seat, viewed in chosen for viewer in {PUBLIC, 0, 1} - {seat})
    assert all("form" in viewed[seat] for seat, viewed in chosen)
