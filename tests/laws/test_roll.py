"""Invariants of every game of Roll, over random games of all sizes, editions and starts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Bag, Form, One, Pick, Range, Some
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Table
from rftg_dsl.library.load import load_library, load_standard
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.record import Naming, digest
from rules import rule

FEW = law(20)
TILES = [one for one in load_standard("roll").model.components if one.kind == "tile"]
SMALL = 300
"""Forms with at most this many answers are listed."""


@frozen
class Setup:
    """Everything that determines a random game."""

    seats: int
    edition: str
    seed: int
    tableau: tuple[str, ...]
    """Tiles for the seats to start with, in turn, so that powers of all sorts interact."""

    def start(self, backend: Backend = "generated") -> Play:
        """The game laid out, before its first step."""
        starts: dict[str, list[str]] = {}
        for nth, name in enumerate(self.tableau):
            starts.setdefault(f"tableau.{nth % self.seats}", []).append(name)
        rules = load_standard("roll", self.edition).rules(self.seats, backend)
        return rules.start(Seeded(str(self.seed), "roll"), {key: ";".join(names) for key, names in starts.items()})


setups = st.builds(
    Setup,
    st.integers(2, 5),
    st.sampled_from(["2014", "2020"]),
    st.integers(0, 10**9),
    st.lists(st.sampled_from(TILES), max_size=15, unique_by=lambda tile: tile.id).flatmap(
        lambda tiles: st.tuples(*[st.sampled_from([side.name for side in tile.sides]) for tile in tiles])
    ),
)


def stops(play: Play) -> Iterator[None]:
    """Run to each decision and each pause, to the end."""
    while not play.over:
        if play.pending is None:
            play.run()
        yield


def play_on(play: Play, random: Random) -> Iterator[None]:
    """Stop at every decision and pause; answer by drawing from the forms."""
    for _ in stops(play):
        yield
        if play.pending is not None:
            refusal = play.answer(play.pending.form.draw(random.random))
            assert refusal is None, refusal


def finish(play: Play, random: Random) -> Play:
    """Play to the end."""
    for _ in play_on(play, random):
        pass
    return play


@rule("R003", "R005", "R021", "R096", "R152")
@given(setups)
@FEW
def test_dice_tiles_and_chips_are_conserved_and_credits_stay_in_their_bounds(setup: Setup) -> None:
    play = setup.start()
    w = play.rules.numbers
    kinds = len(play.layout.kinds)
    supply = [play.stock[w.supply + kind] for kind in range(kinds)]
    pieces = list(range(len(play.layout.pieces)))
    chips = 12 * setup.seats
    for _ in play_on(play, Random(setup.seed)):
        assert min(play.stock) >= 0
        assert [sum(play.stock[kind::kinds]) for kind in range(kinds)] == supply and sum(supply) == 111
        assert sorted(piece for zone in play.zone for piece in zone) == pieces
        assert all(piece in play.zone[play.place_of[piece]] for piece in pieces)
        assert all(play.side[piece] in play.layout.pieces[piece].sides for piece in pieces)
        assert all(0 <= play.counters[counter] <= 10 for counter in w.credits)
        if play.counters[w.round]:
            assert play.counters[w.pool] + sum(play.counters[counter] for counter in w.vp) == chips
        assert all(sum(play.stock[cell] for cell in cells) <= 2 for cells in w.cells["goods"])


@rule("R041", "R082", "R083", "R170", "R180", "R182")
@given(setups)
@FEW
def test_no_workers_are_left_between_rounds(setup: Setup) -> None:
    play = setup.start()
    w = play.rules.numbers
    between = ("explore", "develop", "settle", "produce", "ship", "strip", "dictated", "wild", "finishing")
    for _ in play_on(play, Random(setup.seed)):
        if not play.paused.startswith("round"):
            continue
        for seat in w.seats:
            assert not any(play.stock[cell] for place in between for cell in w.cells[place][seat])
            assert not play.zone[w.place["hand"][seat]]
            assert play.facts[w.virtual[seat]] == ()
            credits = play.counters[w.credits[seat]]
            assert credits >= 1
            left = sum(play.stock[cell] for cell in w.cells["citizenry"][seat])
            assert left == 0 or credits == 1, "recruiting stops only when dice or credits run out"
        assert not play.zone[w.abandoned]
    assert play.facts[w.ended]


def wrong_picks(form: Form, play: Play) -> Iterator[Pick]:
    """Picks that this form does not offer, mostly close to ones that it does."""
    yield from ("no such answer", None, 3.5, (), ("x",), -1, ((-1, 1),), {"a": 1}, [], (["x"],), ((["x"], 1),))
    match form:
        case One():
            yield from range(len(play.layout.cell_names))
            yield from (tuple(form.options), *[(option,) for option in form.options])
        case Some():
            yield from ((*form.options, form.options[0]), (form.options[0],) * 2, tuple(form.options[: form.low - 1]))
            yield tuple(range(len(play.layout.pieces)))
        case Bag():
            yield tuple((cell, n + 1) for cell, n in form.cells)
            yield from (((cell, n + 1),) for cell, n in form.cells)
            yield from (((cell, 0),) for cell, _ in form.cells)
            yield tuple((cell, n) for cell, n in form.cells for _ in range(2))
        case Range():
            yield from (form.low - 1, form.high + 1, str(form.low))


@given(setups)
@FEW
def test_listed_answers_are_accepted_and_anything_else_is_refused_without_changes(setup: Setup) -> None:
    play = setup.start()
    random = Random(setup.seed)
    for _ in play_on(play, Random(setup.seed + 1)):
        if play.pending is None or random.random() > 0.25:
            continue
        form = play.pending.form
        listed = form.listed() if form.count() <= SMALL else [form.draw(random.random) for _ in range(20)]
        assert len(listed) == min(form.count(), len(listed)) and all(form.accepts(pick) for pick in listed)
        if form.count() <= SMALL:
            assert len(listed) == form.count() == len(set(listed))
        before = digest(play.whole())
        for pick in wrong_picks(form, play):
            if pick_is_listed(form, pick, listed):
                continue
            refusal = play.answer(pick)
            assert refusal is not None, (form.shape(), pick)
            assert refusal.decision == play.pending.name
        assert digest(play.whole()) == before


def pick_is_listed(form: Form, pick: Pick, listed: list[Pick]) -> bool:
    """Whether a pick is one of the answers, ignoring the order of sets and bags; computed if too many to list."""
    if isinstance(form, Some | Bag) and isinstance(pick, tuple):
        if form.count() > SMALL:
            return form.accepts(pick)
        return sorted(map(repr, pick)) in [sorted(map(repr, answer)) for answer in listed]
    return pick in listed


@given(setups)
@FEW
def test_play_continues_from_every_drawn_answer_on_a_copy(setup: Setup) -> None:
    play = setup.start()
    random = Random(setup.seed)
    for _ in play_on(play, Random(setup.seed + 1)):
        if play.pending is None or play.pending.form.count() > 12 or random.random() > 0.1:
            continue
        before = digest(play.whole())
        for pick in play.pending.form.listed():
            assert play.clone().answer(pick) is None
        assert digest(play.whole()) == before


@given(setups)
@FEW
def test_a_copy_given_the_same_answers_ends_the_same(setup: Setup) -> None:
    play = setup.start()
    random = Random(setup.seed)
    copies: list[tuple[Play, int]] = []
    picks: list[Pick] = []
    for _ in stops(play):
        if play.pending is None:
            continue
        if random.random() < 0.02 and len(copies) < 4:
            copies.append((play.clone(), len(picks)))
        picks.append(play.pending.form.draw(random.random))
        play.answer(picks[-1])

    for copy, nth in copies:
        given_on(copy, picks[nth:])
        assert digest(copy.whole()) == digest(play.whole())


def given_on(play: Play, picks: list[Pick]) -> Play:
    """Give these answers, then run to the next decision or the end."""
    rest = iter(picks)
    for _ in stops(play):
        if play.pending is not None:
            if (pick := next(rest, None)) is None:
                return play
            assert play.answer(pick) is None
    assert next(rest, None) is None
    return play


@given(setups, st.floats(0, 1))
@FEW
def test_a_game_resumed_from_its_first_answers_ends_the_same(setup: Setup, part: float) -> None:
    """Answers are converted to names and back, as in a log."""
    play, naming = setup.start(), Naming(setup.start().layout)
    random = Random(setup.seed)
    names: list[Any] = []
    for _ in stops(play):
        if play.pending is not None:
            form = play.pending.form
            pick = form.draw(random.random)
            names.append(json.loads(json.dumps(naming.name_pick(form, pick))))
            play.answer(pick)

    resumed = setup.start()
    cut = int(part * len(names))
    for name in names[:cut]:
        run_to_decision(resumed)
        assert resumed.answer(naming.read_pick(resumed.pending.form, name)) is None  # type: ignore[union-attr]
    middle = resumed.clone()
    for name in names[cut:]:
        run_to_decision(middle)
        assert middle.answer(naming.read_pick(middle.pending.form, name)) is None  # type: ignore[union-attr]
    given_on(middle, [])

    assert digest(middle.whole()) == digest(play.whole())


def run_to_decision(play: Play) -> None:
    """Run to the next decision, past any pauses."""
    while play.pending is None and not play.over:
        play.run()


@given(setups)
@FEW
def test_the_whole_state_is_plain_data_at_every_stop(setup: Setup) -> None:
    play = setup.start()
    for nth, _ in enumerate(play_on(play, Random(setup.seed))):
        assert all(name in play.rules.steps for name, _ in play.agenda)
        assert play.later == []
        if nth % 7 == 0:
            whole = play.whole()
            assert json.loads(json.dumps(whole)) == as_json(whole)


def as_json(data: Any) -> Any:
    """The data as JSON returns it: tuples become lists, and only JSON types are allowed."""
    if isinstance(data, dict):
        assert all(type(key) is str for key in data)
        return {key: as_json(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [as_json(element) for element in data]
    assert data is None or type(data) in (int, str, bool), type(data)
    return data


@given(setups)
@FEW
def test_folding_the_events_over_the_first_table_gives_every_later_one(setup: Setup) -> None:
    play = setup.start()
    naming = Naming(play.layout)
    folded = Folded(as_json(whole_table(play)))
    for _ in play_on(play, Random(setup.seed)):
        folded.fold(as_json(naming.list_events(play.take_events())))
        assert folded.table == as_json(whole_table(play))


def whole_table(play: Play) -> dict[str, Any]:
    """The table as plain data."""
    return Table.plain(play)


@given(setups)
@FEW
def test_every_event_has_a_cause_that_is_a_step_or_a_printed_power(setup: Setup) -> None:
    play = finish(setup.start(), Random(setup.seed))
    known = {*play.rules.steps, *play.rules.by_id}

    assert {event[2] for event in play.events} <= known


@given(setups)
@FEW
def test_the_interpreter_plays_the_same_games(setup: Setup) -> None:
    generated = finish(setup.start(), Random(setup.seed))
    interpreted = finish(setup.start("interpreted"), Random(setup.seed))

    assert generated.events == interpreted.events
    assert digest(generated.whole()) == digest(interpreted.whole())


def test_the_two_editions_differ_in_exactly_two_numbers() -> None:
    old, new = (load_library("roll", edition).model.words.numbers for edition in ("2014", "2020"))

    assert {name for name in new if old[name] != new[name]} == {"least_workers", "forced_recall"}
