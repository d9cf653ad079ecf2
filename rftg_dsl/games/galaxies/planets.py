"""The verbs for planet actions; they act on ships, dice, cards and other actions."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY, verb
from rftg_dsl.games.galaxies import events, questions
from rftg_dsl.games.galaxies.actions import (
    ask_payment,
    can_upgrade,
    do_action,
    find_usable_actions,
    move_ship,
    use_action,
)
from rftg_dsl.games.galaxies.numbers import FACED, RESOURCES, Play
from rftg_dsl.games.galaxies.ships import Way, advance, clear, colonize, put_ship, reveal, ways_for
from rftg_dsl.games.galaxies.turn import ANY_FACE, Picked, choose_face, offer_free_follow, reroll_dice
from rftg_dsl.games.series import ask_next
from rftg_dsl.games.verbs import amount_to_spare, counter_of_seat, tally
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Bag, One, Some
from rftg_dsl.kernel.step import step

ACT = "act as any face followed for free"

Counters = tuple[list[int], bool, int]
Pieces = list[int]
Cells = list[int]


# -- ships -----------------------------------------------------------------------------------------------------


def ships_in_orbit(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int, by: int) -> Pieces:
    in_orbit, at = play.numbers.in_orbit, play.place_of
    return [ship for ship in ships if in_orbit[at[ship]]]


def can_advance(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int, by: int) -> bool:
    return by > 0 and are_enough(ships_in_orbit(play, seat, this, ships, low, high, by), low, high)


@verb(
    "advance",
    "pieces",
    slots={"by": "number"},
    required=("by",),
    can=can_advance,
    takes=ships_in_orbit,
    asks=True,
    reach=("orbit",),
    saying="advance {your what} {by:space}",
    text="Advance ships on colony tracks of either type.",
)
def advance_some(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int, by: int) -> None:
    choose_ships(play, seat, questions.ADVANCE, ships_in_orbit(play, seat, this, ships, low, high, by), low, high, by)


def ships_on_numbered_spaces(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int, by: int) -> Pieces:
    return [ship for ship in ships if play.tag[ship]]


def can_regress(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int, by: int) -> bool:
    return by > 0 and are_enough(ships_on_numbered_spaces(play, seat, this, ships, low, high, by), low, high)


@verb(
    "regress",
    "pieces",
    slots={"by": "number"},
    required=("by",),
    can=can_regress,
    takes=ships_on_numbered_spaces,
    asks=True,
    reach=("orbit",),
    saying="move {your what} back {by:space}",
    text="Move ships back on their tracks, but not past the starting position.",
)
def regress_some(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int, by: int) -> None:
    choose_ships(
        play, seat, questions.REGRESS, ships_on_numbered_spaces(play, seat, this, ships, low, high, by), low, high, -by
    )


def are_enough(ships: Pieces, low: int, high: int) -> bool:
    """Whether there are enough ships to choose from, and at least one; for ``all``, one is enough."""
    return bool(ships) and high > 0 and (low == MANY or len(ships) >= low)


def choose_ships(play: Play, seat: int, question: Question, ships: Pieces, low: int, high: int, by: int) -> None:
    form = One(tuple(ships), "piece") if low == high == 1 else Some(tuple(ships), low, high, "piece")
    play.ask(seat, question, form, shift_ships, by, play.cause)


@step("galaxies.shift-ships", "Move the chosen ships forward or back on their tracks, one after another.")
def shift_ships(play: Play, seat: int, by: int, cause: str, pick: int | tuple[int, ...]) -> None:
    play.cause = cause
    for ship in pick if isinstance(pick, tuple) else (pick,):
        play.chose(ship)
        # A ship that moved earlier in this loop may have colonized the planet and sent this ship home.
        if by > 0 and play.numbers.in_orbit[play.place_of[ship]]:
            advance(play, ship, by)
        elif play.tag[ship]:
            play.set_tag(ship, max(0, play.tag[ship] + by), "regressed")


def ways_for_all(play: Play, ships: Pieces | tuple[int, ...]) -> list[Way]:
    numbers = play.numbers
    return [
        way
        for seat in numbers.seats
        for way in ways_for(play, seat, [ship for ship in ships if numbers.owner[ship] == seat])
    ]


def can_move(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int) -> bool:
    return high > 0 and bool(ways_for_all(play, ships))


@verb(
    "move",
    "pieces",
    can=can_move,
    asks=True,
    reach=("galaxy", "surface", "orbit"),
    how=("up to",),
    saying="move {your what} {|one after another}",
    text="Move ships one after another, each at most once; a player whose ship lands may use the planet's action.",
)
def move_ships(play: Play, seat: int, this: int, ships: Pieces, low: int, high: int) -> None:
    play.then(move_next, seat, play.cause, tuple(ships), low, high)


def can_move_pieces(play: Play, seat: int, this: int, pieces: Pieces, low: int, high: int, to: list[int]) -> bool:
    return high > 0 and bool(find_removable(play, pieces, to) or ways_to(play, pieces, to))


@verb(
    "move",
    "pieces",
    slots={"to": "places"},
    required=("to",),
    can=can_move_pieces,
    asks=True,
    reach=("galaxy", "surface", "orbit", "row"),
    leads=("galaxy", "surface", "orbit", "deck", "discard", "colonies"),
    counts=("space",),
    how=("up to",),
    saying="move {your what} {to} <{taken from row}and [reveal] a new planet in its place>",
    text="Move ships or planets to the places named.",
)
def move_pieces(play: Play, seat: int, this: int, pieces: Pieces, low: int, high: int, to: list[int]) -> None:
    """Move ships or planets to the given places."""
    if planets := find_removable(play, pieces, to):
        play.then(move_planet, seat, play.cause, tuple(planets), to[0], low, high)
    else:
        play.then(put_next, seat, play.cause, tuple(pieces), tuple(to), low, high)


@step("galaxies.move-next", "Ask for another ship to move, or 'done'.")
def move_next(play: Play, seat: int, cause: str, ships: tuple[int, ...], low: int, high: int) -> None:
    options = ways_for_all(play, ships) if high else ()
    rest = (cause, ships, low, high)
    ask_next(play, seat, questions.MOVE, options, ("piece", "place"), low <= 0, land_chosen_ship, *rest)


@step("galaxies.moved-next", "The ship arrives and cannot be moved again.")
def land_chosen_ship(
    play: Play, seat: int, cause: str, ships: tuple[int, ...], low: int, high: int, pick: tuple[int, int] | str
) -> None:
    if isinstance(pick, str):
        return
    play.cause = cause
    play.chose(pick[0])
    # Each ship moves at most once.
    left = tuple([ship for ship in ships if ship != pick[0]])
    land(play, seat, pick)
    play.then(move_next, seat, cause, left, low - 1, high - 1)


def land(play: Play, seat: int, way: Way) -> None:
    if is_too_deep(play) or not play.numbers.on_surface[way[1]]:
        put_ship(play, *way, "moved")
    else:
        enter(play)
        move_ship(play, seat, way)
        play.then(leave)


def ways_to(play: Play, ships: Pieces | tuple[int, ...], places: Sequence[int]) -> list[Way]:
    """The ways to move ships home or to other planets, limited to ``places``.

    The ship's owner must not have a ship in the place yet, and a track must be long enough for the ship's space number.
    """
    numbers = play.numbers
    at, host = play.place_of, numbers.host
    home = any(place in numbers.galaxy for place in places)
    there = [
        (planet, place)
        for planet in play.zone[numbers.row]
        for place in (numbers.surface[planet], numbers.orbit[planet])
        if place in places
    ]
    ways: list[Way] = []
    for ship in ships:
        here, owner = at[ship], numbers.owner[ship]
        if owner < 0 or here == numbers.dock[owner]:
            continue
        if home and host[here] >= 0:
            ways.append((ship, numbers.galaxy[owner]))
        taken = {at[other] for other in numbers.ships[owner]}
        for planet, place in there:
            long_enough = not numbers.in_orbit[place] or play.tag[ship] < numbers.length[play.side[planet]]
            if planet != host[here] and place not in taken and long_enough:
                ways.append((ship, place))
    return ways


@step("galaxies.put-next", "Ask for another ship to move to one of the places named, or 'done'.")
def put_next(
    play: Play, seat: int, cause: str, ships: tuple[int, ...], places: tuple[int, ...], low: int, high: int
) -> None:
    options = ways_to(play, ships, places) if high else ()
    rest = (cause, ships, places, low, high)
    ask_next(play, seat, questions.MOVE, options, ("piece", "place"), low <= 0, put_down, *rest)


@step("galaxies.put-down", "Move the chosen ship; it keeps its space only if it moves to another track.")
def put_down(
    play: Play,
    seat: int,
    cause: str,
    ships: tuple[int, ...],
    places: tuple[int, ...],
    low: int,
    high: int,
    pick: tuple[int, int] | str,
) -> None:
    if isinstance(pick, str):
        return
    numbers = play.numbers
    play.cause = cause
    ship, place = pick
    play.chose(ship)
    space = play.tag[ship]
    if numbers.in_orbit[place]:
        put_ship(play, ship, place, "moved")
        if space:
            play.set_tag(ship, space, "moved")
    else:
        land(play, seat, pick)
        tally(play, numbers.space[seat], space)
    left = tuple([other for other in ships if other != ship])
    play.then(put_next, seat, cause, left, places, low - 1, high - 1)


def find_removable(play: Play, planets: Pieces | tuple[int, ...], to: Sequence[int]) -> Pieces:
    numbers = play.numbers
    there = to and to[0] in (numbers.deck, numbers.discard, *numbers.colonies) and play.zone[numbers.deck]
    return [planet for planet in planets if there and play.place_of[planet] == numbers.row]


def can_discard(play: Play, seat: int, this: int, planets: Pieces, low: int, high: int) -> bool:
    return bool(find_removable(play, planets, [play.numbers.discard]))


@verb(
    "discard",
    "pieces",
    can=can_discard,
    asks=True,
    reach=("row",),
    how=(),
    most=1,
    saying="discard {what} and [reveal] a new planet in its place",
    text="Discard a planet from the row.",
)
def discard_planets(play: Play, seat: int, this: int, planets: Pieces, low: int, high: int) -> None:
    """Discard a planet from the row."""
    move_pieces(play, seat, this, planets, low, high, [play.numbers.discard])


@step("galaxies.move-planet", "Ask for another planet from the row, or 'done'.")
def move_planet(play: Play, seat: int, cause: str, planets: tuple[int, ...], place: int, low: int, high: int) -> None:
    options = find_removable(play, planets, [place]) if high else ()
    ask_next(
        play, seat, questions.PLANET, options, "piece", low <= 0, move_chosen_planet, cause, planets, place, low, high
    )


@step(
    "galaxies.planet-moved",
    "Put the planet at the end of its new place, and fill the gap in the row with the next planet.",
)
def move_chosen_planet(
    play: Play, seat: int, cause: str, planets: tuple[int, ...], place: int, low: int, high: int, planet: int | str
) -> None:
    if isinstance(planet, str):
        return
    numbers = play.numbers
    play.cause = cause
    if place in numbers.colonies:
        colonize(play, numbers.colonies.index(place), planet)
    else:
        clear(play, planet)
        gap = play.zone[numbers.row].index(planet)
        play.move(planet, place, "discarded" if place == numbers.discard else "put")
        reveal(play, gap)
    play.then(
        move_planet, seat, cause, tuple([other for other in planets if other != planet]), place, low - 1, high - 1
    )


# -- resources, the empire -------------------------------------------------------------------------------------


def resources_of(play: Play, seat: int, pay: Counters) -> list[str]:
    numbers = play.numbers
    return [name for name in RESOURCES if numbers.resource[name][seat] in pay[0]]


def can_upgrade_with(
    play: Play, seat: int, this: int, what: None, low: int, high: int, pay: Counters, change: int
) -> bool:
    return can_upgrade(play, seat, change or 0, resources_of(play, seat, pay), pay[1])


@verb(
    "upgrade",
    "nothing",
    slots={"with": "counters", "for": "change"},
    required=("with",),
    can=can_upgrade_with,
    asks=True,
    saying="upgrade {your} empire with {with} <for {for}>",
    text="Upgrade the empire, paying with one resource or with a mix of resources.",
)
def upgrade_with(play: Play, seat: int, this: int, what: None, low: int, high: int, pay: Counters, change: int) -> None:
    ask_payment(play, seat, change or 0, resources_of(play, seat, pay), pay[1])


# -- dice and cards --------------------------------------------------------------------------------------------


def cells_with_face(play: Play, cells: Cells) -> Cells:
    """The cells whose dice show a face; dice in the Converter and in the supply do not show any."""
    return [cell for cell in cells if cell in play.numbers.face_of]


def has_dice(play: Play, seat: int, this: int, cells: Cells, low: int, high: int) -> bool:
    return bool(cells_with_face(play, cells))


@verb(
    "turn",
    "stock",
    can=has_dice,
    asks=True,
    reach=FACED,
    how=(),
    most=1,
    saying="turn {what} to any face",
    text="Turn a die to any face.",
)
def turn_one(play: Play, seat: int, this: int, cells: Cells, low: int, high: int) -> None:
    play.ask(seat, questions.DIE, One(tuple(cells_with_face(play, cells)), "cell"), choose_face, play.cause)


@verb("reroll", "stock", can=has_dice, asks=True, reach=FACED, how=("up to", "any"), text="Reroll dice for free.")
def reroll_some(play: Play, seat: int, this: int, cells: Cells, low: int, high: int) -> None:
    play.ask(
        seat,
        questions.REROLL,
        Bag([(cell, play.stock[cell]) for cell in cells_with_face(play, cells)], low, high),
        reroll_chosen_dice,
        play.cause,
    )


@step("galaxies.rerolled", "Reroll the chosen dice.")
def reroll_chosen_dice(play: Play, seat: int, cause: str, pick: Picked) -> None:
    play.cause = cause
    reroll_dice(play, seat, pick)


# -- actions that call actions ---------------------------------------------------------------------------------


MOST_CALLS = 100
"""The maximum number of actions that one action can call, at any depth; printed planets need far fewer."""


def is_too_deep(play: Play) -> bool:
    numbers = play.numbers
    return play.counters[numbers.depth] >= numbers.number["nesting"] or play.facts[numbers.called] >= MOST_CALLS


def enter(play: Play) -> None:
    numbers = play.numbers
    play.adjust(numbers.depth, 1, "called")
    play.set_fact(numbers.called, play.facts[numbers.called] + 1, "called")


@step("galaxies.leave", "End an action called by another action; ending the outermost call resets the number of calls.")
def leave(play: Play) -> None:
    numbers = play.numbers
    play.adjust(numbers.depth, -1, "done")
    if not play.counters[numbers.depth]:
        play.set_fact(numbers.called, 0, "done")


def find_usable_planets(play: Play, seat: int, this: int, planets: Pieces) -> Pieces:
    """Other planets with a usable action; to avoid circular tests, planets that use other planets always qualify."""
    numbers = play.numbers
    return [
        planet
        for planet in planets
        if planet != this and (numbers.calls[play.side[planet]] or find_usable_actions(play, seat, planet))
    ]


def can_pay_owner(play: Play, price: Counters | None) -> bool:
    return price is None or amount_to_spare(play, price[0][0]) >= price[2]


def can_use_planet(
    play: Play, seat: int, this: int, planets: Pieces, low: int, high: int, price: Counters | None
) -> bool:
    return not is_too_deep(play) and can_pay_owner(play, price) and bool(find_usable_planets(play, seat, this, planets))


@verb(
    "use",
    "pieces",
    slots={"for": "price"},
    can=can_use_planet,
    asks=True,
    reach=("row", "colonies", "discard"),
    elsewhere=True,
    how=(),
    most=1,
    saying="<[give] its owner {for:owner} to use|<[spend] {for} to use|[use]>> the action of {what}",
    text="Use the action of another planet; the price, if any, goes to the player who has colonized it.",
)
def use_planet(play: Play, seat: int, this: int, planets: Pieces, low: int, high: int, price: Counters | None) -> None:
    form = One(tuple(find_usable_planets(play, seat, this, planets)), "piece")
    paid = (price[0][0], price[2]) if price else ()
    play.ask(seat, questions.PLANET, form, call_planet, play.cause, paid)


@step("galaxies.planet-called", "Pay the price, if any, then use the planet's action as your own.")
def call_planet(play: Play, seat: int, cause: str, paid: tuple[int, ...], planet: int) -> None:
    play.cause = cause
    if paid:
        counter, n = paid
        owner = play.layout.place_owner[play.place_of[planet]]
        if owner >= 0:
            play.adjust(counter, -n, "given")
            play.adjust(counter_of_seat(counter, seat, owner), n, "given")
        else:
            play.adjust(counter, -n, "paid")
    enter(play)
    play.then(use_action, seat, planet)
    play.then(leave)


def can_repeat(play: Play, seat: int, this: int, cells: Cells, low: int, high: int) -> bool:
    return not is_too_deep(play) and bool(cells_with_face(play, cells))


@verb(
    "use",
    "stock",
    can=can_repeat,
    asks=True,
    reach=FACED,
    how=(),
    most=1,
    saying="repeat the action of {what}",
    text="Repeat the action of an activated die.",
)
def repeat(play: Play, seat: int, this: int, cells: Cells, low: int, high: int) -> None:
    play.ask(seat, questions.DIE, One(tuple(cells_with_face(play, cells)), "cell"), repeat_action, play.cause)


@step("galaxies.repeated", "Carry out the die's action again; no one may follow it.")
def repeat_action(play: Play, seat: int, cause: str, cell: int) -> None:
    play.cause = cause
    enter(play)
    play.then(do_action, seat, play.numbers.face_of[cell])
    play.then(leave)


def can_act(play: Play, seat: int, this: int, what: None, low: int, high: int) -> bool:
    return not is_too_deep(play)


@verb(
    ACT,
    "nothing",
    can=can_act,
    asks=True,
    fires=events.EVENTS,
    saying="take the action of any die face, which opponents may follow for free",
    text="Take the action of any die face; the other players may follow it for free instead of following the die.",
)
def act_as_any_face(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    play.ask(seat, questions.FACE, ANY_FACE, act_as_face, play.cause)


@step("galaxies.acted", "Carry out the action, then offer it to the other players in clockwise order.")
def act_as_face(play: Play, seat: int, cause: str, face: str) -> None:
    numbers = play.numbers
    play.cause = cause
    # Do this only on the player's own turn, because the free offer replaces following the activated die.
    if play.counters[numbers.turn[seat]] and not play.counters[numbers.opened]:
        play.adjust(numbers.opened, 1, "opened")
    enter(play)
    play.then(do_action, seat, face)
    for follower in numbers.clockwise[seat]:
        play.then(offer_free_follow, follower, seat, face)
    play.then(leave)
