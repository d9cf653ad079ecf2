"""Advice for a sensible bot: upgrade when possible, finish planets, keep ships in orbit and use the free reroll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftg_dsl.check.model import Do, PieceSet, PlaceSet
from rftg_dsl.games.galaxies.actions import (
    DECLINE,
    NOTHING,
    UPGRADE,
    amount_to_acquire,
    can_upgrade,
    find_usable_actions,
)
from rftg_dsl.games.galaxies.numbers import FACES, RESOURCES, Play
from rftg_dsl.games.galaxies.ships import ships_on_track, ways_for
from rftg_dsl.games.galaxies.turn import CONVERT, END, FOLLOW, REROLL
from rftg_dsl.games.scoring import total_of
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick

WORTH = 60
"""The minimum worth of an action that justifies using a die; a victory point is worth about 100."""
UPGRADED = 400
COLONIZED = 300
USED = 70
RESOURCE = 40
DOUBTFUL = frozenset(("discard", "turn"))
"""Verbs that often do the player more harm than good."""


# -- worths ------------------------------------------------------------------------------------------------------


def worth_in_orbit(play: Play, ship: int, steps: int = 0) -> int:
    """The worth of a ship in orbit after it advances ``steps`` spaces, including any colonization of the planet."""
    numbers = play.numbers
    side = play.side[numbers.host[play.place_of[ship]]]
    space = min(play.tag[ship] + steps, numbers.length[side])
    there = COLONIZED if space == numbers.length[side] else 0
    # Each step earns its share of the planet's points.
    return 30 + 100 * numbers.vp[side] * space // numbers.length[side] + there


def worth_of_position(play: Play, ship: int) -> int:
    numbers = play.numbers
    place = play.place_of[ship]
    return worth_in_orbit(play, ship) if numbers.in_orbit[place] else 25 if numbers.host[place] < 0 else 10


def worth_of_move(play: Play, seat: int, way: Pick) -> int:
    numbers = play.numbers
    if isinstance(way, str):
        return 0
    ship, place = way
    planet = numbers.host[place]
    if planet < 0:
        there = 25
    elif numbers.in_orbit[place]:
        there = 120 + 20 * numbers.vp[play.side[planet]]
    else:
        there = 10 + (USED if has_good_action(play, seat, planet) else 0)
    return there - worth_of_position(play, ship)


def has_good_action(play: Play, seat: int, planet: int) -> bool:
    return any(not is_doubtful(play, hook.id) for hook in find_usable_actions(play, seat, planet))


def is_doubtful(play: Play, power: str) -> bool:
    return any(do.verb in DOUBTFUL or is_sacrifice(do) for do in play.numbers.powers[power].dos)


def is_sacrifice(do: Do) -> bool:
    """Whether an effect gives up a ship's position, or a freely chosen amount of a resource."""
    placed = any(isinstance(value, PlaceSet) for _, value in do.slots)
    return (do.verb == "move" and isinstance(do.what, PieceSet) and placed) or (
        do.verb == "spend" and do.high is not None
    )


def worth_of_face(play: Play, seat: int, face: str) -> int:
    numbers = play.numbers
    if face in RESOURCES:
        room = numbers.high - play.counters[numbers.resource[face][seat]]
        return RESOURCE * min(amount_to_acquire(play, seat, face), room)
    if face == "move":
        return max([worth_of_move(play, seat, way) for way in ways_for(play, seat, numbers.ships[seat])], default=0)
    if face == "colony":
        used = any(has_good_action(play, seat, planet) for planet in play.zone[numbers.colonies[seat]])
        return UPGRADED if can_upgrade(play, seat, 0) else USED if used else 0
    return max(
        [worth_in_orbit(play, ship, 1) - worth_in_orbit(play, ship) + 60 for ship in ships_on_track(play, seat, face)],
        default=0,
    )


# -- decisions ---------------------------------------------------------------------------------------------------


def best_of(options: Sequence[Pick], worth: Callable[[Any], int]) -> Pick:
    return max(options, key=worth)


def turn(play: Play, d: Decision) -> Pick:
    seat, form = d.seat, options_of(d)
    numbers = play.numbers
    options = form.options
    faces = [option for option in options if option in FACES]
    face = best_of(faces, lambda option: worth_of_face(play, seat, option)) if faces else ""
    if face and worth_of_face(play, seat, face) >= WORTH:
        return face
    if CONVERT in options and can_upgrade(play, seat, 0):
        return CONVERT
    free = play.counters[numbers.rerolls] < numbers.number["free_rerolls"]
    rich = (
        play.counters[numbers.energy[seat]]
        > numbers.level_price[min(play.counters[numbers.empire[seat]] + 1, numbers.most_level)]
    )
    # Energy beyond the price of the next level can be spent freely.
    if REROLL in options and (free or rich):
        return REROLL
    return END


