"""docs/disputes.md: its commands do what the page says, in the order of the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "disputes.md").read_text("utf-8")
SCRIPT = "\n".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.S | re.M))

pytest.importorskip("cryptography")


def test_every_command_of_the_page_succeeds(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    done = subprocess.run(
        ["bash", "-euc", f"set -o pipefail\n{SCRIPT}"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert "the incomplete last line was moved to torn.rlog.torn" in done.stderr
    assert "sealed.rlog: valid" in done.stdout and "opened: " in done.stdout
    assert "proven: line 60" in done.stdout and "signed by anna" in done.stdout
