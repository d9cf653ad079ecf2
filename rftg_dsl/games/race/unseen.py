"""Cards of which a power takes some: the seat picks those that it can see, chance the others."""

from __future__ import annotations

from typing import Any

from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import reshuffle
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.step import AnyStep, step
from rftg_dsl.kernel.view import pieces_hidden_from


def ask_cards(
    g: Play, me: int, question: Question, cards: list[int], low: int, high: int, then: AnyStep, *args: Any
) -> None:
    """Ask for some of these cards; chance picks so many of cards that a seat cannot see."""
    places = {g.place_of[piece] for piece in cards}
    if any(pieces_hidden_from(g, me, place) for place in places):
        g.then(draw_by_chance, me, tuple(cards), then.id, args, min(low, len(cards)))
        return
    secret = bool(cards) and g.place_of[cards[0]] == g.numbers.hand[me]
    g.ask(me, question, Some(tuple(cards), low, high, "piece"), then, *args, secret=secret)


@step("race.by-chance")
def draw_by_chance(g: Play, seat: int, cards: tuple[int, ...], then: str, args: tuple[Any, ...], n: int) -> None:
    """Continue with so many of these cards; a supply that is used up by that is renewed (R095)."""
    picked = tuple(g.draw(f"{g.counters[g.numbers.round]}/{seat}/power", cards, n))
    g.then_by_id(then, seat, *args, picked)
    g.then(refill)


@step("race.refill")
def refill(g: Play) -> None:
    """R095: an empty supply is renewed."""
    if not g.zone[g.numbers.supply]:
        reshuffle(g)


def known_to_all(g: Play, piece: int, place: int) -> str:
    """The name of a card that moves to a place; empty if not everybody sees it here or there."""
    seen = g.layout.seen
    return g.layout.pieces[piece].name if "all" in (seen[g.place_of[piece]], seen[place]) else ""
