"""The course of a game: setup, rounds of five steps, phases, the end (R040, R041, R090-R096, R185, R186)."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.games.roll.assign import reveal, roll_dice
from rftg_dsl.games.roll.build import build
from rftg_dsl.games.roll.explore import explore, return_abandoned
from rftg_dsl.games.roll.goods import produce, ship
from rftg_dsl.games.roll.manage import manage, squares
from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.games.roll.setup import set_up
from rftg_dsl.games.rounds import go_on, strict_order
from rftg_dsl.kernel.step import AnyStep, step


@step("roll.begin")
def begin(g: Play) -> None:
    """Setup, then rounds until the end."""
    g.then(set_up)
    g.then(end_setup)
    g.then(start_round)


@step("roll.end-setup")
def end_setup(g: Play) -> None:
    """The table as the first round finds it."""
    g.pause("setup")


@step("roll.start-round")
def start_round(g: Play) -> None:
    """R040: Roll, Assign, Reveal, Do Phases, Manage Empire."""
    w = g.numbers
    g.new_luck()
    g.renew("round")
    g.adjust(w.round, 1, "round")
    g.set_fact(w.phase, "assign", "phase")
    order = strict_order(g)
    for seat in order:
        g.then(roll_dice, seat)
    g.then(reveal)
    for phase in PHASES:
        g.then(do_phase, phase)
    for seat in order:
        g.then(manage, seat)
    g.then(end_round)


@step("roll.do-phase")
def do_phase(g: Play, phase: str) -> None:
    """R090, R091: an active phase, with the die that selected it among its workers; an inactive one is not done."""
    w = g.numbers
    if phase not in g.facts[w.active]:
        return
    g.set_fact(w.phase, phase, "phase")
    g.renew("phase")
    order = strict_order(g)
    for seat in order:
        if g.counters[w.selected[seat]] == PHASES.index(phase) + 1:
            g.shift_all(w.rows["strip"][seat], w.rows[phase][seat], "selected")
        g.window("start", phase, seat)
    work, *args = WORK[phase]
    for seat in order:
        g.then(work, seat, *args)
    for seat in order:
        g.then(end_phase, seat, phase)
    if phase == "explore":
        g.then(return_abandoned)
    g.then(phase_done, phase)


WORK: Mapping[str, tuple[AnyStep, *tuple[str, ...]]] = {
    "explore": (explore,),
    "develop": (build, "develop"),
    "settle": (build, "settle"),
    "produce": (produce,),
    "ship": (ship,),
}
"""What a seat does in each phase, and what the step is given besides the seat."""


@step("roll.phase-done")
def phase_done(g: Play, phase: str) -> None:
    """All that belongs to a phase is done."""
    g.pause(phase)


@step("roll.end-phase")
def end_phase(g: Play, seat: int, phase: str) -> None:
    """D13: what powers give at the end of a phase, after the last player's tasks; its virtual workers are gone."""
    w = g.numbers
    if virtual := g.facts[w.virtual[seat]]:
        left = tuple([cell for cell in virtual if cell not in w.cells[phase][seat]])
        if left != virtual:
            g.set_fact(w.virtual[seat], left, "vanished")
    g.window("end", phase, seat)


@step("roll.end-round")
def end_round(g: Play) -> None:
    """R185, R186: phases are reset; the game ends if the initial pool is empty or a tableau is large enough.

    It also ends where powers have taken the last die: nobody could do anything any more.
    """
    w = g.numbers
    g.set_fact(w.active, (), "reset")
    g.set_fact(w.phase, "", "reset")
    number = w.number
    ended = [
        *(["pool"] if g.counters[w.pool] <= number["end_pool"] else []),
        *(["squares"] if any(squares(g, seat) >= number["end_squares"] for seat in w.seats) else []),
        *(["dice"] if all_in_supply(g) else []),
    ]
    go_on(g, w.ended, ended, start_round)
    g.pause(f"round {g.counters[w.round]}")


def all_in_supply(g: Play) -> bool:
    """Whether nobody has any die."""
    w = g.numbers
    return sum(g.stock[w.supply : w.supply + w.width]) == w.most_tasks
