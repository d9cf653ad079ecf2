"""Verbs that any game can offer: gain, have, spend, move and discard."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY, Verb
from rftg_dsl.compile.game import SUPPLY
from rftg_dsl.games.lookup import Play
from rftg_dsl.games.moving import is_on_piece, move_each, room_in, ways_to
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Bag, One, Range
from rftg_dsl.kernel.step import step

MOVE = Question("move things", asks="What do you move?")
"""Which things to move."""
DISCARD = Question("discard", asks="What do you return to the supply?")
"""Which things to return to the supply."""
AMOUNT = Question("amount", asks="How much do you spend?")
"""How much to spend."""
FROM = Question("from", asks="From which opponent do you take it?")
"""Which opponent to gain from."""
SHARE = Question("share", asks="How much of the first do you gain? The rest is of the others")
"""How much of the first of several counters to gain; the rest is of the others."""

Cells = list[int]
Counters = tuple[list[int], bool, int]
"""Counters, whether they can be mixed, and how many."""
Picked = tuple[tuple[int, int], ...]
Seats = tuple[Sequence[int], bool]
"""Opponents, clockwise, and whether each of them is meant."""


def gain_counter(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Gain on a counter; the table's counter that it takes from, if any, pays for it."""
    gained = g.adjust(counter, low, "gained")
    source = g.numbers.takes.get(counter)
    if source is not None and gained:
        g.adjust(source, -gained, "paid out")


def gain_from(g: Play, me: int, this: int, counter: int, low: int, high: int, seats: Seats) -> None:
    """Gain from an opponent who has enough, or from each of them; what does not fit on the counter is lost."""
    those, each = seats
    if each:
        for seat in those:
            take_from(g, me, counter, min(low, amount_to_spare(g, counter_of_seat(counter, me, seat))), seat)
        return
    enough = [seat for seat in those if amount_to_spare(g, counter_of_seat(counter, me, seat)) >= low]
    g.ask(me, FROM, One(tuple(enough), "seat"), gain_from_chosen, g.cause, counter, low)


def can_gain_from(g: Play, me: int, this: int, counter: int, low: int, high: int, seats: Seats) -> bool:
    """Whether any opponent has enough; of each, anything will do."""
    those, each = seats
    return low > 0 and any(
        amount_to_spare(g, counter_of_seat(counter, me, seat)) >= (1 if each else low) for seat in those
    )


@step("verbs.gained-from")
def gain_from_chosen(g: Play, me: int, cause: str, counter: int, n: int, seat: int) -> None:
    """Transfer it from the seat chosen."""
    g.cause = cause
    take_from(g, me, counter, n, seat)


def take_from(g: Play, me: int, counter: int, n: int, seat: int) -> None:
    """Transfer an amount from another seat."""
    if n > 0:
        g.adjust(counter_of_seat(counter, me, seat), -n, "taken")
        g.adjust(counter, n, "taken")


def counter_of_seat(counter: int, me: int, other: int) -> int:
    """The same counter of another seat."""
    return counter + other - me


def amount_to_spare(g: Play, counter: int) -> int:
    """How much can be taken off a counter: nobody pays with what they do not have."""
    return g.counters[counter] - max(0, g.layout.counter_specs[counter].low)


def gain_either(g: Play, me: int, this: int, counters: Counters, low: int, high: int) -> None:
    """Gain on several counters together, divided as you like."""
    g.then(divide, me, g.cause, tuple(counters[0]), low)


@step("verbs.divide")
def divide(g: Play, me: int, cause: str, counters: tuple[int, ...], n: int) -> None:
    """Ask for the share of the first counter; the last one gets what is left."""
    if not n:
        return
    if len(counters) > 1:
        g.ask(me, SHARE, Range(0, n), gain_share, cause, counters, n)
        return
    g.cause = cause
    gain_counter(g, me, -1, counters[0], n, n)


@step("verbs.divided")
def gain_share(g: Play, me: int, cause: str, counters: tuple[int, ...], n: int, share: int) -> None:
    """Gain the share, then divide the rest among the other counters."""
    g.cause = cause
    if share:
        gain_counter(g, me, -1, counters[0], share, share)
    g.then(divide, me, cause, counters[1:], n - share)


