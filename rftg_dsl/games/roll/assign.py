"""Rolling dice, assigning workers, and Reveal (R050-R083)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rftg_dsl.check.signatures import verb
from rftg_dsl.games.roll import events, questions
from rftg_dsl.games.roll.numbers import PHASES, Numbers, Play
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.games.series import DONE
from rftg_dsl.games.verbs import has_enough_cells
from rftg_dsl.kernel.form import Bag, One, Random
from rftg_dsl.kernel.run_program import once_more
from rftg_dsl.kernel.step import step

DICTATE = "dictate"
PHASE_FORM = One(PHASES)

Move = tuple[int, int]


@step("roll.roll-dice", "R050, R060: roll all dice in the cup, then assign the wild ones and select a phase.")
def roll_dice(play: Play, seat: int) -> None:
    numbers = play.numbers
    cup = numbers.rows["cup"][seat]
    stock = play.stock
    land(play, seat, [cup + kind for kind in numbers.kinds for _ in range(stock[cup + kind])], "roll")
    play.then(select, seat)


def land(play: Play, seat: int, cells: list[int], purpose: str) -> None:
    """Roll a die from each of these cells and move it to its face's column; the owner then assigns wild dice."""
    numbers = play.numbers
    faces, either, money, width = numbers.faces[seat], numbers.either, 0, numbers.width
    landed: dict[tuple[int, int], int] = {}
    choices: dict[tuple[int, tuple[str, ...]], int] = {}
    named: dict[tuple[int, str], int] = {}
    rolled = (
        play.roll(f"{play.counters[numbers.round]}/{seat}/{purpose}", numbers.die_faces, len(cells)) if cells else ()
    )
    for cell, face in zip(cells, rolled, strict=True):
        kind = cell % width
        money += numbers.money[kind][face]
        if title := numbers.titles[kind][face]:
            named[kind, title] = named.get((kind, title), 0) + 1
        if phases := either[kind][face]:
            choices[cell, phases] = choices.get((cell, phases), 0) + 1
            continue
        move = (cell, faces[kind][face])
        landed[move] = landed.get(move, 0) + 1
    for (kind, title), n in named.items():
        play.note("face", seat, play.layout.kinds[kind], n, title)
    for (cell, phases), n in choices.items():
        play.shift(cell, numbers.rows["wild"][seat] + cell % width, n, "set aside")
        play.then(place_either, seat, cell % width, phases, n)
    play.then(place_wilds, seat)
    for (source, target), n in landed.items():
        # A die that stays in its cell needs no event.
        if source != target:
            play.shift(source, target, n, "rolled")
    if money:
        play.adjust(numbers.credits[seat], money, "rolled")


@step(
    "roll.place-either", "Assign the dice of one colour whose face shows several phases, each to one of those phases."
)
def place_either(play: Play, seat: int, kind: int, phases: tuple[str, ...], n: int) -> None:
    numbers = play.numbers
    form = Bag([(numbers.place[phase][seat], n) for phase in phases], n, n, "place")
    play.ask(seat, questions.WILD, form, assign_either, numbers.rows["wild"][seat] + kind, phases)


@step("roll.either-placed", "Put those dice in their columns, and note the other phases that they show.")
def assign_either(play: Play, seat: int, cell: int, phases: tuple[str, ...], pick: tuple[tuple[int, int], ...]) -> None:
    numbers = play.numbers
    noted = play.facts[numbers.turning[seat]]
    for place, n in pick:
        play.shift(cell, place * numbers.width + cell % numbers.width, n, "assigned")
        others = tuple([phase for phase in phases if numbers.place[phase][seat] != place])
        noted += ((place * numbers.width + cell % numbers.width, others),) * n
    play.set_fact(numbers.turning[seat], noted, "either")


def let_plain_leave(play: Play, seat: int, cell: int) -> None:
    """Forget the other phases of dice that have left a cell, assuming that dice showing a single phase leave first."""
    numbers = play.numbers
    if numbers.turning and (noted := play.facts[numbers.turning[seat]]):
        here = [die for die in noted if die[0] == cell]
        # If more dice are noted than remain in the cell, a die showing several phases has left too.
        if len(here) > play.stock[cell]:
            left = (*[die for die in noted if die[0] != cell], *here[: play.stock[cell]])
            play.set_fact(numbers.turning[seat], left, "either")


