"""The steps of a day on the Amber Road: prices change, carts are sold, and the market opens."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl import games
from rftg_dsl.games import One, PieceNumber, Question, Some, event, step
from rftg_dsl.games.advising import points_of
from rftg_dsl.games.dealing import deal, keep_some, refill


class Numbers(games.Lookup):
    """The places and counters of Amber Road; those that every seat has are lists indexed by seat."""

    def __init__(self, rules: games.Rules) -> None:
        super().__init__(rules)
        self.deck, self.discards, self.stand = (self.place[name][0] for name in ("deck", "discards", "stand"))
        self.guild, self.inn = self.place["guild"][0], self.place["inn"][0]
        self.hand, self.cart, self.crew = (self.place[name] for name in ("hand", "cart", "crew"))
        self.coins, self.day = self.counter["coin"], self.counter["day"][0]
        self.wage = self.figures("wage")
        goods = [name for name, value in self.values.items() if value.of == "good"]
        self.prices = [self.counter[f"{good}-price"][0] for good in goods]
        self.good = [goods.index(shown[0]) if shown else -1 for shown in self.words_of("good")]


Play: TypeAlias = games.Play[Numbers]
"""A game of Amber Road in progress."""

CART = Question("load", secret=True, asks="Which wares do you load, to sell them today?")
TRADE = Question("trade", asks="What do you buy, or whom do you hire?", words={"rest": "rest and earn a few coins"})
REST = "rest"


@event("sell", "sell", "sold", text="A seat sold a ware from its cart.")
def sells(play: Play, seat: int, it: PieceNumber) -> None: ...


@event("hire", "hire", "hired", text="A seat hired a helper.")
def hires(play: Play, seat: int, it: PieceNumber) -> None: ...


def lay(play: Play) -> None:
    """Put the crates into the deck, and the contracts into the guild."""
    numbers = play.numbers
    for place, kind in ((numbers.deck, "crate"), (numbers.guild, "contract")):
        play.lay(place, [piece for piece, component in enumerate(numbers.component) if component.kind == kind])


def label_for(play: Play, who: object, purpose: str) -> str:
    return f"{play.counters[play.numbers.day]}/{who}/{purpose}"


@step("amber.deal-hand", "A seat is dealt wares, and keeps some of them.")
def deal_hand(play: Play, seat: int) -> None:
    numbers = play.numbers
    deal(play, label_for(play, seat, "deal"), numbers.deck, numbers.hand[seat], numbers.number["dealt"])
    keep_some(play, seat, numbers.hand[seat], numbers.number["kept"], numbers.discards)


@step("amber.open-market", "The stand and the inn are refilled, and each die raises the price of a good.")
def open_market(play: Play) -> None:
    numbers, n = play.numbers, play.numbers.number
    refill(play, label_for(play, "table", "stand"), numbers.deck, numbers.stand, n["stand_size"], numbers.discards)
    refill(play, label_for(play, "table", "inn"), numbers.guild, numbers.inn, n["inn_size"])
    for good in play.roll(label_for(play, "table", "prices"), len(numbers.prices), n["dice"]):
        play.adjust(numbers.prices[good], 1, "rolled")


@step("amber.load-cart", "A seat loads wares from its hand in secret.")
def load_cart(play: Play, seat: int) -> None:
    numbers = play.numbers
    play.ask(seat, CART, Some(play.zone[numbers.hand[seat]], 0, numbers.number["sold"], "piece"), load_chosen)


@step("amber.loaded", "The wares lie in the cart until all carts are unloaded.")
def load_chosen(play: Play, seat: int, pick: tuple[int, ...]) -> None:
    play.move_all(pick, play.numbers.cart[seat], "loaded")


@step("amber.sell-wares", "The market pays for each ware in the cart, and its price falls.")
def sell_wares(play: Play, seat: int) -> None:
    numbers = play.numbers
    for ware in play.zone[numbers.cart[seat]]:
        price = numbers.prices[numbers.good[play.side[ware]]]
        play.adjust(numbers.coins[seat], play.value("price", seat, play.counters[price], ware), "earned")
        play.adjust(price, -1, "sold")
        play.move(ware, numbers.discards, "sold")
        sells(play, seat, ware)


@step("amber.trade", "A seat buys a ware, hires a helper, draws a ware from the deck, or rests.")
def trade(play: Play, seat: int) -> None:
    numbers = play.numbers
    coins = play.counters[numbers.coins[seat]]
    offered = (*play.zone[numbers.inn], *play.zone[numbers.stand])
    affordable = [piece for piece in offered if price_of(play, seat, piece) <= coins]
    play.ask(seat, TRADE, One((*affordable, REST), "piece"), complete_trade)


def price_of(play: Play, seat: int, piece: int) -> int:
    """Return the price of a ware, or the wage of a helper after the seat's discounts."""
    numbers, side = play.numbers, play.side[piece]
    if numbers.good[side] >= 0:
        return play.counters[numbers.prices[numbers.good[side]]]
    return play.value("wage", seat, numbers.wage[side], piece)


@step("amber.traded", "The seat pays, and takes what it has bought; a seat that rests earns a little.")
def complete_trade(play: Play, seat: int, pick: int | str) -> None:
    numbers = play.numbers
    if isinstance(pick, str):
        play.adjust(numbers.coins[seat], numbers.number["rest"], "earned")
        return
    play.adjust(numbers.coins[seat], -price_of(play, seat, pick), "paid")
    if numbers.good[play.side[pick]] >= 0:
        play.move(pick, numbers.hand[seat], "bought")
    else:
        play.move(pick, numbers.crew[seat], "hired")
        hires(play, seat, pick)


@step("amber.keep-hand", "A seat draws a ware, and discards down to the size of its hand.")
def keep_hand(play: Play, seat: int) -> None:
    numbers = play.numbers
    n = play.value("draws", seat, numbers.number["drawn"])
    deal(play, label_for(play, seat, "draw"), numbers.deck, numbers.hand[seat], n, numbers.discards)
    limit = play.value("kept wares", seat, numbers.number["hand_size"])
    keep_some(play, seat, numbers.hand[seat], limit, numbers.discards)


def worth(play: Play, seat: int) -> float:
    """Return the value of a table for a seat: a ware is worth about $3, and helpers are worth more early on."""
    numbers = play.numbers
    cart = [play.counters[numbers.prices[numbers.good[play.side[ware]]]] for ware in play.zone[numbers.cart[seat]]]
    coins = play.counters[numbers.coins[seat]] + sum(cart) + 3 * len(play.zone[numbers.hand[seat]])
    days = numbers.number["last_day"] - play.counters[numbers.day]
    return points_of(play, seat) + coins / 3 + len(play.zone[numbers.crew[seat]]) * days / 5
