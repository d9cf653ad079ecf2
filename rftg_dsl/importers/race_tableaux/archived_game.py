"""The record of a finished game in an archive: the tableaux, and the points without the way to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rftg_dsl.importers.import_report import UNSCORED, Disagreement
from rftg_dsl.importers.reading import has_shape

SHAPE = {"n": int, "site": str, "expansion": str, "seats": [{"tableau": [str], "vp": int, "points": int}]}
LONGEST_SITE = 40
HIGHEST_NUMBER = 10**9
NOT_AN_AMOUNT = "it is not an amount"


@frozen
class ArchivedSeat:
    """A seat at the end of a game, as recorded."""

    tableau: tuple[str, ...]
    vp: int
    """VP chips."""
    points: int
    goals: tuple[str, ...]
    ties: tuple[int, int] | None
    """Goods on worlds and cards in hand, which break ties; None if they are not recorded."""


@frozen
class ArchivedGame:
    """A game as recorded. The goals in play are None if it was played without goals."""

    number: int
    site: str
    expansion: str
    seats: tuple[ArchivedSeat, ...]
    goals: tuple[str, ...] | None
    winners: tuple[int, ...] | None


def recognise(game: Mapping[str, Any]) -> str:
    """The site and running number of a game, such as ``genie-24``; empty if the game is not in this format."""
    if not (has_shape(game, SHAPE) and game["seats"]) or isinstance(game["n"], bool):
        return ""
    is_bounded = 0 <= game["n"] <= HIGHEST_NUMBER and 0 < len(game["site"]) <= LONGEST_SITE
    return f"{game['site']}-{game['n']}" if is_bounded else ""


def read_archived_game(game: Mapping[str, Any]) -> ArchivedGame:
    """Read a recognised game. Raise ``Disagreement`` if it has a value that no position can have."""
    # A list without goals is a game without them.
    goals, winners = tuple(dict.fromkeys(read_list(game, "goals", str) or ())) or None, read_list(game, "winners", int)
    seats = tuple([read_seat(seat, f"seat {number}") for number, seat in enumerate(game["seats"])])
    return ArchivedGame(game["n"], game["site"], game["expansion"], seats, goals, winners)


def read_seat(seat: Mapping[str, Any], where: str) -> ArchivedSeat:
    vp, goods, hand = (read_amount(seat, field, where) for field in ("vp", "goods", "hand"))
    if isinstance(seat["points"], bool):
        raise Disagreement(0, f"points of {where}", NOT_AN_AMOUNT, seat["points"], UNSCORED)
    goals = read_list(seat, "goals", str, f" of {where}") or ()
    ties = None if goods is None or hand is None else (goods, hand)
    return ArchivedSeat(tuple(seat["tableau"]), vp or 0, seat["points"], goals, ties)


def read_list(record: Mapping[str, Any], field: str, member: type, where: str = "") -> tuple[Any, ...] | None:
    value = record.get(field)
    if value is not None and not has_shape(value, [member]):
        raise Disagreement(0, f"{field}{where}", "it is not a list of the right kind", value, UNSCORED)
    return None if value is None else tuple(value)


def read_amount(seat: Mapping[str, Any], field: str, where: str) -> int | None:
    amount = seat.get(field)
    if amount is not None and (not isinstance(amount, int) or isinstance(amount, bool) or amount < 0):
        raise Disagreement(0, f"{field} of {where}", NOT_AN_AMOUNT, amount, UNSCORED)
    return amount
