"""The Produce and Ship phases (R150-R170)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY, verb
from rftg_dsl.games.roll import events, questions
from rftg_dsl.games.roll.explore import finish_work, stop_work, workers_in
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.series import ask_next
from rftg_dsl.games.verbs import Picked, gain_counter, has_enough_cells, tally
from rftg_dsl.kernel.form import Bag, One
from rftg_dsl.kernel.step import step

CONSUMED = "consumed"
NOBODY = -1
"""The worker kind reported for a task that is done without a worker."""
MODES = One(("trade", "consume"))
NO_TRADE = One(("consume",))


@step(
    "roll.produce", "R150: each producer becomes a good on a world with room; leftover producers go to the cup (R153)."
)
def produce(play: Play, seat: int, done: int = 0) -> None:
    numbers = play.numbers
    stock = play.stock
    producers = tuple([cell for cell in numbers.cells["produce"][seat] if stock[cell]])
    if not producers:
        return
    # Powers can return workers to the phase; the limit ensures that the phase ends.
    if not worlds_with_room(play, seat) or done >= numbers.most_tasks:
        return stop_work(play, seat, "produce")
    play.ask(seat, questions.PRODUCER, One(producers, "cell"), choose_world, done)


def worlds_with_room(play: Play, seat: int) -> tuple[int, ...]:
    """R150, R152: the seat's worlds that are not gray and can hold another good."""
    holds = play.numbers.holds_goods
    tableau = play.zone[play.numbers.place["tableau"][seat]]
    return tuple([piece for piece in tableau if holds[play.side[piece]] and room_on(play, seat, piece) > 0])


def room_on(play: Play, seat: int, piece: int) -> int:
    """R152: the number of additional goods that fit on a world, which must be able to hold goods."""
    numbers = play.numbers
    held = sum([play.stock[cell] for cell in numbers.cells["goods"][piece]])
    return play.value("goods", seat, numbers.number["goods_per_world"], piece) - held


def room_in(play: Play, seat: int, place: int) -> int:
    piece = play.layout.place_piece[place]
    return room_on(play, seat, piece) if play.numbers.holds_goods[play.side[piece]] else 0


@step("roll.choose-world", "R151: ask for a world; any producer may go on any world with room.")
def choose_world(play: Play, seat: int, done: int, cell: int) -> None:
    play.ask(seat, questions.WORLD, One(worlds_with_room(play, seat), "piece"), put_good, cell, done)


@step("roll.put-good", "The producer becomes a good.")
def put_good(play: Play, seat: int, cell: int, done: int, piece: int) -> None:
    numbers = play.numbers
    kind = cell % numbers.width
    play.shift(cell, numbers.rows["goods"][piece] + kind, 1, "produced")
    events.produced(play, seat, piece, kind)
    play.then(produce, seat, done + 1)


# -- goods that powers produce -----------------------------------------------------------------------------------------

Ways = tuple[tuple[int, int], ...]


