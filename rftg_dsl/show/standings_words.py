"""The words of a league's table, which its text and its page share."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rftg_dsl.log.standings.league_rules import Proof
from rftg_dsl.log.standings.ratings import Rating
from rftg_dsl.log.standings.standings_report import CountedGame, Row, Standings

TITLE = "Standings"
HEAD = ("place", "player", "name", "points", "games", "wins", "rating")
PROOFS = {Proof.SIGNATURE: "signed", Proof.CLAIM: "claimed", Proof.BOT: "bot"}

NOTES = (
    "A name is signed if its owner has signed every log that counts, with a key that the league knows; claimed "
    "if there is nothing but the name in the logs; and bot if the logs say that a program played.",
    "A player who conceded, or was gone at the end, is placed after all others, whoever played on for them.",
)


def tell_summary(standings: Standings) -> str:
    games, rest = len(standings.games), len(standings.left_out)
    counted = f"{games:,} {'game counts' if games == 1 else 'games count'}"
    left = f"{rest:,} {'log does' if rest == 1 else 'logs do'} not"
    return f"{counted}, {left}; points: {standings.rule.says}"


def tell_notes(standings: Standings) -> Iterator[str]:
    yield from NOTES
    yield f"Ratings: {standings.method}."


def tell_points(points: Fraction) -> str:
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def tell_rating(rating: Rating | None) -> str:
    return "" if rating is None else f"{rating.value:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def list_cells(row: Row) -> list[str]:
    """The cells of a row of the table, under ``HEAD``."""
    return [
        *(str(row.place), row.player.name, PROOFS[row.player.proof], tell_points(row.points)),
        *(str(len(row.games)), str(row.wins), tell_rating(row.rating)),
    ]


def tell_result(game: CountedGame) -> str:
    """The players of a game with their scores, from the first place to the last."""
    seats = sorted(game.result.seats, key=lambda seat: seat.place)
    return ", ".join(f"{seat.player.name} {seat.score}{' (gave up)' * seat.given_up}" for seat in seats)