def set_counter(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Set a counter to an exact number."""
    g.adjust(counter, low - g.counters[counter], "set")


def spend_counter(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Pay from a counter."""
    g.adjust(counter, -low, "spent")


def can_spend(g: Play, me: int, this: int, counter: int, low: int, high: int) -> bool:
    """Whether there is enough to pay."""
    return amount_to_spare(g, counter) >= low


def spend_some(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Pay as much from a counter as you like, within the limits."""
    most = min(high, amount_to_spare(g, counter))
    g.ask(me, AMOUNT, Range(min(low, most), most), spend_chosen_amount, g.cause, counter)


def can_spend_some(g: Play, me: int, this: int, counter: int, low: int, high: int) -> bool:
    """Whether there is enough to pay, and anything at all."""
    return high > 0 and amount_to_spare(g, counter) >= max(low, 1)


@step("verbs.some-spent")
def spend_chosen_amount(g: Play, me: int, cause: str, counter: int, n: int) -> None:
    """Pay the amount chosen; the rest of the power can refer to it as ``spent``."""
    g.cause = cause
    if n:
        g.adjust(counter, -n, "spent")
    tally(g, g.numbers.counter[SPENT][me], n)


def tally(g: Play, counter: int, n: int) -> None:
    """Record how many there were, for the rest of the power's sentence."""
    if g.counters[counter] != n:
        g.adjust(counter, n - g.counters[counter], "counted")


def gain_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move things from the supply to a place, as many as there are and fit."""
    width = len(g.layout.kinds)
    for cell in cells:
        if n := min(low, g.stock[cell], room_in(g, me, to[0])):
            g.shift(cell, to[0] * width + cell % width, n, "gained")


def gain_some_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move things from the supply, of kinds and to places that you choose, as many as there are and fit."""
    g.then(move_each, me, g.cause, tuple(cells), tuple(to), low, low, ())


def can_gain_some(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> bool:
    """Whether the supply has any of them, and there is room."""
    return low > 0 and bool(ways_to(g, me, tuple(cells), tuple(to), ()))


def can_gain_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> bool:
    """Whether the supply has any of these things, and there is room."""
    return any(g.stock[cell] for cell in cells) and room_in(g, me, to[0]) > 0


def move_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move things to a place; the owner chooses which, how many if there is a range, and where of several places."""
    if len(to) != 1 or is_on_piece(g, to[0]):
        most = sum([g.stock[cell] for cell in cells])
        g.then(move_each, me, g.cause, tuple(cells), tuple(to), min(low, most), high, ())
    elif there := find_movable_cells(g, me, this, cells, low, high, to):
        g.ask(me, MOVE, Bag([(cell, g.stock[cell]) for cell in there], low, high), move_chosen_stock, to[0], g.cause)


@step("verbs.stock-moved")
def move_chosen_stock(g: Play, me: int, place: int, cause: str, pick: Picked) -> None:
    """Move the things chosen."""
    g.cause = cause
    width = len(g.layout.kinds)
    for cell, n in pick:
        g.shift(cell, place * width + cell % width, n, "moved")


def can_move(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> bool:
    """Whether there is anything to move, and a place for it."""
    if len(to) == 1 and not is_on_piece(g, to[0]):
        return bool(find_movable_cells(g, me, this, cells, low, high, to))
    return high > 0 and bool(ways_to(g, me, tuple(cells), tuple(to), ()))


def find_movable_cells(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> Cells:
    """The things that are not yet where they are to go."""
    width = len(g.layout.kinds)
    return [cell for cell in cells if any(place != cell // width for place in to)]


def discard_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Return things to the supply from anywhere."""
    supply = g.layout.place[SUPPLY][0]
    if cells:
        bag = Bag([(cell, g.stock[cell]) for cell in cells], low, high)
        g.ask(me, DISCARD, bag, discard_chosen_stock, supply, g.cause)


@step("verbs.stock-discarded")
def discard_chosen_stock(g: Play, me: int, supply: int, cause: str, pick: Picked) -> None:
    """Return the things chosen; the rest of the power can refer to their number as ``discarded``."""
    move_chosen_stock(g, me, supply, cause, pick)
    tally(g, g.numbers.counter[DISCARDED][me], sum([n for _, n in pick]))


def has_enough_cells(g: Play, me: int, this: int, cells: Sequence[int], low: int, high: int) -> bool:
    """Whether there are enough to choose from, and any at all; ``all`` is as many as there are."""
    n = sum([g.stock[cell] for cell in cells])
    return n > 0 and (n >= low or low == MANY)


SPENT, DISCARDED = "spent", "discarded"
"""The counters that record how much was spent, and how many things were discarded."""

VERBS = (
    Verb("gain", "counter", gain_counter),
    Verb("gain", "counters", gain_either, asks=True, how=frozenset()),
    Verb("gain", "counter", gain_from, {"from": "seats"}, frozenset(("from",)), can_gain_from, asks=True),
    Verb(
        "gain",
        "stock",
        gain_stock,
        {"to": "place"},
        frozenset(("to",)),
        can_gain_stock,
        grants=True,
        saying="gain {what} {to:in}",
    ),
    Verb(
        "gain",
        "stocks",
        gain_some_stock,
        {"to": "targets"},
        frozenset(("to",)),
        can_gain_some,
        asks=True,
        grants=True,
        how=frozenset(),
        saying="gain {what} {to:in}",
    ),
    Verb("have", "counter", set_counter, saying="set {your} {nouns} to {n}"),
    Verb("spend", "counter", spend_counter, can=can_spend),
    Verb(
        "spend",
        "counter",
        spend_some,
        can=can_spend_some,
        asks=True,
        counts=(SPENT,),
        how=frozenset(("between", "up to", "any")),
    ),
    Verb(
        "move",
        "stock",
        move_stock,
        {"to": "targets"},
        frozenset(("to",)),
        can_move,
        find_movable_cells,
        asks=True,
        saying="move {what from} {to}",
    ),
    Verb(
        "discard",
        "stock",
        discard_stock,
        can=has_enough_cells,
        asks=True,
        counts=(DISCARDED,),
        saying="return {your what from} <{anywhere}> to the supply",
    ),
)
"""The verbs shared by all games.

A game with ``spend`` declares a counter called ``spent``; one with things to ``discard``, a counter ``discarded``.
"""

COUNTING = tuple(verb for verb in VERBS if verb.object in ("counter", "counters"))
"""Those that work on counters alone."""
COUNTING_QUESTIONS = (AMOUNT, FROM, SHARE)
"""The questions of those."""
