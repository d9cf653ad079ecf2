"""Invariants of every game of Galaxies at every moment, over random games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.record import Naming

SEEDS = st.integers(0, 10_000)
SEATS = st.integers(2, 5)
WORDINGS = st.sampled_from(("first", "second"))
LIBRARIES = {wording: load_library("galaxies", options={"wording": wording}) for wording in ("first", "second")}
STEPS = 20_000
"""More than any random game has needed."""

several = law(25, derandomize=True)
few = law(8, derandomize=True)


def start(seed: int, seats: int, wording: str = "first") -> Play:
    return LIBRARIES[wording].rules(seats).start(Seeded(str(seed), "galaxies"))


def decisions(g: Play, seed: int) -> Iterator[Pick]:
    """Play at random to the end; yield each decision and its pick before answering."""
    random = Random(seed).random
    for _ in range(STEPS):
        if g.over:
            return
        if g.pending is None:
            g.run()
            continue
        pick = g.pending.form.draw(random)
        yield pick
        assert g.answer(pick) is None
    raise AssertionError("the game does not end")


@several
@given(SEEDS, SEATS, WORDINGS)
def test_cards_ships_and_dice_are_conserved_and_in_allowed_places(seed: int, seats: int, wording: str) -> None:
    g = start(seed, seats, wording)
    w, sides = g.numbers, g.side
    for _ in decisions(g, seed):
        there = [piece for zone in g.zone for piece in zone]
        assert sorted(there) == list(range(len(g.layout.pieces)))
        assert all(piece in g.zone[g.place_of[piece]] for piece in there)
        assert sum(g.stock) == 7
        for seat in range(seats):
            assert len(w.ships[seat]) == 4
            places = [g.place_of[ship] for ship in w.ships[seat] if w.host[g.place_of[ship]] >= 0]
            assert len(set(places)) == len(places), "two own ships on a surface or track"
            assert all(g.place_of[w.host[place]] == w.row for place in places), "a ship at a planet outside the row"
            for ship in w.ships[seat]:
                planet = w.host[g.place_of[ship]]
                length = w.length[sides[planet]] if planet >= 0 and w.in_orbit[g.place_of[ship]] else 1
                assert 0 <= g.tag[ship] < length
            in_play = 4 - len(g.zone[w.dock[seat]])
            assert in_play == w.level_ships[g.counters[w.empire[seat]]]


@several
@given(SEEDS, SEATS)
def test_counters_stay_within_bounds_and_one_seat_has_the_turn(seed: int, seats: int) -> None:
    g = start(seed, seats)
    w = g.numbers
    for _ in decisions(g, seed):
        for value, spec in zip(g.counters, g.layout.counter_specs, strict=True):
            assert spec.low <= value <= spec.high
        if g.counters[w.turns_taken]:
            assert sum(g.counters[turn] for turn in w.turn) == 1
    assert g.facts[w.ended]
    assert g.counters[w.turns_taken] % seats == 0, "all seats have had equally many turns"


@few
@given(SEEDS, SEATS)
def test_listed_answers_are_accepted_and_anything_else_is_refused(seed: int, seats: int) -> None:
    g = start(seed, seats)
    for nth, _ in enumerate(decisions(g, seed)):
        form = g.pending.form  # type: ignore[union-attr]
        count = form.count()
        if nth % 7 == 0 and count <= 200:
            listed = form.listed()
            assert len(listed) == count == len(set(listed))
            for pick in listed:
                assert form.accepts(pick)
                assert g.refuses(pick) is None
        before = g.plain() if nth % 50 == 0 else None
        for wrong in ("no such thing", -1, 10_000, (), ((-1, 1),), ("x", "y"), None):
            if not form.accepts(wrong):
                assert g.refuses(wrong) is not None
        if before is not None:
            assert g.answer("no such thing") is not None
            assert g.plain() == before


@few
@given(SEEDS, SEATS)
def test_play_continues_from_every_listed_answer(seed: int, seats: int) -> None:
    g = start(seed, seats)
    for nth, _ in enumerate(decisions(g, seed)):
        if nth % 40 == 0 and g.pending is not None and g.pending.form.count() <= 60:
            for pick in g.pending.form.listed():
                twin = g.clone()
                assert twin.answer(pick) is None


@few
@given(SEEDS, SEATS)
def test_a_clone_continues_like_the_original_without_affecting_it(seed: int, seats: int) -> None:
    g = start(seed, seats)
    for nth, pick in enumerate(decisions(g, seed)):
        if nth % 60 == 0:
            twin = g.clone()
            before = g.whole()
            assert twin.whole() == before
            assert twin.answer(pick) is None
            for _ in decisions(twin, seed + 1):
                if twin.counters[twin.rules.numbers.turns_taken] > g.counters[g.numbers.turns_taken] + 2:
                    break
            assert g.whole() == before


@few
@given(SEEDS, SEATS, st.integers(1, 400))
def test_any_prefix_leads_to_the_same_state_even_inside_a_follow(seed: int, seats: int, length: int) -> None:
    g = start(seed, seats)
    picks: list[Pick] = []
    for pick in decisions(g, seed):
        if len(picks) >= length and g.pending is not None and g.pending.name == "follow":
            break
        picks.append(pick)

    again = start(seed, seats)
    for pick in picks:
        while again.pending is None:
            again.run()
        assert again.answer(pick) is None
    while again.pending is None:
        again.run()
    assert again.pending.name == "follow"
    assert again.whole() == g.whole()
    assert again.events == g.events


@several
@given(SEEDS, SEATS)
def test_folding_the_events_gives_the_table(seed: int, seats: int) -> None:
    g = start(seed, seats)
    folded = Folded(g.plain())
    for _ in decisions(g, seed):
        pass
    folded.fold(Naming(g.layout).list_events(g.events))

    assert json.loads(json.dumps(folded.table)) == json.loads(json.dumps(g.plain()))


@few
@given(SEEDS, SEATS)
def test_repeated_choices_consume_something(seed: int, seats: int) -> None:
    """Between two choices in a turn, a die leaves the table, or a reroll or the Converter is used."""
    g = start(seed, seats)
    w = g.numbers
    last: tuple[int, ...] = ()
    for _ in decisions(g, seed):
        if g.pending is not None and g.pending.name == "turn":
            inactive = sum(g.stock[place] for place in w.inactive.values())
            now = (g.counters[w.turns_taken], -inactive, g.counters[w.rerolls], g.counters[w.conversions])
            assert now > last
            last = now
