"""The setup of Roll (R020-R036)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.roll import questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.starting import Standing, pieces_at_start, put
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import step

NO_GAINS = "no"
"""The value of the game option ``gains`` that skips the immediate powers of tiles listed in the option ``tableau``."""


def lay(play: Play) -> None:
    """R020: put the game tiles in the bag, faction and home tiles beside it, and all dice in the supply."""
    numbers = play.numbers
    for kind, supply in enumerate(numbers.supplies):
        play.stock[numbers.supply + kind] = supply
    for place, pieces in numbers.homes.items():
        play.lay(place, pieces)
    tiles_at_start(play)  # called only to report mistakes in the options


def tiles_at_start(play: Play) -> Mapping[int, Sequence[Standing]]:
    """For each seat, the tiles from the bag that are specified by the game options."""
    return pieces_at_start(play, (play.numbers.bag,), "game tile")


@step("roll.set-up", "R020-R024: fill the pool of VP chips, and deal factions and home worlds.")
def set_up(play: Play) -> None:
    fill_pool(play)
    deal_starts(play)


def fill_pool(play: Play) -> None:
    """R020: fill the pool of VP chips; nothing else is needed to make a table playable."""
    numbers = play.numbers
    play.adjust(numbers.pool, numbers.number["vp_per_player"] * len(numbers.seats), "set up")


def deal_starts(play: Play) -> None:
    """R024: deal each seat a random faction tile and a random home world; the rest stay out of the game."""
    numbers = play.numbers
    factions = sorted({numbers.component[piece].number for piece in play.zone[numbers.place["factions"][0]]})
    homes = sorted({numbers.component[piece].number for piece in play.zone[numbers.place["homes"][0]]})
    components = {component.number: component for component in numbers.component}
    named = tiles_at_start(play)
    for seat in numbers.seats:
        for left, what in ((factions, "faction"), (homes, "home")):
            [drawn] = play.draw(f"0/{seat}/{what}", left, 1, of="number")
            left.remove(drawn)
            for piece in numbers.pieces_of[components[drawn].id]:
                play.move(piece, numbers.place["tableau"][seat], "dealt")
        put(play, named.get(seat, ()), numbers.place["tableau"][seat])


@step(
    "roll.draw-start-tiles",
    "R025: draw two tiles and ask which becomes the development; in a first game, the cheapest sides are face up.",
)
def draw_start_tiles(play: Play, seat: int) -> None:
    numbers = play.numbers
    drawn = play.draw(f"0/{seat}/start", play.zone[numbers.bag], numbers.number["start_tiles"])
    play.move_all(drawn, numbers.place["hand"][seat], "drawn")
    options = tuple([play.layout.pieces[piece].sides[0] for piece in play.zone[numbers.place["hand"][seat]]])
    if numbers.number["start_cheapest"]:
        options = find_cheapest(play, seat, options)
    play.ask(seat, questions.START, One(options, "side"), start_with)


def find_cheapest(play: Play, seat: int, developments: tuple[int, ...]) -> tuple[int, ...]:
    """The choices of development that put the cheapest development and the cheapest world face up.

    If that is impossible, return all developments.
    """
    numbers = play.numbers
    tiles = [play.layout.pieces[piece].sides for piece in play.zone[numbers.place["hand"][seat]]]
    lowest = (
        min([numbers.cost[development] for development, _ in tiles]),
        min([numbers.cost[world] for _, world in tiles]),
    )
    cheapest = [
        development
        for development, _ in tiles
        for other, world in tiles
        if other != development and (numbers.cost[development], numbers.cost[world]) == lowest
    ]
    return tuple(cheapest) or developments


@step("roll.start-with", "R025, R027: the chosen tile becomes the development, the other one the world.")
def start_with(play: Play, seat: int, side: int) -> None:
    numbers = play.numbers
    for piece in play.zone[numbers.place["hand"][seat]]:
        development, world = play.layout.pieces[piece].sides
        chosen = development == side
        play.flip(piece, development if chosen else world, "placed")
        play.move(piece, numbers.place["developments" if chosen else "worlds"][seat], "placed")


@step(
    "roll.take-start-dice",
    "R029-R035: take the Home dice, as far as the supply lasts, and whatever the starting tableau grants.",
)
def take_start_dice(play: Play) -> None:
    numbers = play.numbers
    gains = play.options.get("gains") != NO_GAINS
    for seat in numbers.seats:
        for place in ("cup", "citizenry"):
            supply = numbers.supply + numbers.home
            if n := min(numbers.number[f"start_home_dice_in_{place}"], play.stock[supply]):
                play.shift(supply, numbers.rows[place][seat] + numbers.home, n, "set up")
        for piece in play.zone[numbers.place["tableau"][seat]]:
            if gains or numbers.component[piece].kind != "tile":
                enter(play, seat, piece)
