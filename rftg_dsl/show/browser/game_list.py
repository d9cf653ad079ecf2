"""The games of a server as data for the lobby, newest first, from their notes: no log is replayed for the list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.base.files import without_link
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.format.people import ME, is_person, player_name_of
from rftg_dsl.log.format.read_log import BEGINS, DamagedLog, read_log
from rftg_dsl.show.browser.chairs import Chair, chairs_in, log_of
from rftg_dsl.show.browser.folders import Shelves
from rftg_dsl.show.browser.game_notes import Notes, is_sound, read_notes
from rftg_dsl.show.browser.live_games import Tables, time_of_change
from rftg_dsl.wording.names import seat_name

NAMED = 3
"""The number of players that the title of the lobby names."""

Entry = dict[str, Any]


def describe_games(tables: Tables, shelves: Shelves) -> dict[str, Any]:
    games = [describe_game(path, shelves) for path in tables.find_seats_files()]
    return {"title": word_turns(games), "games": games}


def describe_game(seats_file: Path, shelves: Shelves) -> Entry:
    """Describe a game for the lobby. Of an unreadable one, only its name and its date are known."""
    log, chairs = log_of(seats_file), chairs_in(seats_file)
    notes = read_notes(log) or notes_from_head(log)
    entry = {"name": log.name, "begun": time_of_change(seats_file) // 1_000_000, "readable": False}
    if not chairs or notes is None or not is_log(log):
        return entry
    return {
        **entry,
        "readable": True,
        "title": notes.title,
        "game": notes.game,
        "moment": notes.moment,
        "over": notes.over,
        "turn": None if notes.waits is None else name_at(notes.waits, notes.seats[notes.waits]),
        "played": time_of_change(log) // 1_000_000,
        "seats": list(describe_seats(notes.seats, chairs)),
        "links": f"/play/table/{quote(log.name.partition('.')[0])}",
        **describe_views(log, chairs, shelves),
    }


def describe_seats(seats: Sequence[str], chairs: Sequence[Chair]) -> Iterator[Entry]:
    addresses = {chair.seat: chair.address for chair in chairs}
    for seat, who in enumerate(seats):
        yield {"name": name_at(seat, who), "address": addresses.get(seat) if is_person(who) else None}


def describe_views(log: Path, chairs: Sequence[Chair], shelves: Shelves) -> Entry:
    """The addresses at which the game can be watched and, once it is over, replayed."""
    watch = next((chair.address for chair in chairs if chair.seat == PUBLIC), "")
    shelf = next((nth for nth, folder in enumerate(shelves.folders) if folder == log.parent), None)
    replay = f"{watch}/replay" if shelf is None else f"/replay/log?name={quote(f'{shelf}/{log.name}')}"
    return {"watch": watch, "replay": replay}


def notes_from_head(log: Path) -> Notes | None:
    """Return notes on a game that has none yet, from the first line of its log; None if that is unreadable."""
    try:
        head: Mapping[str, Any] = read_log(log, follow=False).head
    except (UsageError, DamagedLog, MissingContent, OSError):
        return None
    notes = Notes(head["game"].capitalize(), tuple(map(str, head["seats"])))
    return notes if is_sound(notes) else None


def is_log(log: Path) -> bool:
    try:
        with open(log, "rb", opener=without_link) as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False


def name_at(seat: int, who: str) -> str:
    """The name of a player or, for a person without a name, of the seat."""
    return seat_name(seat) if who == ME else player_name_of(who)


def word_turns(games: Sequence[Entry]) -> str:
    """Say whose turn it is in the games, such as ``Anna, Ben to move``; empty if it is no one's turn."""
    names = [*dict.fromkeys(game["turn"] for game in games if game["readable"] and game["turn"])]
    more = ", …" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more} to move" if names else ""
