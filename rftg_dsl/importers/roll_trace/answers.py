"""Answers to the decisions in Roll; each function compares the options and finds the recorded pick among ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rftg_dsl.games.roll.assign import DICTATE, Terms
from rftg_dsl.games.roll.build import count_needed
from rftg_dsl.games.roll.explore import tiles_of
from rftg_dsl.games.roll.goods import goods_of, worlds_with_room
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.roll_trace.follower import RollFollower
from rftg_dsl.importers.tape import with_sorted_lists
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Pick, Some
from rftg_dsl.kernel.play import Play

DECLINE = "decline"
DICTATED = "Dictate"
Cells = Iterable[tuple[int, int]]


def options_of(d: Decision) -> Sequence[Pick]:
    assert isinstance(d.form, One | Some), d.form.shape()
    return d.form.options


def bag_of(d: Decision) -> Bag:
    assert isinstance(d.form, Bag), d.form.shape()
    return d.form


def count(cells: Cells, wanted: Counter[Any], shape: Callable[[int], Any]) -> Pick:
    return tuple([(cell, n) for cell, _ in cells if (n := wanted[shape(cell)])])


# -- setup and Assign


def answer_start(f: RollFollower, d: Decision) -> Pick:
    tiles = {side: f.names.tiles[f.names.tile[side]] for side in options_of(d)}
    pairs = {side: [tile, next(t for t in tiles.values() if t != tile)] for side, tile in tiles.items()}
    record = f.take("start", seat=d.seat)
    f.tape.same_set("options for start", pairs.values(), f.tape.get("opt"))
    return f.tape.choose("start", pairs, pairs.__getitem__, [record.get("dev"), record.get("world")])


def answer_wild(f: RollFollower, d: Decision) -> Pick:
    names = f.names
    record = f.tape.record
    # One record covers all colours, but this decision is about a single colour.
    if record.get("e") != "wild" or record.get("seat") != d.seat:
        f.take("wild", seat=d.seat)
        wilds = names.dice_at(f.play, f.numbers.rows["wild"][d.seat])
        f.tape.same("options for wild", wilds, f.tape.get("opt", "wild"))
        placed = Counter(colour for colour, _ in f.tape.rows(f.tape.get("dice"), 2))
        f.tape.same("wild dice", wilds, dict(placed))
    colour = names.colour_in(d.args[0])
    to = Counter(column for die, column in f.tape.rows(f.tape.get("dice"), 2) if die == colour)
    return count(bag_of(d).cells, to, names.places.__getitem__)


def answer_select(f: RollFollower, d: Decision) -> Pick:
    # All five phases are legal, so no options are recorded.
    f.take("select", seat=d.seat)
    return f.tape.choose("phase", options_of(d), str, f.tape.get("phase"))


def answer_selector(f: RollFollower, d: Decision) -> Pick:
    f.tape.same_set("options for select", map(f.names.die_in, options_of(d)), f.tape.get("opt"))
    return f.tape.choose("selecting die", options_of(d), f.names.die_in, f.tape.get("die"))


def answer_reassign(f: RollFollower, d: Decision) -> Pick:
    f.settle()
    powers = [option for option in options_of(d) if option != DONE]
    if not powers and f.tape.ahead().get("e") != "reassign":
        return DONE
    f.take("reassign", seat=d.seat)
    # Find the options of each power on a copy of the play.
    shown = {f.names.power_side.get(power, DICTATED): options_of_power(f, power) for power in powers}
    f.tape.same("number of Reassign powers", len(powers), len(shown))
    f.tape.same("options for reassign", with_sorted_lists(shown), with_sorted_lists(f.tape.get("opt")))
    power = f.tape.get("power")
    if power is None:
        return DONE
    f.parts = f.tape.rows(f.tape.get("moves"), 3)
    return f.tape.choose("power", powers, lambda option: f.names.power_side.get(option, DICTATED), power)


def options_of_power(f: RollFollower, power: str) -> dict[str, Any]:
    twin, asked = try_pick(f.play, power)
    if power != DICTATE:
        return moves_of(f, [asked])
    gives = options_of(asked)
    # A worker that is given up cannot move, so trying to give up only one worker would not show all moves.
    shown = moves_of(f, [try_pick(twin, cell)[1] for cell in gives])
    return {"give": [f.names.die_in(cell) for cell in gives], **shown}


def try_pick(play: Play[Any], pick: Pick) -> tuple[Play[Any], Decision]:
    """Return a copy of the play after this pick, and the copy's next decision."""
    twin = play.clone()
    refusal = twin.answer(pick)
    assert refusal is None and twin.pending is not None, (pick, refusal)
    return twin, twin.pending


