"""The Develop and Settle phases (R130-R144), which apply the same steps to two stacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check.signatures import MANY, verb
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
NONE = "none"
"""The answer that declines all powers; also the name for an empty set of workers."""


Decided = tuple[Given, ...]
"""The powers paid for so that a tile needs fewer workers; empty if the tile's owner has declined all powers."""
Lowered = tuple[str, Decided, int]


def count_needed(play: Play, seat: int, piece: int, paid: Decided = ()) -> int:
    """R136, R137: the number of workers needed to complete a tile after all discounts, including those paid for."""
    numbers = play.numbers
    base = numbers.cost[play.side[piece]]
    needed = play.value("cost", seat, base, piece)
    if paid:
        needed = prices.number_after_all(play, seat, paid, piece, needed)
    return max(needed, min(base, numbers.number["least_workers"]))


@step("roll.build", "R130-R135: put workers on the top tile and complete tiles until tiles or workers run out.")
def build(play: Play, seat: int, phase: str, *decided: Decided) -> None:
    """``decided`` contains the powers paid for on the top tile; it is omitted if the owner has not been asked yet."""
    numbers = play.numbers
    stock = play.stock
    stack = play.zone[numbers.stacks[phase][seat]]
    on = numbers.on_stack[phase][seat]
    column = numbers.rows[phase][seat]
    if not stack:
        play.shift_all(on, numbers.rows["cup"][seat], "stranded")
        play.shift_all(column, numbers.rows["cup"][seat], "unused")
        return
    # Ask once per tile, before workers are put on it.
    if MAY_COST in play.hooks and not decided and (ways := ways_to_lower(play, seat, phase, stack[0])):
        play.ask(seat, questions.LOWER, One((*[name for name, _, _ in ways], NONE)), lower, phase, ways)
        return
    paid = decided[0] if decided else ()
    there = [(on + kind, stock[on + kind]) for kind in numbers.kinds if stock[on + kind]]
    if numbers.by_workers and does_count_workers(play, seat):
        build_by_workers(play, seat, phase, there, decided)
        return
    wanted = count_needed(play, seat, stack[0], paid)
    have = sum([n for _, n in there])
    if have >= wanted:
        play.ask(seat, questions.COMPLETE, Bag(there, wanted, wanted), complete, phase)
        return
    if ready := [(column + kind, stock[column + kind]) for kind in numbers.kinds if stock[column + kind]]:
        n = min(wanted - have, sum([n for _, n in ready]))
        play.ask(seat, questions.PUT, Bag(ready, n, n), put_workers, phase, *decided)


@step("roll.put-workers", "Put the workers on the top tile.")
def put_workers(play: Play, seat: int, phase: str, *more: Any) -> None:
    *decided, pick = more
    numbers = play.numbers
    on = numbers.on_stack[phase][seat]
    for cell, n in pick:
        play.shift(cell, on + cell % numbers.width, n, "put")
    play.then(build, seat, phase, *decided)


# -- tiles whose need depends on the workers or has a price --------------------------------------------------------


def does_count_workers(play: Play, seat: int) -> bool:
    powers = (*play.owned("cost", seat), *play.owned(MAY_COST, seat))
    return any(bound.hook.id in play.numbers.by_workers for bound in powers)


def count_needed_with(play: Play, seat: int, piece: int, workers: Picked, paid: Decided) -> int:
    numbers = play.numbers
    row = numbers.rows["finishing"][seat]
    before = play.stock[row : row + numbers.width]
    for cell, n in workers:
        # Powers read the workers on the table, so change the stock directly and restore it below.
        play.stock[row + cell % numbers.width] += n
    needed = count_needed(play, seat, piece, paid)
    play.stock[row : row + numbers.width] = before
    return needed


MOST_SETS = 10_000


def find_smallest_sets(play: Play, seat: int, piece: int, there: Picked, paid: Decided) -> tuple[Picked, ...]:
    """The minimal sets of workers that complete a tile; only one of them if there are too many sets to try."""

    def does_complete(workers: Picked) -> bool:
        return sum([n for _, n in workers]) >= count_needed_with(play, seat, piece, workers, paid)

    every = Bag(there, 0, sum([n for _, n in there]))
    if every.count() > MOST_SETS:
        return find_one_smallest_set(there, does_complete)
    sets = every.listed()
    return tuple([crew for crew in sets if does_complete(crew) and not any(map(does_complete, without_one(crew)))])


