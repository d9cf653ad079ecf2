"""Human-readable reports: the table, the score lines, the story of a game."""

from __future__ import annotations

from rftg_dsl.base.diagnostic import with_article
from rftg_dsl.compile.game import SUPPLY, Report
from rftg_dsl.games.roll.manage import squares
from rftg_dsl.games.roll.numbers import PHASES, Numbers, Play
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.games.scoring import Figures, reported, scored
from rftg_dsl.games.telling import Line, Tellers, names_of, seat_name, story, tells_end, tells_order, title


def report(g: Play) -> Report:
    """The whole table with squares and score lines, and once the game is over, how it ended and who won (R200-R204)."""
    w = g.numbers
    counters = g.counters
    return reported(
        g,
        [seat_figures(g, w, seat) for seat in w.seats],
        {
            "round": counters[w.round],
            "phase": g.facts[w.phase],
            "active": list(g.facts[w.active]),
            "pool": counters[w.pool],
            "bag": len(g.zone[w.bag]),
            "order": list(strict_order(g)),
        },
    )


def seat_figures(g: Play, w: Numbers, seat: int) -> Figures:
    """Everything one seat has, including hidden things."""
    tableau = g.zone[w.place["tableau"][seat]]
    return {
        "seat": seat,
        "faction": next((w.component[piece].id for piece in tableau if w.component[piece].kind == "faction"), ""),
        "credits": g.counters[w.credits[seat]],
        "vp": g.counters[w.vp[seat]],
        "cup": dice(g, w.rows["cup"][seat]),
        "citizenry": dice(g, w.rows["citizenry"][seat]),
        "columns": {phase: dice(g, w.rows[phase][seat]) for phase in PHASES},
        "wild": dice(g, w.rows["wild"][seat]),
        "dictated": dice(g, w.rows["dictated"][seat]),
        "strip": strip(g, w, seat),
        "virtual": [g.layout.kinds[cell % w.width] for cell in g.facts[w.virtual[seat]]],
        "hand": [piece_name(g, piece) for piece in g.zone[w.place["hand"][seat]]],
        "stacks": {
            "development": names_of(g, g.zone[w.stacks["develop"][seat]]),
            "world": names_of(g, g.zone[w.stacks["settle"][seat]]),
        },
        "dice_on_stacks": {
            "development": dice(g, w.on_stack["develop"][seat]),
            "world": dice(g, w.on_stack["settle"][seat]),
        },
        "tableau": names_of(g, tableau),
        "goods": {
            names_of(g, (piece,))[0]: goods
            for piece in tableau
            if w.is_world[g.side[piece]] and (goods := dice(g, w.rows["goods"][piece]))
        },
        "squares": squares(g, seat),
        **scored(g, seat),
    }


def dice(g: Play, row: int) -> dict[str, int]:
    """The number of dice in a place by kind, without zeros."""
    kinds = g.layout.kinds
    return {kinds[nth]: n for nth, n in enumerate(g.stock[row : row + len(kinds)]) if n}


def strip(g: Play, w: Numbers, seat: int) -> list[str] | None:
    """The kind of the die on the phase strip, and the phase it selects."""
    there = dice(g, w.rows["strip"][seat])
    return [*there, PHASES[g.counters[w.selected[seat]] - 1]] if there else None


def piece_name(g: Play, piece: int) -> str:
    """The printed names of both sides of a drawn tile."""
    sides = g.numbers.sides
    return " / ".join([sides[side].name for side in g.layout.pieces[piece].sides])


# -- the story --------------------------------------------------------------------------------------------------


class RollLine(Line):
    """An event of a log that involves dice, stacks and tiles."""

    def kind(self) -> str:
        """The kind of the shifted dice."""
        return title(str(self.args[0]).partition("@")[0])

    def dice(self) -> str:
        """The shifted dice: their number and kind."""
        n = self.args[2]
        return f"{n} {self.kind()} {'die' if n == 1 else 'dice'}"

    def where(self, nth: int) -> str:
        """The place in an argument, in words; for a good, the name of its world."""
        place = self.place(nth)
        if place == "goods":
            return self.printed(str(self.args[nth]).partition("goods.")[2], WORLD_SIDE)
        return PLACES.get(place, title(place))


WORLD_SIDE = "b"
"""The world side of a tile."""

