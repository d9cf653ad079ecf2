"""Sensible play for the ``greedy`` bot.

The advice uses the seat's own cards and public information, but never the supply, the cards used as goods, or other
players' hands and choices. Worths are in VP; a card in hand is worth a fraction of a VP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rftg_dsl.games.race import weights
from rftg_dsl.games.race.build import NONE, find_bonus_action, ways_to_develop, ways_to_settle
from rftg_dsl.games.race.engine import (
    consume,
    count_draws,
    count_windfalls,
    gain_from_consuming,
    gain_from_producing,
    gain_from_trading,
    meals_of,
    share_left,
    worlds_to_produce,
    worlds_without_goods,
    worth_in_hand,
    worth_in_tableau,
    worth_of_card,
    worth_of_cycle,
    worth_of_goods,
)
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.trade import goods_of
from rftg_dsl.games.scoring import total_of
from rftg_dsl.games.series import DONE
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import One, Pick, Range, Some


def options_of(d: Decision) -> Sequence[Pick]:
    assert isinstance(d.form, One | Some)
    return d.form.options


# -- actions -----------------------------------------------------------------------------------------------------

POINTLESS = -9.0
"""The worth of calling a phase in which the seat can do nothing."""


def pick_actions(play: Play, d: Decision) -> Pick:
    seat, left = d.seat, share_left(play)
    world, development = gain_from_world(play, seat, left), gain_from_development(play, seat, left)
    card = worth_of_card(left)
    kept = play.numbers.explore["kept"][0] + play.value("kept cards", seat, 0)
    brings = {
        "explore5": card * kept + weights.CHOICE * left,
        "explore11": card * (kept + 1),
        "develop": development + card * count_draws(play, seat, ("start of develop", "developed")),
        "settle": world + card * (1 + count_draws(play, seat, ("settled",))),
        "trade": gain_from_trading(play, seat, left) - loss_to_others(play, seat, left)
        if goods_of(play, seat)
        else 0.0,
        "consume2x": gain_from_consuming(play, seat, 2, left) - loss_to_others(play, seat, left),
        "produce": gain_from_calling_produce(play, seat, left),
        "develop2": development / 3,
        "settle2": world / 3,
    }
    useless = find_useless_actions(play, seat, world, development)

    def worth_of(action: str) -> float:
        return POINTLESS if action in useless else brings[action]

    return max(options_of(d), key=lambda pick: sum([worth_of(action) for action in pick]))


def find_useless_actions(play: Play, seat: int, world: float, development: float) -> Sequence[str]:
    """The actions whose phase would give the seat nothing."""
    goods, useless = goods_of(play, seat), []
    if world <= 0:
        useless.append("settle")
        useless.append("settle2")
    if development <= 0:
        useless.append("develop")
        useless.append("develop2")
    if not goods:
        useless.append("trade")
    if not consume(play, meals_of(play, seat), goods).vp:
        useless.append("consume2x")
    if not worlds_to_produce(play, worlds_without_goods(play, seat), count_windfalls(play, seat)):
        useless.append("produce")
    return useless


def loss_to_others(play: Play, seat: int, left: float) -> float:
    """The part of the best other seat's gain from consuming that counts against calling that phase."""
    gains = [gain_from_consuming(play, other, 1, left) for other in play.numbers.seats if other != seat]
    return weights.OTHERS * max(gains)


def gain_from_calling_produce(play: Play, seat: int, left: float) -> float:
    bonus = play.numbers.number["produce_bonus"]
    own = gain_from_producing(play, seat, count_windfalls(play, seat), left)
    gains = [
        gain_from_producing(play, other, count_windfalls(play, other) - bonus, left)
        for other in play.numbers.seats
        if other != seat
    ]
    return own - weights.OTHERS * max(gains)


# -- cards -------------------------------------------------------------------------------------------------------


def gain(play: Play, seat: int, piece: int, paid: int, left: float) -> float:
    """The gain from placing a card from the hand and paying for it with others."""
    return worth_in_tableau(play, seat, piece, left) - worth_of_card(left) * (paid + 1)