def find_one_smallest_set(there: Picked, completes: Callable[[Picked], bool]) -> tuple[Picked, ...]:
    """One minimal set of workers that completes a tile; an empty tuple if even all workers do not complete it."""
    crew = there
    while completes(crew):
        fewer = next((smaller for smaller in without_one(crew) if completes(smaller)), None)
        if fewer is None:
            return (crew,)
        crew = fewer
    return ()


def without_one(workers: Picked) -> list[Picked]:
    each = [[(cell, n - (nth == taken)) for nth, (cell, n) in enumerate(workers)] for taken in range(len(workers))]
    return [tuple([(cell, n) for cell, n in crew if n]) for crew in each]


def build_by_workers(
    play: Play, seat: int, phase: str, there: Sequence[tuple[int, int]], decided: Sequence[Decided]
) -> None:
    """Complete the top tile with one of the minimal sets of workers; if there are none, add one worker to the tile."""
    numbers = play.numbers
    piece = play.zone[numbers.stacks[phase][seat]][0]
    if sets := find_smallest_sets(play, seat, piece, tuple(there), decided[0] if decided else ()):
        named = tuple([(name_of(play, crew), crew) for crew in sets])
        play.ask(seat, questions.CREW, One(tuple([name for name, _ in named])), complete_with, phase, named)
    elif ready := [(cell, play.stock[cell]) for cell in numbers.cells[phase][seat] if play.stock[cell]]:
        play.ask(seat, questions.PUT, Bag(ready, 1, 1), put_workers, phase, *decided)


def name_of(play: Play, workers: Picked) -> str:
    kinds = play.layout.kinds
    return " and ".join([f"{n} {kinds[cell % len(kinds)]}" for cell, n in workers]) or NONE


@step("roll.complete-with", "Complete the tile with the chosen workers.")
def complete_with(play: Play, seat: int, phase: str, named: tuple[tuple[str, Picked], ...], pick: str) -> None:
    play.then(complete, seat, phase, dict(named)[pick])


def ways_to_lower(play: Play, seat: int, phase: str, piece: int) -> tuple[Lowered, ...]:
    """The powers with which a tile can be completed now using fewer workers, and whose prices leave enough workers."""
    numbers = play.numbers
    workers = prices.things_in(play, places_of_workers(play, seat, phase))
    there = tuple([(cell, n) for (_, cell), n in workers.items()])
    value = None if does_count_workers(play, seat) else play.value("cost", seat, numbers.cost[play.side[piece]], piece)
    base = fewest_workers_for(play, seat, piece, there, ())
    ways: list[Lowered] = []
    for givens in prices.combine_ways(prices.ways_by_power(play, seat, MAY_COST, piece, value))[1:]:
        lowered = fewest_workers_for(play, seat, piece, there, givens)
        # Offer a higher price only if it saves more workers than every cheaper way.
        better = all(lowered < less for _, others, less in ways if is_cheaper(others, givens))
        if lowered < base and better and prices.can_pay(play, seat, givens, piece, [(lowered, workers)]):
            ways.append((" ".join(prices.names_for(play, givens)), givens, lowered))
    return tuple(ways)


def fewest_workers_for(play: Play, seat: int, piece: int, there: Picked, paid: Decided) -> int:
    """The minimum number of workers needed to complete a tile; if their kinds matter, only ``there`` is considered."""
    if not does_count_workers(play, seat):
        return count_needed(play, seat, piece, paid)
    return min([sum([n for _, n in crew]) for crew in find_smallest_sets(play, seat, piece, there, paid)], default=MANY)


def is_cheaper(some: Decided, others: Decided) -> bool:
    amounts = {(piece, power): n for piece, power, n in others}
    return some != others and all(amounts.get((piece, power), 0) >= n for piece, power, n in some)


def places_of_workers(play: Play, seat: int, phase: str) -> tuple[int, int]:
    numbers = play.numbers
    return numbers.on_stack[phase][seat] // numbers.width, numbers.place[phase][seat]


