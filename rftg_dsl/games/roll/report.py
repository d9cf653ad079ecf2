"""Human-readable reports: the table, the score lines and the story of a game."""

from __future__ import annotations

from rftg_dsl.base.diagnostic import with_article
from rftg_dsl.compile.game import SUPPLY, Report
from rftg_dsl.games.roll.manage import count_squares
from rftg_dsl.games.roll.numbers import PHASES, Numbers, Play
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.games.scoring import Figures, reported, scored
from rftg_dsl.games.telling import Line, Tellers, capitalize, names_of, story, tells_end, word_order
from rftg_dsl.wording.names import seat_name


def report(play: Play) -> Report:
    numbers = play.numbers
    counters = play.counters
    return reported(
        play,
        [seat_figures(play, numbers, seat) for seat in numbers.seats],
        {
            "round": counters[numbers.round],
            "phase": play.facts[numbers.phase],
            "active": list(play.facts[numbers.active]),
            "pool": counters[numbers.pool],
            "bag": len(play.zone[numbers.bag]),
            "order": list(seats_in_order(play)),
        },
    )


def seat_figures(play: Play, numbers: Numbers, seat: int) -> Figures:
    tableau = play.zone[numbers.place["tableau"][seat]]
    return {
        "seat": seat,
        "faction": next(
            (numbers.component[piece].id for piece in tableau if numbers.component[piece].kind == "faction"), ""
        ),
        "credits": play.counters[numbers.credits[seat]],
        "vp": play.counters[numbers.vp[seat]],
        "cup": count_dice(play, numbers.rows["cup"][seat]),
        "citizenry": count_dice(play, numbers.rows["citizenry"][seat]),
        "columns": {phase: count_dice(play, numbers.rows[phase][seat]) for phase in PHASES},
        "wild": count_dice(play, numbers.rows["wild"][seat]),
        "dictated": count_dice(play, numbers.rows["dictated"][seat]),
        "strip": describe_strip(play, numbers, seat),
        "virtual": [play.layout.kinds[cell % numbers.width] for cell in play.facts[numbers.virtual[seat]]],
        "hand": [name_of_tile(play, piece) for piece in play.zone[numbers.place["hand"][seat]]],
        "stacks": {
            "development": names_of(play, play.zone[numbers.stacks["develop"][seat]]),
            "world": names_of(play, play.zone[numbers.stacks["settle"][seat]]),
        },
        "dice_on_stacks": {
            "development": count_dice(play, numbers.on_stack["develop"][seat]),
            "world": count_dice(play, numbers.on_stack["settle"][seat]),
        },
        "tableau": names_of(play, tableau),
        "goods": {
            names_of(play, (piece,))[0]: goods
            for piece in tableau
            if numbers.is_world[play.side[piece]] and (goods := count_dice(play, numbers.rows["goods"][piece]))
        },
        "squares": count_squares(play, seat),
        **scored(play, seat),
    }


def count_dice(play: Play, row: int) -> dict[str, int]:
    kinds = play.layout.kinds
    return {kinds[nth]: n for nth, n in enumerate(play.stock[row : row + len(kinds)]) if n}


def describe_strip(play: Play, numbers: Numbers, seat: int) -> list[str] | None:
    there = count_dice(play, numbers.rows["strip"][seat])
    return [*there, PHASES[play.counters[numbers.selected[seat]] - 1]] if there else None


def name_of_tile(play: Play, piece: int) -> str:
    sides = play.numbers.sides
    return " / ".join([sides[side].name for side in play.layout.pieces[piece].sides])


# -- the story --------------------------------------------------------------------------------------------------


class RollLine(Line):
    """A log event that involves dice, stacks or tiles."""

    def word_kind(self) -> str:
        return capitalize(str(self.args[0]).partition("@")[0])

    def word_dice(self) -> str:
        n = self.args[2]
        return f"{n} {self.word_kind()} {'die' if n == 1 else 'dice'}"

    def word_place(self, nth: int) -> str:
        place = self.place(nth)
        if place == "goods":
            return self.name_of(str(self.args[nth]).partition("goods.")[2], WORLD_SIDE)
        return PLACES.get(place, capitalize(place))


WORLD_SIDE = "b"

