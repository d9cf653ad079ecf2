"""docs/adding-a-game.md: the files it lists are those that a game consists of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rftg_dsl.shelf import game_names

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
CELLS = re.findall(r"^\| (`.+?) \| ", TEXT.partition("## The files")[2].partition("\n## ")[0], re.M)


def paths(cell: str, game: str) -> list[list[Path]]:
    """The files that a cell names for a game; a plain name lies beside the one before it."""
    folder, found = ROOT, []
    for name in re.findall(r"`(.+?)/?`", cell.replace("NAME", game)):
        if "/" in name:
            folder = (ROOT / "rftg_dsl" / name if name.startswith("games/") else ROOT / name).parent
        found.append(list(folder.glob(Path(name).name)))
    return found


@pytest.mark.parametrize("cell", CELLS)
def test_every_file_that_is_listed_is_one_of_a_game(cell: str) -> None:
    pattern = cell.replace("KEY-VALUE", "*")
    there = [paths(pattern, game) for game in game_names()]

    if "editions" in cell or "options" in cell:
        assert any(all(found) for found in there)
    else:
        assert all(any(found) if " or " in cell else all(found) for found in there)


def test_every_file_that_all_games_have_is_listed() -> None:
    folders = [ROOT / "rftg_dsl" / "games" / game for game in game_names()]
    common = set.intersection(*[{one.name for one in folder.glob("*.py")} for folder in folders])

    assert len(CELLS) > 10
    assert all(f"`games/NAME/{name}`" in TEXT for name in common)
