"""`rftg index`: one file of tables, an exit status that tells whether every log is in it, and a bar."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import pytest

from terminal import RFTG, listen, on_a_terminal


@pytest.fixture(autouse=True)
def logs(rftg: Any, folder: Path) -> Path:
    """A folder of logs."""
    rftg("simulate", "race", "--games", "3", "--players", "2", "--seed", "s", "--out", "./logs/race")
    return folder / "logs"


def test_a_folder_is_indexed(rftg: Any, folder: Path) -> None:
    done = rftg("index", "./logs", "--out", "games.duckdb", "--parquet", "./tables", "--workers", "2")

    assert done.exit_code == 0 and done.stderr == ""
    counts = dict(line.split() for line in done.stdout.splitlines())
    assert (counts["games"], counts["seats"], counts["refused"]) == ("3", "6", "0")
    assert len(list((folder / "tables").glob("*.parquet"))) == len(counts)


def test_a_log_given_twice_is_indexed_once(rftg: Any) -> None:
    done = rftg("index", "logs", "./logs/race/000001.rlog", "--out", "games.duckdb")

    assert "games      3" in done.stdout


def test_a_bad_log_is_refused_and_the_status_says_so(rftg: Any, logs: Path) -> None:
    (logs / "bad.rlog").write_text("bad")

    done = rftg("index", "./logs", "--out", "games.duckdb")

    assert done.exit_code == 1 and "refused    1" in done.stdout
    with duckdb.connect("games.duckdb", read_only=True) as base:
        assert base.execute("FROM refused").fetchall() == [("logs/bad.rlog", "this is not a log")]


def test_a_file_that_exists_is_kept(rftg: Any, folder: Path) -> None:
    (folder / "games.duckdb").write_text("mine")

    done = rftg("index", "./logs", "--out", "games.duckdb")

    assert done.exit_code == 2 and done.stderr.startswith("error[existing-file]: games.duckdb already exists")
    assert (folder / "games.duckdb").read_text() == "mine"


def test_a_bar_shows_progress_on_a_terminal() -> None:
    assert "] 3 of 3" in on_a_terminal("index", "./logs", "--out", "games.duckdb")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_nothing(rftg: Any, folder: Path, workers: str) -> None:
    rftg("simulate", "roll", "--games", "100", "--players", "4", "--seed", "s", "--out", "./logs/roll")
    words = ["index", "./logs", "--out", "games.duckdb", "--workers", workers]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": listen}
    with subprocess.Popen([RFTG, *words], **pipes) as running:  # type: ignore[call-overload]
        while not list(folder.glob(".games.duckdb.*/index.duckdb")):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, said = running.communicate(timeout=60)

    assert (out, said, running.returncode) == (b"", b"", 130)
    assert [path.name for path in folder.iterdir()] == ["logs"]
