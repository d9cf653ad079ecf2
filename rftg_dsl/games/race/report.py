"""Figures and words for people: the table, the score lines, the story of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftg_dsl.games.race.scoring import military, scores, tie_break
from rftg_dsl.games.race.words import SECOND, SEQUENCE, Words, strict_order, words_of
from rftg_dsl.kernel.play import Play

Figures = dict[str, Any]
Names = Mapping[str, str]


def report(g: Play) -> Figures:
    """The whole table with score lines; how it ended and who won (R101-R103) once it has."""
    w = words_of(g)
    counters = g.counters
    figures: Figures = {
        "seats": [seat_figures(g, w, seat) for seat in w.seats],
        "table": {
            "round": counters[w.round],
            "phase": g.facts[w.phase],
            "pool": counters[w.pool],
            "supply": len(g.zone[w.supply]),
            "discards": len(g.zone[w.discards]),
            "order": list(strict_order(g)),
        },
    }
    if g.facts[w.ended]:
        figures["end"] = ending(list(g.facts[w.ended]), figures["seats"])
    return figures


def seat_figures(g: Play, w: Words, seat: int) -> Figures:
    """Everything one seat has, hidden things included."""
    tableau = g.zone[w.tableau[seat]]
    lines = scores(g, seat)
    return {
        "seat": seat,
        "start": start_world(g, w, tableau),
        "actions": list(g.facts[w.actions][seat]) if g.facts[w.actions] else [],
        "vp": g.counters[w.vp[seat]],
        "military": military(g, seat),
        "hand": names_of(g, w, g.zone[w.hand[seat]]),
        "tableau": names_of(g, w, tableau),
        "goods": names_of(g, w, [piece for piece in tableau if g.zone[w.goods[piece]]]),
        "cards": len(tableau),
        "score": {**lines, "total": sum(lines.values())},
        "tie_break": tie_break(g, seat),
    }


def start_world(g: Play, w: Words, tableau: Sequence[int]) -> str:
    """The name of the first card of a tableau."""
    return w.names[g.side[tableau[0]]] if tableau else ""


def names_of(g: Play, w: Words, pieces: Sequence[int]) -> list[str]:
    """The printed names of cards."""
    return [w.names[g.side[piece]] for piece in pieces]


def ending(why: list[str], seats: Sequence[Figures]) -> Figures:
    """R101-R103: the highest score wins; of those tied, the most hand cards and goods; else they share it."""
    totals = [seat["score"]["total"] for seat in seats]
    first = [seat for seat in seats if seat["score"]["total"] == max(totals)]
    most = max(seat["tie_break"] for seat in first)
    return {
        "why": why,
        "scores": totals,
        "tied": [seat["seat"] for seat in first] if len(first) > 1 else [],
        "winners": [seat["seat"] for seat in first if seat["tie_break"] == most],
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

    def card(self, nth: int = 0) -> str:
        """The printed name of a card."""
        return self.names[str(self.args[nth]).partition("#")[0]]

    def seat(self, nth: int = 1) -> str:
        """The seat of an argument such as ``hand.0``."""
        return f"Seat {int(str(self.args[nth]).rpartition('.')[2]) + 1}"

    def place(self, nth: int = 1) -> str:
        """The name of a place: ``hand`` of ``hand.0``."""
        return str(self.args[nth]).partition(".")[0]

    def why(self, rule: str = "") -> str:
        """The printed power that made it happen, or else the rule, in brackets."""
        side, _, power = self.cause.partition("/")
        found = self.names[side] if power else rule
        return f" ({found})" if found else ""


def draws(t: Line) -> str:
    """A card to a hand, to choose from, or unseen as a good on a world."""
    if t.place() == "goods":
        return f"a good on {t.names[str(t.args[1]).partition('.')[2].partition('#')[0]]}{t.why()}"
    return f"{t.seat()} draws {t.card()}{t.why()}"


def gains(t: Line) -> str:
    """VP chips."""
    return f"{t.seat(0)}: +{t.args[1]} VP{t.why()}" if t.args[1] and t.place(0) == "vp" else ""


def reveals(t: Line) -> str:
    """The actions of all seats."""
    picked = [
        f"Seat {nth + 1} {' and '.join([ACTION_NAMES[one] for one in each])}" for nth, each in enumerate(t.args[1])
    ]
    return f"Revealed: {', '.join(picked)}"


ACTION_NAMES = {
    "explore5": "Explore +5",
    "explore11": "Explore +1,+1",
    "develop": "Develop",
    "develop2": "Develop",
    "settle": "Settle",
    "settle2": "Settle",
    "trade": "Consume: Trade",
    "consume2x": "Consume: 2x VPs",
    "produce": "Produce",
}
"""What the action cards are called."""


PHASE_NAMES = {phase: SECOND.get(phase, phase).capitalize() for phase in SEQUENCE}
"""What the phases are called."""


def ends(t: Line) -> str:
    """R097, R098: why the game ends."""
    reasons = {"pool": "the last VP chip is given out", "tableau": "a tableau is large enough"}
    return f"The game ends: {' and '.join([reasons[one] for one in t.args[1]])}"


def guesses(t: Line) -> str:
    """A number named, and the card turned up."""
    return f"{t.args[0]} is named, {t.card(1)} turned up and {'kept' if t.args[2] else 'discarded'}{t.why()}"


TELLERS: dict[tuple[str, str], Callable[[Line], str]] = {
    ("move", "dealt"): lambda t: f"{t.seat()} starts with {t.card()}",
    ("fact", "strict order"): lambda t: f"Strict order: {', '.join([f'Seat {seat + 1}' for seat in t.args[1]])}",
    ("fact", "revealed"): reveals,
    ("fact", "phase"): lambda t: f"{PHASE_NAMES[t.args[1]]}:" if t.args[1] in PHASE_NAMES else "",
    ("move", "drawn"): draws,
    ("move", "discarded"): lambda t: f"{t.card()} is discarded{t.why()}",
    ("move", "placed"): lambda t: f"{t.seat()} places {t.card()}",
    ("move", "paid"): lambda t: f"{t.card()} is paid",
    ("note", "conquer"): lambda t: f"{t.card()} is conquered",
    ("move", "sold"): lambda t: f"a good is sold{t.why('Trade')}",
    ("move", "consumed"): lambda t: f"a good is consumed{t.why()}",
    ("adjust", "gained"): gains,
    ("note", "guessed"): guesses,
    ("note", "reshuffled"): lambda t: f"The {t.args[0]} discards are the new supply",
    ("fact", "game end"): ends,
}
"""What each event of the game is in words, by the kernel's change and the game's word for it."""

SILENT = frozenset(
    {
        ("adjust", "chosen"),  # told when all actions are revealed
        ("adjust", "counted"),  # told by the cards moved
        ("adjust", "paid out"),  # told by what was gained
        ("adjust", "round"),  # the end of each round is a mark
        ("adjust", "set up"),
        ("fact", "placed"),
        ("fact", "set up"),
        ("fact", "renewed"),
        ("fact", "used"),
        ("mark", "phase over"),
        ("mark", "produced"),  # told by the good
        ("move", "chosen"),  # told when all cards are revealed
        ("move", "kept"),
        ("move", "reshuffled"),
        ("move", "set up"),
        ("note", "pay"),  # told by the cards paid
    }
)
"""Events that are not worth telling."""
