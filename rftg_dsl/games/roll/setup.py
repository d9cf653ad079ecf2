"""Setup (R020-R036)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.roll import questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.starting import Standing, pieces_at_start, put
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import step

NO_GAINS = "no"
"""The value of the option ``gains`` with which tiles of the option ``tableau`` do nothing at once."""


def lay(g: Play) -> None:
    """R020: all tiles go in the bag, faction and home tiles beside it, and all dice in the supply."""
    w = g.numbers
    for kind, supply in enumerate(w.supplies):
        g.stock[w.supply + kind] = supply
    for place, pieces in w.homes.items():
        g.lay(place, pieces)
    tiles_at_start(g)  # reports mistakes in the options


def tiles_at_start(g: Play) -> Mapping[int, Sequence[Standing]]:
    """The tiles of the bag that seats start with, by the options of the game."""
    return pieces_at_start(g, (g.numbers.bag,), "game tile")


@step("roll.set-up")
def set_up(g: Play) -> None:
    """R020-R024: the pool of VP chips, and what the seats start with."""
    fill_pool(g)
    deal_starts(g)


def fill_pool(g: Play) -> None:
    """R020: the pool of VP chips; all that a table needs to be played on."""
    w = g.numbers
    g.adjust(w.pool, w.number["vp_per_player"] * len(w.seats), "set up")


def deal_starts(g: Play) -> None:
    """R024: deal each seat a random faction tile and home world; the others stay out of the game."""
    w = g.numbers
    factions = sorted({w.component[piece].number for piece in g.zone[w.place["factions"][0]]})
    homes = sorted({w.component[piece].number for piece in g.zone[w.place["homes"][0]]})
    components = {component.number: component for component in w.component}
    named = tiles_at_start(g)
    for seat in w.seats:
        for left, what in ((factions, "faction"), (homes, "home")):
            [drawn] = g.draw(f"0/{seat}/{what}", left, 1, of="number")
            left.remove(drawn)
            for piece in w.pieces_of[components[drawn].id]:
                g.move(piece, w.place["tableau"][seat], "dealt")
        put(g, named.get(seat, ()), w.place["tableau"][seat])


@step("roll.draw-start-tiles")
def draw_start_tiles(g: Play, seat: int) -> None:
    """R025: draw two tiles and ask which one becomes the development; in a first game the cheapest sides are up."""
    w = g.numbers
    drawn = g.draw(f"0/{seat}/start", g.zone[w.bag], w.number["start_tiles"])
    g.move_all(drawn, w.place["hand"][seat], "drawn")
    options = tuple([g.layout.pieces[piece].sides[0] for piece in g.zone[w.place["hand"][seat]]])
    if w.number["start_cheapest"]:
        options = find_cheapest(g, seat, options)
    g.ask(seat, questions.START, One(options, "side"), start_with)


def find_cheapest(g: Play, seat: int, developments: tuple[int, ...]) -> tuple[int, ...]:
    """The developments with which the cheapest development and the cheapest world face up; all, if none does both."""
    w = g.numbers
    tiles = [g.layout.pieces[piece].sides for piece in g.zone[w.place["hand"][seat]]]
    lowest = min([w.cost[development] for development, _ in tiles]), min([w.cost[world] for _, world in tiles])
    found = [
        development
        for development, _ in tiles
        for other, world in tiles
        if other != development and (w.cost[development], w.cost[world]) == lowest
    ]
    return tuple(found) or developments


@step("roll.start-with")
def start_with(g: Play, seat: int, side: int) -> None:
    """R025, R027: the tile with this side becomes the development, the other one the world."""
    w = g.numbers
    for piece in g.zone[w.place["hand"][seat]]:
        development, world = g.layout.pieces[piece].sides
        chosen = development == side
        g.flip(piece, development if chosen else world, "placed")
        g.move(piece, w.place["developments" if chosen else "worlds"][seat], "placed")


@step("roll.take-start-dice")
def take_start_dice(g: Play) -> None:
    """R029-R035: take the Home dice, as far as there are any left, and what the start tiles grant."""
    w = g.numbers
    gains = g.options.get("gains") != NO_GAINS
    for seat in w.seats:
        for place in ("cup", "citizenry"):
            supply = w.supply + w.home
            if n := min(w.number[f"start_home_dice_in_{place}"], g.stock[supply]):
                g.shift(supply, w.rows[place][seat] + w.home, n, "set up")
        for piece in g.zone[w.place["tableau"][seat]]:
            if gains or w.component[piece].kind != "tile":
                enter(g, seat, piece)
