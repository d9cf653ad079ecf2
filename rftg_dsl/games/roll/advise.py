"""Sensible play for the ``greedy`` bot.

The advice uses the seat's own dice, stacks and drawn tiles and public information, but never the order of the bag,
other players' stacks, or other players' dice before Reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rftg_dsl.games.roll.assign import DICTATE
from rftg_dsl.games.roll.explore import BOTTOM, credits_for_stocking, tile_of
from rftg_dsl.games.roll.goods import goods_of, worlds_with_room
from rftg_dsl.games.roll.numbers import PHASES, Play
from rftg_dsl.games.roll.outlook import (
    ALL,
    COMPLETE,
    SOON,
    Outlook,
    count_missing_workers,
    credits_for_recruiting,
    fullness_of_stacks,
    worth_of_scouting,
    worth_of_stocking,
)
from rftg_dsl.games.scoring import total_of
from rftg_dsl.games.series import DONE
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Pick, Some

GAIN = 0.2
"""The minimum gain that justifies reassigning a worker."""
POWER = 0.5
PRODUCES = 0.6
COLOURED = 0.1
STACKED = 0.6
"""The reduction in a tile's worth for each tile that must be built before it."""
FEW = 3
POOR = 1.2


def take(form: Bag, n: int, worth: Callable[[int], float]) -> Pick:
    taken: dict[int, int] = {}
    for cell, there in sorted(form.cells, key=lambda entry: -worth(entry[0])):
        if n > 0:
            taken[cell] = min(n, there)
            n -= taken[cell]
    return tuple([(cell, taken[cell]) for cell, _ in form.cells if cell in taken])


def options_of(asked: Decision) -> Sequence[Pick]:
    assert isinstance(asked.form, One)
    return asked.form.options


# -- assign -----------------------------------------------------------------------------------------------------


def place_wilds(play: Play, asked: Decision) -> Pick:
    numbers = play.numbers
    seat, form = asked.seat, asked.form
    assert isinstance(form, Bag)
    outlook = Outlook(play, seat)
    outlook.selected = outlook.phase_to_select(sum([play.stock[cell] for cell in numbers.cells["wild"][seat]]))
    placed = [0] * len(PHASES)
    among = [numbers.columns[seat].index(column) for column, _ in form.cells]
    for _ in range(form.high):
        phase = outlook.find_neediest(among)
        outlook.counts[phase] += 1
        placed[phase] += 1
    return tuple([(column, n) for column, n in zip(numbers.columns[seat], placed, strict=True) if n])


def select(play: Play, asked: Decision) -> Pick:
    return PHASES[Outlook(play, asked.seat).phase_to_select()]


def pick_selector(play: Play, asked: Decision) -> Pick:
    outlook = Outlook(play, asked.seat)
    return max(options_of(asked), key=lambda cell: outlook.gain(phase_of(play, asked.seat, cell), outlook.selected))


