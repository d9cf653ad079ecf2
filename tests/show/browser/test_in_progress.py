"""A game in progress is not replayed, whatever name leads to its log, and no file keeps others from being listed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rftg_dsl import start
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import load_standard
from show.browser.browser import LOGS
from show.browser.serving import ask_app, folder_of

pytest.importorskip("starlette")

from starlette.applications import Starlette

from rftg_dsl.show.browser.chairs import seats_file_of
from rftg_dsl.show.browser.live_games import Tables
from rftg_dsl.show.browser.site import Site

FINISHED = "galaxies.rlog.gz"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return folder_of([LOGS / FINISHED], tmp_path / "games")


@pytest.fixture
def playing(games: Path) -> Iterator[Path]:
    """The log of a game that two people play."""
    tables = Tables(games)
    yield tables.begin(load_standard("galaxies"), 2, ["me:Anna", "me:Ben"], "one").path
    tables.close()


@pytest.mark.parametrize(
    "shelf", [lambda games: games / ".." / "games", lambda games: games.parent, lambda games: games]
)
def test_a_game_in_progress_is_hidden_however_its_folder_is_named(
    games: Path, playing: Path, shelf: Callable[[Path], Path]
) -> None:
    listed = Site([shelf(games)], games).find_logs()

    assert [path.name for path in listed.values()] == [FINISHED]


def test_a_second_name_of_a_log_in_progress_is_hidden(games: Path, playing: Path) -> None:
    os.link(playing, games / "copy.rlog")
    os.link(playing, games.parent / "copy.rlog")

    listed = Site([games, games.parent], games.parent / "elsewhere").find_logs()

    assert {path.name for path in listed.values()} == {FINISHED}


def test_a_game_of_the_terminal_in_progress_is_hidden_until_it_is_over(games: Path) -> None:
    game = start("galaxies", players=2)
    game.keep(games / "terminal.rlog")
    assert list(Site([games], games).find_logs()) == [f"0/{FINISHED}"]

    game.finish("random")

    assert list(Site([games], games).find_logs()) == [f"0/{FINISHED}", "0/terminal.rlog"]


def test_a_log_that_becomes_a_game_in_progress_before_it_is_opened_is_refused(games: Path, playing: Path) -> None:
    site = Site([games], games)
    hidden = site.check_log(f"0/{FINISHED}")
    (games / FINISHED).unlink()
    os.link(playing, games / FINISHED)

    with pytest.raises(UsageError) as raised:
        site.shelves.read_log(f"0/{FINISHED}", hidden)

    assert raised.value.code == "missing-file"


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"{", b"x" * 3_000_000, b"\x1f\x8b", b"\x1f\x8bxxxx", b"[" * 90_000 + b"\n"]
)
@pytest.mark.parametrize("suffix", [".rlog", ".rlog.gz"])
def test_a_damaged_file_does_not_keep_others_from_being_read(games: Path, content: bytes, suffix: str) -> None:
    log = games / f"damaged{suffix}"
    log.write_bytes(content)
    seats_file_of(log).write_bytes(content)

    site = Site([games], games)

    assert list(site.find_logs()) == [f"0/{FINISHED}"]
    assert list(site.playing.tables.find_games()) == []


def test_one_bit_of_a_game_in_progress_does_not_close_the_room(games: Path, playing: Path) -> None:
    raw = bytearray(playing.read_bytes())
    raw[0] ^= 1
    playing.write_bytes(raw)

    assert list(Site([games], games).find_logs()) == [f"0/{FINISHED}"]


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX only")
def test_names_that_are_not_utf8_are_left_out(games: Path) -> None:
    odd = os.fsdecode(b"caf\xe9")
    (games / f"{odd}.rlog").write_bytes((games / FINISHED).read_bytes())
    seats_file_of(games / f"{odd}.rlog").write_text('{"seats":[{"seat":0,"secret":"sixteen letters or more"}]}')
    for name in (odd, "fine"):
        (games / name).mkdir()
        (games / name / "set.toml").write_text('id = "odd"\nname = "Odd"\ngame = "roll"\nversion = "1"\n')
    (games / "fine" / f"{odd}.rftg").write_text("")

    site = Site([games], games)

    assert [*site.shelves.find_logs(), *site.shelves.find_sets()] == [f"0/{FINISHED}", "0/fine"]
    assert list(site.playing.tables.find_games()) == []
    for room in ("/library", "/replay", "/play", "/author", "/author/set?name=0/fine"):
        assert ask_app(Starlette(routes=site.make_routes()), room)[0] == 200, room
