"""Scores and the tie-break (R040, R041, R101-R103)."""

from __future__ import annotations

from rftg_dsl.games.race.words import words_of
from rftg_dsl.kernel.play import Play


def variable(g: Play, seat: int, piece: int) -> int:
    """R041: what a development scores by what it counts."""
    found = 0
    for power in g.rules.powers[g.side[piece]]:
        if power.point == "score":
            found += power.react(g, seat, piece)
    return found


def scores(g: Play, seat: int) -> dict[str, int]:
    """R101: score lines by their source; variable ones by the name of the development."""
    w = words_of(g)
    tableau = g.zone[w.tableau[seat]]
    sides = [g.side[piece] for piece in tableau]
    lines = {
        "chips": g.counters[w.vp[seat]],
        "developments": sum([w.printed[side] for side in sides if not w.is_world[side]]),
        "worlds": sum([w.printed[side] for side in sides if w.is_world[side]]),
    }
    for piece in tableau:
        if w.is_scoring[g.side[piece]]:
            lines[w.names[g.side[piece]]] = variable(g, seat, piece)
    return lines


def tie_break(g: Play, seat: int) -> int:
    """R102, D24: hand cards and goods."""
    w = words_of(g)
    goods = sum([len(g.zone[w.goods[piece]]) for piece in g.zone[w.tableau[seat]]])
    return len(g.zone[w.hand[seat]]) + goods


def military(g: Play, seat: int) -> int:
    """R064, D15: general Military."""
    return g.value("military", seat, 0)
