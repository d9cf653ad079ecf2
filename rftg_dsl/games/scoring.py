"""Score lines, totals, ties and winners, reported alike by every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rftg_dsl.compile.game import Ending, Report
from rftg_dsl.games.lookup import Play

Figures = dict[str, Any]


def variable(g: Play, seat: int, piece: int) -> int:
    """The points from the scoring powers of a piece."""
    return sum([power.react(g, seat, piece) for power in g.numbers.scoring[g.side[piece]]])


def variable_lines(g: Play, seat: int, pieces: Iterable[int]) -> dict[str, int]:
    """A score line for each piece with scoring powers, by printed name."""
    lines: dict[str, int] = {}
    scoring, names = g.numbers.scoring, g.numbers.names
    for piece in pieces:
        if scoring[g.side[piece]]:
            name = names[g.side[piece]]
            lines[name] = lines.get(name, 0) + variable(g, seat, piece)
    return lines


def scored(lines: Mapping[str, int], tie_break: int | Sequence[int]) -> Figures:
    """The score of a seat with its total and its tie-break."""
    return {"score": {**lines, "total": sum(lines.values())}, "tie_break": tie_break}


def reported(seats: Sequence[Figures], table: Figures, why: Sequence[str]) -> Report:
    """The whole table, and once the game is over, how it ended and who won."""
    figures: Report = {"seats": list(seats), "table": table}
    if why:
        figures["end"] = ending(why, seats)
    return figures


def ending(why: Sequence[str], seats: Sequence[Figures]) -> Ending:
    """The highest total wins; ties are broken by the tie-break, then shared."""
    totals = [seat["score"]["total"] for seat in seats]
    ranks = [(seat["score"]["total"], seat["tie_break"]) for seat in seats]
    return {
        "why": list(why),
        "scores": totals,
        "tied": [nth for nth, total in enumerate(totals) if total == max(totals) and totals.count(total) > 1],
        "winners": [nth for nth, rank in enumerate(ranks) if rank == max(ranks)],
    }
