"""Known mistakes and habits of the sites, which explain points that differ from those by the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple

from attrs import frozen

from rftg_dsl.importers.race_tableaux.archived_game import ArchivedGame
from rftg_dsl.importers.race_tableaux.goal_holders import GoalHolders, Holders

MOST_REASONS = 4
"""The number of reasons that are tried together."""

UNHELD_TIE = "the site gave nothing for a tie for {}, which no one holds"
KEPT_TIE = "the site kept a tie for {} after one seat took the lead"


class Reason(NamedTuple):
    """A reason for points to differ from those by the rules, and the recorded points less those by the rules."""

    amount: int
    text: str


@frozen
class Site:
    """The mistakes and habits of one site."""

    slips: tuple[Mapping[str, Any], ...] = ()
    unheld_ties: Mapping[str, int] | None = None
    lists_ties: bool = False
    repeats_cards: bool = False

    def explain(self, holders: GoalHolders, way: Holders, seat: int, off_by: int) -> str:
        """The shortest list of reasons that add up to a difference; empty if no list does."""
        game = holders.position.game
        reasons = [
            *self.find_slips(game, seat),
            *self.find_unheld_ties(game, seat, holders, way),
            *self.find_kept_ties(seat, holders),
        ]
        for length in range(1, MOST_REASONS + 1):
            for chosen in combinations(reasons, length):
                if sum(reason.amount for reason in chosen) == off_by:
                    return "; ".join(reason.text for reason in chosen)
        return ""

    def find_slips(self, game: ArchivedGame, seat: int) -> Iterator[Reason]:
        tableau = frozenset(game.seats[seat].tableau)
        for slip in self.slips:
            if game.number <= slip.get("last", game.number) and {slip["development"], slip["card"]} <= tableau:
                yield Reason(slip["amount"], f"{slip['development']} with {slip['card']}: {slip['reason']}")

    def find_unheld_ties(self, game: ArchivedGame, seat: int, holders: GoalHolders, way: Holders) -> Iterator[Reason]:
        games = self.unheld_ties
        if games is None or not games["first"] <= game.number <= games["last"]:
            return
        for goal, leaders in holders.leaders.items():
            if len(leaders) > 1 and seat in leaders and not way[goal]:
                yield Reason(-holders.tied_points_of(goal), UNHELD_TIE.format(holders.position.name_of(goal)))

    def find_kept_ties(self, seat: int, holders: GoalHolders) -> Iterator[Reason]:
        for goal, leaders in holders.leaders.items() if self.lists_ties else ():
            listed = holders.list_recorded(goal)
            if len(leaders) == 1 and len(listed) > 1 and {*leaders, seat} <= {*listed}:
                lead = holders.points_of(goal) if seat in leaders else 0
                yield Reason(holders.tied_points_of(goal) - lead, KEPT_TIE.format(holders.position.name_of(goal)))


@cache
def find_site(name: str) -> Site:
    """The habits of a site; an unknown site has none."""
    sites = tomllib.loads(files(__package__).joinpath("site-habits.toml").read_text("utf-8"))
    return Site(**sites.get(name, {}))
