"""The flow of a game: setup, rounds of actions and phases, the end (R002-R005, R021-R026, R093-R103)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.race import events, goals, questions
from rftg_dsl.games.race.build import develop, settle
from rftg_dsl.games.race.consume import consume
from rftg_dsl.games.race.explore import explore
from rftg_dsl.games.race.numbers import ADVANCED, PHASE_OF, SECOND, SEQUENCE, SINGLE, Play
from rftg_dsl.games.race.produce import clear_marks, produce
from rftg_dsl.games.race.setup import set_up
from rftg_dsl.games.race.supply import part_with
from rftg_dsl.games.rounds import go_on, of_table, strict_order
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.step import AnyStep, step


@step("race.begin")
def begin(g: Play) -> None:
    """Setup, then rounds until the end."""
    g.then(set_up)
    g.then(end_setup)
    g.then(start_round)


@step("race.end-setup")
def end_setup(g: Play) -> None:
    """Setup is complete; the first round follows."""
    g.wake()
    g.pause("setup")


@step("race.start-round")
def start_round(g: Play) -> None:
    """R003: all players pick actions in secret, then reveal them."""
    w = g.numbers
    g.new_luck()
    g.renew("round")
    g.adjust(w.round, 1, "round")
    g.set_fact(w.phase, ACTION, "phase")
    if "start of round" in g.hooks:
        for seat in strict_order(g):
            g.window("start", "round", seat)
        g.then(choose_in_secret)
    else:
        ask_actions(g)


@step("race.choose-in-secret")
def choose_in_secret(g: Play) -> None:
    """All start-of-round powers have been used."""
    ask_actions(g)


def ask_actions(g: Play) -> None:
    """R003: ask all players in secret; those that choose last see what the others have chosen."""
    ask_in_order(g, strict_order(g))
    g.then(reveal_actions)


def ask_in_order(g: Play, order: Sequence[int]) -> None:
    """Ask the players, those with a lower number first."""
    if ORDER not in g.hooks:
        for seat in order:
            g.then(choose_actions, seat)
        return
    turns = {seat: g.value(ORDER, seat, 0) for seat in order}
    for now in sorted(set(turns.values())):
        g.then(show_actions, tuple([seat for seat in order if turns[seat] < now]))
        for seat in order:
            if turns[seat] == now:
                g.then(choose_actions, seat)


@step("race.show-actions")
def show_actions(g: Play, seats: tuple[int, ...]) -> None:
    """Reveal the choices of these players to those who choose later."""
    w = g.numbers
    options = action_form(g).options
    shown = [options[g.counters[w.chosen[seat]] - 1] if seat in seats else () for seat in w.seats]
    if seats:
        g.set_fact(w.actions, tuple(shown), "shown")


@step("race.choose-actions")
def choose_actions(g: Play, seat: int) -> None:
    """R003, R021, R108: choose one of seven action cards, or two of nine."""
    g.ask(seat, questions.ACTION, action_form(g), actions_chosen)


def action_form(g: Play) -> One:
    """R108: the choices of action cards under the options of this game."""
    w = g.numbers
    if g.options.get("variant") != ADVANCED:
        return w.one
    return w.any_two if g.options.get("duplicates") == SINGLE else w.two


@step("race.actions-chosen")
def actions_chosen(g: Play, seat: int, pick: tuple[str, ...]) -> None:
    """Keep the choice as its ordinal among the options, hidden until the reveal."""
    w = g.numbers
    nth = action_form(g).options.index(pick) + 1
    g.adjust(w.chosen[seat], nth - g.counters[w.chosen[seat]], "chosen")


@step("race.reveal-actions")
def reveal_actions(g: Play) -> None:
    """R004, R021, R022, R110: schedule the phases that somebody picked, in order, including second ones."""
    w = g.numbers
    options = action_form(g).options
    picked = tuple([options[g.counters[w.chosen[seat]] - 1] for seat in w.seats])
    g.set_fact(w.actions, picked, "revealed")
    coming = {PHASE_OF[action] for actions in picked for action in actions}
    for phase in SEQUENCE:
        if phase in coming:
            g.then(do_phase, phase)
    g.then(hand_limit)
    g.then(end_round)


@step("race.do-phase")
def do_phase(g: Play, phase: str) -> None:
    """R005, R046: all players do the phase; the powers of cards placed earlier count from its start (D6)."""
    g.wake()
    g.set_fact(g.numbers.phase, phase, "phase")
    g.renew("phase")
    kind = SECOND.get(phase, phase)
    if f"start of {kind}" in g.hooks:
        for seat in strict_order(g):
            g.window("start", kind, seat)
    g.then(WORK[kind], *((phase,) if kind in BUILDING else ()))
    g.then(end_phase, kind)
    g.then(phase_done, phase)


@step("race.end-phase")
def end_phase(g: Play, kind: str) -> None:
    """Trigger end-of-phase powers after all players have done the phase (D12)."""
    if f"end of {kind}" in g.hooks:
        for seat in strict_order(g):
            g.window("end", kind, seat)


ORDER, HAND_LIMIT = "choosing order", "hand limit"
"""Numbers that powers change."""

ACTION = "action"
"""The value of the fact ``phase`` while actions are chosen."""
WORK: Mapping[str, AnyStep] = {
    "explore": explore,
    "develop": develop,
    "settle": settle,
    "consume": consume,
    "produce": produce,
}
"""The step for each phase."""
BUILDING = ("develop", "settle")
"""The phases that can occur twice; their steps receive the action that gives the bonus."""


@step("race.phase-done")
def phase_done(g: Play, phase: str) -> None:
    """The phase is over, and with it the Military bought for it."""
    if g.numbers.goals:
        check_goals(g, SECOND.get(phase, phase))
    if phase == "produce" or g.numbers.produces_elsewhere:
        clear_marks(g)
    for fact in g.numbers.gained:
        if g.facts[fact]:
            g.set_fact(fact, (), "phase over")
    g.pause(phase)


def check_goals(g: Play, kind: str) -> None:
    """G1: goals are checked at the end of a phase or round; the powers of cards placed in it already count."""
    g.wake()
    goals.check(g, f"end of {kind}")


@step("race.hand-limit")
def hand_limit(g: Play) -> None:
    """R025, R093: all players discard down to the hand limit."""
    w = g.numbers
    limit = w.number["hand_limit"]
    changed = HAND_LIMIT in g.hooks
    for seat in strict_order(g):
        over = len(g.zone[w.hand[seat]]) - (max(0, g.value(HAND_LIMIT, seat, limit)) if changed else limit)
        if over > 0:
            g.then(discard_down, seat, over)


@step("race.discard-down")
def discard_down(g: Play, seat: int, n: int) -> None:
    """R093: ask in secret which cards to discard."""
    hand = g.zone[g.numbers.hand[seat]]
    g.ask(seat, questions.LIMIT, Some(hand, n, n, "piece"), over_limit)


@step("race.over-limit")
def over_limit(g: Play, seat: int, pick: tuple[int, ...]) -> None:
    """R094: discard the cards."""
    if pick:
        part_with(g, seat, pick, "discarded", events.overflowed)


@step("race.end-round")
def end_round(g: Play) -> None:
    """Trigger end-of-round powers, then close the round."""
    if "end of round" in g.hooks:
        for seat in strict_order(g):
            g.window("end", "round", seat)
        g.then(close_round)
    else:
        finish(g)


@step("race.close-round")
def close_round(g: Play) -> None:
    """All end-of-round powers have been used."""
    finish(g)


def finish(g: Play) -> None:
    """R097, R098: the game ends if a tableau has twelve cards or the chips have run out; G1: first come the goals."""
    w = g.numbers
    if w.goals:
        check_goals(g, "round")
    g.wake()
    g.set_fact(w.phase, "", "phase")
    ended = []
    if max([len(g.zone[place]) for place in w.tableau]) >= of_table(g, "final tableau", w.number["end_tableau"]):
        ended.append("tableau")
    if g.counters[w.pool] <= w.number["end_pool"]:
        ended.append("pool")
    go_on(g, w.ended, ended, start_round)
    g.pause(f"round {g.counters[w.round]}")
