"""How fast many logs are audited and indexed, and that memory does not depend on how many there are.

``make many-logs LOGS=100000`` runs it on as many; a normal test run audits a few.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rftg_dsl.library.load import load_standard
from rftg_dsl.play.simulate import simulate

Report = Callable[..., None]
GAMES = ("roll", "race", "galaxies")
MEASURED = Path(__file__).parents[1] / "measured.py"
LOGS = int(os.environ.get("RFTG_LOGS", "600"))
"""How many logs are audited in a benchmark."""
FEW = 30
"""How many of them are audited in a normal test run."""
GROWTH = 30
"""How many MB more ten times as many logs may take: their names, and what the allocator keeps."""
DATABASE = 600
"""Further MB that DuckDB may take, which uses all that it is allowed (``rftg_dsl.log.index.store.MEMORY``)."""


@pytest.fixture(scope="module")
def logs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of logs of all games, a tenth of them in a folder of their own; gone afterwards."""
    folder = tmp_path_factory.mktemp("many")
    measured = request.config.getoption("--benchmark-enable")
    for part, share in (("tenth", 10), ("rest", 90)):
        games = max(1, (LOGS if measured else FEW) * share // 100 // len(GAMES))
        for game in GAMES:
            simulate(load_standard(game), games, 2, part, ["greedy", "random"], 2, folder / "logs" / part / game)
    yield folder / "logs"
    rmtree(folder)


def run(folder: Path, *words: str) -> tuple[float, dict[str, float]]:
    """How many seconds a command took, and how much memory."""
    began = perf_counter()
    command = [sys.executable, MEASURED, folder / "memory.json", *words, "--workers", "2"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return perf_counter() - began, json.loads((folder / "memory.json").read_text())


@pytest.mark.parametrize("command", ["audit", "audit --light", "index"])
def test_many_logs(benchmark: BenchmarkFixture, number: Report, logs: Path, tmp_path: Path, command: str) -> None:
    name, *options = command.split()
    n = sum(1 for _ in logs.rglob("*.rlog"))
    to = [["--out", str(tmp_path / f"{part}.duckdb")] if name == "index" else [] for part in ("tenth", "all")]

    _, less = run(tmp_path, name, *options, str(logs / "tenth"), *to[0])
    seconds, memory = run(tmp_path, name, *options, str(logs), *to[1])

    benchmark(lambda: None)
    number(f"rftg {command}, two workers, logs of all games", n / seconds, "logs/s")
    for whose, megabytes in memory.items():
        number(f"rftg {command}: {whose}, {n:,} logs", megabytes, "MB")
        number(f"rftg {command}: {whose}, a tenth of them", less[whose], "MB")
        most = DATABASE if name == "index" and whose == "main process" else GROWTH
        assert benchmark.disabled or megabytes < less[whose] + most
