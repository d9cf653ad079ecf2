"""The verbs of planet actions, on ships, dice, cards and other actions."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY
from rftg_dsl.games.galaxies import questions
from rftg_dsl.games.galaxies.actions import (
    ask_payment,
    can_upgrade,
    do_action,
    find_usable_actions,
    move_ship,
    use_action,
)
from rftg_dsl.games.galaxies.numbers import RESOURCES, Play
from rftg_dsl.games.galaxies.ships import Way, advance, clear, colonize, put_ship, reveal, ways_for
from rftg_dsl.games.galaxies.turn import ANY_FACE, Picked, choose_face, offer_free_follow, reroll_dice
from rftg_dsl.games.series import ask_next
from rftg_dsl.games.verbs import amount_to_spare, counter_of_seat, tally
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Bag, One, Some
from rftg_dsl.kernel.step import step

ACT = "act as any face followed for free"

Counters = tuple[list[int], bool, int]
"""Counters, whether they can be mixed, and how many."""
Pieces = list[int]
Cells = list[int]


# -- ships -----------------------------------------------------------------------------------------------------


def ships_in_orbit(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> Pieces:
    """The ships that are on a track."""
    in_orbit, at = g.numbers.in_orbit, g.place_of
    return [ship for ship in ships if in_orbit[at[ship]]]


def advance_some(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> None:
    """Advance own ships on tracks of any type."""
    choose_ships(g, me, questions.ADVANCE, ships_in_orbit(g, me, this, ships, low, high, by), low, high, by)


def can_advance(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> bool:
    """Whether there are enough ships in orbit, and it goes any further."""
    return by > 0 and are_enough(ships_in_orbit(g, me, this, ships, low, high, by), low, high)


def ships_on_numbered_spaces(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> Pieces:
    """The ships that are on a numbered space."""
    return [ship for ship in ships if g.tag[ship]]


def regress_some(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> None:
    """Move ships back on their tracks, no further than the starting position."""
    choose_ships(g, me, questions.REGRESS, ships_on_numbered_spaces(g, me, this, ships, low, high, by), low, high, -by)


def can_regress(g: Play, me: int, this: int, ships: Pieces, low: int, high: int, by: int) -> bool:
    """Whether enough of the ships are on a numbered space, and it goes any further back."""
    return by > 0 and are_enough(ships_on_numbered_spaces(g, me, this, ships, low, high, by), low, high)


def are_enough(ships: Pieces, low: int, high: int) -> bool:
    """Whether there are ships, and as many as are wanted; ``all`` wants as many as there are."""
    return bool(ships) and high > 0 and (low == MANY or len(ships) >= low)


def choose_ships(g: Play, me: int, question: Question, ships: Pieces, low: int, high: int, by: int) -> None:
    """Ask for one ship, or for a number of different ones."""
    form = One(tuple(ships), "piece") if low == high == 1 else Some(tuple(ships), low, high, "piece")
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


def ways_for_all(g: Play, ships: Pieces | tuple[int, ...]) -> list[Way]:
    """Where each of the ships can go, by the rules for its owner."""
    w = g.numbers
    return [way for seat in w.seats for way in ways_for(g, seat, [ship for ship in ships if w.owner[ship] == seat])]


def move_ships(g: Play, me: int, this: int, ships: Pieces, low: int, high: int) -> None:
    """Move different ships one after another; a ship that lands can use its planet's action."""
    g.then(move_next, me, g.cause, tuple(ships), low, high)


def can_move(g: Play, me: int, this: int, ships: Pieces, low: int, high: int) -> bool:
    """Whether any of them can move."""
    return high > 0 and bool(ways_for_all(g, ships))


def move_pieces(g: Play, me: int, this: int, pieces: Pieces, low: int, high: int, to: list[int]) -> None:
    """Move ships or planets to certain places."""
    if planets := find_removable(g, pieces, to):
        g.then(move_planet, me, g.cause, tuple(planets), to[0], low, high)
    else:
        g.then(put_next, me, g.cause, tuple(pieces), tuple(to), low, high)


def can_move_pieces(g: Play, me: int, this: int, pieces: Pieces, low: int, high: int, to: list[int]) -> bool:
    """Whether any of them can move there."""
    return high > 0 and bool(find_removable(g, pieces, to) or ways_to(g, pieces, to))


@step("galaxies.move-next")
def move_next(g: Play, me: int, cause: str, ships: tuple[int, ...], low: int, high: int) -> None:
    """Ask for one more ship, or ``done``."""
    options = ways_for_all(g, ships) if high else ()
    rest = (cause, ships, low, high)
    ask_next(g, me, questions.MOVE, options, ("piece", "place"), low <= 0, land_chosen_ship, *rest)


