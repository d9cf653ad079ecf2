"""A sensible player, used by the bot ``greedy``.

It looks at its own dice, stacks and drawn tiles and at open information; never at the order of the bag, other
players' stacks, or their dice before Reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rftg_dsl.games.roll.assign import DICTATE
from rftg_dsl.games.roll.explore import BOTTOM, stocking, tile_of
from rftg_dsl.games.roll.goods import goods_of, worlds_with_room
from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.games.roll.outlook import (
    ALL,
    COMPLETE,
    SOON,
    Outlook,
    needs,
    scouting_worth,
    stocking_worth,
    tiles_ready,
    wanted_credits,
)
from rftg_dsl.games.scoring import total
from rftg_dsl.games.series import DONE
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Pick, Some

GAIN = 0.2
"""The least gain worth reassigning a worker for."""
POWER = 0.5
"""The worth of each power of a tile."""
PRODUCES = 0.6
"""The worth of a world's ability to hold goods."""
COLOURED = 0.1
"""The extra worth of a die that matches a colour, in wild faces."""
STACKED = 0.6
"""The loss in a tile's worth for each tile to be built before it."""
FEW = 3
"""The number of dice in the cup below which dice are worth recalling."""
POOR = 1.2
"""Tiles worth less than this per worker are abandoned."""


def take(form: Bag, n: int, worth: Callable[[int], float]) -> Pick:
    """``n`` out of the cells of a form, the most valuable first; listed in the order of the form."""
    taken: dict[int, int] = {}
    for cell, there in sorted(form.cells, key=lambda entry: -worth(entry[0])):
        if n > 0:
            taken[cell] = min(n, there)
            n -= taken[cell]
    return tuple([(cell, taken[cell]) for cell, _ in form.cells if cell in taken])


def answers(asked: Decision) -> Sequence[Pick]:
    """The answers to a decision for one thing."""
    assert isinstance(asked.form, One)
    return asked.form.options


# -- assign -----------------------------------------------------------------------------------------------------


def place_wilds(g: Play, asked: Decision) -> Pick:
    """Place wild dice where one more worker is worth most, given the phase that will be selected."""
    w = g.numbers
    seat, form = asked.seat, asked.form
    assert isinstance(form, Bag)
    outlook = Outlook(g, seat)
    outlook.selected = outlook.best(sum([g.stock[cell] for cell in w.cells["wild"][seat]]))
    placed = [0] * len(PHASES)
    among = [w.columns[seat].index(column) for column, _ in form.cells]
    for _ in range(form.high):
        phase = outlook.neediest(among)
        outlook.counts[phase] += 1
        placed[phase] += 1
    return tuple([(column, n) for column, n in zip(w.columns[seat], placed, strict=True) if n])


def select(g: Play, asked: Decision) -> Pick:
    """The phase that makes the round worth most."""
    return PHASES[Outlook(g, asked.seat).best()]


def selector(g: Play, asked: Decision) -> Pick:
    """The worker that gains most by working in the selected phase instead."""
    outlook = Outlook(g, asked.seat)
    return max(answers(asked), key=lambda cell: outlook.gain(phase_of(g, asked.seat, cell), outlook.selected))