def turn(play: Play, seat: int) -> None:
    """Move each die that shows several phases to one of its active phases if its current phase is inactive."""
    numbers = play.numbers
    active = play.facts[numbers.active]
    left = []
    for cell, others in play.facts[numbers.turning[seat]]:
        phase = next((phase for phase in others if phase in active), "")
        if phase and cell not in [other for each in active for other in numbers.cells[each][seat]]:
            play.shift(cell, numbers.rows[phase][seat] + cell % numbers.width, 1, "turned")
        else:
            left.append((cell, others))
    if len(left) < len(play.facts[numbers.turning[seat]]):
        play.set_fact(numbers.turning[seat], tuple(left), "either")


@step("roll.place-wilds", "R061, R062: assign wild dice to any columns, one colour at a time, before Reveal.")
def place_wilds(play: Play, seat: int) -> None:
    numbers = play.numbers
    for cell in numbers.cells["wild"][seat]:
        if n := play.stock[cell]:
            form = Bag([(column, n) for column in numbers.columns[seat]], n, n, "place")
            play.ask(seat, questions.WILD, form, assign_wilds, cell)
            return


@step("roll.wilds-placed", "Put the wild dice of one colour in their columns.")
def assign_wilds(play: Play, seat: int, cell: int, pick: tuple[tuple[int, int], ...]) -> None:
    width = play.numbers.width
    for place, n in pick:
        play.shift(cell, place * width + cell % width, n, "assigned")
    play.then(place_wilds, seat)


@step("roll.select", "R063, R064: select exactly one phase; a player without workers selects none.")
def select(play: Play, seat: int) -> None:
    numbers = play.numbers
    if any(play.stock[cell] for cell in numbers.column_cells[seat]):
        play.ask(seat, questions.SELECT, PHASE_FORM, choose_selector)
    elif play.counters[numbers.selected[seat]]:
        play.adjust(numbers.selected[seat], -play.counters[numbers.selected[seat]], "selected")


@step("roll.choose-selector", "R063: choose any worker, from any column, to select the phase.")
def choose_selector(play: Play, seat: int, phase: str) -> None:
    numbers = play.numbers
    number = PHASES.index(phase) + 1
    play.adjust(numbers.selected[seat], number - play.counters[numbers.selected[seat]], "selected")
    cells = tuple([cell for cell in numbers.column_cells[seat] if play.stock[cell]])
    play.ask(seat, questions.SELECTOR, One(cells, "cell"), put_on_strip)


@step("roll.put-on-strip", "Put the selecting die on the phase strip; from now on, workers can be reassigned (R065).")
def put_on_strip(play: Play, seat: int, cell: int) -> None:
    numbers = play.numbers
    play.shift(cell, numbers.rows["strip"][seat] + cell % numbers.width, 1, "selected")
    let_plain_leave(play, seat, cell)
    play.then(reassign, seat, ())


@step(
    "roll.reassign", "R066-R069: offer the unused Reassign powers, Dictate, and 'done' if no mandatory power is left."
)
def reassign(play: Play, seat: int, used: tuple[str, ...]) -> None:
    options = []
    must = False
    for bound in play.owned("assign", seat):
        if used.count(bound.hook.id) < bound.hook.times and bound.hook.can(play, seat, bound.piece):
            options.append(bound.hook.id)
            must = must or not bound.hook.may
    if can_dictate(play, seat, used):
        options.append(DICTATE)
    if not must:
        options.append(DONE)
    play.ask(seat, questions.REASSIGN, One(tuple(options)), reassign_with, used)


def can_dictate(play: Play, seat: int, used: tuple[str, ...]) -> bool:
    """R069: Dictate needs one worker to give up and another to move."""
    numbers = play.numbers
    if used.count(DICTATE) >= play.value("dictates", seat, numbers.number["dictates_per_round"]):
        return False
    if play.value("dictated workers", seat, numbers.number["dictate_workers"]) < 1:
        return False
    stock = play.stock
    return sum([stock[cell] for cell in numbers.column_cells[seat]]) > 1


