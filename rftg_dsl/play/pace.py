"""Bot timing: bots take a fixed time, so that their speed does not reveal anything about their hands.

The time depends only on which bots are at the table, and the game continues only when the time is up, even if the bots
finish early. A bot that looks ahead does so only while time remains; then it follows its game's advice.
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
"""The number of seconds that all bots without look-ahead share."""

THINKING = 0.5
"""The number of additional seconds for each bot with look-ahead."""


Wait = Callable[[float], None]


class Pace:
    """The total time that a table's bots take after each answer by a person."""

    def __init__(self, bots: Mapping[int, Chooser], wait: Wait = sleep, clock: Callable[[], float] = monotonic) -> None:
        self.bots = bots
        self.clock = clock
        self.wait = wait
        looking = sum(isinstance(bot, Search) for bot in bots.values())
        self.seconds = QUICK + THINKING * looking if bots else 0.0

    @contextmanager
    def keep(self) -> Iterator[Mapping[int, Chooser]]:
        """Provide the bots to a ``with`` block; when the block ends, wait until the bots' time is up."""
        began = self.clock()
        thinking_ends = began + self.seconds - QUICK
        yield {seat: self.hurry(bot, thinking_ends) for seat, bot in self.bots.items()}
        if self.seconds:
            spent = self.clock() - began
            # If the bots exceeded their time, wait for its next multiple, because the exact time would reveal how long
            # they thought.
            self.wait(max(1, ceil(spent / self.seconds)) * self.seconds - spent)

    def hurry(self, bot: Chooser, until: float) -> Chooser:
        """Wrap ``bot`` so that it looks ahead only if it can finish by ``until``."""
        if not isinstance(bot, Search):
            return bot

        def choose(play: Play[Any], asked: Decision) -> Pick:
            in_time = self.clock() + bot.budget.seconds < until
            return bot(play, asked) if in_time else bot.advice.pick_for_seat(play, asked)

        return choose
