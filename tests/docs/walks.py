"""Pages that a reader follows step by step: files to write, and commands to run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)(?: (\w+)=(\S+))?\n(.*?)^```$", re.M | re.S)


def walk(text: str, folder: Path) -> int:
    """Do what a page says in a folder; returns how many commands it has.

    A file is written, or appended to. A command ends well, or the last one of a block with the status that is expected.
    """
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
    environment["XDG_CACHE_HOME"] = str(folder / "cache")
    commands = 0
    for _, key, value, body in BLOCK.findall(text):
        if key in ("file", "append"):
            path = folder / value
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text((path.read_text() if key == "append" else "") + body)
            continue
        lines = [line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ ")]
        for nth, line in enumerate(lines):
            done = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
            wanted = int(value) if key == "expect" and nth == len(lines) - 1 else 0
            assert done.returncode == wanted, (line, done.stdout, done.stderr)
            assert "Traceback" not in done.stderr
            assert "warning[" not in done.stdout, (line, done.stdout)
            commands += 1
    return commands
