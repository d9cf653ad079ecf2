"""The course of Six Stalls: evening by evening, until a street is full or the fair is over."""

from __future__ import annotations

from rftg_dsl.games import One, PieceNumber, Question, event, step
from rftg_dsl.games.rounds import go_on
from six_stalls.table import Play, order, price

WORK, BUY, NOTHING = "work", "buy", "nothing"

PLAN = Question("plan", secret=True)
"""Whether to work or to buy this evening."""
STALL = Question("stall")
"""The stall of the row to buy, or ``nothing``."""


@event("work", "work")
def works(g: Play, seat: int) -> None:
    """A seat worked and was paid."""


@event("open", "open", acts=True)
def opens(g: Play, seat: int, it: PieceNumber) -> None:
    """A seat bought a stall."""


@step("stalls.begin")
def begin(g: Play) -> None:
    """Everybody starts with an empty street."""
    g.then(start_evening)
    g.pause("setup")


@step("stalls.start-evening")
def start_evening(g: Play) -> None:
    """The row is refilled; then everybody plans in secret."""
    w = g.numbers
    g.new_luck()
    g.renew("evening")
    g.renew("phase")
    g.adjust(w.evening, 1, "evening")
    missing = len(w.seats) + w.number["row_beyond_players"] - len(g.zone[w.row])
    if new := min(missing, len(g.zone[w.deck])):
        g.move_all(g.draw(f"{g.counters[w.evening]}/table/row", g.zone[w.deck], new), w.row, "drawn")
    for seat in order(g):
        g.then(plan, seat)
    g.then(reveal)


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
    """The workers share the purse, then the others buy in order, then the market closes."""
    w = g.numbers
    workers = [seat for seat in order(g) if not g.counters[w.buying[seat]]]
    buyers = [seat for seat in order(g) if g.counters[w.buying[seat]]]
    for seat in workers:
        g.then(work, seat, w.number["purse"] // len(workers))
    for seat in buyers:
        g.adjust(w.buying[seat], -1, "revealed")
        g.then(buy, seat)
    for seat in order(g):
        g.then(close, seat)
    g.then(end_evening)


@step("stalls.work")
def work(g: Play, seat: int, share: int) -> None:
    """A worker gets a share of the purse."""
    g.adjust(g.numbers.coins[seat], share, "earned")
    works(g, seat)


@step("stalls.buy")
def buy(g: Play, seat: int) -> None:
    """A buyer chooses a stall that it can afford."""
    w = g.numbers
    can = [stall for stall in g.zone[w.row] if price(g, seat, stall) <= g.counters[w.coins[seat]]]
    g.ask(seat, STALL, One((*can, NOTHING), "piece"), bought)


@step("stalls.bought")
def bought(g: Play, seat: int, pick: int | str) -> None:
    """The buyer pays for the stall, which opens in the buyer's street."""
    if isinstance(pick, int):
        g.adjust(g.numbers.coins[seat], -price(g, seat, pick), "paid")
        g.move(pick, g.numbers.street[seat], "opened")
        opens(g, seat, pick)


@step("stalls.close")
def close(g: Play, seat: int) -> None:
    """Powers that wait for the end of the market are used."""
    g.window("end", "market", seat)


@step("stalls.end-evening")
def end_evening(g: Play) -> None:
    """The game ends when a street is full, or after the last evening."""
    w = g.numbers
    full = any(len(g.zone[street]) >= w.number["full_street"] for street in w.street)
    last = g.counters[w.evening] >= w.number["last_evening"]
    go_on(g, w.ended, [*(["street"] if full else []), *(["evening"] if last else [])], start_evening)
    g.pause(f"evening {g.counters[w.evening]}")
