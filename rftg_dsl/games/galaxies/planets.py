"""The verbs of planet actions, on ships, dice, cards and other actions."""

from __future__ import annotations

from rftg_dsl.games.galaxies import questions
from rftg_dsl.games.galaxies.actions import ask_payment, can_upgrade, do_action, move_ship, usable, use_action
from rftg_dsl.games.galaxies.numbers import RESOURCES, Play
from rftg_dsl.games.galaxies.ships import Way, advance, clear, colonize, go_home, put_ship, reveal, ways
from rftg_dsl.games.galaxies.turn import ANY_FACE, Picked, choose_face, offer_free_follow, reroll_dice
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Bag, One, Range, Some
from rftg_dsl.kernel.step import step

ACT = "act as any face followed for free"
DONE = "done"

Counters = tuple[list[int], bool, int]
"""Counters, whether they can be mixed, and how many."""
Pieces = list[int]
Cells = list[int]


# -- ships -----------------------------------------------------------------------------------------------------


def orbiting(g: Play, ships: Pieces) -> Pieces:
    """The ships that are on a track."""
    in_orbit, at = g.numbers.in_orbit, g.place_of
    return [ship for ship in ships if in_orbit[at[ship]]]


def advance_some(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> None:
    """Advance own ships on tracks of any type."""
    choose_ships(g, me, questions.ADVANCE, orbiting(g, ships), low, high, by)


def can_advance(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> bool:
    """Whether there are enough ships in orbit."""
    return len(orbiting(g, ships)) >= low > 0


def regress_some(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> None:
    """Move ships back on their tracks, no further than the starting position."""
    choose_ships(g, me, questions.REGRESS, [ship for ship in ships if g.tag[ship]], low, high, -by)


def can_regress(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> bool:
    """Whether enough of the ships are on a numbered space."""
    return len([ship for ship in ships if g.tag[ship]]) >= low > 0


def choose_ships(g: Play, me: int, question: Question, ships: Pieces, low: int, high: int, by: int) -> None:
    """Ask for one ship, or for several different ones."""
    form = One(tuple(ships), "piece") if high == 1 else Some(tuple(ships), low, high, "piece")
    g.ask(me, question, form, shift_ships, by, g.cause)


@step("galaxies.shift-ships")
def shift_ships(g: Play, me: int, by: int, cause: str, pick: int | tuple[int, ...]) -> None:
    """Move ships ``by`` spaces forward or back, one after another."""
    g.cause = cause
    for ship in pick if isinstance(pick, tuple) else (pick,):
        g.chose(ship)
        if by > 0 and g.numbers.in_orbit[g.place_of[ship]]:
            advance(g, ship, by)
        elif g.tag[ship]:
            g.set_tag(ship, max(0, g.tag[ship] + by), "regressed")


def all_ways(g: Play, ships: Pieces | tuple[int, ...]) -> list[Way]:
    """Where each of the ships can go, by the rules for its owner."""
    w = g.numbers
    return [way for seat in w.seats for way in ways(g, seat, [ship for ship in ships if w.owner[ship] == seat])]


def move_ships(g: Play, me: int, this: int, ships: Pieces, low: int, high: int) -> None:
    """Move different ships one after another; a ship that lands can use its planet's action."""
    g.then(move_next, me, g.cause, tuple(ships), low, high)


def can_move(g: Play, me: int, this: int, ships: Pieces, low: int, high: int) -> bool:
    """Whether any of them can move."""
    return high > 0 and bool(all_ways(g, ships))


@step("galaxies.move-next")
def move_next(g: Play, me: int, cause: str, ships: tuple[int, ...], low: int, high: int) -> None:
    """Ask for one more ship, or ``done``."""
    options: list[object] = [*all_ways(g, ships)]
    if options and low <= 0:
        options.append(DONE)
    if options and high:
        g.ask(me, questions.MOVE, One(tuple(options), ("piece", "place")), moved_next, cause, ships, low, high)


@step("galaxies.moved-next")
def moved_next(
    g: Play, me: int, cause: str, ships: tuple[int, ...], low: int, high: int, pick: tuple[int, int] | str
) -> None:
    """The ship arrives and cannot be moved again."""
    if isinstance(pick, str):
        return
    g.cause = cause
    g.chose(pick[0])
    left = tuple([ship for ship in ships if ship != pick[0]])
    land(g, me, pick)
    g.then(move_next, me, cause, left, low - 1, high - 1)


def land(g: Play, me: int, way: Way) -> None:
    """The ship arrives; the action of the planet it lands on counts as a nested action."""
    if deep(g) or not g.numbers.on_surface[way[1]]:
        put_ship(g, *way, "moved")
    else:
        enter(g)
        move_ship(g, me, way)
        g.then(leave)


def transfers(g: Play, ships: Pieces) -> list[Way]:
    """Ships in orbit, each with the tracks in the row that have its space and no ship of its owner."""
    w = g.numbers
    taken = [{g.place_of[ship] for ship in those} for those in w.ships]
    return [
        (ship, w.orbit[planet])
        for ship in orbiting(g, ships)
        for planet in g.zone[w.row]
        if w.orbit[planet] not in taken[w.owner[ship]] and g.tag[ship] < w.length[g.side[planet]]
    ]


def transfer(g: Play, me: int, this: int, ships: Pieces, low: int, high: int) -> None:
    """Move a ship to the same space of another track."""
    g.ask(me, questions.TRANSFER, One(tuple(transfers(g, ships)), ("piece", "place")), transferred, g.cause)


def can_transfer(g: Play, me: int, this: int, ships: Pieces, low: int, high: int) -> bool:
    """Whether any ship has another track to go to."""
    return bool(transfers(g, ships))


@step("galaxies.transferred")
def transferred(g: Play, me: int, cause: str, way: tuple[int, int]) -> None:
    """The ship is on the same space of the other track."""
    g.cause = cause
    ship, place = way
    g.chose(ship)
    space = g.tag[ship]
    put_ship(g, ship, place, "transferred")
    if space:
        g.set_tag(ship, space, "transferred")


def recall(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, gain: Counters) -> None:
    """Return a ship from its track for as many resources as its space number."""
    g.ask(me, questions.RECALL, One(tuple(orbiting(g, ships)), "piece"), recalled, g.cause, tuple(gain[0]), gain[1])


def can_recall(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, gain: Counters) -> bool:
    """Whether any of them is on a track."""
    return bool(orbiting(g, ships))


@step("galaxies.recalled")
def recalled(g: Play, me: int, cause: str, counters: tuple[int, ...], mixed: bool, ship: int) -> None:
    """The ship returns home, and its owner chooses which resource it brings."""
    g.cause = cause
    n = g.tag[ship]
    g.chose(ship)
    go_home(g, ship)
    if n and mixed:
        g.ask(me, questions.FIRST_SHARE, Range(0, n), gain_mixed, cause, counters, n)
    elif n:
        g.ask(me, questions.RESOURCE, One(tuple([g.layout.counter_names[one] for one in counters])), gain_one, cause, n)


@step("galaxies.gain-one")
def gain_one(g: Play, me: int, cause: str, n: int, counter: str) -> None:
    """Gain ``n`` of one resource."""
    g.cause = cause
    g.adjust(g.layout.counter_numbers[counter], n, "gained")


@step("galaxies.gain-mixed")
def gain_mixed(g: Play, me: int, cause: str, counters: tuple[int, int], n: int, first: int) -> None:
    """Gain ``first`` of the first resource and the rest of the other."""
    g.cause = cause
    for counter, many in zip(counters, (first, n - first), strict=True):
        if many:
            g.adjust(counter, many, "gained")


# -- resources, the empire -------------------------------------------------------------------------------------


def of_seat(g: Play, counter: int, me: int, other: int) -> int:
    """The same counter of another seat."""
    return counter + other - me


def spare(g: Play, counter: int) -> int:
    """How much of a counter can be given away."""
    return g.counters[counter] - g.layout.counter_specs[counter].low


def take(g: Play, me: int, this: int, counter: int, low: int, high: int, seats: list[int]) -> None:
    """Take a resource from an opponent who has enough of it."""
    those = [seat for seat in seats if spare(g, of_seat(g, counter, me, seat)) >= low]
    g.ask(me, questions.FROM, One(tuple(those), "seat"), taken, g.cause, counter, low)


def can_take(g: Play, me: int, this: int, counter: int, low: int, high: int, seats: list[int]) -> bool:
    """Whether any opponent has enough."""
    return low > 0 and any(spare(g, of_seat(g, counter, me, seat)) >= low for seat in seats)


@step("galaxies.taken")
def taken(g: Play, me: int, cause: str, counter: int, n: int, seat: int) -> None:
    """Transfer the resource; the taker loses any excess over the end of the track."""
    g.cause = cause
    pass_on(g, of_seat(g, counter, me, seat), counter, n, "taken")


def pass_on(g: Play, source: int, target: int, n: int, word: str) -> None:
    """Move ``n`` from one counter to another."""
    g.adjust(source, -n, word)
    g.adjust(target, n, word)


def exchange(g: Play, me: int, this: int, counter: int, low: int, high: int, into: Counters) -> None:
    """Turn any amount of one resource into another."""
    most = min(high, spare(g, counter))
    g.ask(me, questions.AMOUNT, Range(min(low, most), most), exchanged, g.cause, counter, into[0][0])


def can_exchange(g: Play, me: int, this: int, counter: int, low: int, high: int, into: Counters) -> bool:
    """Whether there is any."""
    return high > 0 and spare(g, counter) >= max(low, 1)


@step("galaxies.exchanged")
def exchanged(g: Play, me: int, cause: str, source: int, target: int, n: int) -> None:
    """Exchange ``n``; any excess over the end of the other track is lost."""
    g.cause = cause
    if n:
        pass_on(g, source, target, n, "exchanged")


def resources_of(g: Play, me: int, pay: Counters) -> list[str]:
    """The names of the resources in a price."""
    w = g.numbers
    return [name for name in RESOURCES if w.resource[name][me] in pay[0]]


def upgrade_with(g: Play, me: int, this: int, what: None, low: int, high: int, pay: Counters, change: int) -> None:
    """Upgrade the empire, paying from one of the resources or mixing them."""
    ask_payment(g, me, change or 0, resources_of(g, me, pay), pay[1])


def can_upgrade_with(g: Play, me: int, this: int, what: None, low: int, high: int, pay: Counters, change: int) -> bool:
    """Whether the upgrade can be paid for."""
    return can_upgrade(g, me, change or 0, resources_of(g, me, pay), pay[1])


# -- dice and cards --------------------------------------------------------------------------------------------


def faced(g: Play, cells: Cells) -> Cells:
    """The cells of dice that show a face, so neither the Converter nor the supply."""
    return [cell for cell in cells if cell in g.numbers.face_of]


def turn_one(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Turn a die to any face."""
    g.ask(me, questions.DIE, One(tuple(faced(g, cells)), "cell"), choose_face, g.cause)


def reroll_some(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Reroll dice without paying."""
    g.ask(me, questions.REROLL, Bag([(cell, g.stock[cell]) for cell in faced(g, cells)], low, high), rerolled, g.cause)


def any_cells(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> bool:
    """Whether there is any die."""
    return bool(faced(g, cells))


@step("galaxies.rerolled")
def rerolled(g: Play, me: int, cause: str, pick: Picked) -> None:
    """The chosen dice are rerolled."""
    g.cause = cause
    reroll_dice(g, me, pick)


def removable(g: Play, planets: Pieces, place: int) -> Pieces:
    """The planets of the row that can be put in a place: the deck, the discards or a seat's colonies."""
    w = g.numbers
    there = place in (w.deck, w.discard, *w.colonies)
    return [one for one in planets if there and g.place_of[one] == w.row]


def put_planet(g: Play, me: int, this: int, planets: Pieces, low: int, high: int, to: list[int]) -> None:
    """Put a planet of the row elsewhere and reveal a new one in its gap."""
    g.ask(me, questions.PLANET, One(tuple(removable(g, planets, to[0])), "piece"), planet_put, g.cause, to[0])


def can_put(g: Play, me: int, this: int, planets: Pieces, low: int, high: int, to: list[int]) -> bool:
    """Whether there is a planet to put away and one to replace it."""
    return bool(removable(g, planets, to[0])) and bool(g.zone[g.numbers.deck])


@step("galaxies.planet-put")
def planet_put(g: Play, me: int, cause: str, place: int, planet: int) -> None:
    """The planet goes to the end of the place, and the next planet fills its gap."""
    w = g.numbers
    g.cause = cause
    if place in w.colonies:
        colonize(g, w.colonies.index(place), planet)
        return
    clear(g, planet)
    gap = g.zone[w.row].index(planet)
    g.move(planet, place, "put")
    reveal(g, gap)


# -- actions that call actions ---------------------------------------------------------------------------------


MOST_CALLS = 100
"""The maximum number of nested actions per action at any depth; printed planets stay far below it."""


def deep(g: Play) -> bool:
    """Whether nested actions have reached their maximum depth or number."""
    w = g.numbers
    return g.counters[w.depth] >= w.number["nesting"] or g.facts[w.called] >= MOST_CALLS


def enter(g: Play) -> None:
    """Go one call deeper."""
    w = g.numbers
    g.adjust(w.depth, 1, "called")
    g.set_fact(w.called, g.facts[w.called] + 1, "called")


@step("galaxies.leave")
def leave(g: Play) -> None:
    """Return from a call; returning from the outermost one resets the number of calls."""
    w = g.numbers
    g.adjust(w.depth, -1, "done")
    if not g.counters[w.depth]:
        g.set_fact(w.called, 0, "done")


def callable_planets(g: Play, me: int, this: int, planets: Pieces) -> Pieces:
    """Other planets with a usable action; an action that uses other planets always counts as usable."""
    w = g.numbers
    return [one for one in planets if one != this and (w.calls[g.side[one]] or usable(g, me, one))]


def payable(g: Play, price: Counters | None) -> bool:
    """Whether the seat can pay the planet's owner."""
    return price is None or spare(g, price[0][0]) >= price[2]


def use_planet(g: Play, me: int, this: int, planets: Pieces, low: int, high: int, price: Counters | None) -> None:
    """Use the action of another planet; the price goes to the seat that has colonized it."""
    form = One(tuple(callable_planets(g, me, this, planets)), "piece")
    paid = (price[0][0], price[2]) if price else ()
    g.ask(me, questions.PLANET, form, planet_called, g.cause, paid)


def can_use_planet(g: Play, me: int, this: int, planets: Pieces, low: int, high: int, price: Counters | None) -> bool:
    """Whether a planet's action can be used and paid for."""
    return not deep(g) and payable(g, price) and bool(callable_planets(g, me, this, planets))


@step("galaxies.planet-called")
def planet_called(g: Play, me: int, cause: str, paid: tuple[int, ...], planet: int) -> None:
    """Pay, then use the planet's action as one's own."""
    g.cause = cause
    if paid:
        counter, n = paid
        owner = g.layout.place_owner[g.place_of[planet]]
        if owner >= 0:
            pass_on(g, counter, of_seat(g, counter, me, owner), n, "given")
        else:
            g.adjust(counter, -n, "paid")
    enter(g)
    g.then(use_action, me, planet)
    g.then(leave)


def repeat(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Repeat the action of an activated die."""
    g.ask(me, questions.DIE, One(tuple(faced(g, cells)), "cell"), repeated, g.cause)


def can_repeat(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> bool:
    """Whether there is a die to repeat."""
    return not deep(g) and bool(faced(g, cells))


@step("galaxies.repeated")
def repeated(g: Play, me: int, cause: str, cell: int) -> None:
    """Carry out the action of the die; nobody may follow it."""
    g.cause = cause
    enter(g)
    g.then(do_action, me, g.numbers.face_of[cell])
    g.then(leave)


def act(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Take the action of any face; the other players may do it for free, instead of following the die."""
    g.ask(me, questions.FACE, ANY_FACE, acted, g.cause)


def can_act(g: Play, me: int, this: int, what: None, low: int, high: int) -> bool:
    """Whether another nested action is allowed."""
    return not deep(g)


@step("galaxies.acted")
def acted(g: Play, me: int, cause: str, face: str) -> None:
    """Carry out the action, then offer it to the others, clockwise."""
    w = g.numbers
    g.cause = cause
    if g.counters[w.turn[me]] and not g.counters[w.opened]:
        g.adjust(w.opened, 1, "opened")
    enter(g)
    g.then(do_action, me, face)
    for seat in w.clockwise[me]:
        g.then(offer_free_follow, seat, face)
    g.then(leave)