def can_produce(
    play: Play, seat: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> bool:
    there = len({place for _, place in ways_on(play, seat, (this,) if to else tuple(on or ()))})
    return there > 0 and high > 0 and (there >= low or low == MANY)


@verb(
    "produce",
    "nothing",
    slots={"on": "pieces", "to": "place"},
    either=("on", "to"),
    can=can_produce,
    asks=True,
    leads=("goods",),
    owned=True,
    how=("between", "up to", "any", "all"),
    fires=(events.produced,),
    saying="gain a good <on {on}> <{to:on}>",
    text="Put a die of a world's colour from the supply on this world as a good, or on some or all of several worlds.",
)
def produce_good(
    play: Play, seat: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> None:
    """Put a good of the world's colour from the supply on this world, on some of several worlds, or on each of them."""
    worlds = (this,) if to else tuple(on or ())
    if low == MANY:
        # Use one frame per world, because each world may offer a choice of dice in several colours.
        for world in worlds:
            play.then(produce_more, seat, play.cause, (world,), 1, 1)
    else:
        play.then(produce_more, seat, play.cause, worlds, low, high)


def ways_on(play: Play, seat: int, worlds: Sequence[int]) -> Ways:
    numbers = play.numbers
    own = [world for world in worlds_with_room(play, seat) if world in worlds]
    ways = [
        (numbers.supply + kind, numbers.place["goods"][world])
        for world in own
        for kind in numbers.native[play.side[world]]
    ]
    return tuple([(cell, place) for cell, place in ways if play.stock[cell]])


@step(
    "roll.produce-more",
    "Ask for another world to produce on; no world produces twice in one use.",
)
def produce_more(play: Play, seat: int, cause: str, worlds: tuple[int, ...], low: int, high: int) -> None:
    options = ways_on(play, seat, worlds) if high > 0 else ()
    rest = (cause, worlds, low, high)
    ask_next(play, seat, questions.PRODUCE_ON, options, ("cell", "place"), low < 1, produce_chosen_good, *rest)


@step("roll.produced-on", "The chosen die becomes a good.")
def produce_chosen_good(
    play: Play, seat: int, cause: str, worlds: tuple[int, ...], low: int, high: int, pick: tuple[int, int] | str
) -> None:
    if isinstance(pick, str):
        return
    numbers = play.numbers
    play.cause = cause
    cell, place = pick
    world, kind = play.layout.place_piece[place], cell % numbers.width
    play.shift(cell, place * numbers.width + kind, 1, "produced")
    events.produced(play, seat, world, kind)
    left = tuple([other for other in worlds if other != world])
    play.then(produce_more, seat, cause, left, low - 1, high - 1)


@step(
    "roll.ship", "R160: each shipper takes one good and trades or consumes it; leftover shippers go to the cup (R170)."
)
def ship(play: Play, seat: int, done: int = 0) -> None:
    shippers = workers_in(play, seat, "ship")
    if not shippers:
        return
    if not goods_of(play, seat) or done >= play.numbers.most_tasks:
        return stop_work(play, seat, "ship")
    play.ask(seat, questions.SHIPPER, One(shippers, ("word", "kind")), choose_good, done)


def goods_of(play: Play, seat: int) -> tuple[int, ...]:
    numbers = play.numbers
    stock = play.stock
    return tuple(
        [
            cell
            for piece in play.zone[numbers.place["tableau"][seat]]
            if numbers.holds_goods[play.side[piece]]
            for cell in numbers.cells["goods"][piece]
            if stock[cell]
        ]
    )


@step("roll.choose-good", "R160, R166: ask for a good; any shipper may ship any good.")
def choose_good(play: Play, seat: int, done: int, shipper: tuple[str, int]) -> None:
    play.ask(seat, questions.GOOD, One(goods_of(play, seat), "cell"), choose_mode, shipper, done)


@step("roll.choose-mode", "R160: ask whether to trade or consume.")
def choose_mode(play: Play, seat: int, shipper: tuple[str, int], done: int, cell: int) -> None:
    piece = play.layout.place_piece[cell // play.numbers.width]
    allowed = play.value("be traded", seat, 0, piece) >= 0
    play.ask(seat, questions.MODE, MODES if allowed else NO_TRADE, ship_good, shipper, cell, done)


@step("roll.ship-good", "R161-R165: gain credits by the world's colour, or VP chips with bonuses for matching colours.")
def ship_good(play: Play, seat: int, shipper: tuple[str, int], cell: int, done: int, mode: str) -> None:
    numbers = play.numbers
    kind = cell % numbers.width
    piece = play.layout.place_piece[cell // numbers.width]
    side = play.side[piece]
    finish_work(play, seat, "ship", shipper)
    # Set the good aside only if a power reacts to shipping; otherwise, move it to the Citizenry at once.
    watched = "shipped" in play.hooks
    play.shift(cell, numbers.rows["finishing" if watched else "citizenry"][seat] + kind, 1, "shipped")
    if mode == "trade":
        play.adjust(numbers.credits[seat], numbers.trade[side], "traded")
        events.trades(play, seat, piece, kind, shipper[1])
        events.traded(play, seat, piece, kind, shipper[1])
    else:
        number = numbers.number
        chips = number["consume_vp"]
        chips += number["consume_good_match"] * (side in numbers.matches[kind])
        chips += number["consume_shipper_match"] * (side in numbers.matches[shipper[1]])
        gain_counter(play, seat, piece, numbers.vp[seat], chips, chips)
        events.consumed(play, seat, piece, kind, shipper[1])
    events.shipped(play, seat, piece, kind, shipper[1])
    if watched:
        play.then(move_good_to_citizenry, seat)
    play.then(ship, seat, done + 1)


def can_consume(play: Play, seat: int, this: int, cells: list[int], low: int, high: int) -> bool:
    return has_enough_cells(play, seat, this, [cell for cell in goods_of(play, seat) if cell in cells], low, high)


@verb(
    "consume",
    "stock",
    can=can_consume,
    asks=True,
    owned=True,
    reach=("goods",),
    counts=(CONSUMED,),
    fires=(events.consumed,),
    text="Consume goods without a shipper, moving them to the Citizenry.",
)
def consume_goods(play: Play, seat: int, this: int, cells: list[int], low: int, high: int) -> None:
    there = [(cell, play.stock[cell]) for cell in goods_of(play, seat) if cell in cells]
    play.ask(seat, questions.GOODS, Bag(there, low, high), consume_chosen_goods, play.cause)


@step("roll.goods-consumed", "Move the chosen goods; the rest of the power can refer to their number as 'consumed'.")
def consume_chosen_goods(play: Play, seat: int, cause: str, pick: Picked) -> None:
    numbers = play.numbers
    play.cause = cause
    for cell, n in pick:
        kind = cell % numbers.width
        play.shift(cell, numbers.rows["citizenry"][seat] + kind, n, "consumed")
        for _ in range(n):
            events.consumed(play, seat, play.layout.place_piece[cell // numbers.width], kind, NOBODY)
    tally(play, numbers.counter[CONSUMED][seat], sum([n for _, n in pick]))


@step("roll.good-leaves", "R160: once all powers have reacted, the good goes to the Citizenry.")
def move_good_to_citizenry(play: Play, seat: int) -> None:
    numbers = play.numbers
    play.shift_all(numbers.rows["finishing"][seat], numbers.rows["citizenry"][seat], "worked")
