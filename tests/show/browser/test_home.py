"""The home page: games to begin with one click, and games to go on with."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library.game_headers import list_headers
from rftg_dsl.library.load import load_standard
from show.browser.browser import LOGS
from show.browser.serving import ask_app

pytest.importorskip("starlette")

from rftg_dsl.show.browser.chairs import Chair, seats_file_of, write_chairs
from rftg_dsl.show.browser.folders import Shelves
from rftg_dsl.show.browser.live_games import Tables
from rftg_dsl.show.browser.site import CARDS, make_site
from rftg_dsl.show.browser.unfinished import LOOKED_AT, MOST, Unfinished, find_unfinished, word_time
from rftg_dsl.show.pictures.cover import choose_cover
from rftg_dsl.show.pictures.side_picture import Page, picture_of
from rftg_dsl.show.pictures.studio import studio_of

KEY = "a key for tests"


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    """The games of a server."""
    return Tables(tmp_path)


def find_games(tables: Tables) -> list[Unfinished]:
    return find_unfinished(tables, Shelves([tables.folder]))


def begin(tables: Tables, *seats: str, game: str = "galaxies") -> Any:
    return tables.begin(load_standard(game), len(seats), seats, "a seed")


def ask(folder: Path, address: str) -> tuple[int, dict[str, str], str]:
    status, headers, body = ask_app(make_site([folder], folder, KEY, []), address, cookie=f"rftg-80={KEY}")
    return status, headers, body.decode()


def test_every_game_can_be_begun_with_one_click(tmp_path: Path) -> None:
    status, _, page = ask(tmp_path, "/")

    assert status == 200
    for header in list_headers():
        assert f"<h2>{header.title}</h2>" in page and f'data-game="{header.name}"' in page
    assert "Go on with a game" not in page


def test_an_unfinished_game_is_offered_with_its_players(tables: Tables) -> None:
    game = begin(tables, "me", "greedy")

    [offered] = find_games(tables)

    assert (offered.title, offered.players) == ("Tiny Epic Galaxies", "Against greedy")
    assert offered.address == f"/seat/{game.chairs[0].secret}"
    page = ask(tables.folder, "/")[2]
    assert "Go on with a game" in page and offered.address in page


def test_a_game_of_several_people_leads_to_the_links_of_all_of_them(tables: Tables) -> None:
    game = begin(tables, "me:Anna", "me", "greedy")

    [offered] = find_games(tables)

    assert offered.players == "Anna, Seat 2, greedy"
    assert offered.address == f"/play/table/{game.name}"


def test_a_game_that_is_over_or_damaged_is_not_offered(tables: Tables) -> None:
    for name, content in (("over", (LOGS / "galaxies.rlog.gz").read_bytes()), ("damaged", b"nobody's log")):
        path = tables.folder / f"{name}.rlog.gz"
        path.write_bytes(content)
        write_chairs(path, begin(tables, "me", "greedy").chairs)

    assert len(find_games(tables)) == 2
    assert all("over" not in game.address and "damaged" not in game.address for game in find_games(tables))


def test_a_chair_that_is_no_seat_of_a_person_does_not_count(tables: Tables) -> None:
    game = begin(tables, "me", "greedy")
    seats_file_of(game.path).unlink()
    write_chairs(game.path, [Chair(-1, "the link of a watcher"), *game.chairs, Chair(7, "a damaged seats file")])

    [offered] = find_games(tables)

    assert offered.address == f"/seat/{game.chairs[0].secret}"


def test_only_the_newest_games_are_looked_at(tables: Tables) -> None:
    for _ in range(LOOKED_AT + 1):
        begin(tables, "me", "greedy")

    assert len(find_games(tables)) == MOST


def test_the_name_of_a_player_is_text(tables: Tables) -> None:
    begin(tables, "me:<b>Anna</b>", "me:Ben")

    page = ask(tables.folder, "/")[2]

    assert "<b>Anna" not in page and "&lt;b&gt;Anna&lt;/b&gt;, Ben" in page


def test_a_time_is_worded_for_people() -> None:
    assert word_time(datetime(2026, 11, 6, 9, 5)) == "Friday, 6 November, 09:05"


# -- cards beside the games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "colours"), [("galaxies", 2), ("race", 5), ("roll", 5)])
def test_the_cards_beside_a_game_are_alike_in_size_and_differ_in_colour(game: str, colours: int) -> None:
    library = load_standard(game)
    cover = choose_cover(library, CARDS)
    pictures = [picture_of(library, side) for side in cover]
    at = studio_of(library)

    assert len({side.id for side in cover}) == CARDS
    assert len({(picture.width, picture.height) for picture in pictures}) == 1
    assert len({Page(at, side, at.template_for(side.kind)).ink for side in cover}) == colours
    assert all(side.powers for side in cover)


def test_each_card_is_a_picture_and_there_are_no_more(tmp_path: Path) -> None:
    pictures = [ask(tmp_path, f"/cover?of=galaxies&nth={nth}") for nth in range(CARDS)]

    assert {(status, headers["content-type"]) for status, headers, _ in pictures} == {(200, "image/svg+xml")}
    assert len({picture for _, _, picture in pictures}) == CARDS
    for wrong in (f"of=galaxies&nth={CARDS}", "of=galaxies&nth=-1", "of=galaxies&nth=x", "of=galaxies", "of=&nth=0"):
        assert ask(tmp_path, f"/cover?{wrong}")[0] == 404


@pytest.mark.parametrize("of", ["galaxies+0/mine", "race/gathering-storm", "/etc/passwd", "nothing"])
def test_only_an_installed_game_has_cards(tmp_path: Path, of: str) -> None:
    assert ask(tmp_path, f"/cover?of={of.replace('+', '%2B')}&nth=0")[0] == 404
