"""Figures and words for people: the table, the score lines, the story of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftg_dsl.games.galaxies.words import FACES, Words, active_seat, words_of
from rftg_dsl.kernel.play import Play

Figures = dict[str, Any]
Names = Mapping[str, str]


def report(g: Play) -> Figures:
    """The whole table with score lines; how it ended and who won (G92-G99) once it has."""
    w = words_of(g)
    figures: Figures = {
        "seats": [seat_figures(g, w, seat) for seat in w.seats],
        "table": {
            "turn": g.counters[w.turns_taken],
            "player": active_seat(g),
            "row": names(g, g.zone[w.row]),
            "deck": len(g.zone[w.deck]),
            "discard": names(g, g.zone[w.discard]),
            "inactive": dice(g, w.inactive),
            "activated": dice(g, w.bay),
            "spent": g.stock[w.converter],
        },
    }
    if g.facts[w.over]:
        figures["end"] = ending(list(g.facts[w.over]), figures["seats"])
    return figures


def names(g: Play, pieces: Sequence[int]) -> list[str]:
    """The printed names of cards."""
    sides = g.rules.sides
    return [sides[g.side[piece]].name for piece in pieces]


def dice(g: Play, places: Mapping[str, int]) -> dict[str, int]:
    """The dice in the places of faces; none that are not there."""
    return {face: g.stock[places[face]] for face in FACES if g.stock[places[face]]}


def seat_figures(g: Play, w: Words, seat: int) -> Figures:
    """Everything one seat has, its mission included."""
    colonies = g.zone[w.colonies[seat]]
    lines = scores(g, seat)
    return {
        "seat": seat,
        "energy": g.counters[w.energy[seat]],
        "culture": g.counters[w.culture[seat]],
        "empire": g.counters[w.empire[seat]],
        "ships": [ship_stand(g, w, ship) for ship in w.ships[seat]],
        "colonies": names(g, colonies),
        "mission": names(g, (*g.zone[w.mission[seat]], *g.zone[w.dealt[seat]])),
        "score": {**lines, "total": sum(lines.values())},
        "tie_breaks": [
            len(colonies),
            g.counters[w.empire[seat]],
            g.counters[w.energy[seat]] + g.counters[w.culture[seat]],
        ],
    }


def ship_stand(g: Play, w: Words, ship: int) -> str:
    """Where a ship stands: ``galaxy``, ``dock``, ``surface JAKKS`` or ``orbit GORT 2``."""
    place = g.at[ship]
    planet = w.host[place]
    if planet < 0:
        return "galaxy" if place == w.galaxy[w.owner[ship]] else "dock"
    [name] = names(g, (planet,))
    return f"orbit {name} {g.mark[ship]}" if w.in_orbit[place] else f"surface {name}"


def scores(g: Play, seat: int) -> dict[str, int]:
    """G94: planets, empire and mission; the mission counts as it would now."""
    w = words_of(g)
    return {
        "planets": sum([w.vp[g.side[piece]] for piece in g.zone[w.colonies[seat]]]),
        "empire": w.level_points[g.counters[w.empire[seat]]],
        "mission": sum(
            [power.react(g, seat, card) for card in g.zone[w.mission[seat]] for power in g.rules.powers[g.side[card]]]
        ),
    }


def ending(why: list[str], seats: Sequence[Figures]) -> Figures:
    """G95-G99: the highest score wins; then most planets, empire level, resources; else the victory is shared."""
    totals = [seat["score"]["total"] for seat in seats]
    ranks = [(seat["score"]["total"], *seat["tie_breaks"]) for seat in seats]
    return {
        "why": why,
        "scores": totals,
        "tied": [seat for seat, total in enumerate(totals) if total == max(totals) and totals.count(total) > 1],
        "winners": [seat for seat, rank in enumerate(ranks) if rank == max(ranks)],
    }


# -- the story --------------------------------------------------------------------------------------------------


def tell(event: Sequence[Any], names: Names) -> str:
    """One event in words; empty if it is not worth telling."""
    teller = TELLERS.get((event[0], event[1]))
    return teller(Line(event, names)) if teller else ""


class Line:
    """An event of a log, as ``[op, word, cause, ...]``, and what the ids in it are called."""

    def __init__(self, event: Sequence[Any], names: Names) -> None:
        self.cause: str = event[2]
        self.args: Sequence[Any] = event[3:]
        self.names = names

    def owner(self, nth: int) -> str:
        """The seat in an id such as ``energy.0`` or ``SHIP.0#2``, as people count."""
        seat = str(self.args[nth]).rpartition(".")[2].partition("#")[0]
        return f"Seat {int(seat) + 1}"

    def place(self, nth: int) -> str:
        """The name of the place of an argument: ``row`` of ``die@row`` and of ``row``."""
        return str(self.args[nth]).rpartition("@")[2].partition(".")[0]

    def card(self, text: str) -> str:
        """The printed name of a card."""
        return self.names.get(text, text)

    def where(self, nth: int) -> str:
        """The place of an argument in words."""
        place, _, card = str(self.args[nth]).partition(".")
        words = {"galaxy": "the galaxy", "surface": f"the surface of {self.card(card)}"}
        return words.get(place, f"the orbit of {self.card(card)}")

    def why(self) -> str:
        """The planet whose action made it happen, in brackets."""
        card, _, power = self.cause.partition("/")
        return f" ({self.card(card)})" if power else ""


