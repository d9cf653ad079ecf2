"""The lobby: games with their people, their date and whose turn it is, also after a restart; renaming and deleting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.show.browser.game_notes import Notes, check_title, notes_file_of, read_notes, write_notes
from rftg_dsl.show.browser.responses import status_of
from show.browser.hosting import Host, answer, host, links_of, play_to_end

__all__ = ["host"]


def test_a_game_is_listed_with_its_people_and_whose_turn_it_is(host: Host) -> None:
    game = host.begin("me:Anna", "me", "greedy")

    [entry] = host.games()

    assert [seat["name"] for seat in entry["seats"]] == ["Anna", "Seat 2", "greedy"]
    assert [seat["address"] for seat in entry["seats"]] == [*links_of(game)[:2], None]
    assert entry["turn"] == entry["seats"][game.waits]["name"] and not entry["over"]
    assert entry["game"] == "Tiny Epic Galaxies" and entry["moment"] == "setup"
    assert entry["watch"] == links_of(game)[2]
    assert 0 <= entry["begun"] <= entry["played"]


def test_the_list_is_the_same_after_a_restart_and_opens_no_game(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    while game.waits == 0:
        answer(host, game)
    before = host.games()
    host.site.playing.tables.close()

    again = Host(host.folder)

    assert again.games() == before and before[0]["turn"] == "Ben"
    assert again.site.playing.tables.opened == {}
    again.close()


def test_a_game_that_is_over_is_nobodys_turn(host: Host) -> None:
    play_to_end(host.begin("me:Anna", "greedy"))

    [entry] = host.games()

    assert entry["over"] and entry["turn"] is None
    assert entry["moment"].startswith("turn ") and entry["moment"] != "turn 1"
    assert host.get(entry["replay"])[0] == 200


def test_the_newest_game_comes_first(host: Host) -> None:
    names = [host.begin("me", "greedy", seed=seed).path.name for seed in "abc"]

    assert [entry["name"] for entry in host.games()] == names[::-1]


def test_the_title_of_the_page_says_whose_turn_it_is(host: Host) -> None:
    assert host.get("/play/games")[1]["title"] == ""
    host.begin("me:Anna", "greedy")
    assert host.get("/play/games")[1]["title"] == "Anna to move"
    for name in ("Ben", "Anna", "Cleo", "Dora"):
        host.begin(f"me:{name}", "greedy")

    assert host.get("/play/games")[1]["title"] == "Dora, Cleo, Anna, … to move"


def test_a_game_has_a_title_of_its_own_which_outlives_the_server(host: Host) -> None:
    game = host.begin("me:Anna", "greedy")

    status, listed = host.post("/play/rename", name=game.path.name, title="  Friday <b>évening</b>  ")

    assert status == 200 and listed["games"][0]["title"] == "Friday <b>évening</b>"
    page = host.get(links_of(game)[0])[1].decode()
    assert "Friday &lt;b&gt;évening&lt;/b&gt;" in page and "<b>évening" not in page
    host.site.playing.tables.close()
    again = Host(host.folder)
    assert again.games()[0]["title"] == "Friday <b>évening</b>"
    again.close()


@pytest.mark.parametrize("title", ["x" * 61, "two\nlines", "\u202eright to left", "\x1b[31m", "\x00"])
def test_a_title_is_bounded_and_has_no_control_characters(title: str) -> None:
    assert check_title("x" * 60)
    with pytest.raises(UsageError) as raised:
        check_title(title)

    assert status_of(raised.value) == 400


def test_only_games_of_the_list_are_renamed_or_deleted(host: Host, tmp_path: Path) -> None:
    game = host.begin("me:Anna", "greedy")
    (tmp_path.parent / "other.rlog").write_text("mine")
    (tmp_path / "copy.rlog").write_text("mine")

    for name in ("no.rlog", "../other.rlog", "copy.rlog", "", "/etc/passwd", game.name):
        assert host.post("/play/rename", name=name, title="x")[0] == 404
        assert host.post("/play/delete", name=name)[0] == 404

    assert host.post("/play/rename", name=game.path.name, title="x\n y")[0] == 400
    assert (tmp_path.parent / "other.rlog").read_text() == (tmp_path / "copy.rlog").read_text() == "mine"
    assert host.games()[0]["title"] == ""


def test_a_deleted_game_leaves_no_file_and_no_link(host: Host) -> None:
    kept, gone = host.begin("me:Anna", "greedy"), host.begin("me:Ben", "greedy")
    links = links_of(gone)
    asked = host.get(f"{links[0]}/state?from=0")[1]["question"]
    assert {path.name.removeprefix(gone.path.name) for path in host.folder.glob(f"{gone.path.name}*")} == {
        "",
        ".about",
        ".host",
        ".seats",
    }

    status, listed = host.post("/play/delete", name=gone.path.name)

    assert status == 200 and [entry["name"] for entry in listed["games"]] == [kept.path.name]
    assert list(host.folder.glob(f"{gone.path.name}*")) == []
    assert [host.get(link)[0] for link in links] == [404, 404]
    sent = {"answer": asked["options"][0]["id"], "at": asked["at"], "nth": 0, "said": "so", "from": 1}
    assert host.post(f"{links[0]}/answer", **sent)[0] == 404
    assert host.get(links_of(kept)[0])[0] == 200


def test_a_move_that_waited_while_its_game_was_deleted_is_refused(host: Host) -> None:
    game = host.begin("me:Anna", "greedy")

    host.post("/play/delete", name=game.path.name)

    with pytest.raises(Exception, match="this game was deleted"):
        game.answer(0, game.following_of(0).line, 0, "x", "so")
    with pytest.raises(Exception, match="this game was deleted"):
        game.give_up(0, False, "greedy")


def damage_log(log: Path) -> None:
    log.write_text("no log\n")


def remove_log(log: Path) -> None:
    log.unlink()


def damage_seats(log: Path) -> None:
    log.with_name(f"{log.name}.seats").write_text("[" * 9_000)


def link_log(log: Path) -> None:
    other = log.with_name("elsewhere")
    log.rename(other)
    log.symlink_to(other)


def test_unreadable_games_are_listed_as_such_and_can_be_deleted(host: Host) -> None:
    sound, *damaged = [host.begin("me:Anna", "greedy", seed=seed).path for seed in "abcde"]
    host.site.playing.tables.close()
    for damage, log in zip((damage_log, remove_log, damage_seats, link_log), damaged, strict=True):
        damage(log)
    again = Host(host.folder)

    listed = {entry["name"]: entry["readable"] for entry in again.games()}

    assert listed == {sound.name: True, **{log.name: False for log in damaged}}
    for log in damaged:
        assert again.post("/play/delete", name=log.name)[0] == 200
    assert [entry["name"] for entry in again.games()] == [sound.name]
    assert (host.folder / "elsewhere").exists()
    again.close()


@pytest.mark.parametrize(
    "notes",
    [
        "",
        "[]",
        "{",
        '{"seats": 1}',
        '{"game": "x", "seats": ["me"], "waits": 7}',
        '{"game": "x", "seats": ["\\ud800"]}',
        '{"game": 1, "seats": []}',
        '{"game": "x", "seats": [], "more": 1}',
    ],
)
def test_malformed_notes_are_no_notes(notes: str, tmp_path: Path) -> None:
    log = tmp_path / "game.rlog"
    notes_file_of(log).write_text(notes)

    assert read_notes(log) is None


def test_notes_come_back_as_they_were_written(tmp_path: Path) -> None:
    notes = Notes("Race for the Galaxy", ("me:Anna", "me:Bén"), "round 3", 1, False, "Friday", "race-1.rlog")

    write_notes(tmp_path / "game.rlog", notes)

    assert read_notes(tmp_path / "game.rlog") == notes


def test_notes_that_are_missing_are_made_again(host: Host) -> None:
    game = host.begin("me:Anna", "greedy")
    before = host.games()
    host.site.playing.tables.close()
    notes_file_of(game.path).unlink()
    again = Host(host.folder)
    assert [seat["name"] for seat in again.games()[0]["seats"]] == ["Anna", "greedy"]
    assert again.games()[0]["turn"] is None

    again.get(links_of(game)[0])

    assert again.games() == before
    again.close()


def test_notes_that_cannot_be_written_stop_no_game(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    notes = notes_file_of(game.path)
    notes.unlink()
    notes.mkdir()

    while game.waits == 0:
        answer(host, game)

    assert game.waits == 1
    assert host.post("/play/rename", name=game.path.name, title="x")[0] == 400


def test_the_notes_of_a_game_tell_nothing_hidden(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben", of="race")

    notes = json.loads(notes_file_of(game.path).read_text())

    assert notes == {
        "game": "Race for the Galaxy",
        "seats": ["me:Anna", "me:Ben"],
        "moment": "setup",
        "waits": game.waits,
        "over": False,
        "title": "",
        "rematch": "",
    }
