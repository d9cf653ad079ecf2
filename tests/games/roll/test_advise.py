from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from advised import advise
from rftg_dsl.games.roll.numbers import PHASES
from rftg_dsl.games.roll.report import report
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Pick, Range, Some
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library, load_library, load_standard

FRONTIER = {
    "set.toml": 'id = "frontier"\nname = "Frontier"\ngame = "roll"\nversion = "1"\n',
    "words.rftg": """
colour exotic "Exotic Matter" trade 7
die exotic "Exotic Matter" supply 6 faces explore explore produce ship wild wild matches exotic
""",
    "tiles.rftg": """
tile X01 {
  development "Exotic Markets" cost 2 {
    when you trade from an exotic world: may spend $1: gain 1 vp
    assign: may reassign 1 exotic worker to ship
  }
  world "Exotic Refuge" exotic cost 2 { gain 1 exotic die here }
}
""",
}


def play(seats: int, seed: str, greedy: set[int], rules: Library | None = None) -> dict[str, Any]:
    """The last report of a game where these seats take advice and the others draw at random."""
    g = (rules or load_standard("roll")).rules(seats).start(Seeded(seed, "roll"))
    draw = Random(seed).random
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            pick = advise(g) if g.pending.seat in greedy else g.pending.form.draw(draw)
            assert g.answer(pick) is None, g.pending.name
    return report(g)


def decisions(seats: int, seed: str, most: int) -> list[tuple[Play, Pick]]:
    """The decisions of an advised game, each with the state and the pick."""
    g = load_standard("roll").rules(seats).start(Seeded(seed, "roll"))
    picks: list[tuple[Play, Pick]] = []
    while not g.over and len(picks) < most:
        if g.pending is None:
            g.run()
        else:
            picks.append((g.clone(), advise(g)))
            g.answer(picks[-1][1])
    return picks


def test_advice_beats_random_picks_in_95_of_100_games_of_two() -> None:
    games = [play(2, f"duel/{n}", {n % 2}) for n in range(100)]

    assert sum(figures["end"]["winners"] == [n % 2] for n, figures in enumerate(games)) >= 95


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_advice_beats_several_random_players(seats: int) -> None:
    games = [play(seats, f"crowd/{n}", {n % seats}) for n in range(15)]

    assert sum(figures["end"]["winners"] == [n % seats] for n, figures in enumerate(games)) >= 14


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_advised_games_end_in_a_sensible_number_of_rounds(seats: int) -> None:
    rounds = [play(seats, f"rounds/{n}", set(range(seats)))["table"]["round"] for n in range(15)]

    assert 9 <= sum(rounds) / len(rounds) <= 16
    assert max(rounds) <= 25


def test_the_same_table_gets_the_same_advice() -> None:
    for g, pick in decisions(3, "same", 300):
        before = g.whole()

        assert advise(g) == pick
        assert g.whole() == before


@pytest.mark.parametrize("seats", [2, 4])
def test_advice_does_not_depend_on_hidden_information(seats: int) -> None:
    shuffle = Random("hidden").shuffle
    for g, pick in decisions(seats, "hidden", 1_000):
        hide(g, shuffle)

        assert advise(g) == pick


def hide(g: Play, shuffle: Any) -> None:
    """Change everything hidden from the seat asked: the bag, other seats' stacks, and their dice before Reveal."""
    w = g.numbers
    assert g.pending is not None
    others = [seat for seat in w.seats if seat != g.pending.seat]
    bag = list(g.zone[w.bag])
    shuffle(bag)
    g.zone[w.bag] = tuple(bag)
    for name in ("developments", "worlds"):
        for seat in others:
            place = w.place[name][seat]
            n = min(len(g.zone[place]), len(g.zone[w.bag]))
            g.zone[w.bag], g.zone[place] = g.zone[w.bag][n:] + g.zone[place], g.zone[w.bag][:n]
    if not g.facts[w.active]:
        for seat in others:
            g.counters[w.selected[seat]] = 0
            for name in (*PHASES, "strip", "wild", "dictated"):
                for cell in w.cells[name][seat]:
                    g.stock[w.rows["cup"][seat] + cell % w.width] += g.stock[cell]
                    g.stock[cell] = 0


def test_an_unknown_decision_gets_the_simplest_answer() -> None:
    g = load_standard("roll").rules(2).start(Seeded("unknown", "roll"))
    g.run()
    for form in (One(("a", "b")), Some(("a", "b", "c"), 2, 3), Bag([(0, 2), (1, 3)], 3, 4), Range(2, 5)):
        g.pending = Decision(0, "never heard of", form, "start_with", (), False, "")

        assert form.accepts(advise(g))


def test_advice_copes_with_tiles_and_dice_of_an_expansion(tmp_path: Path) -> None:
    for name, text in FRONTIER.items():
        (tmp_path / name).write_text(text)
    frontier = load_library("roll", extra=[tmp_path], options={"tableau.0": "Exotic Markets"})
    g = frontier.rules(2).start(Seeded("frontier", "roll"), frontier.options)
    asked = set()

    while not g.over:
        if g.pending is None:
            g.run()
        else:
            asked.add(g.pending.name)
            assert g.answer(advise(g)) is None

    assert "exotic" in g.layout.kind
    assert {"reassign", "place", "recruit"} <= asked
    assert report(g)["seats"][0]["score"]["total"] > 15
