"""A card from the hand is staked against cards from the supply."""

from __future__ import annotations

from rftg_dsl.games.race import questions
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import discard, take
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import step

ANTE = "ante"


def cost_or_defense_of(g: Play, piece: int) -> int:
    """The cost or defense of a card."""
    w = g.numbers
    return w.cost[g.side[piece]] or w.defense[g.side[piece]]


def find_antes(g: Play, cards: list[int]) -> tuple[int, ...]:
    """The cards among these that can be an ante."""
    number = g.numbers.number
    return tuple(
        [piece for piece in cards if number["ante_least"] <= cost_or_defense_of(g, piece) <= number["ante_most"]]
    )


def ante_card(g: Play, me: int, this: int, cards: list[int], low: int, high: int) -> None:
    """Show a card, and draw as many cards as it costs; a higher one wins one of them."""
    g.ask(me, questions.ANTE, One(find_antes(g, cards), "piece"), resolve_ante, g.cause)


def can_ante(g: Play, me: int, this: int, cards: list[int], low: int, high: int) -> bool:
    """Whether one of the cards can be an ante."""
    return bool(find_antes(g, cards))


@step("race.ante-shown")
def resolve_ante(g: Play, seat: int, cause: str, pick: int) -> None:
    """If one of the cards drawn has a higher cost or defense, one of them is kept; otherwise the ante is lost."""
    w = g.numbers
    g.cause = cause
    names = g.layout.pieces
    g.note(ANTE, names[pick].name)
    take(g, seat, cost_or_defense_of(g, pick), w.explored[seat], ANTE)
    drawn = g.zone[w.explored[seat]]
    for piece in drawn:
        g.note("turned up", names[piece].name)
    if any(cost_or_defense_of(g, piece) > cost_or_defense_of(g, pick) for piece in drawn):
        g.ask(seat, questions.KEEP, One(drawn, "piece"), keep_one, cause)
    else:
        discard(g, (*drawn, pick), "discarded")


@step("race.one-kept")
def keep_one(g: Play, seat: int, cause: str, pick: int) -> None:
    """Keep one of the cards drawn and discard the others."""
    w = g.numbers
    g.cause = cause
    g.move(pick, w.hand[seat], "kept")
    discard(g, g.zone[w.explored[seat]], "discarded")
