"""Steps at the start and end of a seat's phase, and at the end of a round (R090, R185)."""

from __future__ import annotations

from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.kernel.step import step


def is_selected(play: Play, phase: str) -> bool:
    """R081, R090: whether a phase takes place in this round."""
    return phase in play.facts[play.numbers.active]


@step("roll.join-phase", "R091: the die that selected the phase joins its workers.")
def join_phase(play: Play, seat: int) -> None:
    numbers = play.numbers
    phase = play.facts[numbers.phase]
    if phase in PHASES and play.counters[numbers.selected[seat]] == PHASES.index(phase) + 1:
        play.shift_all(numbers.rows["strip"][seat], numbers.rows[phase][seat], "selected")


@step("roll.leave-phase", "D13: the phase's virtual workers vanish before powers react to the end of the phase.")
def leave_phase(play: Play, seat: int) -> None:
    numbers = play.numbers
    if virtual := play.facts[numbers.virtual[seat]]:
        here = numbers.cells.get(play.facts[numbers.phase])
        left = tuple([cell for cell in virtual if here is None or cell not in here[seat]])
        if left != virtual:
            play.set_fact(numbers.virtual[seat], left, "vanished")


@step("roll.reset", "R185: reset all phases to inactive.")
def reset(play: Play) -> None:
    numbers = play.numbers
    play.set_fact(numbers.active, (), "reset")
    play.set_fact(numbers.phase, "", "reset")
