"""Explore (R110-R120): scouting, stocking, and what happens when the bag runs out."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.roll import events, questions
from rftg_dsl.games.roll.build import place_tile_in_tableau
from rftg_dsl.games.roll.numbers import REARRANGE, TO_TOP, Play
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.kernel.play import DECLINE, USE
from rftg_dsl.kernel.step import step

TASKS = One(("stock", "scout"))
BOTTOM, TOP = "bottom", "top"


VIRTUAL = ("explore", "ship")
"""The phases that virtual workers can work in."""


def employ(g: Play, me: int, this: int, cells: Sequence[int], low: int, high: int) -> None:
    """Let workers act and count in their phase that are not dice (D29).

    A virtual worker for a later phase waits until it comes.
    """
    w = g.numbers
    rows = {w.rows[phase][me]: phase for phase in VIRTUAL}
    there = [cell for cell in cells if cell - cell % w.width in rows]
    if len(there) > 1:
        there = [cell for cell in there if rows[cell - cell % w.width] == g.facts[w.phase]]
    g.set_fact(w.virtual[me], g.facts[w.virtual[me]] + tuple(there) * low, "employed")


def workers_in(g: Play, seat: int, phase: str) -> tuple[tuple[str, int], ...]:
    """The workers left in a phase, one of each type: ``("die", kind)`` or ``("virtual", kind)``."""
    w = g.numbers
    stock = g.stock
    row = w.rows[phase][seat]
    real = [("die", kind) for kind in w.kinds if stock[row + kind]]
    if virtual := g.facts[w.virtual[seat]]:
        kinds = {cell - row for cell in virtual}
        return (*real, *[("virtual", kind) for kind in w.kinds if kind in kinds])
    return tuple(real)


def finish_work(g: Play, seat: int, phase: str, worker: tuple[str, int]) -> None:
    """R094: after its task a die goes to the Citizenry; a virtual worker vanishes."""
    w = g.numbers
    sort, kind = worker
    if sort == "die":
        g.shift(w.rows[phase][seat] + kind, w.rows["citizenry"][seat] + kind, 1, "worked")
    else:
        virtual = list(g.facts[w.virtual[seat]])
        virtual.remove(w.rows[phase][seat] + kind)
        g.set_fact(w.virtual[seat], tuple(virtual), "worked")


def stop_work(g: Play, seat: int, phase: str) -> None:
    """Return the unused dice of a phase to the cup; unused virtual workers vanish when the phase ends."""
    w = g.numbers
    g.shift_all(w.rows[phase][seat], w.rows["cup"][seat], "unused")


def find_offering_power(g: Play, seat: int, point: str, verb: str) -> str:
    """The seat's power at this point that offers this verb; empty for none."""
    offering = g.numbers.offering[verb]
    return next((bound.hook.id for bound in g.owned(point, seat) if bound.hook.id in offering), "")


@step("roll.explore")
def explore(g: Play, seat: int, done: int = 0) -> None:
    """R110: explorers scout or stock, one after another; tiles may be rearranged before and after each (R220)."""
    if find_offering_power(g, seat, "explore", REARRANGE) and tiles_of(g, seat):
        g.then(rearrange, seat)
    g.then(ask_next_explorer, seat, done)


@step("roll.next-explorer")
def ask_next_explorer(g: Play, seat: int, done: int) -> None:
    """Ask the owner which explorer is next."""
    if done >= g.numbers.most_tasks:
        stop_work(g, seat, "explore")
    elif there := workers_in(g, seat, "explore"):
        if "explore" in g.hooks and (bound := find_usable_power(g, seat)):
            ways = (bound.hook.id, DECLINE) if bound.hook.may else (bound.hook.id,)
            g.ask(seat, USE, One(ways), use_chosen_power, bound.piece, done)
        else:
            g.ask(seat, questions.EXPLORER, One(there, ("word", "kind")), ask_task, done)


def find_usable_power(g: Play, seat: int) -> Bound | None:
    """A power on explorers that the seat can use now, before one of them works: once per phase, or as it says."""
    w = g.numbers
    for bound in g.owned("explore", seat):
        hook, piece = bound.hook, bound.piece
        offered = not any(hook.id in those for those in w.offering.values())
        used = g.used_up(seat, piece, hook) if hook.once else g.uses(seat, piece, hook.id, "phase") > 0
        if offered and not used and hook.can(g, seat, piece):
            return bound
    return None


