"""Manage Empire (R180-R187)."""

from __future__ import annotations

from rftg_dsl.games.roll import questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.kernel.form import Bag
from rftg_dsl.kernel.step import step

Picked = tuple[tuple[int, int], ...]


@step("roll.manage")
def manage(g: Play, seat: int) -> None:
    """R180, R181: recruit as many dice as the credits pay for; the owner chooses if they do not pay for all."""
    w = g.numbers
    stock = g.stock
    there = [(cell, stock[cell]) for cell in w.cells["citizenry"][seat] if stock[cell]]
    price = recruit_cost(g, seat)
    n = sum([n for _, n in there])
    if price:
        n = min(n, g.counters[w.credits[seat]] // price)
    if n:
        g.ask(seat, questions.RECRUIT, Bag(there, n, n), recruit)
    g.then(top_up_credits, seat)
    g.then(ask_recall, seat)


@step("roll.recruit")
def recruit(g: Play, seat: int, pick: Picked) -> None:
    """Move the dice to the cup and pay for them."""
    w = g.numbers
    cup = w.rows["cup"][seat]
    total = 0
    for cell, n in pick:
        g.shift(cell, cup + cell % w.width, n, "recruited")
        total += n
    if price := recruit_cost(g, seat):
        g.adjust(w.credits[seat], -total * price, "recruited")


def recruit_cost(g: Play, seat: int) -> int:
    """R180: the credits for each die, as powers change them."""
    return max(0, g.value("recruit cost", seat, g.numbers.number["recruit_cost"]))


@step("roll.credits-floor")
def top_up_credits(g: Play, seat: int) -> None:
    """R182: a player with no credits left gets $1."""
    w = g.numbers
    least = w.number["credits_after_recruit"]
    if g.counters[w.credits[seat]] < least:
        g.adjust(w.credits[seat], least - g.counters[w.credits[seat]], "floor")


@step("roll.ask-recall")
def ask_recall(g: Play, seat: int) -> None:
    """R183, R184: recall any developers, settlers and goods for free; at least one if the cup is empty."""
    w = g.numbers
    stock = g.stock
    there = [(cell, stock[cell]) for name in ("developing", "settling") for cell in w.cells[name][seat] if stock[cell]]
    for piece in g.zone[w.place["tableau"][seat]]:
        if w.is_world[g.side[piece]]:
            there += [(cell, stock[cell]) for cell in w.cells["goods"][piece] if stock[cell]]
    if not there:
        return
    empty = not any(stock[cell] for cell in w.cells["cup"][seat])
    low = w.number["forced_recall"] if empty else 0
    g.ask(seat, questions.RECALL, Bag(there, low, sum([n for _, n in there])), recall, rule="R184" if low else "R183")


@step("roll.recall")
def recall(g: Play, seat: int, pick: Picked) -> None:
    """Move the dice to the cup."""
    w = g.numbers
    cup = w.rows["cup"][seat]
    for cell, n in pick:
        g.shift(cell, cup + cell % w.width, n, "recalled")


def count_squares(g: Play, seat: int) -> int:
    """R187: the squares of a tableau; a faction tile counts as two, one per half."""
    w = g.numbers
    pieces = g.zone[w.place["tableau"][seat]]
    halves = sum([w.component[piece].both for piece in pieces])
    return (len(pieces) - halves) * w.number["tile_squares"] + halves // 2 * w.number["faction_squares"]
