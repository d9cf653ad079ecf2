"""Whole games in native code and in Python: the same logs, byte for byte, or Python plays.

`make slow` plays more than 10,000; the end of its report says how many of them native code has played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from check.test_fuzz_play import accepted, sets
from foreign import EXAMPLES, examples_installed
from lanes import SLOW, law, slow
from native.followed import audited
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library import load
from rftg_dsl.library.backends import GREEDY, RANDOM, GameSpec, Outcome, UnsuitableBackend
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.audit.audit import check_full
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.proof.randomness import dice_of
from rftg_dsl.native.backend import Native
from rftg_dsl.native.building import find_compiler
from rftg_dsl.native.engine import Engine
from rftg_dsl.play.one_game import Result, play_game

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

GAMES = ("galaxies", "race", "roll")
EXPANSIONS = Path(__file__).parents[1] / "games" / "roll" / "expansions"
Note = Any
"""What keeps something for the report of a test run."""


class Tally:
    """What came of games that were played twice."""

    def __init__(self) -> None:
        self.same = 0
        self.refused = 0
        """Games that Python does not play either."""
        self.left: Counter[str] = Counter()
        """How many games were left to Python, by the reason."""
        self.results: dict[GameSpec, Result | None] = {}
        """The outcome of each game in Python; None for a game that it does not play to its end."""

    def play(self, engine: Engine, seed: str, log: Path, bots: Sequence[str] = (RANDOM,)) -> None:
        """Play one game twice; its logs and what came of it are the same, and native code audits them.

        Seats take the bots in turn.
        """
        names = tuple([bots[seat % len(bots)] for seat in range(engine.players)])
        native = engine.play_game(dice_of(seed), names, True)
        why = engine.code.rftg_complaint()
        log.unlink(missing_ok=True)
        try:
            python = play_game(engine.library, engine.players, seed, names, log, sync=False)
        except UsageError:
            assert native is None, f"{seed}: Python plays no such game"
            self.results[GameSpec(seed, names)] = None
            self.refused += 1
            return
        self.results[GameSpec(seed, names)] = python
        if native is None:
            self.left[why.decode()] += 1
            return
        assert native.log == log.read_bytes(), seed
        assert native.outcome == outcome(python)
        assert json.loads(native.report) == json.loads(json.dumps(python.figures))
        self.audit(engine, native.log, self.same % AUDITED == 0)
        self.same += 1

    def audit(self, engine: Engine, log: bytes, twice: bool) -> None:
        """Native code finds a log right; ``twice``: and so does Python, with the same roots."""
        native = audited(log, engine)
        assert native is not None
        if twice:
            python = check_full(parse_log(log), engine.library)
            assert (native.tree.root, native.beside.roots) == (python.tree.root, python.beside.roots)

    def again(self, engine: Engine) -> None:
        """The same games, played at once and without logs, come to the same."""
        for python, native in zip(self.results.values(), engine.play_games([*self.results]), strict=True):
            if native is not None:
                assert python is not None and native == outcome(python)

    def note(self, note: Note) -> None:
        """Tell the report of the test run."""
        note("games", {"played by native code": self.same, "refused by both": self.refused})
        note("left", dict(self.left))


TABLES = (RANDOM,), (RANDOM,), (GREEDY,), (RANDOM,), (GREEDY, RANDOM)
"""The bots of one game after another; Python is slow at following advice."""

AUDITED = 10
"""One in so many logs is audited by Python as well."""


def outcome(result: Result) -> Outcome:
    """What a game came to, in short."""
    return Outcome(result.decisions, result.events, result.rounds, result.scores, result.winners)


@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same(game: str, tmp_path: Path, record_property: Note) -> None:
    engine, tally = Native().make_engine(load_standard(game), 2), Tally()

    for nth in range(25):
        tally.play(engine, f"identity/{nth}", tmp_path / "game.rlog", TABLES[nth % len(TABLES)])
    tally.again(engine)
    tally.note(record_property)

    assert (engine.warnings, tally.left, tally.same) == ([], Counter(), 25)


# -- everything that is shipped ----------------------------------------------------------------------------------------

Setting = tuple[str, str | None, Sequence[str], Mapping[str, str], int]


def settings() -> Iterator[Setting]:
    """Every game, edition and number of seats, with each set and all of them, and with each value of each option."""
    for game in GAMES:
        box = find_box(game)
        for edition in box.editions or (None,):
            for n in range(len(box.expansions) + 1):
                for extra in combinations(box.expansions, n):
                    words = load.load_library(game, edition, extra).model.words
                    low, high = words.players
                    for seats in range(low, high + 1):
                        for options in chosen(words, seats):
                            yield game, edition, extra, options, seats
    for seats in range(2, 6):
        for examples in (("chip-race",), ("harvest-festival",), ("chip-race", "harvest-festival")):
            yield "roll", None, [str(EXAMPLES / example) for example in examples], {}, seats
        for folders in (("ambition",), ("ambition", "rivalry")):
            yield "roll", None, [str(EXPANSIONS / folder) for folder in folders], {}, seats


def chosen(words: Any, seats: int) -> Iterator[Mapping[str, str]]:
    """No option; each value of each option that such a game can have; and the last values of all of them."""
    last = {}
    yield {}
    for name, values in words.options.items():
        if words.option_players.get(name, seats) == seats:
            for value in values[1:]:
                yield {name: value}
            last.update({name: values[-1]} if values else {})
    if len(last) > 1:
        yield last


def name_of(setting: Setting) -> str:
    """A setting as the name of a test."""
    game, edition, extra, options, seats = setting
    return "-".join(
        [game, edition or "usual", *[Path(expansion).name for expansion in extra], *options.values(), str(seats)]
    )


SETTINGS = list(settings()) if SLOW else []
EACH = 100
"""Games of each setting: more than 10,000 in all."""


@slow
def test_there_are_enough_settings() -> None:
    assert len({name_of(setting) for setting in SETTINGS}) * EACH > 10_000


@slow
@pytest.mark.parametrize("setting", SETTINGS, ids=map(name_of, SETTINGS))
def test_games_of_every_setting_are_the_same(setting: Setting, tmp_path: Path, record_property: Note) -> None:
    game, edition, extra, options, seats = setting

    compare(load.load_library(game, edition, extra, options), seats, EACH, tmp_path / "game.rlog", record_property)


def compare(library: Library, seats: int, games: int, log: Path, note: Note) -> None:
    """Play so many games twice; if there is no such game, native code does not play it either."""
    tally = Tally()
    try:
        play_game(library, seats, "is there", [RANDOM] * seats)
    except UsageError:
        tally.refused = games
        with pytest.raises((UsageError, UnsuitableBackend)):
            Native().make_engine(library, seats)
    else:
        engine = Native().make_engine(library, seats)
        for nth in range(games):
            tally.play(engine, f"identity/{nth}", log, TABLES[nth % len(TABLES)])
        tally.again(engine)
        assert engine.warnings == []
        assert (tally.left, tally.same) == (Counter(), games)
    tally.note(note)


@slow
@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("game", GAMES)
def test_games_with_pieces_in_play_from_the_start_are_the_same(
    game: str, seats: int, tmp_path: Path, record_property: Note
) -> None:
    """With any of all the sides, so that many powers are at work."""
    box, tally, random = find_box(game), Tally(), Random(f"{game} {seats}")
    model = load.load_library(game, None, sorted(box.expansions)).model
    names = sorted({side.name for component in model.components for side in component.sides})
    for _ in range(4):
        options = {f"tableau.{seat}": "; ".join(random.sample(names, 5)) for seat in range(seats)}
        library = load.load_library(game, None, sorted(box.expansions), options)
        engine = engine_of(library, seats)
        if engine is not None:
            for nth in range(20):
                tally.play(engine, f"tableau/{nth}", tmp_path / "game.rlog", TABLES[nth % len(TABLES)])
            tally.again(engine)
            assert engine.warnings == []
            tally.results.clear()
    tally.note(record_property)

    assert not tally.left


# -- what strangers write ----------------------------------------------------------------------------------------------


@pytest.fixture
def install_examples(tmp_path: Path) -> Iterator[None]:
    """The packages of the examples, as if they were installed."""
    with examples_installed(tmp_path):
        yield


@slow
@pytest.mark.usefixtures("install_examples")
@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("extra", [["market"], ["omens"], ["market", "omens"]], ids="-".join)
def test_games_with_rules_from_outside_are_the_same(
    extra: Sequence[str], seats: int, tmp_path: Path, record_property: Note
) -> None:
    compare(load.load_library("roll", None, extra), seats, EACH, tmp_path / "game.rlog", record_property)


@pytest.mark.usefixtures("install_examples")
def test_looks_at_games_with_rules_from_outside_are_the_same(tmp_path: Path, record_property: Note) -> None:
    compare(load.load_library("roll", None, ["market", "omens"]), 2, 3, tmp_path / "game.rlog", record_property)


@slow
@pytest.mark.usefixtures("install_examples")
@pytest.mark.parametrize("seats", range(2, 5))
def test_a_game_from_outside_is_the_same(seats: int, tmp_path: Path, record_property: Note) -> None:
    compare(load_standard("stalls"), seats, EACH, tmp_path / "game.rlog", record_property)


def engine_of(library: Library, seats: int) -> Engine | None:
    """The engine, if the library can be played by so many and translated."""
    try:
        library.rules(seats)
        return Native().make_engine(library, seats)
    except (UsageError, UnsuitableBackend):
        return None


@slow
@law(4, suppress_health_check=list(HealthCheck))
@given(sets(), st.integers(2, 4), st.integers(0, 1_000_000))
def test_games_with_random_sets_are_the_same_or_left(
    tmp_path_factory: pytest.TempPathFactory,
    record_property: Note,
    made: tuple[str, list[str]],
    seats: int,
    seed: int,
) -> None:
    folder = tmp_path_factory.mktemp("set")
    library = accepted(folder, *made)
    engine = None if library is None else engine_of(library, seats)
    if engine is None:
        return
    tally = Tally()

    for nth in range(40):
        tally.play(engine, f"{seed}/{nth}", folder / "game.rlog", TABLES[nth % len(TABLES)])
    tally.again(engine)
    tally.note(record_property)

    assert engine.warnings == []


def test_any_seed_is_the_same(tmp_path: Path) -> None:
    engine, tally = Native().make_engine(load_standard("galaxies"), 2), Tally()

    seeds = "", "0", "-1", "é" * 20, 'a "quoted" \\ one', "\t", "x" * 140, str(Random(0).random())
    for nth, seed in enumerate(seeds):
        tally.play(engine, seed, tmp_path / "game.rlog", TABLES[nth % len(TABLES)])
    tally.again(engine)

    assert (tally.same, tally.left) == (8, Counter())
