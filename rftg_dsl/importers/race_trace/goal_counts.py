"""The recorder's counts of progress towards goals, which it does not update when the rules do (G5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.games.race import events, goals
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.kernel.play import Play


class GoalCounts:
    """The recorder's counts for the goals that a seat can lose along with a card."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.counted: dict[int, list[int]] = {}
        """For each goal, the recorded progress of every seat."""
        self.outdated: list[Disagreement] = []
        """The recorded scores that rest on an outdated count, each with our own score."""

    def recount(self, play: Play[Any]) -> None:
        """Count anew, as the recorder does after setup and Develop."""
        for goal in goals.list_in_play(play):
            if any(power.point == events.left.name for power in play.rules.powers[play.side[goal]]):
                self.counted[goal] = [goals.progress_of(play, seat, goal) for seat in self.numbers.seats]

    def recount_holder(self, play: Play[Any], piece: int, seat: int) -> None:
        """Count anew for a goal's holder, the only seat for which the recorder does so when a card leaves a tableau."""
        for goal, counted in self.counted.items():
            if seat in goals.holders_of(play, goal):
                # The card is still in the tableau when this event is reported.
                counted[seat] = goals.progress_of(play, seat, goal) - (not self.numbers.is_world[play.side[piece]])

    def points_of(self, play: Play[Any], seat: int) -> tuple[int, int]:
        """A seat's VP for goals, first by the rules and then by the recorder's counts."""
        ours = theirs = goals.points_of(play, seat)
        for goal, counted in self.counted.items():
            now = [goals.progress_of(play, player, goal) for player in self.numbers.seats]
            theirs += goals.points_for(play, seat, goal, counted) - goals.points_for(play, seat, goal, now)
        return ours, theirs

    def accept_scores(self, play: Play[Any], line: int, what: str, ours: Sequence[dict[str, Any]], theirs: Any) -> None:
        """Put the recorder's score in place of ours wherever its outdated count alone explains the difference."""
        if not self.counted or not isinstance(theirs, list) or len(theirs) != len(ours):
            return
        for seat, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            by_rules, by_counts = self.points_of(play, seat)
            if "score" not in mine or by_rules == by_counts or not isinstance(other, dict):
                continue
            score = mine["score"] - by_rules + by_counts
            if other.get("score") == score:
                self.outdated.append(Disagreement(line, f"{what}.s[{seat}].score", mine["score"], score))
                mine["score"] = score
                if "goal_vp" in mine:
                    mine["goal_vp"] = by_counts
