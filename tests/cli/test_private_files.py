"""Every file that a command makes from the log of a game in progress is as private as the log."""

from __future__ import annotations

import gzip
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bga_scribe import packets, save, written
from cli.conftest import Rftg
from commands import NAMES
from rftg_dsl import Match
from rftg_dsl import start as new_match

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have no such modes")

SHOWN = "writes to standard output only"
CONTENT = "reads no log"

COMMANDS: Mapping[str, tuple[str, ...] | str] = {
    "play": ("play galaxies --bots me,me --log new.rlog",),
    "resume": ("resume game.rlog --bots me,me",),
    "simulate": ("simulate galaxies --games 1 --players 2 --seed s --rounds 1 --out logs",),
    "balance": "makes its page from games between bots, which are over",
    "audit": ("audit game.rlog --report new.jsonl", "audit over.rlog game.rlog --report new.jsonl"),
    "index": ("index over.rlog game.rlog --out new.duckdb --parquet tables", "index torn.rlog --out new.duckdb"),
    "standings": ("standings over.rlog game.rlog --out new.html", "standings torn.rlog --out new.html"),
    "import": ("import bga cut.json --out logs",),
    "export": ("export game.rlog --out new.html", "export game.rlog --seat 1 --out new.html"),
    "log sign": ("log sign game.rlog --key anna.key", "log sign packed.rlog.gz --key anna.key"),
    "log key": ("log key bert --out bert.key",),
    "log open": "opens games that are over only",
    **dict.fromkeys(["replay", "why", "diff", "log secret", "log prove", "log check", "breaking"], SHOWN),
    "serve": "keeps games as tests/log/test_private.py and tests/show/browser say",
    **dict.fromkeys("doctor completion words explain lsp list show".split(), CONTENT),
    **dict.fromkeys("validate fmt draw print test new text pack".split(), CONTENT),
}
"""What is run beside a game in progress, and writes files; or why a command writes none that are made from logs."""


def test_every_command_has_a_row() -> None:
    assert sorted(COMMANDS) == sorted(NAMES)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def start(name: str) -> Match:
    """A game at its first decision, with a log."""
    return new_match("galaxies", players=2, seed="private", log=name)


@pytest.fixture
def games(rftg: Rftg, folder: Path) -> Iterator[Path]:
    """A folder with logs of a game in progress and of one that is over, a recording that breaks off, and a key."""
    before = os.umask(0o022)
    with start("game.rlog"):
        pass
    start("over.rlog").finish("random")
    lines = Path("game.rlog").read_bytes()
    Path("packed.rlog.gz").write_bytes(gzip.compress(lines))
    Path("packed.rlog.gz").chmod(0o600)
    Path("torn.rlog").write_bytes(lines.replace(b'"players":2', b'"players":3'))
    rftg("log", "key", "anna", "--out", "anna.key")
    recording = written("s1")
    save(recording, Path("whole.json"))
    del packets(recording)[40:]
    save(recording, Path("cut.json"))
    yield folder
    os.umask(before)


@pytest.mark.parametrize(
    ("command", "line"), [(name, line) for name, row in COMMANDS.items() if not isinstance(row, str) for line in row]
)
def test_what_is_made_from_a_game_in_progress_is_private(rftg: Rftg, games: Path, command: str, line: str) -> None:
    before = {path for path in games.rglob("*") if path.name != "game.rlog"}

    result = rftg(*line.split(), stdin="\nsave copy.rlog\nquit\nyes\n")

    assert line.startswith(command) and result.exit_code in (0, 1, 2)
    made = {path for path in games.rglob("*") if path.is_file()} - before
    assert {path for path in made if path.name != "game.rlog"} or command == "log sign", result.output
    assert {str(path): oct(mode(path)) for path in made if mode(path) != 0o600} == {}
    assert mode(games / "packed.rlog.gz") == 0o600


@pytest.mark.parametrize(
    "line",
    [
        "audit over.rlog --report new.jsonl",
        "index over.rlog --out new.duckdb --parquet tables",
        "import bga whole.json --out logs",
        "simulate galaxies --games 1 --players 2 --seed s --out logs",
        "export over.rlog --out new.html",
        "export game.rlog --public --out new.html",
    ],
)
def test_what_is_made_from_games_that_are_over_is_for_everybody(rftg: Rftg, games: Path, line: str) -> None:
    before = set(games.rglob("*"))

    result = rftg(*line.split())

    assert result.exit_code == 0, result.output
    made = {path for path in games.rglob("*") if path.is_file()} - before
    assert {oct(mode(path)) for path in made} == {"0o644"}


def test_a_report_is_private_while_it_has_a_game_in_progress(rftg: Rftg, games: Path) -> None:
    report = games / "new.jsonl"
    rftg("audit", "over.rlog", "--report", str(report))
    report.chmod(0o640)
    rftg("audit", "over.rlog", "over.rlog", "--report", str(report), "--resume")
    assert mode(report) == 0o640

    rftg("audit", "over.rlog", "game.rlog", "--report", str(report), "--resume")

    assert mode(report) == 0o600
