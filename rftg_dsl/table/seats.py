"""Who sits at a table: people and bots, as they are named on the command line and in logs."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.play.bots import name_of, seat_bots

ME = "me"
"""A person; ``me:Anna`` is one with a name."""
STAND_IN = "greedy"
"""The bot that takes the seats that nobody is named for, and those that people give up."""
NAME = 40
"""The most characters of a person's name."""


def is_person(who: str) -> bool:
    """Whether a seat is a person's."""
    return who == ME or who.startswith(f"{ME}:")


def in_log(who: str) -> str:
    """How a log names a person or a bot."""
    return who if is_person(who) else name_of(who)


def at_table(who: str) -> str:
    """How people call somebody."""
    return who.removeprefix(f"{ME}:")


def people_and_bots(names: Sequence[str], players: int) -> list[str]:
    """Who sits where; with people, bots take the seats that are left. ``Unusable`` for an unknown bot."""
    people = [name for name in names if is_person(name)]
    bots = [name for name in names if not is_person(name)]
    for name in people:
        if len(name) > len(f"{ME}:") + NAME or name.endswith(":") or not name.isprintable():
            hint = f"write {ME}:NAME with at most {NAME} characters"
            raise Unusable(f"{name[:60]!r} does not name a person", hint, "wrong-option")
    if not people:
        return seat_bots(bots, players)
    if bots:
        seat_bots(bots, max(players, len(bots)))
    if len(names) > players:
        hint = "name one person or bot for each seat, or fewer"
        raise Unusable(f"{len(names)} names for {players} seats", hint, "wrong-players")
    return [*names, *[STAND_IN] * (players - len(names))]
