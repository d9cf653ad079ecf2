"""Produce and Ship (R150-R170)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY
from rftg_dsl.games.roll import events, questions
from rftg_dsl.games.roll.explore import finish_work, stop_work, workers_in
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.series import ask_next
from rftg_dsl.games.verbs import Picked, gain_counter, has_enough_cells, tally
from rftg_dsl.kernel.form import Bag, One
from rftg_dsl.kernel.step import step

CONSUMED = "consumed"
"""The counter that records how many goods a power consumed."""
NOBODY = -1
"""The kind of die that works where none does."""
MODES = One(("trade", "consume"))
NO_TRADE = One(("consume",))


@step("roll.produce")
def produce(g: Play, seat: int, done: int = 0) -> None:
    """R150: each producer becomes a good on a world with room; leftover producers go to the cup (R153)."""
    w = g.numbers
    stock = g.stock
    producers = tuple([cell for cell in w.cells["produce"][seat] if stock[cell]])
    if not producers:
        return
    if not worlds_with_room(g, seat) or done >= w.most_tasks:
        return stop_work(g, seat, "produce")
    g.ask(seat, questions.PRODUCER, One(producers, "cell"), choose_world, done)


def worlds_with_room(g: Play, seat: int) -> tuple[int, ...]:
    """R150, R152: own worlds that are not gray and can hold another good."""
    holds = g.numbers.holds_goods
    tableau = g.zone[g.numbers.place["tableau"][seat]]
    return tuple([piece for piece in tableau if holds[g.side[piece]] and room_on(g, seat, piece) > 0])


def room_on(g: Play, seat: int, piece: int) -> int:
    """R152: how many more goods fit on a world that can hold them."""
    w = g.numbers
    held = sum([g.stock[cell] for cell in w.cells["goods"][piece]])
    return g.value("goods", seat, w.number["goods_per_world"], piece) - held


def room_in(g: Play, seat: int, place: int) -> int:
    """How many more things fit in a place on a piece: goods, on worlds that can hold them."""
    piece = g.layout.place_piece[place]
    return room_on(g, seat, piece) if g.numbers.holds_goods[g.side[piece]] else 0


@step("roll.choose-world")
def choose_world(g: Play, seat: int, done: int, cell: int) -> None:
    """R151: ask for a world; any producer may go on any world with room."""
    g.ask(seat, questions.WORLD, One(worlds_with_room(g, seat), "piece"), put_good, cell, done)


@step("roll.put-good")
def put_good(g: Play, seat: int, cell: int, done: int, piece: int) -> None:
    """The producer becomes a good."""
    w = g.numbers
    kind = cell % w.width
    g.shift(cell, w.rows["goods"][piece] + kind, 1, "produced")
    events.produced(g, seat, piece, kind)
    g.then(produce, seat, done + 1)


# -- goods that powers produce -----------------------------------------------------------------------------------------

Ways = tuple[tuple[int, int], ...]
"""Dice in the supply that can become goods on worlds: the cell of each, and the place that it goes to."""


def produce_good(
    g: Play, me: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> None:
    """Put a die of a world's colour from the supply on this world as a good, or on some of several, or on each."""
    worlds = (this,) if to else tuple(on or ())
    if low == MANY:
        for world in worlds:
            g.then(produce_more, me, g.cause, (world,), 1, 1)
    else:
        g.then(produce_more, me, g.cause, worlds, low, high)


