"""Score lines, totals, ties and winners, as every game reports them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rftg_dsl.compile.game import Ending, Report
from rftg_dsl.games.lookup import Play

Figures = dict[str, Any]


def variable(g: Play, seat: int, piece: int) -> int:
    """What the powers of a piece score by what they count."""
    return sum([power.react(g, seat, piece) for power in g.numbers.scoring[g.side[piece]]])


def variable_lines(g: Play, seat: int, pieces: Iterable[int]) -> dict[str, int]:
    """A line for each piece that scores by what it counts, by its printed name."""
    lines: dict[str, int] = {}
    scoring, names = g.numbers.scoring, g.numbers.names
    for piece in pieces:
        if scoring[g.side[piece]]:
            name = names[g.side[piece]]
            lines[name] = lines.get(name, 0) + variable(g, seat, piece)
    return lines


def scored(lines: Mapping[str, int], tie_break: int | Sequence[int]) -> Figures:
    """The score of a seat with its total, and what decides between equals."""
    return {"score": {**lines, "total": sum(lines.values())}, "tie_break": tie_break}


def reported(seats: Sequence[Figures], table: Figures, why: Sequence[str]) -> Report:
    """The whole table; how the game ended, and who won, once it has."""
    figures: Report = {"seats": list(seats), "table": table}
    if why:
        figures["end"] = ending(why, seats)
    return figures


def ending(why: Sequence[str], seats: Sequence[Figures]) -> Ending:
    """The highest total wins; of those tied, whoever has most of what decides then; else they share it."""
    totals = [seat["score"]["total"] for seat in seats]
    ranks = [(seat["score"]["total"], seat["tie_break"]) for seat in seats]
    return {
        "why": list(why),
        "scores": totals,
        "tied": [nth for nth, total in enumerate(totals) if total == max(totals) and totals.count(total) > 1],
        "winners": [nth for nth, rank in enumerate(ranks) if rank == max(ranks)],
    }
