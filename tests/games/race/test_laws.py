"""Invariants of every game of Race."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.race.tables import whole
from lanes import law
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.record import Naming, line_of, parse_json
from rftg_dsl.play.one_game import play_game
from rules import rule

SETUPS = [(2, {}), (2, {"variant": "advanced"}), (3, {}), (4, {"start": "preset"})]

games = st.tuples(st.sampled_from(SETUPS), st.integers(0, 10**9))


def sound(g: Play) -> None:
    """Each card in one place, chips conserved, no world with two goods, at most one card being placed."""
    w = g.numbers
    everywhere = sorted(piece for zone in g.zone for piece in zone)
    assert everywhere == list(range(114))
    assert all(piece in g.zone[g.place_of[piece]] for piece in everywhere)
    total = sum(g.counters[counter] for counter in (*w.vp, w.pool))
    assert total in (0, 12 * len(w.seats))
    assert all(len(g.zone[place]) <= 1 for place in w.goods)
    lying = [piece for piece in everywhere if g.zone[w.goods[piece]]]
    assert all(g.place_of[piece] in w.tableau and w.price[g.side[piece]] for piece in lying)
    assert all(len(g.zone[place]) <= 1 for place in w.placing)


def at_round_end(g: Play) -> None:
    """Hands within the limit, and no cards left in temporary places."""
    w = g.numbers
    assert all(len(g.zone[place]) <= 10 for place in w.hand)
    assert not any(g.zone[place] for place in (*w.placing, *w.explored, w.starts))
    assert not any(g.tag) and g.woken == g.last_entered
    for place in w.tableau:
        developments = [g.side[piece] for piece in g.zone[place] if not w.is_world[g.side[piece]]]
        assert len(developments) == len(set(developments))


@rule("R025", "R039", "R088", "R093", "R100")
@given(games)
@law(25)
def test_a_random_game_keeps_the_laws(game: tuple[tuple[int, dict[str, str]], int]) -> None:
    (seats, options), seed = game
    g = whole(seats, str(seed), **options)
    random = Random(seed)
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(random.random)) is None
        sound(g)
        if g.paused.startswith("round"):
            at_round_end(g)


@given(games)
@law(10)
def test_the_events_fold_to_the_table(game: tuple[tuple[int, dict[str, str]], int]) -> None:
    (seats, options), seed = game
    g = whole(seats, str(seed), **options)
    start = g.plain()
    random = Random(seed)
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            g.answer(g.pending.form.draw(random.random))

    folded = Folded(parse_json(line_of(start)))
    folded.fold(Naming(g.layout).list_events(g.events))
    assert folded.table == parse_json(line_of(g.plain()))


@given(games)
@law(10)
def test_listed_answers_are_accepted_others_refused_and_clones_independent(
    game: tuple[tuple[int, dict[str, str]], int],
) -> None:
    (seats, options), seed = game
    g = whole(seats, str(seed), **options)
    random = Random(seed)
    while not g.over:
        if g.pending is None:
            g.run()
            continue
        form = g.pending.form
        before = g.plain()
        for wrong in ("no answer", (-1,), -1, None):
            assert g.answer(wrong) is not None
        if form.count() < 60:
            assert all(form.accepts(pick) for pick in form.listed())
            assert len(form.listed()) == form.count()
        twin = g.clone()
        assert twin.answer(form.draw(random.random)) is None
        assert g.plain() == before
        g.answer(form.draw(random.random))


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize(("seats", "options"), SETUPS, ids=str)
def test_a_log_is_valid_and_says_who_won(tmp_path: Path, seats: int, options: dict[str, str], edition: str) -> None:
    path = tmp_path / "game.rlog"
    bots = ["greedy", "random", "random", "greedy"][:seats]
    play_game(load_library("race", edition, (), options), seats, "logged", bots, path)

    verdict = audit_file(path)

    assert (verdict.verdict, verdict.reason) == ("valid", "")


@pytest.mark.parametrize("field", ["fx", "pick"])
def test_a_changed_line_of_a_log_is_invalid(tmp_path: Path, field: str) -> None:
    path = tmp_path / "game.rlog"
    play_game(load_library("race"), 2, "changed", ["random", "random"], path)
    lines = path.read_text("utf-8").splitlines()
    nth = next(nth for nth, line in enumerate(lines) if f'"{field}":[' in line and nth > 20)
    record = json.loads(lines[nth])
    record[field] = record[field][:-1]
    lines[nth] = json.dumps(record, sort_keys=True, separators=(",", ":"))
    path.write_text("\n".join(lines) + "\n", "utf-8")

    assert audit_file(path).verdict == "invalid"


@given(st.integers(0, 10**9))
@law(6)
def test_the_interpreter_plays_the_same_game(seed: int) -> None:
    library = load_library("race")
    generated, interpreted = library.rules(3), library.rules(3, "interpreted")

    assert played(generated, seed) == played(interpreted, seed)


def played(rules: Rules, seed: int) -> list[object]:
    """All events of a random game."""
    g = rules.start(Seeded(str(seed), "race"))
    random = Random(seed)
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            g.answer(g.pending.form.draw(random.random))
    return [*g.events, g.plain()]
