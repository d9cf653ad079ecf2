"""Systems that the tests do not run on: their file systems, encodings, line ends, locks and processes."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted([*ROOT.glob("rftg_dsl/**/*.py"), *ROOT.glob("cli/**/*.py")])

# -- file systems --------------------------------------------------------------------------------------------------

RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
FORBIDDEN = re.compile(r'[<>:"\\|?*\x00-\x1f]|[. ]$')
LONGEST = 150
"""The most characters of a path in the repository, so that it fits into the 260 of Windows below a user's folder."""


def list_tracked_files() -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("the sources are not a repository")
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name]


def test_no_two_files_have_names_that_a_file_system_takes_for_one() -> None:
    names = list_tracked_files()
    folders = {str(parent) for name in names for parent in Path(name).parents}
    folded = [normalize("NFC", name).casefold() for name in {*names, *folders}]

    assert len(folded) == len({*folded})


def test_every_file_can_be_checked_out_on_windows() -> None:
    parts = {part for name in list_tracked_files() for part in name.split("/")}

    assert [part for part in parts if RESERVED.fullmatch(part) or FORBIDDEN.search(part)] == []
    assert [name for name in list_tracked_files() if len(name) > LONGEST] == []


# -- text ----------------------------------------------------------------------------------------------------------

OWN_MACHINE = {
    "rftg_dsl/balance/people.py": "writes figures at a developer's desk",
    "rftg_dsl/native/building.py": "writes C code, on Linux only",
}
"""Modules that may write text with the line ends of the system, and the reason."""


def calls_that_write_text(module: Path) -> Iterator[ast.Call]:
    """The calls that write text to a file: ``open`` with a mode, and ``write_text`` with an encoding."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            words = [value.value for value in values if isinstance(value, ast.Constant)]
            modes = [word for word in words if isinstance(word, str) and re.fullmatch("[wxa][+t]*", word)]
            if (name in ("open", "fdopen") and modes) or (name == "write_text" and {"utf-8", "ascii"} & {*words}):
                yield node


def test_no_file_gets_the_line_ends_of_the_system() -> None:
    calls = {
        (module.relative_to(ROOT).as_posix(), ast.unparse(call))
        for module in MODULES
        for call in calls_that_write_text(module)
        if "newline" not in {keyword.arg for keyword in call.keywords}
    }

    assert {module for module, _ in calls} == {*OWN_MACHINE}, calls


COMMANDS = """
new ./mine --game galaxies --ci
test ./mine
fmt --check ./mine
list roll --with ./mine-not
play galaxies --players 2 --seed s --log game.rlog
audit game.rlog --workers 2
standings game.rlog --workers 2 --out table.html
export game.rlog --out game.html
draw roll/T12 --out pictures
log key anna --out anna.key
""".strip().splitlines()
FAIL = {"list roll --with ./mine-not"}
"""A command that is wrong on purpose, because messages are read from files too."""


def run_all(prelude: str, folder: Path, *options: str) -> None:
    """Run each command in a process that begins with a script; none may end with anything but its own status."""
    script = f"{prelude}\nimport sys\nfrom rftg_dsl.cli import main\nif __name__ == '__main__': sys.exit(main())\n"
    (folder / "program.py").write_text(script)
    env = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONUTF8": "0", "LC_ALL": "C", "COLUMNS": "100"}
    for command in COMMANDS:
        words = [sys.executable, *options, "program.py", *command.split()]
        done = subprocess.run(words, cwd=folder, env=env, capture_output=True, check=False)
        assert done.returncode == (2 if command in FAIL else 0), (command, done.stdout[-500:], done.stderr[-2000:])


def test_no_file_is_read_or_written_in_the_encoding_of_the_system(tmp_path: Path) -> None:
    prelude = "import warnings\nwarnings.filterwarnings('error', category=EncodingWarning, module='rftg_dsl')"

    run_all(prelude, tmp_path, "-X", "warn_default_encoding")


# -- processes and locks -------------------------------------------------------------------------------------------

LIKE_WINDOWS = """
import asyncio, multiprocessing, os, signal, sys, types

for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
    sys.modules[name] = None
import _posixsubprocess, multiprocessing.context, multiprocessing.util, subprocess, tempfile

for name in ("chown", "fchown", "fchmod", "O_DIRECTORY", "O_NOFOLLOW", "sched_getaffinity", "getuid", "geteuid"):
    if hasattr(os, name):
        delattr(os, name)
del signal.pthread_sigmask
multiprocessing.context._default_context.get_all_start_methods = lambda: ["spawn"]
multiprocessing.get_all_start_methods = lambda: ["spawn"]


def locking(handle, mode, size):
    held = os.fstat(handle)
    if (held.st_dev, held.st_ino) in locked:
        raise OSError
    locked.add((held.st_dev, held.st_ino))


locked = set()
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2, getwch=lambda: "", kbhit=lambda: False)
"""
"""Makes a process that lacks what Windows lacks, as far as our own code asks for it."""


def test_the_program_runs_without_what_windows_lacks(tmp_path: Path) -> None:
    run_all(LIKE_WINDOWS, tmp_path)


def test_a_second_writer_is_refused_where_windows_locks_files(tmp_path: Path) -> None:
    script = LIKE_WINDOWS + (
        "from rftg_dsl.log.format.write_log import lock\n"
        "handle = os.open('log', os.O_CREAT | os.O_RDWR)\n"
        "lock(handle)\n"
        "try:\n    lock(os.open('log', os.O_RDWR))\n"
        "except BlockingIOError:\n    print('refused')\n"
    )

    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.stdout == "refused\n", done.stderr


# -- names that a system lacks -------------------------------------------------------------------------------------

GUARDED = {
    "darwin": {"MFD_CLOEXEC", "sched_getaffinity"},
    "win32": {
        *(
            "MFD_CLOEXEC",
            "sched_getaffinity",
            "chown",
            "fchown",
            "fchmod",
            "O_DIRECTORY",
            "flock",
            "LOCK_EX",
            "LOCK_NB",
        ),
        *("SIG_BLOCK", "SIG_SETMASK", "SIGKILL", "RLIMIT_AS", "setrlimit", "RLIMIT_NOFILE", "getrlimit"),
    },
}
"""The names that the code uses although a system lacks them, each only after asking whether it is there."""


@pytest.mark.parametrize("platform", GUARDED)
def test_every_name_that_a_system_lacks_is_known(platform: str) -> None:
    tree = ROOT / "build" / "types"
    if not tree.is_dir():
        pytest.skip("make types has not laid out the sources")
    cache = ROOT / "build" / f"mypy-{platform}"
    words = ["-m", "mypy", "--platform", platform, "--config-file", ROOT / "pyproject.toml", "--cache-dir", cache]

    done = subprocess.run(
        [sys.executable, *words, "-p", "rftg_dsl"], cwd=tree, capture_output=True, text=True, check=False
    )

    assert set(re.findall(r'has no attribute "(\w+)"', done.stdout)) - {"poll", "recv"} == GUARDED[platform], (
        done.stdout
    )