def phase_of(g: Play, seat: int, cell: int) -> int:
    """The phase of the column that a cell is in."""
    w = g.numbers
    return w.columns[seat].index(cell // w.width)


def reassign(g: Play, asked: Decision) -> Pick:
    """The option with the highest gain: a power, Dictate, or done."""
    options = answers(asked)
    if list(options) == [DONE]:
        return DONE
    outlook = Outlook(g, asked.seat)
    if DONE in options and most_gain(outlook) <= GAIN:
        return DONE
    gains = {DONE: GAIN, DICTATE: dictate_gain(outlook)}
    for option in options:
        if option not in gains:
            gains[option] = power_gain(g, asked.seat, option, outlook)
    return max(options, key=lambda option: gains[option])


def most_gain(outlook: Outlook) -> float:
    """The highest gain from moving one worker to another column, or from moving none."""
    there = [phase for phase in ALL if outlook.columns[phase]]
    gained = [outlook.more(phase) for phase in ALL]
    lost = {phase: outlook.less(phase) for phase in there}
    return max([0.0, *[gained[target] - lost[source] for source in there for target in ALL if target != source]])


def dictate_gain(outlook: Outlook) -> float:
    """The gain from the best move, less the worker given up for it."""
    there = [phase for phase in ALL if outlook.columns[phase]]
    given = min(there, key=lambda phase: outlook.less(phase), default=0)
    lost = outlook.less(given)
    outlook.columns[given] -= 1
    outlook.counts[given] -= 1
    gained = most_gain(outlook) - lost
    outlook.columns[given] += 1
    outlook.counts[given] += 1
    return gained


def power_gain(g: Play, seat: int, power: str, outlook: Outlook) -> float:
    """The gain from the best first move of a power, found by trying the power."""
    asked = g.tried(power)
    if asked is None or asked.name != "worker" or asked.seat != seat:
        return 0.0
    return max([move_gain(g, seat, move, outlook) for move in answers(asked)])


def move_gain(g: Play, seat: int, move: tuple[int, int] | str, outlook: Outlook) -> float:
    """The gain from moving one worker; 0 for ``done``."""
    if isinstance(move, str):
        return 0.0
    cell, place = move
    return outlook.gain(phase_of(g, seat, cell), g.numbers.columns[seat].index(place))


def worker(g: Play, asked: Decision) -> Pick:
    """The move with the highest gain."""
    outlook = Outlook(g, asked.seat)
    return max(answers(asked), key=lambda move: move_gain(g, asked.seat, move, outlook))


def give(g: Play, asked: Decision) -> Pick:
    """The worker that is missed least."""
    outlook = Outlook(g, asked.seat)
    return min(answers(asked), key=lambda cell: outlook.less(phase_of(g, asked.seat, cell)))


# -- explore ----------------------------------------------------------------------------------------------------


def explorer(g: Play, asked: Decision) -> Pick:
    """The explorer that stocks most, if credits are to be stocked; else the one that stocks least."""
    sign = 1 if stocks(g, asked.seat, 0) else -1
    return max(answers(asked), key=lambda one: sign * stocking(g, asked.seat, one[1]))


def task(g: Play, asked: Decision) -> Pick:
    """Stock while credits are worth more than another tile."""
    return "stock" if stocks(g, asked.seat, asked.args[0][1]) else "scout"


def stocks(g: Play, seat: int, kind: int) -> bool:
    """Whether an explorer's credits are worth more than a tile."""
    w = g.numbers
    room = g.layout.counter_specs[w.credits[seat]].high - g.counters[w.credits[seat]]
    credits = stocking_worth(min(stocking(g, seat, kind), room), wanted_credits(g, seat) + 1)
    return credits > scouting_worth(tiles_ready(g, seat))


def tile_worth(g: Play, seat: int, side: int) -> float:
    """The worth of a tile per worker: its cost, powers, goods and present bonus."""
    w = g.numbers
    worth = w.cost[side] + COMPLETE + PRODUCES * w.holds_goods[side]
    for power in g.rules.powers[side]:
        worth += power.react(g, seat, tile_of(g, side)) if power.point == "score" else POWER
    return worth / (w.cost[side] + 0.5)


def start(g: Play, asked: Decision) -> Pick:
    """The development that leaves the better world for the other tile."""
    w = g.numbers
    hand = g.zone[w.place["hand"][asked.seat]]
    pairs = {g.layout.pieces[piece].sides[0]: g.layout.pieces[piece].sides[1] for piece in hand}
    return max(
        answers(asked),
        key=lambda side: (
            tile_worth(g, asked.seat, side)
            + sum([tile_worth(g, asked.seat, world) for other, world in pairs.items() if other != side])
        ),
    )


def place_tile(g: Play, asked: Decision) -> Pick:
    """The side and stack worth most; on top only of a tile that is worth less and has no workers yet."""
    return max(answers(asked), key=lambda option: place_worth(g, asked.seat, *option))


def place_worth(g: Play, seat: int, side: int, end: str) -> float:
    """The worth of a side at one end of its stack."""
    w = g.numbers
    phase = "settle" if w.is_world[side] else "develop"
    stack = g.zone[w.stacks[phase][seat]]
    worth = tile_worth(g, seat, side)
    if end == BOTTOM or not stack:
        return worth - STACKED * len(stack)
    row = w.on_stack[phase][seat]
    begun = any(g.stock[row : row + w.width])
    better = worth > tile_worth(g, seat, g.side[stack[0]])
    return worth if better and not begun else worth - STACKED * (len(stack) + 1)


def abandon(g: Play, asked: Decision) -> Pick:
    """The tiles worth too little for the work they need, except those already begun."""
    form, seat = asked.form, asked.seat
    assert isinstance(form, Some)
    begun = [stack[0] for phase in g.numbers.stacks if (stack := begun_stack(g, seat, phase))]
    return tuple([piece for piece in form.options if piece not in begun and tile_worth(g, seat, g.side[piece]) < POOR])


def begun_stack(g: Play, seat: int, phase: str) -> tuple[int, ...]:
    """The stack, if there are workers on its top tile; else empty."""
    w = g.numbers
    row = w.on_stack[phase][seat]
    return g.zone[w.stacks[phase][seat]] if any(g.stock[row : row + w.width]) else ()


def give_up(g: Play, asked: Decision) -> Pick:
    """The least valuable tile."""
    return min(answers(asked), key=lambda piece: tile_worth(g, asked.seat, g.side[piece]))


def decline(g: Play, asked: Decision) -> Pick:
    """Leave the stacks as they are."""
    return "decline"


# -- dice -------------------------------------------------------------------------------------------------------


def die_worth(g: Play, cell: int) -> float:
    """The worth of a die regardless of its present use: its wild faces and the colours it matches."""
    w = g.numbers
    kind = cell % w.width
    wild = w.rows["wild"][0] + kind
    return w.faces[0][kind].count(wild) + COLOURED * bool(w.matches[kind])


def best_dice(g: Play, asked: Decision) -> Pick:
    """As many as allowed, the best first."""
    form = asked.form
    assert isinstance(form, Bag)
    return take(form, form.high, lambda cell: die_worth(g, cell))


def worst_dice(g: Play, asked: Decision) -> Pick:
    """As few as allowed, the worst first."""
    form = asked.form
    assert isinstance(form, Bag)
    return take(form, form.low, lambda cell: -die_worth(g, cell))


def recall(g: Play, asked: Decision) -> Pick:
    """Nothing unless the cup is too empty; then dice on the tile that needs most workers, then goods."""
    w = g.numbers
    form, seat = asked.form, asked.seat
    assert isinstance(form, Bag)
    short = FEW - sum([g.stock[cell] for cell in w.cells["cup"][seat]])
    return take(form, max(form.low, min(short, form.high)), lambda cell: recall_worth(g, seat, cell))


def recall_worth(g: Play, seat: int, cell: int) -> int:
    """How many more workers the die's tile needs; 0 for a good."""
    w = g.numbers
    for phase, on in w.on_stack.items():
        if on[seat] <= cell < on[seat] + w.width:
            return sum(needs(g, seat, phase)[:1])
    return 0


# -- produce and ship -------------------------------------------------------------------------------------------


def matches(g: Play, kind: int, piece: int) -> bool:
    """Whether a die matches the colour of a world when consuming."""
    return g.side[piece] in g.numbers.matches[kind]


def producer(g: Play, asked: Decision) -> Pick:
    """The die that matches most worlds with room."""
    room = worlds_with_room(g, asked.seat)
    width = g.numbers.width
    return max(answers(asked), key=lambda cell: sum([matches(g, cell % width, piece) for piece in room]))


def world(g: Play, asked: Decision) -> Pick:
    """A world the producer matches, and the most valuable of those."""
    w = g.numbers
    kind = asked.args[0] % w.width
    return max(answers(asked), key=lambda piece: (matches(g, kind, piece), w.trade[g.side[piece]]))


def shipper(g: Play, asked: Decision) -> Pick:
    """The shipper that matches most goods."""
    cells = [(cell, world_of(g, cell)) for cell in goods_of(g, asked.seat)]
    return max(answers(asked), key=lambda one: sum([matches(g, one[1], piece) for _, piece in cells]))


def world_of(g: Play, cell: int) -> int:
    """The world a good is on."""
    w = g.numbers
    return cell // w.width - w.place["goods"][0]


def good(g: Play, asked: Decision) -> Pick:
    """The good worth most with this shipper."""
    kind = asked.args[0][1]
    return max(
        answers(asked),
        key=lambda cell: max(trade_worth(g, asked.seat, cell), consume_worth(g, cell, kind)),
    )


def mode(g: Play, asked: Decision) -> Pick:
    """Trade if the credits are worth more than the chips."""
    shipper, cell, _ = asked.args
    trading = trade_worth(g, asked.seat, cell)
    return "trade" if trading > consume_worth(g, cell, shipper[1]) else "consume"


def trade_worth(g: Play, seat: int, cell: int) -> float:
    """The worth of the credits for a good; the shipper and the good will need recruiting too."""
    price = int(g.numbers.trade[g.side[world_of(g, cell)]])
    return stocking_worth(price, wanted_credits(g, seat) + SOON)


def consume_worth(g: Play, cell: int, shipper: int) -> float:
    """The number of chips for a good."""
    w = g.numbers
    piece, number = world_of(g, cell), w.number
    chips = number["consume_vp"] + number["consume_good_match"] * matches(g, cell % w.width, piece)
    return float(chips + number["consume_shipper_match"] * matches(g, shipper, piece))


# -- prospects ----------------------------------------------------------------------------------------------------

CREDIT, DIE = 0.3, 1.0
"""The worth in points of a credit, and of a die anywhere."""
BETTER = {"cup": 0.3, "developing": 0.5, "settling": 0.5}
"""The places where a die is worth so much more: ready to be rolled, or at work on a tile."""
DICE_OF_SEATS = (*PHASES, "cup", "citizenry", "strip", "dictated", "developing", "settling")
SHIPPED = 0.7
"""The worth of a good beyond its die."""


def prospects(g: Play) -> Sequence[float]:
    """What each seat can expect to score: credits, dice and goods are worth something too."""
    return [
        total(g, seat) + CREDIT * g.counters[g.numbers.credits[seat]] + dice_worth(g, seat) for seat in g.numbers.seats
    ]


def dice_worth(g: Play, seat: int) -> float:
    """What the dice of a seat are worth."""
    w = g.numbers
    worth = 0.0
    for place in DICE_OF_SEATS:
        row = w.rows[place][seat]
        worth += (DIE + BETTER.get(place, 0.0)) * sum(g.stock[row : row + w.width])
    for piece in g.zone[w.place["tableau"][seat]]:
        row = w.rows["goods"][piece]
        worth += (DIE + SHIPPED) * sum(g.stock[row : row + w.width])
    return worth


ADVISERS: dict[str, Callable[[Play, Decision], Pick]] = {
    "start": start,
    "wild": place_wilds,
    "select": select,
    "selector": selector,
    "reassign": reassign,
    "worker": worker,
    "give": give,
    "explorer": explorer,
    "task": task,
    "abandon": abandon,
    "place": place_tile,
    "give up": give_up,
    "rearrange": decline,
    "put": worst_dice,
    "complete": worst_dice,
    "move things": best_dice,
    "discard": worst_dice,
    "producer": producer,
    "world": world,
    "shipper": shipper,
    "good": good,
    "mode": mode,
    "recruit": best_dice,
    "recall": recall,
}
"""The adviser for each decision, by name."""


def advisers() -> Mapping[str, Callable[[Play, Decision], Pick]]:
    """The adviser for each decision, by name."""
    return ADVISERS
