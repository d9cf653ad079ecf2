"""Logs that nobody has played: whatever is in them, an index takes the lines that pass the light check."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest

import hostile
from forging import derived, raw_of
from lanes import scale
from readers_of_logs import READERS, refusal
from rftg_dsl.base.limits import WORK
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.index.build_index import build
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.simulate import simulate

ODD: list[Any] = [None, True, 0, -1, 2**53, "", "x", 'a"b,\n\0', "1.0", [], [1, "a"], {}, {"a": 1}, [[]], "T01.a/1#2|"]
LOGS = scale(120)


def leaves(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of a record, as what it lies in and its key there."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in list(parts):
        if key != "k":
            yield data, key
            yield from leaves(part)


def strange(lines: list[str], random: Random) -> list[str]:
    """A log with something odd in one record of any kind, and with all that follows from it derived again."""
    records = [json.loads(line) for line in lines]
    kind = random.choice(["head", "do", "rnd", "run", "mark", "end", "reveal"])
    record = random.choice([entry for entry in records if entry["k"] == kind])
    for _ in range(random.choice([1, 1, 2])):
        inside, key = random.choice(list(leaves(record)))
        inside[key] = deepcopy(random.choice(ODD))
    return derived([line_of(entry) for entry in records])


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_whatever_is_in_a_log_it_is_indexed_or_refused(tmp_path: Path, game: str) -> None:
    simulate(load_standard(game), 1, 2, "strange", ["greedy"], 1, tmp_path / "played")
    lines = (tmp_path / "played" / "000000.rlog").read_text().splitlines()
    random = Random(game)
    paths = [tmp_path / f"{number}.rlog" for number in range(LOGS)]
    for path in paths:
        path.write_bytes(raw_of(strange(lines, random)))

    counts = build([str(path) for path in paths], tmp_path / "index.duckdb")

    with duckdb.connect(str(tmp_path / "index.duckdb"), read_only=True) as base:
        assert base.execute("FROM refused WHERE reason LIKE '%report%'").fetchall() == []
        passed = base.execute("SELECT count(*) FILTER (passed), count(*) FILTER (lines > 0) FROM games").fetchone()
    assert counts["games"] + counts["copies"] + counts["refused"] == LOGS
    assert counts["copies"] <= LOGS - len({path.read_bytes() for path in paths})
    assert passed[0] > 0 and passed[1] == counts["games"]


def test_a_sealed_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sealed.rlog"
    play_game(load_standard("roll"), 2, "x", ["random", "random"], path, sealed=True)

    build([str(path)], tmp_path / "games.duckdb")

    with duckdb.connect(str(tmp_path / "games.duckdb"), read_only=True) as tables:
        [[name, reason]] = tables.execute("SELECT * FROM refused").fetchall()
    assert name == str(path) and "a sealed log does not contain the decisions" in reason


def test_a_long_name_of_figures_is_refused_before_it_is_said_again_and_again() -> None:
    short, long = (hostile.raw(hostile.SHAPES["deep figures"](n)) for n in (200, 400))

    assert refusal(READERS["index"], short) == ""
    assert refusal(READERS["index"], long) == WORK.code
