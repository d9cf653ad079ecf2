"""The lobby, a watcher and the end of a game in a real browser."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from show.browser.browser import Opener, until
from show.browser.serving import Server
from show.browser.test_play import CLICKS, OUT_OF_REACH, Begun, begun, leaves, send, state

CALM: dict[str, Any] = {"reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"is_mobile": True, "has_touch": True, **CALM}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "best-practice"]}

TELL = """
import os, pathlib
with pathlib.Path("told").open("a") as told:
    print(os.environ["RFTG_ADDRESS"], file=told)
"""


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture
def lobby(room: Opener) -> Opener:
    """Opens the lobby, and waits for its list."""

    def open_lobby(*size: int, **more: Any) -> Any:
        page = room("/play", *size, **more)
        page.wait_for_selector("body[data-games]")
        return page

    return open_lobby


def watch_link(game: Begun) -> str:
    return f"/watch/{json.loads(game.log.with_name(f'{game.log.name}.seats').read_text())['watch']}"


def row_of(page: Any, game: Begun) -> Any:
    return page.locator(f'[data-name="{game.log.name}"]')


def test_a_game_is_renamed_and_deleted_after_one_more_question(server: Server, lobby: Opener) -> None:
    game = begun(server, "galaxies", ["me:Anna", "greedy"])
    page = lobby()
    assert "Anna to move" in page.title() and "Anna to move" in row_of(page, game).inner_text()

    row_of(page, game).get_by_text("Rename…").click()
    page.locator("#dialog input").fill('<img src=x onerror="boom()"> Friday')
    page.keyboard.press("Enter")
    until(page, "!document.querySelector('#dialog').open")
    assert row_of(page, game).locator("h3").inner_text() == '<img src=x onerror="boom()"> Friday'

    row_of(page, game).get_by_text("Delete…").click()
    page.get_by_text("Keep it").click()
    assert row_of(page, game).count() == 1 and game.log.exists()
    row_of(page, game).get_by_text("Delete…").click()
    page.get_by_text("Delete it").click()
    until(page, "!document.querySelector('#dialog').open")
    assert row_of(page, game).count() == 0 and not game.log.exists()


def test_the_links_of_a_game_lead_to_its_seats(server: Server, lobby: Opener) -> None:
    game = begun(server, "galaxies", ["me:Anna", "me:Ben"])
    page = lobby()

    links = row_of(page, game).locator(".links a")

    assert [link.inner_text() for link in links.all()] == ["Play as Anna", "Play as Ben", "Watch", "Links to send"]
    assert [links.nth(nth).get_attribute("href") for nth in range(3)] == [*game.links, watch_link(game)]
    links.nth(0).click()
    page.wait_for_selector("body.live[data-ready]")
    assert page.title().endswith("Seat 1, Tiny Epic Galaxies")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_lobby_fits_and_has_names_for_a_screen_reader(server: Server, lobby: Opener, size: tuple[int, int]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    begun(server, "race", ["me:Anna", "me:Ben", "greedy"])
    over = begun(server, "galaxies", ["me", "greedy"])
    send(server, over.links[0], "give-up", **{"from": 0}, concedes=False, bot="greedy")
    page = lobby(*size, **(PHONE if size[0] < 500 else CALM))

    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    result = axe.run(page, options=RULES)
    assert result.violations_count == 0, result.generate_report()


def test_a_watcher_follows_two_people_and_gets_no_question(server: Server, page_at: Opener) -> None:
    game = begun(server, "race", ["me:Anna", "me:Ben"])
    seats = [page_at(server.root + link, **CALM) for link in game.links]
    watcher = page_at(server.root + watch_link(game), **CALM)
    until(watcher, "document.querySelectorAll('.away').length === 0")
    before = watcher.evaluate("seat.state.changes")

    asked = next(page for page in seats if page.evaluate("Boolean(seat.question)"))
    asked.evaluate(CLICKS, 1)

    until(watcher, f"seat.state.changes > {before}")
    assert watcher.evaluate("seat.question") is None and watcher.locator("#leave").is_hidden()
    assert "Waiting for" in watcher.locator(".ask").inner_text() and "to move · Watching" in watcher.title()
    assert watcher.locator(".card.back, .pile").count() > 0
    assert watcher.locator("[data-place^='hand'] .card.pictured").count() == 0


def test_others_see_who_has_gone_away(server: Server, page_at: Opener) -> None:
    game = begun(server, "galaxies", ["me:Anna", "me:Ben"])
    anna, ben = [page_at(server.root + link, **CALM) for link in game.links]
    until(anna, "document.querySelectorAll('.away').length === 0")

    ben.close()

    until(anna, "document.querySelector('#panel-1 .away')?.textContent === 'away'")
    assert anna.locator(".away").count() == 1


def test_others_see_that_a_bot_takes_over(server: Server, page_at: Opener) -> None:
    game = begun(server, "galaxies", ["me:Anna", "me:Ben"])
    anna = page_at(server.root + game.links[0], **CALM)

    send(server, game.links[1], "give-up", **{"from": 0}, concedes=False, bot="greedy")

    until(anna, "document.querySelector('#panel-1-title').textContent.includes('greedy, in place of Ben')")
    assert anna.locator("#panel-1-title .away").count() == 0


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_end_shows_the_scores_and_leads_to_a_rematch(
    server: Server, page_at: Opener, size: tuple[int, int]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    game = begun(server, "race", ["me:Anna", "greedy"])
    more = PHONE if size[0] < 500 else CALM
    anna, watcher = [page_at(server.root + link, *size, **more) for link in (*game.links, watch_link(game))]
    anna.evaluate(CLICKS, 2_000)
    until(watcher, "seat.state.over && document.querySelector('.scores') !== null")
    end = state(server, game.links[0])["end"]
    rows = anna.locator(".scores tr").all_inner_texts()
    assert [row.split("\t")[0].strip() for row in rows[1:]] == [*[row["name"] for row in end["rows"]], "Total"]
    assert [int(text) for text in rows[-1].split("\t")[1:]] == end["scores"]
    assert anna.locator("#graph > svg").is_visible()
    assert anna.title().startswith("The end") and watcher.locator("#rematch").count() == 0
    assert anna.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert anna.evaluate(OUT_OF_REACH) == []
    result = axe.run(anna, options=RULES)
    assert result.violations_count == 0, result.generate_report()

    anna.locator("#rematch").click()

    anna.wait_for_url(lambda url: game.links[0] not in url)
    anna.wait_for_selector("body.live[data-ready]")
    assert anna.evaluate("seat.state.seats") == ["greedy", "Anna"] and anna.evaluate("seat.state.seat") == 1
    until(watcher, "document.querySelector('a#rematch') !== null")
    watcher.locator("a#rematch").click()
    watcher.wait_for_url(lambda url: watch_link(game) not in url)
    watcher.wait_for_selector("body.live[data-ready]")
    assert watcher.evaluate("seat.state.seats") == ["greedy", "Anna"] and watcher.evaluate("seat.state.seat") == -1


def test_the_end_leads_to_the_replay_with_all_hands(server: Server, page_at: Opener) -> None:
    game = begun(server, "galaxies", ["me:Anna", "greedy"])
    page = page_at(server.root + game.links[0], **CALM)
    leaves(page)
    assert page.locator("#rematch").count() == 0

    with page.expect_download() as downloading:
        page.get_by_text("Download the log").click()
    assert Path(downloading.value.path()).read_bytes() == game.log.read_bytes()
    page.get_by_text("Replay with all hands").click()

    page.wait_for_selector("body[data-ready=yes]")
    assert page.evaluate("room.reel.seen_by") is None and page.locator("#verdict").inner_text().endswith("valid")


def test_the_host_is_told_by_command(page_at: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tell.py").write_text(TELL)
    with Server(str(tmp_path), "--notify", f"{sys.executable} tell.py") as server:
        game = begun(server, "galaxies", ["me:Anna", "me:Ben"])
        anna = page_at(server.root + game.links[0], forgives="ERR_", **CALM)
        while anna.evaluate("Boolean(seat.question)"):
            anna.evaluate(CLICKS, 1)
        for _ in range(200):
            if (tmp_path / "told").exists():
                break
            anna.wait_for_timeout(50)

    assert (tmp_path / "told").read_text() == f"{server.root}{game.links[1]}\n"
