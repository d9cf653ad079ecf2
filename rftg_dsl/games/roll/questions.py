"""The questions that Roll asks its players. ``table-talk.toml`` has their texts."""

from __future__ import annotations

from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.kernel.decision import Decision, Facts, Question

WORKERS = {"develop": "developer", "settle": "settler"}


def tell_dice(play: Play, asked: Decision) -> Facts:
    return {"dice": ("kind", asked.args[0] % play.numbers.width)}


def tell_columns(play: Play, asked: Decision) -> Facts:
    """The number of workers in the column of each phase."""
    return {phase: sum([play.stock[cell] for cell in play.numbers.cells[phase][asked.seat]]) for phase in PHASES}


def tell_selected(play: Play, asked: Decision) -> Facts:
    return {"phase": ("word", PHASES[play.counters[play.numbers.selected[asked.seat]] - 1])}


def tell_reassigning(play: Play, asked: Decision) -> Facts:
    cause = asked.args[0][0]
    return {"power": cause} if "/" in cause else {"when": "dictate"}


def tell_worker(play: Play, asked: Decision) -> Facts:
    return {"worker": ("kind", asked.args[0][1])}


def tell_scout(play: Play, asked: Decision) -> Facts:
    return {"worker": ("kind", asked.args[0]), "when": "" if asked.options else "none"}


def tell_shipment(play: Play, asked: Decision) -> Facts:
    cell = asked.args[1]
    world = play.layout.place_piece[cell // play.numbers.width]
    return {**tell_worker(play, asked), "good": ("kind", cell % play.numbers.width), "world": ("piece", world)}


def tell_tile(play: Play, asked: Decision) -> Facts:
    phase = asked.args[0]
    tile = play.zone[play.numbers.stacks[phase][asked.seat]][0]
    return {"tile": ("side", play.side[tile]), "worker": WORKERS[phase]}


def tell_producer(play: Play, asked: Decision) -> Facts:
    return {"worker": ("kind", asked.args[0] % play.numbers.width)}


def tell_recall(play: Play, asked: Decision) -> Facts:
    return {"when": "empty" if asked.low else ""}


START = Question("start", "R025", secret=True)
WILD = Question("wild", "R061", secret=True, about=tell_dice)
SELECT = Question("select", "R063", secret=True, about=tell_columns)
SELECTOR = Question("selector", "R063", secret=True, about=tell_selected)
REASSIGN = Question("reassign", "R067", secret=True)
GIVE = Question("give", "R069", secret=True)
WORKER = Question("worker", "R066", secret=True, about=tell_reassigning)
REROLL = Question("reroll", secret=True)
EXPLORER = Question("explorer", "R092")
TASK = Question("task", "R110", about=tell_worker)
ABANDON = Question("abandon", "R112", about=tell_scout)
PLACE = Question("place", "R114", secret=True)
REARRANGE = Question("rearrange", "R220")
LAY = Question("lay", "R220", secret=True)
GIVE_UP = Question("give up", "R119")
PUT = Question("put", "R130", about=tell_tile)
COMPLETE = Question("complete", "R135", about=tell_tile)
"""Asked for a tile that has more workers than it needs."""
CREW = Question("crew", "R135", about=tell_tile)
"""Asked for a tile that needs more or fewer workers, depending on which workers complete it."""
LOWER = Question("lower", "R136", about=tell_tile)
TILES = Question("tiles")
SELECT_ANOTHER = Question("select another", "R063", about=tell_selected)
PRODUCER = Question("producer", "R150")
WORLD = Question("world", "R151", about=tell_producer)
PRODUCE_ON = Question("produce on")
SHIPPER = Question("shipper", "R092")
GOOD = Question("good", "R160", about=tell_worker)
GOODS = Question("goods")
MODE = Question("mode", "R160", about=tell_shipment)
RECRUIT = Question("recruit", "R181")
RECALL = Question("recall", "R183", about=tell_recall)
