"""Whole games in native code and in Python: the same logs, byte for byte, or Python plays."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from check.test_fuzz_play import accepted, sets
from lanes import law, slow
from rftg_dsl import library as libraries
from rftg_dsl.backends import Unsuited
from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library, standard
from rftg_dsl.log.randomness import dice_of
from rftg_dsl.native.backend import Native
from rftg_dsl.native.building import compiler
from rftg_dsl.native.engine import Engine
from rftg_dsl.play.game import play_game

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")

GAMES = ("galaxies", "race", "roll")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


class Tally:
    """What came of games that were played twice."""

    def __init__(self) -> None:
        self.same = 0
        self.refused = 0
        """Games that Python does not play either."""
        self.left: Counter[str] = Counter()
        """How many games were left to Python, by the reason."""

    def play(self, engine: Engine, seed: str, log: Path) -> None:
        """Play one game twice; its logs and what came of it are the same."""
        names = ["random"] * engine.players
        native = engine.random_game(dice_of(seed), names)
        why = engine.code.rftg_complaint()
        log.unlink(missing_ok=True)
        try:
            python = play_game(engine.library, engine.players, seed, names, log, sync=False)
        except Unusable:
            assert native is None, f"{seed}: Python plays no such game"
            self.refused += 1
            return
        if native is None:
            self.left[why.decode()] += 1
            return
        assert native.log == log.read_bytes(), seed
        assert (native.decisions, native.events, native.rounds) == (python.decisions, python.events, python.rounds)
        assert native.figures == json.loads(json.dumps(python.figures))
        self.same += 1


@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same(game: str, tmp_path: Path) -> None:
    engine, tally = Native().engine(standard(game), 2), Tally()

    for nth in range(25):
        tally.play(engine, f"identity/{nth}", tmp_path / "game.rlog")

    assert (engine.warnings, tally.left, tally.same) == ([], Counter(), 25)


# -- everything that is shipped ----------------------------------------------------------------------------------------

Setting = tuple[str, str | None, Sequence[str], Mapping[str, str], int]


def settings() -> Iterator[Setting]:
    """Every game, edition, option and number of seats, with every expansion; and the sets of the documents."""
    for seats in (2, 3, 4, 5):
        for wording in ("first", "second"):
            yield "galaxies", None, (), {"wording": wording}, seats
        for edition in ("2014", "2020"):
            for gains in ("yes", "no"):
                yield "roll", edition, (), {"gains": gains}, seats
        for example in ("chip-race", "harvest-festival"):
            yield "roll", None, (str(EXAMPLES / example),), {}, seats
        for edition in ("first", "second"):
            for extra in ((), ("new-worlds",), ("gathering-storm",), ("new-worlds", "gathering-storm")):
                for start in ("dealt", "preset"):
                    yield "race", edition, extra, {"start": start}, seats
                    if seats == 2:
                        for more in ({}, {"duplicates": "single"}):
                            yield "race", edition, extra, {"start": start, "variant": "advanced", **more}, seats
                if "gathering-storm" in extra:
                    yield "race", edition, extra, {"goals": "none"}, seats


def name_of(setting: Setting) -> str:
    """A setting as the name of a test."""
    game, edition, extra, options, seats = setting
    return "-".join([game, edition or "usual", *[Path(one).name for one in extra], *options.values(), str(seats)])


SETTINGS = list(settings())
EACH = 110
"""Games of each setting: more than 10,000 in all."""


@slow
@pytest.mark.parametrize("setting", SETTINGS, ids=map(name_of, SETTINGS))
def test_games_of_every_setting_are_the_same(setting: Setting, tmp_path: Path) -> None:
    game, edition, extra, options, seats = setting
    try:
        library = libraries.library(game, edition, extra, options)
        library.rules(seats)
        engine = Native().engine(library, seats)
    except Unusable as why:
        pytest.skip(f"there is no such game: {why}")
    except Unsuited as why:
        if "no preset hands" not in str(why):
            raise
        pytest.skip(f"there is no such game: {why}")
    tally = Tally()

    for nth in range(EACH):
        tally.play(engine, f"{name_of(setting)}/{nth}", tmp_path / "game.rlog")

    assert tally.same + tally.refused == EACH, tally.left
    assert engine.warnings == []


def test_there_are_enough_settings() -> None:
    assert len(SETTINGS) * EACH > 10_000


# -- what strangers write ----------------------------------------------------------------------------------------------


def engine_of(library: Library, seats: int) -> Engine | None:
    """The engine, if the library can be played by so many and translated."""
    try:
        library.rules(seats)
        return Native().engine(library, seats)
    except (Unusable, Unsuited):
        return None


@slow
@law(3, suppress_health_check=list(HealthCheck))
@given(sets(), st.integers(2, 4), st.integers(0, 1_000_000))
def test_games_with_random_sets_are_the_same_or_left(
    tmp_path_factory: pytest.TempPathFactory, made: tuple[str, list[str]], seats: int, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("set")
    library = accepted(folder, *made)
    engine = None if library is None else engine_of(library, seats)
    if engine is None:
        return
    tally = Tally()

    for nth in range(20):
        tally.play(engine, f"{seed}/{nth}", folder / "game.rlog")

    assert engine.warnings == []


def test_any_seed_is_the_same(tmp_path: Path) -> None:
    engine, tally = Native().engine(standard("galaxies"), 2), Tally()

    for seed in ("", "0", "-1", "é" * 20, 'a "quoted" \\ one', "\t", "x" * 140, str(Random(0).random())):
        tally.play(engine, seed, tmp_path / "game.rlog")

    assert (tally.same, tally.left) == (8, Counter())
