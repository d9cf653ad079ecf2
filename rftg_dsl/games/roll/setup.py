"""Setup (R020-R036)."""

from __future__ import annotations

from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.games.roll import questions
from rftg_dsl.games.roll.numbers import Play
from rftg_dsl.games.rounds import begin_with_lowest, enter, strict_order
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import step

START_TABLEAU = "tableau"
"""An option of a game: ``tableau.0`` names developments and worlds with which a seat starts besides its own."""


def lay(g: Play) -> None:
    """R020: all tiles in the bag, faction and home tiles beside it, all dice in the supply."""
    w = g.numbers
    for kind, supply in enumerate(w.supplies):
        g.stock[w.supply + kind] = supply
    for place, pieces in w.homes.items():
        g.lay(place, pieces)
    check_start_tableaus(g)


def check_start_tableaus(g: Play) -> None:
    """The options name seats there are, and sides of tiles of the bag, no tile twice; else ``ValueError``."""
    w = g.numbers
    sides = {name: g.layout.sides[side].partition(".")[0] for name, side in w.by_name.items()}
    tiles = {name: piece for name, piece in sides.items() if g.layout.piece.get(piece) in g.zone[w.bag]}
    taken: set[str] = set()
    for key, value in g.options.items():
        option, _, seat = key.partition(".")
        if option != START_TABLEAU:
            continue
        if seat not in [str(one) for one in w.seats]:
            raise ValueError(f"{key!r} names no seat: the first one is {START_TABLEAU}.0")
        for name in named(value):
            if name not in tiles:
                hint = did_you_mean(name, tiles)
                raise ValueError(f"no game tile is called {name!r}{hint and f'; {hint}'}")
            if tiles[name] in taken:
                raise ValueError(f"the tile of {name!r} is in a tableau already")
            taken.add(tiles[name])


def named(value: str) -> list[str]:
    """The names in a text, joined by semicolons."""
    return [name.strip() for name in value.split(";") if name.strip()]


@step("roll.set-up")
def set_up(g: Play) -> None:
    """R020-R036, in the order of the rulebook."""
    w = g.numbers
    g.adjust(w.pool, w.number["vp_per_player"] * len(w.seats), "set up")
    deal_starts(g)
    for seat in strict_order(g):
        g.then(draw_start_tiles, seat)
    g.then(take_start_dice)


def deal_starts(g: Play) -> None:
    """R024: a random faction tile and a random home world each; the others stay out of the game."""
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
    """A tile of the bag lies in the tableau from the start, without its immediate effects."""
    w = g.numbers
    side = w.by_name[name]
    piece = g.layout.piece[g.layout.sides[side].partition(".")[0]]
    g.flip(piece, side, "set up")
    g.move(piece, w.place["tableau"][seat], "set up")


@step("roll.draw-start-tiles")
def draw_start_tiles(g: Play, seat: int) -> None:
    """R025: each player draws two tiles, and decides which one becomes the development."""
    w = g.numbers
    drawn = g.draw(f"0/{seat}/start", g.zone[w.bag], w.number["start_tiles"])
    g.move_all(drawn, w.place["hand"][seat], "drawn")
    options = tuple(g.layout.pieces[piece].sides[0] for piece in g.zone[w.place["hand"][seat]])
    g.ask(seat, questions.START, One(options, "side"), start_with)


@step("roll.start-with")
def start_with(g: Play, seat: int, side: int) -> None:
    """The tile with this side becomes the development, the other one the world (R025, R027)."""
    w = g.numbers
    for piece in g.zone[w.place["hand"][seat]]:
        development, world = g.layout.pieces[piece].sides
        chosen = development == side
        g.flip(piece, development if chosen else world, "placed")
        g.move(piece, w.place["developments" if chosen else "worlds"][seat], "placed")


@step("roll.take-start-dice")
def take_start_dice(g: Play) -> None:
    """R029-R035: Home dice, then what the start worlds grant."""
    w = g.numbers
    for seat in w.seats:
        supply = w.supply + w.home
        g.shift(supply, w.rows["cup"][seat] + w.home, w.number["start_home_dice_in_cup"], "set up")
        g.shift(supply, w.rows["citizenry"][seat] + w.home, w.number["start_home_dice_in_citizenry"], "set up")
        for piece in g.zone[w.place["tableau"][seat]]:
            if w.component[piece].kind != "tile":
                enter(g, seat, piece)
