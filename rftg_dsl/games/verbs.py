"""Verbs that any game can offer: gain, have, spend, move and remove."""

from __future__ import annotations

from rftg_dsl.compile.game import SUPPLY
from rftg_dsl.games.lookup import Play
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Bag
from rftg_dsl.kernel.step import step
from rftg_dsl.signatures import MANY, Verb

MOVE = Question("move things")
"""Which things to move."""
REMOVE = Question("remove")
"""Which things to return to the supply."""

Cells = list[int]
Picked = tuple[tuple[int, int], ...]


def gain_counter(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Gain on a counter, at the expense of the table's counter that it takes from, if any."""
    gained = g.adjust(counter, low, "gained")
    source = g.numbers.takes.get(counter)
    if source is not None and gained:
        g.adjust(source, -gained, "paid out")


def have_counter(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Set a counter to an exact number."""
    g.adjust(counter, low - g.counters[counter], "set")


def spend_counter(g: Play, me: int, this: int, counter: int, low: int, high: int) -> None:
    """Pay from a counter."""
    g.adjust(counter, -low, "spent")


def can_spend(g: Play, me: int, this: int, counter: int, low: int, high: int) -> bool:
    """Whether there is enough to pay."""
    return g.counters[counter] - low >= g.layout.counter_specs[counter].low


def gain_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move things from the supply to a place, as many as the supply has."""
    width = len(g.layout.kinds)
    for cell in cells:
        if n := min(low, g.stock[cell]):
            g.shift(cell, to[0] * width + cell % width, n, "gained")


def move_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int, to: list[int]) -> None:
    """Move things to a place; the owner chooses which, and how many if there is a range."""
    if cells:
        g.ask(me, MOVE, Bag([(cell, g.stock[cell]) for cell in cells], low, high), stock_moved, to[0], g.cause)


@step("verbs.stock-moved")
def stock_moved(g: Play, me: int, place: int, cause: str, pick: Picked) -> None:
    """Move the things chosen."""
    g.cause = cause
    width = len(g.layout.kinds)
    for cell, n in pick:
        g.shift(cell, place * width + cell % width, n, "moved")


def remove_stock(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Return things to the supply from anywhere."""
    supply = g.layout.place[SUPPLY][0]
    if cells:
        bag = Bag([(cell, g.stock[cell]) for cell in cells], low, high)
        g.ask(me, REMOVE, bag, stock_moved, supply, g.cause)


def any_cells(g: Play, me: int, this: int, cells: Cells, low: int, high: int, *slots: object) -> bool:
    """Whether there is anything to choose from."""
    return bool(cells)


def enough_cells(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> bool:
    """Whether there are enough to choose from; for ``all``, whether there are any."""
    n = sum([g.stock[cell] for cell in cells])
    return n >= low or (low == MANY and n > 0)


VERBS = (
    Verb("gain", "counter", gain_counter),
    Verb(
        "gain",
        "stock",
        gain_stock,
        {"to": "place"},
        frozenset(("to",)),
        grants=True,
    ),
    Verb("have", "counter", have_counter),
    Verb("spend", "counter", spend_counter, can=can_spend),
    Verb(
        "move",
        "stock",
        move_stock,
        {"to": "place"},
        frozenset(("to",)),
        can=any_cells,
        asks=True,
    ),
    Verb(
        "remove",
        "stock",
        remove_stock,
        can=enough_cells,
        asks=True,
    ),
)
"""The verbs shared by all games."""
