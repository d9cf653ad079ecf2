"""``rftg text``: the rule text of a component, a set or a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion


@pytest.mark.parametrize("name", ["roll/Free Trade Zone", "roll/T02", "race/Galactic Imperium", "BSW-10-1", "race/C87"])
def test_the_text_of_a_component(rftg: Any, name: str, snapshot: SnapshotAssertion) -> None:
    assert rftg("text", name).stdout == snapshot


def test_one_side_of_a_component(rftg: Any) -> None:
    [side] = json.loads(rftg("text", "roll/T12.a", "--format", "json").stdout)

    assert [line["line"] for line in side["lines"]] == ["Settle: Gray worlds cost 2 less (minimum 2)."]


@pytest.mark.parametrize("name", ["gathering-storm", "race/gathering-storm"])
def test_only_the_components_of_a_set(rftg: Any, name: str) -> None:
    sides = json.loads(rftg("text", name, "--format", "json").stdout)

    assert {"GS01", "G01", "S5"} <= {side["id"] for side in sides}
    assert "C02" not in {side["id"] for side in sides}


def test_the_base_set_alone(rftg: Any) -> None:
    sides = json.loads(rftg("text", "race/base", "--with", "new-worlds", "--format", "json").stdout)

    assert {"C02", "S0"} <= {side["id"] for side in sides}
    assert "N1" not in {side["id"] for side in sides}


def test_a_folder_of_ones_own(rftg: Any, frontier: Path) -> None:
    text = rftg("text", f"./{frontier.name}").stdout

    assert "Frontier Guild  roll/X01.a  development\n  Settle: When one of your worlds is completed, gain $1.\n" in text
    assert "Space Piracy" not in text


def test_a_pack(rftg: Any, frontier: Path) -> None:
    rftg("pack", str(frontier), "--out", "frontier.rpack")

    assert rftg("text", "./frontier.rpack").stdout == rftg("text", f"./{frontier.name}").stdout


def test_a_whole_game_with_a_set(rftg: Any, frontier: Path) -> None:
    sides = json.loads(rftg("text", "roll", "--with", str(frontier), "--format", "json").stdout)

    assert {"F1.a", "T55.b", "X01.b"} <= {side["id"] for side in sides}


def test_editions_and_options_say_what_they_change(rftg: Any) -> None:
    usual, second = (rftg("text", "galaxies/HELIOS", *more).stdout for more in ((), ("--option", "wording=second")))

    assert "Discard 1 planet" in usual
    assert "under the planet deck" in second


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Nowhere", "error[unknown-name]: there is no component called 'Nowhere'"),
        ("roll/military", "error[unknown-name]: Military has no rule text"),
        ("./nowhere", "error[missing-file]: there is no folder ./nowhere"),
        ("Alpha Centauri", "error[ambiguous-name]: 'Alpha Centauri' matches 2 components"),
    ],
)
def test_what_has_no_text_is_refused(rftg: Any, name: str, says: str) -> None:
    result = rftg("text", name)

    assert result.exit_code == 2
    assert says in result.stderr


def test_a_folder_without_a_dot_is_taken_for_a_name(rftg: Any, frontier: Path) -> None:
    assert "= help: start a path with '.', as in ./frontier\n" in rftg("text", "frontier").stderr


def test_components_of_ones_own_need_their_set(rftg: Any) -> None:
    result = rftg("text", "Frontier Guild")

    assert "= help: 'rftg list GAME' lists them all; add --with ./DIR to find those in your own set\n" in result.stderr


def test_a_set_with_mistakes_is_refused_with_all_of_them(rftg: Any, frontier: Path) -> None:
    (frontier / "more.rftg").write_text('tile X02 { development "D" cost 1 { gian $1 } world "W" gray cost 1 }\n')

    result = rftg("text", f"./{frontier.name}")

    assert result.exit_code == 2
    assert "unknown-verb" in result.stderr


def test_names_and_texts_cannot_move_the_cursor(rftg: Any, frontier: Path) -> None:
    words = (frontier / "tiles.rftg").read_text()
    (frontier / "tiles.rftg").write_text(words + 'printed counter vp "##[error]chip"\n')

    text = rftg("text", f"./{frontier.name}").stdout

    assert "##[" not in text
