"""The six actions of a die (G43-G83), and the planet actions they lead to (G45, G73)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.galaxies import questions
from rftg_dsl.games.galaxies.numbers import RESOURCES, Play, level_of
from rftg_dsl.games.galaxies.ships import advance, check_end, put_ship, ships_on_track, ways_for
from rftg_dsl.kernel.form import One, Range
from rftg_dsl.kernel.hook import Hook
from rftg_dsl.kernel.step import step

NOTHING = "nothing"
UPGRADE = "upgrade"
DECLINE = "decline"


def can_do(g: Play, seat: int, face: str, price: int = 0) -> bool:
    """Whether the action could do anything for a seat that has paid ``price`` culture for it.

    Acquiring resources is always possible, even if it yields none.
    """
    w = g.numbers
    if face == "move":
        return bool(ways_for(g, seat, w.ships[seat]))
    if face in RESOURCES:
        return True
    if face != "colony":
        return bool(ships_on_track(g, seat, face))
    culture = w.culture[seat]
    g.counters[culture] -= price
    found = can_upgrade(g, seat, 0) or any(find_usable_actions(g, seat, planet) for planet in g.zone[w.colonies[seat]])
    g.counters[culture] += price
    return found


@step("galaxies.do-action")
def do_action(g: Play, seat: int, face: str, waste: bool = True) -> None:
    """Carry out the action of a face; ``waste`` allows the Utilize action to be declined."""
    w = g.numbers
    if face == "move":
        if options := ways_for(g, seat, w.ships[seat]):
            g.ask(seat, questions.MOVE, One(tuple(options), ("piece", "place")), move_ship)
    elif face in RESOURCES:
        if n := amount_to_acquire(g, seat, face):
            g.adjust(w.resource[face][seat], n, "acquired")
    elif face == "colony":
        ask_colony_use(g, seat, waste)
    elif ships := ships_on_track(g, seat, face):
        g.ask(seat, questions.ADVANCE, One(ships, "piece"), advance_ship, w.number["advance_steps"])


@step("galaxies.move-ship")
def move_ship(g: Play, seat: int, way: tuple[int, int]) -> None:
    """G43-G46: the ship arrives; on a surface, the planet's action can be used at once."""
    w = g.numbers
    ship, place = way
    put_ship(g, ship, place, "moved")
    if w.on_surface[place]:
        offer_action(g, seat, w.host[place])


def amount_to_acquire(g: Play, seat: int, face: str) -> int:
    """G61-G63: resources for each ship on or around a matching planet, and energy for each ship at home."""
    w = g.numbers
    at, side, host, gives = g.place_of, g.side, w.host, w.gives[face]
    n = len(g.zone[w.galaxy[seat]]) if face == "energy" else 0
    for ship in w.ships[seat]:
        planet = host[at[ship]]
        if planet >= 0 and gives[side[planet]]:
            n += 1
    return n * w.number["acquire_per_ship"]


@step("galaxies.advance-ship")
def advance_ship(g: Play, seat: int, steps: int, ship: int) -> None:
    """G67: advance one ship on its track."""
    advance(g, ship, steps)


# -- planets ---------------------------------------------------------------------------------------------------


def find_usable_actions(g: Play, seat: int, planet: int) -> list[Hook]:
    """The actions of a planet that a seat could use now: at most one, unless a custom planet has several."""
    w = g.numbers
    return [
        hook for hook in w.actions[g.side[planet]] if not g.used_up(seat, planet, hook) and hook.can(g, seat, planet)
    ]


def offer_action(g: Play, seat: int, planet: int) -> None:
    """G45: a player who lands on a planet may use its action."""
    found = find_usable_actions(g, seat, planet)
    if len(found) == 1:
        g.ask_use(seat, planet, found[0].id, found[0].once, ())
    elif found:
        g.ask(seat, questions.ACTION, One((*[hook.id for hook in found], DECLINE)), use_chosen_action, planet)


@step("galaxies.use-action")
def use_action(g: Play, seat: int, planet: int) -> None:
    """G73: use the action of the chosen planet, if still possible."""
    found = find_usable_actions(g, seat, planet)
    if len(found) == 1:
        g.use(seat, planet, found[0].id)
    elif found:
        g.ask(seat, questions.ACTION, One(tuple([hook.id for hook in found])), use_chosen_action, planet)


@step("galaxies.one-used")
def use_chosen_action(g: Play, seat: int, planet: int, pick: str) -> None:
    """Carry out the chosen action of a planet."""
    if pick != DECLINE:
        g.use(seat, planet, pick)


def ask_colony_use(g: Play, seat: int, waste: bool) -> None:
    """G73: upgrade the empire, or use the action of a colonized planet."""
    w = g.numbers
    options: list[object] = [UPGRADE] if can_upgrade(g, seat, 0) else []
    options += [planet for planet in g.zone[w.colonies[seat]] if find_usable_actions(g, seat, planet)]
    if waste:
        options.append(NOTHING)
    if options:
        g.ask(seat, questions.COLONY, One(tuple(options), "piece"), utilize_colony)


@step("galaxies.utilized")
def utilize_colony(g: Play, seat: int, pick: int | str) -> None:
    """Carry out the choice."""
    if pick == UPGRADE:
        ask_payment(g, seat, 0)
    elif type(pick) is int:
        g.then(use_action, seat, pick)


# -- the empire ------------------------------------------------------------------------------------------------


def price_of(g: Play, seat: int, change: int) -> int:
    """G75: the price in resources is the number of the next level; -1 at the end of the track."""
    w = g.numbers
    level = g.counters[w.empire[seat]] + w.number["levels_per_upgrade"]
    return max(0, w.level_price[level] + change) if level <= w.most_level else -1


def can_upgrade(g: Play, seat: int, change: int, resources: Sequence[str] = RESOURCES, mixed: bool = False) -> bool:
    """G76: whether the price can be paid from one of the resources, or from both if mixed."""
    w = g.numbers
    price = price_of(g, seat, change)
    there = [g.counters[w.resource[name][seat]] for name in resources]
    return price >= 0 and (sum(there) if mixed else max(there)) >= price


def ask_payment(g: Play, seat: int, change: int, resources: Sequence[str] = RESOURCES, mixed: bool = False) -> None:
    """G76: ask which one resource pays, or for a mixed price, how much of it is energy."""
    w = g.numbers
    price = price_of(g, seat, change)
    energy, culture = g.counters[w.energy[seat]], g.counters[w.culture[seat]]
    if mixed:
        g.ask(seat, questions.ENERGY, Range(max(0, price - culture), min(price, energy)), upgrade, price, g.cause)
    else:
        options = [name for name in resources if g.counters[w.resource[name][seat]] >= price]
        g.ask(seat, questions.PAY, One(tuple(options)), upgrade, price, g.cause)


@step("galaxies.upgrade")
def upgrade(g: Play, seat: int, price: int, cause: str, pick: int | str) -> None:
    """G74-G81: pay, advance to the next level, and put its new ships on the mat."""
    g.cause = cause
    w = g.numbers
    energy = pick if isinstance(pick, int) else price if pick == "energy" else 0
    for counter, n in ((w.energy[seat], energy), (w.culture[seat], price - energy)):
        if n:
            g.adjust(counter, -n, "paid")
    g.adjust(w.empire[seat], w.number["levels_per_upgrade"], "upgraded")
    waiting = g.zone[w.dock[seat]]
    in_play = len(w.ships[seat]) - len(waiting)
    for ship in waiting[: w.level_ships[level_of(g, seat)] - in_play]:
        g.move(ship, w.galaxy[seat], "gained")
    check_end(g, seat)
