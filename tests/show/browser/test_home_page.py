"""The home page in a real browser: one click begins a game, and the page shows it from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library.game_headers import list_headers
from show.browser.browser import Opener, until

GAMES = [header.title for header in list_headers()]


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder."""
    return tmp_path_factory.mktemp("games")


@pytest.mark.parametrize("title", GAMES)
def test_one_click_begins_a_game_against_bots(room: Opener, title: str) -> None:
    page = room("/")

    page.get_by_role("button", name=f"Play {title} against a bot").click()

    page.wait_for_url("**/seat/*")
    page.wait_for_selector("body[data-ready]")
    assert title in page.title()


def test_a_game_that_was_begun_is_offered_and_can_be_gone_on_with(room: Opener) -> None:
    page = room("/")
    page.get_by_role("button", name=f"Play {GAMES[0]} against a bot").click()
    page.wait_for_url("**/seat/*")
    address = page.url

    page.goto(address.partition("/seat/")[0])
    page.locator(".unfinished a").first.click()

    page.wait_for_url("**/seat/*")
    assert page.url == address


def test_the_button_can_be_used_again_after_going_back(room: Opener) -> None:
    page = room("/")
    button = page.get_by_role("button", name=f"Play {GAMES[0]} against a bot")
    button.click()
    page.wait_for_url("**/seat/*")

    page.go_back()

    page.wait_for_selector("body[data-ready]")
    assert button.is_enabled() and button.inner_text() == "Play against a bot"


def test_a_game_that_cannot_begin_is_reported(room: Opener) -> None:
    page = room("/", forgives="503")
    page.route(
        "**/play/new", lambda route: route.fulfill(status=503, json={"wrong": {"message": "No room", "hint": ""}})
    )
    button = page.get_by_role("button", name=f"Play {GAMES[0]} against a bot")

    button.click()

    until(page, "document.getElementById('wrong').textContent === 'No room'")
    assert button.is_enabled()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (320, 568)])
def test_the_cards_lie_beside_every_game_and_all_buttons_are_wide_enough(room: Opener, size: tuple[int, int]) -> None:
    page = room("/", *size)

    until(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.locator(".fan").count() == len(GAMES)
    assert page.locator(".fan.tiles").count() == 1  # those of Roll
    for button in page.locator(".begin").all():
        box = button.bounding_box()
        assert box["height"] >= 40 and box["x"] >= 0 and box["x"] + box["width"] <= size[0]


def test_all_that_one_needs_is_on_the_first_screen(room: Opener) -> None:
    page = room("/", 1440, 900)

    assert page.evaluate("document.documentElement.scrollHeight") <= 900


@pytest.mark.parametrize("header", list_headers(), ids=lambda header: header.name)
def test_pieces_are_made_for_the_game_that_was_chosen(room: Opener, header: Any) -> None:
    page = room("/")

    page.get_by_role("link", name=f"Make pieces of your own for {header.title}").click()

    page.wait_for_selector("body[data-ready]")
    assert page.locator("#begin select").input_value() == header.name
    assert page.evaluate("document.activeElement.name") == "name"


def test_the_way_to_the_authors_room_is_shown_only_to_people_with_the_key(room: Opener, page_at: Opener) -> None:
    page = room("/")
    page.get_by_role("button", name=f"Play {GAMES[0]} against a bot").click()
    page.wait_for_url("**/seat/*")
    page.wait_for_selector("body[data-ready]")
    way = "Make your own pieces"

    page.locator("#settings").click()
    guest = page_at(page.url)
    guest.locator("#settings").click()

    assert guest.get_by_role("link", name=way).count() == 0
    page.get_by_role("link", name=way).click()
    page.wait_for_selector("#begin")
    assert page.locator("#begin select").input_value() == list_headers()[0].name
