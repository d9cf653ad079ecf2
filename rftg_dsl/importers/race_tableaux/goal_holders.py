"""The seats that hold each goal at the end, by the record and by the final tableaux."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from rftg_dsl.games.race.goals import is_most, progress_of
from rftg_dsl.importers.race_tableaux.tableau_position import LAID_OUT, TableauPosition

Holders = Mapping[int, tuple[int, ...]]
"""For each goal, the seats that hold it."""


class GoalHolders:
    """The goals of a position, which the final tableaux decide only in part.

    A "first" goal belongs to the seats recorded with it, because the tableaux do not show who was first. A "most" goal
    belongs to its sole leader; in a tie, it belongs to a recorded holder among the tied seats, if any.
    """

    def __init__(self, position: TableauPosition, lists_ties: bool) -> None:
        self.position = position
        self.play = position.play
        self.in_play = [position.goals[name] for name in position.game.goals or () if name in position.goals]
        self.lists_ties = lists_ties
        """Whether the site lists all tied seats, so that any of them, or none, can be the holder."""
        self.leaders = {goal: self.find_leaders(goal) for goal in self.in_play if is_most(self.play, goal)}

    def find_leaders(self, goal: int) -> tuple[int, ...]:
        """The seats with the most progress, if it is enough for the goal."""
        numbers = self.position.numbers
        progress = [progress_of(self.play, seat, goal) for seat in numbers.seats]
        most = max(progress)
        return tuple([seat for seat in numbers.seats if progress[seat] == most >= numbers.least[self.play.side[goal]]])

    def list_recorded(self, goal: int) -> tuple[int, ...]:
        name = self.position.name_of(goal)
        return tuple([seat for seat, recorded in enumerate(self.position.game.seats) if name in recorded.goals])

    def points_of(self, goal: int) -> int:
        """The VP for holding a goal."""
        return self.position.numbers.printed[self.play.side[goal]]

    def tied_points_of(self, goal: int) -> int:
        """The VP for a tie for a "most" goal."""
        return self.position.numbers.tied[self.play.side[goal]]

    def list_ways(self) -> Iterator[Holders]:
        """Every way to assign the goals that fits the record; there are several only if a site lists ties."""
        choices = [self.list_choices(goal) for goal in self.in_play]
        for way in product(*choices):
            yield dict(zip(self.in_play, way, strict=True))

    def list_choices(self, goal: int) -> list[tuple[int, ...]]:
        leaders = self.leaders.get(goal)
        if leaders is None:
            return [self.list_recorded(goal)]
        if len(leaders) < 2:
            return [leaders]
        tied: list[tuple[int, ...]] = [(seat,) for seat in self.list_recorded(goal) if seat in leaders]
        return [*tied, ()] if self.lists_ties else [*tied, ()][:1]

    def assign(self, holders: Holders) -> None:
        """Give the goals to their holders."""
        numbers = self.position.numbers
        for seat in numbers.seats if self.in_play else ():
            held = tuple([self.play.layout.pieces[goal].name for goal in self.in_play if seat in holders[goal]])
            self.play.set_fact(numbers.held[seat], held, LAID_OUT)
