"""Trade (R081-R084): selling goods for cards with the Trade action or with a power."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rftg_dsl.check.signatures import verb
from rftg_dsl.games.race import events, questions
from rftg_dsl.games.race.consume import Pieces, use_powers
from rftg_dsl.games.race.numbers import Play, has_chosen
from rftg_dsl.games.race.supply import discard, take_to_hand
from rftg_dsl.games.series import minimum_for
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.step import step


def goods_of(play: Play, seat: int) -> Pieces:
    numbers = play.numbers
    zone, goods = play.zone, numbers.goods
    return tuple([piece for piece in zone[numbers.tableau[seat]] if zone[goods[piece]]])


TRADED = "be traded"
"""The number that powers lower to forbid the sale of a world's good."""


def find_salable(play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, more: int | None) -> Pieces:
    return find_tradable(play, seat, worlds)


def find_tradable(play: Play, seat: int, worlds: Iterable[int]) -> Pieces:
    if TRADED not in play.hooks:
        return tuple(worlds)
    return tuple([world for world in worlds if play.value(TRADED, seat, 0, world) >= 0])


@step("race.trade", "R071, R081, R083: use consume powers; a player who chose Trade sells one good first.")
def trade(play: Play, seat: int) -> None:
    if has_chosen(play, seat, "trade") and (there := find_tradable(play, seat, goods_of(play, seat))):
        n = play.numbers.number["goods_traded"]
        play.ask(seat, questions.TRADE, Some(there, n, n, "piece"), sell_chosen_goods, True, play.cause, 0, rule="R081")
    play.then(use_powers, seat, ())


@step(
    "race.sold",
    "R082, R084: draw cards by the good's kind, adjusted by Trade powers (if they apply) and the power that sells it.",
)
def sell_chosen_goods(play: Play, seat: int, powers: bool, cause: str, more: int, pick: Pieces) -> None:
    numbers = play.numbers
    for world in pick:
        price = numbers.price[play.side[world]]
        if powers:
            price = play.value("trade", seat, price, world)
        play.cause = cause
        play.note("sold", seat, play.layout.pieces[world].name)
        discard(play, play.zone[numbers.goods[world]], "sold")
        take_to_hand(play, seat, max(0, price + more), "trade")
        events.good_sold(play, seat, world)


def can_trade(play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, more: int | None) -> bool:
    return len(find_tradable(play, seat, worlds)) >= minimum_for(low)


SELL = verb(
    "sell",
    "pieces",
    slots={"for": "change"},
    can=can_trade,
    takes=find_salable,
    asks=True,
    reach=("goods",),
    how=(),
    fires=(events.good_sold,),
    saying="sell {what} <for {for:card}>",
    text="D8: sell a good with all Trade powers.",
)
BARTER = evolve(
    SELL,
    name="barter",
    saying="sell {what} <for {for:card}> without Trade powers",
    text="D8: sell a good without Trade powers.",
)


@SELL
def sell_good(play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, more: int | None) -> None:
    ask_goods(play, seat, worlds, low, True, more)


@BARTER
def barter_good(play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, more: int | None) -> None:
    ask_goods(play, seat, worlds, low, False, more)


def ask_goods(play: Play, seat: int, worlds: list[int], n: int, powers: bool, more: int | None) -> None:
    """Ask which ``n`` goods to sell, with or without Trade powers, for ``more`` cards each."""
    form = Some(find_tradable(play, seat, worlds), n, n, "piece")
    play.ask(seat, questions.TRADE, form, sell_chosen_goods, powers, play.cause, more or 0)