@step("roll.reassign-with", "Carry out the choice, then offer the rest again.")
def reassign_with(play: Play, seat: int, used: tuple[str, ...], power: str) -> None:
    if power == DONE:
        return
    if power == DICTATE:
        numbers = play.numbers
        cells = tuple([cell for cell in numbers.column_cells[seat] if play.stock[cell]])
        play.ask(seat, questions.GIVE, One(cells, "cell"), dictate)
    else:
        piece = next(bound.piece for bound in play.owned("assign", seat) if bound.hook.id == power)
        play.use(seat, piece, power)
    play.then(reassign, seat, (*used, power))


@step("roll.dictate", "R069: put the chosen worker in the Dictate area, then move one other (or more, with a power).")
def dictate(play: Play, seat: int, cell: int) -> None:
    numbers = play.numbers
    play.shift(cell, numbers.rows["dictated"][seat] + cell % numbers.width, 1, "dictated")
    high = play.value("dictated workers", seat, numbers.number["dictate_workers"])
    let_plain_leave(play, seat, cell)
    terms = Terms(play.cause, numbers.column_cells[seat], tuple(numbers.columns[seat]), 1, high, False, False)
    play.then(move_worker, seat, tuple(terms), ())


def can_reassign(
    play: Play,
    seat: int,
    this: int,
    cells: list[int],
    low: int,
    high: int,
    to: list[int] | None,
    same: bool,
    later: bool,
) -> bool:
    numbers = play.numbers
    targets = columns_in(numbers, seat, to)
    width = numbers.width
    stock = play.stock
    workers = find_own_workers(numbers, seat, cells)
    if later:
        movable = tuple([cell for cell in workers if cell // width < max(targets, default=-1)])
    elif len(targets) > 1:
        movable = workers
    else:
        movable = tuple([cell for cell in workers if targets and cell // width != targets[0]])
    if not movable or high < 1:
        return False
    if low < 2:
        return True
    if not same:
        return sum([stock[cell] for cell in movable]) >= low
    return any(n >= low for n in count_by_column(play, movable).values())


@verb(
    "reassign",
    "stock",
    slots={"to": "places", "same": "flag", "later": "order"},
    can=can_reassign,
    asks=True,
    offered=True,
    how=("between", "up to", "any"),
    owned=True,
    reach=PHASES,
    leads=PHASES,
    text="Move workers to other columns, either any that the owner chooses or only the places named.",
)
def reassign_workers(
    play: Play,
    seat: int,
    this: int,
    cells: list[int],
    low: int,
    high: int,
    to: list[int] | None,
    same: bool,
    later: bool,
) -> None:
    """Move workers to columns that the owner chooses; if the power names places, the choice is limited to them."""
    numbers = play.numbers
    terms = Terms(
        play.cause, find_own_workers(numbers, seat, cells), columns_in(numbers, seat, to), low, high, same, later
    )
    play.then(move_worker, seat, tuple(terms), ())


def find_own_workers(numbers: Numbers, seat: int, cells: Sequence[int]) -> tuple[int, ...]:
    """R066: the cells in the seat's own columns, because only workers there can be reassigned."""
    own = numbers.column_cells[seat]
    return tuple([cell for cell in cells if cell in own])


def columns_in(numbers: Numbers, seat: int, places: Sequence[int] | None) -> tuple[int, ...]:
    own = numbers.columns[seat]
    return tuple(own) if places is None else tuple([place for place in places if place in own])


def count_by_column(play: Play, cells: Sequence[int]) -> dict[int, int]:
    width = play.numbers.width
    counts: dict[int, int] = {}
    for cell in cells:
        counts[cell // width] = counts.get(cell // width, 0) + play.stock[cell]
    return counts


def count_unmoved(play: Play, cell: int, moved: tuple[Move, ...]) -> int:
    width = play.numbers.width
    return play.stock[cell] - sum([place * width + source % width == cell for source, place in moved])


class Terms(NamedTuple):
    """The restrictions on a single use of a Reassign power or of Dictate."""

    cause: str
    cells: tuple[int, ...]
    targets: tuple[int, ...]
    low: int
    high: int
    same: bool
    later: bool
    """Whether each worker must move to a later column than its own; columns are numbered in phase order."""


@step(
    "roll.move-worker",
    "R072-R074: ask for another worker and its new column, or 'done'; no worker moves twice in one use.",
)
def move_worker(play: Play, seat: int, arguments: tuple[Any, ...], moved: tuple[Move, ...]) -> None:
    terms = Terms(*arguments)
    options: list[Move | str] = [*find_moves(play, terms, moved)]
    if len(moved) >= terms.low:
        options.append(DONE)
    form = One(tuple(options), ("cell", "place"))
    play.ask(seat, questions.WORKER, form, move_chosen_worker, tuple(terms), moved)


def find_moves(play: Play, terms: Terms, moved: tuple[Move, ...]) -> list[Move]:
    """The legal moves for one more worker; in one use, a die moves at most once and must change its column."""
    width = play.numbers.width
    cells = terms.cells
    if terms.same and moved:
        cells = tuple([cell for cell in cells if cell // width == moved[0][0] // width])
    elif terms.same:
        counts = count_by_column(play, cells)
        cells = tuple([cell for cell in cells if counts.get(cell // width, 0) >= terms.low])
    return [
        (cell, place)
        for cell in cells
        if (count_unmoved(play, cell, moved) if moved else play.stock[cell]) > 0
        for place in terms.targets
        if (place > cell // width if terms.later else place != cell // width)
    ]


@step("roll.worker-moved", "Put the worker in its new column (R076).")
def move_chosen_worker(
    play: Play, seat: int, arguments: tuple[Any, ...], moved: tuple[Move, ...], pick: Move | str
) -> None:
    if isinstance(pick, str):
        return
    width = play.numbers.width
    terms = Terms(*arguments)
    cell, place = pick
    play.cause = terms.cause
    play.shift(cell, place * width + cell % width, 1, "reassigned")
    let_plain_leave(play, seat, cell)
    moved = (*moved, pick)
    # Asking for one worker at a time keeps the choice small (docs/decisions/0004).
    if len(moved) < terms.high and find_moves(play, terms, moved):
        play.then(move_worker, seat, arguments, moved)


def conceal(play: Play, seat: int) -> None:
    """R211: hide the assignments of other seats until Reveal, as the players' screens do."""
    numbers = play.numbers
    # Phases are active only from Reveal to the end of the round.
    if play.facts[numbers.active]:
        return
    for other in numbers.seats:
        if other != seat:
            for place in (*PHASES, "wild", "strip", "dictated"):
                play.shift_all(numbers.rows[place][other], numbers.rows["cup"][other], "hidden")
            if numbers.turning:
                play.facts[numbers.turning[other]] = ()
            play.counters[numbers.selected[other]] = 0


def suppose(play: Play, seat: int, random: Random) -> None:
    """Roll and assign the dice behind other seats' screens again, and turn tiles in world stacks world side up."""
    numbers = play.numbers
    for stack in numbers.stacks["settle"]:
        for piece in play.zone[stack]:
            play.side[piece] = play.layout.pieces[piece].sides[-1]
    if not play.facts[numbers.active]:
        waiting = [args[0] for name, args in play.agenda if name == roll_dice.id]
        done = [other for other in seats_in_order(play) if other != seat and other not in waiting]
        once_more(play, [(roll_dice.id, (other,)) for other in done])


def can_reroll(play: Play, seat: int, this: int, cells: list[int], low: int, high: int) -> bool:
    return high > 0 and has_enough_cells(play, seat, this, find_own_workers(play.numbers, seat, cells), low, high)


@verb(
    "reroll",
    "stock",
    can=can_reroll,
    asks=True,
    owned=True,
    reach=PHASES,
    moments=("assign", events.revealed.name),
    text="Roll workers again; each goes to the column of its new face.",
)
def reroll_workers(play: Play, seat: int, this: int, cells: list[int], low: int, high: int) -> None:
    there = [(cell, play.stock[cell]) for cell in find_own_workers(play.numbers, seat, cells)]
    play.ask(seat, questions.REROLL, Bag(there, low, high), reroll_chosen_workers, play.cause)


@step("roll.rerolled", "Roll the chosen workers again; one that shows two phases leaves its column like any other.")
def reroll_chosen_workers(play: Play, seat: int, cause: str, pick: tuple[tuple[int, int], ...]) -> None:
    play.cause = cause
    land(play, seat, [cell for cell, n in pick for _ in range(n)], "reroll")
    for cell, _ in pick:
        let_plain_leave(play, seat, cell)


@step(
    "roll.reveal",
    "R080, R081: make selected phases active; before any workers leave, powers may change the phases or move workers.",
)
def reveal(play: Play) -> None:
    numbers = play.numbers
    spare: tuple[str, ...] = ()
    if len(numbers.seats) == 2:
        faces = play.roll(
            f"{play.counters[numbers.round]}/table/two-player", numbers.die_faces, numbers.number["two_player_dice"]
        )
        spare = tuple([numbers.home_faces[face] for face in faces])
    if numbers.spare >= 0:
        play.set_fact(numbers.spare, spare, "rolled")
    play.set_fact(numbers.active, find_active_phases(play, spare), "revealed")
    for seat in seats_in_order(play) if numbers.turning else ():
        turn(play, seat)
    for seat in seats_in_order(play):
        events.revealed(play, seat)
    # Reactions to Reveal may have put steps on the agenda that must run before workers leave.
    if "revealed" in play.hooks:
        play.then(return_workers)
    else:
        leave_columns(play)


def find_active_phases(play: Play, spare: Sequence[str]) -> tuple[str, ...]:
    numbers = play.numbers
    active = {PHASES[number - 1] for seat in numbers.seats if (number := play.counters[numbers.selected[seat]])} | set(
        spare
    )
    return tuple([phase for phase in PHASES if phase in active])


@step(
    "roll.return-workers",
    "After all powers that react to Reveal, dictated workers and those of inactive phases return to the cup.",
)
def return_workers(play: Play) -> None:
    leave_columns(play)


def leave_columns(play: Play) -> None:
    """R082, R083: return dictated workers and workers in inactive phases to the cup."""
    numbers = play.numbers
    active = play.facts[numbers.active]
    for seat in seats_in_order(play):
        cup = numbers.rows["cup"][seat]
        if numbers.turning:
            turn(play, seat)
            if play.facts[numbers.turning[seat]]:
                play.set_fact(numbers.turning[seat], (), "either")
        for phase in PHASES:
            if phase not in active:
                play.shift_all(numbers.rows[phase][seat], cup, "inactive")
        play.shift_all(numbers.rows["dictated"][seat], cup, "dictated")


def can_select_another(play: Play, seat: int, this: int, what: None, low: int, high: int) -> bool:
    return play.counters[play.numbers.selected[seat]] > 0


@verb(
    "select another phase",
    "nothing",
    can=can_select_another,
    asks=True,
    moments=("revealed",),
    keeps={"spare": ()},
    saying="select another phase instead",
    text="Let the die on the phase strip select another phase.",
)
def select_another(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    now = PHASES[play.counters[play.numbers.selected[seat]] - 1]
    options = tuple([phase for phase in PHASES if phase != now])
    play.ask(seat, questions.SELECT_ANOTHER, One(options), select_chosen_phase, play.cause)


@step(
    "roll.another-selected",
    "Make the new phase active; the old one stays active only if another player or a spare die selected it too.",
)
def select_chosen_phase(play: Play, seat: int, cause: str, phase: str) -> None:
    numbers = play.numbers
    play.cause = cause
    play.adjust(numbers.selected[seat], PHASES.index(phase) + 1 - play.counters[numbers.selected[seat]], "selected")
    play.set_fact(numbers.active, find_active_phases(play, play.facts[numbers.spare]), "selected")
