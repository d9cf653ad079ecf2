"""A guess is a game that could be the real one: it can be played on, and follows from what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.race.test_rebel_vs_imperium import CONTENT
from games.roll.expanded import SETS as ROLL_SETS
from lanes import FAST, law
from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.guess import make_guess, shuffle_pieces
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Table
from rftg_dsl.kernel.view import pieces_hidden_from, view
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.log.format.record import digest
from rftg_dsl.play.playouts import guess

GAMES: dict[str, Callable[[], Library]] = {
    "galaxies": lambda: load_library("galaxies"),
    "race": lambda: load_library("race"),
    "race, advanced": lambda: load_library("race", "second", (), {"variant": "advanced", "duplicates": "single"}),
    "race, expansions": lambda: load_library("race", None, ["gathering-storm", "new-worlds", CONTENT]),
    "roll": lambda: load_library("roll"),
    "roll, expansions": lambda: load_library("roll", None, ROLL_SETS),
}
"""Games, with their options and expansions."""

SEEDS = st.integers(0, 10_000)
games = st.sampled_from(list(GAMES))


@cache
def found(name: str) -> Library:
    """A game, loaded once."""
    return GAMES[name]()


def started(name: str, seed: int) -> Play[Any]:
    """A new game, with a number of seats that follows from the seed."""
    low, high = found(name).model.words.players
    seats = 2 if "advanced" in name else low + seed % (high - low + 1)
    game = found(name).game.name
    return found(name).rules(seats).start(Seeded(f"guess {seed}", game), found(name).options)


def to_next(play: Play[Any]) -> Decision | None:
    """Run to the next decision; None at the end of the game."""
    while play.pending is None and not play.over:
        play.run()
    return play.pending


def at_decision(play: Play[Any], nth: int, random: Random) -> Decision | None:
    """Play at random up to a decision."""
    for _ in range(nth):
        if (asked := to_next(play)) is not None:
            play.take(asked.form.draw(random.random))
    return to_next(play)


def played_to_the_end(play: Play[Any], random: Random) -> int:
    """Play at random to the end; every piece stays in its place. Returns the number of decisions."""
    decisions = 0
    while (asked := to_next(play)) is not None and decisions < 5_000:
        play.take(asked.form.draw(random.random))
        decisions += 1
        play.events.clear()
    assert sorted(piece for zone in play.zone for piece in zone) == list(range(len(play.layout.pieces)))
    return decisions


@law(60, derandomize=True)
@given(games, SEEDS, st.integers(0, 150))
def test_a_guess_at_any_decision_is_played_to_the_end(name: str, seed: int, nth: int) -> None:
    play, random = started(name, seed), Random(seed)
    asked = at_decision(play, nth, random)
    if asked is None:
        return
    before = digest(play.whole())

    there = guess(play, asked.seat, random.random)

    assert there.pending is asked
    assert not there.luck
    assert played_to_the_end(there, random)
    assert digest(play.whole()) == before


@law(30, derandomize=True)
@given(games, SEEDS, st.integers(0, 150))
def test_a_guess_has_all_pieces_and_things_and_shows_a_seat_what_it_saw(name: str, seed: int, nth: int) -> None:
    play, random = started(name, seed), Random(seed)
    asked = at_decision(play, nth, random)
    if asked is None:
        return

    there = guess(play, asked.seat, random.random)

    width = len(play.layout.kinds)
    for kind in range(width):
        assert sum(there.stock[kind::width]) == sum(play.stock[kind::width])
    assert seen_by(there, asked.seat) == seen_by(play, asked.seat)


def seen_by(play: Play[Any], seat: int) -> str:
    """A digest of all that a seat can know."""
    rules: Any = play.rules
    return digest(view(play, seat, hide=rules.game.conceal).plain())


class Other:
    """Chance that is the same for one seat and the table, and another for all other seats."""

    def __init__(self, chance: Chance, seat: int, salt: int) -> None:
        self.chance = chance
        self.seat = seat
        self.other = Seeded(f"other {salt}", "other")

    def of(self, label: str) -> Chance:
        """Who decides for a label."""
        return self.chance if label.split("/")[1] in (str(self.seat), "table") else self.other

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Results of dice."""
        return self.of(label).rolls(label, domain, times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Pieces drawn."""
        return self.of(label).draws(label, domain, times)


def differently(play: Play[Any], seat: int, random: Random, most: int) -> tuple[Play[Any], Play[Any]] | None:
    """A game played on to the next decision of a seat in two ways that look the same to it; None if they do not.

    In the second way, others choose differently where they choose in secret, and have other luck.
    """
    twin = play.clone()
    twin.chance = Other(play.chance, seat, int(random.random() * 1e9))
    for _ in range(most):
        asked, again = to_next(play), to_next(twin)
        if asked is None or again is None or asked.seat != again.seat or asked.name != again.name:
            return None
        if asked.seat == seat:
            same = asked.form.plain() == again.form.plain() and asked.args == again.args
            return (play, twin) if same and seen_by(play, seat) == seen_by(twin, seat) else None
        pick: Pick = asked.form.draw(random.random)
        play.take(pick)
        twin.take(again.form.draw(random.random) if again.secret or not again.form.accepts(pick) else pick)
    return None


def pairs(name: str, seed: int, nth: int) -> Iterator[tuple[Play[Any], Play[Any], int]]:
    """Pairs of plays, on from one decision, that a seat cannot tell from each other though they differ."""
    play, random = started(name, seed), Random(seed)
    if at_decision(play, nth, random) is None:
        return
    for seat in range(play.layout.seats):
        for _ in range(3):
            pair = differently(play.clone(), seat, random, 12)
            if pair is not None and digest(pair[0].whole()) != digest(pair[1].whole()):
                yield (*pair, seat)


compared: Counter[str] = Counter()
"""How many pairs have been compared, by game."""


@law(400, derandomize=True)
@given(games, SEEDS, st.integers(0, 120))
def test_what_a_seat_cannot_see_makes_no_difference_to_a_guess(name: str, seed: int, nth: int) -> None:
    for state, other, seat in pairs(name, seed, nth):
        compared[name] += 1

        first, second = (guess(play, seat, Random(seed).random) for play in (state, other))

        assert first.whole() == second.whole()


@pytest.mark.skipif(FAST, reason="in the full lane: here too few pairs are compared")
def test_such_pairs_have_been_compared_in_every_game() -> None:
    test_what_a_seat_cannot_see_makes_no_difference_to_a_guess()

    assert all(compared[name] > 5 for name in GAMES), compared


def rearrange_hidden(play: Play[Any], seat: int, random: Random) -> Play[Any]:
    """The same play to this seat: pieces that it cannot see are shuffled and turned, and hidden counters differ."""
    twin, mixed = play.clone(), play.rules.mixed
    hidden = {place: pieces_hidden_from(play, seat, place) for place in range(play.layout.places)}
    packs: dict[int, list[int]] = {}
    for piece in (piece for pieces in hidden.values() for piece in pieces):
        packs.setdefault(mixed[piece], []).append(piece)
        twin.side[piece] = random.choice(play.layout.pieces[piece].sides)
        twin.tag[piece] = random.randrange(3)
    for pack in packs.values():
        random.shuffle(pack)
    for place, pieces in hidden.items():
        there = tuple(packs[mixed[piece]].pop() for piece in pieces)
        twin.zone[place] = twin.zone[place][: len(twin.zone[place]) - len(there)] + there
        for piece in there:
            twin.place_of[piece] = place
    for counter in play.layout.unseen_counters[seat]:
        twin.counters[counter] = random.randint(0, 3)
    return twin


@pytest.mark.parametrize("name", GAMES)
@law(24, derandomize=True)
@given(SEEDS, st.integers(20, 200))
def test_a_guess_does_not_depend_on_where_hidden_pieces_are(name: str, seed: int, nth: int) -> None:
    play, random = started(name, seed), Random(seed)
    at_decision(play, nth, random)
    for seat in range(play.layout.seats):
        other = rearrange_hidden(play, seat, random)
        assert other.whole() != play.whole()

        first, second = (guess(state, seat, Random(seed).random) for state in (play, other))

        assert first.whole() == second.whole()


@pytest.mark.parametrize("name", GAMES)
def test_guesses_differ(name: str) -> None:
    play, random = started(name, 1), Random(1)
    asked = at_decision(play, 20, random)
    assert asked is not None

    made = {digest(guess(play, asked.seat, random.random).plain()) for _ in range(8)}

    assert len(made) == 8


# -- what the games make up ----------------------------------------------------------------------------------------


def asked_by_name(name: str, question: str, wanted: Callable[[Play[Any]], bool] = lambda _: True) -> Play[Any]:
    """A game at a decision of this name at which something holds."""
    for seed in range(40):
        play, random = started(name, seed), Random(seed).random
        for _ in range(300):
            if (asked := to_next(play)) is None:
                break
            if asked.name == question and wanted(play):
                return play
            play.take(asked.form.draw(random))
    raise AssertionError(f"{question!r} was not asked")


def other_seats(play: Play[Any]) -> list[int]:
    """The seats that are not asked now."""
    assert play.pending is not None
    return [seat for seat in range(play.layout.seats) if seat != play.pending.seat]


def test_race_others_choose_among_start_worlds_of_the_right_sorts() -> None:
    play = asked_by_name("race, expansions", "start-world")
    w = play.numbers

    for nth in range(20):
        there = guess(play, play.pending.seat, Random(nth).random)
        for seat in other_seats(play):
            lying = there.zone[w.placing[seat]]
            assert set(lying) <= set(w.start_worlds)
            if len(lying) == 2:
                assert [w.component[piece].properties["number"] % 2 for piece in lying] == [0, 1]


def test_race_others_have_chosen_any_of_the_actions() -> None:
    play = asked_by_name("race", "action", lambda play: play.pending.seat == play.rules.order(play)[-1])
    [other, *_] = other_seats(play)

    chosen = {guess(play, play.pending.seat, Random(n).random).counters[play.numbers.chosen[other]] for n in range(100)}

    assert chosen == set(range(1, 8))


def test_race_nobody_sees_who_has_placed_a_card() -> None:
    def placed(play: Play[Any]) -> bool:
        return any(play.zone[play.numbers.placing[seat]] for seat in other_seats(play))

    play = asked_by_name("race", "settle", placed)
    w, seat = play.numbers, play.pending.seat
    hands = [len(play.zone[w.hand[other]]) + len(play.zone[w.placing[other]]) for other in w.seats]

    seen = view(play, seat, hide=play.rules.game.conceal)
    there = guess(play, seat, Random(1).random)

    for table in (seen, there):
        assert [len(table.zone[w.hand[other]]) for other in other_seats(play)] == [
            hands[other] for other in other_seats(play)
        ]
        assert not any(table.zone[w.placing[other]] for other in other_seats(play))


def test_race_others_choose_a_card_to_place_anew() -> None:
    play = asked_by_name("race", "settle", lambda play: play.pending.seat == play.rules.order(play)[-1])
    again = set()

    for nth in range(20):
        there, random = guess(play, play.pending.seat, Random(nth).random), Random(nth).random
        round = there.facts[there.numbers.phase], there.counters[there.numbers.round]
        there.take(there.pending.form.draw(random))
        asked = to_next(there)
        if asked is not None and asked.name == "settle" and asked.seat in other_seats(play):
            again.add(asked.seat)
            assert (there.facts[there.numbers.phase], there.counters[there.numbers.round]) == round

    assert again


def test_roll_others_roll_anew_behind_their_screens() -> None:
    play = asked_by_name("roll", "select", lambda play: play.pending.seat == play.rules.order(play)[-1])
    w, seat = play.numbers, play.pending.seat
    assigned = set()
    for nth in range(20):
        there = guess(play, seat, Random(nth).random)
        assert not any(there.stock[cell] for other in other_seats(play) for cell in w.column_cells[other])
        while not there.facts[w.active]:
            there.take(there.pending.form.draw(Random(nth).random)) if there.pending else there.run()
        assigned.add(tuple(there.counters[w.selected[other]] for other in other_seats(play)))

    assert len(assigned) > 3


def test_roll_tiles_lie_in_stacks_with_the_right_side_up() -> None:
    def stacked(play: Play[Any]) -> bool:
        stacks = play.numbers.stacks
        return all(len(play.zone[stacks[phase][seat]]) > 1 for phase in stacks for seat in other_seats(play))

    play = asked_by_name("roll", "select", stacked)
    w = play.numbers

    for nth in range(100):
        there = guess(play, play.pending.seat, Random(nth).random)
        for seat in w.seats:
            assert all(w.is_world[there.side[piece]] for piece in there.zone[w.stacks["settle"][seat]])
            assert not any(w.is_world[there.side[piece]] for piece in there.zone[w.stacks["develop"][seat]])


def test_galaxies_others_have_missions_for_so_many_players() -> None:
    play = asked_by_name("galaxies", "turn")
    w = play.numbers
    rare = [card for card in w.mission_cards if w.least[play.side[card]] > len(w.seats)]
    assert rare

    for nth in range(50):
        there = guess(play, play.pending.seat, Random(nth).random)
        for seat in other_seats(play):
            assert not set(there.zone[w.mission[seat]]) & set(rare)


def test_powers_of_pieces_that_a_seat_does_not_see_are_those_of_the_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    play = asked_by_name("race", "action", lambda play: play.counters[play.numbers.round] > 3)
    w, seat = play.numbers, play.pending.seat
    seen = list(play.layout.seen)
    for place in w.tableau:
        seen[place] = "owner"
    monkeypatch.setattr(play.layout, "seen", seen)
    monkeypatch.setattr(play.layout, "unseen", [place for place, who in enumerate(seen) if who != "all"])

    there = make_guess(play, seat, play.chance, Random(1).random, play.rules.mixed, lambda play, seat: None)

    assert there.zone[w.tableau[seat]] == play.zone[w.tableau[seat]]
    assert [there.zone[w.tableau[other]] for other in other_seats(play)] != [
        play.zone[w.tableau[other]] for other in other_seats(play)
    ]
    fresh = play.rules.position(Table.from_plain(play.layout, there.plain()), play.chance)
    assert {point: [[bound.key for bound in row] for row in rows] for point, rows in there.hooks.items()} == {
        point: [[bound.key for bound in row] for row in rows] for point, rows in fresh.hooks.items()
    }


@pytest.mark.parametrize("name", ["galaxies", "race", "roll"])
def test_an_answer_that_is_tried_changes_nothing(name: str) -> None:
    play, random = started(name, 0), Random(0)
    asked = at_decision(play, 25, random)
    assert asked is not None
    before = digest(play.whole()), list(play.events), list(play.drawn)

    following = play.tried(asked.form.draw(Random(1).random))

    assert (digest(play.whole()), play.events, play.drawn) == before
    twin = play.clone()
    twin.take(asked.form.draw(Random(1).random))
    assert repr(following) == repr(twin.pending)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    random = Random("fair").random

    orders = Counter(tuple(shuffle_pieces([1, 2, 3], random)) for _ in range(6_000))

    assert orders.keys() == {*permutations([1, 2, 3])}
    assert all(850 < n < 1_150 for n in orders.values())
