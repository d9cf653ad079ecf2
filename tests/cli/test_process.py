"""`rftg` as a separate process: its output on a terminal, a pipe or a full disk, and never a traceback."""

from __future__ import annotations

import ast
import inspect
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl
from commands import COMMANDS, NAMES
from rftg_dsl.importers.importer import list_importers
from terminal import RFTG, listen, on_a_terminal

HEAVY = {"lark", "attrs", "attr", "cattrs", "rich", "duckdb", "distributed", "rftg_dsl.library.load"}


def process(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([RFTG, *words], capture_output=True, text=True, check=False, timeout=120, **more)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version(option: str) -> None:
    done = process(option)

    assert (done.stdout, done.returncode) == (f"rftg {rftg_dsl.__version__}\n", 0)


WIDTHS = pytest.mark.parametrize("columns", [80, 40])


@WIDTHS
@pytest.mark.parametrize("group", ["", "log"])
def test_the_help_of_many_commands(
    rftg: Any, snapshot: Any, monkeypatch: pytest.MonkeyPatch, group: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    said = rftg(*group.split(), "--help").stdout

    assert max(map(len, said.splitlines())) <= columns
    assert said == snapshot


def test_every_command_is_listed_in_a_group(rftg: Any) -> None:
    said = rftg("--help").stdout

    assert "Commands:" not in said
    assert [name for name in NAMES if f"\n  {name.split()[0]} " not in said] == []


def test_the_help_of_import_names_every_format(rftg: Any) -> None:
    said = " ".join(rftg("import", "--help").stdout.split()).replace("- ", "-")  # a name may be broken at its hyphen

    assert f"The format of the recording: {', '.join(list_importers())}." in said


@WIDTHS
@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command(
    rftg: Any, snapshot: Any, monkeypatch: pytest.MonkeyPatch, name: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    said = rftg(*name.split(), "--help").stdout

    assert f"Example:\n  rftg {name}" in said
    assert max(map(len, said.splitlines())) <= columns
    assert said == snapshot


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys; from rftg_dsl.cli.app import main; import rftg_dsl.cli\n"
        "try: sys.argv[1:] = ['--help']; main()\n"
        f"finally: print(sorted({HEAVY} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


def test_a_command_that_is_out_of_memory_says_so() -> None:
    """No module can be imported any more, and nothing large can be made."""
    script = (
        "import sys; from rftg_dsl.cli.app import app, main\n"
        "class Full:\n  def find_spec(self, *_): raise MemoryError\n"
        "@app.command()\ndef full(): sys.meta_path.insert(0, Full()); raise MemoryError\n"
        "sys.argv[1:] = ['full']; main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert done.stderr.splitlines() == [
        "error[system]: out of memory",
        "  = help: free some memory or ask for less, and try again",
    ]
    assert done.returncode == 2


def test_a_cached_outcome_loads_nothing_heavy(rftg: Any) -> None:
    rftg("validate")
    script = (
        "import sys; from rftg_dsl.cli import main\n"
        "try: sys.argv[1:] = ['validate']; main()\n"
        f"finally: print(sorted({HEAVY} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


WRONG = [
    ["nonsense"],
    ["playy"],
    ["validate", "--formt"],
    ["play"],
    ["list"],
    ["completion"],
    ["list", "roll", "race"],
    ["validate", "--format", "xml"],
    ["play", "roll", "--players", "\x1bmany", "--log", "x"],
    ["log"],
    ["log", "signn"],
    ["replay", "x", "--line"],
    ["validate", "x\0y"],
    ["--format", "json"],
]


@WIDTHS
@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(words).encode("unicode_escape").decode())
def test_wrong_usage_exits_with_2(rftg: Any, snapshot: Any, terminal: Any, words: list[str], columns: int) -> None:
    terminal(columns)

    done = rftg(*words)

    assert (done.exit_code, done.stdout) == (2, "")
    assert max(map(len, done.stderr.splitlines())) <= columns
    assert done.stderr == snapshot


@pytest.mark.parametrize("words", [["nonsense"], ["validate", "--nonsense"], []])
def test_the_process_exits_with_2_too(words: list[str]) -> None:
    assert process(*words).returncode == 2


def test_colours_appear_only_on_a_terminal_that_wants_them(frontier: Path) -> None:
    (frontier / "tiles.rftg").write_text("tyle X01 {}\n")

    assert "\x1b[" in on_a_terminal("validate", "./frontier")
    assert "\x1b[" not in on_a_terminal("validate", "./frontier", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal("list", "roll", "--kind", "die", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal("validate", "./nowhere", NO_COLOR="1")
    assert "\x1b[" not in process("validate", "./frontier").stdout


@pytest.mark.parametrize(("game", "card"), [("race", "C29"), ("roll", "T12.a"), ("galaxies", "BISSCHOP")])
def test_the_columns_of_a_table_are_folded_to_fit_a_terminal(game: str, card: str) -> None:
    lines = on_a_terminal("list", game, COLUMNS="120", NO_COLOR="1").splitlines()

    [line] = [line for line in lines if line.split()[:1] == [card]]
    assert any(kind in line for kind in ("development", "planet")) and len(line.split()) > 5
    assert max(len(line) for line in lines) <= 120


def test_a_bar_shows_progress_on_a_terminal(folder: Path) -> None:
    said = on_a_terminal("simulate", "roll", "--games", "3", "--players", "2", "--seed", "s")

    assert "] 3 of 3" in said


def test_a_reader_that_stops_early_does_no_harm() -> None:
    done = subprocess.run(
        f"{RFTG} list roll --format json | head -n 1", shell=True, capture_output=True, text=True, check=True
    )

    assert (done.stdout, done.stderr) == ("[\n", "")


def test_a_closed_pipe(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen([RFTG, "--help"], stdout=writing, stderr=subprocess.PIPE) as running:
        os.close(writing)
        _, said = running.communicate(timeout=60)

    assert said == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([RFTG, "list", "roll"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "error[system]: system error: No space left on device",
        "  = help: check permissions and free space, and try again",
    ]


def test_no_output_at_all() -> None:
    done = subprocess.run(f"{RFTG} --version >&-", shell=True, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_an_encoding_that_lacks_some_letters(frontier: Path) -> None:
    (frontier / "tiles.rftg").write_text('tyle X01 "Ætherwelt" {}\n')

    done = process("validate", "./frontier", env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert done.returncode == 1 and "therwelt" in done.stdout


def test_ctrl_c_is_quiet(folder: Path) -> None:
    words = ["simulate", "roll", "--games", "100000", "--players", "2", "--seed", "s", "--out", "./logs"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": listen}
    with subprocess.Popen([RFTG, *words], **pipes) as running:
        while not list(folder.glob("logs/*.rlog")):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, said = running.communicate(timeout=60)

    assert (out, said, running.returncode) == (b"", b"", 130)


PLAIN = ("--players", "2", "--seed", "s", "--backend", "python")
"""Games without a compiler, whose processes would be taken for workers."""


@pytest.mark.parametrize(
    ("end", "asked", "status"),
    [(os.killpg, signal.SIGINT, 130), (os.killpg, signal.SIGTERM, -15), (os.kill, signal.SIGKILL, -9)],
)
def test_workers_end_quietly_too(folder: Path, end: Any, asked: int, status: int) -> None:
    words = ["simulate", "roll", "--games", "100000", *PLAIN, "--workers", "2"]
    group = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True, "preexec_fn": listen}
    with subprocess.Popen([RFTG, *words, "--out", "./logs"], **group) as running:
        while not list(folder.glob("logs/*.rlog")):
            assert running.poll() is None
        end(running.pid, asked)
        out, said = running.communicate(timeout=60)

    assert (out, said, running.returncode) == (b"", b"", status)


def worked(pid: int) -> int:
    """The time that a process has worked for, in ticks of the system."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


def workers_of(pid: int) -> list[int]:
    """The child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("ticks", [0, 40], ids=["at the start", "in the middle"])
@pytest.mark.parametrize("command", ["simulate", "audit"])
def test_a_killed_worker_is_reported_and_nothing_hangs(folder: Path, command: str, ticks: int) -> None:
    play = ["--players", "2", "--seed", "s", "--out", "./logs", "--backend", "python"]
    if command == "audit":
        process("simulate", "roll", "--games", "60", *play)
        words = ["audit", *[str(log) for log in sorted(folder.glob("logs/*.rlog"))] * 40, "--workers", "2"]
    else:
        words = ["simulate", "roll", "--games", "100000", *play, "--workers", "2"]
    with subprocess.Popen([RFTG, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while len(workers := workers_of(running.pid)) < 2 or min(map(worked, workers)) < ticks:
            assert running.poll() is None
        os.kill(workers[0], signal.SIGKILL)
        _, said = running.communicate(timeout=60)

    assert running.returncode == 2
    assert said.splitlines() == [
        "error[lost-worker]: a worker process ended before its work was done",
        "  = help: it was killed or ran out of memory: try again with fewer --workers",
    ]
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


def test_an_endless_number_of_games_takes_no_memory(folder: Path) -> None:
    words = ["simulate", "roll", "--games", str(10**21), *PLAIN, "--workers", str(10**6)]
    with subprocess.Popen([RFTG, *words, "--out", "./logs"], start_new_session=True, preexec_fn=listen) as running:
        while not list(folder.glob("logs/*.rlog")):
            assert running.poll() is None
        memory = Path(f"/proc/{running.pid}/statm")
        pages = int(memory.read_text().split()[1]) if memory.exists() else 0
        os.killpg(running.pid, signal.SIGINT)

    assert pages * 4096 < 300_000_000
    assert running.returncode == 130


def test_a_bug_of_ours_is_reported_in_one_clear_line(rftg: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr("rftg_dsl.library.catalogue.rows_of", fail)

    result = rftg("list", "roll")

    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.splitlines() == [
        "error[bug]: internal error (ZeroDivisionError: by nothing)",
        "  = help: please report it, with the command you ran",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_command_is_one_short_function(name: str) -> None:
    [function] = ast.parse(inspect.getsource(inspect.unwrap(COMMANDS[name].callback))).body

    assert isinstance(function, ast.FunctionDef)
    assert function.body[-1].end_lineno - function.body[0].lineno < 30  # type: ignore[operator]