@step("roll.used-between")
def use_chosen_power(g: Play, seat: int, piece: int, done: int, pick: str) -> None:
    """Use the power, or let an explorer work first."""
    if pick == DECLINE:
        g.ask(seat, questions.EXPLORER, One(workers_in(g, seat, "explore"), ("word", "kind")), ask_task, done)
        return
    if not g.rules.by_id[pick].once:
        g.use_up(seat, piece, pick, "phase")
    g.use(seat, piece, pick)
    g.then(ask_next_explorer, seat, done)


@step("roll.explorer-task")
def ask_task(g: Play, seat: int, done: int, worker: tuple[str, int]) -> None:
    """R110: ask whether to scout or stock."""
    g.ask(seat, questions.TASK, TASKS, do_task, worker, done)


@step("roll.do-task")
def do_task(g: Play, seat: int, worker: tuple[str, int], done: int, task: str) -> None:
    """R111, R112: take credits, or draw tiles after abandoning some."""
    w = g.numbers
    finish_work(g, seat, "explore", worker)
    if task == "stock":
        g.adjust(w.credits[seat], credits_for_stocking(g, seat, worker[1]), "stocked")
        events.stocked(g, seat, worker[1])
        g.then(explore, seat, done + 1)
        return
    g.then(abandon, seat, worker[1])
    g.then(explore, seat, done + 1)


def credits_for_stocking(g: Play, seat: int, kind: int) -> int:
    """R111: the credits that an explorer of a kind stocks; at least 0."""
    return max(0, g.value("stocking", seat, g.numbers.number["stock_credits"], kind))


def tiles_of(g: Play, seat: int) -> tuple[int, ...]:
    """All tiles in the construction zone of a seat."""
    w = g.numbers
    return g.zone[w.stacks["develop"][seat]] + g.zone[w.stacks["settle"][seat]]


@step("roll.abandon")
def abandon(g: Play, seat: int, kind: int) -> None:
    """R112: ask which own tiles to abandon, from anywhere in the stacks."""
    tiles = tiles_of(g, seat)
    g.ask(seat, questions.ABANDON, Some(tiles, 0, len(tiles), "piece"), scout, kind)


@step("roll.scout")
def scout(g: Play, seat: int, kind: int, abandoned: tuple[int, ...]) -> None:
    """R112, R113: put abandoned tiles under the Explore tile, then draw one more than that."""
    w = g.numbers
    for piece in abandoned:
        g.move(piece, w.abandoned, "abandoned")
    g.note("scouted", len(abandoned))
    events.scouted(g, seat, kind)
    top = find_offering_power(g, seat, "explore", TO_TOP)
    g.then(draw_tiles, seat, w.number["scout_tiles"] + len(abandoned), top, g.cause, 0)


