"""Both back ends side by side: in turn in each round, so that a machine that changes its pace is fair to both.

``make bench`` prints the boards: the best speed of each, the middle of their ratios, and what native code should reach.
Nothing is asserted about time; a normal test run does each once, on little.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from ctypes import memmove
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from attrs import frozen

from benchmarks.test_numbers import GAMES, TILE, midgame, seats
from foreign import EXAMPLES, examples_installed
from rftg_dsl.library.backends import GREEDY, RANDOM
from rftg_dsl.library.finder import Finder, make_finder
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Library, load_library, load_standard
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.format import fast_json
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.native.backend import Native
from rftg_dsl.native.building import build_runtime, find_compiler
from rftg_dsl.native.engine import Engine
from rftg_dsl.native.states import Writing
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.simulate import simulate

Report = Callable[..., None]
BOTH = "both back ends, in turn in one run"
MEASURED = Path(__file__).parents[1] / "measured.py"
BACKENDS = ("python", "native") if find_compiler() else ("python",)
Work = Callable[[], float]
By = tuple[Engines | None, Finder]
"""What audits, and what finds its libraries."""


@frozen
class Duel:
    """What came of two that worked in turn, in units a second."""

    python: float
    native: float | None
    times: float | None


def duel(works: Sequence[Work], rounds: int) -> Duel:
    """The best speed of Python, and of native code if there is any, and the middle of the ratios of each round."""
    speeds: list[list[float]] = []
    for nth in range(rounds + (rounds > 1)):
        results = [speed(work) for work in works]
        if nth or rounds == 1:  # what is made once is made before
            speeds.append(results)
    best = [max(column) for column in zip(*speeds, strict=True)]
    if len(best) == 1:
        return Duel(best[0], None, None)
    return Duel(best[0], best[1], median(native / python for python, native in speeds))


def speed(work: Work) -> float:
    """Units of work a second."""
    began = perf_counter()
    units = work()
    return units / (perf_counter() - began)


def rounds(measured: bool) -> int:
    """How many times each of both works."""
    return 7 if measured else 1


def engines_of(library: Library, players: int) -> list[Engine | None]:
    """What plays: Python, and the native engine if there is a C compiler."""
    return [None, Native().make_engine(library, players)] if "native" in BACKENDS else [None]


# An ordinary run of the tests makes no native code that the other tests have not made: two seats for each game.


def seats_for(game: str, measured: bool) -> int:
    """The seats of a game."""
    return seats(game) if measured else 2


# -- what should be reached --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_random_play(side: Report, measured: bool, game: str) -> None:
    players = seats_for(game, measured)
    library, games = load_standard(game), 60 if measured else 2

    assert len({work() for work in playing(library, players, games)}) == 1
    done = duel(playing(library, players, games, LONGER if measured else 1), rounds(measured))

    side(BOTH, f"{game}: random play, {players} seats", done.python, done.native, "decisions/s", done.times, "20")


LONGER = 10
"""How many times as many games native code plays, so that both work for about as long."""


@pytest.mark.parametrize("game", GAMES)
def test_greedy_play(side: Report, measured: bool, game: str) -> None:
    players = seats_for(game, measured)
    library, games = load_standard(game), 12 if measured else 1

    assert len({work() for work in playing(library, players, games, bot=GREEDY)}) == 1
    done = duel(playing(library, players, games, LONGER if measured else 1, GREEDY), rounds(measured))

    side(BOTH, f"{game}: greedy play, {players} seats", done.python, done.native, "decisions/s", done.times, "15")


def playing(library: Library, players: int, games: int, longer: int = 1, bot: str = RANDOM) -> list[Work]:
    """Games of a bot by each back end, perhaps more of them natively; how many decisions that is."""

    def work(backend: str) -> float:
        more = games if backend == "python" else games * longer
        return simulate(library, more, players, "bench", [bot], backend=backend).decisions

    return [partial(work, backend) for backend in BACKENDS]


@pytest.mark.parametrize("game", GAMES)
def test_random_play_with_logs(side: Report, measured: bool, game: str, tmp_path: Path) -> None:
    players = seats_for(game, measured)
    games, longer = (30, LONGER) if measured else (1, 1)
    works = [
        logging(game, players, games * longer if engine else games, engine, tmp_path)
        for engine in engines_of(load_standard(game), players)
    ]

    done = duel(works, rounds(measured))

    what = f"{game}: random play with logs, {players} seats"
    side(BOTH, what, done.python, done.native, "events/s", done.times, "15")


def logging(game: str, players: int, games: int, engine: Engine | None, folder: Path) -> Work:
    """Random games with logs; how many events that is."""
    library, log = load_standard(game), folder / "again.rlog"

    def work() -> float:
        events = 0
        for nth in range(games):
            log.unlink(missing_ok=True)
            names = ["random"] * players
            events += play_game(library, players, f"bench/{nth}", names, log, sync=False, engine=engine).events
        return events

    return work


@pytest.mark.parametrize("light", [False, True], ids=["full", "light"])
@pytest.mark.parametrize("game", GAMES)
def test_audit(side: Report, number: Report, measured: bool, game: str, light: bool, tmp_path: Path) -> None:
    raws, events = recorded(game, seats_for(game, measured), 20 if measured else 2, tmp_path)

    done = duel([auditing(raws, events, auditor, light) for auditor in auditors()], rounds(measured))

    what = "light check, digests, chain, fold" if light else "full audit, everything derived again and compared"
    what = f"{game}: {what}"
    number(what, done.python, "events/s")
    side(BOTH, what, done.python, done.native, "events/s", done.times, "3" if light else "8")


@pytest.mark.parametrize("game", GAMES)
def test_light_check_with_orjson(
    side: Report, measured: bool, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    orjson = pytest.importorskip("orjson")
    raws, events = recorded(game, seats_for(game, measured), 20 if measured else 2, tmp_path)
    work = auditing(raws, events, (None, make_finder()), light=True)

    def reading(by: Any) -> float:
        monkeypatch.setattr(fast_json, "orjson", by)
        return work()

    done = duel([partial(reading, None), partial(reading, orjson)], rounds(measured))

    what = f"{game}: light check in Python, without orjson and with it"
    side(f"{BOTH}: orjson", what, done.python, done.native, "events/s", done.times, "1.5")


@pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")
@pytest.mark.parametrize("game", GAMES)
def test_full_audit_beside_play_with_a_log(side: Report, measured: bool, game: str, tmp_path: Path) -> None:
    players, games = seats_for(game, measured), 20 if measured else 1
    raws, events = recorded(game, players, games, tmp_path)
    [_, engine] = engines_of(load_standard(game), players)

    play = logging(game, players, games, engine, tmp_path)
    done = duel([play, auditing(raws, events, auditors()[1])], rounds(measured))

    what = f"{game}: natively, play with a log, and its full audit"
    side(f"{BOTH}: audit beside play", what, done.python, done.native, "events/s", done.times, "0.5")


def auditors() -> list[By]:
    """What audits with each back end; it remembers libraries and engines."""
    return [(None if backend == "python" else Engines(backend), make_finder()) for backend in BACKENDS]


def recorded(game: str, players: int, games: int, folder: Path) -> tuple[list[bytes], int]:
    """Logs of random games, and how many events they have in all."""
    events, raws = 0, []
    for nth in range(games):
        path, names = folder / f"{nth}.rlog", ["random"] * players
        events += play_game(load_standard(game), players, f"bench/{nth}", names, path, sync=False).events
        raws.append(path.read_bytes())
    return raws, events


def auditing(raws: Sequence[bytes], events: int, by: By, light: bool = False) -> Work:
    """Audits of sound logs."""
    engines, find = by

    def work() -> float:
        for raw in raws:
            verdict = judge_log("log", lambda raw=raw: parse_log(raw), find, light, engines=engines)  # type: ignore[misc]
            assert verdict.verdict == "valid"
        return events

    return work


@pytest.mark.parametrize("game", GAMES)
def test_fork(side: Report, number: Report, measured: bool, game: str) -> None:
    play, forks = midgame(game), 10_000 if measured else 10

    def python() -> float:
        for _ in range(forks):
            play.clone()
        return forks

    works: list[Work] = [python]
    [_, *engines] = engines_of(load_standard(game), seats(game)) if measured else [None]
    for engine in engines:
        assert engine is not None
        state, there = engine.states.start, engine.states.there
        image = Writing(engine.words.shape, engine.words.word_of_constant).image_of(play)
        memmove(state, image, len(image))

        def native(engine: Engine = engine, state: int = state, there: int = there) -> float:
            engine.code.rftg_forks(there, state, forks)
            return forks

        works.append(native)
    done = duel(works, rounds(measured))

    what = f"{game}: fork of a state in mid-game"
    number(what, 1e6 / done.python, "microseconds")
    side(
        BOTH, what, 1e6 / done.python, 1e6 / done.native if done.native else None, "microseconds", done.times, "0.5 us"
    )


@pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")
@pytest.mark.parametrize("game", GAMES)
def test_native_code_is_made(
    side: Report, measured: bool, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not measured:
        pytest.skip("it takes seconds: make bench")
    made, kept = made_in(load_standard(game), seats(game), tmp_path, monkeypatch)

    side(BOTH, f"{game}: native code from nothing", None, made, "s", None, "3 s")
    side(BOTH, f"{game}: native code from the cache", None, 1000 * kept, "ms", None, "20 ms")


def made_in(library: Library, players: int, cache: Path, patch: pytest.MonkeyPatch) -> tuple[float, float]:
    """The seconds until native code can be called: from nothing, and the least of some times from the cache.

    What is the same for all games is there already.
    """
    times, by = [], find_compiler()
    assert by is not None
    with patch.context() as within:
        within.setenv("XDG_CACHE_HOME", str(cache))
        build_runtime(by)
        for _ in range(4):
            began = perf_counter()
            Native().make_engine(library, players)
            times.append(perf_counter() - began)
    return times[0], min(times[1:])


# -- how it grows ------------------------------------------------------------------------------------------------------


def report_speed(
    side: Report, board: str, what: str, library: Library, players: int, games: int, more: str = ""
) -> None:
    """Report the speed of random play."""
    done = duel(playing(library, players, games), 3 if games > 1 else 1)
    side(board, what, done.python, done.native, "decisions/s", done.times, more)


@pytest.mark.parametrize("games", [10, 100, 1_000, 10_000])
def test_growth_with_games(side: Report, measured: bool, games: int, tmp_path: Path) -> None:
    took = [
        simulated(games if measured else 2, backend, tmp_path) for backend in (BACKENDS if measured else ["python"])
    ]

    seconds, memory = zip(*took, strict=True)
    board = "growth with games: a process of its own that simulates Race, two seats"
    [python, native] = [*seconds, None][:2]
    side(board, f"{games:,} games", python, native, "seconds", python / native if native else None)
    [python, native] = [*memory, None][:2]
    side(board, f"{games:,} games: memory", python, native, "MB")


def simulated(games: int, backend: str, folder: Path) -> tuple[float, float]:
    """The seconds and the megabytes of a process that plays so many games."""
    command = [sys.executable, MEASURED, folder / "memory.json", "simulate", "race", "--games", str(games)]
    began = perf_counter()
    subprocess.run([*command, "--players", "2", "--seed", "g", "--backend", backend], check=True, capture_output=True)
    return perf_counter() - began, json.loads((folder / "memory.json").read_text())["main process"]


@pytest.mark.parametrize("game", GAMES)
def test_growth_with_seats(side: Report, measured: bool, game: str) -> None:
    low, high = load_standard(game).model.words.players
    for players in range(low, (high if measured else low) + 1):
        report_speed(
            side,
            "growth with seats: random play",
            f"{game}: {players} seats",
            load_standard(game),
            players,
            30 if measured else 1,
        )


@pytest.mark.parametrize("game", GAMES)
def test_growth_with_length(side: Report, measured: bool, game: str, tmp_path: Path) -> None:
    """The cost of an event does not grow with the length of a log."""
    raws, _ = recorded(game, seats_for(game, measured), 60 if measured else 2, tmp_path)
    raws.sort(key=len)
    for name, raw in (("shortest", raws[0]), ("middle", raws[len(raws) // 2]), ("longest", raws[-1])):
        events = raw.count(b'["')
        done = duel([auditing([raw] * 5, 5 * events, auditor) for auditor in auditors()], rounds(measured))
        what = f"{game}: the {name} of {len(raws)}, {len(raw) / 1000:,.0f} kB"
        side("growth with length: full audit", what, done.python, done.native, "events/s", done.times)


def contents(folder: Path, measured: bool) -> Iterator[tuple[str, Library]]:
    """Games with more and more content: shipped expansions, examples, and sets of many tiles."""
    yield "race", load_standard("race")
    if not measured:
        return
    expansions = sorted(find_box("race").expansions)
    for extra in ([expansions[0]], [expansions[1]], expansions):
        yield f"race with {' and '.join(extra)}", load_library("race", None, extra)
    yield "roll", load_standard("roll")
    for name in ("chip-race", "harvest-festival"):
        yield f"roll with {name}", load_library("roll", None, [EXAMPLES / name])
    for extra in (["market"], ["omens"], ["market", "omens"]):
        yield f"roll with {' and '.join(extra)}", load_library("roll", None, extra)
    for many in (10, 40, 160, 640):
        yield f"roll with a set of {many} tiles", load_library("roll", None, [set_of(many, folder / str(many))])


def set_of(many: int, folder: Path) -> Path:
    """The folder of a set of so many tiles."""
    folder.mkdir()
    (folder / "set.toml").write_text('id = "many"\nname = "Many"\ngame = "roll"\nversion = "1"\n')
    (folder / "tiles.rftg").write_text("".join(TILE.format(n=n, few=n % 9 + 1) for n in range(1, many + 1)))
    return folder


def test_growth_with_content(side: Report, measured: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = "growth with content: random play, two seats, and the seconds in which native code is made"
    with examples_installed(tmp_path):
        for nth, (what, library) in enumerate(contents(tmp_path, measured)):
            report_speed(side, board, what, library, 2, 30 if measured else 1)
            if measured and "native" in BACKENDS:
                made, _ = made_in(library, 2, tmp_path / f"cache {nth}", monkeypatch)
                side(board, f"{what}: made", None, made, "s")