def moves_of(f: RollFollower, asked: Iterable[Decision]) -> dict[str, Any]:
    """All moves that these decisions allow, and how many of the moves one use of the power may or must make."""
    moves: set[tuple[int, int]] = set()
    shown = {}
    for choice in asked:
        terms = Terms(*choice.args[0])
        shown = {"min": terms.low, "max": terms.high, **({"same_from": True} if terms.same else {})}
        moves.update(option for option in options_of(choice) if option != DONE)
    return {"moves": [shape_of_move(f, move) for move in moves], **shown}


def shape_of_move(f: RollFollower, option: tuple[int, int]) -> list[str]:
    cell, place = option
    return [*f.names.die_in(cell), f.names.places[place]]


def answer_give(f: RollFollower, d: Decision) -> Pick:
    return f.tape.choose("give", options_of(d), f.names.die_in, f.tape.get("give"))


def answer_worker(f: RollFollower, d: Decision) -> Pick:
    if not f.parts:
        return DONE
    moves = [option for option in options_of(d) if option != DONE]
    return f.tape.choose("move", moves, lambda move: shape_of_move(f, move), list(f.parts.pop(0)))


# -- Explore


def answer_explorer(f: RollFollower, d: Decision) -> Pick:
    f.take("explorer", seat=d.seat)
    f.tape.same_set("options for explorer", map(f.names.name_of_worker, options_of(d)), f.tape.get("opt", "workers"))
    return f.tape.choose("explorer", options_of(d), f.names.name_of_worker, f.tape.get("worker"))


def answer_task(f: RollFollower, d: Decision) -> Pick:
    return f.tape.choose("task", options_of(d), str, f.tape.get("task"))


def answer_abandon(f: RollFollower, d: Decision) -> Pick:
    pieces = options_of(d)
    return tuple(
        f.tape.choose("abandon", pieces, lambda piece: f.names.tile_in_zone(f.play, piece), list(tile))
        for tile in f.tape.rows(f.tape.get("abandon"), 3)
    )


def answer_place(f: RollFollower, d: Decision) -> Pick:
    names, (top,) = f.names, d.args
    # One record covers the whole draw, but this decision is about a single tile.
    if not f.parts:
        hand = f.play.zone[f.numbers.place["hand"][d.seat]]
        f.take("place", seat=d.seat, why=f.drawn_why)
        f.tape.same_set("options for place", [names.tiles[piece] for piece in hand], f.tape.get("opt", "tiles"))
        f.tape.same("place on top", bool(top), f.tape.get("opt", "top"))
        f.parts = f.tape.rows(f.tape.get("tiles"), 3)
        f.tape.same("number of tiles placed", len(hand), len(f.parts))

    def shape_of(option: tuple[int, str]) -> list[str]:
        side, end = option
        return [names.tiles[names.tile[side]], names.letters[side], end]

    return f.tape.choose("place", options_of(d), shape_of, list(f.parts.pop(0)))


def answer_give_up(f: RollFollower, d: Decision) -> Pick:
    def shape_of(piece: int) -> list[str]:
        return f.names.tile_in_zone(f.play, piece)

    f.take("forced_abandon", seat=d.seat)
    f.tape.same_set("options for forced_abandon", map(shape_of, options_of(d)), f.tape.get("opt"))
    return f.tape.choose("forced_abandon", options_of(d), shape_of, f.tape.get("tile"))