def pick_poor_dice(play: Play, d: Decision) -> Pick:
    seat, form = d.seat, options_of(d)
    poor = tuple([(cell, n) for cell, n in form.cells if worth_of_face(play, seat, play.numbers.face_of[cell]) < WORTH])
    if form.accepts(poor):
        return poor
    cells = sorted(form.cells, key=lambda pair: worth_of_face(play, seat, play.numbers.face_of[pair[0]]))
    taken, left = [], form.low
    for cell, n in cells:
        if left:
            taken.append((cell, min(n, left)))
            left -= min(n, left)
    return tuple(taken)


def follow(play: Play, d: Decision) -> Pick:
    seat = d.seat
    face = next(argument for argument in d.args if argument in FACES)
    return FOLLOW if worth_of_face(play, seat, face) >= WORTH + RESOURCE else DECLINE


def use(play: Play, d: Decision) -> Pick:
    form = options_of(d)
    gains = [option for option in form.options if option != DECLINE and not is_doubtful(play, option)]
    return gains[0] if gains else form.options[-1]


def pick_colony(play: Play, d: Decision) -> Pick:
    seat, form = d.seat, options_of(d)
    if UPGRADE in form.options:
        return UPGRADE
    good = [option for option in form.options if option != NOTHING and has_good_action(play, seat, option)]
    if good:
        return best_of(good, lambda planet: play.numbers.vp[play.side[planet]])
    return NOTHING if NOTHING in form.options else form.options[0]


def pay(play: Play, d: Decision) -> Pick:
    seat, form = d.seat, options_of(d)
    return best_of(form.options, lambda name: play.counters[play.numbers.resource[name][seat]])


def pick_ships(play: Play, d: Decision) -> Pick:
    seat, form = d.seat, options_of(d)
    by = d.args[0]
    sign = 1 if by > 0 or play.numbers.owner[form.options[0]] != seat else -1
    worth = {
        ship: sign * (worth_in_orbit(play, ship, max(by, 1)) - worth_in_orbit(play, ship)) for ship in form.options
    }
    ranked = sorted(form.options, key=lambda ship: worth[ship], reverse=True)
    return tuple(ranked[: form.low]) if form.kind == "some" else ranked[0]


def move(play: Play, d: Decision) -> Pick:
    return best_of(options_of(d).options, lambda way: worth_of_move(play, d.seat, way))


def pick_worst_die(play: Play, d: Decision) -> Pick:
    return best_of(options_of(d).options, lambda cell: -worth_of_face(play, d.seat, play.numbers.face_of[cell]))


def pick_best_face(play: Play, d: Decision) -> Pick:
    return best_of(options_of(d).options, lambda face: worth_of_face(play, d.seat, face))


def pick_highest(play: Play, d: Decision) -> Pick:
    return options_of(d).high


def pick_lowest(play: Play, d: Decision) -> Pick:
    return options_of(d).low


def options_of(d: Decision) -> Any:
    return d.form


# -- prospects ---------------------------------------------------------------------------------------------------

STORED = {"energy": 0.3, "culture": 0.4}
LEVEL = 1.0
ON_ITS_WAY = 0.6
"""The share of a planet's points that a ship at the end of the track is worth; on earlier spaces, it is worth less."""
IN_ORBIT = 0.2


def estimate_scores(play: Play) -> Sequence[float]:
    numbers = play.numbers
    return [
        total_of(play, seat)
        + sum([worth * play.counters[numbers.resource[name][seat]] for name, worth in STORED.items()])
        + LEVEL * play.counters[numbers.empire[seat]]
        + sum([points_for_ship(play, ship) for ship in numbers.ships[seat] if numbers.in_orbit[play.place_of[ship]]])
        for seat in numbers.seats
    ]


def points_for_ship(play: Play, ship: int) -> float:
    numbers = play.numbers
    side = play.side[numbers.host[play.place_of[ship]]]
    return IN_ORBIT + ON_ITS_WAY * numbers.vp[side] * play.tag[ship] / max(1, numbers.length[side])


ADVISERS: Mapping[str, Callable[[Play, Decision], Pick]] = {
    "turn": turn,
    "reroll": pick_poor_dice,
    "spend": pick_poor_dice,
    "discard": pick_poor_dice,
    "die": pick_worst_die,
    "face": pick_best_face,
    "follow": follow,
    "use": use,
    "colony": pick_colony,
    "pay": pay,
    "energy": pick_highest,
    "share": pick_highest,
    "amount": pick_lowest,
    "move": move,
    "advance": pick_ships,
    "regress": pick_ships,
}
"""The adviser for each decision; for decisions not listed here, the first answer is as good as any."""


def advisers_by_decision() -> Mapping[str, Callable[[Play, Decision], Pick]]:
    return ADVISERS
