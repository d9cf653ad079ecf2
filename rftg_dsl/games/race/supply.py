"""The supply and the discards (R017, R028, R095)."""

from __future__ import annotations

from rftg_dsl.check.signatures import EventWord
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.kernel.step import step


def take(g: Play, seat: int, n: int, place: int, purpose: str) -> int:
    """Draw cards one by one to a place and return how many there were (D21)."""
    w = g.numbers
    label = f"{g.counters[w.round]}/{seat}/{purpose}"
    left = n
    while left > 0 and (there := g.zone[w.supply] or reshuffle(g)):
        drawn = g.draw(label, there, min(left, len(there)))
        g.move_all(drawn, place, "drawn")
        left -= len(drawn)
        if not g.zone[w.supply]:
            reshuffle(g)
    return n - left


def reshuffle(g: Play) -> tuple[int, ...]:
    """R095: the discards become the new supply at once, even in the middle of a draw."""
    w = g.numbers
    if discards := g.zone[w.discards]:
        g.note("reshuffled", len(discards))
        g.move_all(discards, w.supply, "reshuffled")
    return g.zone[w.supply]


def take_to_hand(g: Play, seat: int, n: int, purpose: str) -> int:
    """R044: outside Explore, drawn cards go to the hand."""
    return take(g, seat, n, g.numbers.hand[seat], purpose)


def put_good(g: Play, seat: int, world: int) -> bool:
    """R058, R087, R088: put a card from the supply face down on a world as its good, if it has none."""
    place = g.numbers.goods[world]
    return not g.zone[place] and take(g, seat, 1, place, "good") > 0


def discard(g: Play, pieces: tuple[int, ...], word: str) -> None:
    """R074, R094: put cards face down on the discards."""
    g.move_all(pieces, g.numbers.discards, word)


def part_with(g: Play, seat: int, pieces: tuple[int, ...], word: str, event: EventWord[...], *about: int) -> None:
    """Discard cards of a seat, and trigger an event; until powers have reacted to it, the cards lie apart."""
    w = g.numbers
    if event.name not in g.hooks and event.name not in g.own_points:
        if pieces:
            discard(g, pieces, word)
        if event.name in g.rules.tallies:
            event(g, seat, *about)
        return
    earlier = g.zone[w.discarding[seat]]
    g.move_all(pieces, w.discarding[seat], word)
    event(g, seat, *about)
    g.then(sweep, seat, earlier)


@step("race.sweep")
def sweep(g: Play, seat: int, earlier: tuple[int, ...]) -> None:
    """Put the cards that lie apart on the discards, but for those of an earlier event that powers still react to."""
    discard(g, tuple([card for card in g.zone[g.numbers.discarding[seat]] if card not in earlier]), "swept")


def strip(g: Play, piece: int) -> None:
    """Discard the good on a card that is leaving, and clear its mark."""
    discard(g, g.zone[g.numbers.goods[piece]], "discarded")
    if g.tag[piece]:
        g.set_tag(piece, 0, "discarded")


def discard_from_tableau(g: Play, piece: int) -> None:
    """Discard a card in play along with the good on it."""
    strip(g, piece)
    discard(g, (piece,), "discarded")


def draw_cards(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Draw cards to the hand."""
    if low:
        take_to_hand(g, me, low, "power")


def can_draw(g: Play, me: int, this: int, what: None, low: int, high: int) -> bool:
    """Whether there is a card to draw, also from the discards."""
    w = g.numbers
    return bool(g.zone[w.supply] or g.zone[w.discards])
