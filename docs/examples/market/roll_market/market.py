"""The steps of the Market: wares are laid out, and each player may buy one."""

from __future__ import annotations

from rftg_dsl.games import Bound, Lookup, One, PieceNumber, Question, Some, event, step, verb
from rftg_dsl.games import Play as AnyPlay

Play = AnyPlay[Lookup]
"""A game of Roll in progress; its lookup tables include the places and counters of the Market."""

WARE = Question("ware", asks="Which ware do you buy?")
"""The ware to buy, a power to use first, or ``nothing``."""
SWAP = Question("swap", asks="Which ware do you swap for the next one?")
"""The ware to swap for the next one from the warehouse."""

NOTHING = "nothing"


def lay(play: Play) -> None:
    """Put all wares into the warehouse."""
    wares = [piece for piece, component in enumerate(play.numbers.component) if component.kind == "bargain"]
    play.lay(play.numbers.place["warehouse"][0], wares)


@event("buy", "buy", "bought", text="A player has bought a ware.")
def buys(play: Play, seat: int, it: PieceNumber) -> None: ...


@step("market.open-market", "Wares from the warehouse fill the market.")
def open_market(play: Play) -> None:
    numbers = play.numbers
    there, market = play.zone[numbers.place["warehouse"][0]], numbers.place["market"][0]
    if n := min(numbers.number["wares_on_offer"] - len(play.zone[market]), len(there)):
        play.move_all(
            play.draw(f"{play.counters[numbers.counter['round'][0]]}/table/wares", there, n), market, "on offer"
        )


@step("market.first-wares", "The first wares are laid out.")
def first_wares(play: Play) -> None:
    open_market(play)


def price_of(play: Play, seat: int, ware: int) -> int:
    """The price of a ware for a player, after all discounts; at least 0."""
    printed = play.numbers.figures("cost")[play.side[ware]]
    return max(0, play.value("bargain price", seat, printed))


def usable_powers(play: Play, seat: int, used: tuple[str, ...]) -> list[Bound]:
    """The powers that a player can still use in the market."""
    return [
        bound
        for bound in play.owned("market", seat)
        if bound.hook.id not in used and bound.hook.can(play, seat, bound.piece)
    ]


@step("market.visit-market", "A player buys a ware that they can afford, after using powers, or nothing.")
def visit_market(play: Play, seat: int, used: tuple[str, ...] = ()) -> None:
    numbers = play.numbers
    credits = play.counters[numbers.counter["credit"][seat]]
    wares = [ware for ware in play.zone[numbers.place["market"][0]] if price_of(play, seat, ware) <= credits]
    powers = [bound.hook.id for bound in usable_powers(play, seat, used)]
    play.ask(seat, WARE, One((*wares, *powers, NOTHING), "piece"), buy_ware, used)


@step("market.bought", "The player pays for the ware, or uses the power and goes on.")
def buy_ware(play: Play, seat: int, used: tuple[str, ...], pick: int | str) -> None:
    numbers = play.numbers
    if isinstance(pick, int):
        if n := price_of(play, seat, pick):
            play.adjust(numbers.counter["credit"][seat], -n, "spent")
        play.move(pick, numbers.place["shop"][seat], "bought")
        buys(play, seat, pick)
    elif pick != NOTHING:
        piece = next(bound.piece for bound in usable_powers(play, seat, used) if bound.hook.id == pick)
        play.use(seat, piece, pick)
        play.then(visit_market, seat, (*used, pick))


# -- the verb 'swap' ---------------------------------------------------------------------------------------------


def can_swap(play: Play, seat: int, this: int, wares: list[int], low: int, high: int) -> bool:
    """Whether there are wares to swap."""
    return bool(wares and play.zone[play.numbers.place["warehouse"][0]])


@verb(
    "swap",
    "pieces",
    can=can_swap,
    asks=True,
    offered=True,
    reach=("market",),
    how=(),
    most=1,
    pays=False,
    text="Put a ware of the market back and lay out another one.",
)
def swap_ware(play: Play, seat: int, this: int, wares: list[int], low: int, high: int) -> None:
    """Ask which ware in the market to put back in exchange for another one."""
    play.ask(seat, SWAP, Some(tuple(wares), 1, 1, "piece"), swap_chosen_ware, play.cause)


@step("market.swapped", "The ware chosen goes back, and the next one comes.")
def swap_chosen_ware(play: Play, seat: int, cause: str, pick: tuple[int, ...]) -> None:
    play.cause = cause
    play.move(pick[0], play.numbers.place["warehouse"][0], "put back")
    play.then(open_market)
