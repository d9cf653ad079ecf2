"""The pace of bots: the time they take tells no one what they hold.

The bots of a table answer within a time that depends only on which bots they are. The game goes on when that time is
over, however soon they were done. A bot that looks ahead shares that time between all its answers, and follows its
game's advice for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from time import monotonic, sleep
from typing import Any

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Chooser
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.play.search import Search

QUICK = 0.05
"""Seconds in which bots without look-ahead answer for all their seats."""

THINKING = 0.5
"""Seconds that each bot with look-ahead adds."""


Wait = Callable[[float], None]


class Pace:
    """The time that the bots of a table take together, each time a person has answered."""

    def __init__(self, bots: Mapping[int, Chooser], wait: Wait = sleep, clock: Callable[[], float] = monotonic) -> None:
        self.bots = bots
        self.clock = clock
        self.wait = wait
        looking = sum(isinstance(bot, Search) for bot in bots.values())
        self.seconds = QUICK + THINKING * looking if bots else 0.0

    @contextmanager
    def keep(self) -> Iterator[Mapping[int, Chooser]]:
        """The bots, for a block that ends when their time is over."""
        began = self.clock()
        thinking_ends = began + self.seconds - QUICK
        yield {seat: self.hurry(bot, thinking_ends) for seat, bot in self.bots.items()}
        if self.seconds:
            spent = self.clock() - began
            # Too late already: round up to a multiple, since the exact time would tell how hard they thought.
            self.wait(max(1, ceil(spent / self.seconds)) * self.seconds - spent)

    def hurry(self, bot: Chooser, until: float) -> Chooser:
        """``bot``, which stops looking ahead once it could not finish by ``until``."""
        if not isinstance(bot, Search):
            return bot

        def choose(play: Play[Any], asked: Decision) -> Pick:
            in_time = self.clock() + bot.budget.seconds < until
            return bot(play, asked) if in_time else bot.advice.pick_for_seat(play, asked)

        return choose
