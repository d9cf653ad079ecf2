"""Coupled chance: every draw is uniform given the past, and one piece more leaves the order of the others as it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law, scale
from rftg_dsl.balance.coupled_chance import Coupled
from rftg_dsl.log.audit.dice_fairness import probability_above

Draw = Callable[[str, Sequence[int], int], Sequence[int]]


def return_what_was_drawn(draw: Draw) -> tuple[Sequence[int], Sequence[int]]:
    """A seat draws two pieces, the first goes back, and the seat draws again."""
    first, second = draw("1/0/explore/0", range(5), 2)
    left = [piece for piece in range(5) if piece != second]
    return (first, second), [left.index(*draw("1/0/explore/1", left, 1))]


def take_for_another_purpose(draw: Draw) -> tuple[Sequence[int], Sequence[int]]:
    """A draw for one purpose decides which pieces there are for another purpose, and then again for the first."""
    [first] = draw("1/0/good/0", range(6), 1)
    left = [piece for piece in range(6) if piece != first]
    [second] = draw("1/0/explore/0", left[first % 2 :], 1)
    left = [piece for piece in left if piece != second]
    return (first, second), [left.index(piece) for piece in draw("1/0/good/1", left, 2)]


def return_what_was_away(draw: Draw) -> tuple[Sequence[int], Sequence[int]]:
    """Pieces are away while a seat draws, because another seat has them, and are back for the next draw."""
    [first] = draw("1/0/explore/0", range(5), 1)
    left = [piece for piece in range(5) if piece != first]
    [other] = draw("1/1/explore/0", left, 1)
    [second] = draw("1/0/explore/1", [piece for piece in left if piece != other], 1)
    left = [piece for piece in range(5) if piece != second]
    return (first, other, second), [left.index(*draw("1/0/explore/2", left, 1))]


@pytest.mark.scaled
@pytest.mark.parametrize("play", [return_what_was_drawn, take_for_another_purpose, return_what_was_away])
def test_each_draw_is_uniform_given_all_draws_before_it(
    play: Callable[[Draw], tuple[Sequence[int], Sequence[int]]],
) -> None:
    after: defaultdict[Sequence[int], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for seed in range(scale(16_000)):
        past, drawn = play(Coupled(str(seed), "none").draws)
        after[past][tuple(drawn)] += 1
    size, times = 4, len(next(iter(after.values())).most_common(1)[0][0])
    outcomes = prod(range(size, size - times, -1))

    expected = {past: counts.total() / outcomes for past, counts in after.items()}
    off = sum(
        (n - expected[past]) ** 2 / expected[past] for past, counts in after.items() for n in all_of(counts, outcomes)
    )

    assert probability_above(off, len(after) * (outcomes - 1)) > 0.001


def all_of(counts: Counter[tuple[int, ...]], outcomes: int) -> list[int]:
    """The counts of all outcomes, with 0 for those that never came."""
    return [*counts.values(), *[0] * (outcomes - len(counts))]


@law(60)
@given(
    seed=st.text(max_size=5),
    supply=st.sets(st.integers(0, 30), min_size=2, max_size=12),
    times=st.lists(st.integers(1, 3), max_size=6),
)
def test_a_piece_more_leaves_the_order_of_the_others(seed: str, supply: set[int], times: list[int]) -> None:
    extra = min(supply)
    rows = []
    for pieces in (supply, supply - {extra}):
        chance, left, drawn = Coupled(seed, "none"), sorted(pieces), []
        for nth, n in enumerate(times):
            row = chance.draws(f"1/0/explore/{nth}", left, min(n, len(left)))
            left = [piece for piece in left if piece not in row]
            drawn += row
        rows.append([piece for piece in drawn if piece != extra])

    assert all(one == other for one, other in zip(*rows, strict=False))


def test_seats_and_purposes_have_orders_of_their_own() -> None:
    labels = ("1/0/explore/0", "1/1/explore/0", "1/0/good/0")

    orders = {tuple(Coupled("seed", "none").draws(label, range(20), 20)) for label in labels}

    assert len(orders) == 3


def test_the_same_seed_gives_the_same_results() -> None:
    one, other = Coupled("seed", "none"), Coupled("seed", "none")

    assert one.draws("1/0/explore/0", range(9), 4) == other.draws("1/0/explore/0", range(9), 4)
    assert one.rolls("1/0/roll/0", 6, 5) == other.rolls("1/0/roll/0", 6, 5)
