"""A guess is a game that could be the real one: it can be played on, and follows from what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.race.test_rebel_vs_imperium import CONTENT
from games.roll.expanded import SETS as ROLL_SETS
from lanes import law
from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view
from rftg_dsl.library import Library, library
from rftg_dsl.log.record import digest
from rftg_dsl.play.guess import guess

GAMES: dict[str, Callable[[], Library]] = {
    "galaxies": lambda: library("galaxies"),
    "race": lambda: library("race"),
    "race, advanced": lambda: library("race", "second", (), {"variant": "advanced", "duplicates": "single"}),
    "race, expansions": lambda: library("race", None, ["gathering-storm", "new-worlds", CONTENT]),
    "roll": lambda: library("roll"),
    "roll, expansions": lambda: library("roll", None, ROLL_SETS),
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


@law(150, derandomize=True)
@given(games, SEEDS, st.integers(0, 120))
def test_what_a_seat_cannot_see_makes_no_difference_to_a_guess(name: str, seed: int, nth: int) -> None:
    for one, other, seat in pairs(name, seed, nth):
        compared[name] += 1

        first, second = (guess(play, seat, Random(seed).random) for play in (one, other))

        assert first.whole() == second.whole()


def test_such_pairs_have_been_compared_in_every_game() -> None:
    test_what_a_seat_cannot_see_makes_no_difference_to_a_guess()

    assert all(compared[name] > 5 for name in GAMES), compared


@pytest.mark.parametrize("name", GAMES)
def test_guesses_differ(name: str) -> None:
    play, random = started(name, 1), Random(1)
    asked = at_decision(play, 20, random)
    assert asked is not None

    made = {digest(guess(play, asked.seat, random.random).plain()) for _ in range(8)}

    assert len(made) == 8
