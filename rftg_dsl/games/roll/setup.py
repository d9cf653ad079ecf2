"""Setup (R020-R036)."""

from __future__ import annotations

from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.games.roll import questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.rounds import begin_with_lowest, enter, strict_order
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import step

START_TABLEAU = "tableau"
"""A game option: ``tableau.0`` lists extra developments and worlds that seat 0 starts with."""


def lay(g: Play) -> None:
    """R020: all tiles go in the bag, faction and home tiles beside it, and all dice in the supply."""
    w = g.numbers
    for kind, supply in enumerate(w.supplies):
        g.stock[w.supply + kind] = supply
    for place, pieces in w.homes.items():
        g.lay(place, pieces)
    check_start_tableaus(g)


def check_start_tableaus(g: Play) -> None:
    """``ValueError`` unless the options name existing seats and sides of tiles in the bag, each tile at most once."""
    w = g.numbers
    sides = {name: g.layout.sides[side].partition(".")[0] for name, side in w.by_name.items()}
    tiles = {name: piece for name, piece in sides.items() if g.layout.piece.get(piece) in g.zone[w.bag]}
    taken: set[str] = set()
    for key, value in g.options.items():
        option, _, seat = key.partition(".")
        if option != START_TABLEAU:
            continue
        if seat not in [str(one) for one in w.seats]:
            raise ValueError(f"{key!r} does not name a seat: seats are numbered from 0, as in {START_TABLEAU}.0")
        for name in named(value):
            if name not in tiles:
                hint = did_you_mean(name, tiles)
                raise ValueError(f"{name!r} is not a game tile{hint and f'; {hint}'}")
            if tiles[name] in taken:
                raise ValueError(f"the tile with {name!r} is already in a tableau")
            taken.add(tiles[name])


def named(value: str) -> list[str]:
    """The names in a text, separated by semicolons."""
    return [name.strip() for name in value.split(";") if name.strip()]


@step("roll.set-up")
def set_up(g: Play) -> None:
    """R020-R036, in rulebook order."""
    w = g.numbers
    g.adjust(w.pool, w.number["vp_per_player"] * len(w.seats), "set up")
    deal_starts(g)
    for seat in strict_order(g):
        g.then(draw_start_tiles, seat)
    g.then(take_start_dice)


def deal_starts(g: Play) -> None:
    """R024: deal each seat a random faction tile and home world; the others stay out of the game."""
    w = g.numbers
    factions = sorted({w.component[piece].number for piece in g.zone[w.place["factions"][0]]})
    homes = sorted({w.component[piece].number for piece in g.zone[w.place["homes"][0]]})
    components = {component.number: component for component in w.component}
    for seat in w.seats:
        for left, what in ((factions, "faction"), (homes, "home")):
            [drawn] = g.draw(f"0/{seat}/{what}", left, 1, of="number")
            left.remove(drawn)
            for piece in w.pieces_of[components[drawn].id]:
                g.move(piece, w.place["tableau"][seat], "dealt")
        for name in named(g.options.get(f"{START_TABLEAU}.{seat}", "")):
            put_at_start(g, seat, name)
    numbers = [
        next(int(w.component[piece].properties["number"]) for piece in g.zone[place] if w.component[piece].properties)
        for place in w.place["tableau"]
    ]
    begin_with_lowest(g, numbers)


def put_at_start(g: Play, seat: int, name: str) -> None:
    """Put a tile of the bag in the tableau, without its immediate effects."""
    w = g.numbers
    side = w.by_name[name]
    piece = g.layout.piece[g.layout.sides[side].partition(".")[0]]
    g.flip(piece, side, "set up")
    g.move(piece, w.place["tableau"][seat], "set up")


@step("roll.draw-start-tiles")
def draw_start_tiles(g: Play, seat: int) -> None:
    """R025: draw two tiles and ask which one becomes the development."""
    w = g.numbers
    drawn = g.draw(f"0/{seat}/start", g.zone[w.bag], w.number["start_tiles"])
    g.move_all(drawn, w.place["hand"][seat], "drawn")
    options = tuple(g.layout.pieces[piece].sides[0] for piece in g.zone[w.place["hand"][seat]])
    g.ask(seat, questions.START, One(options, "side"), start_with)


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
    """R029-R035: take the Home dice and what the start tiles grant."""
    w = g.numbers
    for seat in w.seats:
        supply = w.supply + w.home
        g.shift(supply, w.rows["cup"][seat] + w.home, w.number["start_home_dice_in_cup"], "set up")
        g.shift(supply, w.rows["citizenry"][seat] + w.home, w.number["start_home_dice_in_citizenry"], "set up")
        for piece in g.zone[w.place["tableau"][seat]]:
            if w.component[piece].kind != "tile":
                enter(g, seat, piece)