def lowest_cost_of(play: Play, seat: int, piece: int, cards: int) -> int | None:
    costs = [n for _, n, powers in ways_to_settle(play, seat, piece, cards) if not powers]
    return min(costs, default=None)


def gain_from_world(play: Play, seat: int, left: float) -> float:
    numbers = play.numbers
    hand = play.zone[numbers.hand[seat]]
    priced = [
        (world, lowest_cost_of(play, seat, world, len(hand) - 1))
        for world in hand
        if numbers.is_world[play.side[world]]
    ]
    return max([gain(play, seat, world, n, left) for world, n in priced if n is not None], default=0.0)


def gain_from_development(play: Play, seat: int, left: float) -> float:
    numbers = play.numbers
    hand = play.zone[numbers.hand[seat]]
    there = {play.side[piece] for piece in play.zone[numbers.tableau[seat]]}
    gains = []
    for piece in hand:
        if not numbers.is_world[play.side[piece]] and play.side[piece] not in there:
            bonus = numbers.number["develop_bonus"]
            cost = max(0, play.value("cost", seat, numbers.cost[play.side[piece]], piece) - bonus)
            if cost < len(hand):
                gains.append(gain(play, seat, piece, cost, left))
    return max(gains, default=0.0)


GIVEN_UP = 5.0
"""The worth of powers that a card would cost if it cannot be paid for with cards."""


def develop(play: Play, d: Decision) -> Pick:
    card, left = find_bonus_action(play), share_left(play)
    cards = len(play.zone[play.numbers.hand[d.seat]]) - 1

    def gain_of(piece: int) -> float:
        costs = [n for _, n, powers in ways_to_develop(play, d.seat, piece, cards, card) if not powers]
        # If ``costs`` is empty, the card can be paid for only by giving up powers; only a very good card is worth it.
        return gain(play, d.seat, piece, costs[0], left) if costs else gain(play, d.seat, piece, 0, left) - GIVEN_UP

    return pick_best(play, d, gain_of)


def settle(play: Play, d: Decision) -> Pick:
    cards, left = len(play.zone[play.numbers.hand[d.seat]]) - 1, share_left(play)

    def gain_of(piece: int) -> float:
        cost = lowest_cost_of(play, d.seat, piece, cards)
        return gain(play, d.seat, piece, 0 if cost is None else cost, left) - (GIVEN_UP if cost is None else 0.0)

    return pick_best(play, d, gain_of)


def pick_best(play: Play, d: Decision, brings: Callable[[int], float]) -> Pick:
    cards = [option for option in options_of(d) if option != NONE]
    best: Pick = max(cards, key=brings, default=NONE)
    return best if isinstance(best, int) and brings(best) > 0 else NONE


def replace(play: Play, d: Decision) -> Pick:
    left = share_left(play)
    return min(options_of(d), key=lambda piece: worth_in_tableau(play, d.seat, piece, left))


def pick_way(play: Play, d: Decision) -> Pick:
    ways = d.args[1]
    return min(ways, key=lambda way: (len(way[2]), way[1]))[0]


def sort_by_worth(play: Play, seat: int, cards: Sequence[Pick]) -> Sequence[Pick]:
    """Sort cards in hand by their worth, the least first."""
    left = share_left(play)
    return sorted(cards, key=lambda piece: worth_in_hand(play, seat, piece, left))


def pick_worst_cards(play: Play, d: Decision) -> Pick:
    assert isinstance(d.form, Some)
    return tuple(sort_by_worth(play, d.seat, d.form.options)[: d.form.low])


def pick_worst_card(play: Play, d: Decision) -> Pick:
    return sort_by_worth(play, d.seat, options_of(d))[0]


def pick_best_card(play: Play, d: Decision) -> Pick:
    return sort_by_worth(play, d.seat, options_of(d))[-1]


def pick_cards_for_vp(play: Play, d: Decision) -> Pick:
    """Pick as many cards as allowed, the least valuable first."""
    assert isinstance(d.form, Some)
    return tuple(sort_by_worth(play, d.seat, d.form.options)[: d.form.high])


# -- goods -------------------------------------------------------------------------------------------------------


