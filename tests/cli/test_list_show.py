"""`rftg list` and `rftg show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library.installed import game_names


def listed(rftg: Any, *words: str) -> list[dict[str, Any]]:
    result = rftg("list", *words, "--format", "json")
    assert result.exit_code == 0, result.stderr
    entries: list[dict[str, Any]] = json.loads(result.stdout)
    return entries


def test_every_side_and_every_die_is_listed(rftg: Any) -> None:
    rows = listed(rftg, "roll")

    assert len(rows) == 2 * 55 + 2 * 9 + 9 + 7
    assert all(list(row)[:3] == ["id", "name", "kind"] for row in rows)
    assert all({"colour", "cost", "powers"} <= set(row) for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)


def test_a_development_has_no_colour(rftg: Any) -> None:
    [row] = [row for row in listed(rftg, "roll") if row["name"] == "Free Trade Zone"]

    assert row == {
        "id": "T12.a",
        "name": "Free Trade Zone",
        "kind": "development",
        "cost": 3,
        "colour": None,
        "powers": ["cost of gray worlds: 2 less, not below 2"],
    }


def test_worlds_have_the_five_colours(rftg: Any) -> None:
    rows = listed(rftg, "roll", "--kind", "world")

    assert {row["kind"] for row in rows} == {"world"}
    assert {row["colour"] for row in rows} == {"novelty", "rare", "genes", "alien", "gray"}


@pytest.mark.parametrize(
    ("kind", "number"), [("die", 7), ("development", 63), ("world", 74), ("home", 9), ("tile", 110)]
)
def test_a_list_of_one_kind(rftg: Any, kind: str, number: int) -> None:
    assert len(listed(rftg, "roll", "--kind", kind)) == number


def test_the_components_of_an_added_set_are_listed(rftg: Any, frontier: Path) -> None:
    names = [row["name"] for row in listed(rftg, "roll", "--with", "./frontier")]

    assert {"Frontier Guild", "Border Post"} <= set(names)


def test_the_list_of_every_game_is_one_array_and_one_table(rftg: Any) -> None:
    for game in game_names():
        rows = listed(rftg, game)
        assert len(rftg("list", game).stdout.splitlines()) == len(rows) + 1


def test_the_table_of_dice(rftg: Any, snapshot: Any) -> None:
    assert rftg("list", "roll", "--kind", "die").stdout == snapshot


def test_the_table_of_homes(rftg: Any, snapshot: Any) -> None:
    assert rftg("list", "roll", "--kind", "home").stdout == snapshot


@pytest.mark.parametrize("name", ["roll/T12", "roll/T12.b", "roll/Galactic Federation", "roll/military", "roll/H1"])
def test_a_component_is_shown(rftg: Any, snapshot: Any, name: str) -> None:
    result = rftg("show", name)

    assert result.exit_code == 0, result.stderr
    assert result.stdout == snapshot


def test_the_generated_functions_are_shown(rftg: Any, snapshot: Any) -> None:
    assert rftg("show", "roll/Free Trade Zone", "--code").stdout == snapshot


def test_the_case_of_a_name_does_not_matter(rftg: Any) -> None:
    assert rftg("show", "roll/free trade zone").stdout == rftg("show", "roll/Free Trade Zone").stdout


def test_the_code_of_every_power_can_be_shown(rftg: Any) -> None:
    for game in game_names():
        for row in [row for row in listed(rftg, game) if row["powers"]][::15]:
            result = rftg("show", f"{game}/{row['id']}", "--code")
            assert result.exit_code == 0 and "def " in result.stdout, row


def test_a_component_of_an_added_set_is_found(rftg: Any, frontier: Path) -> None:
    result = rftg("show", "Border Post", "--with", "./frontier")

    assert result.exit_code == 0
    assert "frontier/tiles.rftg:3" in result.stdout


def test_an_ambiguous_name_is_reported_with_the_candidates(rftg: Any, frontier: Path) -> None:
    (frontier / "tiles.rftg").write_text(
        'tile X01 {\n  development "T12" cost 1 { dictates: any number }\n  world "W" gray cost 1 {}\n}\n'
    )

    result = rftg("show", "roll/T12", "--with", "./frontier")

    assert result.exit_code == 2
    assert "error[ambiguous-name]" in result.stderr
    assert "roll/T12" in result.stderr and "roll/X01.a" in result.stderr


@pytest.mark.skipif(len(game_names()) < 2, reason="one game has no name twice")
def test_a_name_in_two_games_is_ambiguous(rftg: Any) -> None:
    names = [{row["name"] for row in listed(rftg, game)} for game in ("roll", "race")]
    shared = min(names[0] & names[1])

    result = rftg("show", shared)

    assert result.exit_code == 2
    assert "roll/" in result.stderr and "race/" in result.stderr
    assert rftg("show", f"roll/{shared}").exit_code == 0
