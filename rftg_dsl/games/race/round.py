"""A round: choosing actions, ending phases and enforcing the hand limit (R002-R005, R021-R026, R093-R103)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.race import events, goals, questions
from rftg_dsl.games.race.numbers import ADVANCED, PHASE_OF, SECOND, SINGLE, Play
from rftg_dsl.games.race.produce import clear_marks
from rftg_dsl.games.race.supply import part_with
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.step import step


def is_chosen(play: Play, phase: str) -> bool:
    """R004, R022: whether anyone has chosen an action for this phase."""
    for actions in play.facts[play.numbers.actions]:
        for action in actions:
            if PHASE_OF[action] == phase:
                return True
    return False


def cards_in_play(play: Play, seat: int) -> int:
    """R097: the number of cards in a seat's tableau."""
    return len(play.zone[play.numbers.tableau[seat]])


@step(
    "race.choose-in-secret",
    "R003: all players choose in secret; with a power, a player chooses later and sees the earlier choices.",
)
def choose_in_secret(play: Play) -> None:
    ask_in_order(play, seats_in_order(play))


def ask_in_order(play: Play, order: Sequence[int]) -> None:
    # If no power changes the choosing order, one frame per seat is enough.
    if ORDER not in play.hooks:
        for seat in order:
            play.then(choose_actions, seat)
        return
    turns = {seat: play.value(ORDER, seat, 0) for seat in order}
    for now in sorted(set(turns.values())):
        play.then(show_actions, tuple([seat for seat in order if turns[seat] < now]))
        for seat in order:
            if turns[seat] == now:
                play.then(choose_actions, seat)


@step("race.show-actions", "Show the choices made so far to the players who choose later.")
def show_actions(play: Play, seats: tuple[int, ...]) -> None:
    numbers = play.numbers
    options = form_for_actions(play).options
    shown = [options[play.counters[numbers.chosen[seat]] - 1] if seat in seats else () for seat in numbers.seats]
    if seats:
        play.set_fact(numbers.actions, tuple(shown), "shown")


@step("race.choose-actions", "R003, R021, R108: choose one of seven action cards, or two of nine.")
def choose_actions(play: Play, seat: int) -> None:
    play.ask(seat, questions.ACTION, form_for_actions(play), record_chosen_actions)


def form_for_actions(play: Play) -> One:
    """R108: the choices of action cards, given this game's options."""
    numbers = play.numbers
    if play.options.get("variant") != ADVANCED:
        return numbers.one
    return numbers.any_two if play.options.get("duplicates") == SINGLE else numbers.two


@step("race.actions-chosen", "Record the choice as its ordinal among the options; it stays hidden until the reveal.")
def record_chosen_actions(play: Play, seat: int, pick: tuple[str, ...]) -> None:
    numbers = play.numbers
    nth = form_for_actions(play).options.index(pick) + 1
    play.adjust(numbers.chosen[seat], nth - play.counters[numbers.chosen[seat]], "chosen")


@step("race.reveal-actions", "R004, R021: reveal all players' choices.")
def reveal_actions(play: Play) -> None:
    numbers = play.numbers
    options = form_for_actions(play).options
    picked = tuple([options[play.counters[numbers.chosen[seat]] - 1] for seat in numbers.seats])
    play.set_fact(numbers.actions, picked, "revealed")


ORDER, HAND_LIMIT = "choosing order", "hand limit"


@step("race.phase-done", "End the phase, along with any Military bought for it.")
def end_phase(play: Play) -> None:
    numbers = play.numbers
    if play.facts[numbers.phase] == "produce" or numbers.produces_elsewhere:
        clear_marks(play)
    for fact in numbers.gained:
        if play.facts[fact]:
            play.set_fact(fact, (), "phase over")


@step(
    "race.check-goals",
    "G1: check the goals at the end of a phase or round; the powers of cards placed during it already count.",
)
def check_goals(play: Play, period: str) -> None:
    play.wake()
    phase = play.facts[play.numbers.phase]
    goals.check(play, f"end of {SECOND.get(phase, phase) if period == 'phase' else period}")


@step("race.hand-limit", "R025, R093: all players discard down to the hand limit.")
def enforce_hand_limit(play: Play) -> None:
    numbers = play.numbers
    limit = numbers.number["hand_limit"]
    changed = HAND_LIMIT in play.hooks
    for seat in seats_in_order(play):
        over = len(play.zone[numbers.hand[seat]]) - (max(0, play.value(HAND_LIMIT, seat, limit)) if changed else limit)
        if over > 0:
            play.then(discard_down, seat, over)


@step("race.discard-down", "R093: ask in secret which cards to discard.")
def discard_down(play: Play, seat: int, n: int) -> None:
    hand = play.zone[play.numbers.hand[seat]]
    play.ask(seat, questions.LIMIT, Some(hand, n, n, "piece"), discard_excess)


@step("race.over-limit", "R094: discard the chosen cards.")
def discard_excess(play: Play, seat: int, pick: tuple[int, ...]) -> None:
    if pick:
        part_with(play, seat, pick, "discarded", events.overflowed)
