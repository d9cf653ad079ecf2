"""Puts a league's table together: plain records, which ``rftg standings`` shows as text, JSON, CSV or a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import asdict, frozen

from rftg_dsl.log.standings.counted_games import Counted
from rftg_dsl.log.standings.league_rules import Player
from rftg_dsl.log.standings.point_rules import PointRule
from rftg_dsl.log.standings.ratings import DEVIATION, ERROR, MEAN, MOST, Rating, rate_players
from rftg_dsl.log.standings.read_results import GameResult, LeftOut, SeatResult

FORMAT = "standings/1"

METHOD = (
    f"Plackett-Luce model of all places, with ratings distributed around {MEAN} with a standard deviation of "
    f"{DEVIATION} before any game; intervals of {1 - ERROR:.0%} from the curvature at the maximum"
)
UNRATED = f"nobody is rated, because there are more than {MOST} players"


@frozen
class CountedGame:
    """A game in the table, with the points for each seat."""

    number: int
    """Counted from 1, in the order of the logs."""
    result: GameResult
    points: tuple[Fraction, ...]

    def as_data(self) -> dict[str, Any]:
        seats = [seat_as_data(seat, points) for seat, points in zip(self.result.seats, self.points, strict=True)]
        return {"number": self.number, "log": self.result.log, "game": self.result.game, "seats": seats}


def seat_as_data(seat: SeatResult, points: Fraction) -> dict[str, Any]:
    return {
        "name": seat.player.name,
        "proof": str(seat.player.proof),
        "score": seat.score,
        "place": seat.place,
        "given_up": seat.given_up,
        "points": round_points(points),
    }


@frozen
class Row:
    """A player in the table."""

    place: int
    player: Player
    points: Fraction
    games: tuple[int, ...]
    """The numbers of the games."""
    wins: int
    """The number of first places, shared ones included."""
    rating: Rating | None
    """None if nobody is rated."""

    def as_data(self) -> dict[str, Any]:
        return {
            "place": self.place,
            "name": self.player.name,
            "proof": str(self.player.proof),
            "points": round_points(self.points),
            "games": list(self.games),
            "wins": self.wins,
            "rating": None if self.rating is None else asdict(self.rating, value_serializer=round_rating),
        }


def round_points(points: Fraction) -> float:
    return round(float(points), 4)


def round_rating(_: Any, __: Any, value: float) -> float:
    return round(value, 2)


@frozen
class Standings:
    """A whole table."""

    rule: PointRule
    rows: tuple[Row, ...]
    games: tuple[CountedGame, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def method(self) -> str:
        """The method of the ratings."""
        return METHOD if len(self.rows) <= MOST else UNRATED

    def as_data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "points": {"rule": self.rule.name, "says": self.rule.says},
            "ratings": self.method,
            "rows": [row.as_data() for row in self.rows],
            "games": [game.as_data() for game in self.games],
            "left_out": [{"log": each.log, "code": each.code, "reason": each.reason} for each in self.left_out],
        }


def make_standings(counted: Counted, rule: PointRule) -> Standings:
    games = tuple(
        [CountedGame(nth, game, tuple(rule.points_for(game.seats))) for nth, game in enumerate(counted.games, 1)]
    )
    return Standings(rule, tuple(make_rows(games)), games, counted.left_out)


def make_rows(games: Sequence[CountedGame]) -> list[Row]:
    """The players from the most points to the fewest, and by name among equals, who share a place."""
    tallies: dict[Player, Tally] = {}
    for game in games:
        for seat, points in zip(game.result.seats, game.points, strict=True):
            tallies.setdefault(seat.player, Tally()).add(game.number, seat, points)
    ratings = rate_all(games, {player: nth for nth, player in enumerate(tallies)})
    ranked = sorted(tallies.items(), key=lambda item: (-item[1].points, item[0].name, item[0].proof))
    places: dict[Fraction, int] = {}
    return [
        Row(
            places.setdefault(tally.points, nth),
            player,
            tally.points,
            tuple(tally.games),
            tally.wins,
            ratings.get(player),
        )
        for nth, (player, tally) in enumerate(ranked, 1)
    ]


class Tally:
    """The results of a player so far."""

    def __init__(self) -> None:
        self.points = Fraction(0)
        # A dict used as an ordered set, because a bot may sit at several seats of a table.
        self.games: dict[int, None] = {}
        self.wins = 0

    def add(self, game: int, seat: SeatResult, points: Fraction) -> None:
        self.points += points
        self.games[game] = None
        self.wins += seat.place == 1


def rate_all(games: Sequence[CountedGame], numbers: Mapping[Player, int]) -> Mapping[Player, Rating]:
    places = ([(numbers[seat.player], seat.place) for seat in game.result.seats] for game in games)
    return dict(zip(numbers, rate_players(places, len(numbers)), strict=False))
