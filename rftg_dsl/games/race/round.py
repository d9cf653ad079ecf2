"""The flow of a game: setup, rounds of actions and phases, the end (R002-R005, R021-R026, R093-R103)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.race import events, goals, questions
from rftg_dsl.games.race.numbers import ADVANCED, PHASE_OF, SECOND, SINGLE, Play
from rftg_dsl.games.race.produce import clear_marks
from rftg_dsl.games.race.supply import part_with
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.step import step


def is_chosen(g: Play, phase: str) -> bool:
    """R004, R022: whether anyone has picked an action of this phase."""
    for actions in g.facts[g.numbers.actions]:
        for action in actions:
            if PHASE_OF[action] == phase:
                return True
    return False


def cards_in_play(g: Play, seat: int) -> int:
    """R097: the cards in a tableau."""
    return len(g.zone[g.numbers.tableau[seat]])


@step("race.choose-in-secret")
def choose_in_secret(g: Play) -> None:
    """R003: ask all players in secret; those that choose last see what the others have chosen."""
    ask_in_order(g, seats_in_order(g))


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
    options = form_for_actions(g).options
    shown = [options[g.counters[w.chosen[seat]] - 1] if seat in seats else () for seat in w.seats]
    if seats:
        g.set_fact(w.actions, tuple(shown), "shown")


@step("race.choose-actions")
def choose_actions(g: Play, seat: int) -> None:
    """R003, R021, R108: choose one of seven action cards, or two of nine."""
    g.ask(seat, questions.ACTION, form_for_actions(g), record_chosen_actions)


def form_for_actions(g: Play) -> One:
    """R108: the choices of action cards under the options of this game."""
    w = g.numbers
    if g.options.get("variant") != ADVANCED:
        return w.one
    return w.any_two if g.options.get("duplicates") == SINGLE else w.two


@step("race.actions-chosen")
def record_chosen_actions(g: Play, seat: int, pick: tuple[str, ...]) -> None:
    """Keep the choice as its ordinal among the options, hidden until the reveal."""
    w = g.numbers
    nth = form_for_actions(g).options.index(pick) + 1
    g.adjust(w.chosen[seat], nth - g.counters[w.chosen[seat]], "chosen")


@step("race.reveal-actions")
def reveal_actions(g: Play) -> None:
    """R004, R021: reveal what all have picked."""
    w = g.numbers
    options = form_for_actions(g).options
    picked = tuple([options[g.counters[w.chosen[seat]] - 1] for seat in w.seats])
    g.set_fact(w.actions, picked, "revealed")


ORDER, HAND_LIMIT = "choosing order", "hand limit"
"""Numbers that powers change."""


@step("race.phase-done")
def end_phase(g: Play) -> None:
    """The phase is over, and with it the Military bought for it."""
    w = g.numbers
    if g.facts[w.phase] == "produce" or w.produces_elsewhere:
        clear_marks(g)
    for fact in w.gained:
        if g.facts[fact]:
            g.set_fact(fact, (), "phase over")


@step("race.check-goals")
def check_goals(g: Play, period: str) -> None:
    """G1: goals are checked at the end of a phase or round; the powers of cards placed in it already count."""
    g.wake()
    phase = g.facts[g.numbers.phase]
    goals.check(g, f"end of {SECOND.get(phase, phase) if period == 'phase' else period}")


@step("race.hand-limit")
def enforce_hand_limit(g: Play) -> None:
    """R025, R093: all players discard down to the hand limit."""
    w = g.numbers
    limit = w.number["hand_limit"]
    changed = HAND_LIMIT in g.hooks
    for seat in seats_in_order(g):
        over = len(g.zone[w.hand[seat]]) - (max(0, g.value(HAND_LIMIT, seat, limit)) if changed else limit)
        if over > 0:
            g.then(discard_down, seat, over)


@step("race.discard-down")
def discard_down(g: Play, seat: int, n: int) -> None:
    """R093: ask in secret which cards to discard."""
    hand = g.zone[g.numbers.hand[seat]]
    g.ask(seat, questions.LIMIT, Some(hand, n, n, "piece"), discard_excess)


@step("race.over-limit")
def discard_excess(g: Play, seat: int, pick: tuple[int, ...]) -> None:
    """R094: discard the cards."""
    if pick:
        part_with(g, seat, pick, "discarded", events.overflowed)
