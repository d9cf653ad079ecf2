"""Work done by a Dask cluster of real processes: the same results, and a clear end whatever breaks."""

from __future__ import annotations

import json
import operator
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from lanes import slow
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.workers import dask, spread
from rftg_dsl.play.one_game import check_seed

RFTG = str(Path(sys.executable).parent / "rftg")
STARTING = 120
"""Seconds in which processes of a cluster start, however busy the machine is."""
TIMES = {"seconds", "games_per_second", "decisions_per_second", "events_per_second"}


class Running:
    """A scheduler and two workers, each a process, joined over TCP."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2])

    def start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        """A process of the cluster, in a folder of its own."""
        own = self.folder / f"{what}-{len(self.processes)}"
        own.mkdir()
        command = [sys.executable, "-m", "distributed.cli.dask_" + what, *words, "--no-dashboard"]
        with (own / "said").open("wb") as said:
            process = subprocess.Popen(command, cwd=own, stdout=said, stderr=said, start_new_session=True)
        self.processes.append(process)
        return process

    def worker(self, threads: int = 1, *words: str) -> subprocess.Popen[bytes]:
        """Another worker."""
        return self.start("worker", self.address, "--nthreads", str(threads), "--no-nanny", *words)

    def ready(self, workers: int) -> None:
        """Wait until this many workers have joined: on a busy machine that takes a while."""
        with distributed.Client(self.address, timeout=STARTING, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=STARTING)

    def stop(self) -> None:
        """End all processes."""
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Running]:
    """A scheduler without workers."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    running = Running(folder)
    yield running
    running.stop()


@pytest.fixture
def cluster(alone: Running) -> Running:
    """A scheduler and two workers, one of them with two threads."""
    alone.worker()
    alone.worker(2)
    alone.ready(2)
    return alone


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A cluster for the tests that do it no harm."""
    running = Running(tmp_path_factory.mktemp("cluster"))
    running.worker()
    running.worker(2)
    running.ready(2)
    yield running
    running.stop()


def rftg(folder: Path, *words: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([RFTG, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=timeout)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def on(workers: str | int) -> list[str]:
    return ["--on", workers] if isinstance(workers, str) else ["--workers", str(workers)]


def summary(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert (done.returncode, done.stderr) == (0, "")
    return {key: value for key, value in json.loads(done.stdout).items() if key not in TIMES}


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("roll", "greedy,random"),
        pytest.param("race", "random", marks=slow),
        pytest.param("galaxies", "random", marks=slow),
    ],
)
def test_games_are_the_same_wherever_they_are_played(shared: Running, tmp_path: Path, game: str, bots: str) -> None:
    words = ["simulate", game, "--games", "16", "--players", "2", "--seed", "s", "--bots", bots, "--format", "json"]
    results = []
    for number, workers in enumerate((1, 2, shared.address)):
        said = summary(rftg(tmp_path, *words, "--out", f"./{number}", *on(workers)))
        results.append((said, {path.name: path.read_bytes() for path in (tmp_path / str(number)).iterdir()}))

    assert results[0] == results[1] == results[2]
    assert len(results[0][1]) == 16


def test_a_report_on_balance_is_the_same_wherever_its_games_are_played(
    shared: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["balance", "galaxies/HELIOS", "--against", "BISSCHOP", "--games", "70", "--format", "json"]
    reports = []
    for number, workers in enumerate((1, 2, shared.address)):
        # Otherwise, the second report would come from the cache.
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / f"cache {number}"))
        reports.append(summary(rftg(tmp_path, *words, *on(workers))))

    assert reports[0] == reports[1] == reports[2]
    assert reports[0]["sides"][0]["values"][0]["pairs"] == 70


SET = 'id = "frontier"\nname = "Frontier"\ngame = "roll"\nversion = "1"\n'
TILES = (
    'tile X01 {\n  development "Guild" cost 3 { when own world completes: gain $1 }\n  world "Post" gray cost 2 {}\n}\n'
)


def test_sets_and_bots_in_the_users_folder_are_found(shared: Running, tmp_path: Path) -> None:
    (tmp_path / "frontier").mkdir()
    (tmp_path / "frontier" / "set.toml").write_text(SET)
    (tmp_path / "frontier" / "tiles.rftg").write_text(TILES)
    (tmp_path / "bot.py").write_text(
        "def first(asked):\n    return 'done' if 'done' in asked.options else asked.draw()\n"
    )
    words = ["simulate", "roll", "--games", "6", "--players", "2", "--seed", "s", "--format", "json"]
    words += ["--with", "./frontier", "--bots", "random,./bot.py:first"]
    results = []
    for number, workers in enumerate((1, 2, shared.address)):
        said = summary(rftg(tmp_path, *words, "--out", f"./{number}", *on(workers)))
        results.append((said, {path.name: path.read_bytes() for path in (tmp_path / str(number)).iterdir()}))

    assert results[0] == results[1] == results[2]
    assert set(results[0][0]["bots"]) == {"random", "./bot.py:first"}


@pytest.mark.parametrize("light", [[], pytest.param(["--light"], marks=slow)])
def test_verdicts_are_the_same_and_in_order(shared: Running, tmp_path: Path, light: list[str]) -> None:
    rftg(tmp_path, "simulate", "race", "--games", "30", "--players", "2", "--seed", "s", "--out", "./logs")
    for number in (3, 17):
        path = tmp_path / "logs" / f"{number:06}.rlog"
        path.write_bytes(path.read_bytes()[: 5000 * number])
    (tmp_path / "logs" / "bad.rlog").write_text("bad")
    done = [
        rftg(tmp_path, "audit", "./logs", "--format", "json", *light, *on(workers))
        for workers in (1, 2, shared.address)
    ]

    assert done[0].stdout == done[1].stdout == done[2].stdout and len(json.loads(done[0].stdout)) == 31
    assert {run.returncode for run in done} == {1} and {run.stderr for run in done} == {""}


# -- what can go wrong -------------------------------------------------------------------------------------------


def told(done: subprocess.CompletedProcess[str], code: str) -> None:
    """The command says what is wrong, in two lines."""
    assert done.returncode == 2
    first, second = done.stderr.splitlines()
    assert first.startswith(f"error[{code}]: ") and second.startswith("  = help: ")


PLAY = ["simulate", "roll", "--games", "2000", "--players", "3", "--seed", "s"]


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "tcp://127.0.0.1", "http://127.0.0.1:1", "tcp://a b:1"])
def test_what_is_no_address(tmp_path: Path, address: str) -> None:
    told(rftg(tmp_path, *PLAY, "--on", address, timeout=20), "no-cluster")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for very long."""
    monkeypatch.setattr(dask, "PATIENCE", 1)


