"""Logs whose results nobody can work out again, followed by native code: people threw dice, or a game was recorded."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from native.followed import audited
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import check_full, judge_log
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.proof.randomness import RECORDED, TABLE, dice_of
from rftg_dsl.native.backend import Native
from rftg_dsl.native.building import find_compiler
from rftg_dsl.native.engine import Engine
from rftg_dsl.play.one_game import play_game

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

LIBRARY = load_standard("galaxies")
FIND = make_finder()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Native().make_engine(LIBRARY, 2)


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A game at a table."""
    path = tmp_path_factory.mktemp("log") / "game.rlog"
    play_game(LIBRARY, 2, TABLE, ["greedy", "random"], path, sync=False, chance=Seeded("thrown", "galaxies"))
    return path.read_bytes()


def test_a_game_at_a_table_is_followed_with_its_dice(raw: bytes, engine: Engine) -> None:
    python = check_full(parse_log(raw), LIBRARY)

    native = audited(raw, engine)

    assert native is not None
    assert native.dice.as_plain() == python.dice.as_plain() and sum(native.dice.counts[6]) > 50
    assert (native.tree.root, native.beside.roots) == (python.tree.root, python.beside.roots)
    assert judge_log("log", lambda: parse_log(raw), FIND, engines=Engines("native")) == judge_log(
        "log", lambda: parse_log(raw), FIND
    )


@pytest.mark.parametrize("mode", ["recorded", "seed"])
def test_a_game_is_followed_whatever_its_results_rest_on(mode: str, engine: Engine, tmp_path: Path) -> None:
    """Recorded elsewhere; or from a seed that has not been revealed."""
    path = tmp_path / "game.rlog"
    dice = RECORDED if mode == "recorded" else dice_of("seed")
    play_game(LIBRARY, 2, dice, ["random", "random"], path, sync=False, chance=Seeded("seed", "galaxies"))
    lines = path.read_bytes().splitlines(keepends=True)
    raw = b"".join(line for line in lines if b'"k":"reveal"' not in line)

    native = audited(raw, engine)

    assert native is not None and not native.dice.as_plain()
    verdict = judge_log("log", lambda: parse_log(raw), FIND, engines=Engines("native"))
    assert verdict == judge_log("log", lambda: parse_log(raw), FIND)
    assert verdict.verdict == ("valid" if mode == "recorded" else "unknown")


def written(results: list[Any]) -> bytes:
    """Results as they stand in a log."""
    return json.dumps(results, separators=(",", ":")).encode()


def first(raw: bytes, label: str) -> tuple[bytes, list[Any]]:
    """How the first results with such a label stand in a log, and what they are."""
    match = re.search(rb'"label":"[^"]*/%s/0","result":(\[.*?\])\}' % label.encode(), raw)
    assert match is not None
    return match[0], json.loads(match[1])


@pytest.mark.parametrize(
    ("label", "change", "why"),
    [
        ("roll", lambda old: [6, *old[1:]], "a result is not possible"),
        ("roll", lambda old: [-1, *old[1:]], "a result is not a number"),
        ("roll", lambda old: [10**10, *old[1:]], "there are fewer results than are wanted"),
        ("roll", lambda old: [True, *old[1:]], "a result is not a number"),
        ("roll", lambda old: [None, *old[1:]], "a result is not a number"),
        ("roll", lambda old: [[old[0]], *old[1:]], "a result is not a number"),
        ("roll", lambda old: [str(old[0]), *old[1:]], "a result is not the name of a piece"),
        ("roll", lambda old: old[1:], "there are fewer results than are wanted"),
        ("roll", lambda old: [*old, old[0]], "there are more results than are wanted"),
        ("roll", lambda old: [], "a result is not a number"),
        ("missions", lambda old: [old[0], old[0]], "a result is drawn twice"),
        ("missions", lambda old: [old[0], "JORG"], "a result is not possible"),
        ("missions", lambda old: [old[0], "NOBODY"], "a result is not the name of a piece"),
        ("missions", lambda old: [old[0], 'A"B'], "a result is not the name of a piece"),
        ("missions", lambda old: [old[0], 100_000], "a result is not possible"),
    ],
)
def test_impossible_results_are_noticed(raw: bytes, engine: Engine, label: str, change: Any, why: str) -> None:
    stands, old = first(raw, label)
    forged = raw.replace(stands, stands.replace(written(old), written(change(old))))
    assert forged != raw

    assert audited(forged, engine) is None
    assert engine.code.rftg_complaint().decode() == why
    verdict = judge_log("log", lambda: parse_log(forged), FIND, engines=Engines("native"))
    assert verdict == judge_log("log", lambda: parse_log(forged), FIND)
    assert verdict.verdict == "invalid"


def test_a_log_without_its_results_is_not_followed(raw: bytes, engine: Engine) -> None:
    lines = raw.splitlines(keepends=True)
    results = [nth for nth, line in enumerate(lines) if b'"k":"rnd"' in line]
    for nth in (results[0], results[len(results) // 2], results[-1]):
        assert audited(b"".join([*lines[:nth], *lines[nth + 1 :]]), engine) is None
    none = [line for line in lines if b'"k":"rnd"' not in line]

    assert audited(b"".join(none), engine) is None
    assert engine.code.rftg_complaint() == b"a result is missing"


def test_other_possible_results_are_followed_only_if_the_rest_of_the_log_follows(raw: bytes, engine: Engine) -> None:
    stands, old = first(raw, "roll")
    other = [(old[0] + 1) % 6, *old[1:]]
    forged = raw.replace(stands, stands.replace(written(old), written(other)))

    assert forged != raw
    assert audited(forged, engine) is None


def test_results_of_a_log_are_forgotten_by_the_next_game(raw: bytes, engine: Engine) -> None:
    before = engine.play_game(dice_of("next"), ["random", "random"], True)
    assert audited(raw, engine) is not None

    assert before is not None
    assert engine.play_game(dice_of("next"), ["random", "random"], True) == before
