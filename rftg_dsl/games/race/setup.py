"""The setup of Race (R010-R020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.race import goals, questions
from rftg_dsl.games.race.numbers import PRESET, Play
from rftg_dsl.games.race.supply import discard, put_good, take_to_hand
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.starting import Standing, pieces_at_start, put
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.step import step


def lay(play: Play) -> None:
    """R012, R015: put the game cards in the supply, and the start worlds and goals beside it.

    Raise ``ValueError`` if there are too few preset hands or start worlds for the number of players.
    """
    numbers = play.numbers
    if has_preset_hands(play) and len(numbers.seats) > len({number for number in numbers.preset if number}):
        raise ValueError(f"there are no preset hands for {len(numbers.seats)} players")
    if any(
        len(find_suitable_starts(play, numbers.start_worlds, nth)) < len(numbers.seats)
        for nth in range(count_start_worlds(play))
    ):
        raise ValueError(
            f"there are too few start worlds for {len(numbers.seats)} players with {count_start_worlds(play)} each"
        )
    if numbers.goals:
        play.lay(numbers.spare_goals, numbers.goals)
    play.lay(numbers.starts, numbers.start_worlds)
    play.lay(numbers.supply, numbers.game_cards)
    cards_at_start(play)  # called only to report mistakes in the options


def cards_at_start(play: Play) -> Mapping[int, Sequence[Standing]]:
    return pieces_at_start(play, (play.numbers.supply, play.numbers.starts), "card")


def start_number(play: Play, piece: int) -> int:
    return int(play.numbers.component[piece].properties["number"])


@step("race.set-up", "R010-R014: fill the pool of VP chips, draw the goals, and deal the start worlds.")
def set_up(play: Play) -> None:
    fill_pool(play)
    goals.deal(play)
    deal_starts(play)


def fill_pool(play: Play) -> None:
    """R010: fill the pool of VP chips."""
    numbers = play.numbers
    play.adjust(numbers.pool, numbers.number["vp_per_player"] * len(numbers.seats), "set up")


def prepare(play: Play) -> None:
    """Fill the pool of VP chips, and record that no player has chosen an action yet."""
    fill_pool(play)
    play.set_fact(play.numbers.actions, ((),) * len(play.numbers.seats), "set up")


def has_preset_hands(play: Play) -> bool:
    """R014: whether the game is played with preset hands."""
    return play.options.get("start") == PRESET


def count_start_worlds(play: Play) -> int:
    return 1 if has_preset_hands(play) else play.numbers.number["start_worlds"]


def find_suitable_starts(play: Play, starts: Sequence[int], nth: int) -> list[int]:
    """The candidates for a seat's ``nth`` start world: even numbers, then odd numbers; all if a seat gets only one."""
    return [piece for piece in starts if start_number(play, piece) % count_start_worlds(play) == nth]


def deal_starts(play: Play) -> None:
    """R013, R014: deal random start worlds; with preset hands, only the lowest-numbered worlds that have a hand."""
    numbers = play.numbers
    named = cards_at_start(play)
    taken = {piece for pieces in named.values() for piece, _ in pieces}
    left = [piece for piece in play.zone[numbers.starts] if piece not in taken]
    if has_preset_hands(play):
        hands = {number for number in numbers.preset if number}
        left = sorted(
            [world for world in left if start_number(play, world) in hands], key=lambda world: start_number(play, world)
        )
        left = left[: len(numbers.seats)]
    for seat in numbers.seats:
        for nth in range(count_start_worlds(play)):
            [piece] = play.draw(f"0/{seat}/start", find_suitable_starts(play, left, nth), 1)
            left.remove(piece)
            play.move(piece, (numbers.tableau if count_start_worlds(play) == 1 else numbers.placing)[seat], "dealt")
        put(play, named.get(seat, ()), numbers.tableau[seat])


@step("race.choose-start", "Ask which start world to keep; the cards dealt are already in the hand.")
def choose_start(play: Play, seat: int) -> None:
    play.ask(seat, questions.START_WORLD, One(play.zone[play.numbers.placing[seat]], "piece"), keep_chosen_start)


@step("race.start-chosen", "Discard the other start worlds; the one kept is revealed once all players have chosen.")
def keep_chosen_start(play: Play, seat: int, pick: int) -> None:
    discard(play, tuple([piece for piece in play.zone[play.numbers.placing[seat]] if piece != pick]), "discarded")


@step(
    "race.choose-hand",
    "R016: choose a start world, if there are several, and the cards to keep; a preset hand leaves no choice.",
)
def choose_hand(play: Play, seat: int) -> None:
    if not has_preset_hands(play):
        if count_start_worlds(play) > 1:
            play.then(choose_start, seat)
        play.then(keep_hand, seat)


@step("race.reveal-starts", "Put the chosen start worlds in the tableaus.")
def reveal_starts(play: Play) -> None:
    numbers = play.numbers
    for seat in numbers.seats:
        for piece in play.zone[numbers.placing[seat]]:
            play.move(piece, numbers.tableau[seat], "dealt", 0)


def take_preset(play: Play, seat: int) -> None:
    """R018: take the four cards marked with the start world's number."""
    numbers = play.numbers
    number = start_number(play, play.zone[numbers.tableau[seat]][0])
    taken = {play.layout.pieces[piece].sides[0] for piece in play.zone[numbers.hand[seat]]}
    for piece in play.zone[numbers.supply]:
        side = play.side[piece]
        if numbers.preset[side] == number and side not in taken:
            taken.add(side)
            play.move(piece, numbers.hand[seat], "dealt")


@step("race.unused-starts", "R015, R019: add the unused start worlds to the supply.")
def add_unused_starts(play: Play) -> None:
    numbers = play.numbers
    play.set_fact(numbers.actions, ((),) * len(numbers.seats), "set up")
    play.move_all(play.zone[numbers.starts], numbers.supply, "set up")


@step("race.deal-hand", "R016, R018: deal six cards, or take the preset hand.")
def deal_hand(play: Play, seat: int) -> None:
    if has_preset_hands(play):
        take_preset(play, seat)
    else:
        take_to_hand(play, seat, play.numbers.number["cards_dealt"], "deal")


@step("race.keep-hand", "R016: ask which cards to discard; the start world can change how many are kept.")
def keep_hand(play: Play, seat: int) -> None:
    numbers = play.numbers
    dealt = play.zone[numbers.hand[seat]]
    kept = numbers.number["cards_dealt"] - numbers.number["cards_discarded_at_start"]
    for piece in (*play.zone[numbers.tableau[seat]], *play.zone[numbers.placing[seat]]):
        # Read powers directly from the side, because a start world that is still face down is not in play.
        for power in play.rules.powers[play.side[piece]]:
            if power.point == "starting hand":
                kept = power.react(play, seat, piece, -1, kept)
    n = min(max(len(dealt) - kept, 0), len(dealt))
    play.ask(seat, questions.START, Some(dealt, n, n, "piece"), discard_from_hand)


@step("race.hand-kept", "Discard the chosen cards.")
def discard_from_hand(play: Play, seat: int, pick: tuple[int, ...]) -> None:
    discard(play, pick, "discarded")


@step("race.first-good", "R020: put a good on a windfall start world, and trigger immediate powers.")
def put_first_good(play: Play, seat: int) -> None:
    numbers = play.numbers
    for piece in play.zone[numbers.tableau[seat]]:
        if numbers.is_windfall[play.side[piece]]:
            put_good(play, seat, piece)
        enter(play, seat, piece)
