"""Decisions of Roll: each answer function compares the options and finds the recorded pick among ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rftg_dsl.games.roll.assign import DICTATE, Terms
from rftg_dsl.games.roll.build import need
from rftg_dsl.games.roll.explore import tiles_of
from rftg_dsl.games.roll.goods import goods_of, worlds_with_room
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import Differs
from rftg_dsl.importers.roll_trace.follower import RollFollower
from rftg_dsl.importers.tape import unordered
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Pick, Some
from rftg_dsl.kernel.play import Play

DECLINE = "decline"
DICTATED = "Dictate"
Cells = Iterable[tuple[int, int]]


def options(d: Decision) -> Sequence[Pick]:
    """The options of a choice of one or some."""
    assert isinstance(d.form, One | Some), d.form.shape()
    return d.form.options


def bag(d: Decision) -> Bag:
    """The form of a decision about dice."""
    assert isinstance(d.form, Bag), d.form.shape()
    return d.form


def count(cells: Cells, wanted: Counter[Any], shape: Callable[[int], Any]) -> Pick:
    """A pick with the wanted number from each cell; wanted things that match no cell are left out."""
    return tuple([(cell, n) for cell, _ in cells if (n := wanted[shape(cell)])])


# -- setup and Assign


def start(f: RollFollower, d: Decision) -> Pick:
    """Which of the two tiles becomes the development."""
    tiles = {side: f.names.tiles[f.names.tile[side]] for side in options(d)}
    pairs = {side: [tile, next(t for t in tiles.values() if t != tile)] for side, tile in tiles.items()}
    record = f.take("start", seat=d.seat)
    f.tape.same_set("options of start", pairs.values(), f.tape.get("opt"))
    return f.tape.choose("start", pairs, pairs.__getitem__, [record.get("dev"), record.get("world")])


def wild(f: RollFollower, d: Decision) -> Pick:
    """The columns for the wild dice of one colour; the record covers all colours."""
    names = f.names
    record = f.tape.record
    if record.get("e") != "wild" or record.get("seat") != d.seat:
        f.take("wild", seat=d.seat)
        wilds = names.dice_at(f.play, f.numbers.rows["wild"][d.seat])
        f.tape.same("options of wild", wilds, f.tape.get("opt", "wild"))
        placed = Counter(colour for colour, _ in f.tape.rows(f.tape.get("dice"), 2))
        f.tape.same("wild dice", wilds, dict(placed))
    colour = names.colour(d.args[0])
    to = Counter(column for die, column in f.tape.rows(f.tape.get("dice"), 2) if die == colour)
    return count(bag(d).cells, to, names.places.__getitem__)


def select(f: RollFollower, d: Decision) -> Pick:
    """The selected phase; all five are legal."""
    f.take("select", seat=d.seat)
    return f.tape.choose("phase", options(d), str, f.tape.get("phase"))


def selector(f: RollFollower, d: Decision) -> Pick:
    """The die that selects the phase."""
    f.tape.same_set("options of select", map(f.names.die, options(d)), f.tape.get("opt"))
    return f.tape.choose("selecting die", options(d), f.names.die, f.tape.get("die"))


def reassign(f: RollFollower, d: Decision) -> Pick:
    """A Reassign power, Dictate, or ``done``; the options of each are found on a copy of the play."""
    f.settle()
    powers = [option for option in options(d) if option != DONE]
    if not powers and f.tape.ahead().get("e") != "reassign":
        return DONE
    f.take("reassign", seat=d.seat)
    shown = {f.names.power_side.get(power, DICTATED): power_options(f, power) for power in powers}
    f.tape.same("number of Reassign powers", len(powers), len(shown))
    f.tape.same("options of reassign", unordered(shown), unordered(f.tape.get("opt")))
    power = f.tape.get("power")
    if power is None:
        return DONE
    f.parts = f.tape.rows(f.tape.get("moves"), 3)
    return f.tape.choose("power", powers, lambda one: f.names.power_side.get(one, DICTATED), power)


def power_options(f: RollFollower, power: str) -> dict[str, Any]:
    """The options of one use of a power, in the format of the recordings."""
    twin, asked = tried(f.play, power)
    if power != DICTATE:
        return moves_of(f, [asked])
    gives = options(asked)
    # A worker given up cannot move, so a single use does not show all moves.
    shown = moves_of(f, [tried(twin, cell)[1] for cell in gives])
    return {"give": [f.names.die(cell) for cell in gives], **shown}


def tried(play: Play[Any], pick: Pick) -> tuple[Play[Any], Decision]:
    """A copy of the play after this pick, and its next decision."""
    twin = play.clone()
    refusal = twin.answer(pick)
    assert refusal is None and twin.pending is not None, (pick, refusal)
    return twin, twin.pending


def moves_of(f: RollFollower, asked: Iterable[Decision]) -> dict[str, Any]:
    """The single moves open in any of these decisions, and the limits of one use."""
    moves: set[tuple[int, int]] = set()
    shown = {}
    for choice in asked:
        terms = Terms(*choice.args[0])
        shown = {"min": terms.low, "max": terms.high, **({"same_from": True} if terms.same else {})}
        moves.update(option for option in options(choice) if option != DONE)
    return {"moves": [move(f, one) for one in moves], **shown}


def move(f: RollFollower, option: tuple[int, int]) -> list[str]:
    """A move as colour, source and target."""
    cell, place = option
    return [*f.names.die(cell), f.names.places[place]]


def give(f: RollFollower, d: Decision) -> Pick:
    """The worker given up for Dictate."""
    return f.tape.choose("give", options(d), f.names.die, f.tape.get("give"))


def worker(f: RollFollower, d: Decision) -> Pick:
    """The next worker to move, or ``done``."""
    if not f.parts:
        return DONE
    moves = [option for option in options(d) if option != DONE]
    return f.tape.choose("move", moves, lambda one: move(f, one), list(f.parts.pop(0)))


# -- Explore


def explorer(f: RollFollower, d: Decision) -> Pick:
    """The next explorer."""
    f.take("explorer", seat=d.seat)
    f.tape.same_set("options of explorer", map(f.names.worker, options(d)), f.tape.get("opt", "workers"))
    return f.tape.choose("explorer", options(d), f.names.worker, f.tape.get("worker"))


def task(f: RollFollower, d: Decision) -> Pick:
    """Scout or stock."""
    return f.tape.choose("task", options(d), str, f.tape.get("task"))


def abandon(f: RollFollower, d: Decision) -> Pick:
    """The tiles abandoned."""
    pieces = options(d)
    return tuple(
        f.tape.choose("abandon", pieces, lambda piece: f.names.zone_tile(f.play, piece), list(tile))
        for tile in f.tape.rows(f.tape.get("abandon"), 3)
    )


def place(f: RollFollower, d: Decision) -> Pick:
    """The side and stack end for the next drawn tile; the record covers the whole draw."""
    names, (top,) = f.names, d.args
    if not f.parts:
        hand = f.play.zone[f.numbers.place["hand"][d.seat]]
        f.take("place", seat=d.seat, why=f.drawn_why)
        f.tape.same_set("options of place", [names.tiles[piece] for piece in hand], f.tape.get("opt", "tiles"))
        f.tape.same("place on top", bool(top), f.tape.get("opt", "top"))
        f.parts = f.tape.rows(f.tape.get("tiles"), 3)
        f.tape.same("number of tiles placed", len(hand), len(f.parts))

    def shape(option: tuple[int, str]) -> list[str]:
        side, end = option
        return [names.tiles[names.tile[side]], names.letters[side], end]

    return f.tape.choose("place", options(d), shape, list(f.parts.pop(0)))


def give_up(f: RollFollower, d: Decision) -> Pick:
    """The tile given up because the bag is empty."""

    def shape(piece: int) -> list[str]:
        return f.names.zone_tile(f.play, piece)

    f.take("forced_abandon", seat=d.seat)
    f.tape.same_set("options of forced_abandon", map(shape, options(d)), f.tape.get("opt"))
    return f.tape.choose("forced_abandon", options(d), shape, f.tape.get("tile"))


def rearrange(f: RollFollower, d: Decision) -> Pick:
    """Whether to rearrange the stacks; only uses are recorded, and the last of several in a row counts."""
    f.settle()
    tiles: list[str] = []
    by_name = f.names.by_name
    while f.tape.ahead().get("e") == "logistics" and f.tape.ahead().get("seat") == d.seat:
        f.tape.next()
        tiles = [*f.tape.texts(f.tape.get("dev")), *f.tape.texts(f.tape.get("world"))]
        named = [by_name.get(name, name) for name in tiles]
        f.tape.same_set("tiles of the stacks", [f.names.tiles[tile] for tile in tiles_of(f.play, d.seat)], named)
    f.parts = tiles
    return next(option for option in options(d) if option != DECLINE) if tiles else DECLINE


def lay(f: RollFollower, d: Decision) -> Pick:
    """The next tile of the stacks, developments first."""
    if not f.parts:
        raise Differs(f.tape.line, "tiles of the stacks", [f.names.sides[side] for side in options(d)], [])
    return f.tape.choose("stacks", options(d), f.names.sides.__getitem__, f.parts.pop(0))


# -- Develop and Settle


def put(f: RollFollower, d: Decision) -> Pick:
    """The workers put on the top tile."""
    (phase,) = d.args
    top = top_tile(f, d.seat, phase)
    f.take("put", seat=d.seat, phase=phase, tile=f.names.sides[f.play.side[top]])
    ours = {
        "from": f.names.dice(bag(d).cells),
        "on": f.names.dice_at(f.play, f.numbers.on_stack[phase][d.seat]),
        "n": bag(d).low,
        "need": need(f.play, d.seat, top),
    }
    f.tape.same("options of put", ours, f.tape.get("opt"))
    return dice(f, d, "dice")


def complete(f: RollFollower, d: Decision) -> Pick:
    """The workers that complete the tile."""
    (phase,) = d.args
    top = top_tile(f, d.seat, phase)
    f.take("complete", seat=d.seat, phase=phase, tile=f.names.sides[f.play.side[top]])
    f.tape.same("options of complete", {"on": f.names.dice(bag(d).cells), "n": bag(d).low}, f.tape.get("opt"))
    return dice(f, d, "used")


def top_tile(f: RollFollower, seat: int, phase: str) -> int:
    """The tile on top of a stack."""
    return f.play.zone[f.numbers.stacks[phase][seat]][0]


def dice(f: RollFollower, d: Decision, field: str) -> Pick:
    """A recorded list of dice, as a pick from the form."""
    colours = Counter(f.tape.texts(f.tape.get(field)))
    f.tape.same(
        f"{field} that are not there", [], sorted({*colours} - {f.names.colour(cell) for cell, _ in bag(d).cells})
    )
    return count(bag(d).cells, colours, f.names.colour)


def save(f: RollFollower, d: Decision) -> Pick:
    """Which workers go to the cup; a power that takes all workers has no record."""
    power = f.rules.by_id[d.args[1]]
    if power.model.effects[0].all:
        return d.form.only()
    f.take("save", seat=d.seat, power=f.names.power_side[power.id])
    listed = [[f.names.colour(cell) for cell, n in pick for _ in range(n)] for pick in d.form.listed()]
    f.tape.same_set("options of save", listed, f.tape.get("opt"), depth=2)
    return dice(f, d, "dice")


def remove(f: RollFollower, d: Decision) -> Pick:
    """The own die to remove."""
    f.take("remove", seat=d.seat, tile=f.names.power_side[d.args[1]])
    cells = [cell for cell, _ in bag(d).cells]
    f.tape.same_set("options of remove", map(f.names.die, cells), f.tape.get("opt"))
    return ((f.tape.choose("remove", cells, f.names.die, [f.tape.get("die"), f.tape.get("place")]), 1),)


# -- Produce and Ship


def producer(f: RollFollower, d: Decision) -> Pick:
    """The next producer."""
    names = f.names
    worlds = [names.sides[f.play.side[piece]] for piece in worlds_with_room(f.play, d.seat)]
    f.take("produce", seat=d.seat)
    f.tape.same_set("producers", map(names.colour, options(d)), f.tape.get("opt", "workers"))
    f.tape.same_set("worlds with room", worlds, f.tape.get("opt", "worlds"))
    return f.tape.choose("producer", options(d), names.colour, f.tape.get("die"))


def world(f: RollFollower, d: Decision) -> Pick:
    """The world to produce on."""
    return f.tape.choose("world", options(d), lambda p: f.names.sides[f.play.side[p]], f.tape.get("world"))


def good_shape(f: RollFollower, cell: int) -> list[str]:
    """A good as its world and its colour."""
    colour, where = f.names.die(cell)
    return [where.partition(":")[2], colour]


def shipper(f: RollFollower, d: Decision) -> Pick:
    """The next shipper."""
    f.take("shipper", seat=d.seat)
    f.tape.same_set("shippers", map(f.names.worker, options(d)), f.tape.get("opt", "workers"))
    goods = [good_shape(f, cell) for cell in goods_of(f.play, d.seat)]
    f.tape.same_set("goods", goods, f.tape.get("opt", "goods"))
    return f.tape.choose("shipper", options(d), f.names.worker, f.tape.get("worker"))


def good(f: RollFollower, d: Decision) -> Pick:
    """The good to ship."""
    theirs = [f.tape.get("world"), f.tape.get("good")]
    return f.tape.choose("good", options(d), lambda cell: good_shape(f, cell), theirs)


def mode(f: RollFollower, d: Decision) -> Pick:
    """Trade or consume."""
    f.tape.same_set("modes", options(d), f.tape.get("opt", "modes"))
    (_, ships), cell, _ = d.args
    matches = f.numbers.matches
    side = f.play.side[f.numbers.place["goods"].index(cell // f.numbers.width)]
    f.match = [int(side in matches[cell % f.numbers.width]), int(side in matches[ships])]
    return f.tape.choose("mode", options(d), str, f.tape.get("mode"))


def use(f: RollFollower, d: Decision) -> Pick:
    """Whether to use an optional power; only Galactic Bankers is recorded."""
    f.take("bankers", seat=d.seat)
    f.tape.same_set("options of bankers", [option != DECLINE for option in options(d)], f.tape.get("opt"))
    return f.tape.choose("pay", options(d), lambda option: option != DECLINE, f.tape.get("pay"))


# -- Manage Empire


def recruit(f: RollFollower, d: Decision) -> Pick:
    """The dice recruited."""
    f.take("recruit", seat=d.seat)
    f.tape.same("options of recruit", {"from": f.names.dice(bag(d).cells), "n": bag(d).low}, f.tape.get("opt"))
    return dice(f, d, "dice")


def recall(f: RollFollower, d: Decision) -> Pick:
    """The dice recalled."""
    names = f.names
    f.take("recall", seat=d.seat)
    there: dict[str, dict[str, int]] = {}
    for cell, n in bag(d).cells:
        colour, where = names.die(cell)
        there.setdefault(where, {})[colour] = n
    f.tape.same("options of recall", {"from": there, "min": bag(d).low}, f.tape.get("opt"))
    wanted = Counter(f.tape.rows(f.tape.get("dice"), 2))
    known = {tuple(names.die(cell)) for cell, _ in bag(d).cells}
    f.tape.same("dice that are not there", [], sorted({*wanted} - known))
    return count(bag(d).cells, wanted, lambda cell: tuple(names.die(cell)))


ANSWERS: Answers = {
    "start": start,
    "wild": wild,
    "select": select,
    "selector": selector,
    "reassign": reassign,
    "give": give,
    "worker": worker,
    "explorer": explorer,
    "task": task,
    "abandon": abandon,
    "place": place,
    "give up": give_up,
    "rearrange": rearrange,
    "lay": lay,
    "put": put,
    "complete": complete,
    "move things": save,
    "discard": remove,
    "producer": producer,
    "world": world,
    "shipper": shipper,
    "good": good,
    "mode": mode,
    "use": use,
    "recruit": recruit,
    "recall": recall,
}
"""The reader of the recorded answer, by the name of our decision."""


class AnsweringFollower(RollFollower):
    """Follows one recorded game, and answers its decisions from it."""

    answers = ANSWERS
