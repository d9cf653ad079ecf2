"""The steps of an evening: the row is refilled, the workers are paid, the others buy."""

from __future__ import annotations

from rftg_dsl.games import One, PieceNumber, Question, event, step
from six_stalls.table import Play, price

WORK, BUY, NOTHING = "work", "buy", "nothing"

PLAN = Question("plan", secret=True, asks="Do you work or buy this evening?")
"""Whether to work or to buy this evening."""
STALL = Question("stall", asks="Which stall do you buy?")
"""The stall of the row to buy, or ``nothing``."""


@event("work", "work")
def works(g: Play, seat: int) -> None:
    """A seat worked and was paid."""


@event("open", "open", acts=True)
def opens(g: Play, seat: int, it: PieceNumber) -> None:
    """A seat bought a stall."""


@step("stalls.refill-row")
def refill_row(g: Play) -> None:
    """The row is refilled from the deck."""
    w = g.numbers
    missing = len(w.seats) + w.number["row_beyond_players"] - len(g.zone[w.row])
    if new := min(missing, len(g.zone[w.deck])):
        g.move_all(g.draw(f"{g.counters[w.evening]}/table/row", g.zone[w.deck], new), w.row, "drawn")


@step("stalls.plan")
def plan(g: Play, seat: int) -> None:
    """A seat decides in secret whether to work or to buy."""
    g.ask(seat, PLAN, One((WORK, BUY)), planned)


@step("stalls.planned")
def planned(g: Play, seat: int, pick: str) -> None:
    """The plan stays face down until all are revealed."""
    g.adjust(g.numbers.buying[seat], int(pick == BUY), "planned")


@step("stalls.reveal")
def reveal(g: Play) -> None:
    """The workers share the purse."""
    w = g.numbers
    workers = [seat for seat in g.rules.order(g) if not g.counters[w.buying[seat]]]
    for seat in workers:
        g.adjust(w.coins[seat], w.number["purse"] // len(workers), "earned")
        works(g, seat)


@step("stalls.buy")
def buy(g: Play, seat: int) -> None:
    """A buyer chooses a stall that it can afford."""
    w = g.numbers
    if g.counters[w.buying[seat]]:
        g.adjust(w.buying[seat], -1, "revealed")
        can = [stall for stall in g.zone[w.row] if price(g, seat, stall) <= g.counters[w.coins[seat]]]
        g.ask(seat, STALL, One((*can, NOTHING), "piece"), bought)


@step("stalls.bought")
def bought(g: Play, seat: int, pick: int | str) -> None:
    """The buyer pays for the stall, which opens in the buyer's street."""
    if isinstance(pick, int):
        g.adjust(g.numbers.coins[seat], -price(g, seat, pick), "paid")
        g.move(pick, g.numbers.street[seat], "opened")
        opens(g, seat, pick)
