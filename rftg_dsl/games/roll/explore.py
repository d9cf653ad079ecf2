"""The Explore phase (R110-R120): scouting, stocking, and replenishing an empty bag."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import verb
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


@verb(
    "employ",
    "stock",
    grants=True,
    conjures=True,
    leads=VIRTUAL,
    fires=(events.scouted, events.stocked, events.trades, events.traded, events.consumed, events.shipped),
    saying="use {n} extra {noun} (not {a die|dice})",
    text="Use virtual workers, which work and count as workers in their phase but are not dice (D29).",
)
def employ(play: Play, seat: int, this: int, cells: Sequence[int], low: int, high: int) -> None:
    """D29: add virtual workers to a phase, which is either the current phase or a later one.

    Virtual workers do tasks and count as workers in that phase, but they are not dice.
    """
    numbers = play.numbers
    rows = {numbers.rows[phase][seat]: phase for phase in VIRTUAL}
    there = [cell for cell in cells if cell - cell % numbers.width in rows]
    if len(there) > 1:
        there = [cell for cell in there if rows[cell - cell % numbers.width] == play.facts[numbers.phase]]
    play.set_fact(numbers.virtual[seat], play.facts[numbers.virtual[seat]] + tuple(there) * low, "employed")


def workers_in(play: Play, seat: int, phase: str) -> tuple[tuple[str, int], ...]:
    """The workers left in a phase, with one entry per type: ``("die", kind)`` or ``("virtual", kind)``."""
    numbers = play.numbers
    stock = play.stock
    row = numbers.rows[phase][seat]
    real = [("die", kind) for kind in numbers.kinds if stock[row + kind]]
    if virtual := play.facts[numbers.virtual[seat]]:
        kinds = {cell - row for cell in virtual}
        return (*real, *[("virtual", kind) for kind in numbers.kinds if kind in kinds])
    return tuple(real)


def finish_work(play: Play, seat: int, phase: str, worker: tuple[str, int]) -> None:
    """R094: send a die to the Citizenry after its task; a virtual worker vanishes instead."""
    numbers = play.numbers
    sort, kind = worker
    if sort == "die":
        play.shift(numbers.rows[phase][seat] + kind, numbers.rows["citizenry"][seat] + kind, 1, "worked")
    else:
        virtual = list(play.facts[numbers.virtual[seat]])
        virtual.remove(numbers.rows[phase][seat] + kind)
        play.set_fact(numbers.virtual[seat], tuple(virtual), "worked")


def stop_work(play: Play, seat: int, phase: str) -> None:
    """Return the unused dice of a phase to the cup; unused virtual workers vanish when the phase ends."""
    numbers = play.numbers
    play.shift_all(numbers.rows[phase][seat], numbers.rows["cup"][seat], "unused")


def find_offering_power(play: Play, seat: int, point: str, verb: str) -> str:
    offering = play.numbers.offering[verb]
    return next((bound.hook.id for bound in play.owned(point, seat) if bound.hook.id in offering), "")


@step(
    "roll.explore",
    "R110: each explorer in turn scouts or stocks; powers may rearrange tiles before and after each task (R220).",
)
def explore(play: Play, seat: int, done: int = 0) -> None:
    if find_offering_power(play, seat, "explore", REARRANGE) and tiles_of(play, seat):
        play.then(rearrange, seat)
    play.then(ask_next_explorer, seat, done)


@step("roll.next-explorer", "Ask which explorer works next.")
def ask_next_explorer(play: Play, seat: int, done: int) -> None:
    if done >= play.numbers.most_tasks:
        stop_work(play, seat, "explore")
    elif there := workers_in(play, seat, "explore"):
        if "explore" in play.hooks and (bound := find_usable_power(play, seat)):
            ways = (bound.hook.id, DECLINE) if bound.hook.may else (bound.hook.id,)
            play.ask(seat, USE, One(ways), use_chosen_power, bound.piece, done)
        else:
            play.ask(seat, questions.EXPLORER, One(there, ("word", "kind")), ask_task, done)


def find_usable_power(play: Play, seat: int) -> Bound | None:
    numbers = play.numbers
    for bound in play.owned("explore", seat):
        hook, piece = bound.hook, bound.piece
        offered = not any(hook.id in powers for powers in numbers.offering.values())
        # A power without its own limit can be used once per phase; otherwise, it could be used forever.
        used = play.used_up(seat, piece, hook) if hook.once else play.uses(seat, piece, hook.id, "phase") > 0
        if offered and not used and hook.can(play, seat, piece):
            return bound
    return None


@step("roll.used-between", "Use the power, or let an explorer work first.")
def use_chosen_power(play: Play, seat: int, piece: int, done: int, pick: str) -> None:
    if pick == DECLINE:
        play.ask(seat, questions.EXPLORER, One(workers_in(play, seat, "explore"), ("word", "kind")), ask_task, done)
        return
    if not play.rules.by_id[pick].once:
        play.use_up(seat, piece, pick, "phase")
    play.use(seat, piece, pick)
    play.then(ask_next_explorer, seat, done)


@step("roll.explorer-task", "R110: ask whether to scout or stock.")
def ask_task(play: Play, seat: int, done: int, worker: tuple[str, int]) -> None:
    play.ask(seat, questions.TASK, TASKS, do_task, worker, done)


@step("roll.do-task", "R111, R112: take credits, or abandon any number of tiles and then draw.")
def do_task(play: Play, seat: int, worker: tuple[str, int], done: int, task: str) -> None:
    numbers = play.numbers
    finish_work(play, seat, "explore", worker)
    if task == "stock":
        play.adjust(numbers.credits[seat], credits_for_stocking(play, seat, worker[1]), "stocked")
        events.stocked(play, seat, worker[1])
        play.then(explore, seat, done + 1)
        return
    # The explorer has already left its column (R094), so it cannot be chosen again.
    play.then(abandon, seat, worker[1])
    play.then(explore, seat, done + 1)


def credits_for_stocking(play: Play, seat: int, kind: int) -> int:
    """R111: the number of credits that an explorer of this kind stocks, at least 0."""
    return max(0, play.value("stocking", seat, play.numbers.number["stock_credits"], kind))


def tiles_of(play: Play, seat: int) -> tuple[int, ...]:
    numbers = play.numbers
    return play.zone[numbers.stacks["develop"][seat]] + play.zone[numbers.stacks["settle"][seat]]


@step("roll.abandon", "R112: ask which tiles to abandon, from anywhere in the player's stacks.")
def abandon(play: Play, seat: int, kind: int) -> None:
    tiles = tiles_of(play, seat)
    play.ask(seat, questions.ABANDON, Some(tiles, 0, len(tiles), "piece"), scout, kind)


@step(
    "roll.scout",
    "R112, R113: put the abandoned tiles under the Explore tile, then draw one tile more than were abandoned.",
)
def scout(play: Play, seat: int, kind: int, abandoned: tuple[int, ...]) -> None:
    numbers = play.numbers
    for piece in abandoned:
        play.move(piece, numbers.abandoned, "abandoned")
    play.note("scouted", len(abandoned))
    events.scouted(play, seat, kind)
    top = find_offering_power(play, seat, "explore", TO_TOP)
    play.then(draw_tiles, seat, numbers.number["scout_tiles"] + len(abandoned), top, play.cause, 0)


@verb(
    "draw",
    "pieces",
    asks=True,
    grants=True,
    text="Draw tiles without scouting; they go to the bottom of a stack (D18).",
)
def draw_tile(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    play.then(draw_tiles, seat, low, "", play.cause, 0)


@step(
    "roll.draw-tiles",
    "R113, R118, R119: draw from the bag; if it runs out, add abandoned tiles to it, then have players give some up.",
)
def draw_tiles(play: Play, seat: int, n: int, top: str, cause: str, shortage: int) -> None:
    """``top`` is the power, if any, that allows tiles to be placed on top of a stack.

    ``shortage`` counts the remedies that have been tried for an empty bag.
    """
    numbers = play.numbers
    drawn = min(n, len(play.zone[numbers.bag]))
    if drawn:
        play.cause = cause
        tiles = play.draw(f"{play.counters[numbers.round]}/{seat}/tiles", play.zone[numbers.bag], drawn)
        play.move_all(tiles, numbers.place["hand"][seat], "drawn")
    missing = n - drawn
    # Try each remedy only once; otherwise, a draw from an empty bag would never end.
    if missing and play.zone[numbers.abandoned] and shortage == 0:
        play.move_all(play.zone[numbers.abandoned], numbers.bag, "returned")
        play.then(draw_tiles, seat, missing, top, cause, 1)
        return
    if play.zone[numbers.place["hand"][seat]]:
        play.then(place_tile, seat, top)
    if missing and shortage < 2:
        for other in seats_in_order(play):
            play.then(give_tile, other)
        play.then(draw_tiles, seat, missing, top, cause, 2)
    elif missing:
        play.note("short", seat, missing)


@step(
    "roll.place-tile",
    "R114: place drawn tiles in any order, either side up, under the matching stack (or on top, with a power).",
)
def place_tile(play: Play, seat: int, top: str) -> None:
    hand = play.zone[play.numbers.place["hand"][seat]]
    if not hand:
        return
    ends = (BOTTOM, TOP) if top else (BOTTOM,)
    options = tuple([(side, end) for piece in hand for side in play.layout.pieces[piece].sides for end in ends])
    play.ask(seat, questions.PLACE, One(options, ("side", "word")), place_chosen_tile, top)


@step("roll.tile-placed", "Put the tile in its stack.")
def place_chosen_tile(play: Play, seat: int, top: str, pick: tuple[int, str]) -> None:
    numbers = play.numbers
    side, end = pick
    if end == TOP:
        play.cause = top
    put_in_stack(play, seat, tile_of(play, side), side, 0 if end == TOP else None)
    if play.zone[numbers.place["hand"][seat]]:
        play.then(place_tile, seat, top)


def put_in_stack(play: Play, seat: int, piece: int, side: int, index: int | None) -> None:
    numbers = play.numbers
    stacks = numbers.stacks["settle" if numbers.is_world[side] else "develop"]
    if play.side[piece] != side:
        play.flip(piece, side, "turned")
    play.move(piece, stacks[seat], "placed", index)


@step(
    "roll.give-tile",
    "R119: each player with three or more tiles returns one to the bag; a tile just completed does not count.",
)
def give_tile(play: Play, seat: int) -> None:
    numbers = play.numbers
    complete = [args[1] for name, args in play.agenda if name == place_tile_in_tableau.id]
    tiles = tuple([piece for piece in tiles_of(play, seat) if piece not in complete])
    if tiles and len(tiles) >= numbers.number["shortage_tiles"]:
        play.ask(seat, questions.GIVE_UP, One(tiles, "piece"), return_tile)


@step("roll.tile-given", "Return the tile to the bag.")
def return_tile(play: Play, seat: int, piece: int) -> None:
    play.move(piece, play.numbers.bag, "given up")


@step("roll.return-abandoned", "R116: abandoned tiles return to the bag at the end of the phase.")
def return_abandoned(play: Play) -> None:
    numbers = play.numbers
    play.move_all(play.zone[numbers.abandoned], numbers.bag, "returned")


@verb(
    TO_TOP,
    "nothing",
    offered=True,
    alone=True,
    saying="place the tiles that you draw when you scout on top of {your} stacks",
    text="Place tiles drawn by scouting on top of their stacks; Explore itself carries this out.",
)
@verb(
    REARRANGE,
    "nothing",
    offered=True,
    alone=True,
    saying="rearrange and [turn] over the tiles in {your} stacks, any number of times",
    text="Rearrange and turn over the tiles in your stacks; Explore itself carries this out between its tasks.",
)
def rearrange_stacks(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    """Do nothing, because Explore itself moves the tiles between its tasks."""


@step("roll.rearrange", "R220: offer the power before each explorer's task and after the last one.")
def rearrange(play: Play, seat: int) -> None:
    power = find_offering_power(play, seat, "explore", REARRANGE)
    play.ask(seat, questions.REARRANGE, One((power, "decline")), start_over)


@step("roll.start-over", "Start to place all the player's tiles again, one by one.")
def start_over(play: Play, seat: int, pick: str) -> None:
    if pick != "decline":
        play.then(lay_tile, seat, pick, ())


@step("roll.lay-tile", "Ask which remaining tile to place next, and with which side up, until none are left.")
def lay_tile(play: Play, seat: int, power: str, laid: tuple[int, ...]) -> None:
    left = [
        piece for piece in tiles_of(play, seat) if not any(side in laid for side in play.layout.pieces[piece].sides)
    ]
    if left:
        options = tuple([side for piece in left for side in play.layout.pieces[piece].sides])
        play.ask(seat, questions.LAY, One(options, "side"), lay_chosen_tile, power, laid)
        return
    play.cause = power
    numbers = play.numbers
    for side in laid:
        if play.side[tile_of(play, side)] != side:
            put_in_stack(play, seat, tile_of(play, side), side, None)
    for phase, worlds in (("develop", False), ("settle", True)):
        order = tuple([tile_of(play, side) for side in laid if numbers.is_world[side] == worlds])
        if play.zone[numbers.stacks[phase][seat]] != order:
            play.arrange(numbers.stacks[phase][seat], order, "rearranged")


@step("roll.tile-laid", "Note the chosen tile and side, then place the next tile.")
def lay_chosen_tile(play: Play, seat: int, power: str, laid: tuple[int, ...], side: int) -> None:
    play.then(lay_tile, seat, power, (*laid, side))


def tile_of(play: Play, side: int) -> int:
    return play.layout.piece[play.layout.sides[side].partition(".")[0]]
