"""The Explore phase (R028-R033)."""

from __future__ import annotations

from rftg_dsl.compile.rules import MAY
from rftg_dsl.games import prices
from rftg_dsl.games.race import questions
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import discard, take
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.step import step

DISCARDED = "be discarded"
"""The number that powers raise to allow cards in hand to be discarded instead of cards drawn."""


MAY_DRAW, MAY_KEEP = f"{MAY} draws", f"{MAY} kept cards"


def count_cards(play: Play, seat: int, what: str, parameter: str) -> int:
    """R028, R031-R033: the number of cards to draw or keep, including bonuses and powers."""
    numbers = play.numbers
    base, bonuses = numbers.explore[what]
    for action in play.facts[numbers.actions][seat]:
        base += bonuses.get(action, 0)
    return play.value(parameter, seat, base)


@step("race.look", "R028, R030: draw the cards to choose from; if powers leave a choice, ask how many first.")
def look(play: Play, seat: int) -> None:
    n = count_cards(play, seat, "draws", "draws")
    if MAY_DRAW in play.hooks:
        prices.ask_change(play, seat, "draws", n, draw_cards)
    else:
        take(play, seat, n, play.numbers.explored[seat], "explore")


@step("race.draw", "R028: draw the cards to choose from, now that their number is known.")
def draw_cards(play: Play, seat: int, n: int) -> None:
    take(play, seat, n, play.numbers.explored[seat], "explore")


@step("race.choose", "R028: ask which cards to discard; if powers leave a choice, ask how many to keep first.")
def choose(play: Play, seat: int) -> None:
    kept = count_cards(play, seat, "kept", "kept cards")
    if MAY_KEEP in play.hooks:
        prices.ask_change(play, seat, "kept cards", kept, ask_discards)
    else:
        discard_some(play, seat, kept)


@step("race.ask-discards", "R028: ask which cards to discard, down to the number to keep.")
def ask_discards(play: Play, seat: int, kept: int) -> None:
    discard_some(play, seat, kept)


def discard_some(play: Play, seat: int, kept: int) -> None:
    """R028: ask which cards to discard; powers may allow cards in hand to be discarded instead."""
    numbers = play.numbers
    there = play.zone[numbers.explored[seat]]
    n = len(there) - kept
    if n <= 0:
        play.then(keep, seat, ())
        return
    if DISCARDED in play.hooks:
        there += tuple([piece for piece in play.zone[numbers.hand[seat]] if play.value(DISCARDED, seat, 0, piece) > 0])
    play.ask(seat, questions.EXPLORE, Some(there, n, n, "piece"), keep)


@step("race.keep", "Discard the chosen cards and add the rest to the hand.")
def keep(play: Play, seat: int, pick: tuple[int, ...]) -> None:
    numbers = play.numbers
    discard(play, pick, "discarded")
    play.move_all(play.zone[numbers.explored[seat]], numbers.hand[seat], "kept")
