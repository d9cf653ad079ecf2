"""``verify.py``, written from docs/log-format.md by somebody who had never seen our code, judges logs as we do."""

from __future__ import annotations

import ast
import gzip
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import rftg_dsl as rftg
from forging import Record, derived, edited, raw_of
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.proof.randomness import Randomness, secret_of, shared
from rftg_dsl.play.one_game import play_game

VERIFY = Path(__file__).with_name("verify.py")
Lines = list[str]


def record(seed: str | Randomness, players: int = 2, game: str = "roll", bots: str = "random") -> Lines:
    """The log of a game of bots."""
    return rftg.start(game, players, seed).finish(bots).log


def verified(*paths: Path) -> list[str]:
    """The verdicts on some logs."""
    words = [sys.executable, "-I", str(VERIFY), *map(str, paths)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert done.stderr == ""
    verdicts = [line.partition("': ")[2].partition(":")[0].partition(";")[0] for line in done.stdout.splitlines()]
    assert done.returncode == (0 if set(verdicts) <= {"valid"} else 2 if "cannot be read" in verdicts else 1)
    return verdicts


def ours(lines: Lines) -> str:
    """Our verdict without the rules."""
    return judge_log("log", lambda: parse_log(raw_of(lines)), make_finder(), light=True).verdict


def test_it_is_short_and_imports_the_standard_library_alone() -> None:
    text = VERIFY.read_text("utf-8")
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([ast.alias(node.module or "")] if isinstance(node, ast.ImportFrom) else node.names)
    }

    assert len(text.splitlines()) <= 360
    assert imported <= sys.stdlib_module_names


def test_it_agrees_on_whole_games(tmp_path: Path) -> None:
    dice = shared(secret_of("h"), [secret_of("a"), None], [secret_of("a").commitment, secret_of("b").commitment])
    logs = [record("one"), record("two", 3, game="race", bots="greedy"), record("x", 4, game="galaxies"), record(dice)]
    paths = [tmp_path / f"{nth}.rlog" for nth in range(len(logs))]
    for path, lines in zip(paths, logs, strict=True):
        path.write_bytes(raw_of(lines))
        assert ours(lines) == "valid"
    packed = tmp_path / "p.rlog.gz"
    packed.write_bytes(gzip.compress(raw_of(logs[0])))

    assert verified(*paths, packed) == ["valid"] * (len(logs) + 1)


def test_it_agrees_on_logs_that_break_off(tmp_path: Path) -> None:
    lines = record("one")
    cut = [lines[:5], lines[:-1], lines[:-2], lines[: len(lines) // 2]]
    paths = [tmp_path / f"{nth}.rlog" for nth in range(len(cut))]
    for path, kept in zip(paths, cut, strict=True):
        path.write_bytes(raw_of(kept))
    torn, empty = tmp_path / "torn.rlog", tmp_path / "empty.rlog"
    torn.write_bytes(raw_of(lines)[:-9])
    empty.write_bytes(b"")

    assert verified(*paths, torn, empty, tmp_path / "none") == ["unknown"] * 6 + ["cannot be read"]
    assert [ours(kept) for kept in cut] == ["unknown"] * 4


def test_it_says_that_it_does_not_judge_sealed_logs(tmp_path: Path) -> None:
    path = tmp_path / "s.rlog"
    play_game(load_standard("roll"), 2, "x", ["random", "random"], path, sealed=True)

    assert verified(path) == ["unknown"]


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_what_it_refuses_we_refuse_and_the_other_way_round(tmp_path: Path, game: str) -> None:
    """Random changes, with everything derived again. Where it is stricter, the rules would refuse too."""
    lines, random = record("changed", 2, game=game), Random(game)

    def spoilt(entry: Record) -> None:
        entry[random.choice(sorted(entry))] = random.choice([0, "", [], 7])

    made: list[Lines] = []
    for _ in range(60):
        at = random.randrange(1, len(lines))
        changed = random.choice(
            (
                lambda at=at: lines[:at] + lines[at + 1 :],
                lambda at=at: lines[: at + 1] + lines[at:],
                lambda at=at: edited(lines, at, spoilt),
                lambda at=at: [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]],
            )
        )()
        made.append(derived(changed))
    paths = [tmp_path / f"{nth}.rlog" for nth in range(len(made))]
    for path, forged in zip(paths, made, strict=True):
        path.write_bytes(raw_of(forged))

    for path, forged, theirs in zip(paths, made, verified(*paths), strict=True):
        mine = ours(forged)
        full = rftg.audit(path).verdict
        assert theirs == mine or (theirs, full) == ("invalid", "invalid"), (path.name, theirs, mine, full)
