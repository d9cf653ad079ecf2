"""Roll, Assign and Reveal (R050-R083)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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
"""A reassigned worker: the cell it leaves and the place it goes to."""


@step("roll.roll-dice")
def roll_dice(g: Play, seat: int) -> None:
    """R050, R060: roll all dice in the cup; then assign the wild ones and select a phase."""
    w = g.numbers
    cup = w.rows["cup"][seat]
    stock = g.stock
    land(g, seat, [cup + kind for kind in w.kinds for _ in range(stock[cup + kind])], "roll")
    g.then(select, seat)


def land(g: Play, seat: int, cells: list[int], purpose: str) -> None:
    """Roll a die of each of these cells; each goes to its face's column, and its owner assigns the wild ones."""
    w = g.numbers
    faces, either, money, width = w.faces[seat], w.either, 0, w.width
    landed: dict[tuple[int, int], int] = {}
    choices: dict[tuple[int, tuple[str, ...]], int] = {}
    named: dict[tuple[int, str], int] = {}
    rolled = g.roll(f"{g.counters[w.round]}/{seat}/{purpose}", w.die_faces, len(cells)) if cells else ()
    for cell, face in zip(cells, rolled, strict=True):
        kind = cell % width
        money += w.money[kind][face]
        if title := w.titles[kind][face]:
            named[kind, title] = named.get((kind, title), 0) + 1
        if phases := either[kind][face]:
            choices[cell, phases] = choices.get((cell, phases), 0) + 1
            continue
        move = (cell, faces[kind][face])
        landed[move] = landed.get(move, 0) + 1
    for (kind, title), n in named.items():
        g.note("face", seat, g.layout.kinds[kind], n, title)
    for (cell, phases), n in choices.items():
        g.shift(cell, w.rows["wild"][seat] + cell % width, n, "set aside")
        g.then(place_either, seat, cell % width, phases, n)
    g.then(place_wilds, seat)
    for (source, target), n in landed.items():
        if source != target:
            g.shift(source, target, n, "rolled")
    if money:
        g.adjust(w.credits[seat], money, "rolled")


@step("roll.place-either")
def place_either(g: Play, seat: int, kind: int, phases: tuple[str, ...], n: int) -> None:
    """Assign the dice of one colour that show a face with several phases, each to one of them."""
    w = g.numbers
    form = Bag([(w.place[phase][seat], n) for phase in phases], n, n, "place")
    g.ask(seat, questions.WILD, form, assign_either, w.rows["wild"][seat] + kind, phases)


@step("roll.either-placed")
def assign_either(g: Play, seat: int, cell: int, phases: tuple[str, ...], pick: tuple[tuple[int, int], ...]) -> None:
    """Put those dice in their columns, and note which other phases they also show."""
    w = g.numbers
    noted = g.facts[w.turning[seat]]
    for place, n in pick:
        g.shift(cell, place * w.width + cell % w.width, n, "assigned")
        others = tuple([phase for phase in phases if w.place[phase][seat] != place])
        noted += ((place * w.width + cell % w.width, others),) * n
    g.set_fact(w.turning[seat], noted, "either")


def let_plain_leave(g: Play, seat: int, cell: int) -> None:
    """Of the dice of a cell, those that show one phase leave first; a reassigned die no longer shows two."""
    w = g.numbers
    if w.turning and (noted := g.facts[w.turning[seat]]):
        here = [one for one in noted if one[0] == cell]
        if len(here) > g.stock[cell]:
            left = (*[one for one in noted if one[0] != cell], *here[: g.stock[cell]])
            g.set_fact(w.turning[seat], left, "either")


def turn(g: Play, seat: int) -> None:
    """A die that shows two phases, of which only the other one is active, moves there by itself."""
    w = g.numbers
    active = g.facts[w.active]
    left = []
    for cell, others in g.facts[w.turning[seat]]:
        phase = next((phase for phase in others if phase in active), "")
        if phase and cell not in [one for each in active for one in w.cells[each][seat]]:
            g.shift(cell, w.rows[phase][seat] + cell % w.width, 1, "turned")
        else:
            left.append((cell, others))
    if len(left) < len(g.facts[w.turning[seat]]):
        g.set_fact(w.turning[seat], tuple(left), "either")


@step("roll.place-wilds")
def place_wilds(g: Play, seat: int) -> None:
    """R061, R062: assign wild faces to any columns, colour by colour, before Reveal."""
    w = g.numbers
    for cell in w.cells["wild"][seat]:
        if n := g.stock[cell]:
            form = Bag([(column, n) for column in w.columns[seat]], n, n, "place")
            g.ask(seat, questions.WILD, form, assign_wilds, cell)
            return


