"""Decks of cards: dealing, refilling a row, keeping some of the cards dealt, and hand limits.

These are functions for the steps of a game. A game that uses ``keep_some`` adds ``questions_in(dealing)`` to its
questions and ``steps_in(dealing)`` to its steps.
"""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import step

KEEP = Question("discard", secret=True, asks="Which cards do you discard?")
"""The cards to discard; the others are kept."""


def deal(play: Play[Any], label: str, deck: int, place: int, n: int, discards: int = -1) -> int:
    """Draw up to ``n`` pieces at random from a deck to a place, and return the number drawn.

    If the deck runs out, the pieces in ``discards`` become the new deck; without ``discards``, fewer pieces are drawn.
    ``label`` is the label for chance results, ``round/seat/purpose``.
    """
    left = n
    while left > 0 and (there := play.zone[deck] or renew_deck(play, deck, discards)):
        drawn = play.draw(label, there, min(left, len(there)))
        play.move_all(drawn, place, "drawn")
        left -= len(drawn)
    return n - left


def renew_deck(play: Play[Any], deck: int, discards: int) -> tuple[int, ...]:
    if discards >= 0 and (pieces := play.zone[discards]):
        play.note("reshuffled", len(pieces))
        play.move_all(pieces, deck, "reshuffled")
    return play.zone[deck]


def refill(play: Play[Any], label: str, deck: int, row: int, n: int, discards: int = -1) -> int:
    """Draw pieces until a row contains ``n``, and return the number drawn."""
    return deal(play, label, deck, row, n - len(play.zone[row]), discards)


def keep_some(play: Play[Any], seat: int, place: int, n: int, discards: int) -> None:
    """If a place contains more than ``n`` pieces, ask the seat which of them to discard, in secret.

    Since a step can ask only once, do not ask anything else in the step that calls this function.
    """
    pieces = play.zone[place]
    if (over := len(pieces) - n) > 0:
        play.ask(seat, KEEP, Some(pieces, over, over, "piece"), discard_chosen, discards)


@step("dealing.discarded", "Discard the chosen cards and keep the rest.")
def discard_chosen(play: Play[Any], seat: int, discards: int, pick: tuple[int, ...]) -> None:
    play.move_all(pick, discards, "discarded")