def face(text: str) -> str:
    """The face that a place of dice is called by."""
    return text.removeprefix("bay-")


def changes(t: Line) -> str:
    """A resource gained or paid; nothing where it did not change, or is not one."""
    counter, by = t.place(0), t.args[1]
    if not by or counter not in ("energy", "culture"):
        return ""
    return f"{t.owner(0)}: {by:+} {counter}{t.why()}"


def activates(t: Line) -> str:
    """A die in the Activation Bay."""
    return f"activates {face(t.place(1))}"


def moves(t: Line) -> str:
    """A ship that arrives."""
    return f"{t.owner(0)} moves a ship to {t.where(1)}{t.why()}"


def spaces(t: Line) -> str:
    """A ship on another space of its track."""
    return f"a ship of {t.owner(0).lower()} stands on space {t.args[1]}{t.why()}" if t.args[1] else ""


def rolls(t: Line) -> str:
    """Dice that show a face."""
    return f"{t.args[2]} x {face(t.place(1))}"


Teller = Callable[[Line], str]

TELLERS: Mapping[tuple[str, str], Teller] = {
    ("shift", "rolled"): rolls,
    ("shift", "activated"): activates,
    ("shift", "spent"): lambda t: f"spends {t.args[2]} x {face(t.place(0))} in the Converter",
    ("shift", "turned"): lambda t: f"turns a die from {face(t.place(0))} to {face(t.place(1))}",
    ("adjust", "turn"): lambda t: f"{t.owner(0)} takes a turn" if t.place(0) == "turn" else "",
    ("adjust", "acquired"): changes,
    ("adjust", "gained"): changes,
    ("adjust", "spent"): changes,
    ("adjust", "paid"): changes,
    ("adjust", "taken"): changes,
    ("adjust", "given"): changes,
    ("adjust", "exchanged"): changes,
    ("adjust", "upgraded"): lambda t: f"{t.owner(0)} upgrades the empire{t.why()}",
    ("adjust", "end triggered"): lambda t: f"{t.owner(0)} triggers the end of the game",
    ("move", "moved"): moves,
    ("move", "returned"): moves,
    ("move", "transferred"): moves,
    ("move", "gained"): lambda t: f"{t.owner(0)} gains a ship",
    ("move", "colonized"): lambda t: f"{t.owner(1)} colonizes {t.card(str(t.args[0]))}{t.why()}",
    ("move", "revealed"): lambda t: f"{t.card(str(t.args[0]))} is revealed",
    ("move", "put"): lambda t: f"{t.card(str(t.args[0]))} is removed{t.why()}",
    ("mark", "advanced"): spaces,
    ("mark", "regressed"): spaces,
    ("mark", "transferred"): spaces,
}
