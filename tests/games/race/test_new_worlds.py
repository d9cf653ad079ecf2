"""New Worlds: six start worlds, and a choice between two of them (bga-format.md)."""

from __future__ import annotations

from typing import Any

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.games.race.setup import start_number
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library
from rftg_dsl.play.one_game import start_game

NEW = load_library("race", None, ["new-worlds"])


def begun(seats: int, seed: str) -> tuple[Play, dict[int, tuple[int, ...]]]:
    """A game up to its first round, with the start worlds that each seat was offered; all keep the last cards."""
    g: Play = NEW.rules(seats).start(Seeded(seed, "race"))
    offers = {}
    g.run()
    while g.pending is not None and g.pending.name in ("start-world", "start"):
        options = g.pending.form.options
        if g.pending.name == "start-world":
            offers[g.pending.seat] = options
            g.answer(options[0])
        else:
            g.answer(options[: g.pending.form.low])
        g.run()
    return g, offers


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_chooses_between_an_even_and_an_odd_start_world(seats: int) -> None:
    for seed in "abcdef":
        g, offers = begun(seats, seed)
        numbers = {seat: [start_number(g, world) for world in worlds] for seat, worlds in offers.items()}

        assert sorted(offers) == list(range(seats))
        assert all([number % 2 for number in pair] == [0, 1] for pair in numbers.values())
        kept = [g.zone[place][0] for place in g.numbers.tableau]
        assert kept == [offers[seat][0] for seat in range(seats)]
        order = g.facts[g.numbers.order]
        assert start_number(g, kept[order[0]]) == min(start_number(g, world) for world in kept)


def test_what_nobody_keeps_is_discarded_and_what_nobody_was_offered_is_in_the_supply() -> None:
    g, offers = begun(3, "x")
    w = g.numbers
    starts = set(w.start_worlds)
    offered = {world for worlds in offers.values() for world in worlds}

    assert {world for world in g.zone[w.discards] if world in starts} == {worlds[1] for worlds in offers.values()}
    left = (*g.zone[w.supply], *(card for hand in w.hand for card in g.zone[hand]), *g.zone[w.discards])
    assert starts - offered <= set(left)
    assert [len(g.zone[hand]) for hand in w.hand] == [4, 4, 4]


def test_the_choice_is_secret() -> None:
    g: Play = NEW.rules(2).start(Seeded("s", "race"))
    g.run()

    assert g.pending is not None
    assert (g.pending.name, g.pending.secret) == ("start-world", True)


def test_preset_hands_leave_no_choice() -> None:
    library = load_library("race", None, ["new-worlds"], {"start": "preset"})
    g: Play = library.rules(2).start(Seeded("p", "race"), {"start": "preset"})
    g.run()

    assert g.paused == "setup"
    assert all(start_number(g, g.zone[place][0]) > 0 for place in g.numbers.tableau)


def test_too_few_start_worlds_are_refused(tmp_path: Any) -> None:
    (tmp_path / "set.toml").write_text('id = "z"\nname = "Z"\ngame = "race"\nversion = "1"\n')
    (tmp_path / "z.rftg").write_text("number start_worlds 2\n")

    with pytest.raises(UsageError, match="too few start worlds for 4 players with 2 each"):
        start_game(load_library("race", None, [tmp_path]), 4, "z")


def test_the_set_is_named_by_its_id() -> None:
    with pytest.raises(UsageError, match="new-world"):
        load_library("race", None, ["new-world"])


@pytest.mark.parametrize(
    ("name", "number", "figure", "vp"),
    [
        ("Star Nomad Raiders", -1, ("defense", 2), 1),
        ("Industrial Robots", -2, ("cost", 2), 1),
        ("Galactic Trade Emissaries", -3, ("cost", 2), 1),
        ("Terraforming Colonists", -4, ("cost", 2), 1),
        ("Abandoned Mine Squatters", -5, ("defense", 2), 0),
        ("Gateway Station", -6, ("cost", 2), 1),
    ],
)
def test_a_start_world_is_as_printed(name: str, number: int, figure: tuple[str, int], vp: int) -> None:
    component = next(candidate for candidate in NEW.model.components if candidate.sides[0].name == name)
    side = component.sides[0]

    assert component.properties["number"] == number
    assert (side.properties[figure[0]], side.properties["vp"]) == (figure[1], vp)