STACKS = {"developments": ("development", "a"), "worlds": ("world", WORLD_SIDE)}
"""The type of tiles in each stack, and the side that is face up."""

PLACES = {"citizenry": "the Citizenry", "cup": "the cup", "developing": "a development", "settling": "a world"}
"""Places with names that differ from their words in a story."""


def gets(t: RollLine, rule: str = "") -> str:
    """Credits or chips gained or paid; empty for no change and for other counters."""
    counter, by = t.place(0), t.args[1]
    units = {"credit": f"${abs(by)}", "vp": f"{abs(by)} VP"}
    if not by or counter not in units:
        return ""
    return f"{t.seat(0)}: {'+' if by > 0 else '-'}{units[counter]}{t.why(rule)}"


def gains_dice(t: RollLine) -> str:
    """Dice from the supply, to a place or onto a world as goods."""
    if t.place(1) == "goods":
        return f"{t.dice()} from the supply as a good on {t.where(1)}"
    return f"{t.seat(1)} gains {t.dice()} to {t.where(1)}{t.why()}"


def moves_dice(t: RollLine) -> str:
    """Dice moved by a power or returned to the supply."""
    if t.place(1) == "supply":
        return f"{t.dice()} from {t.where(0)} back to the supply{t.why()}"
    if who := t.owner(1, 0):
        return f"{who} moves {t.dice()} to {t.where(1)}{t.why()}"
    return f"{t.dice()} {'moves' if t.args[2] == 1 else 'move'} from {t.where(0)} to {t.where(1)}{t.why()}"


def shows(t: RollLine) -> str:
    """Dice with a face that is not one of the phases."""
    seat, kind, n, face = t.args
    return f"{seat_name(seat)} rolls {n} {title(kind)} {'die' if n == 1 else 'dice'}: {face}"


def selects(t: RollLine) -> str:
    """The selecting die joining its phase; its earlier move to the strip is not told."""
    return f"{t.seat(0)} selected {t.where(1)} with {t.dice()}" if t.place(0) == "strip" else ""


def gives_up(t: RollLine) -> str:
    """The worker given up for Dictate; its return to the cup at Reveal is not mentioned."""
    return f"{t.seat(0)} gives up {t.dice()} (Dictate)" if t.place(1) == "dictated" else ""


def places_tile(t: RollLine) -> str:
    """A drawn tile placed in its stack."""
    what, side = STACKS[t.place(1)]
    return f"{t.seat(1)} places {t.printed(t.args[0], side)} as a {what}{t.why()}"


def employs(t: RollLine) -> str:
    """A virtual worker."""
    return f"{t.seat(0)} employs a virtual worker{t.why()}"


def builds(t: RollLine, verb: str) -> str:
    """A completed tile moved to the tableau."""
    return f"{t.seat(1)} {verb} {t.printed(t.args[0], 'a' if verb == 'develops' else WORLD_SIDE)}"


def moves_tile(t: RollLine) -> str:
    """A tile that a power moves, by the side that the place shows."""
    place = t.place(1)
    return f"{t.printed(t.args[0])} is moved to the {place}{t.why()}"


def starts_with(t: RollLine) -> str:
    """A tile in the tableau at setup."""
    return f"{t.seat(1)} starts with {t.printed(t.args[0])}"


def unused(t: RollLine) -> str:
    """Workers without a task."""
    return f"{t.seat(0)} returns {t.dice()} unused from {t.where(0)} to the cup"


def produces(t: RollLine) -> str:
    """A producer, or a die that a power takes from the supply, becomes a good."""
    if t.place(0) == SUPPLY:
        return f"{t.where(1)} produces {with_article(t.kind())} good{t.why()}"
    return f"{t.seat(0)} produces {with_article(t.kind())} good on {t.where(1)}"


