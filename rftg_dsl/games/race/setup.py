"""Setup (R010-R020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.race import goals, questions
from rftg_dsl.games.race.numbers import PRESET, Play
from rftg_dsl.games.race.supply import discard, put_good, take_to_hand
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.starting import Standing, pieces_at_start, put
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.step import step


def lay(g: Play) -> None:
    """R012, R015: the game cards form the supply, with the start worlds and the goals beside it.

    ``ValueError`` if there are too few preset hands or start worlds for the players.
    """
    w = g.numbers
    if has_preset_hands(g) and len(w.seats) > len({number for number in w.preset if number}):
        raise ValueError(f"there are no preset hands for {len(w.seats)} players")
    if any(len(find_suitable_starts(g, w.start_worlds, nth)) < len(w.seats) for nth in range(count_start_worlds(g))):
        raise ValueError(f"there are too few start worlds for {len(w.seats)} players with {count_start_worlds(g)} each")
    if w.goals:
        g.lay(w.spare_goals, w.goals)
    g.lay(w.starts, w.start_worlds)
    g.lay(w.supply, w.game_cards)
    cards_at_start(g)  # reports mistakes in the options


def cards_at_start(g: Play) -> Mapping[int, Sequence[Standing]]:
    """The cards and start worlds that seats start with besides their own, by the options of the game."""
    return pieces_at_start(g, (g.numbers.supply, g.numbers.starts), "card")


def start_number(g: Play, piece: int) -> int:
    """The number of a start world."""
    return int(g.numbers.component[piece].properties["number"])


@step("race.set-up")
def set_up(g: Play) -> None:
    """R010-R014: the pool of VP chips, the goals, the start worlds."""
    fill_pool(g)
    goals.deal(g)
    deal_starts(g)


def fill_pool(g: Play) -> None:
    """R010: the pool of VP chips."""
    w = g.numbers
    g.adjust(w.pool, w.number["vp_per_player"] * len(w.seats), "set up")


def prepare(g: Play) -> None:
    """What a table needs to be played on: the pool, and that nobody has chosen an action yet."""
    fill_pool(g)
    g.set_fact(g.numbers.actions, ((),) * len(g.numbers.seats), "set up")


def has_preset_hands(g: Play) -> bool:
    """R014: whether the hands are preset."""
    return g.options.get("start") == PRESET


def count_start_worlds(g: Play) -> int:
    """How many start worlds each seat is dealt; it keeps one of them. With preset hands there is no choice."""
    return 1 if has_preset_hands(g) else g.numbers.number["start_worlds"]


def find_suitable_starts(g: Play, those: Sequence[int], nth: int) -> list[int]:
    """The start worlds of which every seat is dealt one as its ``nth``: those with an even number, then the odd ones.

    If each seat is dealt only one, any.
    """
    return [piece for piece in those if start_number(g, piece) % count_start_worlds(g) == nth]


def deal_starts(g: Play) -> None:
    """R013, R014: deal random start worlds; for preset hands, only the lowest-numbered ones that have a hand."""
    w = g.numbers
    named = cards_at_start(g)
    taken = {piece for those in named.values() for piece, _ in those}
    left = [piece for piece in g.zone[w.starts] if piece not in taken]
    if has_preset_hands(g):
        hands = {number for number in w.preset if number}
        left = sorted([one for one in left if start_number(g, one) in hands], key=lambda one: start_number(g, one))
        left = left[: len(w.seats)]
    for seat in w.seats:
        for nth in range(count_start_worlds(g)):
            [piece] = g.draw(f"0/{seat}/start", find_suitable_starts(g, left, nth), 1)
            left.remove(piece)
            g.move(piece, (w.tableau if count_start_worlds(g) == 1 else w.placing)[seat], "dealt")
        put(g, named.get(seat, ()), w.tableau[seat])


@step("race.choose-start")
def choose_start(g: Play, seat: int) -> None:
    """Ask which of the start worlds to keep; the cards dealt are in the hand already."""
    g.ask(seat, questions.START_WORLD, One(g.zone[g.numbers.placing[seat]], "piece"), keep_chosen_start)


@step("race.start-chosen")
def keep_chosen_start(g: Play, seat: int, pick: int) -> None:
    """Discard the others; the one kept is revealed when all have chosen."""
    discard(g, tuple([piece for piece in g.zone[g.numbers.placing[seat]] if piece != pick]), "discarded")


@step("race.choose-hand")
def choose_hand(g: Play, seat: int) -> None:
    """R016: a seat chooses its start world, if it has several, and the cards to keep; preset hands leave no choice."""
    if not has_preset_hands(g):
        if count_start_worlds(g) > 1:
            g.then(choose_start, seat)
        g.then(keep_hand, seat)


@step("race.reveal-starts")
def reveal_starts(g: Play) -> None:
    """Put the start worlds that were chosen in the tableaus."""
    w = g.numbers
    for seat in w.seats:
        for piece in g.zone[w.placing[seat]]:
            g.move(piece, w.tableau[seat], "dealt", 0)


def take_preset(g: Play, seat: int) -> None:
    """R018: take the four cards with the number of the start world."""
    w = g.numbers
    number = start_number(g, g.zone[w.tableau[seat]][0])
    taken = {g.layout.pieces[piece].sides[0] for piece in g.zone[w.hand[seat]]}
    for piece in g.zone[w.supply]:
        side = g.side[piece]
        if w.preset[side] == number and side not in taken:
            taken.add(side)
            g.move(piece, w.hand[seat], "dealt")


@step("race.unused-starts")
def add_unused_starts(g: Play) -> None:
    """R015, R019: add the unused start worlds to the supply."""
    w = g.numbers
    g.set_fact(w.actions, ((),) * len(w.seats), "set up")
    g.move_all(g.zone[w.starts], w.supply, "set up")


@step("race.deal-hand")
def deal_hand(g: Play, seat: int) -> None:
    """R016, R018: deal six cards, or take the preset hand."""
    if has_preset_hands(g):
        take_preset(g, seat)
    else:
        take_to_hand(g, seat, g.numbers.number["cards_dealt"], "deal")


@step("race.keep-hand")
def keep_hand(g: Play, seat: int) -> None:
    """R016: ask which cards to discard; the start world can change how many are kept."""
    w = g.numbers
    dealt = g.zone[w.hand[seat]]
    kept = w.number["cards_dealt"] - w.number["cards_discarded_at_start"]
    for piece in (*g.zone[w.tableau[seat]], *g.zone[w.placing[seat]]):
        for power in g.rules.powers[g.side[piece]]:
            if power.point == "starting hand":
                kept = power.react(g, seat, piece, -1, kept)
    n = min(max(len(dealt) - kept, 0), len(dealt))
    g.ask(seat, questions.START, Some(dealt, n, n, "piece"), discard_from_hand)


@step("race.hand-kept")
def discard_from_hand(g: Play, seat: int, pick: tuple[int, ...]) -> None:
    """Discard the cards picked."""
    discard(g, pick, "discarded")


@step("race.first-good")
def put_first_good(g: Play, seat: int) -> None:
    """R020: put a good on a windfall start world, and trigger immediate powers."""
    w = g.numbers
    for piece in g.zone[w.tableau[seat]]:
        if w.is_windfall[g.side[piece]]:
            put_good(g, seat, piece)
        enter(g, seat, piece)
