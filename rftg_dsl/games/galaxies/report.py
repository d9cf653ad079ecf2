"""Human-readable reports: the table, the score lines and the story of a game."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.compile.game import Report
from rftg_dsl.games.galaxies.numbers import FACES, Numbers, Play
from rftg_dsl.games.scoring import Figures, reported, scored
from rftg_dsl.games.telling import Line, Tellers, names_of, story, tells_end
from rftg_dsl.wording.names import seat_name


def report(play: Play) -> Report:
    numbers = play.numbers
    return reported(
        play,
        [seat_figures(play, numbers, seat) for seat in numbers.seats],
        {
            "turn": play.counters[numbers.turns_taken],
            "player": play.rules.program.active_seat_of(play),
            "row": names_of(play, play.zone[numbers.row]),
            "deck": len(play.zone[numbers.deck]),
            "discard": names_of(play, play.zone[numbers.discard]),
            "inactive": count_dice(play, numbers.inactive),
            "activated": count_dice(play, numbers.bay),
            "spent": play.stock[numbers.converter],
        },
    )


def count_dice(play: Play, places: Mapping[str, int]) -> dict[str, int]:
    return {face: play.stock[places[face]] for face in FACES if play.stock[places[face]]}


def seat_figures(play: Play, numbers: Numbers, seat: int) -> Figures:
    colonies = play.zone[numbers.colonies[seat]]
    return {
        "seat": seat,
        "energy": play.counters[numbers.energy[seat]],
        "culture": play.counters[numbers.culture[seat]],
        "empire": play.counters[numbers.empire[seat]],
        "ships": [position_of(play, numbers, ship) for ship in numbers.ships[seat]],
        "colonies": names_of(play, colonies),
        "mission": names_of(play, (*play.zone[numbers.mission[seat]], *play.zone[numbers.dealt[seat]])),
        **scored(play, seat),
    }


def position_of(play: Play, numbers: Numbers, ship: int) -> str:
    """A ship's position: ``galaxy``, ``dock``, ``surface JAKKS`` or ``orbit GORT 2``."""
    place = play.place_of[ship]
    planet = numbers.host[place]
    if planet < 0:
        return "galaxy" if place == numbers.galaxy[numbers.owner[ship]] else "dock"
    [name] = names_of(play, (planet,))
    return f"orbit {name} {play.tag[ship]}" if numbers.in_orbit[place] else f"surface {name}"


# -- the story --------------------------------------------------------------------------------------------------


def word_place(t: Line, nth: int) -> str:
    words = {"galaxy": "the galaxy", "surface": "the surface of ", "orbit": "the orbit of "}
    place = t.place(nth)
    return words[place] if place == "galaxy" else words[place] + t.card(nth)


def face_in(text: str) -> str:
    return text.removeprefix("bay-")


def word_change(t: Line) -> str:
    counter, by = t.place(0), t.args[1]
    if not by or counter not in ("energy", "culture"):
        return ""
    return f"{t.seat(0)}: {by:+} {counter}{t.why()}"


def word_activated_die(t: Line) -> str:
    return f"activates {face_in(t.place(1))}"


def word_moved_ship(t: Line) -> str:
    return f"{t.seat(0)} moves a ship to {word_place(t, 1)}{t.why()}"


def word_space(t: Line) -> str:
    return f"a ship of {t.seat(0)} is on space {t.args[1]}{t.why()}" if t.args[1] else ""


def word_rolled_dice(t: Line) -> str:
    return f"rolls {t.args[2]} x {face_in(t.place(1))}"


def word_shown_dice(t: Line) -> str:
    n, place = t.args[2], face_in(t.place(1))
    said = "lie in the Converter" if place == "converter" else f"show {place}"
    return f"{n} dice {said}" if n > 1 else f"1 die {said.replace(' ', 's ', 1)}"


def word_moved_dice(t: Line) -> str:
    if t.place(1) == "supply":
        n = t.args[2]
        return f"{n} {'die' if n == 1 else 'dice'} from {face_in(t.place(0))} put back{t.why()}"
    return f"{word_shown_dice(t)} instead of {face_in(t.place(0))}{t.why()}"


TELLERS: Tellers[Line] = {
    ("shift", "rolled"): word_rolled_dice,
    ("shift", "activated"): word_activated_die,
    ("shift", "spent"): lambda t: f"spends {t.args[2]} x {face_in(t.place(0))} in the Converter",
    ("shift", "gained"): lambda t: f"{word_shown_dice(t)}{t.why()}",
    ("shift", "moved"): word_moved_dice,
    ("note", "turned"): lambda t: (
        f"{seat_name(t.args[0])} turns a die from {face_in(t.args[1])} to {face_in(t.args[2])}{t.why()}"
    ),
    ("adjust", "turn"): lambda t: f"{t.seat(0)} takes a turn" if t.place(0) == "turn" else "",
    ("adjust", "acquired"): word_change,
    ("adjust", "gained"): word_change,
    ("adjust", "spent"): word_change,
    ("adjust", "paid"): word_change,
    ("adjust", "taken"): word_change,
    ("adjust", "given"): word_change,
    ("adjust", "upgraded"): lambda t: f"{t.seat(0)} upgrades the empire{t.why()}",
    ("adjust", "end triggered"): lambda t: f"{t.seat(0)} triggers the end of the game",
    ("move", "moved"): word_moved_ship,
    ("move", "returned"): word_moved_ship,
    ("move", "gained"): lambda t: f"{t.seat(0)} gains a ship",
    ("move", "colonized"): lambda t: f"{t.seat(1)} colonizes {t.card()}{t.why()}",
    ("move", "revealed"): lambda t: f"{t.card()} is revealed",
    ("move", "discarded"): lambda t: f"{t.card()} is discarded{t.why()}",
    ("move", "put"): lambda t: f"{t.card()} goes under the deck{t.why()}",
    ("fact", "game end"): tells_end,
    ("tag", "advanced"): word_space,
    ("tag", "regressed"): word_space,
    ("tag", "moved"): word_space,
}

tell = story(TELLERS, Line)
