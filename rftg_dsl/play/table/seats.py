"""The players at a table: people and bots, named as on the command line and in logs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from unicodedata import normalize

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.format.people import ME as ME
from rftg_dsl.log.format.people import is_person as is_person
from rftg_dsl.play.bots import check_bot, name_of, seat_bots

STAND_IN = "greedy"
"""The bot for seats without a named player, and for seats that people give up."""
NAME = 40


def name_in_log(who: str) -> str:
    return who if is_person(who) else name_of(who)


def seats_in(text: str) -> list[str]:
    """Split names at commas; a doubled comma stands for a comma within a name."""
    return [name.replace("\0", ",") for name in text.replace(",,", "\0").split(",")]


def seat_players(names: Sequence[str], players: int) -> list[str]:
    """The player for each seat; bots fill the seats that people leave free. Raise ``UsageError`` for an unknown bot."""
    names = [normalize("NFC", name) for name in names]
    people = [name for name in names if is_person(name)]
    bots = [name for name in names if not is_person(name)]
    for name in people:
        if len(name) > len(f"{ME}:") + NAME or name.endswith(":") or not name.isprintable():
            hint = f"use {ME}:NAME with at most {NAME} characters"
            raise UsageError(f"{name[:60]!r} is not a valid name for a person", hint, "wrong-option")
    if not people:
        return seat_bots(bots, players)
    check_commas(names)
    if bots:
        seat_bots(bots, max(players, len(bots)))
    if len(names) > players:
        hint = "specify at most one person or bot per seat"
        raise UsageError(f"there are {len(names)} names for {players} seats", hint, "wrong-players")
    return [*names, *[STAND_IN] * (players - len(names))]


def check_commas(names: Sequence[str]) -> None:
    """Raise ``UsageError`` if the text after a comma in a person's name would be read as an unknown bot."""
    for person, rest in pairwise(names):
        if person.startswith(f"{ME}:") and not is_person(rest):
            try:
                check_bot(rest)
            except UsageError as error:
                hint = f"a comma ends a name; double it if it belongs to the name: {person},,{rest}"
                raise UsageError(error.message, f"{error.hint}; {hint}", error.code) from None