def pick_dearest_goods(play: Play, d: Decision) -> Pick:
    assert isinstance(d.form, Some)
    numbers = play.numbers

    def price_of(world: int) -> int:
        return play.value("trade", d.seat, numbers.price[play.side[world]], world)

    return tuple(sorted(d.form.options, key=price_of, reverse=True)[: d.form.low])


def pick_cheapest_goods(play: Play, d: Decision) -> Pick:
    numbers = play.numbers

    def price_of(world: int) -> int:
        return numbers.price[play.side[world]]

    if isinstance(d.form, One):
        return min(d.form.options, key=lambda pick: sum([price_of(world) for world in pick]))
    assert isinstance(d.form, Some)
    return tuple(sorted(d.form.options, key=price_of)[: d.form.low])


def pick_power(play: Play, d: Decision) -> Pick:
    """Powers that need no goods come first, then those that take few sorts of goods; cards are given up last."""
    meals, card = play.numbers.promise.meals, worth_of_card(share_left(play))

    def rank_of(pick: str) -> float:
        if pick == DONE:
            return 0.0
        if pick in meals:
            return 1.0 * len(play.side) - meals[pick].breadth
        price = play.numbers.powers[pick].price
        # A power that gives up cards for VP is used once a card is worth less than half a VP.
        return 2.0 * len(play.side) if not price else 0.5 - card

    return max(options_of(d), key=rank_of)


def guess(play: Play, d: Decision) -> Pick:
    numbers = play.numbers
    assert isinstance(d.form, Range)
    figures = [numbers.cost[side] or numbers.defense[side] for side in play.side]
    return max(range(d.form.low, d.form.high + 1), key=lambda number: figures.count(number))


def pick_windfall(play: Play, d: Decision) -> Pick:
    numbers = play.numbers
    return max(options_of(d), key=lambda world: numbers.price[play.side[world]])


# -- prospects ---------------------------------------------------------------------------------------------------


def estimate_scores(play: Play) -> Sequence[float]:
    return [estimate_score(play, seat) for seat in play.numbers.seats]


def estimate_score(play: Play, seat: int) -> float:
    numbers, left = play.numbers, share_left(play)
    tableau = play.zone[numbers.tableau[seat]]
    goods = worth_of_goods(play, seat, goods_of(play, seat), left)
    cards = len(play.zone[numbers.hand[seat]]) * (weights.PROSPECT_CARD + weights.PROSPECT_CARD_GAME * left)
    now = total_of(play, seat) + cards + weights.PROSPECT_GOODS * goods + weights.PROSPECT_PLACED * len(tableau)
    engine = sum([worth_of_side(play, play.side[piece]) for piece in tableau])
    return now + left * (weights.PROSPECT_CYCLE * worth_of_cycle(play, seat, ()) + engine)


def worth_of_side(play: Play, side: int) -> float:
    """The worth, in a whole game, of a card in a tableau, besides the goods that it consumes."""
    numbers = play.numbers
    worth = weights.PROSPECT_POWERS * numbers.promise.growth[side]
    if numbers.price[side] and not numbers.is_windfall[side]:
        worth += weights.PROSPECT_PRODUCES + weights.PROSPECT_PRODUCES_PRICE * numbers.price[side]
    return worth + (weights.PROSPECT_SCORES if numbers.scoring[side] else 0.0)


ADVISERS: dict[str, Callable[[Play, Decision], Pick]] = {
    "start": pick_worst_cards,
    "action": pick_actions,
    "explore": pick_worst_cards,
    "develop": develop,
    "settle": settle,
    "place": settle,
    "replace": replace,
    "way": pick_way,
    "pay": pick_worst_cards,
    "trade": pick_dearest_goods,
    "power": pick_power,
    "goods": pick_cheapest_goods,
    "discard": pick_cards_for_vp,
    "guess": guess,
    "ante": pick_worst_card,
    "keep": pick_best_card,
    "windfall": pick_windfall,
    "next": lambda play, d: options_of(d)[-1],
    "limit": pick_worst_cards,
}


def advisers_by_decision() -> Mapping[str, Callable[[Play, Decision], Pick]]:
    return ADVISERS