TELLERS: Tellers[RollLine] = {
    ("move", "dealt"): starts_with,
    ("move", "set up"): starts_with,
    ("fact", "strict order"): tells_order,
    ("adjust", "set"): gets,
    ("shift", "rolled"): lambda t: f"{t.seat(0)} rolls {t.dice()}: {t.where(1)}{t.why()}",
    ("note", "face"): shows,
    ("shift", "assigned"): lambda t: f"{t.seat(0)} assigns {t.dice()} to {t.where(1)}",
    ("shift", "selected"): selects,
    ("shift", "dictated"): gives_up,
    ("shift", "reassigned"): lambda t: (
        f"{t.seat(0)} reassigns {t.dice()} from {t.where(0)} to {t.where(1)}{t.why('Dictate')}"
    ),
    ("fact", "revealed"): lambda t: f"Revealed: {', '.join([title(phase) for phase in t.args[1]]) or 'no phase'}",
    ("fact", "selected"): lambda t: f"Now active: {', '.join([title(phase) for phase in t.args[1]])}{t.why()}",
    ("shift", "turned"): lambda t: f"{t.seat(0)}: {t.dice()} from {t.where(0)} to {t.where(1)}, the active one",
    ("move", "moved"): moves_tile,
    ("shift", "left behind"): moves_dice,
    ("fact", "phase"): lambda t: f"{title(t.args[1])}:",
    ("fact", "employed"): employs,
    ("adjust", "stocked"): lambda t: gets(t, "Stock"),
    ("move", "abandoned"): lambda t: f"{t.printed(t.args[0])} is abandoned",
    ("move", "drawn"): lambda t: f"{t.seat(1)} draws {t.printed(t.args[0])}{t.why()}",
    ("move", "placed"): places_tile,
    ("move", "given up"): lambda t: f"{t.printed(t.args[0])} is returned to the bag",
    ("note", "short"): lambda t: f"{t.seat(0)} draws {t.args[1]} fewer: the bag is empty",
    ("arrange", "rearranged"): lambda t: f"{t.seat(0)} rearranges its {STACKS[t.place(0)][0]} stack{t.why()}",
    ("shift", "put"): lambda t: f"{t.seat(0)} puts {t.dice()} on {t.where(1)}",
    ("move", "developed"): lambda t: builds(t, "develops"),
    ("move", "settled"): lambda t: builds(t, "settles"),
    ("shift", "stranded"): unused,
    ("shift", "unused"): unused,
    ("shift", "produced"): produces,
    ("shift", "shipped"): lambda t: f"{t.seat(1)} ships {with_article(t.kind())} good from {t.where(0)}",
    ("shift", "consumed"): lambda t: f"{t.seat(1)} consumes {t.dice()} from {t.where(0)}{t.why()}",
    ("adjust", "traded"): lambda t: gets(t, "Trade"),
    ("adjust", "gained"): lambda t: gets(t, "Consume"),
    ("adjust", "spent"): gets,
    ("adjust", "rolled"): lambda t: gets(t, "dice"),
    ("adjust", "taken"): gets,
    ("shift", "gained"): gains_dice,
    ("shift", "moved"): moves_dice,
    ("shift", "recruited"): lambda t: f"{t.seat(0)} recruits {t.dice()}",
    ("adjust", "recruited"): lambda t: gets(t, "recruiting"),
    ("adjust", "floor"): lambda t: gets(t, "minimum $1"),
    ("shift", "recalled"): lambda t: f"{t.seat(1)} recalls {t.dice()} from {t.where(0)}",
    ("fact", "game end"): tells_end,
}
"""The words for each event, by the kernel's change and the game's word for it."""

tell = story(TELLERS, RollLine)

SILENT = frozenset(
    {
        ("adjust", "counted"),  # read only by powers
        ("adjust", "paid out"),  # covered by the gain
        ("adjust", "renewed"),
        ("adjust", "round"),  # logs mark the end of each round
        ("adjust", "selected"),  # covered when the phase begins
        ("adjust", "set up"),
        ("fact", "either"),
        ("fact", "renewed"),
        ("fact", "reset"),
        ("fact", "rolled"),  # covered by the phases revealed
        ("fact", "used"),
        ("fact", "vanished"),
        ("fact", "worked"),
        ("move", "returned"),
        ("note", "scouted"),  # covered by the tiles drawn
        ("shift", "completed"),  # covered by the tile that enters the tableau
        ("shift", "hidden"),  # only in a seat's view, never in a log
        ("shift", "inactive"),
        ("shift", "set aside"),  # covered by the face
        ("shift", "set up"),
        ("shift", "worked"),
        ("flip", "placed"),  # covered by the tile placed
        ("flip", "set up"),
        ("flip", "turned"),
    }
)
"""Events that are not worth telling."""
