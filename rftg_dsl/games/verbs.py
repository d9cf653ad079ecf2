"""Verbs that any game can offer: gain, have, spend, move and discard."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY, verb, verbs_in
from rftg_dsl.compile.game import SUPPLY
from rftg_dsl.games.lookup import Play
from rftg_dsl.games.moving import is_on_piece, move_each, room_in, ways_to
from rftg_dsl.kernel.decision import Decision, Facts, Question
from rftg_dsl.kernel.form import Bag, One, Range
from rftg_dsl.kernel.step import step


def tell_counter(play: Play, asked: Decision) -> Facts:
    """The name of a counter."""
    return {"counter": ("counter", asked.args[1])}


def tell_gift(play: Play, asked: Decision) -> Facts:
    """The amount that a seat gains, with its counter."""
    _, counter, n = asked.args
    return {"amount": f"{n}", "counter": ("counter" if n > 1 else "one counter", counter)}


def tell_share(play: Play, asked: Decision) -> Facts:
    """The amount that a seat divides, the counter in question, and the next counter, to which the rest can go."""
    _, (first, second, *_), n = asked.args
    return {"amount": n, "counter": ("counter", first), "rest": ("counter", second)}


MOVE = Question("move things", asks="What do you move with {power}? Choose {n}.")
DISCARD = Question("discard", asks="What do you return to the supply for {power}? Choose {n}.")
AMOUNT = Question("amount", asks="What amount of {counter} do you spend on {power}?", about=tell_counter)
FROM = Question("from", asks="From which opponent do you take {amount} {counter}?", about=tell_gift)
SHARE = Question(
    "share", asks="You gain {amount} with {power}. How many are {counter}, and not {rest}?", about=tell_share
)

SPENT, DISCARDED = "spent", "discarded"
"""The counters that record how much was spent and how many things were discarded."""

Cells = list[int]
Counters = tuple[list[int], bool, int]
"""The counters, whether an amount can be split among them, and the amount."""
Picked = tuple[tuple[int, int], ...]
Seats = tuple[Sequence[int], bool]


@verb("gain", "counter", text="Gain an amount on a counter; the table counter that it draws on, if any, pays for it.")
def gain_counter(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> None:
    """Gain an amount on a counter; if the counter takes from a table counter, the table counter pays."""
    gained = play.adjust(counter, low, "gained")
    source = play.numbers.takes.get(counter)
    if source is not None and gained:
        # The table counter pays only for the amount that fitted.
        play.adjust(source, -gained, "paid out")


@verb("gain", "counters", asks=True, how=(), text="Gain an amount on several counters, divided among them as you like.")
def gain_either(play: Play, seat: int, this: int, counters: Counters, low: int, high: int) -> None:
    """Gain an amount that the player divides among several counters."""
    play.then(divide, seat, play.cause, tuple(counters[0]), low)


@step("verbs.divide", "Ask for the first counter's share; the last counter gets what is left.")
def divide(play: Play, seat: int, cause: str, counters: tuple[int, ...], n: int) -> None:
    if not n:
        return
    if len(counters) > 1:
        play.ask(seat, SHARE, Range(0, n), gain_share, cause, counters, n)
        return
    play.cause = cause
    gain_counter(play, seat, -1, counters[0], n, n)


@step("verbs.divided", "Gain the share, then divide the rest among the other counters.")
def gain_share(play: Play, seat: int, cause: str, counters: tuple[int, ...], n: int, share: int) -> None:
    play.cause = cause
    if share:
        gain_counter(play, seat, -1, counters[0], share, share)
    # Asking for one counter at a time keeps each choice a single number (docs/decisions/0004).
    play.then(divide, seat, cause, counters[1:], n - share)


def can_gain_from(play: Play, seat: int, this: int, counter: int, low: int, high: int, seats: Seats) -> bool:
    """Whether any opponent can pay the amount or, if every opponent pays, whether any opponent can pay at least 1."""
    opponents, each = seats
    return low > 0 and any(
        amount_to_spare(play, counter_of_seat(counter, seat, opponent)) >= (1 if each else low)
        for opponent in opponents
    )


@verb(
    "gain",
    "counter",
    slots={"from": "seats"},
    required=("from",),
    can=can_gain_from,
    asks=True,
    text="Gain from one opponent who has enough, or from every opponent; what does not fit on the counter is lost.",
)
def gain_from(play: Play, seat: int, this: int, counter: int, low: int, high: int, seats: Seats) -> None:
    """Gain from one opponent who has enough, or from every opponent; anything above the counter's maximum is lost."""
    opponents, each = seats
    if each:
        for opponent in opponents:
            take_from(
                play, seat, counter, min(low, amount_to_spare(play, counter_of_seat(counter, seat, opponent))), opponent
            )
        return
    enough = [
        opponent for opponent in opponents if amount_to_spare(play, counter_of_seat(counter, seat, opponent)) >= low
    ]
    play.ask(seat, FROM, One(tuple(enough), "seat"), gain_from_chosen, play.cause, counter, low)


