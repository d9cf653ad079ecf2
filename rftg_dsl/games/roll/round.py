"""The flow of a game: setup, rounds of five steps, phases, the end (R040, R041, R090-R096, R185, R186)."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.games.roll.assign import reveal, roll_dice
from rftg_dsl.games.roll.build import build
from rftg_dsl.games.roll.explore import explore, return_abandoned
from rftg_dsl.games.roll.goods import produce, ship
from rftg_dsl.games.roll.manage import manage, squares
from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.games.roll.setup import set_up
from rftg_dsl.games.rounds import go_on, of_table, strict_order
from rftg_dsl.kernel.step import AnyStep, step


@step("roll.begin")
def begin(g: Play) -> None:
    """Setup, then rounds until the end."""
    g.then(set_up)
    g.then(end_setup)
    g.then(start_round)


@step("roll.end-setup")
def end_setup(g: Play) -> None:
    """Setup is complete; the first round follows."""
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
        g.window("start", "round", seat)
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
    """R090, R091: do the phase if it is active; the die that selected it is one of its workers."""
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
"""The step for each phase, and its arguments after the seat."""


@step("roll.phase-done")
def phase_done(g: Play, phase: str) -> None:
    """The phase is over."""
    g.pause(phase)


@step("roll.end-phase")
def end_phase(g: Play, seat: int, phase: str) -> None:
    """D13: trigger end-of-phase powers after the last player's tasks, when the phase's virtual workers are gone."""
    w = g.numbers
    if virtual := g.facts[w.virtual[seat]]:
        left = tuple([cell for cell in virtual if cell not in w.cells[phase][seat]])
        if left != virtual:
            g.set_fact(w.virtual[seat], left, "vanished")
    g.window("end", phase, seat)


@step("roll.end-round")
def end_round(g: Play) -> None:
    """Trigger end-of-round powers, then close the round."""
    if "end of round" in g.hooks:
        for seat in strict_order(g):
            g.window("end", "round", seat)
        g.then(close_round)
    else:
        finish(g)


@step("roll.close-round")
def close_round(g: Play) -> None:
    """All end-of-round powers have been used."""
    finish(g)


def finish(g: Play) -> None:
    """R185, R186: reset the phases; the game ends if the chip pool is empty or a tableau is large enough.

    It also ends if powers have removed the last die, because nobody could act any longer.
    """
    w = g.numbers
    g.set_fact(w.active, (), "reset")
    g.set_fact(w.phase, "", "reset")
    number = w.number
    enough = of_table(g, "final tableau", number["end_squares"])
    ended = [
        *(["pool"] if g.counters[w.pool] <= number["end_pool"] else []),
        *(["squares"] if any(squares(g, seat) >= enough for seat in w.seats) else []),
        *(["dice"] if all_in_supply(g) else []),
    ]
    go_on(g, w.ended, ended, start_round)
    g.pause(f"round {g.counters[w.round]}")


def all_in_supply(g: Play) -> bool:
    """Whether all dice are in the supply."""
    w = g.numbers
    return sum(g.stock[w.supply : w.supply + w.width]) == w.most_tasks
