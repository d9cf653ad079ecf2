"""The native back end as users meet it: found, built, kept, chosen, and never different from Python."""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from attrs import evolve

from rftg_dsl.base import cache
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import C_SIZE
from rftg_dsl.library import backends
from rftg_dsl.library.backends import GameSpec, Outcome, UnsuitableBackend, engine_for
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.proof.randomness import dice_of
from rftg_dsl.native import building
from rftg_dsl.native import engine as native_engine
from rftg_dsl.native.backend import Native
from rftg_dsl.native.engine import Engine
from rftg_dsl.play.asked import Answer, Asked
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.simulate import Summary, simulate

pytestmark = pytest.mark.skipif(building.find_compiler() is None, reason="there is no C compiler")

SEATS = ["random", "random"]


@pytest.fixture(scope="module")
def library() -> Library:
    return load_standard("galaxies")


@pytest.fixture(autouse=True)
def _clear_engines(own_cache: None) -> Iterator[None]:
    backends.find_backend("native").engines.clear()  # type: ignore[attr-defined]
    yield
    backends.find_backend("native").engines.clear()  # type: ignore[attr-defined]


def plain(summary: Summary) -> dict[str, Any]:
    """What does not depend on the time it took."""
    return {name: value for name, value in summary.as_data().items() if "second" not in name}


def kept(place: Path) -> list[Path]:
    return sorted((place / "rftg").glob("native-*[0-9a-f]"))


def refused(*_: Any) -> bytes:
    raise AssertionError("it is compiled again")


# -- the same games -------------------------------------------------------------------------------------------------


def test_a_log_is_the_same_byte_for_byte(library: Library, tmp_path: Path) -> None:
    engine = Native().make_engine(library, 2)

    for nth in range(10):
        there, here = tmp_path / f"python{nth}.rlog", tmp_path / f"native{nth}.rlog"
        mine = play_game(library, 2, f"same/{nth}", SEATS, here, sync=False, engine=engine)
        theirs = play_game(library, 2, f"same/{nth}", SEATS, there, sync=False)
        assert here.read_bytes() == there.read_bytes()
        assert (mine.decisions, mine.events, mine.rounds) == (theirs.decisions, theirs.events, theirs.rounds)
        assert mine.figures == json.loads(json.dumps(theirs.figures))


@pytest.mark.parametrize("bots", [["random"], ["greedy"], ["greedy", "random"]], ids="-".join)
def test_a_simulation_has_the_same_results(library: Library, bots: Sequence[str]) -> None:
    native, python = (simulate(library, 8, 2, "sums", bots, backend=name) for name in ("native", "python"))

    assert plain(native) == plain(python)


