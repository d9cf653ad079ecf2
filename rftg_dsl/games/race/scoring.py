"""Scores and the tie-break (R040, R041, R101-R103)."""

from __future__ import annotations

from rftg_dsl.games.race import goals
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.scoring import variable_lines


def scores(g: Play, seat: int) -> dict[str, int]:
    """R041, R101: score lines by source, and by development for variable VP."""
    w = g.numbers
    tableau = g.zone[w.tableau[seat]]
    sides = [g.side[piece] for piece in tableau]
    return {
        "chips": g.counters[w.vp[seat]],
        "developments": sum([w.printed[side] for side in sides if not w.is_world[side]]),
        "worlds": sum([w.printed[side] for side in sides if w.is_world[side]]),
        **variable_lines(g, seat, tableau),
        **({"goals": goals.points(g, seat)} if w.goals else {}),
    }


def tie_break(g: Play, seat: int) -> int:
    """R102, D24: cards in hand plus goods."""
    w = g.numbers
    goods = sum([len(g.zone[w.goods[piece]]) for piece in g.zone[w.tableau[seat]]])
    return len(g.zone[w.hand[seat]]) + goods


def military(g: Play, seat: int) -> int:
    """R064, D15: general Military."""
    return g.value("military", seat, 0)
