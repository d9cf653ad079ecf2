"""A seat's view of a game, computed on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from rftg_dsl.compile.game import Game
from rftg_dsl.compile.score import figures_of, points_by_line
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import deal_views

DEALS = 4
"""The number of deals of the hidden pieces to compare; figures that differ between deals depend on hidden pieces."""

HIDDEN = "?"
"""The placeholder for anything that a seat may not see."""


class Seen:
    """A game as one seat sees it, independent of anything hidden from that seat."""

    def __init__(self, game: Game, play: Play[Any], seat: int) -> None:
        self._game = game
        self._play = play
        self.seat = seat
        self._figures: dict[str, Any] | None = None

    @property
    def figures(self) -> dict[str, Any]:
        """The game's report on the table and each seat, with ``?`` for anything this seat may not see."""
        if self._figures is None:
            # A report does not hide anything, so mask what differs between deals of the hidden pieces.
            reports: Iterator[Any] = map(figures_of, self._deal())
            self._figures = reduce(mask_differences, reports)
        return self._figures

    @property
    def points(self) -> list[int]:
        """The points of each seat, without the score lines that this seat may not see."""
        seats = range(self._play.layout.seats)
        deals = [[points_by_line(play, seat) for seat in seats] for play in self._deal()]
        return [sum_of_common(scores) for scores in zip(*deals, strict=True)]

    def list_values(self, name: str) -> list[int | None]:
        """Each seat's number ``name`` that powers change, such as ``military``; None where hidden pieces matter."""
        seats = range(self._play.layout.seats)
        deals = [[play.value(name, seat, 0) for seat in seats] for play in self._deal()]
        return [values[0] if len(set(values)) == 1 else None for values in zip(*deals, strict=True)]

    def _deal(self) -> Iterator[Play[Any]]:
        return deal_views(self._play, self.seat, range(1, DEALS + 1), self._game.conceal)

    @property
    def table(self) -> dict[str, Any]:
        """The table's figures."""
        table: dict[str, Any] = self.figures["table"]
        return table

    @property
    def me(self) -> dict[str, Any]:
        """This seat's figures."""
        return self.of(self.seat)

    def of(self, seat: int) -> dict[str, Any]:
        """A seat's figures; seats are numbered from 0. Raise ``ValueError`` if there is no such seat."""
        seats: list[dict[str, Any]] = self.figures["seats"]
        if not 0 <= seat < len(seats):
            raise ValueError(f"there is no seat {seat}: seats are numbered from 0 to {len(seats) - 1}")
        return seats[seat]

    def __repr__(self) -> str:
        return f"<what seat {self.seat} sees of {self._game.name}>"


def sum_of_common(scores: Sequence[Mapping[str, int]]) -> int:
    """The sum of the points on which all versions of a score agree."""
    first, *others = scores
    return sum([points for name, points in first.items() if all(score.get(name) == points for score in others)])


def mask_differences(report: Any, other: Any) -> Any:
    """The common part of two reports, with ``?`` where they differ."""
    if isinstance(report, dict) and isinstance(other, dict):
        return {key: mask_differences(value, other[key]) for key, value in report.items() if key in other}
    if isinstance(report, list | tuple) and isinstance(other, list | tuple) and len(report) == len(other):
        return [mask_differences(mine, theirs) for mine, theirs in zip(report, other, strict=True)]
    return report if report == other else HIDDEN
