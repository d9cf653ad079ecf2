"""The worth of cards, goods and phases to a seat, in VP, as far as that seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rftg_dsl.games.race import weights
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.promise import Meal
from rftg_dsl.games.race.trade import goods_of


def share_left(play: Play) -> float:
    """The share of the game that is left: of the largest tableau's room or of the VP chips, whichever is less."""
    numbers, number = play.numbers, play.numbers.number
    largest = max([len(play.zone[numbers.tableau[seat]]) for seat in numbers.seats])
    room = max(0, number["end_tableau"] - largest) * 1.0 / number["end_tableau"]
    chips = max(0, play.counters[numbers.pool]) * 1.0 / (number["vp_per_player"] * len(numbers.seats))
    return min(room, chips)


def worth_of_card(left: float) -> float:
    """The worth of any card in hand."""
    return weights.CARD + weights.CARD_GAME * left


# -- goods --------------------------------------------------------------------------------------------------------


class Feast(NamedTuple):
    """The gain from goods that are consumed."""

    vp: int
    cards: int
    left: Sequence[int]
    """The worlds whose goods no power takes."""


def meals_of(play: Play, seat: int) -> Sequence[Meal]:
    meals = play.numbers.promise.meals
    return [meals[bound.hook.id] for bound in play.owned("consume", seat) if bound.hook.id in meals]


def consume(play: Play, meals: Sequence[Meal], worlds: Sequence[int]) -> Feast:
    """Consume the goods of these worlds, the cheapest first and with the pickiest powers first."""
    price = play.numbers.price
    left = sorted(worlds, key=lambda world: price[play.side[world]])
    vp, cards = 0, 0
    for meal in sorted(meals, key=lambda meal: meal.breadth):
        fitting = goods_for(play, meal, left)
        n = min(len(fitting), meal.most)
        points, drawn = meal.vp + meal.vp_each * n - meal.less, meal.cards + meal.cards_each * n
        if n >= meal.least and points + drawn > 0:
            vp += points
            cards += drawn
            for world in fitting[:n]:
                left.remove(world)
    return Feast(vp, cards, left)


def goods_for(play: Play, meal: Meal, worlds: Sequence[int]) -> Sequence[int]:
    """The worlds whose goods a power takes; only one of each type if it takes different goods."""
    fitting: list[int] = []
    types: list[str] = []
    for world in worlds:
        sort = play.numbers.promise.types[play.side[world]]
        if meal.eats[play.side[world]] and not (meal.different and sort in types):
            fitting.append(world)
            types.append(sort)
    return fitting


def price_of(play: Play, seat: int, world: int) -> int:
    return play.value("trade", seat, play.numbers.price[play.side[world]], world)


def worth_of_goods(play: Play, seat: int, worlds: Sequence[int], left: float) -> float:
    """The worth of goods on these worlds before the next Consume phase."""
    if not worlds:
        return 0.0
    card = worth_of_card(left)
    feast = consume(play, meals_of(play, seat), worlds)
    best = max([price_of(play, seat, world) for world in worlds])
    worth = weights.EATEN * (feast.vp + card * feast.cards) + weights.SOLD * card * best + weights.GOOD * len(worlds)
    return min(1.0, weights.FADES * left) * worth


def cost_of_using(play: Play, seat: int, before: Sequence[int], after: Sequence[int], left: float) -> float:
    return weights.USED * (worth_of_goods(play, seat, before, left) - worth_of_goods(play, seat, after, left))


def count_windfalls(play: Play, seat: int) -> int:
    """The number of windfall worlds on which the seat can produce when it calls Produce."""
    renews = play.numbers.promise.renews
    powers = [1 for bound in play.owned("produce", seat) if bound.hook.id in renews]
    return play.numbers.number["produce_bonus"] + len(powers)


def worlds_to_produce(play: Play, worlds: Sequence[int], windfalls: int) -> Sequence[int]:
    """Of these worlds, those that get a good: all production worlds, and the dearest windfall worlds."""
    numbers = play.numbers
    own = [world for world in worlds if play.side[world] in numbers.producers and numbers.price[play.side[world]]]
    other = [world for world in worlds if numbers.is_windfall[play.side[world]]]
    dearest = sorted(other, key=lambda world: numbers.price[play.side[world]], reverse=True)
    return [*own, *dearest[:windfalls]]


# -- cards --------------------------------------------------------------------------------------------------------


def worth_of_cycle(play: Play, seat: int, added: Sequence[int]) -> float:
    """The gain from one Produce and one Consume phase with the tableau and the cards added to it."""
    meals = [*meals_of(play, seat)]
    for piece in added:
        meals.extend(play.numbers.promise.menu[play.side[piece]])
    tableau = [*play.zone[play.numbers.tableau[seat]], *added]
    feast = consume(play, meals, worlds_to_produce(play, tableau, count_windfalls(play, seat)))
    return feast.vp + weights.CYCLE_CARD * feast.cards


