"""The games that a person can go on with, for the home page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path

from attrs import frozen

from rftg_dsl.show.browser.folders import Shelves
from rftg_dsl.show.browser.game_list import Entry, describe_game
from rftg_dsl.show.browser.live_games import Tables

LOOKED_AT, MOST = 12, 4
"""The number of new games that are looked at, few so that the page is quick, and of the unfinished ones among them."""


@frozen
class Unfinished:
    """A game that is not over."""

    title: str
    players: str
    played: str
    """The time of the last move, in the host's own time zone."""
    address: str


def find_unfinished(tables: Tables, shelves: Shelves) -> list[Unfinished]:
    """Return the newest games that are not over, without those that cannot be read."""
    newest = islice(tables.find_seats_files(), LOOKED_AT)
    return list(islice((game for path in newest for game in read_unfinished(path, shelves)), MOST))


def read_unfinished(seats_file: Path, shelves: Shelves) -> Iterator[Unfinished]:
    """Yield a game if it is not over."""
    game = describe_game(seats_file, shelves)
    if game["readable"] and not game["over"]:
        played = word_time(datetime.fromtimestamp(game["played"] / 1_000))
        yield Unfinished(game["title"] or game["game"], name_players(game["seats"]), played, address_of(game))


def people_in(seats: Sequence[Entry]) -> list[Entry]:
    return [seat for seat in seats if seat["address"] is not None]


def name_players(seats: Sequence[Entry]) -> str:
    """Name the players or, if only one person plays, the bots against whom that is."""
    alone = len(people_in(seats)) == 1
    named = [seat["name"] for seat in seats if not alone or seat["address"] is None]
    return f"Against {', '.join(named)}" if alone else ", ".join(named)


def word_time(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B, %H:%M}"


def address_of(game: Entry) -> str:
    """The page of the seat if only one person plays, else the page with the links of all seats."""
    people = people_in(game["seats"])
    return str(people[0]["address"] if len(people) == 1 else game["links"])