def test_a_game_that_native_code_leaves_is_played_by_python(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def never(self: Engine, games: Sequence[GameSpec], rounds: int) -> Sequence[Outcome | None]:
        asked.extend([spec.seed for spec in games])
        return [None] * len(games)

    python = simulate(library, 3, 2, "left", backend="python")
    monkeypatch.setattr(Engine, "play_games", never)

    assert plain(simulate(library, 3, 2, "left", backend="native")) == plain(python)
    assert asked == ["left/0", "left/1", "left/2"]


def test_a_log_that_native_code_leaves_is_written_by_python(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine = Native().make_engine(library, 2)
    play_game(library, 2, "left", SEATS, tmp_path / "python.rlog", sync=False)
    monkeypatch.setattr(Engine, "play_game", lambda *_: None)

    play_game(library, 2, "left", SEATS, tmp_path / "left.rlog", sync=False, engine=engine)

    assert (tmp_path / "left.rlog").read_bytes() == (tmp_path / "python.rlog").read_bytes()


def test_a_game_that_is_too_long_is_left_to_python(library: Library) -> None:
    engine = Native().make_engine(library, 2)

    assert engine.play_game(dice_of("long"), SEATS, False, rounds=3) is None
    assert engine.play_game(dice_of("long"), SEATS, False) is not None


def test_a_seed_of_any_length_is_played(library: Library) -> None:
    seeds = ["", "é" * 50, "x" * 150, "x" * 151, "x" * 5_000]

    for seed in seeds:
        native = play_game(library, 2, seed, SEATS, engine=Native().make_engine(library, 2))
        python = play_game(library, 2, seed, SEATS)
        assert (native.decisions, native.scores) == (python.decisions, python.scores)


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_code_is_made_once(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    Native().make_engine(library, 2)
    monkeypatch.setattr("rftg_dsl.native.backend.build_library", refused)

    assert Native().is_engine_ready(library, 2)
    assert Native().make_engine(library, 2).play_game(dice_of("again"), SEATS, False)


def test_what_somebody_else_put_there_is_not_loaded(
    library: Library, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Native().make_engine(library, 2)
    [path] = kept(place)
    sound = path.read_bytes()
    monkeypatch.setattr("rftg_dsl.native.backend.build_library", refused)

    path.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    assert not Native().is_engine_ready(library, 2)
    path.write_bytes(sound)
    path.chmod(0o666)
    assert not Native().is_engine_ready(library, 2)
    path.chmod(0o600)
    assert Native().is_engine_ready(library, 2)


def test_other_content_is_other_code(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    Native().make_engine(library, 2)
    other = evolve(library, options={"galaxies": "other"})

    assert Native().is_engine_ready(library, 2)
    assert not Native().is_engine_ready(other, 2)
    assert not Native().is_engine_ready(library, 3)


# -- what cannot be had ------------------------------------------------------------------------------------------------


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "read", lambda *_, **__: b"")


@pytest.mark.usefixtures("nothing_kept")
def test_without_a_compiler_python_plays(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building.shutil, "which", lambda _: None)

    assert engine_for(library, 2, None, 1_000_000) is None
    with pytest.raises(UsageError, match="there is no C compiler") as wrong:
        engine_for(library, 2, "native", 1)
    assert wrong.value.code == "no-backend"


@pytest.mark.usefixtures("nothing_kept")
def test_c_that_is_too_large_is_not_compiled(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "C_SIZE", C_SIZE._replace(most=1_000))
    monkeypatch.setattr(building, "compile_file", refused)

    with pytest.raises(UnsuitableBackend, match="more than 1,000"):
        Native().make_engine(library, 2)
    assert engine_for(library, 2, None, 1_000_000) is None


@pytest.mark.usefixtures("nothing_kept")
def test_a_compiler_that_takes_too_long_is_stopped(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "C_TIME", C_SIZE._replace(most=0))

    with pytest.raises(UnsuitableBackend, match="takes more than 0 seconds"):
        Native().make_engine(library, 2)


@pytest.mark.usefixtures("nothing_kept")
def test_a_compiler_that_fails_is_quoted(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(building.FLAGS, building.OFTEN, ("-include", "nowhere.h"))  # type: ignore[arg-type]

    with pytest.raises(UnsuitableBackend, match=r"the C compiler failed: .*nowhere\.h"):
        Native().make_engine(library, 2)


@pytest.mark.parametrize("is_clang", [False, True])
def test_clang_is_given_no_flag_that_only_gcc_knows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_clang: bool
) -> None:
    called: list[Sequence[str]] = []
    monkeypatch.setattr(building, "run", lambda command, *_: called.append(command))

    for name in building.FLAGS:
        building.compile_file(building.Compiler("cc", "", is_clang), tmp_path / name, 0)

    assert any({*building.OF_GCC} & {*command} for command in called) != is_clang
    assert all({*building.COMMON} < {*command} for command in called)


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
@pytest.mark.usefixtures("nothing_kept")
def test_code_made_by_clang_plays_the_same_games(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cc").symlink_to(shutil.which("clang") or "")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    natively, here = (simulate(library, 20, 2, "clang", backend=backend) for backend in ("native", "python"))

    assert building.find_compiler() is not None and building.find_compiler().is_clang  # type: ignore[union-attr]
    assert plain(natively) == plain(here)


def test_few_games_are_not_worth_compiling(library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("rftg_dsl.native.backend.build_library", refused)

    assert engine_for(library, 2, None, backends.WORTH - 1) is None
    with pytest.raises(AssertionError):
        engine_for(library, 2, None, backends.WORTH)


def test_bots_from_outside_are_not_played_natively(library: Library) -> None:
    with pytest.raises(UsageError, match="can only play the bots random and greedy"):
        simulate(library, 1, 2, "s", ["greedy", f"{__file__}:draw_anything"], backend="native")


def draw_anything(asked: Asked) -> Answer:
    return asked.draw()


def test_an_unknown_back_end_is_named() -> None:
    with pytest.raises(UsageError, match="'natiev' is not a known back end") as wrong:
        backends.find_backend("natiev")
    assert wrong.value.hint == "did you mean 'native'?"


def test_a_game_with_too_many_events_is_left_to_python(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Native().make_engine(library, 2)
    monkeypatch.setattr(native_engine, "GAME", native_engine.GAME._replace(most=100))

    assert engine.play_game(dice_of("many"), SEATS, False) is None
    assert engine.code.rftg_complaint() == b"the game does not end"


def test_where_there_is_too_little_memory_python_plays(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> int:
        return 0

    real = native_engine.load_library
    Native().make_engine(library, 2)

    def loaded(code: bytes) -> Any:
        lib = real(code)
        lib.rftg_new = full
        return lib

    monkeypatch.setattr(native_engine, "load_library", loaded)

    with pytest.raises(UsageError, match="not enough memory"):
        simulate(library, 1, 2, "s", backend="native")
    assert simulate(library, 1, 2, "s").games == 1


def test_a_thread_gives_its_memory_back(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Native().make_engine(library, 2)
    states: list[int] = []
    free = engine.code.rftg_free

    def noted(state: int) -> None:
        states.append(state)
        free(state)

    monkeypatch.setattr(engine.code, "rftg_free", noted)
    thread = Thread(target=engine.play_games, args=([GameSpec("s", SEATS)],))
    thread.start()
    thread.join()

    assert len(states) == 1 and states[0] != engine.own.arena.state