def refused(address: str) -> str:
    """Why a cluster cannot be used."""
    with pytest.raises(UsageError) as raised:
        list(spread(pow, 2, [1], address))
    assert raised.value.code == "no-cluster"
    return raised.value.message


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "tcp://[::1]:1", "tcp://nowhere.invalid:8786", "tls://127.0.0.1:1"]
)
def test_nobody_is_at_the_address(address: str) -> None:
    assert refused(address).startswith(f"the cluster at {address} cannot be used: ")


@slow
def test_the_command_waits_only_for_a_while(tmp_path: Path) -> None:
    told(rftg(tmp_path, *PLAY, "--on", "tcp://127.0.0.1:1", timeout=30), "no-cluster")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10])
def test_something_else_is_at_the_address(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    taken, _ = server.accept()
                    taken.sendall(answer)
                    kept.append(taken)
                except OSError:
                    return

        kept: list[socket.socket] = []
        threading.Thread(target=serve, daemon=True).start()
        assert "cannot be used" in refused(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        for connection in kept:
            connection.close()


def test_a_cluster_without_workers(alone: Running) -> None:
    assert "has no workers" in refused(alone.address)


def test_a_set_that_the_command_line_refuses_is_refused_as_ever(shared: Running, tmp_path: Path) -> None:
    told(rftg(tmp_path, *PLAY, "--with", "./nowhere", "--on", shared.address), "missing-file")


def playing(folder: Path, address: str, games: int = 2000) -> subprocess.Popen[str]:
    """Games that are being played by a cluster: some logs are there."""
    words = [*PLAY, "--out", "./logs", "--format", "json", "--on", address]
    words[words.index("2000")] = str(games)
    process = subprocess.Popen(
        [RFTG, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while len(list(folder.glob("logs/*.rlog"))) < 5:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process


def ended(process: subprocess.Popen[str], seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """The process, once it has ended."""
    try:
        out, said = process.communicate(timeout=seconds)
    finally:
        process.kill()
    return subprocess.CompletedProcess([], process.returncode, out, said)


def test_the_work_of_a_killed_worker_is_done_by_the_others(cluster: Running, tmp_path: Path) -> None:
    process = playing(tmp_path, cluster.address, 60)
    cluster.processes[1].kill()
    done = ended(process, 120)

    words = [*PLAY, "--out", "./here", "--format", "json"]
    words[words.index("2000")] = "60"
    assert summary(done) == summary(rftg(tmp_path, *words))
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "logs"))
    assert here == there and len(here) == 60


@slow
def test_all_workers_are_killed(cluster: Running, tmp_path: Path) -> None:
    process = playing(tmp_path, cluster.address)
    for worker in cluster.processes[1:]:
        worker.kill()
    done = ended(process)

    told(done, "lost-worker")
    assert "has lost its workers" in done.stderr


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=slow)])
def test_the_scheduler_is_killed_or_stopped(cluster: Running, tmp_path: Path, how: int) -> None:
    process = playing(tmp_path, cluster.address)
    os.kill(cluster.scheduler.pid, how)
    done = ended(process)

    told(done, "no-cluster")
    assert "was lost" in done.stderr


def test_ctrl_c_is_quiet_and_the_cluster_stays(cluster: Running, tmp_path: Path) -> None:
    process = playing(tmp_path, cluster.address)
    process.send_signal(signal.SIGINT)
    done = ended(process, 30)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert list(spread(pow, 2, range(10), cluster.address)) == [2**number for number in range(10)]


def test_work_that_kills_every_worker_is_reported(alone: Running) -> None:
    for _ in range(4):
        alone.worker()
    alone.ready(4)

    with pytest.raises(UsageError) as raised:
        list(spread(operator.call, os._exit, [1], alone.address))

    assert raised.value.code == "lost-worker"


# -- inside --------------------------------------------------------------------------------------------------------


def test_what_a_task_raises_is_raised_here(shared: Running) -> None:
    with pytest.raises(UsageError) as raised:
        list(spread(operator.call, check_seed, ["a", "b", "\udc80"], shared.address))

    assert (raised.value.code, raised.value.hint) == ("wrong-option", "use letters and digits")


def test_no_tasks(shared: Running) -> None:
    assert list(spread(pow, 1, [], shared.address)) == []


def test_a_worker_with_another_version_is_refused(shared: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "__version__", "99")

    with pytest.raises(UsageError, match="not 99") as raised:
        list(spread(pow, 1, [1], shared.address))

    assert raised.value.code == "no-cluster"


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(UsageError, match="needs the extra 'cluster'") as raised:
        list(spread(pow, 1, [1], "tcp://127.0.0.1:1"))

    assert raised.value.code == "missing-extra"
