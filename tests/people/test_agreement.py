"""The agreement of bots with people: the statistic, and the documents that show it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from people.agreement import FIGURES, PAGE, TABLE, add_parts, compare, correlate, margin_of, ranks_of, table_of
from people.parts import Game, read_table, split_games, write_table
from rftg_dsl.balance.people import People, find_people, read_people, write_people


def make_game(random: Random, worth: int) -> Game:
    """A game in which each card is worth its number times ``worth``."""
    seats = []
    for _ in range(2):
        built = [number for number in range(12) if random.random() < 0.5]
        points = 20 + worth * sum(built) + random.randrange(20)
        seats.append({"start": "Home", "tableau": ["Home", *map(str, built)], "points": points})
    return {"seats": seats}


def make_games(seed: str, worth: int) -> list[Game]:
    random = Random(seed)
    return [make_game(random, worth) for _ in range(400)]


def test_players_who_judge_alike_agree_nearly_as_far_as_can_be_expected() -> None:
    alike = compare("bot", split_games(make_games("people", 1)), split_games(make_games("bot", 1)))

    assert alike.cards == 12
    assert alike.margin == pytest.approx(alike.margin_ceiling, abs=0.1)
    assert 0.8 < alike.margin_ceiling <= 1
    assert 0 < alike.margin_error < 0.1


def test_players_who_judge_the_other_way_round_disagree() -> None:
    apart = compare("bot", split_games(make_games("people", 1)), split_games(make_games("bot", -1)))

    assert apart.margin < -0.8


def test_a_start_world_counts_only_when_it_is_built_from_the_hand() -> None:
    seats = [
        {"start": "Home", "tableau": ["Home", "Away"], "points": 30},
        {"start": None, "tableau": ["Home"], "points": 20},
    ]

    games = add_parts(split_games([{"seats": seats}]))

    assert {card: sums.lead for card, sums in games.cards.items()} == {"Away": 10, "Home": -10}
    assert (games.all.tableaux, games.all.points, games.all.lead) == (2, 50, 0)


def test_equal_values_share_their_rank() -> None:
    assert ranks_of([3, 1, 3, 2]) == [3, 0.5, 3, 1.5]


def test_a_table_can_be_read_as_it_was_written(tmp_path: Path) -> None:
    parts = split_games(make_games("table", 1))

    write_table(tmp_path / "table.csv", parts)

    assert read_table(tmp_path / "table.csv") == parts


def test_the_table_of_people_agrees_with_itself() -> None:
    people = add_parts(read_table(TABLE))

    assert (people.all.tableaux, len(people.cards), people.all.lead) == (2 * 2067, 94, 0)
    assert correlate(people, people, sorted(people.cards), margin_of) == pytest.approx(1)
    assert FIGURES.with_suffix(".LICENSE").is_file()


def test_the_document_shows_the_figures_measured_last() -> None:
    known = read_people(FIGURES)
    page = PAGE.read_text("utf-8")

    assert table_of(known.bots) in page
    assert f"{known.games:,} games that people played" in page
    assert f"score {known.points:.1f} points" in page.replace("\n", " ")


def test_writing_figures_keeps_the_head_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    path.write_text("# What it means.\nold = 1\n")
    known = read_people(FIGURES)

    write_people(path, known)

    assert path.read_text().startswith("# What it means.\n\ngames = ")
    assert read_people(path) == find_people(path.parent) == known


def test_a_game_without_figures_has_none(tmp_path: Path) -> None:
    assert find_people(tmp_path) is None
    assert isinstance(find_people(FIGURES.parent), People)
