"""Score lines, totals, ties and winners, reported in the same form by every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.compile.game import Ending, Report
from rftg_dsl.compile.score import points_by_line, points_of_line
from rftg_dsl.games.lookup import Play

Figures = dict[str, Any]


def scored(play: Play, seat: int) -> Figures:
    """A seat's score, including the total, and its tie-break: a single value, or a list of values in order."""
    lines = points_by_line(play, seat)
    ties = [points_of_line(play, seat, line) for line in play.numbers.rules.ties]
    return {"score": {**lines, "total": sum(lines.values())}, "tie_break": ties[0] if len(ties) == 1 else ties}


def reported(play: Play, seats: Sequence[Figures], table: Figures) -> Report:
    """The report on all seats and the table; once the game is over, it also states why the game ended and who won."""
    figures: Report = {"seats": list(seats), "table": table}
    if why := play.facts[play.rules.program.ended]:
        figures["end"] = make_ending(why, seats)
    return figures


def make_ending(why: Sequence[str], seats: Sequence[Figures]) -> Ending:
    """Describe the end of the game. The highest total wins; tie-breaks resolve ties, and seats still tied all win."""
    totals = [seat["score"]["total"] for seat in seats]
    ranks = [(seat["score"]["total"], seat["tie_break"]) for seat in seats]
    return {
        "why": list(why),
        "scores": totals,
        "tied": [nth for nth, total in enumerate(totals) if total == max(totals) and totals.count(total) > 1],
        "winners": [nth for nth, rank in enumerate(ranks) if rank == max(ranks)],
    }


def total_of(play: Play, seat: int) -> int:
    """A seat's total score."""
    return sum(points_by_line(play, seat).values())
