"""The report on a measurement: plain records, which ``rftg balance`` shows as text, JSON, CSV or a page."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from attrs import asdict, evolve, frozen

from rftg_dsl.balance.estimates import Estimate

FORMAT = "balance/1"


@frozen
class Value:
    """The value of a side as a gift, with one number of seats and one bot."""

    players: int
    bot: str
    pairs: int
    points: Estimate
    cost: Estimate | None = None
    """The cost that the side plays like; None without a line through printed sides."""
    verdict: str = ""
    """Empty without such a line, and for every bot but the first."""
    pairs_to_tell: int | None = None
    """Roughly the number of pairs for a verdict of one word; None if there is one, or if more pairs would not help."""

    def with_verdict(self, cost: Estimate, verdict: str, pairs: int | None) -> Value:
        return evolve(self, cost=cost, verdict=verdict, pairs_to_tell=pairs)


@frozen
class Earning:
    """The earnings of a power for each game in which its side was built."""

    power: str
    text: str
    what: str
    mean: float


@frozen
class InPlay:
    """A side in ordinary games; rates are from 0 to 1, and None if nothing is known."""

    games: int
    shown: float
    built: float | None
    """The share of games, among those in which somebody saw the side, in which it was built."""
    round: float | None
    """The mean round in which it was built."""
    points: Estimate | None
    """The points by which the seat was further ahead than without the side, in the same game."""
    wins: Estimate | None
    """The gain in its share of the win."""
    earned: tuple[Earning, ...] = ()


@frozen
class SideReport:
    """Everything that is known of one side."""

    id: str
    name: str
    kind: str
    by: str
    """The number that is paid for the side, such as ``cost``; empty if there is none."""
    of: str
    """The sides that it is compared with, in the same words as in ``Yardstick``."""
    printed: int | None
    values: tuple[Value, ...]
    in_play: InPlay | None = None

    @property
    def first(self) -> Value:
        return self.values[0]

    @property
    def apart(self) -> float | None:
        """The cost that the side plays like, minus its printed number; None if that is not known."""
        cost = self.values[0].cost if self.values else None
        return None if cost is None or self.printed is None else cost.value - self.printed


@frozen
class Point:
    """A printed side on the chart: its number, and its value in points."""

    name: str
    printed: int
    points: float


@frozen
class Yardstick:
    """The printed sides that some measured sides are compared with, and the line through them."""

    players: int
    of: str
    """The sides in words, such as ``card world``."""
    by: str
    sides: tuple[Point, ...]
    pairs: int
    free: float | None = None
    """The value of a side that costs nothing, in points; None if there is no rising line."""
    slope: float | None = None
    """The points that 1 of cost is worth."""
    tolerance: float | None = None
    """The standard deviation of printed sides around the line, in units of cost."""

    def with_line(self, free: float, slope: float, tolerance: float) -> Yardstick:
        return evolve(self, free=free, slope=slope, tolerance=tolerance)


@frozen
class Together:
    """Two sides that add more, or less, than two sides usually add together; in points."""

    names: tuple[str, str]
    points: Estimate


class Opinion(StrEnum):
    """Whether another bot agrees with the first on a side."""

    AGREES = "agrees"
    """Its value leads to the same verdict or, if there are no verdicts, is certain to have the same sign."""
    DIFFERS = "differs"
    """Its value is certain to be another one."""
    UNCLEAR = "unclear"
    """It has played too few games to tell."""


@frozen
class Agreement:
    """The opinion of another bot on a side."""

    name: str
    players: int
    bot: str
    difference: Estimate
    """The value with the other bot, minus that with the first, in points."""
    opinion: Opinion
    verdict: str = ""
    """The verdict on a side of this value, by the first bot's line; empty without such a line."""


@frozen
class Strength:
    """The strength of the first bot: its share of the wins, from 0 to 1, against a seat that plays at random."""

    games: int
    wins: float


@frozen
class LikePeople:
    """The first bot compared with people, as measured beforehand; see ``people``."""

    games: int
    """The number of games that people played."""
    points: float
    """The mean points of a seat in them."""
    points_of_bot: float
    margin: float
    """The rank correlation, over cards, of the mean lead of seats that have the card at the end."""
    error: float
    """Its standard error."""
    ceiling: float
    """The most that can be expected of so many games."""


@frozen
class BalanceReport:
    """A whole report."""

    game: str
    edition: str
    sets: tuple[str, ...]
    seed: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    against: str
    pairs: int
    """The number of pairs for ``--games`` that repeats the report; 0 if sides were played for unequally long."""
    complete: bool
    """Whether all games were played that were asked for."""
    sides: tuple[SideReport, ...]
    left_out: tuple[str, ...]
    yardsticks: tuple[Yardstick, ...] = ()
    together: tuple[Together, ...] = ()
    pairs_of_sides: int = 0
    """The number of pairs of sides that were tried together."""
    agreements: tuple[Agreement, ...] = ()
    strength: Strength | None = None
    people: LikePeople | None = None
    """None if the bot has not been compared with people in this game."""

    def as_data(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}


def rank_by_distance(sides: Sequence[SideReport]) -> list[SideReport]:
    """The sides whose distance is known, from the strongest to the weakest."""
    return sorted((side for side in sides if side.apart is not None), key=lambda side: -(side.apart or 0.0))
