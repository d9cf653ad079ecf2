"""Bots in native code that lose patience, or whose game gives bad advice; ``test_identity`` compares whole games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import backends
from rftg_dsl.library.backends import GREEDY, RANDOM
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.proof.randomness import dice_of
from rftg_dsl.native import engine as native_engine
from rftg_dsl.native.backend import Native
from rftg_dsl.native.building import find_compiler
from rftg_dsl.native.engine import Engine
from rftg_dsl.play import bots
from rftg_dsl.play.one_game import play_game

# These games have other advisers than the same games elsewhere, so their code is kept apart.
pytestmark = [
    pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler"),
    pytest.mark.usefixtures("own_cache"),
]


@pytest.fixture(scope="module")
def misled_library() -> Library:
    """A game whose advice goes wrong in a different way for each seat."""
    library = load_standard("galaxies")
    return evolve(library, game=evolve(library.game, advisers=bad_advisers))


def bad_advisers() -> Mapping[str, Any]:
    return {"turn": give_bad_advice}


def give_bad_advice(play: Play[Any], asked: Decision) -> Any:
    if asked.seat == 0:
        return "nonsense"
    if asked.seat == 1:
        play.flip(0, play.side[0], "seen")
    if asked.seat == 2:
        return play.roll("advice", 6, 1)
    return asked.form.options[0]


def engine_of(library: Library) -> Engine:
    return Native().make_engine(library, 4)


BADLY_ADVISED = [
    ([GREEDY, RANDOM, RANDOM, RANDOM], b"the advice is not an answer"),
    ([RANDOM, GREEDY, RANDOM, RANDOM], b"advice changes the powers in play"),
    ([RANDOM, RANDOM, GREEDY, RANDOM], b"a view cannot roll"),
]


@pytest.mark.parametrize(("seated", "why"), BADLY_ADVISED)
def test_a_game_with_bad_advice_is_left_to_python(misled_library: Library, seated: list[str], why: bytes) -> None:
    engine = engine_of(misled_library)

    assert engine.play_game(dice_of("bad"), seated, logged=False) is None
    assert engine.code.rftg_complaint() == why


def test_python_reports_advice_that_is_not_an_answer(misled_library: Library) -> None:
    with pytest.raises(UsageError, match="which is not a valid answer"):
        play_game(misled_library, 4, "bad", [GREEDY] * 4, engine=engine_of(misled_library))


def test_a_game_after_bad_advice_is_played(misled_library: Library) -> None:
    engine, seated = engine_of(misled_library), [RANDOM, RANDOM, RANDOM, GREEDY]
    engine.play_game(dice_of("bad"), [RANDOM, RANDOM, GREEDY, RANDOM], logged=False)

    native = engine.play_game(dice_of("good"), seated, logged=False)

    assert native is not None
    assert native.outcome.scores == play_game(misled_library, 4, "good", seated).scores


def test_a_bot_without_patience_plays_at_random(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    library = load_standard("galaxies")
    engine = backends.find_backend("native").make_engine(library, 2)
    played = []

    for patience in (0, 5, 20, 1_000):
        monkeypatch.setattr(native_engine, "PATIENCE", patience)
        monkeypatch.setattr(bots, "PATIENCE", patience)
        log = tmp_path / f"{patience}.rlog"
        native = engine.play_game(dice_of("patience"), [GREEDY, RANDOM], True, 1_000)
        play_game(library, 2, "patience", [GREEDY, RANDOM], log, sync=False)
        assert native is not None
        assert native.log == log.read_bytes()
        played.append(native.log)

    assert len({*played}) == 4