@step("roll.wilds-placed")
def assign_wilds(g: Play, seat: int, cell: int, pick: tuple[tuple[int, int], ...]) -> None:
    """Put the wild dice of one colour in their columns."""
    width = g.numbers.width
    for place, n in pick:
        g.shift(cell, place * width + cell % width, n, "assigned")
    g.then(place_wilds, seat)


@step("roll.select")
def select(g: Play, seat: int) -> None:
    """R063, R064: select exactly one phase; a seat without workers selects none."""
    w = g.numbers
    if any(g.stock[cell] for cell in w.column_cells[seat]):
        g.ask(seat, questions.SELECT, PHASE_FORM, choose_selector)
    elif g.counters[w.selected[seat]]:
        g.adjust(w.selected[seat], -g.counters[w.selected[seat]], "selected")


@step("roll.choose-selector")
def choose_selector(g: Play, seat: int, phase: str) -> None:
    """R063: any one worker from any column selects the phase."""
    w = g.numbers
    number = PHASES.index(phase) + 1
    g.adjust(w.selected[seat], number - g.counters[w.selected[seat]], "selected")
    cells = tuple([cell for cell in w.column_cells[seat] if g.stock[cell]])
    g.ask(seat, questions.SELECTOR, One(cells, "cell"), put_on_strip)


@step("roll.put-on-strip")
def put_on_strip(g: Play, seat: int, cell: int) -> None:
    """Put the selecting die on the phase strip; workers can be reassigned from now on (R065)."""
    w = g.numbers
    g.shift(cell, w.rows["strip"][seat] + cell % w.width, 1, "selected")
    let_plain_leave(g, seat, cell)
    g.then(reassign, seat, ())


@step("roll.reassign")
def reassign(g: Play, seat: int, used: tuple[str, ...]) -> None:
    """R066-R069: ask for an unused Reassign power, Dictate, or ``done`` if no mandatory power is left."""
    options = []
    must = False
    for bound in g.owned("assign", seat):
        if used.count(bound.hook.id) < bound.hook.times and bound.hook.can(g, seat, bound.piece):
            options.append(bound.hook.id)
            must = must or not bound.hook.may
    if can_dictate(g, seat, used):
        options.append(DICTATE)
    if not must:
        options.append(DONE)
    g.ask(seat, questions.REASSIGN, One(tuple(options)), reassign_with, used)


def can_dictate(g: Play, seat: int, used: tuple[str, ...]) -> bool:
    """R069: Dictate needs one worker to give up and another to move."""
    w = g.numbers
    if used.count(DICTATE) >= g.value("dictates", seat, w.number["dictates_per_round"]):
        return False
    if g.value("dictated workers", seat, w.number["dictate_workers"]) < 1:
        return False
    stock = g.stock
    return sum([stock[cell] for cell in w.column_cells[seat]]) > 1


@step("roll.reassign-with")
def reassign_with(g: Play, seat: int, used: tuple[str, ...], power: str) -> None:
    """Use the choice, then offer the rest again."""
    if power == DONE:
        return
    if power == DICTATE:
        w = g.numbers
        cells = tuple([cell for cell in w.column_cells[seat] if g.stock[cell]])
        g.ask(seat, questions.GIVE, One(cells, "cell"), dictate)
    else:
        piece = next(bound.piece for bound in g.owned("assign", seat) if bound.hook.id == power)
        g.use(seat, piece, power)
    g.then(reassign, seat, (*used, power))


@step("roll.dictate")
def dictate(g: Play, seat: int, cell: int) -> None:
    """R069: put the given worker in the Dictate area, then move one (or more) others."""
    w = g.numbers
    g.shift(cell, w.rows["dictated"][seat] + cell % w.width, 1, "dictated")
    high = g.value("dictated workers", seat, w.number["dictate_workers"])
    let_plain_leave(g, seat, cell)
    terms = Terms(g.cause, w.column_cells[seat], tuple(w.columns[seat]), 1, high, False, False)
    g.then(move_worker, seat, tuple(terms), ())


def reassign_workers(
    g: Play, me: int, this: int, cells: list[int], low: int, high: int, to: list[int] | None, same: bool, later: bool
) -> None:
    """Move workers to other columns, each to one of its own choice or to the places named."""
    w = g.numbers
    terms = Terms(g.cause, find_own_workers(w, me, cells), columns_in(w, me, to), low, high, same, later)
    g.then(move_worker, me, tuple(terms), ())


