"""``python -OO`` leaves docstrings out; no text that people read is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from rftg_dsl.cli.app import App, app

COMMANDS = (
    ("--help",),
    ("words",),
    *(("words", game) for game in ("roll", "race", "galaxies")),
    *(("show", game, "--schedule") for game in ("roll", "race", "galaxies")),
    ("show", "race/Earth's Lost Colony"),
    ("show", "roll/Spice World", "--code"),
    ("text", "galaxies/BIRKOMIUS"),
    ("explain", "syntax"),
    ("list", "roll"),
    ("play", "roll", "--players", "2", "--seed", "s", "--log", "g.rlog"),
    ("replay", "g.rlog", "--round", "1"),
    ("why", "g.rlog:9"),
    ("why", "g.rlog:20"),
    ("audit", "g.rlog"),
)
"""Commands whose output people read, besides the help of every command."""

SCRIPT = """
import json, sys
from typer.testing import CliRunner
from rftg_dsl.cli import app
from rftg_dsl.author.editor.meanings import words_for_declarations
said = {" ".join(words): CliRunner().invoke(app, words).output for words in json.loads(sys.argv[1])}
said["declarations"] = repr(list(words_for_declarations()))
print(json.dumps(said))
"""


def every_help(part: App, *before: str) -> list[tuple[str, ...]]:
    """The help of every command and group."""
    commands = [(*before, "--help")]
    for name, entry in part.parts.parts.items():
        commands += every_help(entry.app, *before, name) if isinstance(entry.app, App) else [(*before, name, "--help")]
    return commands


def outputs(folder: Path, *options: str) -> Mapping[str, str]:
    """The output of each command, run in a Python process with these options."""
    folder.mkdir()
    words = json.dumps([*every_help(app), *COMMANDS])
    environment = {**os.environ, "COLUMNS": "100", "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, *options, "-c", SCRIPT, words],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=environment,
    )
    texts: Mapping[str, str] = json.loads(done.stdout)
    return texts


def test_every_command_says_the_same_without_docstrings(tmp_path: Path) -> None:
    usual, optimised = outputs(tmp_path / "usual"), outputs(tmp_path / "optimised", "-OO")

    assert [words for words in usual if usual[words] != optimised[words]] == []
    assert all(usual.values())
