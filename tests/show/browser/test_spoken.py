"""Sentences of the page in which people have names, and the reader is "you"."""

from __future__ import annotations

import re

import pytest

from show.browser.browser import Opener
from show.browser.serving import Server
from show.browser.test_film import GAMES, reel_of
from show.browser.test_table import folder_of_server, sit_down

__all__ = ["folder_of_server"]

SAY = "([names, own, texts]) => texts.map((text) => new Spoken(names, own).say(text))"


SAID = {
    "Seat 1 places Old Earth": "You place Old Earth",
    "Seat 2 places Old Earth": "Bo places Old Earth",
    "Seat 1 (Ann) passes; Seat 2 (Bo) passes": "You pass; Bo passes",
    "Seat 1 (Ann) chose No": "You chose No",
    "Seat 1: +$1 (Trade)": "You: +$1 (Trade)",
    "3 home in cup of Seat 1": "3 home in your cup",
    "a ship of Seat 1 is on space 3": "Your ship is on space 3",
    "a ship of Seat 2 is on space 3": "a ship of Bo is on space 3",
    "Seat 1 carries 2, and so does Seat 3": "You carry 2, and so does Seat 3",
    "Strict order: Seat 4, Seat 2, Seat 1": "Strict order: Seat 4, Bo, you",
    "Seat 12 places Old Earth": "Seat 12 places Old Earth",
}


def test_people_have_names(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "roll", 2, 1440, 900)

    assert page.evaluate(SAY, [["Ann", "Bo", "me", "greedy", "greedy"], 0, [*SAID]]) == [*SAID.values()]


def test_bots_of_one_name_keep_their_numbers(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "roll", 2, 1440, 900)

    said = page.evaluate(SAY, [["me", "greedy", "greedy"], None, ["Seat 2 (greedy) passes", "Seat 1 passes"]])

    assert said == ["Seat 2 passes", "Seat 1 passes"]


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_game_speaks_of_the_reader_as_of_somebody_else(
    server: Server, page_at: Opener, game: str
) -> None:
    page = sit_down(server, page_at, "roll", 2, 1440, 900)
    reel = reel_of(game)
    steps = [step for line in reel["lines"] for step in line["steps"]]
    texts = sorted({step["text"] for step in steps if "Seat 1" in step["text"]})
    assert len(texts) > 20

    said = page.evaluate(SAY, [reel["seats"], 0, texts])

    assert [text for text in said if re.search(r"\bSeat 1\b|\byou [a-z]+[^s]s\b", text, re.IGNORECASE)] == []
