"""The steps of the Market: wares are laid out, and each player may buy one."""

from __future__ import annotations

from rftg_dsl.games import Bound, Lookup, One, PieceNumber, Question, Some, event, step
from rftg_dsl.games import Play as AnyPlay

Play = AnyPlay[Lookup]
"""A game of Roll in progress; its lookups find the places and counters of the Market by name."""

WARE = Question("ware", asks="Which ware do you buy?")
"""The ware to buy, a power to use first, or ``nothing``."""
SWAP = Question("swap", asks="Which ware do you swap for the next one?")
"""The ware to swap for the next one of the warehouse."""

NOTHING = "nothing"


def lay(g: Play) -> None:
    """All wares are in the warehouse."""
    wares = [piece for piece, one in enumerate(g.numbers.component) if one.kind == "bargain"]
    g.lay(g.numbers.place["warehouse"][0], wares)


@event("buy", "buy", "bought")
def buys(g: Play, seat: int, it: PieceNumber) -> None:
    """A player has bought a ware."""


@step("market.open-market")
def open_market(g: Play) -> None:
    """Wares from the warehouse fill the market."""
    w = g.numbers
    there, market = g.zone[w.place["warehouse"][0]], w.place["market"][0]
    if n := min(w.number["wares_on_offer"] - len(g.zone[market]), len(there)):
        g.move_all(g.draw(f"{g.counters[w.counter['round'][0]]}/table/wares", there, n), market, "on offer")


@step("market.first-wares")
def first_wares(g: Play) -> None:
    """The first wares are laid out."""
    open_market(g)


def price(g: Play, seat: int, ware: int) -> int:
    """The price of a ware for a player, after all discounts; at least 0."""
    printed = g.numbers.figures("cost")[g.side[ware]]
    return max(0, g.value("bargain price", seat, printed))


def usable(g: Play, seat: int, used: tuple[str, ...]) -> list[Bound]:
    """The powers of a player in the market that are not used yet."""
    return [one for one in g.owned("market", seat) if one.hook.id not in used and one.hook.can(g, seat, one.piece)]


@step("market.visit-market")
def visit_market(g: Play, seat: int, used: tuple[str, ...] = ()) -> None:
    """A player buys a ware that they can afford, after using powers, or nothing."""
    w = g.numbers
    credits = g.counters[w.counter["credit"][seat]]
    wares = [ware for ware in g.zone[w.place["market"][0]] if price(g, seat, ware) <= credits]
    powers = [one.hook.id for one in usable(g, seat, used)]
    g.ask(seat, WARE, One((*wares, *powers, NOTHING), "piece"), bought, used)


@step("market.bought")
def bought(g: Play, seat: int, used: tuple[str, ...], pick: int | str) -> None:
    """The player pays for the ware, or uses the power and goes on."""
    w = g.numbers
    if isinstance(pick, int):
        if n := price(g, seat, pick):
            g.adjust(w.counter["credit"][seat], -n, "spent")
        g.move(pick, w.place["shop"][seat], "bought")
        buys(g, seat, pick)
    elif pick != NOTHING:
        piece = next(one.piece for one in usable(g, seat, used) if one.hook.id == pick)
        g.use(seat, piece, pick)
        g.then(visit_market, seat, (*used, pick))


# -- the verb 'swap' ---------------------------------------------------------------------------------------------


def swap_ware(g: Play, me: int, this: int, wares: list[int], low: int, high: int) -> None:
    """Put a ware of the market back and lay out another one."""
    g.ask(me, SWAP, Some(tuple(wares), 1, 1, "piece"), swapped, g.cause)


def can_swap(g: Play, me: int, this: int, wares: list[int], low: int, high: int) -> bool:
    """Whether there are wares to swap."""
    return bool(wares and g.zone[g.numbers.place["warehouse"][0]])


@step("market.swapped")
def swapped(g: Play, seat: int, cause: str, pick: tuple[int, ...]) -> None:
    """The ware chosen goes back, and the next one comes."""
    g.cause = cause
    g.move(pick[0], g.numbers.place["warehouse"][0], "put back")
    g.then(open_market)
