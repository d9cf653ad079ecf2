"""A game's advice on a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.game import Adviser, Game
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick, choose_simplest
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view


class Advice:
    """A game's advisers; an adviser that returns an illegal answer causes a ``UsageError``."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.advisers: Mapping[str, Adviser] = game.advisers()

    def pick_for_seat(self, play: Play[Any], asked: Decision) -> Pick:
        if asked.name not in self.advisers:
            return choose_simplest(asked.form)
        return self.pick_on_table(view(play, asked.seat, hide=self.game.conceal), asked)

    def pick_on_table(self, seen: Play[Any], asked: Decision) -> Pick:
        """A sensible pick. ``seen`` must be a view or a guess, so that the pick cannot leak hidden information."""
        adviser = self.advisers.get(asked.name)
        if adviser is None:
            return choose_simplest(asked.form)
        pick = adviser(seen, asked)
        if not asked.form.accepts(pick):
            advice = f"the adviser of {self.game.name} for {asked.name!r} picked {pick!r}"
            hint = "fix the adviser, which must pick what the form of the decision accepts"
            raise UsageError(f"{advice}, which is not a valid answer to {asked!r}", hint, "illegal-answer")
        return pick
