"""Every constant of a game can be set to the ends of its range, and games are still played to their end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from check.joined import found
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_library, load_standard
from rftg_dsl.play.one_game import play_game


def ends() -> Iterator[tuple[str, str, int]]:
    for game in game_names():
        for name, ends in load_standard(game).model.words.ranges.items():
            yield from ((game, name, end) for end in dict.fromkeys(ends))


@pytest.mark.parametrize(("game", "name", "value"), list(ends()))
def test_a_game_with_the_lowest_or_highest_constant_ends(game: str, name: str, value: int, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(f'id = "z"\nname = "Z"\ngame = "{game}"\nversion = "1"\n')
    (tmp_path / "z.rftg").write_text(f"number {name} {value}\n")
    changed = load_library(game, None, [tmp_path])

    players = max(2, value) if name == "first_seat" else 2
    assert play_game(changed, players, "x", ["random"] * players).figures["end"]


def test_a_constant_stays_in_its_range() -> None:
    [wrong] = found("number start_worlds 3\n", "race")

    assert (wrong.code, wrong.message) == ("out-of-range", "start_worlds 3 is out of range")
    assert wrong.hint == "use a number from 1 to 2"
    assert [diagnostic.code for diagnostic in found("number start_worlds 2 from 1 to 9\n", "race")] == [
        "surplus-clause"
    ]