def can_reassign(
    g: Play, me: int, this: int, cells: list[int], low: int, high: int, to: list[int] | None, same: bool, later: bool
) -> bool:
    """Whether enough workers can move to another column."""
    w = g.numbers
    targets = columns_in(w, me, to)
    width = w.width
    stock = g.stock
    workers = find_own_workers(w, me, cells)
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
    return any(n >= low for n in count_by_column(g, movable).values())


def find_own_workers(w: Numbers, seat: int, cells: Sequence[int]) -> tuple[int, ...]:
    """The cells that are in a seat's own columns; only the workers there can be reassigned (R066)."""
    own = w.column_cells[seat]
    return tuple([cell for cell in cells if cell in own])


def columns_in(w: Numbers, seat: int, places: Sequence[int] | None) -> tuple[int, ...]:
    """The seat's columns among some places; all of them for None."""
    own = w.columns[seat]
    return tuple(own) if places is None else tuple([place for place in places if place in own])


def count_by_column(g: Play, cells: Sequence[int]) -> dict[int, int]:
    """How many of the workers in these cells are in each column."""
    width = g.numbers.width
    found: dict[int, int] = {}
    for cell in cells:
        found[cell // width] = found.get(cell // width, 0) + g.stock[cell]
    return found


def count_unmoved(g: Play, cell: int, moved: tuple[Move, ...]) -> int:
    """The workers in a cell that this use has not moved."""
    width = g.numbers.width
    return g.stock[cell] - sum([place * width + source % width == cell for source, place in moved])


class Terms(NamedTuple):
    """The limits of one use of a Reassign power or Dictate."""

    cause: str
    """The power, or the step of Dictate."""
    cells: tuple[int, ...]
    """Where the workers may come from."""
    targets: tuple[int, ...]
    """The columns that they may go to."""
    low: int
    high: int
    same: bool
    """Whether all must come from the same column."""
    later: bool
    """Whether each goes to a later column than its own; columns are numbered in the order of their phases."""


@step("roll.move-worker")
def move_worker(g: Play, seat: int, given: tuple[Any, ...], moved: tuple[Move, ...]) -> None:
    """R072-R074: ask for one more worker, not moved before in this use, to another column; or ``done``."""
    terms = Terms(*given)
    options: list[Move | str] = [*find_moves(g, terms, moved)]
    if len(moved) >= terms.low:
        options.append(DONE)
    form = One(tuple(options), ("cell", "place"))
    g.ask(seat, questions.WORKER, form, move_chosen_worker, tuple(terms), moved)


def find_moves(g: Play, terms: Terms, moved: tuple[Move, ...]) -> list[Move]:
    """The legal moves of one more worker: no die moves twice in one use, and each moves to a different column."""
    width = g.numbers.width
    cells = terms.cells
    if terms.same and moved:
        cells = tuple([cell for cell in cells if cell // width == moved[0][0] // width])
    elif terms.same:
        counts = count_by_column(g, cells)
        cells = tuple([cell for cell in cells if counts.get(cell // width, 0) >= terms.low])
    return [
        (cell, place)
        for cell in cells
        if (count_unmoved(g, cell, moved) if moved else g.stock[cell]) > 0
        for place in terms.targets
        if (place > cell // width if terms.later else place != cell // width)
    ]


@step("roll.worker-moved")
def move_chosen_worker(g: Play, seat: int, given: tuple[Any, ...], moved: tuple[Move, ...], pick: Move | str) -> None:
    """Put the worker in its new column (R076)."""
    if isinstance(pick, str):
        return
    width = g.numbers.width
    terms = Terms(*given)
    cell, place = pick
    g.cause = terms.cause
    g.shift(cell, place * width + cell % width, 1, "reassigned")
    let_plain_leave(g, seat, cell)
    moved = (*moved, pick)
    if len(moved) < terms.high and find_moves(g, terms, moved):
        g.then(move_worker, seat, given, moved)


def conceal(g: Play, seat: int) -> None:
    """R211: hide the assignments of other seats until Reveal, as their screens do."""
    w = g.numbers
    if g.facts[w.active]:
        return
    for other in w.seats:
        if other != seat:
            for place in (*PHASES, "wild", "strip", "dictated"):
                g.shift_all(w.rows[place][other], w.rows["cup"][other], "hidden")
            if w.turning:
                g.facts[w.turning[other]] = ()
            g.counters[w.selected[other]] = 0


def suppose(g: Play, seat: int, random: Random) -> None:
    """Other seats roll and assign anew what they have behind their screens; tiles lie in stacks with the right side."""
    w = g.numbers
    for stack in w.stacks["settle"]:
        for piece in g.zone[stack]:
            g.side[piece] = g.layout.pieces[piece].sides[-1]
    if not g.facts[w.active]:
        waiting = [args[0] for name, args in g.agenda if name == roll_dice.id]
        done = [other for other in seats_in_order(g) if other != seat and other not in waiting]
        once_more(g, [(roll_dice.id, (other,)) for other in done])


def reroll_workers(g: Play, me: int, this: int, cells: list[int], low: int, high: int) -> None:
    """Roll workers again; each goes to the column of its new face."""
    there = [(cell, g.stock[cell]) for cell in find_own_workers(g.numbers, me, cells)]
    g.ask(me, questions.REROLL, Bag(there, low, high), reroll_chosen_workers, g.cause)


def can_reroll(g: Play, me: int, this: int, cells: list[int], low: int, high: int) -> bool:
    """Whether there are enough workers, and any at all."""
    return high > 0 and has_enough_cells(g, me, this, find_own_workers(g.numbers, me, cells), low, high)


@step("roll.rerolled")
def reroll_chosen_workers(g: Play, seat: int, cause: str, pick: tuple[tuple[int, int], ...]) -> None:
    """Roll the workers chosen; one that shows two phases leaves its column as any other does."""
    g.cause = cause
    land(g, seat, [cell for cell, n in pick for _ in range(n)], "reroll")
    for cell, _ in pick:
        let_plain_leave(g, seat, cell)


@step("roll.reveal")
def reveal(g: Play) -> None:
    """R080, R081: selected phases become active; powers may change that, or move workers, before any leave."""
    w = g.numbers
    spare: tuple[str, ...] = ()
    if len(w.seats) == 2:
        faces = g.roll(f"{g.counters[w.round]}/table/two-player", w.die_faces, w.number["two_player_dice"])
        spare = tuple([w.home_faces[face] for face in faces])
    if w.spare >= 0:
        g.set_fact(w.spare, spare, "rolled")
    g.set_fact(w.active, find_active_phases(g, spare), "revealed")
    for seat in seats_in_order(g) if w.turning else ():
        turn(g, seat)
    for seat in seats_in_order(g):
        events.revealed(g, seat)
    if "revealed" in g.hooks:
        g.then(return_workers)
    else:
        leave_columns(g)


def find_active_phases(g: Play, spare: Sequence[str]) -> tuple[str, ...]:
    """The phases that seats have selected, and those of the spare dice, in order."""
    w = g.numbers
    active = {PHASES[number - 1] for seat in w.seats if (number := g.counters[w.selected[seat]])} | set(spare)
    return tuple([phase for phase in PHASES if phase in active])


@step("roll.return-workers")
def return_workers(g: Play) -> None:
    """After all powers of this moment, workers leave."""
    leave_columns(g)


def leave_columns(g: Play) -> None:
    """R082, R083: dictated workers and those of inactive phases return to the cup."""
    w = g.numbers
    active = g.facts[w.active]
    for seat in seats_in_order(g):
        cup = w.rows["cup"][seat]
        if w.turning:
            turn(g, seat)
            if g.facts[w.turning[seat]]:
                g.set_fact(w.turning[seat], (), "either")
        for phase in PHASES:
            if phase not in active:
                g.shift_all(w.rows[phase][seat], cup, "inactive")
        g.shift_all(w.rows["dictated"][seat], cup, "dictated")


def select_another(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Let the die on the phase strip select another phase."""
    now = PHASES[g.counters[g.numbers.selected[me]] - 1]
    options = tuple([phase for phase in PHASES if phase != now])
    g.ask(me, questions.SELECT_ANOTHER, One(options), select_chosen_phase, g.cause)


def can_select_another(g: Play, me: int, this: int, what: None, low: int, high: int) -> bool:
    """Whether the seat has selected a phase."""
    return g.counters[g.numbers.selected[me]] > 0


@step("roll.another-selected")
def select_chosen_phase(g: Play, seat: int, cause: str, phase: str) -> None:
    """The phase is active; the one selected before is active only if somebody else or a spare die has selected it."""
    w = g.numbers
    g.cause = cause
    g.adjust(w.selected[seat], PHASES.index(phase) + 1 - g.counters[w.selected[seat]], "selected")
    g.set_fact(w.active, find_active_phases(g, g.facts[w.spare]), "selected")