STACKS = {"developments": ("development", "a"), "worlds": ("world", WORLD_SIDE)}
"""For each stack, the type of its tiles and the side that is face up."""

PLACES = {"citizenry": "the Citizenry", "cup": "the cup", "developing": "a development", "settling": "a world"}


def word_change(t: RollLine, rule: str = "") -> str:
    counter, by = t.place(0), t.args[1]
    units = {"credit": f"${abs(by)}", "vp": f"{abs(by)} VP"}
    if not by or counter not in units:
        return ""
    return f"{t.seat(0)}: {'+' if by > 0 else '-'}{units[counter]}{t.why(rule)}"


def word_gained_dice(t: RollLine) -> str:
    if t.place(1) == "goods":
        return f"{t.word_dice()} from the supply as a good on {t.word_place(1)}"
    return f"{t.seat(1)} gains {t.word_dice()} to {t.word_place(1)}{t.why()}"


def word_moved_dice(t: RollLine) -> str:
    if t.place(1) == "supply":
        return f"{t.word_dice()} from {t.word_place(0)} back to the supply{t.why()}"
    if who := t.owner(1, 0):
        return f"{who} moves {t.word_dice()} to {t.word_place(1)}{t.why()}"
    return (
        f"{t.word_dice()} {'moves' if t.args[2] == 1 else 'move'} from {t.word_place(0)} to {t.word_place(1)}{t.why()}"
    )


def word_rolled_face(t: RollLine) -> str:
    seat, kind, n, face = t.args
    return f"{seat_name(seat)} rolls {n} {capitalize(kind)} {'die' if n == 1 else 'dice'}: {face}"


def word_selection(t: RollLine) -> str:
    """Report the selecting die when it joins its phase, but not when it moves to the strip."""
    return f"{t.seat(0)} selected {t.word_place(1)} with {t.word_dice()}" if t.place(0) == "strip" else ""


def word_dictate(t: RollLine) -> str:
    """Report the worker given up for Dictate, but not its return to the cup at Reveal."""
    return f"{t.seat(0)} gives up {t.word_dice()} (Dictate)" if t.place(1) == "dictated" else ""


def word_placed_tile(t: RollLine) -> str:
    what, side = STACKS[t.place(1)]
    return f"{t.seat(1)} places {t.name_of(t.args[0], side)} as a {what}{t.why()}"


def word_virtual_worker(t: RollLine) -> str:
    return f"{t.seat(0)} employs a virtual worker{t.why()}"


def word_built_tile(t: RollLine, verb: str) -> str:
    return f"{t.seat(1)} {verb} {t.name_of(t.args[0], 'a' if verb == 'develops' else WORLD_SIDE)}"


def word_moved_tile(t: RollLine) -> str:
    place = t.place(1)
    return f"{t.name_of(t.args[0])} is moved to the {place}{t.why()}"


def word_start_tile(t: RollLine) -> str:
    return f"{t.seat(1)} starts with {t.name_of(t.args[0])}"


def word_unused_dice(t: RollLine) -> str:
    return f"{t.seat(0)} returns {t.word_dice()} unused from {t.word_place(0)} to the cup"


def word_produced_good(t: RollLine) -> str:
    if t.place(0) == SUPPLY:
        return f"{t.word_place(1)} produces {with_article(t.word_kind())} good{t.why()}"
    return f"{t.seat(0)} produces {with_article(t.word_kind())} good on {t.word_place(1)}"