@step("roll.lower", "Pay for the chosen powers, then continue with the tile.")
def lower(play: Play, seat: int, phase: str, ways: tuple[Lowered, ...], pick: str) -> None:
    paid, needed = next(((givens, n) for name, givens, n in ways if name == pick), ((), 0))
    piece = play.zone[play.numbers.stacks[phase][seat]][0]
    prices.pay_prices(play, seat, paid, piece, (needed, *places_of_workers(play, seat, phase)))
    play.then(build, seat, phase, paid)


# -- completing --------------------------------------------------------------------------------------------------


@step("roll.complete", "R131: complete the tile; powers may send its workers elsewhere before they leave.")
def complete(play: Play, seat: int, phase: str, pick: Picked) -> None:
    numbers = play.numbers
    finishing = numbers.rows["finishing"][seat]
    for cell, n in pick:
        play.shift(cell, finishing + cell % numbers.width, n, "completed")
    piece = play.zone[numbers.stacks[phase][seat]][0]
    events.completes(play, seat, piece)
    play.then(place_tile_in_tableau, seat, piece)
    if is_awaited(play, piece):
        play.then(tell_completed, seat, piece)
    play.then(build, seat, phase)


def is_awaited(play: Play, piece: int) -> bool:
    point = events.completed.name
    own = any(power.point == point for power in play.rules.powers[play.side[piece]])
    return own or point in play.hooks or point in play.rules.tallies


@step(
    "roll.place-tile-in-tableau",
    "R132, R142: move the workers to the Citizenry and the tile to the tableau; then trigger its immediate powers.",
)
def place_tile_in_tableau(play: Play, seat: int, piece: int) -> None:
    numbers = play.numbers
    play.shift_all(numbers.rows["finishing"][seat], numbers.rows["citizenry"][seat], "worked")
    play.move(piece, numbers.place["tableau"][seat], "settled" if numbers.is_world[play.side[piece]] else "developed")
    enter(play, seat, piece)


@step("roll.tell-completed", "The tile is in the tableau, and its own immediate powers are done.")
def tell_completed(play: Play, seat: int, piece: int) -> None:
    events.completed(play, seat, piece)


# -- tiles moved by powers -----------------------------------------------------------------------------------------


def find_movable_tiles(
    play: Play, seat: int, this: int, pieces: Sequence[int], low: int, high: int, to: list[int]
) -> tuple[int, ...]:
    """The game tiles that are not yet at their destination; factions and home worlds never move."""
    component = play.numbers.component
    return tuple([piece for piece in pieces if component[piece].kind == "tile" and play.place_of[piece] not in to])


def can_move_tiles(play: Play, seat: int, this: int, pieces: Sequence[int], low: int, high: int, to: list[int]) -> bool:
    n = len(find_movable_tiles(play, seat, this, pieces, low, high, to))
    return high > 0 and (n >= low or low == MANY) and n > 0


@verb(
    "move",
    "pieces",
    slots={"to": "place"},
    required=("to",),
    can=can_move_tiles,
    takes=find_movable_tiles,
    asks=True,
    reach=("developments", "worlds", "tableau"),
    leads=("bag", "tableau"),
    saying="move {what from} {to}",
    text="Move tiles to a place; a tile moved to the tableau needs no workers and does not count as completed.",
)
def move_tiles(play: Play, seat: int, this: int, pieces: Sequence[int], low: int, high: int, to: list[int]) -> None:
    """Move tiles to a place; a tile moved into the tableau needs no workers and does not count as completed."""
    there = find_movable_tiles(play, seat, this, pieces, low, high, to)
    play.ask(seat, questions.TILES, Some(there, low, high, "piece"), move_chosen_tiles, play.cause, to[0])


@step("roll.tiles-moved", "Move the chosen tiles; goods on a tile that leaves a tableau go to its owner's Citizenry.")
def move_chosen_tiles(play: Play, seat: int, cause: str, place: int, pick: tuple[int, ...]) -> None:
    numbers = play.numbers
    play.cause = cause
    for piece in pick:
        if play.place_of[piece] in numbers.place["tableau"]:
            owner = play.layout.place_owner[play.place_of[piece]]
            play.shift_all(numbers.rows["goods"][piece], numbers.rows["citizenry"][owner], "left behind")
        play.move(piece, place, "moved")
        if place == numbers.place["tableau"][seat]:
            enter(play, seat, piece)