def worth_of_engine(play: Play, seat: int, piece: int) -> float:
    """The worth of a card's powers and goods in a whole game."""
    numbers, side = play.numbers, play.side[piece]
    promise = numbers.promise
    worth = promise.growth[side]
    if numbers.is_windfall[side]:
        worth += weights.WINDFALL_PRICE * numbers.price[side]
    elif numbers.price[side]:
        worth += weights.PRODUCES + weights.PRODUCES_PRICE * numbers.price[side]
    if numbers.price[side] or promise.menu[side]:
        worth += weights.CYCLE * (worth_of_cycle(play, seat, (piece,)) - worth_of_cycle(play, seat, ()))
    return worth


def count_opened(play: Play, seat: int, piece: int) -> int:
    """The worlds in hand that can be conquered with the Military of a card and not without it."""
    numbers = play.numbers
    more = numbers.promise.military[play.side[piece]]
    if more <= 0:
        return 0
    short = [
        numbers.defense[play.side[world]] - play.value("military", seat, 0, world)
        for world in play.zone[numbers.hand[seat]]
        if numbers.defense[play.side[world]] and world != piece
    ]
    return len([n for n in short if 0 < n <= more])


def worth_in_tableau(play: Play, seat: int, piece: int, left: float) -> float:
    numbers = play.numbers
    side = play.side[piece]
    worth = numbers.printed[side] + weights.PLACED + weights.OPENS * count_opened(play, seat, piece)
    worth += left * (weights.PLACED_GAME + worth_of_engine(play, seat, piece))
    if numbers.is_windfall[side]:
        goods = goods_of(play, seat)
        worth += worth_of_goods(play, seat, (*goods, piece), left) - worth_of_goods(play, seat, goods, left)
    if numbers.scoring[side]:
        rows = [power for power in play.rules.powers[side] if power.point == "score"]
        worth += weights.SCORES_GAME * left + sum([power.react(play, seat, piece) for power in rows])
    return worth


def worth_in_hand(play: Play, seat: int, piece: int, left: float) -> float:
    numbers = play.numbers
    side = play.side[piece]
    # A second copy of a development cannot be placed.
    if not numbers.is_world[side] and any(play.side[card] == side for card in play.zone[numbers.tableau[seat]]):
        return -1.0
    card = worth_of_card(left)
    if numbers.defense[side]:
        short = numbers.defense[side] - play.value("military", seat, 0, piece)
        return worth_in_tableau(play, seat, piece, left) - weights.SHORT * card * max(0, short)
    return worth_in_tableau(play, seat, piece, left) - card * max(
        0, play.value("cost", seat, numbers.cost[side], piece)
    )


# -- phases -------------------------------------------------------------------------------------------------------


def gain_from_consuming(play: Play, seat: int, factor: int, left: float) -> float:
    """The gain from consuming goods, with VP times a factor."""
    goods = goods_of(play, seat)
    feast = consume(play, meals_of(play, seat), goods)
    return factor * feast.vp + worth_of_card(left) * feast.cards - cost_of_using(play, seat, goods, feast.left, left)


def gain_from_trading(play: Play, seat: int, left: float) -> float:
    """The gain from selling the dearest good and consuming the others."""
    goods = goods_of(play, seat)
    dearest = max(goods, key=lambda world: price_of(play, seat, world))
    feast = consume(play, meals_of(play, seat), [world for world in goods if world != dearest])
    cards = price_of(play, seat, dearest) + feast.cards
    return feast.vp + worth_of_card(left) * cards - cost_of_using(play, seat, goods, feast.left, left)


def worlds_without_goods(play: Play, seat: int) -> Sequence[int]:
    goods = goods_of(play, seat)
    return [world for world in play.zone[play.numbers.tableau[seat]] if world not in goods]


def gain_from_producing(play: Play, seat: int, windfalls: int, left: float) -> float:
    goods = goods_of(play, seat)
    new = worlds_to_produce(play, worlds_without_goods(play, seat), windfalls)
    cards = count_draws(play, seat, ("produce", "end of produce"))
    if new:
        cards += count_draws(play, seat, ("good produced", "all produced"))
    more = worth_of_goods(play, seat, (*goods, *new), left) - worth_of_goods(play, seat, goods, left)
    return more + worth_of_card(left) * cards


def count_draws(play: Play, seat: int, points: Sequence[str]) -> int:
    """The cards that a seat's powers draw at these points."""
    draws = play.numbers.promise.draws
    return sum([draws.get(bound.hook.id, 0) for point in points for bound in play.owned(point, seat)])
