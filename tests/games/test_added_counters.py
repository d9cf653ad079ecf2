"""A counter that a set declares is seen wherever the game's own counters are: reports, tables, stories."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.joined import found
from rftg_dsl.compile.score import figures_of
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.installed import find_game
from rftg_dsl.library.load import load_library
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game

SETS = {
    "roll": 'home Z { world "Z" gray cost 1 { at end of explore: gain 2 prestige } }',
    "race": 'start-world Z number 60 { world "Z" blue cost 1 vp 1 { at end of develop: gain 2 prestige } }',
    "galaxies": 'planet-card Z { planet "Z" energy economy length 2 vp 1 { action: gain 2 prestige } }',
}


@pytest.mark.parametrize("game", SETS)
def test_an_added_counter_is_in_every_seats_report(game: str, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(f'id = "own"\nname = "Own"\ngame = "{game}"\nversion = "1"\n')
    (tmp_path / "own.rftg").write_text(f"counter prestige plural prestige of seat from 0 to 99\n{SETS[game]}\n")
    own = load_library(game, extra=[tmp_path])

    figures = play_game(own, 2, "prestige", seat_bots(["random"], 2)).figures
    start = own.rules(2).start(Seeded("x", game))

    assert all(type(seat["prestige"]) is int for seat in figures["seats"])
    assert [seat["prestige"] for seat in figures_of(start)["seats"]] == [0, 0]
    start.adjust(start.layout.counter["prestige"][1], 2, "gained")
    assert [seat["prestige"] for seat in figures_of(start)["seats"]] == [0, 2]


def test_an_added_counter_starts_again_with_each_phase_or_round_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "own"\nname = "Own"\ngame = "roll"\nversion = "1"\n')
    counters = [
        f"counter {period}ly plural {period}lies of seat from 0 to 9 per {period}" for period in ("phase", "round")
    ]
    (tmp_path / "own.rftg").write_text("\n".join(counters) + f"\n{SETS['roll'].replace('prestige', 'phasely')}\n")
    rules = load_library("roll", extra=[tmp_path]).rules(2)

    blocks = rules.program.blocks
    reset = {
        counter: {name for name, block in blocks.items() if rules.layout.counter[counter][0] in dict(block.resets)}
        for counter in ("phasely", "roundly")
    }
    assert reset["phasely"] == {name for name, block in blocks.items() if block.phase}
    assert reset["roundly"] == {"round"}


@pytest.mark.parametrize("game", SETS)
def test_an_added_counter_is_told(game: str) -> None:
    tell = find_game(game).tell

    assert tell(["adjust", "gained", "Z/1", "prestige.1", 2], {"Z": "Zed"}) == "Seat 2: +2 prestige (Zed)"
    assert tell(["adjust", "spent", "Z/1", "prestige.0", -1], {"Z": "Zed"}) == "Seat 1: -1 prestige (Zed)"
    assert tell(["adjust", "counted", "Z/1", "spent.0", 2], {"Z": "Zed"}) == ""


@pytest.mark.parametrize(
    ("power", "codes"),
    [
        ("score 5 per glory", ["never-fires"]),
        ("score 5 per blessed world", ["never-fires"]),
        ("if you have 2 glories: score 5", ["never-fires"]),
        ("at end of settle: gain 1 glory\nscore 5 per glory", []),
    ],
)
def test_what_nothing_ever_gives_never_counts(power: str, codes: list[str]) -> None:
    words = "mark blessed\ncounter glory plural glories of seat\n"

    assert [
        diagnostic.code
        for diagnostic in found(f'{words}card M1 {{ development "M" cost 1 vp 1 {{ {power} }} }}', "race")
    ] == codes


def test_a_counter_that_starts_above_zero_counts_without_being_given() -> None:
    words = "counter glory plural glories of seat start 2 from 0 to 9\n"

    assert found(f'{words}card M1 {{ development "M" cost 1 vp 1 {{ score 5 per glory }} }}', "race") == []