def phase_of(play: Play, seat: int, cell: int) -> int:
    numbers = play.numbers
    return numbers.columns[seat].index(cell // numbers.width)


def reassign(play: Play, asked: Decision) -> Pick:
    options = options_of(asked)
    if list(options) == [DONE]:
        return DONE
    outlook = Outlook(play, asked.seat)
    # If no single move helps, there is no need to try each power on a copy of the game.
    if DONE in options and gain_from_best_move(outlook) <= GAIN:
        return DONE
    gains = {DONE: GAIN, DICTATE: gain_from_dictate(outlook)}
    for option in options:
        if option not in gains:
            gains[option] = gain_from_power(play, asked.seat, option, outlook)
    return max(options, key=lambda option: gains[option])


def gain_from_best_move(outlook: Outlook) -> float:
    there = [phase for phase in ALL if outlook.columns[phase]]
    gained = [outlook.gain_from_adding(phase) for phase in ALL]
    lost = {phase: outlook.loss_from_removing(phase) for phase in there}
    return max([0.0, *[gained[target] - lost[source] for source in there for target in ALL if target != source]])


def gain_from_dictate(outlook: Outlook) -> float:
    there = [phase for phase in ALL if outlook.columns[phase]]
    source = min(there, key=lambda phase: outlook.loss_from_removing(phase), default=0)
    lost = outlook.loss_from_removing(source)
    outlook.columns[source] -= 1
    outlook.counts[source] -= 1
    gained = gain_from_best_move(outlook) - lost
    outlook.columns[source] += 1
    outlook.counts[source] += 1
    return gained


def gain_from_power(play: Play, seat: int, power: str, outlook: Outlook) -> float:
    asked = play.tried(power)
    if asked is None or asked.name != "worker" or asked.seat != seat:
        return 0.0
    return max([gain_from_move(play, seat, move, outlook) for move in options_of(asked)])


def gain_from_move(play: Play, seat: int, move: tuple[int, int] | str, outlook: Outlook) -> float:
    if isinstance(move, str):
        return 0.0
    cell, place = move
    return outlook.gain(phase_of(play, seat, cell), play.numbers.columns[seat].index(place))


def pick_move(play: Play, asked: Decision) -> Pick:
    outlook = Outlook(play, asked.seat)
    return max(options_of(asked), key=lambda move: gain_from_move(play, asked.seat, move, outlook))


def give(play: Play, asked: Decision) -> Pick:
    outlook = Outlook(play, asked.seat)
    return min(options_of(asked), key=lambda cell: outlook.loss_from_removing(phase_of(play, asked.seat, cell)))


# -- explore ----------------------------------------------------------------------------------------------------


def pick_explorer(play: Play, asked: Decision) -> Pick:
    sign = 1 if is_stocking_better(play, asked.seat, 0) else -1
    return max(options_of(asked), key=lambda option: sign * credits_for_stocking(play, asked.seat, option[1]))


def pick_task(play: Play, asked: Decision) -> Pick:
    return "stock" if is_stocking_better(play, asked.seat, asked.args[0][1]) else "scout"


def is_stocking_better(play: Play, seat: int, kind: int) -> bool:
    numbers = play.numbers
    room = play.layout.counter_specs[numbers.credits[seat]].high - play.counters[numbers.credits[seat]]
    credits = worth_of_stocking(
        min(credits_for_stocking(play, seat, kind), room), credits_for_recruiting(play, seat) + 1
    )
    return credits > worth_of_scouting(fullness_of_stacks(play, seat))


def worth_of_tile(play: Play, seat: int, side: int) -> float:
    """The worth of a tile per worker, considering its cost, powers, goods and current bonus."""
    numbers = play.numbers
    worth = numbers.cost[side] + COMPLETE + PRODUCES * numbers.holds_goods[side]
    for power in play.rules.powers[side]:
        worth += power.react(play, seat, tile_of(play, side)) if power.point == "score" else POWER
    return worth / (numbers.cost[side] + 0.5)


def start(play: Play, asked: Decision) -> Pick:
    numbers = play.numbers
    hand = play.zone[numbers.place["hand"][asked.seat]]
    pairs = {play.layout.pieces[piece].sides[0]: play.layout.pieces[piece].sides[1] for piece in hand}
    return max(
        options_of(asked),
        key=lambda side: (
            worth_of_tile(play, asked.seat, side)
            + sum([worth_of_tile(play, asked.seat, world) for other, world in pairs.items() if other != side])
        ),
    )


def place_tile(play: Play, asked: Decision) -> Pick:
    return max(options_of(asked), key=lambda option: worth_in_stack(play, asked.seat, *option))


def worth_in_stack(play: Play, seat: int, side: int, end: str) -> float:
    numbers = play.numbers
    phase = "settle" if numbers.is_world[side] else "develop"
    stack = play.zone[numbers.stacks[phase][seat]]
    worth = worth_of_tile(play, seat, side)
    if end == BOTTOM or not stack:
        return worth - STACKED * len(stack)
    row = numbers.on_stack[phase][seat]
    begun = any(play.stock[row : row + numbers.width])
    better = worth > worth_of_tile(play, seat, play.side[stack[0]])
    return worth if better and not begun else worth - STACKED * (len(stack) + 1)


def abandon(play: Play, asked: Decision) -> Pick:
    form, seat = asked.form, asked.seat
    assert isinstance(form, Some)
    begun = [stack[0] for phase in play.numbers.stacks if (stack := stack_with_workers(play, seat, phase))]
    return tuple(
        [piece for piece in form.options if piece not in begun and worth_of_tile(play, seat, play.side[piece]) < POOR]
    )


def stack_with_workers(play: Play, seat: int, phase: str) -> tuple[int, ...]:
    numbers = play.numbers
    row = numbers.on_stack[phase][seat]
    return play.zone[numbers.stacks[phase][seat]] if any(play.stock[row : row + numbers.width]) else ()


def give_up(play: Play, asked: Decision) -> Pick:
    return min(options_of(asked), key=lambda piece: worth_of_tile(play, asked.seat, play.side[piece]))


def decline(play: Play, asked: Decision) -> Pick:
    return "decline"


# -- dice -------------------------------------------------------------------------------------------------------


def worth_of_die(play: Play, cell: int) -> float:
    """The worth of a die, based on its wild faces and the colours it matches but not on its current use."""
    numbers = play.numbers
    kind = cell % numbers.width
    wild = numbers.rows["wild"][0] + kind
    return numbers.faces[0][kind].count(wild) + COLOURED * bool(numbers.matches[kind])


def pick_best_dice(play: Play, asked: Decision) -> Pick:
    form = asked.form
    assert isinstance(form, Bag)
    return take(form, form.high, lambda cell: worth_of_die(play, cell))


def pick_worst_dice(play: Play, asked: Decision) -> Pick:
    form = asked.form
    assert isinstance(form, Bag)
    return take(form, form.low, lambda cell: -worth_of_die(play, cell))


def recall(play: Play, asked: Decision) -> Pick:
    numbers = play.numbers
    form, seat = asked.form, asked.seat
    assert isinstance(form, Bag)
    short = FEW - sum([play.stock[cell] for cell in numbers.cells["cup"][seat]])
    return take(form, max(form.low, min(short, form.high)), lambda cell: worth_of_recalling(play, seat, cell))


def worth_of_recalling(play: Play, seat: int, cell: int) -> int:
    numbers = play.numbers
    for phase, on in numbers.on_stack.items():
        if on[seat] <= cell < on[seat] + numbers.width:
            return sum(count_missing_workers(play, seat, phase)[:1])
    return 0


# -- produce and ship -------------------------------------------------------------------------------------------


def does_match(play: Play, kind: int, piece: int) -> bool:
    return play.side[piece] in play.numbers.matches[kind]


def pick_producer(play: Play, asked: Decision) -> Pick:
    room = worlds_with_room(play, asked.seat)
    width = play.numbers.width
    return max(options_of(asked), key=lambda cell: sum([does_match(play, cell % width, piece) for piece in room]))


def pick_world(play: Play, asked: Decision) -> Pick:
    numbers = play.numbers
    kind = asked.args[0] % numbers.width
    return max(options_of(asked), key=lambda piece: (does_match(play, kind, piece), numbers.trade[play.side[piece]]))


def pick_shipper(play: Play, asked: Decision) -> Pick:
    cells = [(cell, world_of(play, cell)) for cell in goods_of(play, asked.seat)]
    return max(options_of(asked), key=lambda option: sum([does_match(play, option[1], piece) for _, piece in cells]))


def world_of(play: Play, cell: int) -> int:
    numbers = play.numbers
    return cell // numbers.width - numbers.place["goods"][0]


def pick_good(play: Play, asked: Decision) -> Pick:
    kind = asked.args[0][1]
    return max(
        options_of(asked),
        key=lambda cell: max(worth_of_trading(play, asked.seat, cell), worth_of_consuming(play, cell, kind)),
    )


def pick_mode(play: Play, asked: Decision) -> Pick:
    shipper, cell, _ = asked.args
    trading = worth_of_trading(play, asked.seat, cell)
    return "trade" if trading > worth_of_consuming(play, cell, shipper[1]) else "consume"


def worth_of_trading(play: Play, seat: int, cell: int) -> float:
    price = int(play.numbers.trade[play.side[world_of(play, cell)]])
    return worth_of_stocking(price, credits_for_recruiting(play, seat) + SOON)


def worth_of_consuming(play: Play, cell: int, shipper: int) -> float:
    numbers = play.numbers
    piece, number = world_of(play, cell), numbers.number
    chips = number["consume_vp"] + number["consume_good_match"] * does_match(play, cell % numbers.width, piece)
    return float(chips + number["consume_shipper_match"] * does_match(play, shipper, piece))


# -- prospects ----------------------------------------------------------------------------------------------------

CREDIT, DIE = 0.3, 1.0
"""The worth in VP of a credit, and of a die regardless of its place."""
BETTER = {"cup": 0.3, "developing": 0.5, "settling": 0.5}
"""For each place where a die is ready to be rolled or at work on a tile, the extra worth of a die there."""
DICE_OF_SEATS = (*PHASES, "cup", "citizenry", "strip", "dictated", "developing", "settling")
SHIPPED = 0.7


def estimate_scores(play: Play) -> Sequence[float]:
    return [
        total_of(play, seat) + CREDIT * play.counters[play.numbers.credits[seat]] + worth_of_dice(play, seat)
        for seat in play.numbers.seats
    ]


def worth_of_dice(play: Play, seat: int) -> float:
    numbers = play.numbers
    worth = 0.0
    for place in DICE_OF_SEATS:
        row = numbers.rows[place][seat]
        worth += (DIE + BETTER.get(place, 0.0)) * sum(play.stock[row : row + numbers.width])
    for piece in play.zone[numbers.place["tableau"][seat]]:
        row = numbers.rows["goods"][piece]
        worth += (DIE + SHIPPED) * sum(play.stock[row : row + numbers.width])
    return worth


ADVISERS: dict[str, Callable[[Play, Decision], Pick]] = {
    "start": start,
    "wild": place_wilds,
    "select": select,
    "selector": pick_selector,
    "reassign": reassign,
    "worker": pick_move,
    "give": give,
    "explorer": pick_explorer,
    "task": pick_task,
    "abandon": abandon,
    "place": place_tile,
    "give up": give_up,
    "rearrange": decline,
    "put": pick_worst_dice,
    "complete": pick_worst_dice,
    "move things": pick_best_dice,
    "discard": pick_worst_dice,
    "producer": pick_producer,
    "world": pick_world,
    "shipper": pick_shipper,
    "good": pick_good,
    "mode": pick_mode,
    "recruit": pick_best_dice,
    "recall": recall,
}


def advisers_by_decision() -> Mapping[str, Callable[[Play, Decision], Pick]]:
    return ADVISERS
