"""The steps of docs/your-first-expansion.md, done as written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs" / "your-first-expansion.md").read_text()
BLOCK = re.compile(r"^```(\w+)(?: (\w+)=(\S+))?\n(.*?)^```$", re.M | re.S)


def test_the_walk_works_step_by_step(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    commands = 0

    for _, key, value, body in BLOCK.findall(TEXT):
        if key in ("file", "append"):
            path = tmp_path / value
            path.parent.mkdir(exist_ok=True)
            path.write_text((path.read_text() if key == "append" else "") + body)
            continue
        lines = [line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ ")]
        for nth, line in enumerate(lines):
            done = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
            wanted = int(value) if key == "expect" and nth == len(lines) - 1 else 0
            assert done.returncode == wanted, (line, done.stdout, done.stderr)
            assert "Traceback" not in done.stderr
            assert "warning[" not in done.stdout, (line, done.stdout)
            commands += 1

    assert commands >= 12


def test_the_walk_explains_its_own_mistake(tmp_path: Path) -> None:
    files = {value: body for _, key, value, body in BLOCK.findall(TEXT) if key == "file"}
    for name, body in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(body.replace("gray", "grey"))

    rftg = Path(sys.executable).parent / "rftg"
    done = subprocess.run(
        [rftg, "validate", "./frontier"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )

    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert "tiles.rftg:7" in said
    assert "'gray'" in said
