"""The steps of an evening: the row is refilled, the workers are paid, the others buy."""

from __future__ import annotations

from rftg_dsl.games import One, PieceNumber, Question, event, step
from six_stalls.table import Play, price_of

WORK, BUY, NOTHING = "work", "buy", "nothing"

PLAN = Question("plan", secret=True, asks="Do you work or buy this evening?")
"""Whether to work or to buy this evening."""
STALL = Question("stall", asks="Which stall do you buy?")
"""The stall of the row to buy, or ``nothing``."""


@event("work", "work", text="A seat worked and was paid.")
def works(play: Play, seat: int) -> None: ...


@event("open", "open", acts=True, text="A seat bought a stall.")
def opens(play: Play, seat: int, it: PieceNumber) -> None: ...


@step("stalls.refill-row", "The row is refilled from the deck.")
def refill_row(play: Play) -> None:
    numbers = play.numbers
    missing = len(numbers.seats) + numbers.number["row_beyond_players"] - len(play.zone[numbers.row])
    if new := min(missing, len(play.zone[numbers.deck])):
        play.move_all(
            play.draw(f"{play.counters[numbers.evening]}/table/row", play.zone[numbers.deck], new), numbers.row, "drawn"
        )


@step("stalls.plan", "A seat decides in secret whether to work or to buy.")
def plan(play: Play, seat: int) -> None:
    play.ask(seat, PLAN, One((WORK, BUY)), keep_plan)


@step("stalls.planned", "The plan stays face down until all are revealed.")
def keep_plan(play: Play, seat: int, pick: str) -> None:
    play.adjust(play.numbers.buying[seat], int(pick == BUY), "planned")


@step("stalls.reveal", "The workers share the purse.")
def reveal(play: Play) -> None:
    numbers = play.numbers
    workers = [seat for seat in play.rules.order(play) if not play.counters[numbers.buying[seat]]]
    for seat in workers:
        play.adjust(numbers.coins[seat], numbers.number["purse"] // len(workers), "earned")
        works(play, seat)


@step("stalls.buy", "A buyer chooses a stall that it can afford.")
def buy(play: Play, seat: int) -> None:
    numbers = play.numbers
    if play.counters[numbers.buying[seat]]:
        play.adjust(numbers.buying[seat], -1, "revealed")
        can = [
            stall
            for stall in play.zone[numbers.row]
            if price_of(play, seat, stall) <= play.counters[numbers.coins[seat]]
        ]
        play.ask(seat, STALL, One((*can, NOTHING), "piece"), buy_stall)


@step("stalls.bought", "The buyer pays for the stall, which opens in the buyer's street.")
def buy_stall(play: Play, seat: int, pick: int | str) -> None:
    if isinstance(pick, int):
        play.adjust(play.numbers.coins[seat], -price_of(play, seat, pick), "paid")
        play.move(pick, play.numbers.street[seat], "opened")
        opens(play, seat, pick)
