"""Looks that native code makes: the same as those of Python, to the last bit."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from lanes import SLOW
from play.test_guess import GAMES, at_decision, found, pairs, started
from rftg_dsl.api import start
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import backends
from rftg_dsl.library.backends import Ahead
from rftg_dsl.native import building
from rftg_dsl.native.engine import Engine
from rftg_dsl.native.looking import Looking
from rftg_dsl.play.playouts import LONG, Drawn, Quick, Sensible
from rftg_dsl.play.search import Budget, Search, candidates_for, is_worth_making
from rftg_dsl.play.simulate import simulate

pytestmark = pytest.mark.skipif(building.find_compiler() is None, reason="there is no C compiler")

SHORT = ("galaxies", "race", "roll")
SEATS = 12
"""Games whose number is a multiple of it are for the fewest seats."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of these tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))


def engine_of(name: str, play: Play[Any]) -> Engine:
    found_ = backends.find_backend("native").make_engine(found(name), play.layout.seats)
    assert isinstance(found_, Engine)
    return found_


def asked_after(name: str, seed: int, nth: int) -> Play[Any] | None:
    """A game for two where somebody has something to choose."""
    play, random = started(name, seed), Random(seed)
    at_decision(play, nth, random)
    while play.pending is not None and play.pending.form.count() < 2:
        at_decision(play, 1, random)
    return None if play.pending is None else play


def looks_of(name: str, play: Play[Any], python: Drawn, n: int) -> tuple[Any, Any]:
    """What Python and native code see in some looks."""
    assert play.pending is not None
    form, seat, random = play.pending.form, play.pending.seat, Random(1).random
    picks = candidates_for(form, form.draw(random), random)
    numbers = list(range(len(picks)))[:3]
    ahead = Ahead(isinstance(python, Sensible), python.horizon_of(play), LONG)
    native = engine_of(name, play).make_looks(play, seat, picks, ahead)
    assert native is not None
    slow, seeds = python.make_looks(play, seat, picks), [3**nth for nth in range(n)]
    return [[[*each] for each in slow(numbers, seed)] for seed in seeds], [native(numbers, seed) for seed in seeds]


@pytest.mark.parametrize("sort", [Sensible, Drawn])
@pytest.mark.parametrize("name", list(GAMES) if SLOW else SHORT)
def test_a_look_gives_the_same_to_the_last_bit(name: str, sort: type[Drawn]) -> None:
    looked = 0
    for seed in range(20):
        play = asked_after(name, seed * SEATS, (seed * 21) % 150)
        if play is not None:
            python, native = looks_of(name, play, sort(found(name).game), 2)
            assert native == python
            looked += 1

    assert looked > 10


