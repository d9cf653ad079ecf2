"""Measuring gifts, batch by batch, until each value is known well enough.

All gifts are played with the same seeds. Batches are looked at in order, and a contrast is closed at the first batch
after which its goal is met. So a result depends neither on the number of workers nor on how far ahead they play.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic

from attrs import frozen

from rftg_dsl.balance.estimates import ERROR, LEAST, Estimate, Sample, estimate_mean, sample_of
from rftg_dsl.balance.gift import Batch, Contrast, GiftGames, Stratum
from rftg_dsl.balance.margins import Margins
from rftg_dsl.base.workers import Workers, spread

BATCH = LEAST
"""The number of pairs after which a sample is looked at. It does not depend on the number of workers, so that a report
does not either."""

MOST = 100 * BATCH
"""The maximum number of pairs for a contrast if the goal is an interval."""

Cell = tuple[Stratum, Contrast]


@frozen
class Goal:
    """The end of measuring a contrast: whichever of these comes first."""

    pairs: int = MOST
    until: float = 0.0
    """Half the width of the interval, in points; 0 if only the number of pairs counts."""
    seconds: float = 0.0
    """The time for all contrasts together; 0 for no limit."""

    @property
    def is_fixed(self) -> bool:
        """Whether only the number of pairs counts."""
        return not self.until and not self.seconds


class Measuring:
    """A measurement of several contrasts in several strata; ``samples`` holds what is known so far."""

    def __init__(
        self, games: GiftGames, margins: Margins, goals: Iterable[tuple[Cell, Goal]], batch: int = BATCH
    ) -> None:
        self.games = games
        self.margins = margins
        self.batch = batch
        self.goals = dict(goals)
        self.samples = {cell: Sample() for cell in self.goals}
        self._planned: deque[tuple[list[Cell], Batch]] = deque()

    @property
    def open(self) -> Sequence[Cell]:
        return [cell for cell in self.goals if not self.is_done(cell)]

    def is_done(self, cell: Cell) -> bool:
        sample, goal = self.samples[cell], self.goals[cell]
        if sample.size >= goal.pairs:
            return True
        return goal.until > 0 and sample.size > 0 and self.value_of(cell).half_width <= goal.until

    def is_level(self) -> bool:
        """Whether all strata that are still open have played equally many games."""
        return len({self.samples[cell].size for cell in self.open}) < 2

    def value_of(self, cell: Cell, error: float = ERROR) -> Estimate:
        """The value of a contrast in points. Its interval may be wrong with the probability ``error``."""
        return estimate_mean(self.samples[cell], cell[0].scale, error)

    def run(self, workers: Workers = 1, now: Callable[[], float] = monotonic) -> Iterator[None]:
        """Play until all goals are met or time is up. Pause after each batch, when figures can be read; stop at any
        time."""
        seconds = min((goal.seconds for goal in self.goals.values() if goal.seconds), default=0.0)
        ends = now() + seconds
        for _ in self.take_known():
            yield
        for rows in spread(GiftGames.play, self.games, self.plan(), workers):
            cells, batch = self._planned.popleft()
            for start, margins in zip(batch.starts, rows, strict=True):
                self.margins.add(batch.stratum, start, batch.numbers.start, margins)
            self.look(cells, batch.numbers)
            yield
            # Stop only when all strata have played equally many games, so that a number of pairs repeats the report.
            if seconds and now() >= ends and self.is_level():
                return

    def take_known(self) -> Iterator[None]:
        """Look at the batches that need no games, because their margins are known."""
        while cells := self.open:
            planned = [*self.plan_batch(cells, min(self.samples[cell].size for cell in cells))]
            if any(batch.starts for _, batch in planned):
                return
            for known, batch in planned:
                self.look(known, batch.numbers)
            yield

    def plan(self) -> Iterator[Batch]:
        """Yield batches as long as a contrast is open. Those planned before one was closed may play for it in vain."""
        first = min((self.samples[cell].size for cell in self.open), default=0)
        while cells := [cell for cell in self.open if self.goals[cell].pairs > first]:
            for known, batch in self.plan_batch(cells, first):
                self._planned.append((known, batch))
                yield batch
            first += self.batch

    def plan_batch(self, cells: Sequence[Cell], first: int) -> Iterator[tuple[list[Cell], Batch]]:
        for stratum in dict.fromkeys(stratum for stratum, _ in cells):
            there = [cell for cell in cells if cell[0] == stratum]
            last = min(first + self.batch, max(self.goals[cell].pairs for cell in there))
            starts = dict.fromkeys(start for _, contrast in there for start, _ in contrast.terms)
            missing = [start for start in starts if len(self.margins.row_of(stratum, start)) < last]
            yield there, Batch(stratum, tuple(missing), range(first, last))

    def look(self, cells: Iterable[Cell], numbers: range) -> None:
        for cell in cells:
            if self.samples[cell].size == numbers.start and not self.is_done(cell):
                self.samples[cell] += sample_of(self.differences_in(cell, numbers))

    def differences_in(self, cell: Cell, numbers: range) -> Sequence[int]:
        """The values of a contrast in single games, in units of 1 / ``scale`` points."""
        stratum, contrast = cell
        rows = [
            [factor * margin for margin in self.margins.row_of(stratum, start)[numbers.start : numbers.stop]]
            for start, factor in contrast.terms
        ]
        return [sum(margins) for margins in zip(*rows, strict=True)]