@step("verbs.gained-from", "Transfer the amount from the chosen opponent.")
def gain_from_chosen(play: Play, seat: int, cause: str, counter: int, n: int, opponent: int) -> None:
    play.cause = cause
    take_from(play, seat, counter, n, opponent)


def take_from(play: Play, seat: int, counter: int, n: int, opponent: int) -> None:
    """Transfer an amount from an opponent's counter to the seat's own."""
    if n > 0:
        play.adjust(counter_of_seat(counter, seat, opponent), -n, "taken")
        play.adjust(counter, n, "taken")


def counter_of_seat(counter: int, seat: int, other: int) -> int:
    """Another seat's counter of the same name; counters of one name are numbered consecutively in seat order."""
    return counter + other - seat


def amount_to_spare(play: Play, counter: int) -> int:
    """The amount that a counter can pay before it reaches its minimum or 0, whichever is higher."""
    return play.counters[counter] - max(0, play.layout.counter_specs[counter].low)


def can_gain_stock(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> bool:
    """Whether the supply has any of these things and the place has room for them."""
    return any(play.stock[cell] for cell in cells) and room_in(play, seat, to[0]) > 0


@verb(
    "gain",
    "stock",
    slots={"to": "place"},
    required=("to",),
    can=can_gain_stock,
    grants=True,
    saying="gain {what} {to:in}",
    text="Move things from the supply to a place, as many as are available and fit.",
)
def gain_stock(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move as many things from the supply to a place as are available and fit."""
    width = len(play.layout.kinds)
    for cell in cells:
        if n := min(low, play.stock[cell], room_in(play, seat, to[0])):
            play.shift(cell, to[0] * width + cell % width, n, "gained")


def can_gain_some(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> bool:
    """Whether the supply has any of these things and any place has room for them."""
    return low > 0 and bool(ways_to(play, seat, tuple(cells), tuple(to), ()))


@verb(
    "gain",
    "stocks",
    slots={"to": "targets"},
    required=("to",),
    can=can_gain_some,
    asks=True,
    grants=True,
    how=(),
    saying="gain {what} {to:in}",
    text="Move things of your choice from the supply to places of your choice, as many as are available and fit.",
)
def gain_some_stock(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move as many things from the supply as are available and fit; the player chooses their kinds and places."""
    play.then(move_each, seat, play.cause, tuple(cells), tuple(to), low, low, ())


@verb("have", "counter", saying="set {your} {nouns} to {n}", text="Set a counter to an exact number.")
def set_counter(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> None:
    """Set a counter to an exact number."""
    play.adjust(counter, low - play.counters[counter], "set")


def can_spend(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> bool:
    """Whether the counter can pay the amount."""
    return amount_to_spare(play, counter) >= low


@verb("spend", "counter", can=can_spend, text="Pay from a counter.")
def spend_counter(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> None:
    """Pay from a counter."""
    play.adjust(counter, -low, "spent")


def can_spend_some(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> bool:
    """Whether the counter can pay the minimum, and at least 1."""
    return high > 0 and amount_to_spare(play, counter) >= max(low, 1)


@verb(
    "spend",
    "counter",
    can=can_spend_some,
    asks=True,
    counts=(SPENT,),
    how=("between", "up to", "any"),
    text="Pay as much from a counter as you like, within the limits.",
)
def spend_some(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> None:
    """Let the player choose how much to pay from a counter, within the limits."""
    most = min(high, amount_to_spare(play, counter))
    play.ask(seat, AMOUNT, Range(min(low, most), most), spend_chosen_amount, play.cause, counter)


@step("verbs.some-spent", "Pay the chosen amount; the rest of the power can refer to it as 'spent'.")
def spend_chosen_amount(play: Play, seat: int, cause: str, counter: int, n: int) -> None:
    play.cause = cause
    if n:
        play.adjust(counter, -n, "spent")
    # Record even 0, because the counter may still hold an earlier power's amount.
    tally(play, play.numbers.counter[SPENT][seat], n)


def tally(play: Play, counter: int, n: int) -> None:
    """Record a number on a counter so that the rest of the power can refer to it."""
    if play.counters[counter] != n:
        play.adjust(counter, n - play.counters[counter], "counted")


def can_move(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> bool:
    """Whether there is anything to move and anywhere to move it."""
    if len(to) == 1 and not is_on_piece(play, to[0]):
        return bool(find_movable_cells(play, seat, this, cells, low, high, to))
    return high > 0 and bool(ways_to(play, seat, tuple(cells), tuple(to), ()))


def find_movable_cells(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> Cells:
    """The cells whose things can be moved to a different place."""
    width = len(play.layout.kinds)
    return [cell for cell in cells if any(place != cell // width for place in to)]


@verb(
    "move",
    "stock",
    slots={"to": "targets"},
    required=("to",),
    can=can_move,
    takes=find_movable_cells,
    asks=True,
    saying="move {what from} {to}",
    text="Move things to a place; the owner chooses which, how many in a range, and where if there are several places.",
)
def move_stock(play: Play, seat: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move things; the owner chooses which and, if the power leaves it open, how many and where to."""
    if len(to) != 1 or is_on_piece(play, to[0]):
        most = sum([play.stock[cell] for cell in cells])
        play.then(move_each, seat, play.cause, tuple(cells), tuple(to), min(low, most), high, ())
    elif there := find_movable_cells(play, seat, this, cells, low, high, to):
        play.ask(
            seat,
            MOVE,
            Bag([(cell, play.stock[cell]) for cell in there], low, high),
            move_chosen_stock,
            to[0],
            play.cause,
        )


@step("verbs.stock-moved", "Move the chosen things.")
def move_chosen_stock(play: Play, seat: int, place: int, cause: str, pick: Picked) -> None:
    play.cause = cause
    width = len(play.layout.kinds)
    for cell, n in pick:
        play.shift(cell, place * width + cell % width, n, "moved")


def has_enough_cells(play: Play, seat: int, this: int, cells: Sequence[int], low: int, high: int) -> bool:
    """Whether there are enough things to choose from, and at least one; for ``all``, one is enough."""
    n = sum([play.stock[cell] for cell in cells])
    return n > 0 and (n >= low or low == MANY)


@verb(
    "discard",
    "stock",
    can=has_enough_cells,
    asks=True,
    counts=(DISCARDED,),
    saying="return {your what from} <{anywhere}> to the supply",
    text="Return things from anywhere to the supply.",
)
def discard_stock(play: Play, seat: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Return things to the supply from anywhere."""
    supply = play.layout.place[SUPPLY][0]
    if cells:
        bag = Bag([(cell, play.stock[cell]) for cell in cells], low, high)
        play.ask(seat, DISCARD, bag, discard_chosen_stock, supply, play.cause)


@step(
    "verbs.stock-discarded",
    "Return the chosen things; the rest of the power can refer to their number as 'discarded'.",
)
def discard_chosen_stock(play: Play, seat: int, supply: int, cause: str, pick: Picked) -> None:
    move_chosen_stock(play, seat, supply, cause, pick)
    tally(play, play.numbers.counter[DISCARDED][seat], sum([n for _, n in pick]))


VERBS = verbs_in(sys.modules[__name__])
"""The verbs shared by all games.

A game that offers ``spend`` must declare a counter called ``spent``; a game that offers ``discard`` must declare a
counter called ``discarded``.
"""

COUNTING = tuple(verb for verb in VERBS if verb.object in ("counter", "counters"))
"""The verbs that need only counters, for games without fungible things; their questions are ``COUNTING_QUESTIONS``."""
COUNTING_QUESTIONS = (AMOUNT, FROM, SHARE)
