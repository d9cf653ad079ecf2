"""The supply of cards and VP chips, and the discard pile (R017, R028, R095)."""

from __future__ import annotations

from rftg_dsl.check.signatures import EventWord, verb
from rftg_dsl.games.dealing import deal, renew_deck
from rftg_dsl.games.race.numbers import Play, has_chosen
from rftg_dsl.games.verbs import gain_counter
from rftg_dsl.kernel.step import step


def take(play: Play, seat: int, n: int, place: int, purpose: str) -> int:
    """Draw cards to a place, one by one, and return the number drawn (D21)."""
    numbers = play.numbers
    label = f"{play.counters[numbers.round]}/{seat}/{purpose}"
    # Draw in a single batch, since the random draw removes cards one by one anyway.
    drawn = deal(play, label, numbers.supply, place, n, numbers.discards)
    if drawn and not play.zone[numbers.supply]:
        reshuffle(play)
    return drawn


def reshuffle(play: Play) -> tuple[int, ...]:
    """R095: turn the discard pile into the new supply at once, even in the middle of a draw, and return the supply."""
    return renew_deck(play, play.numbers.supply, play.numbers.discards)


def take_to_hand(play: Play, seat: int, n: int, purpose: str) -> int:
    """R044: draw cards directly to the hand."""
    return take(play, seat, n, play.numbers.hand[seat], purpose)


def put_good(play: Play, seat: int, world: int) -> bool:
    """R058, R087, R088: put a card from the supply face down on a world as its good, unless the world has one."""
    place = play.numbers.goods[world]
    return not play.zone[place] and take(play, seat, 1, place, "good") > 0


def discard(play: Play, pieces: tuple[int, ...], word: str) -> None:
    """R074, R094: put cards face down on the discard pile."""
    play.move_all(pieces, play.numbers.discards, word)


def part_with(play: Play, seat: int, pieces: tuple[int, ...], word: str, event: EventWord[...], *about: int) -> None:
    """Discard a seat's cards and trigger an event; the cards are set aside until powers have reacted to the event."""
    numbers = play.numbers
    # If no power reacts, the cards need not be set aside.
    if event.name not in play.hooks and event.name not in play.own_points:
        if pieces:
            discard(play, pieces, word)
        if event.name in play.rules.tallies:
            event(play, seat, *about)
        return
    earlier = play.zone[numbers.discarding[seat]]
    play.move_all(pieces, numbers.discarding[seat], word)
    event(play, seat, *about)
    play.then(sweep, seat, earlier)


@step(
    "race.sweep",
    "Discard the cards that were set aside, except those of an earlier event to which powers are still reacting.",
)
def sweep(play: Play, seat: int, earlier: tuple[int, ...]) -> None:
    discard(play, tuple([card for card in play.zone[play.numbers.discarding[seat]] if card not in earlier]), "swept")


def strip(play: Play, piece: int) -> None:
    discard(play, play.zone[play.numbers.goods[piece]], "discarded")
    if play.tag[piece]:
        play.set_tag(piece, 0, "discarded")


def discard_from_tableau(play: Play, piece: int) -> None:
    strip(play, piece)
    discard(play, (piece,), "discarded")


@verb(
    "gain",
    "counter",
    text="Gain VP chips, or an amount on another counter; R085: the 2x action doubles chips from consume powers.",
)
def gain_vp(play: Play, seat: int, this: int, counter: int, low: int, high: int) -> None:
    """Gain VP chips or an amount on another counter; R085: the 2x action doubles the chips from consume powers."""
    numbers = play.numbers
    if counter == numbers.vp[seat] and play.cause in numbers.doubled and has_chosen(play, seat, "consume2x"):
        low *= numbers.number["consume_factor"]
    if low:
        gain_counter(play, seat, this, counter, low, low)


def can_draw(play: Play, seat: int, this: int, what: None, low: int, high: int) -> bool:
    numbers = play.numbers
    return bool(play.zone[numbers.supply] or play.zone[numbers.discards])


@verb("draw", "pieces", of=("card",), can=can_draw, grants=True, text="Draw cards into the hand.")
def draw_cards(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    if low:
        take_to_hand(play, seat, low, "power")