TELLERS: Tellers[RollLine] = {
    ("move", "dealt"): word_start_tile,
    ("move", "set up"): word_start_tile,
    ("fact", "strict order"): word_order,
    ("adjust", "set"): word_change,
    ("shift", "rolled"): lambda t: f"{t.seat(0)} rolls {t.word_dice()}: {t.word_place(1)}{t.why()}",
    ("note", "face"): word_rolled_face,
    ("shift", "assigned"): lambda t: f"{t.seat(0)} assigns {t.word_dice()} to {t.word_place(1)}",
    ("shift", "selected"): word_selection,
    ("shift", "dictated"): word_dictate,
    ("shift", "reassigned"): lambda t: (
        f"{t.seat(0)} reassigns {t.word_dice()} from {t.word_place(0)} to {t.word_place(1)}{t.why('Dictate')}"
    ),
    ("fact", "revealed"): lambda t: f"Revealed: {', '.join([capitalize(phase) for phase in t.args[1]]) or 'no phase'}",
    ("fact", "selected"): lambda t: f"Now active: {', '.join([capitalize(phase) for phase in t.args[1]])}{t.why()}",
    ("shift", "turned"): lambda t: (
        f"{t.seat(0)}: {t.word_dice()} from {t.word_place(0)} to {t.word_place(1)}, the active one"
    ),
    ("move", "moved"): word_moved_tile,
    ("shift", "left behind"): word_moved_dice,
    ("fact", "phase"): lambda t: f"{capitalize(t.args[1])}:",
    ("fact", "employed"): word_virtual_worker,
    ("adjust", "stocked"): lambda t: word_change(t, "Stock"),
    ("move", "abandoned"): lambda t: f"{t.name_of(t.args[0])} is abandoned",
    ("move", "drawn"): lambda t: f"{t.seat(1)} draws {t.name_of(t.args[0])}{t.why()}",
    ("move", "placed"): word_placed_tile,
    ("move", "given up"): lambda t: f"{t.name_of(t.args[0])} is returned to the bag",
    ("note", "short"): lambda t: f"{t.seat(0)} draws {t.args[1]} fewer: the bag is empty",
    ("arrange", "rearranged"): lambda t: f"{t.seat(0)} rearranges its {STACKS[t.place(0)][0]} stack{t.why()}",
    ("shift", "put"): lambda t: f"{t.seat(0)} puts {t.word_dice()} on {t.word_place(1)}",
    ("move", "developed"): lambda t: word_built_tile(t, "develops"),
    ("move", "settled"): lambda t: word_built_tile(t, "settles"),
    ("shift", "stranded"): word_unused_dice,
    ("shift", "unused"): word_unused_dice,
    ("shift", "produced"): word_produced_good,
    ("shift", "shipped"): lambda t: f"{t.seat(1)} ships {with_article(t.word_kind())} good from {t.word_place(0)}",
    ("shift", "consumed"): lambda t: f"{t.seat(1)} consumes {t.word_dice()} from {t.word_place(0)}{t.why()}",
    ("adjust", "traded"): lambda t: word_change(t, "Trade"),
    ("adjust", "gained"): lambda t: word_change(t, "Consume"),
    ("adjust", "spent"): word_change,
    ("adjust", "rolled"): lambda t: word_change(t, "dice"),
    ("adjust", "taken"): word_change,
    ("shift", "gained"): word_gained_dice,
    ("shift", "moved"): word_moved_dice,
    ("shift", "recruited"): lambda t: f"{t.seat(0)} recruits {t.word_dice()}",
    ("adjust", "recruited"): lambda t: word_change(t, "recruiting"),
    ("adjust", "floor"): lambda t: word_change(t, "minimum $1"),
    ("shift", "recalled"): lambda t: f"{t.seat(1)} recalls {t.word_dice()} from {t.word_place(0)}",
    ("fact", "game end"): tells_end,
}

tell = story(TELLERS, RollLine)

SILENT = frozenset(
    {
        ("adjust", "counted"),  # Needed only by powers.
        ("adjust", "paid out"),  # Reported as a gain.
        ("adjust", "renewed"),
        ("adjust", "round"),  # Logs already mark the end of each round.
        ("adjust", "selected"),  # Reported when the phase begins.
        ("adjust", "set up"),
        ("fact", "either"),
        ("fact", "renewed"),
        ("fact", "reset"),
        ("fact", "rolled"),  # Reported as part of the revealed phases.
        ("fact", "used"),
        ("fact", "vanished"),
        ("fact", "worked"),
        ("move", "returned"),
        ("note", "scouted"),  # Reported when the tiles are drawn.
        ("shift", "completed"),  # Reported when the tile enters the tableau.
        ("shift", "hidden"),  # Occurs only in seats' views, never in a log.
        ("shift", "inactive"),
        ("shift", "set aside"),  # Reported with the face rolled.
        ("shift", "set up"),
        ("shift", "worked"),
        ("flip", "placed"),  # Reported when the tile is placed.
        ("flip", "set up"),
        ("flip", "turned"),
    }
)