@pytest.mark.parametrize("name", SHORT)
def test_what_a_seat_cannot_see_makes_no_difference_to_a_look(name: str) -> None:
    compared = 0
    for seed in range(25):
        for original, other, seat in pairs(name, seed * SEATS, seed * seed // 5):
            seen = []
            for play in (original, other):
                assert play.pending is not None
                form, random = play.pending.form, Random(1).random
                looks = engine_of(name, play).make_looks(
                    play, seat, candidates_for(form, form.draw(random), random), AHEAD
                )
                assert looks is not None
                seen.append([looks([0], nth) for nth in range(5)])
            assert seen[0] == seen[1]
            compared += 1

    assert compared


AHEAD = Ahead(sensible=True, horizon=2, answers=LONG)


@pytest.mark.parametrize("name", SHORT)
def test_the_same_number_of_looks_gives_the_same_answer(name: str) -> None:
    game, differs = found(name).game, 0
    for seed in range(10):
        play = asked_after(name, seed * SEATS, 40 + seed * 5)
        if play is None or play.pending is None:
            continue
        python = Sensible(game)
        bots = [
            Search(game, "same", play.pending.seat, Budget(looks=60), by)
            for by in (python, Quick(python, engine_of(name, play)))
        ]
        answer, other = [bot(play, play.pending) for bot in bots]
        assert answer == other
        differs += answer != Search(game, "same", play.pending.seat, Budget(looks=1), python)(play, play.pending)

    assert differs


def test_a_look_that_native_code_leaves_is_made_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    play = asked_after("galaxies", 0, 40)
    assert play is not None
    assert play.pending is not None
    python, picks = Sensible(found("galaxies").game), play.pending.form.listed()
    engine, numbers = engine_of("galaxies", play), range(2)
    wanted = python.make_looks(play, play.pending.seat, picks)(numbers, 5)

    monkeypatch.setattr(Engine, "make_looks", lambda *_: lambda numbers, seed: None)
    assert Quick(python, engine).make_looks(play, play.pending.seat, picks)(numbers, 5) == wanted
    monkeypatch.setattr(Engine, "make_looks", lambda *_: None)
    assert Quick(python, engine).make_looks(play, play.pending.seat, picks)(numbers, 5) == wanted


def test_another_library_is_left_to_python() -> None:
    play = asked_after("galaxies", 0, 40)
    assert play is not None
    assert play.pending is not None
    other = started("race", 0)

    assert engine_of("race", other).make_looks(play, play.pending.seat, play.pending.form.listed(), AHEAD) is None


def test_two_decisions_can_be_looked_at_in_turn() -> None:
    first, second = asked_after("galaxies", 0, 40), asked_after("galaxies", SEATS, 70)
    assert first is not None
    assert second is not None
    pair = [
        engine_of("galaxies", play).make_looks(play, play.pending.seat, play.pending.form.listed(), AHEAD)
        for play in (first, second)
    ]  # type: ignore[union-attr]

    scores, other = [[looks([0, 1], seed) for seed in range(4)] for looks in pair]  # type: ignore[misc]
    turns = [[looks([0, 1], seed) for looks in pair] for seed in range(4)]  # type: ignore[misc]

    assert turns == [list(each) for each in zip(scores, other, strict=True)]


# -- how it is chosen -----------------------------------------------------------------------------------------------


def compiled(*_: Any) -> bytes:
    raise AssertionError("it is compiled")


def figures(backend: str | None, games: int = 2) -> dict[str, Any]:
    """What a simulation with a bot that looks ahead comes to."""
    summary = simulate(found("galaxies"), games, 2, "chosen", ["search:40", "greedy"], backend=backend)
    return {name: value for name, value in summary.as_data().items() if "second" not in name}


def test_a_simulation_has_the_same_results() -> None:
    assert figures("native") == figures("python")


def test_what_is_ready_is_used_and_python_if_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    look = Looking.__call__
    monkeypatch.setattr(Looking, "__call__", lambda *arguments: made.append(True) or look(*arguments))

    figures("python", 1)
    assert not made
    figures(None, 1)
    assert made


def test_nothing_is_compiled_for_a_few_looks_or_for_a_live_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    backend = backends.find_backend("native")
    monkeypatch.setattr(backend, "engines", {})
    monkeypatch.setattr("rftg_dsl.native.backend.build_library", compiled)
    library = found("galaxies")

    assert simulate(library, 2, 2, "few", ["search:5", "random"]).games == 2
    assert start(library, 2, "live").finish(["search:5", "random"]).over
    with pytest.raises(AssertionError, match="it is compiled"):
        simulate(library, 5, 2, "many", ["search:100", "random"])


@pytest.mark.parametrize(
    ("name", "games", "worth"),
    [
        ("search", 9, False),
        ("search", 10, True),
        ("search:500ms", 1, True),
        ("search:499", 1, False),
        ("search:5", 100, True),
        ("greedy", 10**6, False),
    ],
)
def test_code_is_made_for_many_looks(name: str, games: int, worth: bool) -> None:
    assert is_worth_making(name, games) is worth
