"""The steps of docs/your-first-expansion.md, done as written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from docs.walks import BLOCK, walk

TEXT = (Path(__file__).parents[2] / "docs" / "your-first-expansion.md").read_text()


def test_the_walk_works_step_by_step(tmp_path: Path) -> None:
    assert walk(TEXT, tmp_path) >= 12


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
