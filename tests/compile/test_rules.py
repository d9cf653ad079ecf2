"""A single back end compiles all the rules, tallies included."""

import subprocess
import sys

import pytest

from check.joined import join, tile
from rftg_dsl.compile.compiler import Backend, compile_rules
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library import installed

PLAYED = """
import sys
from rftg_dsl.library.load import load_standard
from rftg_dsl.library.installed import game_names
for name in game_names():
    found = load_standard(name)
    found.rules(found.model.words.players[0])
assert "rftg_dsl.compile.generate" in sys.modules
print("rftg_dsl.compile.interpret" in sys.modules)
"""


def test_generated_rules_do_without_the_interpreter() -> None:
    done = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def rules_with(power: str, backend: Backend, words_only: bool = True) -> Rules:
    """Roll for two with this power on a tile; ``words_only``: without the shipped tiles."""
    loaded = join(tile(power), words_only=words_only)
    assert loaded.diagnostics == ()
    return compile_rules(loaded.model, installed.find_game("roll"), 2, backend)


@pytest.mark.parametrize("backend", ["generated", "interpreted"])
def test_a_condition_of_a_lasting_power_is_tallied(backend: Backend) -> None:
    rules = rules_with("when you trade: until end of round, when you consume, if you traded: gain $1", backend)

    assert "X1.a/1~" in rules.by_id
    assert [*rules.tallies] == ["traded"]


@pytest.mark.parametrize("backend", ["generated", "interpreted"])
def test_a_tally_counts_acts_that_fit_its_pattern_for_the_acting_seat(backend: Backend) -> None:
    rules = rules_with("at end of explore, if you scouted with an alien die: gain $1", backend)
    g = rules.start(Seeded("tally", "roll"))

    for kind in ("alien", "home", "alien"):
        g.fire("scout", 1, rules.layout.kind[kind])

    assert [g.counters[number] for number in rules.tally_counters["phase"]] == [0, 2]


@pytest.mark.parametrize("backend", ["generated", "interpreted"])
def test_a_condition_about_this_piece_is_tallied_for_it_alone(backend: Backend) -> None:
    rules = rules_with("at end of produce, if you produced on this tile: gain $1", backend, words_only=False)
    g = rules.start(Seeded("tally", "roll"))
    [counter] = [name for name in rules.layout.counter if name.endswith(" X1")]

    for tile_name in ("X1", "T01"):
        g.fire("produce", 0, rules.layout.piece[tile_name], rules.layout.kind["home"])

    assert [g.counters[number] for number in rules.layout.counter[counter]] == [1, 0]