def draw_tile(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Draw tiles without scouting; they go to the bottom of a stack (D18)."""
    g.then(draw_tiles, me, low, "", g.cause, 0)


@step("roll.draw-tiles")
def draw_tiles(g: Play, seat: int, n: int, top: str, cause: str, shortage: int) -> None:
    """R113, R118, R119: draw from the bag; if short, return abandoned tiles to it, then have players give some up.

    ``top`` is the power that allows drawn tiles to go on top, or empty.
    """
    w = g.numbers
    drawn = min(n, len(g.zone[w.bag]))
    if drawn:
        g.cause = cause
        tiles = g.draw(f"{g.counters[w.round]}/{seat}/tiles", g.zone[w.bag], drawn)
        g.move_all(tiles, w.place["hand"][seat], "drawn")
    missing = n - drawn
    if missing and g.zone[w.abandoned] and shortage == 0:
        g.move_all(g.zone[w.abandoned], w.bag, "returned")
        g.then(draw_tiles, seat, missing, top, cause, 1)
        return
    if g.zone[w.place["hand"][seat]]:
        g.then(place_tile, seat, top)
    if missing and shortage < 2:
        for other in seats_in_order(g):
            g.then(give_tile, other)
        g.then(draw_tiles, seat, missing, top, cause, 2)
    elif missing:
        g.note("short", seat, missing)


@step("roll.place-tile")
def place_tile(g: Play, seat: int, top: str) -> None:
    """R114: place drawn tiles in any order, either side up, under their stack (or on top, with a power)."""
    hand = g.zone[g.numbers.place["hand"][seat]]
    if not hand:
        return
    ends = (BOTTOM, TOP) if top else (BOTTOM,)
    options = tuple([(side, end) for piece in hand for side in g.layout.pieces[piece].sides for end in ends])
    g.ask(seat, questions.PLACE, One(options, ("side", "word")), place_chosen_tile, top)


@step("roll.tile-placed")
def place_chosen_tile(g: Play, seat: int, top: str, pick: tuple[int, str]) -> None:
    """Put the tile in its stack."""
    w = g.numbers
    side, end = pick
    if end == TOP:
        g.cause = top
    put_in_stack(g, seat, tile_of(g, side), side, 0 if end == TOP else None)
    if g.zone[w.place["hand"][seat]]:
        g.then(place_tile, seat, top)


def put_in_stack(g: Play, seat: int, piece: int, side: int, index: int | None) -> None:
    """Put a tile with this side up in the matching stack."""
    w = g.numbers
    stacks = w.stacks["settle" if w.is_world[side] else "develop"]
    if g.side[piece] != side:
        g.flip(piece, side, "turned")
    g.move(piece, stacks[seat], "placed", index)


@step("roll.give-tile")
def give_tile(g: Play, seat: int) -> None:
    """R119: each player with three or more tiles returns one to the bag; a just completed tile does not count."""
    w = g.numbers
    complete = [args[1] for name, args in g.agenda if name == place_tile_in_tableau.id]
    tiles = tuple([piece for piece in tiles_of(g, seat) if piece not in complete])
    if tiles and len(tiles) >= w.number["shortage_tiles"]:
        g.ask(seat, questions.GIVE_UP, One(tiles, "piece"), return_tile)


@step("roll.tile-given")
def return_tile(g: Play, seat: int, piece: int) -> None:
    """Return the tile to the bag."""
    g.move(piece, g.numbers.bag, "given up")


@step("roll.return-abandoned")
def return_abandoned(g: Play) -> None:
    """R116: abandoned tiles return to the bag at the end of the phase."""
    w = g.numbers
    g.move_all(g.zone[w.abandoned], w.bag, "returned")


def rearrange_stacks(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Put tiles elsewhere between the tasks of Explore, which does it itself."""


@step("roll.rearrange")
def rearrange(g: Play, seat: int) -> None:
    """R220: offer the power before each explorer's task and after the last one."""
    power = find_offering_power(g, seat, "explore", REARRANGE)
    g.ask(seat, questions.REARRANGE, One((power, "decline")), start_over)


@step("roll.start-over")
def start_over(g: Play, seat: int, pick: str) -> None:
    """Start placing all tiles again, one by one."""
    if pick != "decline":
        g.then(lay_tile, seat, pick, ())


@step("roll.lay-tile")
def lay_tile(g: Play, seat: int, power: str, laid: tuple[int, ...]) -> None:
    """Place any remaining tile under the stack for either of its sides, until none are left."""
    left = [piece for piece in tiles_of(g, seat) if not any(side in laid for side in g.layout.pieces[piece].sides)]
    if left:
        options = tuple([side for piece in left for side in g.layout.pieces[piece].sides])
        g.ask(seat, questions.LAY, One(options, "side"), lay_chosen_tile, power, laid)
        return
    g.cause = power
    w = g.numbers
    for side in laid:
        if g.side[tile_of(g, side)] != side:
            put_in_stack(g, seat, tile_of(g, side), side, None)
    for phase, worlds in (("develop", False), ("settle", True)):
        order = tuple([tile_of(g, side) for side in laid if w.is_world[side] == worlds])
        if g.zone[w.stacks[phase][seat]] != order:
            g.arrange(w.stacks[phase][seat], order, "rearranged")


@step("roll.tile-laid")
def lay_chosen_tile(g: Play, seat: int, power: str, laid: tuple[int, ...], side: int) -> None:
    """Place the next tile."""
    g.then(lay_tile, seat, power, (*laid, side))


def tile_of(g: Play, side: int) -> int:
    """The tile with this side."""
    return g.layout.piece[g.layout.sides[side].partition(".")[0]]
