"""Gambles: guessing the cost of the top card, and staking a card from the hand against cards from the supply."""

from __future__ import annotations

from rftg_dsl.check.signatures import verb
from rftg_dsl.games.race import questions
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import discard, take, take_to_hand
from rftg_dsl.kernel.form import One, Range
from rftg_dsl.kernel.step import step

GUESS = "guess cost of top card"


@verb(
    GUESS,
    "nothing",
    asks=True,
    offered=True,
    pays=False,
    saying="name a number from {number guess_least} to {number guess_most} and [turn] up the top card;"
    " [take] it if its cost or defense is that number",
    text="D10: name a number and turn up the top card, which is kept if its cost or defense is that number.",
)
def guess_cost(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    number = play.numbers.number
    play.ask(seat, questions.GUESS, Range(number["guess_least"], number["guess_most"]), resolve_guess, play.cause)


@step("race.guessed", "Keep the card if its cost or defense is the number named; otherwise, discard it.")
def resolve_guess(play: Play, seat: int, cause: str, pick: int) -> None:
    numbers = play.numbers
    play.cause = cause
    before = play.zone[numbers.hand[seat]]
    if not take_to_hand(play, seat, 1, "guess"):
        return
    [piece] = [card for card in play.zone[numbers.hand[seat]] if card not in before]
    side = play.side[piece]
    kept = pick in (numbers.cost[side], numbers.defense[side])
    play.note("guessed", pick, play.layout.pieces[piece].name, kept)
    if not kept:
        discard(play, (piece,), "discarded")


ANTE = "ante"


def cost_or_defense_of(play: Play, piece: int) -> int:
    numbers = play.numbers
    return numbers.cost[play.side[piece]] or numbers.defense[play.side[piece]]


def find_antes(play: Play, cards: list[int]) -> tuple[int, ...]:
    number = play.numbers.number
    return tuple(
        [piece for piece in cards if number["ante_least"] <= cost_or_defense_of(play, piece) <= number["ante_most"]]
    )


def can_ante(play: Play, seat: int, this: int, cards: list[int], low: int, high: int) -> bool:
    return bool(find_antes(play, cards))


@verb(
    ANTE,
    "pieces",
    can=can_ante,
    asks=True,
    reach=("hand",),
    how=(),
    most=1,
    owned=True,
    pays=False,
    usual="hand",
    saying="ante {what from} with a cost or defense from {number ante_least} to {number ante_most} and [draw] as"
    " many cards; [keep] one of them if any has a higher one, else [lose] the ante",
    text="Show a card and draw as many cards as it costs; if any of them costs more, keep one of them.",
)
def ante_card(play: Play, seat: int, this: int, cards: list[int], low: int, high: int) -> None:
    """Show a card and draw as many cards as it costs; if any card drawn costs more, keep one of the cards drawn."""
    play.ask(seat, questions.ANTE, One(find_antes(play, cards), "piece"), resolve_ante, play.cause)


@step(
    "race.ante-shown",
    "If any card drawn has a higher cost or defense than the ante, keep one of them; otherwise, lose the ante.",
)
def resolve_ante(play: Play, seat: int, cause: str, pick: int) -> None:
    numbers = play.numbers
    play.cause = cause
    names = play.layout.pieces
    play.note(ANTE, names[pick].name)
    take(play, seat, cost_or_defense_of(play, pick), numbers.explored[seat], ANTE)
    drawn = play.zone[numbers.explored[seat]]
    for piece in drawn:
        play.note("turned up", names[piece].name)
    if any(cost_or_defense_of(play, piece) > cost_or_defense_of(play, pick) for piece in drawn):
        play.ask(seat, questions.KEEP, One(drawn, "piece"), keep_one, cause)
    else:
        discard(play, (*drawn, pick), "discarded")


@step("race.one-kept", "Keep the chosen card and discard the others drawn.")
def keep_one(play: Play, seat: int, cause: str, pick: int) -> None:
    numbers = play.numbers
    play.cause = cause
    play.move(pick, numbers.hand[seat], "kept")
    discard(play, play.zone[numbers.explored[seat]], "discarded")
