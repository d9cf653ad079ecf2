"""Develop and Settle (R130-R144), the same steps on two stacks."""

from __future__ import annotations

from rftg_dsl.games.roll import events, questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.rounds import enter
from rftg_dsl.kernel.form import Bag
from rftg_dsl.kernel.step import step

Picked = tuple[tuple[int, int], ...]


def need(g: Play, seat: int, piece: int) -> int:
    """R136, R137: the workers needed for a tile, after all discounts."""
    w = g.numbers
    base = w.cost[g.side[piece]]
    return max(g.value("cost", seat, base, piece), min(base, w.number["least_workers"]))


@step("roll.build")
def build(g: Play, seat: int, phase: str) -> None:
    """R130-R135: complete tiles and put workers on the top tile until tiles or workers run out."""
    w = g.numbers
    stock = g.stock
    stack = g.zone[w.stacks[phase][seat]]
    on = w.on_stack[phase][seat]
    column = w.rows[phase][seat]
    if not stack:
        g.shift_all(on, w.rows["cup"][seat], "stranded")
        g.shift_all(column, w.rows["cup"][seat], "unused")
        return
    there = [(on + kind, stock[on + kind]) for kind in w.kinds if stock[on + kind]]
    wanted = need(g, seat, stack[0])
    have = sum([n for _, n in there])
    if have >= wanted:
        g.ask(seat, questions.COMPLETE, Bag(there, wanted, wanted), complete, phase)
        return
    ready = [(column + kind, stock[column + kind]) for kind in w.kinds if stock[column + kind]]
    if ready:
        n = min(wanted - have, sum([n for _, n in ready]))
        g.ask(seat, questions.PUT, Bag(ready, n, n), put_workers, phase)


@step("roll.put-workers")
def put_workers(g: Play, seat: int, phase: str, pick: Picked) -> None:
    """Put the workers on the top tile."""
    w = g.numbers
    on = w.on_stack[phase][seat]
    for cell, n in pick:
        g.shift(cell, on + cell % w.width, n, "put")
    g.then(build, seat, phase)


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
    g.then(build, seat, phase)


@step("roll.place-tile-in-tableau")
def place_tile_in_tableau(g: Play, seat: int, piece: int) -> None:
    """R132, R142: move the workers to the Citizenry and the tile to the tableau, and trigger its immediate powers."""
    w = g.numbers
    g.shift_all(w.rows["finishing"][seat], w.rows["citizenry"][seat], "worked")
    g.move(piece, w.place["tableau"][seat], "settled" if w.is_world[g.side[piece]] else "developed")
    enter(g, seat, piece)