def can_produce(
    g: Play, me: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> bool:
    """Whether there is a die and room for a good on enough of these worlds."""
    there = len({place for _, place in ways_on(g, me, (this,) if to else tuple(on or ()))})
    return there > 0 and high > 0 and (there >= low or low == MANY)


def ways_on(g: Play, seat: int, worlds: Sequence[int]) -> Ways:
    """The ways to put a die of its own colour on one of these worlds of a seat."""
    w = g.numbers
    own = [world for world in worlds_with_room(g, seat) if world in worlds]
    ways = [(w.supply + kind, w.place["goods"][world]) for world in own for kind in w.native[g.side[world]]]
    return tuple([(cell, place) for cell, place in ways if g.stock[cell]])


@step("roll.produce-more")
def produce_more(g: Play, seat: int, cause: str, worlds: tuple[int, ...], low: int, high: int) -> None:
    """Ask for one more world to produce on, of those that this use of the power has not produced on."""
    options = ways_on(g, seat, worlds) if high > 0 else ()
    rest = (cause, worlds, low, high)
    ask_next(g, seat, questions.PRODUCE_ON, options, ("cell", "place"), low < 1, produce_chosen_good, *rest)


@step("roll.produced-on")
def produce_chosen_good(
    g: Play, seat: int, cause: str, worlds: tuple[int, ...], low: int, high: int, pick: tuple[int, int] | str
) -> None:
    """The die chosen becomes a good."""
    if isinstance(pick, str):
        return
    w = g.numbers
    g.cause = cause
    cell, place = pick
    world, kind = g.layout.place_piece[place], cell % w.width
    g.shift(cell, place * w.width + kind, 1, "produced")
    events.produced(g, seat, world, kind)
    left = tuple([one for one in worlds if one != world])
    g.then(produce_more, seat, cause, left, low - 1, high - 1)


@step("roll.ship")
def ship(g: Play, seat: int, done: int = 0) -> None:
    """R160: each shipper takes one good and trades or consumes it; leftover shippers go to the cup (R170)."""
    shippers = workers_in(g, seat, "ship")
    if not shippers:
        return
    if not goods_of(g, seat) or done >= g.numbers.most_tasks:
        return stop_work(g, seat, "ship")
    g.ask(seat, questions.SHIPPER, One(shippers, ("word", "kind")), choose_good, done)


def goods_of(g: Play, seat: int) -> tuple[int, ...]:
    """The cells of all goods on own worlds."""
    w = g.numbers
    stock = g.stock
    return tuple(
        [
            cell
            for piece in g.zone[w.place["tableau"][seat]]
            if w.holds_goods[g.side[piece]]
            for cell in w.cells["goods"][piece]
            if stock[cell]
        ]
    )


@step("roll.choose-good")
def choose_good(g: Play, seat: int, done: int, shipper: tuple[str, int]) -> None:
    """R160, R166: ask for a good; any shipper may ship any good."""
    g.ask(seat, questions.GOOD, One(goods_of(g, seat), "cell"), choose_mode, shipper, done)


@step("roll.choose-mode")
def choose_mode(g: Play, seat: int, shipper: tuple[str, int], done: int, cell: int) -> None:
    """R160: ask whether to trade or consume."""
    piece = g.layout.place_piece[cell // g.numbers.width]
    allowed = g.value("be traded", seat, 0, piece) >= 0
    g.ask(seat, questions.MODE, MODES if allowed else NO_TRADE, ship_good, shipper, cell, done)


@step("roll.ship-good")
def ship_good(g: Play, seat: int, shipper: tuple[str, int], cell: int, done: int, mode: str) -> None:
    """R161-R165: gain credits by the colour of the world, or chips with bonuses for matching colours."""
    w = g.numbers
    kind = cell % w.width
    piece = g.layout.place_piece[cell // w.width]
    side = g.side[piece]
    finish_work(g, seat, "ship", shipper)
    watched = "shipped" in g.hooks
    g.shift(cell, w.rows["finishing" if watched else "citizenry"][seat] + kind, 1, "shipped")
    if mode == "trade":
        g.adjust(w.credits[seat], w.trade[side], "traded")
        events.trades(g, seat, piece, kind, shipper[1])
        events.traded(g, seat, piece, kind, shipper[1])
    else:
        number = w.number
        chips = number["consume_vp"]
        chips += number["consume_good_match"] * (side in w.matches[kind])
        chips += number["consume_shipper_match"] * (side in w.matches[shipper[1]])
        gain_counter(g, seat, piece, w.vp[seat], chips, chips)
        events.consumed(g, seat, piece, kind, shipper[1])
    events.shipped(g, seat, piece, kind, shipper[1])
    if watched:
        g.then(move_good_to_citizenry, seat)
    g.then(ship, seat, done + 1)


def consume_goods(g: Play, me: int, this: int, cells: list[int], low: int, high: int) -> None:
    """Consume goods without a shipper: they go to the Citizenry."""
    there = [(cell, g.stock[cell]) for cell in goods_of(g, me) if cell in cells]
    g.ask(me, questions.GOODS, Bag(there, low, high), consume_chosen_goods, g.cause)


def can_consume(g: Play, me: int, this: int, cells: list[int], low: int, high: int) -> bool:
    """Whether there are enough goods, and any at all."""
    return has_enough_cells(g, me, this, [cell for cell in goods_of(g, me) if cell in cells], low, high)


@step("roll.goods-consumed")
def consume_chosen_goods(g: Play, seat: int, cause: str, pick: Picked) -> None:
    """Move the goods chosen; the rest of the power can refer to their number as ``consumed``."""
    w = g.numbers
    g.cause = cause
    for cell, n in pick:
        kind = cell % w.width
        g.shift(cell, w.rows["citizenry"][seat] + kind, n, "consumed")
        for _ in range(n):
            events.consumed(g, seat, g.layout.place_piece[cell // w.width], kind, NOBODY)
    tally(g, w.counter[CONSUMED][seat], sum([n for _, n in pick]))


@step("roll.good-leaves")
def move_good_to_citizenry(g: Play, seat: int) -> None:
    """R160: after all powers, the good goes to the Citizenry."""
    w = g.numbers
    g.shift_all(w.rows["finishing"][seat], w.rows["citizenry"][seat], "worked")