def answer_rearrange(f: RollFollower, d: Decision) -> Pick:
    f.settle()
    tiles: list[str] = []
    by_name = f.names.by_name
    # Only uses of the power are recorded; if there are several in a row, the last one counts.
    while f.tape.ahead().get("e") == "logistics" and f.tape.ahead().get("seat") == d.seat:
        f.tape.next()
        tiles = [*f.tape.texts(f.tape.get("dev")), *f.tape.texts(f.tape.get("world"))]
        named = [by_name.get(name, name) for name in tiles]
        f.tape.same_set("tiles in the stacks", [f.names.tiles[tile] for tile in tiles_of(f.play, d.seat)], named)
    f.parts = tiles
    return next(option for option in options_of(d) if option != DECLINE) if tiles else DECLINE


def answer_lay(f: RollFollower, d: Decision) -> Pick:
    if not f.parts:
        raise Disagreement(f.tape.line, "tiles in the stacks", [f.names.sides[side] for side in options_of(d)], [])
    return f.tape.choose("stacks", options_of(d), f.names.sides.__getitem__, f.parts.pop(0))


# -- Develop and Settle


def answer_put(f: RollFollower, d: Decision) -> Pick:
    (phase,) = d.args
    top = top_tile_of(f, d.seat, phase)
    f.take("put", seat=d.seat, phase=phase, tile=f.names.sides[f.play.side[top]])
    ours = {
        "from": f.names.dice_in(bag_of(d).cells),
        "on": f.names.dice_at(f.play, f.numbers.on_stack[phase][d.seat]),
        "n": bag_of(d).low,
        "need": count_needed(f.play, d.seat, top),
    }
    f.tape.same("options for put", ours, f.tape.get("opt"))
    return read_dice(f, d, "dice")


def answer_complete(f: RollFollower, d: Decision) -> Pick:
    (phase,) = d.args
    top = top_tile_of(f, d.seat, phase)
    f.take("complete", seat=d.seat, phase=phase, tile=f.names.sides[f.play.side[top]])
    f.tape.same("options for complete", {"on": f.names.dice_in(bag_of(d).cells), "n": bag_of(d).low}, f.tape.get("opt"))
    return read_dice(f, d, "used")


def top_tile_of(f: RollFollower, seat: int, phase: str) -> int:
    return f.play.zone[f.numbers.stacks[phase][seat]][0]


def read_dice(f: RollFollower, d: Decision, field: str) -> Pick:
    colours = Counter(f.tape.texts(f.tape.get(field)))
    f.tape.same(
        f"{field} that are not there", [], sorted({*colours} - {f.names.colour_in(cell) for cell, _ in bag_of(d).cells})
    )
    return count(bag_of(d).cells, colours, f.names.colour_in)


def answer_move_things(f: RollFollower, d: Decision) -> Pick:
    power = f.rules.by_id[d.args[1]]
    # The use of a power that takes all workers is not recorded.
    if power.model.effects[0].all:
        return d.form.only()
    f.take("save", seat=d.seat, power=f.names.power_side[power.id])
    listed = [[f.names.colour_in(cell) for cell, n in pick for _ in range(n)] for pick in d.form.listed()]
    f.tape.same_set("options for save", listed, f.tape.get("opt"), depth=2)
    return read_dice(f, d, "dice")


def answer_discard(f: RollFollower, d: Decision) -> Pick:
    f.take("remove", seat=d.seat, tile=f.names.power_side[d.args[1]])
    cells = [cell for cell, _ in bag_of(d).cells]
    f.tape.same_set("options for remove", map(f.names.die_in, cells), f.tape.get("opt"))
    return ((f.tape.choose("remove", cells, f.names.die_in, [f.tape.get("die"), f.tape.get("place")]), 1),)


# -- Produce and Ship


def answer_producer(f: RollFollower, d: Decision) -> Pick:
    names = f.names
    worlds = [names.sides[f.play.side[piece]] for piece in worlds_with_room(f.play, d.seat)]
    f.take("produce", seat=d.seat)
    f.tape.same_set("producers", map(names.colour_in, options_of(d)), f.tape.get("opt", "workers"))
    f.tape.same_set("worlds with room", worlds, f.tape.get("opt", "worlds"))
    return f.tape.choose("producer", options_of(d), names.colour_in, f.tape.get("die"))


