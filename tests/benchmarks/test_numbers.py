"""How fast things are. Nothing is asserted about time; a normal test run does each once, on little."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rftg_dsl.author.editor.desk import Desk
from rftg_dsl.author.scenarios.suites import find_suites, run_suites
from rftg_dsl.base.diagnostic import Severity
from rftg_dsl.base.source import Source
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.installed import find_box, game_names
from rftg_dsl.library.load import Library, load, load_library, load_standard
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.simulate import simulate
from rftg_dsl.show.pictures.side_picture import picture_of
from rftg_dsl.show.pictures.svg import to_svg
from rftg_dsl.syntax.canonical import format_source

GAMES = game_names()
SEATS = {"roll": 3}
RFTG = Path(sys.executable).parent / "rftg"
HIDDEN = Path(__file__).parent / "hidden"
"""Modules that stand in for tools of ours that would slow a command down, and are not there for users."""
Report = Callable[..., None]


def seats(game: str) -> int:
    """Seats of the games that are measured: three for the first game, two for the others."""
    return SEATS.get(game, 2)


def rate(benchmark: BenchmarkFixture, work: Callable[[], float], rounds: int = 3) -> float:
    """Units of work a second, the best of some rounds."""
    done: list[float] = []

    def once() -> None:
        began = perf_counter()
        units = work()
        done.append(units / (perf_counter() - began))

    benchmark.pedantic(once, rounds=rounds, iterations=1, warmup_rounds=0)
    return max(done)


@pytest.mark.parametrize("game", GAMES)
def test_random_play(benchmark: BenchmarkFixture, number: Report, game: str) -> None:
    library, players = load_standard(game), seats(game)
    games = 2 if benchmark.disabled else 60
    results = [play_game(library, players, f"bench/{nth}", ["random"] * players) for nth in range(games)]
    decisions, events = (sum(getattr(result, what) for result in results) for what in ("decisions", "events"))

    speed = rate(benchmark, lambda: simulate(library, games, players, "bench", backend="python").games)

    number(f"{game}: complete games, {players} seats, random, all events recorded", speed, "games/s")
    number(f"{game}: decisions in that play", speed * decisions / games, "decisions/s")
    number(f"{game}: events in that play", speed * events / games, "events/s")
    number(f"{game}: decisions a game", decisions / games, "decisions")
    number(f"{game}: events a game", events / games, "events")


def test_pictures(benchmark: BenchmarkFixture, number: Report) -> None:
    libraries = [load_library(game, extra=sorted(find_box(game).expansions)) for game in GAMES]
    many = sum(1 for library in libraries for _ in library.model.list_sides())

    speed = rate(benchmark, lambda: sum(drawn(library) for library in libraries))

    number("one picture of a side, as SVG", 1_000 / speed, "milliseconds")
    number(f"all {many} sides of the three games with their sets, as SVG", many / speed, "seconds")


def drawn(library: Library) -> int:
    """How many sides of a library were drawn."""
    return sum(1 for side in library.model.list_sides() if to_svg(picture_of(library, side)))


def midgame(game: str) -> Play:
    """A random game after 100 decisions, as whoever looks ahead forks it: what has been told is forgotten."""
    play = load_standard(game).rules(seats(game)).start(Seeded("fork", game))
    random = Random(1).random
    decisions = 0
    while decisions < 100:
        assert not play.over, "the game is too short for this"
        if play.pending is None:
            play.run()
        else:
            play.answer(play.pending.form.draw(random))
            decisions += 1
    play.take_events()
    play.drawn.clear()
    return play


def test_cold_help(benchmark: BenchmarkFixture, number: Report) -> None:
    number("rftg --help, cold", cold(benchmark, ["--help"]), "ms")


def test_validate_everything(benchmark: BenchmarkFixture, number: Report, tmp_path: Path) -> None:
    number("rftg validate, all shipped content, first run", cold(benchmark, ["validate"], tmp_path), "ms")
    began = perf_counter()
    run(["validate"], tmp_path)
    number("rftg validate, unchanged since", 1000 * (perf_counter() - began), "ms")


def cold(benchmark: BenchmarkFixture, arguments: list[str], cache: Path | None = None) -> float:
    """Milliseconds of a fresh process, the best of some; each with a cache folder of its own."""
    done: list[float] = []

    def once() -> None:
        folder = cache / str(len(done)) if cache else None
        began = perf_counter()
        run(arguments, folder)
        done.append(1000 * (perf_counter() - began))

    benchmark.pedantic(once, rounds=5, iterations=1)
    if cache:
        run(arguments, cache)
    return min(done)


def run(arguments: list[str], cache: Path | None) -> None:
    """The command, in a process of its own, as users have it: with compiled modules, without our tools for tests."""
    environment = {**os.environ, "PYTHONPATH": str(HIDDEN), **({"XDG_CACHE_HOME": str(cache)} if cache else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([RFTG, *arguments], check=True, capture_output=True, env=environment)


def test_one_tile_in_a_resident_process(benchmark: BenchmarkFixture, number: Report, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "one"\nname = "One"\ngame = "roll"\nversion = "1"\n')
    load("roll")
    version = count()

    def checks() -> float:
        for _ in range(20):
            (tmp_path / "tiles.rftg").write_text(
                f'tile X1 {{\n  development "One {next(version)}" cost 1 {{ at end of ship: gain $1 }}\n'
                '  world "Two" gray cost 1 { gain 1 military die to cup }\n}\n'
            )
            assert load("roll", extra=[tmp_path]).library
        return 20

    number("one tile changed and re-checked with its whole game, resident", 1000 / rate(benchmark, checks), "ms")


def test_one_tile_in_an_editor(benchmark: BenchmarkFixture, number: Report, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "one"\nname = "One"\ngame = "roll"\nversion = "1"\n')
    tiles = tmp_path / "tiles.rftg"
    tiles.touch()
    text = (
        'tile X1 {\n  development "One 0" cost 1 { at end of ship: gain $1 }\n'
        '  world "Two" gray cost 1 { gain 1 military die to cup }\n}\n'
    )
    desk, version = Desk(), count()
    desk.checkup_of(desk.write(tiles, text))

    def checks() -> float:
        for _ in range(20):
            checkup = desk.checkup_of(desk.write(tiles, text.replace("One 0", f"One {next(version)}")))
            assert not any(
                diagnostic.severity == Severity.ERROR
                for diagnostics in checkup.found.values()
                for diagnostic in diagnostics
            )
        return 20

    number("one tile typed in an editor, with lints", 1000 / rate(benchmark, checks), "ms")


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_game_in_an_editor(benchmark: BenchmarkFixture, number: Report, game: str) -> None:
    words = find_box(game).words
    text = words.read_text("utf-8")
    desk, version = Desk(), count()
    desk.checkup_of(desk.write(words, text))

    def checks() -> float:
        for _ in range(3):
            checkup = desk.checkup_of(desk.write(words, f"{text}\nnumber spare 1 # {next(version)}\n"))
            assert not any(
                diagnostic.severity == Severity.ERROR
                for diagnostics in checkup.found.values()
                for diagnostic in diagnostics
            )
        return 3

    number(f"{game}: its words changed in an editor, everything checked again", 1000 / rate(benchmark, checks), "ms")


def test_two_workers(benchmark: BenchmarkFixture, number: Report) -> None:
    library = load_standard("roll")
    if benchmark.disabled:
        alone, pair = (simulate(library, 4, 2, "w", workers=n, backend="python") for n in (1, 2))
        assert (alone.decisions, alone.wins, alone.scores) == (pair.decisions, pair.wins, pair.scores)
        benchmark(lambda: None)
        return
    alone = simulate(library, 400, 3, "w", backend="python")

    speed = rate(benchmark, lambda: simulate(library, 400, 3, "w", workers=2, backend="python").games, rounds=1)

    number("roll: two workers against one", speed / alone.games_per_second, "times")


TILE = """tile X{n} {{
  development "Made {n}" cost 3 {{ at end of ship: gain ${few} per 2 military dice in citizenry, rounded up }}
  world "World {n}" gray cost 1 {{ when you trade: gain ${few}, may spend $1: gain 1 vp }}
}}
"""
SCENARIO = """scenario "number {n}" {{
  given
    seat 1 vp: {n}
  then
    seat 1 score: {n}
}}
"""


@pytest.mark.parametrize("what", ["content", "mistakes", "scenarios", "form"])
def test_growth_with_the_length_of_content(
    benchmark: BenchmarkFixture, number: Report, tmp_path: Path, what: str
) -> None:
    fewer, more = (5, 10) if benchmark.disabled else (200, 1_600)

    def cost(many: int) -> float:
        work, check = content(tmp_path / f"{what}-{many}", what, many)
        began = perf_counter()
        assert check(work())
        return (perf_counter() - began) / many

    cost(fewer)
    ratio = min(cost(more) for _ in range(2)) / min(cost(fewer) for _ in range(3))
    benchmark(lambda: None)
    number(f"roll: {what}, one of {more / fewer:.0f} times as many", ratio, "times")


def content(folder: Path, what: str, many: int) -> tuple[Callable[[], Any], Callable[[Any], bool]]:
    """Work on a set of this size, and whether it was done."""
    numbers = range(1, many + 1)
    tiles = "".join(TILE.format(n=n, few=n % 9 + 1) for n in (range(20) if what == "scenarios" else numbers))
    if what == "form":
        untidy = Source("untidy", tiles.replace("\n  ", "\n"))
        return lambda: format_source(untidy), lambda form: form.text == tiles
    folder.mkdir(exist_ok=True)
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "set.toml").write_text('id = "many"\nname = "Many"\ngame = "roll"\nversion = "1"\n')
    tests = folder / "scenarios" / "many.rftg"
    tests.write_text("".join(SCENARIO.format(n=n) for n in numbers))
    (folder / "tiles.rftg").write_text(tiles.replace("gain", "gian") if what == "mistakes" else tiles)
    if what == "scenarios":
        return lambda: run_suites(find_suites([str(folder)])), lambda done: bool(done.passed)
    return lambda: load("roll", extra=[folder]), lambda loaded: bool(loaded.diagnostics) == (what == "mistakes")
