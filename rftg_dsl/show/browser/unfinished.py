"""The games that a person can go on with, for the home page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from attrs import frozen

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.library.game_headers import read_header
from rftg_dsl.log.format.people import ME, is_person, player_name_of
from rftg_dsl.log.format.read_log import DamagedLog, read_log
from rftg_dsl.show.browser.live_games import Chair, Tables
from rftg_dsl.wording.names import seat_name

LOOKED_AT, MOST = 12, 4
"""How many of the newest games are looked at, so that the page is quick, and how many unfinished ones it shows."""


@frozen
class Unfinished:
    """A game that is not over."""

    title: str
    players: str
    played: str
    """When something last happened in it, in the host's own time."""
    address: str


def find_unfinished(tables: Tables) -> list[Unfinished]:
    """Return the newest games that are not over, without those that cannot be read."""
    newest = islice(tables.find_games(), LOOKED_AT)
    return list(islice((game for log, chairs in newest for game in read_unfinished(log, chairs)), MOST))


def read_unfinished(log: Path, chairs: Sequence[Chair]) -> Iterator[Unfinished]:
    """Yield the game of a log if it is not over."""
    with suppress(UsageError, DamagedLog, MissingContent, OSError):
        read = read_log(log, follow=False)
        seats: Sequence[str] = read.head["seats"]
        people = {seat for seat, who in enumerate(seats) if is_person(who)}
        if not read.complete:
            yield Unfinished(
                read_header(read.head["game"]).title,
                name_players(seats),
                word_time(datetime.fromtimestamp(log.stat().st_mtime)),
                address_of(log, [chair for chair in chairs if chair.seat in people]),
            )


def name_players(seats: Sequence[str]) -> str:
    """Name the players or, if only one person plays, the bots against whom that is."""
    names = [seat_name(seat) if who == ME else player_name_of(who) for seat, who in enumerate(seats)]
    bots = [name for name, who in zip(names, seats, strict=True) if not is_person(who)]
    return f"Against {', '.join(bots)}" if len(bots) == len(seats) - 1 else ", ".join(names)


def word_time(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B, %H:%M}"


def address_of(log: Path, people: Sequence[Chair]) -> str:
    """The page of the seat if only one person plays, else the page with the links of all seats."""
    return f"/seat/{people[0].secret}" if len(people) == 1 else f"/play/table/{quote(log.name.partition('.')[0])}"
