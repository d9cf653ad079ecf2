"""Every Python of this machine plays the same games, to the byte; the log of one is valid for another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pythons import NAMED, find_python, lend

PLAY = """
import json, sys
from hashlib import sha256
from pathlib import Path
from rftg_dsl.library.load import load_library
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.play.one_game import play_game

found = {}
for game, edition, sets, seats in GAMES:
    content = load_library(game, edition, sets)
    for bots in ("random", "greedy"):
        name = "-".join([game, content.edition, *sets, bots])
        log = Path(f"{name}.rlog")
        play_game(content, seats, "every Python", [bots] * seats, log, sync=False)
        verdicts = [audit_file(log, light=light).verdict for light in (True, False)]
        found[name] = [sha256(log.read_bytes()).hexdigest(), *verdicts]
print(json.dumps({"version": "{}.{}".format(*sys.version_info), "games": found}))
"""

GAMES = [
    ("roll", None, [], 3),
    ("roll", "2014", [], 2),
    ("race", None, [], 2),
    ("race", None, ["gathering-storm"], 4),
    ("galaxies", None, [], 5),
]
"""The games played: edition, sets, seats."""


def played(python: Path, folder: Path, **env: str) -> Any:
    """The digest of the log of each game as a Python plays it, and its verdicts on that log."""
    folder.mkdir()
    script = PLAY.replace("GAMES", repr(GAMES))
    done = subprocess.run(
        [python, "-s", "-c", script], cwd=folder, env=os.environ | env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What comes of the games here."""
    return played(Path(sys.executable), tmp_path_factory.mktemp("here") / "logs")["games"]


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project and what it needs, for another Python."""
    folder = tmp_path_factory.mktemp("lent")
    lend(folder)
    return folder


@pytest.mark.parametrize("version", NAMED)
def test_every_python_writes_the_same_logs(version: str, ours: Any, lent: Path, tmp_path: Path) -> None:
    python = find_python(version)
    if python is None:
        pytest.skip(f"Python {version} is not installed")
    own = {"PYTHONPATH": lent, "PYTHONPYCACHEPREFIX": tmp_path / "compiled", "XDG_CACHE_HOME": tmp_path / "cache"}

    theirs = played(python, tmp_path / "logs", PYTHONHASHSEED="12", **{name: str(place) for name, place in own.items()})

    assert theirs["version"] == version
    assert len(ours) == 2 * len(GAMES) and {verdict for row in ours.values() for verdict in row[1:]} == {"valid"}
    assert theirs["games"] == ours
