"""Picking cards for a power: a seat picks from cards that it can see; cards hidden from it are drawn at random."""

from __future__ import annotations

from typing import Any

from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import reshuffle
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.step import AnyStep, step
from rftg_dsl.kernel.view import pieces_hidden_from


def ask_cards(
    play: Play, seat: int, question: Question, cards: list[int], low: int, high: int, then: AnyStep, *args: Any
) -> None:
    """Ask the seat to pick some of these cards; if it cannot see all of them, draw ``low`` of them at random."""
    places = {play.place_of[piece] for piece in cards}
    if any(pieces_hidden_from(play, seat, place) for place in places):
        play.then(draw_by_chance, seat, tuple(cards), then.id, args, min(low, len(cards)))
        return
    # The options of a public question would reveal the hand.
    secret = bool(cards) and play.place_of[cards[0]] == play.numbers.hand[seat]
    play.ask(seat, question, Some(tuple(cards), low, high, "piece"), then, *args, secret=secret)


@step(
    "race.by-chance",
    "Pick at random from cards that the player cannot see, then continue; renew the supply if it runs out (R095).",
)
def draw_by_chance(play: Play, seat: int, cards: tuple[int, ...], then: str, args: tuple[Any, ...], n: int) -> None:
    picked = tuple(play.draw(f"{play.counters[play.numbers.round]}/{seat}/power", cards, n))
    play.then_by_id(then, seat, *args, picked)
    play.then(refill)


@step("race.refill", "R095: renew the supply if it is empty.")
def refill(play: Play) -> None:
    if not play.zone[play.numbers.supply]:
        reshuffle(play)


def known_to_all(play: Play, piece: int, place: int) -> str:
    """The name of a card that moves to a place; empty unless everyone can see the card before or after the move."""
    seen = play.layout.seen
    return play.layout.pieces[piece].name if "all" in (seen[play.place_of[piece]], seen[place]) else ""
