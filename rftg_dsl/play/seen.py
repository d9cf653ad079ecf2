"""A seat's view of a game, computed on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from rftg_dsl.compile.game import Game
from rftg_dsl.compile.score import figures_of, points_by_line
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view

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
            self._figures = self._mask(figures_of)
        return self._figures

    @property
    def points(self) -> list[int]:
        """The points of each seat, without the score lines that this seat may not see."""
        scores = self._mask(lambda play: [points_by_line(play, seat) for seat in range(play.layout.seats)])
        return [sum(points for points in score.values() if points != HIDDEN) for score in scores]

    def _mask(self, report: Callable[[Play[Any]], Any]) -> Any:
        """Return a report, with ``?`` for anything that depends on something hidden."""
        # A report does not hide anything, so mask what differs between deals of the hidden pieces.
        deals = [view(self._play, self.seat, deal, self._game.conceal) for deal in range(1, DEALS + 1)]
        return reduce(mask_differences, map(report, deals))

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


def mask_differences(report: Any, other: Any) -> Any:
    """The common part of two reports, with ``?`` where they differ."""
    if isinstance(report, dict) and isinstance(other, dict):
        return {key: mask_differences(value, other[key]) for key, value in report.items() if key in other}
    if isinstance(report, list | tuple) and isinstance(other, list | tuple) and len(report) == len(other):
        return [mask_differences(mine, theirs) for mine, theirs in zip(report, other, strict=True)]
    return report if report == other else HIDDEN
