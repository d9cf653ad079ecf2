"""The titles of games, and how people type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.library.game_headers import DECLARATION, list_headers, read_header, resolve_game_name
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", game_names())
def test_a_header_says_what_the_loaded_game_says(name: str) -> None:
    words = load_standard(name).model.words
    fewest, most = words.players

    assert read_header(name) == (name, words.title, f"{fewest} to {most}")


def test_every_game_has_a_header() -> None:
    assert [header.name for header in list_headers()] == game_names()


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/examples/**/game.rftg")), ids=lambda path: path.parts[-4])
def test_games_of_others_declare_themselves_in_the_same_form(path: Path) -> None:
    assert DECLARATION.search(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("race", "race"),
        ("Race", "race"),
        ("RACE FOR THE GALAXY", "race"),
        ("tiny-epic  galaxies", "galaxies"),
        ("“Roll for the Galaxy”", "roll"),
        ("for the galaxy", "for the galaxy"),
        ("rolll", "rolll"),
        ("", ""),
        ("'", "'"),
    ],
)
def test_a_game_is_known_by_its_name_or_title_however_typed(typed: str, meant: str) -> None:
    assert resolve_game_name(typed) == meant


def test_a_title_of_two_games_means_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = [read_header("roll"), read_header("race")._replace(title="Roll for the Galaxy")]
    monkeypatch.setattr("rftg_dsl.library.game_headers.list_headers", lambda: headers)

    assert resolve_game_name("Roll for the Galaxy") == "Roll for the Galaxy"


def test_a_game_whose_content_is_missing_is_called_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.library.game_headers.find_content_folder", lambda: tmp_path)
    (tmp_path / "race").mkdir()
    read_header.cache_clear()

    assert str(read_header("race")) == "race"
    read_header.cache_clear()
