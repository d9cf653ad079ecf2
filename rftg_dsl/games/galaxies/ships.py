"""Ship movement, advances along tracks, and the colonization of planets (G43-G58, G66-G72)."""

from __future__ import annotations

from rftg_dsl.compile.schedule_to_program import value_of_table
from rftg_dsl.games.galaxies.numbers import Play, score
from rftg_dsl.games.rounds import enter

Way = tuple[int, int]


def ways_for(play: Play, seat: int, ships: tuple[int, ...] | list[int]) -> list[Way]:
    """G49-G56: the ways to move ships home, or to another planet's surface or track if the seat has no ship there."""
    numbers = play.numbers
    at = play.place_of
    taken = {at[ship] for ship in numbers.ships[seat]}
    free = [
        (planet, place)
        for planet in play.zone[numbers.row]
        for place in (numbers.surface[planet], numbers.orbit[planet])
        if place not in taken
    ]
    galaxy, dock, host = numbers.galaxy[seat], numbers.dock[seat], numbers.host
    ways: list[Way] = []
    for ship in ships:
        here = at[ship]
        if here == dock:
            continue
        planet = host[here]
        if planet >= 0:
            ways.append((ship, galaxy))
            ways += [(ship, place) for other, place in free if other != planet]
        else:
            ways += [(ship, place) for _, place in free]
    return ways


def put_ship(play: Play, ship: int, place: int, word: str) -> None:
    """Move a ship; a ship that leaves a track loses its space number."""
    if play.tag[ship]:
        play.set_tag(ship, 0, word)
    play.move(ship, place, word)


def go_home(play: Play, ship: int) -> None:
    """G54, G69: return a ship to its owner's Galaxy Mat."""
    numbers = play.numbers
    put_ship(play, ship, numbers.galaxy[numbers.owner[ship]], "returned")


def ships_on_track(play: Play, seat: int, track: str) -> tuple[int, ...]:
    """G66: a seat's ships in orbit around planets with this type of track."""
    numbers = play.numbers
    at, has_track = play.place_of, numbers.has_track[track]
    return tuple(
        [
            ship
            for ship in numbers.ships[seat]
            if numbers.in_orbit[at[ship]] and has_track[play.side[numbers.host[at[ship]]]]
        ]
    )


def advance(play: Play, ship: int, steps: int) -> None:
    """G67, G68: move a ship along its track. At the end, the ship colonizes the planet, and surplus steps are lost."""
    numbers = play.numbers
    planet = numbers.host[play.place_of[ship]]
    space = play.tag[ship] + steps
    if space >= numbers.length[play.side[planet]]:
        colonize(play, numbers.owner[ship], planet)
    else:
        play.set_tag(ship, space, "advanced")


def clear(play: Play, planet: int) -> None:
    numbers = play.numbers
    for ship in (*play.zone[numbers.surface[planet]], *play.zone[numbers.orbit[planet]]):
        go_home(play, ship)


def colonize(play: Play, seat: int, planet: int) -> None:
    """G69-G72: send the planet's ships home, put the planet under the player's mat, and fill the gap in the row."""
    numbers = play.numbers
    clear(play, planet)
    # Find the gap before the planet moves, so that the new planet takes the same position in the row.
    gap = play.zone[numbers.row].index(planet)
    play.move(planet, numbers.colonies[seat], "colonized")
    reveal(play, gap)
    check_end(play, seat)
    enter(play, seat, planet)


def reveal(play: Play, gap: int) -> None:
    """G72: fill a gap in the row with the next planet from the deck, if any."""
    numbers = play.numbers
    if play.zone[numbers.deck]:
        play.move(play.zone[numbers.deck][0], numbers.row, "revealed", gap)


def check_end(play: Play, seat: int) -> None:
    """G26, G89, G90: the first seat with enough victory points triggers the end of the game."""
    numbers = play.numbers
    triggered = any(play.counters[counter] for counter in numbers.trigger)
    if not triggered and score(play, seat) >= value_of_table(play, "final vp", numbers.number["end_vp"]):
        play.adjust(numbers.trigger[seat], 1, "end triggered")
