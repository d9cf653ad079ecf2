"""Sensible play for the ``greedy`` bot.

The advice uses the seat's own cards and public information, but never the supply, the cards used as goods, or other
players' hands and choices. Worths are in VP; a card in hand is worth a fraction of a VP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rftg_dsl.games.race.build import NONE, find_bonus_action, ways_to_develop, ways_to_settle
from rftg_dsl.games.race.numbers import Numbers, Play
from rftg_dsl.games.race.trade import goods_of
from rftg_dsl.games.scoring import total_of
from rftg_dsl.games.series import DONE
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import One, Pick, Range, Some

CARD = 0.45
PLACED = 2.5
POWER = 0.5
GOOD = 0.25
"""The worth of a good on a world, per card that the good can be sold for."""
PRODUCES = 0.8
VARIABLE = 2.0
"""The extra worth of a development with variable VP, beyond its current VP."""
LARGE_HAND = 6


def options_of(d: Decision) -> Sequence[Pick]:
    assert isinstance(d.form, One | Some)
    return d.form.options


# -- what cards are worth ----------------------------------------------------------------------------------------


def worth_in_tableau(play: Play, seat: int, piece: int) -> float:
    numbers = play.numbers
    side = play.side[piece]
    total = PLACED + numbers.printed[side] + POWER * len(play.rules.powers[side])
    if numbers.price[side]:
        total += GOOD * numbers.price[side] + (0 if numbers.is_windfall[side] else PRODUCES)
    if numbers.scoring[side]:
        rows = [power for power in play.rules.powers[side] if power.point == "score"]
        total += VARIABLE + sum([power.react(play, seat, piece) for power in rows])
    return total


def worth_in_hand(play: Play, seat: int, piece: int) -> float:
    numbers = play.numbers
    side = play.side[piece]
    # A second copy of a development cannot be placed.
    if not numbers.is_world[side] and any(play.side[card] == side for card in play.zone[numbers.tableau[seat]]):
        return 0
    cost = numbers.cost[side] or numbers.defense[side]
    if numbers.defense[side]:
        short = numbers.defense[side] - play.value("military", seat, 0, piece)
        cost = 0 if short <= 0 else ENOUGH * short
    return worth_in_tableau(play, seat, piece) - CARD * cost


ENOUGH = 3
"""The cost, in cards, of each missing point of Military."""


def pick_worst_cards(play: Play, d: Decision) -> Pick:
    assert isinstance(d.form, Some)
    return tuple(sorted(d.form.options, key=lambda piece: worth_in_hand(play, d.seat, piece))[: d.form.low])


def gain(play: Play, seat: int, piece: int, paid: int) -> float:
    return worth_in_tableau(play, seat, piece) - CARD * paid


def lowest_cost_of(play: Play, seat: int, piece: int, cards: int) -> int | None:
    costs = [n for _, n, powers in ways_to_settle(play, seat, piece, cards) if not powers]
    return min(costs, default=None)


def gain_from_world(play: Play, seat: int) -> float:
    numbers = play.numbers
    hand = play.zone[numbers.hand[seat]]
    priced = [
        (world, lowest_cost_of(play, seat, world, len(hand) - 1))
        for world in hand
        if numbers.is_world[play.side[world]]
    ]
    return max([gain(play, seat, world, n) for world, n in priced if n is not None], default=0.0)


def gain_from_development(play: Play, seat: int) -> float:
    numbers = play.numbers
    hand = play.zone[numbers.hand[seat]]
    there = {play.side[piece] for piece in play.zone[numbers.tableau[seat]]}
    gains = []
    for piece in hand:
        if not numbers.is_world[play.side[piece]] and play.side[piece] not in there:
            bonus = numbers.number["develop_bonus"]
            cost = max(0, play.value("cost", seat, numbers.cost[play.side[piece]], piece) - bonus)
            if cost < len(hand):
                gains.append(gain(play, seat, piece, cost))
    return max(gains, default=0.0)


# -- actions -----------------------------------------------------------------------------------------------------


def pick_actions(play: Play, d: Decision) -> Pick:
    numbers, seat = play.numbers, d.seat
    goods = goods_of(play, seat)
    empty = [
        piece
        for piece in play.zone[numbers.tableau[seat]]
        if can_get_goods(numbers, play.side[piece]) and piece not in goods
    ]
    room = max(0, LARGE_HAND - len(play.zone[numbers.hand[seat]]))
    uses = len(play.owned("consume", seat))
    brings = {
        "explore5": CARD * 2 + 0.3 * room,
        "explore11": CARD * 2 + 0.25 * room,
        "develop": gain_from_development(play, seat),
        "settle": gain_from_world(play, seat) + (CARD if gain_from_world(play, seat) else 0),
        "trade": max([CARD * numbers.price[play.side[world]] for world in goods], default=0.0) + 0.1 * room,
        "consume2x": 2.0 * min(len(goods), uses),
        "produce": gain_from_goods(play, numbers, empty),
        "develop2": gain_from_development(play, seat) / 3,
        "settle2": gain_from_world(play, seat) / 3,
    }
    return max(options_of(d), key=lambda pick: sum([brings[action] for action in pick]))


def can_get_goods(numbers: Numbers, side: int) -> bool:
    return numbers.is_windfall[side] or side in numbers.producers


def gain_from_goods(play: Play, numbers: Numbers, empty: Sequence[int]) -> float:
    each = [
        GOOD * 2 + GOOD * numbers.price[play.side[piece]]
        for piece in empty
        if not numbers.is_windfall[play.side[piece]]
    ]
    windfall = [
        GOOD * 2 + GOOD * numbers.price[play.side[piece]] for piece in empty if numbers.is_windfall[play.side[piece]]
    ]
    return sum(each) + max(windfall, default=0.0)


def develop(play: Play, d: Decision) -> Pick:
    card = find_bonus_action(play)
    cards = len(play.zone[play.numbers.hand[d.seat]]) - 1

    def gain_of(piece: int) -> float:
        costs = [n for _, n, powers in ways_to_develop(play, d.seat, piece, cards, card) if not powers]
        # If ``costs`` is empty, the card can be paid for only by giving up powers; only a very good card is worth it.
        return gain(play, d.seat, piece, costs[0]) if costs else gain(play, d.seat, piece, 0) - 2 * PLACED

    return pick_best(play, d, gain_of)


def settle(play: Play, d: Decision) -> Pick:
    cards = len(play.zone[play.numbers.hand[d.seat]]) - 1

    def gain_of(piece: int) -> float:
        cost = lowest_cost_of(play, d.seat, piece, cards)
        return gain(play, d.seat, piece, cost) if cost is not None else gain(play, d.seat, piece, 0) - 2 * PLACED

    return pick_best(play, d, gain_of)


def pick_best(play: Play, d: Decision, brings: Callable[[int], float]) -> Pick:
    cards = [option for option in options_of(d) if option != NONE]
    best: Pick = max(cards, key=brings, default=NONE)
    return best if isinstance(best, int) and brings(best) > 0 else NONE


def replace(play: Play, d: Decision) -> Pick:
    return min(options_of(d), key=lambda piece: worth_in_tableau(play, d.seat, piece))


def pick_way(play: Play, d: Decision) -> Pick:
    ways = d.args[1]
    return min(ways, key=lambda way: (len(way[2]), way[1]))[0]


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
    def gain_of(pick: Pick) -> float:
        if pick == DONE:
            return -1.0
        model = play.numbers.powers[pick]
        vp = sum([do.low.n for do in model.effects if do.verb == "gain"])
        cards = sum([do.low.n for do in model.effects if do.verb == "draw"])
        takes = sum([max(do.low.n, 1) for do in model.price])
        return float((vp + CARD * cards) / max(takes, 1))

    return max(options_of(d), key=gain_of)


def pick_cards_for_vp(play: Play, d: Decision) -> Pick:
    """Pick as many cards as allowed, the least valuable first, since a VP chip is worth more than any card."""
    assert isinstance(d.form, Some)
    return tuple(sorted(d.form.options, key=lambda piece: worth_in_hand(play, d.seat, piece))[: d.form.high])


def guess(play: Play, d: Decision) -> Pick:
    numbers = play.numbers
    assert isinstance(d.form, Range)
    figures = [numbers.cost[side] or numbers.defense[side] for side in play.side]
    return max(range(d.form.low, d.form.high + 1), key=lambda number: figures.count(number))


def pick_windfall(play: Play, d: Decision) -> Pick:
    numbers = play.numbers
    return max(options_of(d), key=lambda world: numbers.price[play.side[world]])


READY = 0.8


def estimate_scores(play: Play) -> Sequence[float]:
    numbers = play.numbers
    return [
        total_of(play, seat)
        + CARD * len(play.zone[numbers.hand[seat]])
        + GOOD * sum([numbers.price[play.side[world]] for world in goods_of(play, seat)])
        + READY * len(play.zone[numbers.tableau[seat]])
        for seat in numbers.seats
    ]


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
    "ante": lambda play, d: min(options_of(d), key=lambda piece: worth_in_hand(play, d.seat, piece)),
    "keep": lambda play, d: max(options_of(d), key=lambda piece: worth_in_hand(play, d.seat, piece)),
    "windfall": pick_windfall,
    "next": lambda play, d: options_of(d)[-1],
    "limit": pick_worst_cards,
}


def advisers_by_decision() -> Mapping[str, Callable[[Play, Decision], Pick]]:
    return ADVISERS
