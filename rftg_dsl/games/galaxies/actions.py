"""The six die actions (G43-G83), and the planet actions that they lead to (G45, G73)."""

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


def can_do(play: Play, seat: int, face: str, price: int = 0) -> bool:
    """Whether a face's action could have an effect after paying ``price`` culture; acquiring resources always does."""
    numbers = play.numbers
    if face == "move":
        return bool(ways_for(play, seat, numbers.ships[seat]))
    if face in RESOURCES:
        return True
    if face != "colony":
        return bool(ships_on_track(play, seat, face))
    culture = numbers.culture[seat]
    # Test as if the price were already paid, because an upgrade may need the same culture.
    play.counters[culture] -= price
    possible = can_upgrade(play, seat, 0) or any(
        find_usable_actions(play, seat, planet) for planet in play.zone[numbers.colonies[seat]]
    )
    play.counters[culture] += price
    return possible


@step("galaxies.do-action", "Carry out the action of a die face; a follower cannot decline the Utilize action.")
def do_action(play: Play, seat: int, face: str, waste: bool = True) -> None:
    numbers = play.numbers
    if face == "move":
        if options := ways_for(play, seat, numbers.ships[seat]):
            play.ask(seat, questions.MOVE, One(tuple(options), ("piece", "place")), move_ship)
    elif face in RESOURCES:
        if n := amount_to_acquire(play, seat, face):
            play.adjust(numbers.resource[face][seat], n, "acquired")
    elif face == "colony":
        ask_colony_use(play, seat, waste)
    elif ships := ships_on_track(play, seat, face):
        play.ask(seat, questions.ADVANCE, One(ships, "piece"), advance_ship, numbers.number["advance_steps"])


@step(
    "galaxies.move-ship", "G43-G46: move the ship; if it lands on a surface, the planet's action can be used at once."
)
def move_ship(play: Play, seat: int, way: tuple[int, int]) -> None:
    numbers = play.numbers
    ship, place = way
    put_ship(play, ship, place, "moved")
    if numbers.on_surface[place]:
        offer_action(play, seat, numbers.host[place])


def amount_to_acquire(play: Play, seat: int, face: str) -> int:
    """G61-G63: the amount acquired for ships on or around planets with this resource and, for energy, ships at home."""
    numbers = play.numbers
    at, side, host, gives = play.place_of, play.side, numbers.host, numbers.gives[face]
    n = len(play.zone[numbers.galaxy[seat]]) if face == "energy" else 0
    for ship in numbers.ships[seat]:
        planet = host[at[ship]]
        if planet >= 0 and gives[side[planet]]:
            n += 1
    return n * numbers.number["acquire_per_ship"]


@step("galaxies.advance-ship", "G67: advance one ship on its track.")
def advance_ship(play: Play, seat: int, steps: int, ship: int) -> None:
    advance(play, ship, steps)


# -- planets ---------------------------------------------------------------------------------------------------


def find_usable_actions(play: Play, seat: int, planet: int) -> list[Hook]:
    numbers = play.numbers
    return [
        hook
        for hook in numbers.actions[play.side[planet]]
        if not play.used_up(seat, planet, hook) and hook.can(play, seat, planet)
    ]


def offer_action(play: Play, seat: int, planet: int) -> None:
    """G45: let a player who lands on a planet use its action."""
    hooks = find_usable_actions(play, seat, planet)
    if len(hooks) == 1:
        play.ask_use(seat, planet, hooks[0].id, hooks[0].once, ())
    elif hooks:
        play.ask(seat, questions.ACTION, One((*[hook.id for hook in hooks], DECLINE)), use_chosen_action, planet)


@step("galaxies.use-action", "G73: use the action of the chosen planet, if still possible.")
def use_action(play: Play, seat: int, planet: int) -> None:
    hooks = find_usable_actions(play, seat, planet)
    if len(hooks) == 1:
        play.use(seat, planet, hooks[0].id)
    elif hooks:
        play.ask(seat, questions.ACTION, One(tuple([hook.id for hook in hooks])), use_chosen_action, planet)


@step("galaxies.one-used", "Carry out the planet's chosen action.")
def use_chosen_action(play: Play, seat: int, planet: int, pick: str) -> None:
    if pick != DECLINE:
        play.use(seat, planet, pick)


def ask_colony_use(play: Play, seat: int, waste: bool) -> None:
    """G73: ask whether to upgrade the empire or use the action of a colonized planet."""
    numbers = play.numbers
    options: list[object] = [UPGRADE] if can_upgrade(play, seat, 0) else []
    options += [planet for planet in play.zone[numbers.colonies[seat]] if find_usable_actions(play, seat, planet)]
    if waste:
        options.append(NOTHING)
    if options:
        play.ask(seat, questions.COLONY, One(tuple(options), "piece"), utilize_colony)


@step("galaxies.utilized", "Upgrade the empire, or use the chosen colony.")
def utilize_colony(play: Play, seat: int, pick: int | str) -> None:
    if pick == UPGRADE:
        ask_payment(play, seat, 0)
    elif type(pick) is int:
        play.then(use_action, seat, pick)


# -- the empire ------------------------------------------------------------------------------------------------


def price_of(play: Play, seat: int, change: int) -> int:
    """G75: the price of the next empire level, in resources; -1 if the empire is at the highest level."""
    numbers = play.numbers
    level = play.counters[numbers.empire[seat]] + numbers.number["levels_per_upgrade"]
    return max(0, numbers.level_price[level] + change) if level <= numbers.most_level else -1


def can_upgrade(play: Play, seat: int, change: int, resources: Sequence[str] = RESOURCES, mixed: bool = False) -> bool:
    """G76: whether the upgrade can be paid for with one resource or, if ``mixed``, with both together."""
    numbers = play.numbers
    price = price_of(play, seat, change)
    there = [play.counters[numbers.resource[name][seat]] for name in resources]
    return price >= 0 and (sum(there) if mixed else max(there)) >= price


def ask_payment(play: Play, seat: int, change: int, resources: Sequence[str] = RESOURCES, mixed: bool = False) -> None:
    """G76: ask which resource to pay with or, if ``mixed``, how much of the price to pay in energy."""
    numbers = play.numbers
    price = price_of(play, seat, change)
    energy, culture = play.counters[numbers.energy[seat]], play.counters[numbers.culture[seat]]
    if mixed:
        play.ask(seat, questions.ENERGY, Range(max(0, price - culture), min(price, energy)), upgrade, price, play.cause)
    else:
        options = [name for name in resources if play.counters[numbers.resource[name][seat]] >= price]
        play.ask(seat, questions.PAY, One(tuple(options)), upgrade, price, play.cause)


@step("galaxies.upgrade", "G74-G81: pay, advance to the next level, and put any ships gained on the Galaxy Mat.")
def upgrade(play: Play, seat: int, price: int, cause: str, pick: int | str) -> None:
    play.cause = cause
    numbers = play.numbers
    energy = pick if isinstance(pick, int) else price if pick == "energy" else 0
    for counter, n in ((numbers.energy[seat], energy), (numbers.culture[seat], price - energy)):
        if n:
            play.adjust(counter, -n, "paid")
    play.adjust(numbers.empire[seat], numbers.number["levels_per_upgrade"], "upgraded")
    waiting = play.zone[numbers.dock[seat]]
    in_play = len(numbers.ships[seat]) - len(waiting)
    for ship in waiting[: numbers.level_ships[level_of(play, seat)] - in_play]:
        play.move(ship, numbers.galaxy[seat], "gained")
    check_end(play, seat)
