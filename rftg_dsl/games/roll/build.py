"""Develop and Settle (R130-R144), the same steps on two stacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check.signatures import MANY
from rftg_dsl.compile.rules import MAY
from rftg_dsl.games import prices
from rftg_dsl.games.prices import Given
from rftg_dsl.games.roll import events, questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.rounds import enter
from rftg_dsl.kernel.form import Bag, One, Some
from rftg_dsl.kernel.step import step

Picked = tuple[tuple[int, int], ...]

MAY_COST = f"{MAY} cost"
"""The point of powers that lower what a tile needs at a price."""
NONE = "none"
"""The answer that pays for no power; also the workers of a tile that needs none."""


Decided = tuple[Given, ...]
"""The powers whose price is paid to lower what one tile needs; empty if its owner has decided to pay for none."""
Lowered = tuple[str, Decided, int]
"""A way to pay: its name, the powers, and the workers that the tile then needs."""


def count_needed(g: Play, seat: int, piece: int, paid: Decided = ()) -> int:
    """R136, R137: the workers needed for a tile, after all discounts and those that are paid for."""
    w = g.numbers
    base = w.cost[g.side[piece]]
    found = g.value("cost", seat, base, piece)
    if paid:
        found = prices.number_after_all(g, seat, paid, piece, found)
    return max(found, min(base, w.number["least_workers"]))


@step("roll.build")
def build(g: Play, seat: int, phase: str, *decided: Decided) -> None:
    """R130-R135: complete tiles and put workers on the top tile until tiles or workers run out.

    ``decided`` is what is paid for the top tile; nothing if its owner has not been asked.
    """
    w = g.numbers
    stock = g.stock
    stack = g.zone[w.stacks[phase][seat]]
    on = w.on_stack[phase][seat]
    column = w.rows[phase][seat]
    if not stack:
        g.shift_all(on, w.rows["cup"][seat], "stranded")
        g.shift_all(column, w.rows["cup"][seat], "unused")
        return
    if MAY_COST in g.hooks and not decided and (ways := ways_to_lower(g, seat, phase, stack[0])):
        g.ask(seat, questions.LOWER, One((*[name for name, _, _ in ways], NONE)), lower, phase, ways)
        return
    paid = decided[0] if decided else ()
    there = [(on + kind, stock[on + kind]) for kind in w.kinds if stock[on + kind]]
    if w.by_workers and does_count_workers(g, seat):
        build_by_workers(g, seat, phase, there, decided)
        return
    wanted = count_needed(g, seat, stack[0], paid)
    have = sum([n for _, n in there])
    if have >= wanted:
        g.ask(seat, questions.COMPLETE, Bag(there, wanted, wanted), complete, phase)
        return
    if ready := [(column + kind, stock[column + kind]) for kind in w.kinds if stock[column + kind]]:
        n = min(wanted - have, sum([n for _, n in ready]))
        g.ask(seat, questions.PUT, Bag(ready, n, n), put_workers, phase, *decided)


@step("roll.put-workers")
def put_workers(g: Play, seat: int, phase: str, *more: Any) -> None:
    """Put the workers on the top tile."""
    *decided, pick = more
    w = g.numbers
    on = w.on_stack[phase][seat]
    for cell, n in pick:
        g.shift(cell, on + cell % w.width, n, "put")
    g.then(build, seat, phase, *decided)


# -- need that depends on the workers, or has a price --------------------------------------------------------------


def does_count_workers(g: Play, seat: int) -> bool:
    """Whether a power of a seat changes what a tile needs by the workers that complete it, maybe at a price."""
    powers = (*g.owned("cost", seat), *g.owned(MAY_COST, seat))
    return any(bound.hook.id in g.numbers.by_workers for bound in powers)


def count_needed_with(g: Play, seat: int, piece: int, workers: Picked, paid: Decided) -> int:
    """The workers needed for a tile if these complete it; nothing happens to the table."""
    w = g.numbers
    row = w.rows["finishing"][seat]
    before = g.stock[row : row + w.width]
    for cell, n in workers:
        g.stock[row + cell % w.width] += n
    found = count_needed(g, seat, piece, paid)
    g.stock[row : row + w.width] = before
    return found


MOST_SETS = 10_000
"""The most sets of workers that are tried to find the smallest ones."""


def find_smallest_sets(g: Play, seat: int, piece: int, there: Picked, paid: Decided) -> tuple[Picked, ...]:
    """The smallest sets of these workers that complete a tile: without any one of them it would need more.

    If there are too many sets to try them all, it is the first one found by leaving out one worker after another.
    """

    def does_complete(workers: Picked) -> bool:
        return sum([n for _, n in workers]) >= count_needed_with(g, seat, piece, workers, paid)

    every = Bag(there, 0, sum([n for _, n in there]))
    if every.count() > MOST_SETS:
        return find_one_smallest_set(there, does_complete)
    sets = every.listed()
    return tuple([one for one in sets if does_complete(one) and not any(map(does_complete, without_one(one)))])


def find_one_smallest_set(there: Picked, completes: Callable[[Picked], bool]) -> tuple[Picked, ...]:
    """One of the smallest sets of these workers that complete a tile; empty if all of them together do not."""
    found = there
    while completes(found):
        fewer = next((one for one in without_one(found) if completes(one)), None)
        if fewer is None:
            return (found,)
        found = fewer
    return ()


def without_one(workers: Picked) -> list[Picked]:
    """These workers without one of each kind in turn."""
    each = [[(cell, n - (nth == taken)) for nth, (cell, n) in enumerate(workers)] for taken in range(len(workers))]
    return [tuple([(cell, n) for cell, n in one if n]) for one in each]


def build_by_workers(
    g: Play, seat: int, phase: str, there: Sequence[tuple[int, int]], decided: Sequence[Decided]
) -> None:
    """Complete the top tile with one of the smallest sets that can; put workers on it one by one until one can."""
    w = g.numbers
    piece = g.zone[w.stacks[phase][seat]][0]
    if sets := find_smallest_sets(g, seat, piece, tuple(there), decided[0] if decided else ()):
        named = tuple([(name_of(g, one), one) for one in sets])
        g.ask(seat, questions.CREW, One(tuple([name for name, _ in named])), complete_with, phase, named)
    elif ready := [(cell, g.stock[cell]) for cell in w.cells[phase][seat] if g.stock[cell]]:
        g.ask(seat, questions.PUT, Bag(ready, 1, 1), put_workers, phase, *decided)


def name_of(g: Play, workers: Picked) -> str:
    """Workers in words: ``2 genes and 1 home``."""
    kinds = g.layout.kinds
    return " and ".join([f"{n} {kinds[cell % len(kinds)]}" for cell, n in workers]) or NONE


@step("roll.complete-with")
def complete_with(g: Play, seat: int, phase: str, named: tuple[tuple[str, Picked], ...], pick: str) -> None:
    """Complete the tile with the workers chosen."""
    g.then(complete, seat, phase, dict(named)[pick])


def ways_to_lower(g: Play, seat: int, phase: str, piece: int) -> tuple[Lowered, ...]:
    """The prices that can be paid so that a tile can be completed now with fewer workers.

    None of them is paid with a worker that is still needed.
    """
    w = g.numbers
    workers = prices.things_in(g, places_of_workers(g, seat, phase))
    there = tuple([(cell, n) for (_, cell), n in workers.items()])
    value = None if does_count_workers(g, seat) else g.value("cost", seat, w.cost[g.side[piece]], piece)
    base = fewest_workers_for(g, seat, piece, there, ())
    found: list[Lowered] = []
    for givens in prices.combine_ways(prices.ways_by_power(g, seat, MAY_COST, piece, value))[1:]:
        lowered = fewest_workers_for(g, seat, piece, there, givens)
        better = all(lowered < less for _, others, less in found if is_cheaper(others, givens))
        if lowered < base and better and prices.can_pay(g, seat, givens, piece, [(lowered, workers)]):
            found.append((" ".join(prices.names_for(g, givens)), givens, lowered))
    return tuple(found)


def fewest_workers_for(g: Play, seat: int, piece: int, there: Picked, paid: Decided) -> int:
    """The fewest workers that complete a tile; of these, if it matters which."""
    if not does_count_workers(g, seat):
        return count_needed(g, seat, piece, paid)
    return min([sum([n for _, n in one]) for one in find_smallest_sets(g, seat, piece, there, paid)], default=MANY)


def is_cheaper(some: Decided, others: Decided) -> bool:
    """Whether all that is given in some way is given in another way as well, and more."""
    given = {(piece, power): n for piece, power, n in others}
    return some != others and all(given.get((piece, power), 0) >= n for piece, power, n in some)


def places_of_workers(g: Play, seat: int, phase: str) -> tuple[int, int]:
    """The places of the workers for the top tile of a stack: on the tile, and in the column."""
    w = g.numbers
    return w.on_stack[phase][seat] // w.width, w.place[phase][seat]


@step("roll.lower")
def lower(g: Play, seat: int, phase: str, ways: tuple[Lowered, ...], pick: str) -> None:
    """Pay for what is chosen, then go on with the tile."""
    paid, needed = next(((givens, n) for name, givens, n in ways if name == pick), ((), 0))
    piece = g.zone[g.numbers.stacks[phase][seat]][0]
    prices.pay_prices(g, seat, paid, piece, (needed, *places_of_workers(g, seat, phase)))
    g.then(build, seat, phase, paid)


# -- completing --------------------------------------------------------------------------------------------------


@step("roll.complete")
def complete(g: Play, seat: int, phase: str, pick: Picked) -> None:
    """R131: complete the tile; powers may send its workers elsewhere before they leave."""
    w = g.numbers
    finishing = w.rows["finishing"][seat]
    for cell, n in pick:
        g.shift(cell, finishing + cell % w.width, n, "completed")
    piece = g.zone[w.stacks[phase][seat]][0]
    events.completes(g, seat, piece)
    g.then(place_tile_in_tableau, seat, piece)
    if is_awaited(g, piece):
        g.then(tell_completed, seat, piece)
    g.then(build, seat, phase)


def is_awaited(g: Play, piece: int) -> bool:
    """Whether a power waits for a tile that has been completed; those of this tile count by then."""
    point = events.completed.name
    own = any(power.point == point for power in g.rules.powers[g.side[piece]])
    return own or point in g.hooks or point in g.rules.tallies


@step("roll.place-tile-in-tableau")
def place_tile_in_tableau(g: Play, seat: int, piece: int) -> None:
    """R132, R142: move the workers to the Citizenry and the tile to the tableau, and trigger its immediate powers."""
    w = g.numbers
    g.shift_all(w.rows["finishing"][seat], w.rows["citizenry"][seat], "worked")
    g.move(piece, w.place["tableau"][seat], "settled" if w.is_world[g.side[piece]] else "developed")
    enter(g, seat, piece)


@step("roll.tell-completed")
def tell_completed(g: Play, seat: int, piece: int) -> None:
    """The tile is in the tableau, and its own immediate powers are done."""
    events.completed(g, seat, piece)


# -- tiles moved by powers -----------------------------------------------------------------------------------------


def find_movable_tiles(
    g: Play, me: int, this: int, pieces: Sequence[int], low: int, high: int, to: list[int]
) -> tuple[int, ...]:
    """The game tiles among some pieces that are not in a place already; factions and home worlds never move."""
    component = g.numbers.component
    return tuple([piece for piece in pieces if component[piece].kind == "tile" and g.place_of[piece] not in to])


def can_move_tiles(g: Play, me: int, this: int, pieces: Sequence[int], low: int, high: int, to: list[int]) -> bool:
    """Whether there are enough tiles to move."""
    n = len(find_movable_tiles(g, me, this, pieces, low, high, to))
    return high > 0 and (n >= low or low == MANY) and n > 0


def move_tiles(g: Play, me: int, this: int, pieces: Sequence[int], low: int, high: int, to: list[int]) -> None:
    """Move tiles to a place; one that comes into the tableau comes without workers, and is not completed."""
    there = find_movable_tiles(g, me, this, pieces, low, high, to)
    g.ask(me, questions.TILES, Some(there, low, high, "piece"), move_chosen_tiles, g.cause, to[0])


@step("roll.tiles-moved")
def move_chosen_tiles(g: Play, me: int, cause: str, place: int, pick: tuple[int, ...]) -> None:
    """Move the tiles chosen; goods on one that leaves a tableau go to the Citizenry of its owner."""
    w = g.numbers
    g.cause = cause
    for piece in pick:
        if g.place_of[piece] in w.place["tableau"]:
            owner = g.layout.place_owner[g.place_of[piece]]
            g.shift_all(w.rows["goods"][piece], w.rows["citizenry"][owner], "left behind")
        g.move(piece, place, "moved")
        if place == w.place["tableau"][me]:
            enter(g, me, piece)
