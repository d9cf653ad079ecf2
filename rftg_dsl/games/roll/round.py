"""What each seat does as a phase begins and ends, and the end of a round (R090, R185)."""

from __future__ import annotations

from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.kernel.step import step


def is_selected(g: Play, phase: str) -> bool:
    """R081, R090: whether a phase takes place in this round."""
    return phase in g.facts[g.numbers.active]


@step("roll.join-phase")
def join_phase(g: Play, seat: int) -> None:
    """R091: the die that selected the phase is one of its workers."""
    w = g.numbers
    phase = g.facts[w.phase]
    if phase in PHASES and g.counters[w.selected[seat]] == PHASES.index(phase) + 1:
        g.shift_all(w.rows["strip"][seat], w.rows[phase][seat], "selected")


@step("roll.leave-phase")
def leave_phase(g: Play, seat: int) -> None:
    """D13: the virtual workers of the phase are gone before powers react to its end."""
    w = g.numbers
    if virtual := g.facts[w.virtual[seat]]:
        here = w.cells.get(g.facts[w.phase])
        left = tuple([cell for cell in virtual if here is None or cell not in here[seat]])
        if left != virtual:
            g.set_fact(w.virtual[seat], left, "vanished")


@step("roll.reset")
def reset(g: Play) -> None:
    """R185: no phase is active any longer."""
    w = g.numbers
    g.set_fact(w.active, (), "reset")
    g.set_fact(w.phase, "", "reset")