@step("galaxies.moved-next")
def land_chosen_ship(
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
    if is_too_deep(g) or not g.numbers.on_surface[way[1]]:
        put_ship(g, *way, "moved")
    else:
        enter(g)
        move_ship(g, me, way)
        g.then(leave)


def ways_to(g: Play, ships: Pieces | tuple[int, ...], places: Sequence[int]) -> list[Way]:
    """Where each ship can be put: another planet with no ship of its owner there, on a track that has its space."""
    w = g.numbers
    at, host = g.place_of, w.host
    home = any(place in w.galaxy for place in places)
    there = [
        (planet, place) for planet in g.zone[w.row] for place in (w.surface[planet], w.orbit[planet]) if place in places
    ]
    found: list[Way] = []
    for ship in ships:
        here, owner = at[ship], w.owner[ship]
        if owner < 0 or here == w.dock[owner]:
            continue
        if home and host[here] >= 0:
            found.append((ship, w.galaxy[owner]))
        taken = {at[one] for one in w.ships[owner]}
        for planet, place in there:
            long_enough = not w.in_orbit[place] or g.tag[ship] < w.length[g.side[planet]]
            if planet != host[here] and place not in taken and long_enough:
                found.append((ship, place))
    return found


@step("galaxies.put-next")
def put_next(
    g: Play, me: int, cause: str, ships: tuple[int, ...], places: tuple[int, ...], low: int, high: int
) -> None:
    """Ask for one more ship to put in one of these places, or ``done``."""
    options = ways_to(g, ships, places) if high else ()
    rest = (cause, ships, places, low, high)
    ask_next(g, me, questions.MOVE, options, ("piece", "place"), low <= 0, put_down, *rest)


@step("galaxies.put-down")
def put_down(
    g: Play,
    me: int,
    cause: str,
    ships: tuple[int, ...],
    places: tuple[int, ...],
    low: int,
    high: int,
    pick: tuple[int, int] | str,
) -> None:
    """The ship arrives; on another track it keeps its space, anywhere else it loses it."""
    if isinstance(pick, str):
        return
    w = g.numbers
    g.cause = cause
    ship, place = pick
    g.chose(ship)
    space = g.tag[ship]
    if w.in_orbit[place]:
        put_ship(g, ship, place, "moved")
        if space:
            g.set_tag(ship, space, "moved")
    else:
        land(g, me, pick)
        tally(g, w.space[me], space)
    left = tuple([one for one in ships if one != ship])
    g.then(put_next, me, cause, left, places, low - 1, high - 1)


# -- resources, the empire -------------------------------------------------------------------------------------


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


def cells_with_face(g: Play, cells: Cells) -> Cells:
    """The cells of dice that show a face, so neither the Converter nor the supply."""
    return [cell for cell in cells if cell in g.numbers.face_of]


def turn_one(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Turn a die to any face."""
    g.ask(me, questions.DIE, One(tuple(cells_with_face(g, cells)), "cell"), choose_face, g.cause)


def reroll_some(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Reroll dice without paying."""
    g.ask(
        me,
        questions.REROLL,
        Bag([(cell, g.stock[cell]) for cell in cells_with_face(g, cells)], low, high),
        reroll_chosen_dice,
        g.cause,
    )


def has_dice(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> bool:
    """Whether there is any die."""
    return bool(cells_with_face(g, cells))


@step("galaxies.rerolled")
def reroll_chosen_dice(g: Play, me: int, cause: str, pick: Picked) -> None:
    """The chosen dice are rerolled."""
    g.cause = cause
    reroll_dice(g, me, pick)


def find_removable(g: Play, planets: Pieces | tuple[int, ...], to: Sequence[int]) -> Pieces:
    """The planets of the row, if a planet can be put in the first of these places and another can replace it."""
    w = g.numbers
    there = to and to[0] in (w.deck, w.discard, *w.colonies) and g.zone[w.deck]
    return [one for one in planets if there and g.place_of[one] == w.row]


def discard_planets(g: Play, me: int, this: int, planets: Pieces, low: int, high: int) -> None:
    """Discard a planet of the row."""
    move_pieces(g, me, this, planets, low, high, [g.numbers.discard])


def can_discard(g: Play, me: int, this: int, planets: Pieces, low: int, high: int) -> bool:
    """Whether there is a planet to discard and one to replace it."""
    return bool(find_removable(g, planets, [g.numbers.discard]))


@step("galaxies.move-planet")
def move_planet(g: Play, me: int, cause: str, planets: tuple[int, ...], place: int, low: int, high: int) -> None:
    """Ask for one more planet of the row, or ``done``."""
    options = find_removable(g, planets, [place]) if high else ()
    ask_next(g, me, questions.PLANET, options, "piece", low <= 0, move_chosen_planet, cause, planets, place, low, high)


@step("galaxies.planet-moved")
def move_chosen_planet(
    g: Play, me: int, cause: str, planets: tuple[int, ...], place: int, low: int, high: int, planet: int | str
) -> None:
    """The planet goes to the end of the place, and the next planet fills its gap."""
    if isinstance(planet, str):
        return
    w = g.numbers
    g.cause = cause
    if place in w.colonies:
        colonize(g, w.colonies.index(place), planet)
    else:
        clear(g, planet)
        gap = g.zone[w.row].index(planet)
        g.move(planet, place, "discarded" if place == w.discard else "put")
        reveal(g, gap)
    g.then(move_planet, me, cause, tuple([one for one in planets if one != planet]), place, low - 1, high - 1)


# -- actions that call actions ---------------------------------------------------------------------------------


MOST_CALLS = 100
"""The maximum number of nested actions per action at any depth; printed planets stay far below it."""


def is_too_deep(g: Play) -> bool:
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


def find_usable_planets(g: Play, me: int, this: int, planets: Pieces) -> Pieces:
    """Other planets with a usable action; an action that uses other planets always counts as usable."""
    w = g.numbers
    return [one for one in planets if one != this and (w.calls[g.side[one]] or find_usable_actions(g, me, one))]


def can_pay_owner(g: Play, price: Counters | None) -> bool:
    """Whether the seat can pay the planet's owner."""
    return price is None or amount_to_spare(g, price[0][0]) >= price[2]


def use_planet(g: Play, me: int, this: int, planets: Pieces, low: int, high: int, price: Counters | None) -> None:
    """Use the action of another planet; the price goes to the seat that has colonized it."""
    form = One(tuple(find_usable_planets(g, me, this, planets)), "piece")
    paid = (price[0][0], price[2]) if price else ()
    g.ask(me, questions.PLANET, form, call_planet, g.cause, paid)


def can_use_planet(g: Play, me: int, this: int, planets: Pieces, low: int, high: int, price: Counters | None) -> bool:
    """Whether a planet's action can be used and paid for."""
    return not is_too_deep(g) and can_pay_owner(g, price) and bool(find_usable_planets(g, me, this, planets))


@step("galaxies.planet-called")
def call_planet(g: Play, me: int, cause: str, paid: tuple[int, ...], planet: int) -> None:
    """Pay, then use the planet's action as one's own."""
    g.cause = cause
    if paid:
        counter, n = paid
        owner = g.layout.place_owner[g.place_of[planet]]
        if owner >= 0:
            g.adjust(counter, -n, "given")
            g.adjust(counter_of_seat(counter, me, owner), n, "given")
        else:
            g.adjust(counter, -n, "paid")
    enter(g)
    g.then(use_action, me, planet)
    g.then(leave)


def repeat(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> None:
    """Repeat the action of an activated die."""
    g.ask(me, questions.DIE, One(tuple(cells_with_face(g, cells)), "cell"), repeat_action, g.cause)


def can_repeat(g: Play, me: int, this: int, cells: Cells, low: int, high: int) -> bool:
    """Whether there is a die to repeat."""
    return not is_too_deep(g) and bool(cells_with_face(g, cells))


@step("galaxies.repeated")
def repeat_action(g: Play, me: int, cause: str, cell: int) -> None:
    """Carry out the action of the die; nobody may follow it."""
    g.cause = cause
    enter(g)
    g.then(do_action, me, g.numbers.face_of[cell])
    g.then(leave)


def act_as_any_face(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Take the action of any face; the other players may do it for free, instead of following the die."""
    g.ask(me, questions.FACE, ANY_FACE, act_as_face, g.cause)


def can_act(g: Play, me: int, this: int, what: None, low: int, high: int) -> bool:
    """Whether another nested action is allowed."""
    return not is_too_deep(g)


@step("galaxies.acted")
def act_as_face(g: Play, me: int, cause: str, face: str) -> None:
    """Carry out the action, then offer it to the others, clockwise."""
    w = g.numbers
    g.cause = cause
    if g.counters[w.turn[me]] and not g.counters[w.opened]:
        g.adjust(w.opened, 1, "opened")
    enter(g)
    g.then(do_action, me, face)
    for seat in w.clockwise[me]:
        g.then(offer_free_follow, seat, me, face)
    g.then(leave)
