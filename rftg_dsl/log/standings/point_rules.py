"""The rules by which a league gives points for a game, from the table in ``point-rules.toml`` or a list of numbers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import PLAYERS
from rftg_dsl.log.standings.read_results import SeatResult

LIST = re.compile(r"[0-9]{1,4}(,[0-9]{1,4})*")


@frozen
class PointRule:
    """A rule that gives points to each seat of a game."""

    name: str
    says: str
    places: tuple[int, ...] = ()
    """The points for the first place, the second and so on; 0 for further places."""
    by_score: bool = False
    """Whether points depend on the distance between scores instead."""

    def points_for(self, seats: Sequence[SeatResult]) -> list[Fraction]:
        return share_by_score(seats) if self.by_score else [self._share_of(seat.place, seats) for seat in seats]

    def _share_of(self, place: int, seats: Sequence[SeatResult]) -> Fraction:
        """The points of everyone who shares a place, divided equally among them."""
        shared = sum(seat.place == place for seat in seats)
        return Fraction(sum(self.places[place - 1 : place - 1 + shared]), shared)


def share_by_score(seats: Sequence[SeatResult]) -> list[Fraction]:
    """The distance of each score from the lowest, in thousandths of the whole distance; equal scores get a half each.

    A seat that was given up gets nothing.
    """
    scores = [seat.score for seat in seats]
    low, high = min(scores), max(scores)
    # Exact shares would add up to fractions with ever larger denominators.
    shares = [Fraction(round(1000 * (score - low) / (high - low)) if high > low else 500, 1000) for score in scores]
    return [Fraction(0) if seat.given_up else share for seat, share in zip(seats, shares, strict=True)]


@cache
def load_rules() -> Mapping[str, PointRule]:
    data = tomllib.loads(files(__package__).joinpath("point-rules.toml").read_text("utf-8"))
    return {
        name: PointRule(name, row["says"], tuple(row.get("places", ())), row.get("by_score", False))
        for name, row in data.items()
    }


def point_rule_of(text: str) -> PointRule:
    """Return the rule of this name, or the one that a list of numbers such as ``5,3,1`` gives for places.

    Raise ``UsageError`` if the text is neither.
    """
    if rule := load_rules().get(text):
        return rule
    numbers = tuple(map(int, text.split(","))) if LIST.fullmatch(text) else ()
    if not numbers or len(numbers) > PLAYERS.most or list(numbers) != sorted(numbers, reverse=True):
        hint = f"use {', '.join(load_rules())}, or points for each place, such as 5,3,1, the most for the first"
        raise UsageError(f"{text!r} is not a rule for points", hint, "wrong-option")
    return PointRule(text, f"{', '.join(map(str, numbers))} by place", numbers)
