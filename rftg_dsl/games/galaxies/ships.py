"""Ships: where they can go, advancing and regressing, colonizing (G43-G58, G66-G72)."""

from __future__ import annotations

from rftg_dsl.compile.schedule_to_program import value_of_table
from rftg_dsl.games.galaxies.numbers import Play, score
from rftg_dsl.games.rounds import enter

Way = tuple[int, int]
"""A ship and the place it goes to."""


def ways_for(g: Play, seat: int, ships: tuple[int, ...] | list[int]) -> list[Way]:
    """G49-G56: to the surface or track of another planet in the row, if it has no own ship there; or home."""
    w = g.numbers
    at = g.place_of
    taken = {at[ship] for ship in w.ships[seat]}
    free = [
        (planet, place)
        for planet in g.zone[w.row]
        for place in (w.surface[planet], w.orbit[planet])
        if place not in taken
    ]
    galaxy, dock, host = w.galaxy[seat], w.dock[seat], w.host
    found: list[Way] = []
    for ship in ships:
        here = at[ship]
        if here == dock:
            continue
        planet = host[here]
        if planet >= 0:
            found.append((ship, galaxy))
            found += [(ship, place) for other, place in free if other != planet]
        else:
            found += [(ship, place) for _, place in free]
    return found


def put_ship(g: Play, ship: int, place: int, word: str) -> None:
    """Move a ship; it loses its space number when it leaves a track."""
    if g.tag[ship]:
        g.set_tag(ship, 0, word)
    g.move(ship, place, word)


def go_home(g: Play, ship: int) -> None:
    """G54, G69: back to its owner's Galaxy Mat."""
    w = g.numbers
    put_ship(g, ship, w.galaxy[w.owner[ship]], "returned")


def ships_on_track(g: Play, seat: int, track: str) -> tuple[int, ...]:
    """G66: own ships in orbit of planets with this type of track."""
    w = g.numbers
    at, has_track = g.place_of, w.has_track[track]
    return tuple([ship for ship in w.ships[seat] if w.in_orbit[at[ship]] and has_track[g.side[w.host[at[ship]]]]])


def advance(g: Play, ship: int, steps: int) -> None:
    """G67, G68: move forward on the track; at its end the planet is colonized, and surplus steps are lost."""
    w = g.numbers
    planet = w.host[g.place_of[ship]]
    space = g.tag[ship] + steps
    if space >= w.length[g.side[planet]]:
        colonize(g, w.owner[ship], planet)
    else:
        g.set_tag(ship, space, "advanced")


def clear(g: Play, planet: int) -> None:
    """All ships leave a card."""
    w = g.numbers
    for ship in (*g.zone[w.surface[planet]], *g.zone[w.orbit[planet]]):
        go_home(g, ship)


def colonize(g: Play, seat: int, planet: int) -> None:
    """G69-G72: all ships leave the card, it goes under the mat, and a new one fills its gap."""
    w = g.numbers
    clear(g, planet)
    gap = g.zone[w.row].index(planet)
    g.move(planet, w.colonies[seat], "colonized")
    reveal(g, gap)
    check_end(g, seat)
    enter(g, seat, planet)


def reveal(g: Play, gap: int) -> None:
    """G72: the next planet of the deck, if any, fills the gap in the row."""
    w = g.numbers
    if g.zone[w.deck]:
        g.move(g.zone[w.deck][0], w.row, "revealed", gap)


def check_end(g: Play, seat: int) -> None:
    """G26, G89, G90: the first seat with enough victory points triggers the end."""
    w = g.numbers
    triggered = any(g.counters[one] for one in w.trigger)
    if not triggered and score(g, seat) >= value_of_table(g, "final vp", w.number["end_vp"]):
        g.adjust(w.trigger[seat], 1, "end triggered")