def answer_world(f: RollFollower, d: Decision) -> Pick:
    return f.tape.choose("world", options_of(d), lambda p: f.names.sides[f.play.side[p]], f.tape.get("world"))


def shape_of_good(f: RollFollower, cell: int) -> list[str]:
    colour, where = f.names.die_in(cell)
    return [where.partition(":")[2], colour]


def answer_shipper(f: RollFollower, d: Decision) -> Pick:
    f.take("shipper", seat=d.seat)
    f.tape.same_set("shippers", map(f.names.name_of_worker, options_of(d)), f.tape.get("opt", "workers"))
    goods = [shape_of_good(f, cell) for cell in goods_of(f.play, d.seat)]
    f.tape.same_set("goods", goods, f.tape.get("opt", "goods"))
    return f.tape.choose("shipper", options_of(d), f.names.name_of_worker, f.tape.get("worker"))


def answer_good(f: RollFollower, d: Decision) -> Pick:
    theirs = [f.tape.get("world"), f.tape.get("good")]
    return f.tape.choose("good", options_of(d), lambda cell: shape_of_good(f, cell), theirs)


def answer_mode(f: RollFollower, d: Decision) -> Pick:
    f.tape.same_set("modes", options_of(d), f.tape.get("opt", "modes"))
    (_, ships), cell, _ = d.args
    matches = f.numbers.matches
    side = f.play.side[f.numbers.place["goods"].index(cell // f.numbers.width)]
    f.match = [int(side in matches[cell % f.numbers.width]), int(side in matches[ships])]
    return f.tape.choose("mode", options_of(d), str, f.tape.get("mode"))


def answer_use(f: RollFollower, d: Decision) -> Pick:
    f.take("bankers", seat=d.seat)
    f.tape.same_set("options for bankers", [option != DECLINE for option in options_of(d)], f.tape.get("opt"))
    return f.tape.choose("pay", options_of(d), lambda option: option != DECLINE, f.tape.get("pay"))


# -- Manage Empire


def answer_recruit(f: RollFollower, d: Decision) -> Pick:
    f.take("recruit", seat=d.seat)
    f.tape.same(
        "options for recruit", {"from": f.names.dice_in(bag_of(d).cells), "n": bag_of(d).low}, f.tape.get("opt")
    )
    return read_dice(f, d, "dice")


def answer_recall(f: RollFollower, d: Decision) -> Pick:
    names = f.names
    f.take("recall", seat=d.seat)
    there: dict[str, dict[str, int]] = {}
    for cell, n in bag_of(d).cells:
        colour, where = names.die_in(cell)
        there.setdefault(where, {})[colour] = n
    f.tape.same("options for recall", {"from": there, "min": bag_of(d).low}, f.tape.get("opt"))
    wanted = Counter(f.tape.rows(f.tape.get("dice"), 2))
    known = {tuple(names.die_in(cell)) for cell, _ in bag_of(d).cells}
    f.tape.same("dice that are not there", [], sorted({*wanted} - known))
    return count(bag_of(d).cells, wanted, lambda cell: tuple(names.die_in(cell)))


ANSWERS: Answers = {
    "start": answer_start,
    "wild": answer_wild,
    "select": answer_select,
    "selector": answer_selector,
    "reassign": answer_reassign,
    "give": answer_give,
    "worker": answer_worker,
    "explorer": answer_explorer,
    "task": answer_task,
    "abandon": answer_abandon,
    "place": answer_place,
    "give up": answer_give_up,
    "rearrange": answer_rearrange,
    "lay": answer_lay,
    "put": answer_put,
    "complete": answer_complete,
    "move things": answer_move_things,
    "discard": answer_discard,
    "producer": answer_producer,
    "world": answer_world,
    "shipper": answer_shipper,
    "good": answer_good,
    "mode": answer_mode,
    "use": answer_use,
    "recruit": answer_recruit,
    "recall": answer_recall,
}


class AnsweringFollower(RollFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    answers = ANSWERS
