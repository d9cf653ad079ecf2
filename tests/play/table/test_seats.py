"""Who sits at a table, as the command line and logs name them."""

from __future__ import annotations

import pytest

from evening import session
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.format.people import is_person, player_name_of
from rftg_dsl.play.table.seats import name_in_log, seat_players


@pytest.mark.parametrize(
    ("names", "players", "seats"),
    [
        (["me"], 2, ["me", "greedy"]),
        (["me", "random"], 3, ["me", "random", "greedy"]),
        (["me:Ann", "me:Ben"], 2, ["me:Ann", "me:Ben"]),
        (["random", "me"], 2, ["random", "me"]),
        (["greedy"], 3, ["greedy", "greedy", "greedy"]),
        ([f"me:{'x' * 40}"], 2, [f"me:{'x' * 40}", "greedy"]),
    ],
)
def test_who_sits_where(names: list[str], players: int, seats: list[str]) -> None:
    assert seat_players(names, players) == seats


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["me:"], "'me:' is not a valid name for a person"),
        ([f"me:{'x' * 41}"], f"'me:{'x' * 41}' is not a valid name for a person"),
        (["me:\x1b[2J"], "'me:\\x1b[2J' is not a valid name for a person"),
        (["me", "me", "me"], "there are 3 names for 2 seats"),
        (["me", "nobody"], "'nobody' is not a known bot"),
        (["mee"], "'mee' is not a known bot"),
    ],
)
def test_who_cannot_sit_there(names: list[str], why: str) -> None:
    with pytest.raises(UsageError) as refused:
        seat_players(names, 2)

    assert refused.value.message == why


@pytest.mark.parametrize(
    ("who", "log", "table"),
    [
        ("me", "me", "me"),
        ("me:Ann", "me:Ann", "Ann"),
        ("me:Ann/Ben", "me:Ann/Ben", "Ann/Ben"),
        ("greedy", "greedy", "greedy"),
        ("./bots/mine.py:clever", "mine.py:clever", "mine.py:clever"),
    ],
)
def test_names_in_logs_and_at_the_table(who: str, log: str, table: str) -> None:
    assert name_in_log(who) == log
    assert player_name_of(name_in_log(who)) == table
    assert is_person(who) == is_person(log)


def test_a_name_with_a_slash_is_a_person_when_the_game_goes_on() -> None:
    there = session("roll", "me:Ann/Ben", "greedy")

    assert there.match.seats == ["me:Ann/Ben", "greedy"]
    assert there.players == ["Ann/Ben", "greedy"]
