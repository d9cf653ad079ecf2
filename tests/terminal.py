"""The command as a process of its own: on a terminal, and interrupted as from a keyboard."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

RFTG = str(Path(sys.executable).parent / "rftg")


def on_a_terminal(*words: str, **variables: str) -> str:
    """The output of the command on a terminal."""
    outside, inside = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **variables}
    with subprocess.Popen([RFTG, *words], stdout=inside, stderr=inside, env=environment) as running:
        os.close(inside)
        parts = []
        try:
            while part := os.read(outside, 65536):
                parts.append(part)
        except OSError:
            pass
        running.wait(120)
    os.close(outside)
    return b"".join(parts).decode()


def listen() -> None:
    """Ctrl-C reaches a child process even where the tests themselves run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
