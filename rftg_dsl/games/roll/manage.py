"""Manage Empire: recruiting and recalling dice, and counting squares (R180-R187)."""

from __future__ import annotations

from rftg_dsl.games.roll import questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.kernel.form import Bag
from rftg_dsl.kernel.step import step

Picked = tuple[tuple[int, int], ...]


@step(
    "roll.manage",
    "R180, R181: recruit as many dice as the player can afford; if not all of them, the player chooses which.",
)
def manage(play: Play, seat: int) -> None:
    numbers = play.numbers
    stock = play.stock
    there = [(cell, stock[cell]) for cell in numbers.cells["citizenry"][seat] if stock[cell]]
    price = recruit_cost(play, seat)
    n = sum([n for _, n in there])
    if price:
        n = min(n, play.counters[numbers.credits[seat]] // price)
    if n:
        play.ask(seat, questions.RECRUIT, Bag(there, n, n), recruit)
    play.then(top_up_credits, seat)
    play.then(ask_recall, seat)


@step("roll.recruit", "Move the dice to the cup and pay for them.")
def recruit(play: Play, seat: int, pick: Picked) -> None:
    numbers = play.numbers
    cup = numbers.rows["cup"][seat]
    total = 0
    for cell, n in pick:
        play.shift(cell, cup + cell % numbers.width, n, "recruited")
        total += n
    if price := recruit_cost(play, seat):
        play.adjust(numbers.credits[seat], -total * price, "recruited")


def recruit_cost(play: Play, seat: int) -> int:
    """R180: the number of credits needed to recruit a die, after any changes by powers."""
    return max(0, play.value("recruit cost", seat, play.numbers.number["recruit_cost"]))


@step("roll.credits-floor", "R182: a player with no credits left gets $1.")
def top_up_credits(play: Play, seat: int) -> None:
    numbers = play.numbers
    least = numbers.number["credits_after_recruit"]
    if play.counters[numbers.credits[seat]] < least:
        play.adjust(numbers.credits[seat], least - play.counters[numbers.credits[seat]], "floor")


@step(
    "roll.ask-recall",
    "R183, R184: recall any developers, settlers and goods for free, and at least one die if the cup is empty.",
)
def ask_recall(play: Play, seat: int) -> None:
    numbers = play.numbers
    stock = play.stock
    there = [
        (cell, stock[cell]) for name in ("developing", "settling") for cell in numbers.cells[name][seat] if stock[cell]
    ]
    for piece in play.zone[numbers.place["tableau"][seat]]:
        if numbers.is_world[play.side[piece]]:
            there += [(cell, stock[cell]) for cell in numbers.cells["goods"][piece] if stock[cell]]
    if not there:
        return
    empty = not any(stock[cell] for cell in numbers.cells["cup"][seat])
    low = numbers.number["forced_recall"] if empty else 0
    play.ask(
        seat, questions.RECALL, Bag(there, low, sum([n for _, n in there])), recall, rule="R184" if low else "R183"
    )


@step("roll.recall", "Move the dice to the cup.")
def recall(play: Play, seat: int, pick: Picked) -> None:
    numbers = play.numbers
    cup = numbers.rows["cup"][seat]
    for cell, n in pick:
        play.shift(cell, cup + cell % numbers.width, n, "recalled")


def count_squares(play: Play, seat: int) -> int:
    """R187: the number of squares in a seat's tableau; a faction tile counts as two squares, one per half."""
    numbers = play.numbers
    pieces = play.zone[numbers.place["tableau"][seat]]
    halves = sum([numbers.component[piece].both for piece in pieces])
    return (len(pieces) - halves) * numbers.number["tile_squares"] + halves // 2 * numbers.number["faction_squares"]
