"""Options that the rulebooks describe: a first game, who begins, and missions for any number of players."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library
from rules import rule

TURNS = 12


def start_with(game: str, seats: int, seed: str, **options: str) -> Play[Any]:
    """A game that has just begun, with these options."""
    return load_library(game, None, (), options).rules(seats).start(Seeded(seed, game), options)


def pass_turns(play: Play[Any], most: int) -> list[int]:
    """Play at random, and return the seats in the order of their turns, up to a number of turns."""
    random, seats = Random(1), []
    turns = play.numbers.turn
    while not play.over and len(seats) < most:
        if play.pending is None:
            play.run()
            continue
        active = [seat for seat, counter in enumerate(turns) if play.counters[counter]]
        if active and (not seats or seats[-1] != active[0]):
            seats += active
        play.answer(play.pending.form.draw(random.random))
    return seats


@rule("G24", "G25")
@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_seat_that_an_option_names_has_the_first_turn(first: int) -> None:
    play = start_with("galaxies", 3, "x", begins=f"seat-{first}")

    seats = pass_turns(play, TURNS)

    assert seats == [(first - 1 + turn) % 3 for turn in range(TURNS)]


@rule("G27", "G91")
@pytest.mark.parametrize("first", [1, 3])
def test_all_seats_have_equally_many_turns_whoever_begins(first: int) -> None:
    for seed in range(3):
        play = start_with("galaxies", 3, str(seed), begins=f"seat-{first}")

        pass_turns(play, 10_000)

        assert play.over
        assert play.counters[play.numbers.turns_taken] % 3 == 0


def test_a_seat_that_is_not_there_cannot_begin() -> None:
    with pytest.raises(UsageError, match="seat 4 cannot have the first turn, because there are only 3 seats"):
        start_with("galaxies", 3, "x", begins="seat-4")


@rule("G20")
@pytest.mark.parametrize(("missions", "marked"), [("marked", False), ("all", True)])
def test_two_players_are_dealt_marked_missions_only_by_an_option(missions: str, marked: bool) -> None:
    least: set[int] = set()
    for seed in range(8):
        play = start_with("galaxies", 2, str(seed), missions=missions)
        play.run()
        least |= {
            play.numbers.least[play.side[card]] for seat in (0, 1) for card in play.zone[play.numbers.dealt[seat]]
        }

    assert (3 in least) == marked


@rule("R025")
def test_the_cheapest_sides_of_the_start_tiles_are_up_in_a_first_game() -> None:
    chosen = 0
    for seed in range(20):
        play = start_with("roll", 3, str(seed), start="first")
        while play.pending is None or play.pending.name == "start":
            if play.pending is None:
                play.run()
                continue
            hand = play.zone[play.numbers.place["hand"][play.pending.seat]]
            costs = [[play.numbers.cost[side] for side in play.layout.pieces[piece].sides] for piece in hand]
            lowest = [min(pair) for pair in zip(*costs, strict=True)]
            seat, options = play.pending.seat, play.pending.form.listed()
            chosen += len(options) == 1
            play.answer(options[0])
            stacks = [play.zone[play.numbers.stacks[phase][seat]] for phase in ("develop", "settle")]
            assert [play.numbers.cost[play.side[stack[0]]] for stack in stacks] == lowest
    assert chosen > 40
